"""The map in use: found by name or digest, named in the record and never held there."""

from __future__ import annotations

import msgspec
import pytest

from tests.play.keeper import CALM, Keeper, book_of
from turnkeeper.chance.drivers import TypedFaces
from turnkeeper.hexes import Land, Tile, at
from turnkeeper.play.journey.mapping import MapInUse, MapUsed, UseMap, land_of
from turnkeeper.play.kernel.decision import Decision, Refused
from turnkeeper.play.registry import REGISTRY, evolve
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook

COAST, OLD_COAST, BARE = "c0" * 32, "cd" * 32, "ba" * 32
LANDS = {
    COAST: Land((Tile(at(1, 1), ("coast",)), Tile(at(1, 2), ("sea",)))),
    OLD_COAST: Land((Tile(at(1, 1), ("coast",)),)),
    BARE: Land(),
}


class Shelf:
    """An atlas of three maps, two of them called coast; it counts how often a land is taken from it."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def find(self, name: str, digest: str, /) -> str | None:
        if digest:
            found = [full for full in LANDS if full.startswith(digest)]
            return found[0] if len(found) == 1 else None
        return {"coast": COAST, "bare": BARE}.get(name.casefold())

    def land(self, digest: str, /) -> Land | None:
        self.read.append(digest)
        return LANDS.get(digest)

    def names(self) -> tuple[str, ...]:
        return ("coast", "bare")

    def calendar(self, _name: str, _digest: str, /) -> None:
        return None

    def calendars(self) -> tuple[str, ...]:
        return ()


def keep(shelf: Shelf | None = None) -> Keeper:
    return Keeper(Rulebook(book_of().set, shelf or Shelf()))


def test_a_map_is_used_by_its_name_whatever_its_capitals() -> None:
    keeper = keep()
    keeper.do("use map Coast")
    assert keeper.state.map == MapInUse("Coast", COAST, (("Coast", COAST),))


def test_the_record_names_the_map_in_full_and_says_how_many_hexes_it_has() -> None:
    keeper = keep()
    (event,) = keeper.do("use map coast c0c0c0c0c0c0")
    assert event == MapUsed("coast", COAST, 2, at=keeper.state.now)
    assert len(msgspec.json.encode(event)) < 200


def test_another_map_takes_the_place_of_the_first() -> None:
    keeper = keep()
    keeper.do("use map coast")
    keeper.do("use map coast cdcdcdcd")
    assert (keeper.state.map.name, keeper.state.map.digest) == ("coast", OLD_COAST)


def test_a_name_alone_means_the_map_of_that_name_that_was_used_last() -> None:
    keeper = keep()
    keeper.do("use map coast")
    keeper.do("use map coast cdcdcdcd")
    keeper.do("use map other c0c0c0c0")
    keeper.do("use map coast")
    assert keeper.state.map.digest == OLD_COAST


def test_a_map_that_was_used_is_found_without_the_atlas() -> None:
    keeper = keep()
    keeper.do("use map coast")
    assert keeper.state.map.find("COAST", "") == COAST
    assert keeper.state.map.find("whatever", "c0c0c0c0") == COAST
    assert keeper.state.map.find("bare", "") is None


@pytest.mark.parametrize(
    "said, no",
    [
        ("use map cost", "there is no map 'cost' (did you mean 'coast'?)"),
        ("use map moors", "there is no map 'moors' (turnkeeper map use FILE brings one)"),
        ("use map coast 00000000", "there is no map 'coast' 00000000 (turnkeeper map use FILE brings one)"),
        ("use map bare", "the map bare has no hexes (turnkeeper map check FILE tells why)"),
    ],
)
def test_a_map_that_cannot_be_used_is_refused_with_what_would_work(said: str, no: str) -> None:
    keeper = keep()
    assert str(keeper.refused(said)) == no
    assert keeper.state == keep().state


def test_without_any_atlas_every_map_is_unknown() -> None:
    assert keep().refused("use map moors").code == "unknown-map"
    assert Keeper(book_of()).refused("use map coast").code == "unknown-map"


def test_the_map_in_use_is_not_used_again_and_no_map_changes_in_a_fight() -> None:
    keeper = keep()
    keeper.do("use map coast")
    assert keeper.refused("use map coast").code == "here"
    keeper.do("party Varda wisdom 12")
    keeper.do("foes goblins 4")
    keeper.do("fight", dice=CALM)
    assert keeper.refused("use map coast cdcdcdcd").code == "fight"


def test_a_land_is_read_only_when_somebody_asks() -> None:
    """That it is read once then is the campaign's atlas's doing, which its own test holds."""
    shelf = Shelf()
    keeper = keep(shelf)
    keeper.do("wait 1 min")
    assert shelf.read == []
    keeper.do("use map coast")
    assert set(shelf.read) == {COAST}
    keeper.do("use map other cdcdcdcd")
    assert set(shelf.read) == {COAST, OLD_COAST}


def test_the_state_after_a_map_is_used_needs_no_land() -> None:
    event = MapUsed("gone", "f" * 64, 12, at=State().now)
    assert evolve(State(), event).map.digest == "f" * 64


def decision(keeper: Keeper) -> Decision:
    return Decision(keeper.book, keeper.state, TypedFaces(()), REGISTRY)


def test_a_room_asks_for_the_land_and_is_told_when_there_is_none() -> None:
    keeper = keep()
    with pytest.raises(Refused) as no:
        land_of(decision(keeper))
    assert str(no.value.refusal) == "no map is in use (use map sample)"
    keeper.do("use map coast")
    assert land_of(decision(keeper)) is LANDS[COAST]


def test_a_book_without_the_map_raises_a_lookup_error() -> None:
    with pytest.raises(LookupError, match="no map with the digest ffff"):
        keep().book.land("f" * 64)


@pytest.mark.parametrize(
    "command",
    [
        UseMap("coast"),
        UseMap("Old Coast", "c0c0c0c0"),
        UseMap("Old deadbeef"),
        UseMap("map", "deadbeef"),
        UseMap("deadbeef deadbeef"),
    ],
)
def test_names_that_look_like_digests_are_said_so_that_they_are_understood(command: UseMap) -> None:
    keeper = keep()
    assert keeper.language.parse(keeper.language.say(command)) == command


def test_a_digest_is_read_in_capitals_too_and_a_short_one_is_part_of_the_name() -> None:
    language = keep().language
    assert language.parse("use map coast DEADBEEF") == UseMap("coast", "deadbeef")
    assert language.parse("use map coast deadbee") == UseMap("coast deadbee")


def test_another_map_is_another_land_and_what_was_known_of_the_first_is_there_on_the_return() -> None:
    atlas = _TwoLands()
    keeper = Keeper(Rulebook(book_of().set, atlas))
    for said in ("leave for wilderness", "use map north", "stand at 0101"):
        keeper.do(said, dice=CALM)
    keeper.do("use map south")
    assert (keeper.state.journey.trail, keeper.state.journey.explored.items()) == ((), ())
    keeper.do("stand at 0102")
    keeper.do("use map north")
    assert keeper.state.journey.where == at(1, 1)
    assert keeper.state.journey.explored.keys() == (at(1, 1),)


class _TwoLands:
    """An atlas of two lands of grass."""

    def find(self, name: str, _digest: str, /) -> str | None:
        return {"north": "a1" * 32, "south": "b2" * 32}.get(name)

    def land(self, _digest: str, /) -> Land | None:
        return Land((Tile(at(1, 1), ("grass",)), Tile(at(1, 2), ("grass",))))

    def names(self) -> tuple[str, ...]:
        return ("north", "south")

    def calendar(self, _name: str, _digest: str, /) -> None:
        return None

    def calendars(self) -> tuple[str, ...]:
        return ()
