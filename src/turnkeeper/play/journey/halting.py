"""Halting: what changes on the way so that the players may decide otherwise: the sky, the light, the road.

A journey stops there and `resume` goes on. A change for the better stops nobody.
"""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.sky import seasons, weather
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.terrain import Chart
from turnkeeper.rules.model.weather import WeatherKind


class Conditions(Struct, frozen=True):
    """The weather by its name, whether the party sees where it goes, and whether it goes by road."""

    sky: str
    light: bool
    road: bool = False


def conditions(decision: Decision, chart: Chart) -> Conditions:
    """Return the conditions of travel now; the road counts only for a party that looks for it."""
    state, book, journey = decision.state, decision.book, decision.state.journey
    here, path = journey.believed, journey.plan.path
    road = journey.plan.by_road and here is not None and bool(path) and chart.road(here, path[0])
    return Conditions(weather.kind_of(state, book), seasons.is_light(state, book, decision.at), road)


def stop_if_worse(decision: Decision, before: Conditions, chart: Chart) -> str:
    """Stop the clock if the conditions are worse than before, and return the worse one; empty for none."""
    why = _worsened(before, conditions(decision, chart), decision.book)
    if why:
        decision.stop()
    return why


def _worsened(before: Conditions, now: Conditions, book: Rulebook) -> str:
    kinds = book.set.weather
    if now.sky != before.sky and _worse(kinds[before.sky], kinds[now.sky], book):
        return f"the weather turned to {now.sky}"
    if before.light and not now.light:
        return "it is dark, and nothing burns"
    return "the road ends here" if before.road and not now.road else ""


def _worse(before: WeatherKind, now: WeatherKind, book: Rulebook) -> bool:
    """Return whether a weather slows, tires or blinds travellers more than another, or puts out lights."""
    tires = [book.duration(one.tires_every).ms if one.tires_every else None for one in (before, now)]
    more_tiring = tires[1] is not None and (tires[0] is None or tires[1] < tires[0])
    blinder = now.sight is not None and (before.sight is None or now.sight < before.sight)
    return now.slowed > before.slowed or more_tiring or blinder or (now.damp and not before.damp)
