"""Who is with the party: some stay behind and come back, some take another name."""

from __future__ import annotations

import msgspec
import pytest

from tests.play.keeper import CALM, ByName, Keeper, keep

PARTY = "party Varda wisdom 12 hp 5/7; Orlo wisdom 9 hp 4/6; Wulf hp 3"


DICE = ByName({**CALM.faces, "healing of Orlo": "4"})


def go(keeper: Keeper, *said: str) -> None:
    for each in said:
        keeper.do(each, dice=DICE)


def names(keeper: Keeper) -> list[str]:
    return [one.name for one in keeper.state.party.members]


def test_who_stays_behind_is_out_of_it_until_they_are_back() -> None:
    keeper = keep(PARTY, "enter dungeon Barrow", "light torch for Varda")
    assert keeper.told("stay behind Orlo") == ["Orlo stays behind, Barrow"]
    assert names(keeper) == ["Varda", "Wulf"]
    assert keeper.refused("hurt Orlo 1").code == "apart"
    # Nobody else can take the name meanwhile.
    assert keeper.refused("party Orlo").code == "twice"
    # A fight does not count them: without a figure of Wulf's the round would ask for it, of Orlo nothing.
    go(keeper, "write Wulf as wisdom 9", "foes goblins 2 hp 3", "fight")
    assert keeper.refused("stay behind Wulf").code == "fight"
    go(keeper, "end fight", "wait 1 turn")
    assert keeper.told("rejoin Orlo") == ["Orlo is back with the party"]
    assert names(keeper) == ["Varda", "Wulf", "Orlo"]
    orlo = keeper.state.party.find("Orlo")
    assert orlo is not None
    assert (orlo.hp, orlo.apart, keeper.state.party.absent) == (4, "", ())
    assert keeper.refused("rejoin Orlo").code == "unknown-name"


def test_who_bears_the_light_leaves_nobody_in_the_dark_and_nobody_leaves_a_party_empty() -> None:
    keeper = keep("party Varda", "enter dungeon", "light torch for Varda")
    assert keeper.refused("send ahead Varda").code == "alone"
    keeper.do("party Orlo")
    assert keeper.refused("send ahead Varda").code == "bears-light"
    keeper.do("hand torch from Varda to Orlo")
    assert keeper.told("send ahead Varda") == ["Varda goes ahead"]


def test_hunger_of_who_was_apart_counts_from_their_return() -> None:
    keeper = keep("party Varda; Orlo", "stock 9 rations", rules="dungeon-game")
    go(keeper, "stay behind Orlo", "wait 30 h", "rejoin Orlo")
    orlo = keeper.state.party.find("Orlo")
    assert orlo is not None
    assert orlo.joined == keeper.state.now


def test_a_name_is_changed_wherever_it_stands_and_the_earlier_one_stays_understood() -> None:
    keeper = keep(PARTY, "enter dungeon Barrow", "light torch for Orlo", "light lantern for Orlo")
    keeper.do("douse lantern of Orlo")
    keeper.do("timer bless 9 turns for Orlo")
    go(keeper, "lunch by Orlo")
    assert keeper.told("rename Orlo to Orlo the Bold") == ["Orlo is called Orlo the Bold"]
    orlo = keeper.state.party.find("orlo")
    assert orlo is not None
    assert (orlo.name, orlo.formerly) == ("Orlo the Bold", ("Orlo",))
    left = msgspec.json.encode(
        [keeper.state.lights.lit, keeper.state.lights.doused, keeper.state.provisions,
         [one.who for one in keeper.state.timers.live.values()]]
    )  # fmt: skip
    assert b'"Orlo"' not in left
    go(
        keeper,
        "write Orlo as hp 4",
        "hurt Orlo 1",
        "douse torch of Orlo",
        "end timer bless (Orlo the Bold)",
    )
    found = keeper.state.party.find("Orlo the Bold")
    assert found is not None
    assert found.hp == 3


def test_a_clock_that_is_set_back_knows_the_person_by_the_earlier_name() -> None:
    keeper = keep(PARTY, "enter dungeon Barrow", "light torch for Orlo", "wait 1 turn", "hurt Orlo 2")
    keeper.do("rename Orlo to Bold")
    keeper.do("rule clock day 1 00:05")
    bold = keeper.state.party.find("Bold")
    assert bold is not None
    assert bold.hp == 4
    assert [one.bearer for one in keeper.state.lights.lit] == ["Bold"]


@pytest.mark.parametrize(
    "said, code",
    [
        ("rename Orlo to Varda", "twice"),
        ("rename Orlo to Orlo", "same"),
        ("rename Bram to Wulf", "unknown-name"),
    ],
)
def test_a_name_that_is_no_new_one_is_refused(said: str, code: str) -> None:
    assert keep(PARTY).refused(said).code == code


def test_a_first_name_that_only_one_has_is_enough() -> None:
    keeper = keep("party Brin the thief hp 2/4; Cora the elf; Cora the bard")
    keeper.do("heal Brin 1")
    keeper.do("timer bless 6 turns for brin")
    assert keeper.state.party.members[0].hp == 3
    assert [one.who for one in keeper.state.timers.live.values()] == ["Brin the thief"]
    assert keeper.refused("dismiss Cora").code == "unknown-name"  # which of the two?
