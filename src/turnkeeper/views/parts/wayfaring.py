"""The party on its way: where it is on the map, its journey, today's march, and what finds the way.

There is none indoors, and only what the rule set knows. Only the referee may be told of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.hexes import Hex, name_of
from turnkeeper.play.journey import hardship, leg_time, marches, navigation, remaining, travel, whereabouts
from turnkeeper.play.journey.journey import Plan
from turnkeeper.play.kernel.scene import chart_in_use, outdoors
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.terrain import Chart
from turnkeeper.time import NO_TIME, Duration


class HexHere(Struct, frozen=True):
    """A hex of the map: its number, its label, and its class of country in the rule set."""

    hex: str
    label: str = ""
    country: str = ""

    def __str__(self) -> str:
        """Return it as one line: ``0504 Ling Cross, grassland``."""
        called = f"{self.hex} {self.label}".rstrip()
        return f"{called}, {self.country}" if self.country else called


class JourneyView(Struct, frozen=True):
    """Where the party is going, and how many hexes are ahead; of the next one it has so much still to do.

    ``of`` is what that hex takes in all; both are empty where the next hex has not been begun. ``to_end`` is
    what the whole way still takes, as the party believes it to lie.
    """

    goal: str
    ahead: int
    left: str
    of: str
    to_end: str = ""


class MarchView(Struct, frozen=True):
    """Today's march: how much of it is left, how long it may be, and how often it was forced.

    ``watch_left`` is said where it is counted by the watch; ``done`` when the journey cannot go on today, or
    not in this watch.
    ``gallop`` is how long the mounts can still be pushed, where that is counted.
    """

    left: str
    may: str
    forced: int
    watch_left: str
    done: bool
    gallop: str = ""


class Wayfaring(Struct, frozen=True):
    """The party out of doors; empty fields do not apply, or are not known to the rule set.

    ``believed`` is where the party thinks that it is, when that is elsewhere; ``lost_since`` says since when
    it is lost and does not know. ``covered`` are the hexes entered today. ``next_slot`` is how much travel
    costs the next slot of fatigue. ``told`` is all of it in words, by subject: where, lost, journey, march,
    fatigue, way, laden.
    """

    where: HexHere | None = None
    believed: HexHere | None = None
    lost_since: str = ""
    journey: JourneyView | None = None
    march: MarchView | None = None
    next_slot: str = ""
    navigator: str = ""
    knows: bool = False
    charted: bool = False
    laden: tuple[str, ...] = ()
    told: dict[str, str] = {}
    covered: int = 0

    @property
    def lost(self) -> bool:
        """Return whether the party is lost, or elsewhere than it believes."""
        return bool(self.lost_since) or self.believed is not None


def wayfaring(state: State, book: Rulebook) -> Wayfaring | None:
    """Return how the party travels; ``None`` indoors, and where nothing is known of it."""
    if book.set.travel is None or not outdoors(state, book):
        return None
    journey, rules, slot = state.journey, book.set.navigation, hardship.to_next_slot(state, book)
    chart, on_the_map = chart_in_use(state, book), bool(state.map.digest and journey.trail)
    who = None if rules is None else navigation.guide(state, book, rules)
    guide = "" if who is None else who.name
    view = Wayfaring(
        where=_spot(journey.where, chart) if on_the_map else None,
        believed=_spot(journey.believed, chart) if on_the_map and journey.astray else None,
        lost_since="" if journey.lost is None else book.scale.say_instant(journey.lost),
        journey=_journey(state, book, chart),
        march=_march(state, book),
        next_slot="" if slot is None else book.scale.say_clock(slot),
        navigator=guide,
        knows=journey.knows and journey.navigator == guide,
        charted=journey.charted,
        laden=journey.laden if "laden" in book.set.travel.toil else (),
        covered=_covered(state, book),
    )
    told = dict(_told(view))
    return replace(view, told=told) if told else None


def _covered(state: State, book: Rulebook) -> int:
    """Return how many hexes the party has come into since midnight."""
    midnight = book.scale.start_of("day", state.now)
    steps = pairwise(state.journey.trail)
    return sum(there.at >= midnight and here.where != there.where for here, there in steps)


def _spot(place: Hex | None, chart: Chart | None) -> HexHere | None:
    if place is None:
        return None
    tile = None if chart is None else chart.land.at(place)
    if chart is None or tile is None:
        return HexHere(name_of(place))
    return HexHere(name_of(place), tile.name, chart.class_at(place))


# The journey


def plan_of(state: State) -> Plan:
    """Return where the party is going; nowhere, once it gave its journey up."""
    going = any(task.kind == travel.KIND for task in state.unfinished)
    return state.journey.plan if going else Plan()


def _journey(state: State, book: Rulebook, chart: Chart | None) -> JourneyView | None:
    plan = plan_of(state)
    if not plan.path:
        return None
    begun, takes = half_crossed(state, book), None
    leg = None if chart is None or not begun else leg_time.next_leg(chart, state.journey, plan_of(state))
    if chart is not None and leg is not None and leg_time.able(state, book):
        takes = leg_time.time_of(state, book, chart, leg, pushed=marches.pushes(state, book))
    able = chart is not None and leg_time.able(state, book)
    way = remaining.ahead(state, book, chart, 1 - begun) if chart is not None and able else None
    say = book.scale.say_clock
    to_end = say(way.whole) if way is not None else ""
    if not takes:
        return JourneyView(plan.called, len(plan.path), "", "", to_end)
    return JourneyView(plan.called, len(plan.path), say(still(takes, begun)), say(takes), to_end)


def half_crossed(state: State, book: Rulebook) -> Fraction:
    """Return which part of the next hex has been crossed already and still counts."""
    task = whereabouts.left_off(state)
    if task is None or not task.takes or not marches.counts_still(state, book):
        return Fraction(0)
    return 1 - Fraction(task.left.ms, task.takes.ms)


def still(takes: Duration, begun: Fraction) -> Duration:
    """Return the remaining time of a hex partly crossed; a begun millisecond counts whole."""
    left = takes.ms * (1 - begun)
    return Duration(-(-left.numerator // left.denominator))


def _march(state: State, book: Rulebook) -> MarchView | None:
    today = marches.marching(state, book)
    if today is None:
        return None
    say = book.scale.say_clock
    by_watch = say(today.watch_left) if today.watch_left < today.left else ""
    left = say(today.left) if today.left else ""
    gallop = marches.gallop_left(state, book) or NO_TIME
    fast = say(gallop) if gallop else ""
    return MarchView(left, say(today.may), today.forced, by_watch, whereabouts.march_done(state, book), fast)


# In words


def _told(view: Wayfaring) -> Iterator[tuple[str, str]]:
    """Yield each subject with its text."""
    if view.where is not None:
        yield "where", str(view.where)
    if view.lost:
        since = f"since {view.lost_since}" if view.lost_since else ""
        believes = "" if view.believed is None else f"believes to be at {view.believed}"
        yield "lost", "; ".join(filter(None, (since, believes)))
    if (one := view.journey) is not None:
        left = f", {one.left} of {one.of} left of the next" if one.left else ""
        end = f", {one.to_end} to its end" if one.to_end and one.ahead > 1 else ""
        yield "journey", f"to {one.goal}, {hexes_said(one.ahead)} ahead{left}{end}"
    if view.march is not None:
        yield "march", _told_march(view.march)
    if view.next_slot:
        yield "fatigue", f"the next slot after {view.next_slot} of travel"
    finds = f"{view.navigator} finds it{' and knows the area' * view.knows}" if view.navigator else ""
    if way := ", ".join(filter(None, (finds, "a map of the land" * view.charted))):
        yield "way", way
    if view.laden:
        yield "laden", ", ".join(view.laden)


def _told_march(one: MarchView) -> str:
    forced = "" if not one.forced else ", forced once" if one.forced == 1 else f", forced {one.forced} times"
    watch = f", {one.watch_left} of this watch" if one.watch_left else ""
    left = f"{one.left} left of {one.may}{watch}" if one.left else f"nothing left of {one.may}"
    gallop = f", {one.gallop} left to gallop" if one.gallop else ""
    done = f"done for {'this watch' if one.watch_left else 'today'}, " if one.done else ""
    return f"{done}{left}{forced}{gallop}"


def hexes_said(count: int) -> str:
    """Return a number of hexes in words: ``1 hex``, ``4 hexes``."""
    return "1 hex" if count == 1 else f"{count} hexes"


def marches_said(count: int) -> str:
    """Return a number of days' marches in words: ``a day's march``, ``3 days' marches``."""
    return "a day's march" if count == 1 else f"{count} days' marches"
