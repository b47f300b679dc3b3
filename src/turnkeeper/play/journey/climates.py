"""Climates of country: the referee says which climate a hex or a region of the map has, or all the rest.

What follows for the weather is the task of `sky.country_weather`.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from turnkeeper.hexes import Hex, name_of
from turnkeeper.play.journey import places
from turnkeeper.play.journey.journey import place_named
from turnkeeper.play.journey.mapping import ClimateSaid, land_of, travels
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.sky.climate import none_follows
from turnkeeper.play.sky.country_weather import USUAL
from turnkeeper.rules.book import Rulebook

MOST_TOLD = 3


class SayClimate(Command, frozen=True, tag="climate"):
    """Say which climate a hex or region of the map has, or without a place all other country."""

    climate: str
    place: str = ""


class CountryHasClimate(Event, frozen=True, tag="country-has-climate.1"):
    """Some hexes of a map have a climate, by the referee's word; no hexes are all others of it."""

    land: str
    hexes: tuple[Hex, ...]
    climate: str


def _say(decision: Decision, command: SayClimate) -> None:
    climates, land = decision.book.set.climates, land_of(decision)
    if not climates:
        none_follows(decision)
    named = {one.casefold(): one for one in (USUAL, *climates)}
    said = named.get(command.climate.casefold())
    if said is None:
        hint = closest(command.climate, named.values(), "one of " + ", ".join(climates))
        refuse("unknown-climate", f"there is no climate {command.climate!r}", hint)
    wanted = command.place.casefold()
    region = next((one.hexes for one in land.regions if one.name.casefold() == wanted), ())
    hexes = region or ((place_named(decision, command.place),) if command.place else ())
    name = said if said in climates else ""
    here = ClimateSaid(decision.state.map.name, hexes, name)
    if here in decision.state.map.climates:
        others = ", ".join(one for one in named.values() if one != said)
        refuse("same", f"the climate there is {said} already", f"one of {others}")
    decision.record(CountryHasClimate(here.land, hexes, name, seen_by="referee"))


def _has(state: State, event: CountryHasClimate) -> State:
    others = (one for one in state.map.climates if (one.land, one.hexes) != (event.land, event.hexes))
    said = (*others, ClimateSaid(event.land, event.hexes, event.climate))
    return replace(state, map=replace(state.map, climates=said))


def _tell(event: CountryHasClimate, _book: Rulebook) -> str:
    named = ", ".join(map(name_of, event.hexes[:MOST_TOLD])) or "other country"
    more = f" and {len(event.hexes) - MOST_TOLD} more" if len(event.hexes) > MOST_TOLD else ""
    return f"climate of {named}{more}: {event.climate or USUAL}"


def _climates(_state: State, book: Rulebook) -> Iterable[str]:
    return (USUAL, *book.set.climates)


def _places(state: State, book: Rulebook) -> Iterable[str]:
    regions = book.land(state.map.digest).regions if state.map.digest else ()
    return dict.fromkeys((*(one.name for one in regions), *places.names(state, book)))


MECHANISM = Mechanism(
    group="Outdoors",
    commands=(
        declare(
            SayClimate,
            _say,
            says=("climate {climate:what} at {place:name}", "climate {climate:what} elsewhere"),
            heard=(
                "[set|make] climate of|at|in [hex] {place:name!} [is|becomes|to] {climate:what!}",
                "climate {climate:what!}",
            ),
            examples=("climate usual at 0304", "climate usual elsewhere"),
            completes={"climate": _climates, "place": _places},
        ),
    ),
    events=(happens(CountryHasClimate, _has, _tell),),
    serves=lambda book: bool(book.set.climates) and travels(book),
    names_more={_places: places.numbers_in},
)
