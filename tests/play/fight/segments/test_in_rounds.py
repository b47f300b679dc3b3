"""Rounds with segments: the other side's die, castings and what spoils them, actions held back, surprise."""

from __future__ import annotations

import pytest

from tests.play.keeper import Keeper, house_rules, keep
from turnkeeper.rules import builtin_ids
from turnkeeper.rules.book import Rulebook

OWN = '[fight.order.segments]\non = "own"\n'


def _fight(*said: str, rules: str | Rulebook = "advanced") -> Keeper:
    people = "party Mira hp 8; Orlo dexterity 5 hp 9; Bram dexterity 18 hp 7"
    return keep(people, "enter dungeon Barrow", "foes orcs 4 hp 5", *said, rules=rules)


def _goes(keeper: Keeper) -> list[tuple[int, tuple[str, ...], str]]:
    assert keeper.state.fight is not None
    return [(go.segment, go.who, go.casting) for go in keeper.state.fight.goes]


PARTY = ("Mira", "Orlo", "Bram")


@pytest.mark.parametrize("ours", range(1, 7))
@pytest.mark.parametrize("theirs", range(1, 7))
def test_v_init_1_and_2_each_side_acts_in_the_segment_of_the_other_sides_die(ours: int, theirs: int) -> None:
    keeper = _fight("fight")
    keeper.do("round", str(ours), str(theirs))
    goes = [(theirs, PARTY, ""), (ours, ("orcs",), "")]
    at_once = [(ours, (*PARTY, "orcs"), "")]
    assert _goes(keeper) == (at_once if ours == theirs else sorted(goes))


def test_a_round_can_go_by_a_sides_own_die_from_either_end() -> None:
    """The best throw acts first: own dice are counted down from the last segment, or up where low is best."""
    keeper = _fight("fight", rules=house_rules(OWN, "advanced"))
    keeper.do("round", "6", "2")
    assert _goes(keeper) == [(5, PARTY, ""), (9, ("orcs",), "")]
    low = _fight("fight", rules=house_rules('[fight.order]\nfirst = "low"\n' + OWN, "advanced"))
    low.do("round", "6", "2")
    assert _goes(low) == [(2, ("orcs",), ""), (6, PARTY, "")]


def test_all_who_are_against_the_party_throw_as_one() -> None:
    keeper = _fight("foes wolves 2", "fight")
    assert keeper.told("round", "2", "5") == [
        "round 1: party 2, enemies 5; segment 2 orcs and wolves, segment 5 Mira and Orlo and Bram"
    ]


def test_v_init_3_missiles_are_sooner_or_later_by_dexterity_and_no_sooner_than_the_first() -> None:
    keeper = _fight("wield missile by Orlo", "wield missile by Bram", "fight")
    keeper.do("round", "6", "2")
    assert _goes(keeper) == [(1, ("Bram",), ""), (2, ("Mira",), ""), (3, ("Orlo",), ""), (6, ("orcs",), "")]


def test_the_clock_stands_at_the_segment_of_who_acts_and_a_round_is_a_minute_all_the_same() -> None:
    keeper = _fight("fight")
    keeper.do("round", "6", "2")
    for said, second in (("done", 6), ("done", 30)):
        keeper.do(said)
        assert keeper.state.now.ms == second * 1_000
    keeper.do("round", "6", "2")
    assert keeper.state.now.ms == 60_000


# Castings


@pytest.mark.parametrize("takes", [1, 2, 4, 8, 9, 25])
def test_v_cast_1_a_casting_takes_effect_when_its_segments_are_over_in_whatever_round(takes: int) -> None:
    keeper = _fight("fight")
    keeper.do("round", "6", "2")
    keeper.do(f"cast sleep {takes} by Mira")
    rounds, segment = divmod(2 + takes - 1, 10)
    for _ in range(rounds):
        assert not any(casting for _, _, casting in _goes(keeper))
        keeper.do("round", "6", "2")
    assert (segment + 1, ("Mira",), "sleep") in _goes(keeper)
    assert rounds == 0 or all("Mira" not in who or casting for _, who, casting in _goes(keeper))
    while "takes effect" not in "".join(keeper.told("done")):
        pass
    assert keeper.state.now.ms == rounds * 60_000 + segment * 6_000


def test_v_cast_1_it_takes_effect_before_anyone_acts_in_its_segment() -> None:
    keeper = _fight("fight")
    keeper.do("round", "3", "2")
    keeper.do("cast shield 1 by Mira")
    assert _goes(keeper) == [(2, PARTY, ""), (3, ("Mira",), "shield"), (3, ("orcs",), "")]


@pytest.mark.parametrize("wound", ["hurt Mira 1", "down Mira", "kill Mira", "flee Mira"])
def test_v_cast_2_a_wound_or_worse_spoils_a_casting(wound: str) -> None:
    keeper = _fight("fight")
    keeper.do("round", "6", "2")
    keeper.do("cast sleep 9 by Mira")
    assert "sleep of Mira is spoilt" in keeper.told(wound)
    assert keeper.state.fight is not None
    assert keeper.state.fight.castings == ()


def test_v_cast_2_no_wound_before_it_begins_or_after_its_effect_or_of_another_spoils_it() -> None:
    keeper = _fight("fight")
    keeper.do("round", "6", "2")
    keeper.do("hurt Mira 1")
    keeper.do("cast sleep 1 by Mira")
    assert "spoilt" not in "".join(keeper.told("hurt Orlo 1"))
    keeper.do("done")
    assert keeper.told("done") == ["sleep of Mira takes effect"]
    assert keeper.told("hurt Mira 1") == ["Mira loses 1 hp, has 6"]


def test_one_of_a_side_casts_by_number_and_only_their_own_wound_spoils_it() -> None:
    keeper = _fight("fight")
    keeper.do("round", "2", "6")
    assert keeper.refused("cast curse 2").code == "which"
    keeper.do("cast curse 2 by orc 3")
    keeper.do("done")
    assert "spoilt" not in "".join(keeper.told("hurt orc 2 1"))
    assert "curse of orc 3 is spoilt" in keeper.told("hurt orc 3 1")
    assert _goes(keeper) == [(2, ("orcs",), ""), (6, PARTY, "")]


def test_whoever_is_not_up_neither_casts_nor_holds() -> None:
    keeper = _fight("fight")
    assert keeper.refused("cast sleep 1 by Mira").code == "no-round"
    keeper.do("round", "6", "2")
    assert keeper.refused("cast sleep 0 by Mira").code == "length"
    assert keeper.refused("cast sleep 1").code == "who"
    keeper.do("done")
    assert keeper.refused("cast sleep 1 by Mira").code == "turn"
    assert keeper.refused("hold by Mira").code == "turn"


# Holding back


def test_v_init_4_who_holds_back_acts_after_the_next_or_in_a_later_segment() -> None:
    keeper = _fight("fight")
    keeper.do("round", "6", "2")
    assert keeper.refused("hold until 2 by Mira").code == "segment"
    assert keeper.refused("hold until 11 by Mira").code == "segment"
    keeper.do("hold by Mira")
    keeper.do("hold until 9 by Orlo")
    assert _goes(keeper)[1:] == [(6, ("orcs",), ""), (6, ("Mira",), ""), (9, ("Orlo",), "")]


# Surprise


@pytest.mark.parametrize(
    "ours, theirs, goes",
    [
        ("1", "2", [(2, PARTY, "")]),
        ("2", "5", [(1, ("orcs",), ""), (2, ("orcs",), "")]),
        ("5", "2", [(1, PARTY, ""), (2, PARTY, "")]),
        ("1", "1", []),
        ("4", "3", []),
    ],
)
def test_v_surp_1_and_2_who_is_surprised_for_less_long_acts_meanwhile(
    ours: str, theirs: str, goes: list[object]
) -> None:
    people = "party Mira hp 8; Orlo hp 9; Bram hp 7"
    keeper = keep(people, "enter dungeon Barrow", "foes orcs 4", rules="advanced")
    keeper.do("throw surprise", ours, theirs)
    keeper.do("fight")
    assert _goes(keeper) == goes


def test_v_surp_3_dexterity_shortens_and_lengthens_it_and_never_makes_it() -> None:
    """Dexterity 5 adds a segment, 18 takes three away."""
    keeper = _fight()
    keeper.do("throw surprise", "1", "4")
    assert keeper.told("fight") == [
        "fight; surprised, doing nothing: Mira for 1 segment, Orlo for 2 segments"
    ]
    assert _goes(keeper) == [(1, ("Bram", "orcs"), ""), (2, ("Mira", "Bram", "orcs"), "")]
    ready = _fight()
    ready.do("throw surprise", "3", "4")
    assert ready.told("fight") == ["fight"]


def test_the_time_of_surprise_passes_before_the_first_round() -> None:
    keeper = _fight()
    keeper.do("throw surprise", "1", "1")
    keeper.do("fight")
    keeper.do("round", "6", "2")
    assert keeper.state.now.ms == 12_000, "Orlo was surprised for two segments of six seconds"


def test_whom_the_referee_names_loses_a_segment() -> None:
    keeper = _fight()
    keeper.do("fight surprised orcs")
    assert _goes(keeper) == [(1, PARTY, "")]


def test_a_casting_goes_on_from_surprise_into_the_first_round() -> None:
    """Begun in the second segment of two, three long: in the third of the round."""
    keeper = _fight()
    keeper.do("throw surprise", "3", "2")
    keeper.do("fight")
    keeper.do("done")
    keeper.do("cast sleep 3 by Mira")
    keeper.do("round", "6", "1")
    assert _goes(keeper) == [(1, ("Orlo", "Bram"), ""), (3, ("Mira",), "sleep"), (6, ("orcs",), "")]


@pytest.mark.parametrize(
    "rules", [one for one in builtin_ids() if one not in {"advanced", "quest-of-destiny"}]
)
def test_a_game_without_segments_offers_none_of_it(rules: str) -> None:
    assert keep("party Mira hp 8", rules=rules).refused("hold by Mira").code == "no-segments"
