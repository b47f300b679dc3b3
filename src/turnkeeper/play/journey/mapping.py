"""The map: the land that the campaign is played on.

The state and the record name a map by its digest and never hold the land, which the rule book's atlas has.
This module must not know what hexes mean to a traveller.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.hexes import Hex, Land
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook

BRING_ONE = "turnkeeper map use FILE brings one"


class ClimateSaid(Struct, frozen=True, array_like=True):
    """A climate as the referee says it of some hexes of a map, by its name; of none for all other country.

    An empty ``climate`` is the usual one.
    """

    land: str
    hexes: tuple[Hex, ...]
    climate: str


class MapInUse(Struct, frozen=True, omit_defaults=True):
    """The map that the campaign is played on: its name, and the SHA-256 of its text, both empty for none.

    ``known`` are all maps used so far, as pairs of name and digest, the latest at the end; ``climates`` is
    the referee's word on them, the latest at the end.
    """

    name: str = ""
    digest: str = ""
    known: tuple[tuple[str, str], ...] = ()
    climates: tuple[ClimateSaid, ...] = ()

    def find(self, name: str, digest: str) -> str | None:
        """Return the full digest of a map used before, by the beginning of its digest, else by its name.

        Of several maps with one name it is the one used last.
        """
        if digest:
            found = {full for _, full in self.known if full.startswith(digest)}
            return found.pop() if len(found) == 1 else None
        wanted = name.casefold()
        return next((full for called, full in reversed(self.known) if called.casefold() == wanted), None)


class UseMap(Command, frozen=True, tag="use-map"):
    """Play on a hex map: the sample land, or one that `turnkeeper map use FILE` brought."""

    name: str
    digest: str = ""


class MapUsed(Event, frozen=True, tag="map-used.1"):
    """The campaign is played on a map from now on; ``hexes`` is the number of its hexes."""

    name: str
    digest: str
    hexes: int


def land_of(decision: Decision) -> Land:
    """Return the land that the campaign is played on; refuses when there is none."""
    digest = decision.state.map.digest
    if not digest:
        refuse("no-map", "no map is in use", "use map sample")
    return decision.book.land(digest)


def _use(decision: Decision, command: UseMap) -> None:
    if decision.state.fight is not None:
        refuse("fight", "a fight is going on", "end fight")
    digest = _meant(decision, command)
    here = decision.state.map
    if (here.name, here.digest) == (command.name, digest):
        refuse("here", f"the map {command.name} is in use already")
    hexes = len(decision.book.land(digest).tiles)
    if not hexes:
        refuse("no-hexes", f"the map {command.name} has no hexes", "turnkeeper map check FILE tells why")
    decision.record(MapUsed(command.name, digest, hexes))


def _meant(decision: Decision, command: UseMap) -> str:
    """Return the full digest of the named map; one used before takes precedence."""
    known, atlas = decision.state.map, decision.book.atlas
    found = known.find(command.name, command.digest) or atlas.find(command.name, command.digest)
    if found is None:
        called = f"{command.name!r} {command.digest}".rstrip()
        names = [*atlas.names(), *(name for name, _ in known.known)]
        hint = BRING_ONE if command.digest else closest(command.name, names, BRING_ONE)
        refuse("unknown-map", f"there is no map {called}", hint)
    return found


def _used(state: State, event: MapUsed) -> State:
    this = (event.name, event.digest)
    known = (*(one for one in state.map.known if one != this), this)
    journey = state.journey.on_map(state.map.name, event.name)
    there = replace(state.map, name=event.name, digest=event.digest, known=known)
    return replace(state, map=there, journey=journey)


def _tell(event: MapUsed, _book: Rulebook) -> str:
    return f"the map is {event.name}, {event.hexes:,} hex{'' if event.hexes == 1 else 'es'}"


def _maps(state: State, book: Rulebook) -> Iterable[str]:
    return dict.fromkeys([*(name for name, _ in state.map.known), *book.atlas.names()])


def travels(book: Rulebook) -> bool:
    """Return whether a rule set has journeys over a map."""
    return book.set.travel is not None


MECHANISM = Mechanism(
    group="Place",
    commands=(
        declare(
            UseMap,
            _use,
            says=("use map {name:map} {digest:digest}", "use map {name:map}"),
            examples=("use map sample",),
        ),
    ),
    events=(happens(MapUsed, _used, _tell),),
    completes={"map": _maps},
    serves=travels,
    slices=("map",),
)
