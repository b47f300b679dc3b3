"""The reach of a campaign's party: the hexes within a length of time, and the time that a way takes.

All is priced as travel prices it, by the rule set, the party and the weather of now; nights, marches and
whatever happens on the way are not in it. This module must not know how any of it is shown.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app.maps.routes import NoWay, RouteCost, RouteLeg, best
from turnkeeper.hexes import Hex, TooFarError, name_of, reachable
from turnkeeper.play.journey import leg_time, marches
from turnkeeper.time import NO_TIME, Duration
from turnkeeper.views.parts import wayfaring

if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign
    from turnkeeper.hexes import Cost
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.terrain import Chart
    from turnkeeper.rules.model.travel import March


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


def way(campaign: Campaign, goal: Hex, start: Hex | None = None) -> TimedWay:
    """Return the best way to a hex, from where the party believes to be or from another hex, with its times.

    It is the way that `travel to` takes. Raises `NoWay`.
    """
    state, book, chart = _ready(campaign)
    start = start or state.journey.believed
    if start is None:
        raise NoWay("the party is not on the map yet", "stand at HEX puts it there; or name both ends")
    found = best(start, goal, *leg_time.costs(state, book, chart, 1))
    if found is None:
        country = chart.class_at(goal)
        why = f": {name_of(goal)} is {country}" if not chart.passable(goal) and country else ""
        raise NoWay(
            f"there is no way by land from {name_of(start)} to {name_of(goal)}{why}",
            "map show shows the land",
        )
    return _timed(state, book, chart, found.hexes)


def length_said(campaign: Campaign, text: str) -> Duration:
    """Return the length of time that a text says in the rule set's units; raises `SpokenTimeError`."""
    return campaign.book.scale.parse_duration(text)


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


def _timed(state: State, book: Rulebook, chart: Chart, hexes: tuple[Hex, ...]) -> TimedWay:
    price, say = steps(state, book, chart), book.scale.say_clock
    takes = [Duration(price(here, there) or 0) for here, there in pairwise(hexes)]
    stages = [_stage(chart, hexes[0], "", by_road=False)]
    for (here, there), time in zip(pairwise(hexes), takes, strict=True):
        stages.append(_stage(chart, there, say(time), by_road=chart.road(here, there)))
    total = sum(takes, NO_TIME)
    march = book.set.travel.march if book.set.travel is not None else None
    marches = 0 if march is None else _marches(takes, march, book)
    return TimedWay(RouteCost(tuple(stages), say(total), len(takes)), hexes, total.ms, marches)


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


def steps(state: State, book: Rulebook, chart: Chart, *, begun: bool = True) -> Cost:
    """Return what each step takes just now, in milliseconds; all hexes of a class take the same.

    A hex that the party has ``begun`` to cross takes only the rest; where that lies its players may not know.
    """
    known: dict[tuple[str, bool], int | None] = {}
    classes, leg_of = chart.classes, _half_crossed(state, book, chart) if begun else (None, 0)

    def cost(here: Hex, there: Hex) -> int | None:
        name = classes.get(there)
        if not name:
            return None
        leg = leg_time.leg(chart, here, there)
        if leg == leg_of[0]:
            return leg_of[1]
        key = (name, leg.road)
        if key not in known:
            known[key] = leg_time.time_of(state, book, chart, leg).ms if chart.passable(there) else None
        return known[key]

    return cost


def _half_crossed(state: State, book: Rulebook, chart: Chart) -> tuple[leg_time.Leg | None, int]:
    """Return the leg that the party has begun, if any, and the milliseconds left of it."""
    begun = wayfaring.half_crossed(state, book)
    leg = leg_time.next_leg(chart, state.journey, wayfaring.plan_of(state)) if begun else None
    if leg is None or not chart.passable(leg.there):
        return None, 0
    takes = leg_time.time_of(state, book, chart, leg, pushed=marches.pushes(state, book))
    return leg, wayfaring.still(takes, begun).ms


def _called(chart: Chart, place: Hex) -> tuple[str, str, str]:
    tile = chart.land.at(place)
    return name_of(place), "" if tile is None else tile.name, chart.class_at(place)


def _stage(chart: Chart, place: Hex, takes: str, *, by_road: bool) -> RouteLeg:
    number, label, country = _called(chart, place)
    return RouteLeg(number, label, (country,) if country else (), takes, by_road)
