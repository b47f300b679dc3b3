"""How long each step takes a party: for the referee over the whole land, for players over theirs.

Players' footing is made of their own map alone: a hex that they do not know has no time, and neither has
the rest of a hex half crossed, for that lies where the party truly is. This module must not
know how any of it is shown.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from msgspec import Struct

from turnkeeper.play.journey import leg_time
from turnkeeper.rules.model.terrain import Chart
from turnkeeper.time import Duration
from turnkeeper.views.maps.reaching import has_times, steps
from turnkeeper.views.parts import wayfaring

if TYPE_CHECKING:
    from turnkeeper.app.campaign import Campaign
    from turnkeeper.files.maps.sheet import MapSheet
    from turnkeeper.hexes import Cost, Hex
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook


class StepTimes(Struct, frozen=True):
    """The part of the next hex that is crossed already, and what each class of country takes."""

    begun: Fraction
    times: tuple[int, ...]


NO_TIMES = StepTimes(Fraction(0), ())


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
        """Return what country a hex is in the rule set's words; empty where it has none for it."""
        return "" if self.chart is None else self.chart.class_at(place)

    def impassable(self, place: Hex) -> bool:
        """Return whether the rule set forbids entering a hex on foot."""
        return self.chart is not None and bool(self.country(place)) and not self.chart.passable(place)


def footing(campaign: Campaign, known: MapSheet | None = None) -> Footing:
    """Return the costs of steps just now: over the whole land, or over the part on the players' sheet."""
    state, book = campaign.state, campaign.book
    if not state.map.digest or not book.set.terrain:
        return Footing(None, None)
    chart = book.chart(state.map.digest) if known is None else _charted(book, known)
    if not has_times(campaign) or not leg_time.able(state, book):
        return Footing(chart, None)
    cost = steps(state, book, chart, begun=known is None)
    now = step_times(state, book)
    least = 0 if now.begun else min((ms for ms in now.times if ms), default=0)
    return Footing(chart, cost if known is None or known.seen is None else _within(cost, known.seen), least)


def _charted(book: Rulebook, known: MapSheet) -> Chart:
    roads = book.set.travel.roads if book.set.travel is not None else None
    return Chart(known.land, book.set.terrain, roads.kinds if roads is not None else ())


def _within(cost: Cost, seen: frozenset[Hex]) -> Cost:
    def price(here: Hex, there: Hex) -> int | None:
        return cost(here, there) if there in seen else None

    return price


def step_times(state: State, book: Rulebook) -> StepTimes:
    """Return what all times depend on: while it stays the same no step takes longer or shorter."""
    if not state.map.digest or not book.set.terrain or book.set.travel is None:
        return NO_TIMES
    if not leg_time.able(state, book):
        return NO_TIMES
    chart = book.chart(state.map.digest)
    each = (leg_time.Leg(place, place, road) for place in _one_of_each(chart) for road in (False, True))
    times = tuple(leg_time.time_of(state, book, chart, one).ms for one in each)
    return StepTimes(wayfaring.half_crossed(state, book), times)


_ONE_OF_EACH: WeakKeyDictionary[Chart, tuple[Hex, ...]] = WeakKeyDictionary()


def _one_of_each(chart: Chart) -> tuple[Hex, ...]:
    """Return a hex of each class of country; looked for once in the life of a chart."""
    found = _ONE_OF_EACH.get(chart)
    if found is None:
        found = tuple({name: place for place, name in chart.classes.items() if name}.values())
        _ONE_OF_EACH[chart] = found
    return found
