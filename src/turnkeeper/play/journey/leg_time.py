"""The time of the next hex: the rule set's currency, times all that slows or quickens.

Everything is a fraction until the end, so that no rounding is ever multiplied. This module must not know why
the party goes where it goes.
"""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from msgspec import Struct

from turnkeeper.hexes import Cost, Hex, priced
from turnkeeper.play.dungeon import movement
from turnkeeper.play.journey import caravan
from turnkeeper.play.journey.journey import Journey, Plan
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.event import State
from turnkeeper.play.kernel.scene import country_here, outdoors
from turnkeeper.play.sky import weather
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.terrain import Chart, Terrain
from turnkeeper.rules.model.travel import ByCrossing, ByFeet, ByHexes, Travel
from turnkeeper.time import NO_TIME, Duration


class Leg(Struct, frozen=True):
    """A step from a hex to its neighbour, along a road or not."""

    here: Hex
    there: Hex
    road: bool = False


def leg(chart: Chart, here: Hex, there: Hex) -> Leg:
    """Return the leg between two neighbours, by road where one leads."""
    return Leg(here, there, chart.road(here, there))


def next_leg(chart: Chart, journey: Journey, plan: Plan) -> Leg | None:
    """Return the leg that the party truly takes next, which may not be the one it means to take.

    ``None`` without a journey, and where the way ahead is not one of neighbours.
    """
    if journey.where is None or journey.believed is None or not plan.path:
        return None
    face = journey.believed.face_to(plan.path[0])
    return None if face is None else leg(chart, journey.where, journey.where.to(face.turned(plan.veer)))


def time_of(state: State, book: Rulebook, chart: Chart, one: Leg, *, pushed: bool = False) -> Duration:
    """Return the time of a leg as things stand, rounded down to whole milliseconds.

    It is no time where the hex cannot be entered, or the rule set has no travel.
    """
    rules, country = book.set.travel, chart.at(one.there)
    if rules is None or country is None or country.impassable:
        return NO_TIME
    exact = _base(state, book, rules, country, pushed=pushed) * slowed(state, book) * Fraction(country.slowed)
    if one.road and rules.roads is not None:
        exact /= Fraction(rules.roads.times)
    exact /= pace_of(state, book, chart.class_at(one.there), road=one.road)
    return Duration(exact.numerator // exact.denominator)


def usual_pace(book: Rulebook) -> str:
    """Return the pace of travel of a party that has set none; empty where the rule set knows none."""
    said = "" if book.set.travel is None else book.set.travel.usual
    return said or next((name for name in book.set.paces if name in book.travel_paces), "")


def pace_of(state: State, book: Rulebook, country: str, *, road: bool = False) -> Fraction:
    """Return how many times the usual way the party makes, at its pace or the fastest that the way allows."""
    name = pace_name(state, book, country, road=road)
    return book.travel_paces[name].way if name else Fraction(1)


def pace_name(state: State, book: Rulebook, country: str, *, road: bool = False) -> str:
    """Return the pace at which the party goes in some country; empty where the rule set knows none."""
    rules, kinds = book.set.travel, list(book.travel_paces)
    if rules is None or not kinds:
        return ""
    here = book.set.terrain.get(country)
    said = state.journey.pace if state.journey.pace in kinds else usual_pace(book)
    most = kinds.index(here.at_most) if here is not None and here.at_most else len(kinds) - 1
    most = most + 1 if road and rules.roads is not None and rules.roads.faster else most
    most = 0 if _laggard(state, book, rules) else most
    return kinds[min(kinds.index(said), most, len(kinds) - 1)]


def pace_under_way(state: State, book: Rulebook) -> str:
    """Return the pace of a party that is under way over hexes, or came into one at this very instant.

    Empty for any other party, and where the rule set knows but one pace.
    """
    journey = state.journey
    if not (journey.trail and book.set.terrain and outdoors(state, book)):
        return ""
    chart, now = book.chart(state.map.digest), state.now
    entered = len(journey.trail) > 1 and journey.trail[-1].at == now
    if entered and journey.stretches and journey.stretches[-1].ended == now:
        going: Leg | None = leg(chart, journey.trail[-2].where, journey.trail[-1].where)
    else:
        going = next_leg(chart, journey, journey.plan)
    return "" if going is None else pace_name(state, book, chart.class_at(going.there), road=going.road)


def edge(state: State, book: Rulebook) -> int:
    """Return how well one finds the way at the pace of this country: better above 0, worse below."""
    name = pace_name(state, book, country_here(state, book))
    travels = book.travel_paces[name].travels if name else None
    return 0 if travels is None else {"better": 1, "usual": 0, "worse": -1}[travels.finds]


def _laggard(state: State, book: Rulebook, travel: Travel) -> bool:
    """Return whether a member goes so slowly on foot that the whole party goes at the slowest pace."""
    rates = book.set.movement
    if travel.laggard is None or rates is None or caravan.going(state, book).mounted:
        return False
    for one in state.party.living:
        usual = book.set.races.get(one.race) or book.set.races[rates.otherwise]
        if movement.rate_of(one, book) * 100 <= usual.feet * travel.laggard:
            return True
    return False


def slowed(state: State, book: Rulebook) -> Fraction:
    """Return the factor by which weather and burdens slow the way, in any terrain."""
    rules, sky = book.set.travel, weather.of(state, book)
    times = Fraction(1) if sky is None else sky.slowed
    if rules is not None and "laden" in rules.toil and state.journey.laden:
        times *= Fraction(rules.toil["laden"].slowed)
    return times


def _base(state: State, book: Rulebook, rules: Travel, country: Terrain, *, pushed: bool) -> Fraction:
    """Return the milliseconds of a hex of a terrain in the rule set's currency."""
    going = caravan.going(state, book)
    hitched = Fraction(rules.toil["hitched"].slowed if going.hitched and "hitched" in rules.toil else 1)
    match rules.pays:
        case ByCrossing():
            return book.duration(country.crossing).ms * hitched
        case ByHexes(each=each, foot=foot, mounted=mounted, pushed=most, hex=whole):
            ridden = most if pushed and most else mounted
            pace = Fraction(ridden if going.mounted else foot)
            if going.hitched:
                # Animals before a cart go at a share of a mount's pace, and the party stays with the cart.
                pace = min(pace, ridden / hitched)
            return whole * book.duration(each).ms / pace
        case ByFeet(hex=feet, times=times):
            pace = movement.rate(state, book).feet * Fraction(times)
            length = movement.rate_each(book).ms
            return Fraction(feet * length) / pace * hitched
        case _:
            assert_never(rules.pays)


def costs(state: State, book: Rulebook, chart: Chart, off_road: int) -> tuple[Cost, int]:
    """Return a planner's cost of each step, in milliseconds of fair weather, and the least cost of any.

    ``off_road`` is the factor for a step off the road. Weather and burdens slow every step alike and do not
    change the best way.
    """
    rules = book.set.travel
    if rules is None:
        return (lambda _here, _there: None), 0
    prices: dict[str, int | None] = {"": None}
    for name, country in chart.terrain.items():
        exact = None if country.impassable else _base(state, book, rules, country, pushed=False)
        paced = pace_of(state, book, name)
        prices[name] = None if exact is None else int(exact * Fraction(country.slowed) / paced)
    entered = {place: prices[name] for place, name in chart.classes.items()}
    road = Fraction(1 if rules.roads is None else rules.roads.times)
    return priced(entered, chart.beside, road, off_road)


def able(state: State, book: Rulebook) -> bool:
    """Return whether the party can move at all: where loads stop members, none of them is stopped."""
    rules = book.set.travel
    return rules is not None and (not isinstance(rules.pays, ByFeet) or movement.rate(state, book).feet > 0)


def require_able(decision: Decision) -> None:
    """Refuse where a member of the party cannot move at all."""
    rules = decision.book.set.travel
    if rules is not None and isinstance(rules.pays, ByFeet):
        movement.require_rate(decision)


def crossing(state: State, book: Rulebook, chart: Chart, place: Hex) -> Duration:
    """Return the time of a hex off the road in fair weather: the measure of its search."""
    rules, country = book.set.travel, chart.at(place)
    if rules is None or country is None or country.impassable:
        return NO_TIME
    exact = _base(state, book, rules, country, pushed=False) * Fraction(country.slowed)
    return Duration(exact.numerator // exact.denominator)
