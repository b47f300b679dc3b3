"""The reach of a campaign's party: what steps and ways take, and the hexes within a length of time.

All is priced as travel prices it, by the rule set, the party and the weather of now; nights, marches and
whatever happens on the way are not in it. Players' footing is made of their own map alone: a hex that they do
not know has no time, and neither has the rest of a hex half crossed, for that lies where the party truly is.
This module must not know how any of it is shown.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.maps.routes import NoWay, RouteCost, RouteLeg, best
from turnkeeper.hexes import Cost, Hex, TooFarError, name_of, reachable
from turnkeeper.play.journey import leg_time, marches
from turnkeeper.play.journey.travel import OFF_ROAD
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.terrain import Chart
from turnkeeper.rules.model.travel import March
from turnkeeper.time import NO_TIME, Duration
from turnkeeper.views.parts import wayfaring

if TYPE_CHECKING:
    from turnkeeper.files.maps.sheet import MapSheet


MINUTE_MS = 60_000
HOUR_MS = 3_600_000
MOST_HOURS = 99


class Reached(Struct, frozen=True):
    """A hex that can be reached: its number, label and class of country, how long it takes, and in words."""

    hex: str
    label: str
    country: str
    ms: int
    takes: str


class Reach(Struct, frozen=True):
    """All that can be reached from a hex in a length of time, the nearest first; the hex itself too."""

    start: Hex
    lasts: str
    times: dict[Hex, Duration]
    reached: tuple[Reached, ...]


class TimedWay(Struct, frozen=True):
    """A way with its times: hex by hex, in all, and how many days' marches that is, 0 where nothing says."""

    journey: RouteCost
    hexes: tuple[Hex, ...]
    ms: int
    marches: int


def has_times(campaign: Campaign) -> bool:
    """Return whether the rule set says how long hexes take."""
    return campaign.book.set.travel is not None and bool(campaign.book.set.terrain)


def reach_of(campaign: Campaign, lasts: Duration, start: Hex | None = None) -> Reach:
    """Return the hexes the party can reach from where it is, or from another hex.

    Of a hex half crossed only the rest counts. Raises `NoWay` where there is no telling.
    """
    state, book, chart = _ready(campaign)
    start = start or state.journey.where
    if start is None:
        raise NoWay(
            "the party is not on the map yet", "stand at HEX puts it there; --from HEX begins elsewhere"
        )
    try:
        found = reachable(start, lasts.ms, steps(state, book, chart))
    except TooFarError as fault:
        raise NoWay("the map is too large to look so far", "say a shorter time") from fault
    times = {place: Duration(ms) for place, ms in found.items()}
    say = book.scale.say_clock
    reached = (Reached(*_called(chart, place), takes.ms, say(takes)) for place, takes in times.items())
    return Reach(start, say(lasts), times, tuple(reached))


def way(campaign: Campaign, goal: Hex, start: Hex | None = None, *, by_road: bool = False) -> TimedWay:
    """Return the best way to a hex, from where the party believes to be or from another hex, with its times.

    It is the way that `travel to` takes, with or without its ``by road``. Raises `NoWay`.
    """
    state, book, chart = _ready(campaign)
    start = start or state.journey.believed
    if start is None:
        raise NoWay("the party is not on the map yet", "stand at HEX puts it there; or name both ends")
    found = best(start, goal, *leg_time.costs(state, book, chart, OFF_ROAD if by_road else 1))
    if found is None:
        country = chart.class_at(goal)
        why = f": {name_of(goal)} is {country}" if not chart.passable(goal) and country else ""
        raise NoWay(
            f"there is no way by land from {name_of(start)} to {name_of(goal)}{why}",
            "map show shows the land",
        )
    price, say, legs = steps(state, book, chart), book.scale.say_clock, list(pairwise(found.hexes))
    takes = [Duration(price(here, there) or 0) for here, there in legs]
    stages = [_stage(chart, found.hexes[0], "", by_road=False)]
    for (here, there), time in zip(legs, takes, strict=True):
        stages.append(_stage(chart, there, say(time), by_road=chart.road(here, there)))
    total = sum(takes, NO_TIME)
    march = book.set.travel.march if book.set.travel is not None else None
    marches = 0 if march is None else _marches(takes, march, book)
    return TimedWay(RouteCost(tuple(stages), say(total), len(takes)), found.hexes, total.ms, marches)


def clock(takes: Duration) -> str:
    """Return a time as short as it can be written, a begun minute counting whole.

    >>> clock(Duration(6 * HOUR_MS)), clock(Duration(4 * HOUR_MS + 1))
    ('6 h', '4:01')
    """
    whole, minutes = divmod(-(-takes.ms // MINUTE_MS), 60)
    return f"{whole}:{minutes:02d}" if minutes else f"{whole} h"


def hours(takes: Duration) -> str:
    """Return a time in hours, a begun one counting whole; one too long for two digits is cut to ``++``.

    >>> hours(Duration(6 * HOUR_MS)), hours(Duration(6 * HOUR_MS + 1)), hours(Duration(200 * HOUR_MS))
    ('6', '7', '++')
    """
    whole = -(-takes.ms // HOUR_MS)
    return str(whole) if whole <= MOST_HOURS else "++"


def _marches(takes: list[Duration], march: March, book: Rulebook) -> int:
    """Return on how many days one marches who sets out in the morning and never forces a march.

    None is said where marches are counted by the watch, or a hex takes longer than a day's march.
    """
    day = book.duration(march.day)
    if march.carries:
        return -(-sum(takes, NO_TIME).ms // day.ms)
    if march.counted == "watch" or max(takes, default=NO_TIME) > day:
        return 0
    days, marched = min(1, len(takes)), NO_TIME
    for one in takes:
        days, marched = (days, marched + one) if marched + one <= day else (days + 1, one)
    return days


def _ready(campaign: Campaign) -> tuple[State, Rulebook, Chart]:
    state, book = campaign.state, campaign.book
    if not has_times(campaign):
        raise NoWay(
            "this rule set says nothing of travel over hexes", "a house file adds [travel] and [terrain]"
        )
    if not leg_time.able(state, book):
        raise NoWay("the party cannot move: somebody of it carries too much", "status shows who")
    return state, book, book.chart(state.map.digest)


def _called(chart: Chart, place: Hex) -> tuple[str, str, str]:
    tile = chart.land.at(place)
    return name_of(place), "" if tile is None else tile.name, chart.class_at(place)


def _stage(chart: Chart, place: Hex, takes: str, *, by_road: bool) -> RouteLeg:
    number, label, country = _called(chart, place)
    return RouteLeg(number, label, (country,) if country else (), takes, by_road)


# Steps


class Footing(Struct, frozen=True):
    """The cost of each step over a known map, in milliseconds.

    There is no ``chart`` where the rule set says nothing of country, and no ``cost`` without travel in the
    rules or when the party cannot move. ``least`` is a cost below which no step is.
    """

    chart: Chart | None
    cost: Cost | None
    least: int = 0

    def takes(self, here: Hex, there: Hex) -> Duration | None:
        """Return how long a step takes; ``None`` where there is no way or no telling."""
        ms = None if self.cost is None else self.cost(here, there)
        return None if ms is None else Duration(ms)

    def country(self, place: Hex) -> str:
        """Return the country of a hex in the rule set's words; empty where it has none for it."""
        return "" if self.chart is None else self.chart.class_at(place)

    def impassable(self, place: Hex) -> bool:
        """Return whether the rule set forbids entering a hex on foot."""
        return self.chart is not None and bool(self.country(place)) and not self.chart.passable(place)


def footing(campaign: Campaign, known: MapSheet | None) -> Footing:
    """Return the costs of steps just now: over the whole land, or over the part on the players' sheet."""
    state, book = campaign.state, campaign.book
    if not state.map.digest or not book.set.terrain:
        return Footing(None, None)
    if known is None:
        chart = book.chart(state.map.digest)
    else:
        roads = book.set.travel.roads if book.set.travel is not None else None
        chart = Chart(known.land, book.set.terrain, roads.kinds if roads is not None else ())
    if not has_times(campaign) or not leg_time.able(state, book):
        return Footing(chart, None)
    begun, times = step_times(state, book)
    least = 0 if begun else min(filter(None, times), default=0)
    cost = steps(state, book, chart, begun=known is None)
    seen = None if known is None else known.seen

    def known_cost(here: Hex, there: Hex) -> int | None:
        return cost(here, there) if seen is None or there in seen else None

    return Footing(chart, cost if seen is None else known_cost, least)


def step_times(state: State, book: Rulebook) -> tuple[Fraction, tuple[int, ...]]:
    """Return the part of the next hex that is crossed already, and what each class of country takes.

    While these stay the same no step takes longer or shorter.
    """
    able = book.set.terrain and book.set.travel is not None and leg_time.able(state, book)
    if not state.map.digest or not able:
        return Fraction(0), ()
    chart = book.chart(state.map.digest)
    each = (leg_time.Leg(place, place, road) for place in _one_of_each(chart) for road in (False, True))
    times = tuple(leg_time.time_of(state, book, chart, one).ms for one in each)
    return wayfaring.half_crossed(state, book), times


_ONE_OF_EACH: WeakKeyDictionary[Chart, tuple[Hex, ...]] = WeakKeyDictionary()


def _one_of_each(chart: Chart) -> tuple[Hex, ...]:
    """Return a hex of each class of country; looked for once in the life of a chart."""
    found = _ONE_OF_EACH.get(chart)
    if found is None:
        found = tuple({name: place for place, name in chart.classes.items() if name}.values())
        _ONE_OF_EACH[chart] = found
    return found


def steps(state: State, book: Rulebook, chart: Chart, *, begun: bool = True) -> Cost:
    """Return the time of each step just now, in milliseconds; all hexes of a class take the same.

    A hex that the party has ``begun`` to cross takes only the rest; where that lies its players may not know.
    """
    times: dict[tuple[str, bool], int | None] = {}
    crossed = wayfaring.half_crossed(state, book) if begun else Fraction(0)
    next_leg = leg_time.next_leg(chart, state.journey, wayfaring.plan_of(state)) if crossed else None
    rest = 0
    if next_leg is not None and chart.passable(next_leg.there):
        takes = leg_time.time_of(state, book, chart, next_leg, pushed=marches.pushes(state, book))
        rest = wayfaring.still(takes, crossed).ms
    else:
        next_leg = None

    def cost(here: Hex, there: Hex) -> int | None:
        name = chart.classes.get(there)
        if not name:
            return None
        leg = leg_time.leg(chart, here, there)
        if leg == next_leg:
            return rest
        key = (name, leg.road)
        if key not in times:
            times[key] = leg_time.time_of(state, book, chart, leg).ms if chart.passable(there) else None
        return times[key]

    return cost
