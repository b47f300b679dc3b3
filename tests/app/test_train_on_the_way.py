"""Mounts and vehicles on a journey over the sample land, under the dungeon-game.

Around Tallow Mire (0409) all is swamp; north of it, from 0408, one comes out on grass at 0407.
"""

from __future__ import annotations

import pytest

from tests.app.campaigns import begun, do
from tests.play.keeper import DAY, HOUR, ByName, of_kind
from turnkeeper.app.campaign import Campaign
from turnkeeper.play.journey.hardship import MarchDone
from turnkeeper.play.journey.mounts import MountDied, MountPushed
from turnkeeper.play.journey.travel import HexEntered
from turnkeeper.play.kernel.event import Event, Refusal
from turnkeeper.rules import load_builtin
from turnkeeper.time import Instant

DUNGEON_GAME = load_builtin("dungeon-game")
# Nothing is met (D-ENC-3: only low throws are encounters), brawn saves succeed, mounts live.
CALM = ByName({
    "encounter check": "6",
    **dict.fromkeys(("brawn save of Varda", "brawn save of Orlo"), "1"),
    **dict.fromkeys(("push of Bess", "push of Nag", "push of Ox"), "6"),
})  # fmt: skip
ON_THE_WAY = (
    "party Varda brawn 12 cunning 12; Orlo brawn 12",
    "enter wilderness",
    "use map sample",
    "carry a map",
)


def at(place: str, *said: str) -> Campaign:
    """Return a campaign whose party stands in a hex of the sample land, after these commands."""
    campaign = begun(rules=DUNGEON_GAME)
    for one in (*ON_THE_WAY, f"stand at {place}", *said):
        go(campaign, one)
    return campaign


def go(campaign: Campaign, said: str, **faces: str) -> tuple[Event, ...]:
    """Carry a command out; ``faces`` are those of a mount's push, by its name."""
    pushes = {f"push of {name}": face for name, face in faces.items()}
    return do(campaign, said, dice=ByName({**CALM.faces, **pushes})).events


def refused(campaign: Campaign, said: str) -> Refusal:
    """Return the rules' no; the campaign is as it was."""
    before = campaign.state
    answer = campaign.do(campaign.parse(said), CALM)
    assert isinstance(answer, Refusal), f"{said}: {answer}"
    assert campaign.state == before
    return answer


# A cart without a horse


def test_a_cart_in_a_swamp_with_nothing_to_pull_it_is_refused_with_what_would_work_d_hex_8() -> None:
    campaign = at("0409", "mounts Bess hd 2", "cart Blue")
    for said in (
        "travel north",
        "travel north 2 hexes",
        "travel to 0407",
        "travel to 0407 by road",
        "push north",
    ):
        refusal = refused(campaign, said)
        assert refusal == Refusal(
            "stuck", "the cart Blue has nothing to pull it", "hitch Bess to Blue, or leave behind Blue"
        ), said


@pytest.mark.parametrize("said", ["hitch Bess to Blue", "leave behind Blue"])
def test_either_of_what_is_hinted_gets_them_on_their_way(said: str) -> None:
    campaign = at("0409", "mounts Bess hd 2", "cart Blue", said)
    (entered,) = of_kind(go(campaign, "travel north"), HexEntered)
    assert (entered.country, entered.took) == ("swamp", HOUR * 12)  # a watch on foot, twice in a swamp


def test_without_any_animal_the_cart_can_only_be_left() -> None:
    campaign = at("0409", "cart Blue")
    assert refused(campaign, "travel north").hint == "leave behind Blue"


def test_a_wagon_with_one_ox_and_a_cart_loaded_for_two_are_stuck_d_hex_8() -> None:
    campaign = at("0409", "mounts Bess hd 1; Ox hd 4", "wagon Old Tom", "hitch Ox to Old Tom")
    assert refused(campaign, "travel north").message == "the wagon Old Tom needs 2 animals, and has Ox"
    campaign = at("0409", "mounts Bess hd 1; Ox hd 4", "cart Blue", "hitch Bess to Blue", "hitch Ox to Blue")
    for said in ("load 15 items on Blue", "unhitch Ox"):
        go(campaign, said)
    stuck = refused(campaign, "travel north")
    assert stuck.message == "the cart Blue carries 15 items, and Bess can pull 3"
    go(campaign, stuck.hint)
    go(campaign, "travel north")


def test_an_ox_that_dies_in_the_swamp_leaves_the_cart_there_d_hex_5() -> None:
    campaign = at("0410", "mounts Bess hd 2; Nag hd 2; Ox hd 4", "cart Blue", "hitch Ox to Blue")
    events = go(campaign, "push north 2 hexes", Ox="2")
    assert [one.name for one in of_kind(events, MountDied)] == ["Ox"]
    # Pushed 3 hexes in a watch of 6 h, half of that with the cart, half again in the swamp: 8 h a hex.
    assert (campaign.state.now, len(of_kind(events, HexEntered))) == (Instant(0) + HOUR * 8, 1)
    assert campaign.state.unfinished
    for said in ("resume", "travel north"):
        refusal = refused(campaign, said)
        assert refusal.message == "the cart Blue has nothing to pull it"
        assert refusal.hint == "hitch Bess to Blue, or leave behind Blue"


# The pace that mounts and vehicles make


@pytest.mark.parametrize(
    "train, said, hours",
    [
        ((), "travel north", 6),  # on foot 1 hex a watch of 6 h
        (("mounts Bess hd 2; Nag hd 2",), "travel north", 3),  # mounted 2
        (("mounts Bess hd 2; Nag hd 2",), "push north", 2),  # pushed 3
        (("mounts Bess hd 2",), "travel north", 6),  # Orlo walks
        (("mounts Ox hd 4", "cart Blue", "hitch Ox to Blue"), "travel north", 6),  # half of 2, beside walkers
        (("mounts Bess hd 2; Nag hd 2; Ox hd 4", "cart Blue", "hitch Ox to Blue"), "travel north", 6),
        (("mounts Bess hd 2; Nag hd 2; Ox hd 4", "cart Blue", "hitch Ox to Blue"), "push north", 4),
        (
            ("mounts Bess hd 2; Nag hd 2; Ox hd 4; Red hd 4", "cart B", "hitch Ox to B", "hitch Red to B"),
            "travel north",
            6,  # more animals do not make it faster (D-HEX-8)
        ),
    ],
)  # fmt: skip
def test_what_comes_along_makes_the_pace_d_hex_2_d_hex_3_d_hex_8(
    train: tuple[str, ...], said: str, hours: int
) -> None:
    campaign = at("0408", *train)
    (entered,) = of_kind(go(campaign, said, Red="6"), HexEntered)
    assert (entered.country, entered.took) == ("grassland", HOUR * hours)


# Pushing, day after day


def test_pushed_on_three_days_in_a_row_a_mount_is_in_ever_more_danger_d_hex_5() -> None:
    campaign = at("0408", "mounts Bess hd 2; Nag hd 2")
    deadly = []
    for day, said in enumerate(("push north", "push south", "push north"), start=1):
        pushes = of_kind(go(campaign, said), MountPushed)
        assert [(one.name, one.day, one.run) for one in pushes] == [("Bess", day, day), ("Nag", day, day)]
        deadly += [one.dies_up_to for one in pushes[:1]]
        go(campaign, f"wait until day {day + 1} 00:00")
    assert deadly == [2, 3, 4]


def test_two_pushed_hexes_in_one_day_are_one_roll_d_hex_5() -> None:
    campaign = at("0408", "mounts Bess hd 2; Nag hd 2")
    assert len(of_kind(go(campaign, "push north"), MountPushed)) == 2
    assert of_kind(go(campaign, "push south"), MountPushed) == []


def test_a_forced_watch_on_mounts_pushes_them_d_hex_6() -> None:
    campaign = at("0407", "mounts Bess hd 2; Nag hd 2")
    ways = ("travel south", "travel north") * 2  # swamp 6 h, grass 3 h: 9 h, and the next needs 6
    done = [go(campaign, said) for said in ways[:2]]
    assert not of_kind([event for events in done for event in events], MountPushed)
    assert of_kind(go(campaign, "travel south"), MarchDone)
    go(campaign, "force march")
    pushes = of_kind(go(campaign, "resume"), MountPushed)
    assert [(one.name, one.day, one.dies_up_to) for one in pushes] == [("Bess", 1, 2), ("Nag", 1, 2)]
    assert campaign.state.now == Instant(0) + HOUR * 15


def test_a_clock_set_back_before_the_death_brings_the_mount_and_its_rider_s_pace_back_t2() -> None:
    campaign = at("0408", "mounts Bess hd 2; Nag hd 2")
    go(campaign, "push north", Bess="1")
    (entered,) = of_kind(go(campaign, "travel north"), HexEntered)
    assert entered.took == HOUR * 6
    go(campaign, "rule clock 01:00")
    go(campaign, "stand at 0408")
    (entered,) = of_kind(go(campaign, "travel north"), HexEntered)
    assert entered.took == HOUR * 3
    assert campaign.state.now < Instant(0) + DAY
