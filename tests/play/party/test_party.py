"""Who is in the party, how hurt and how tired (G-FAT-4)."""

from __future__ import annotations

import pytest

from tests.play.keeper import book_of, house_rules, keep, of_kind
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.play.party.fatigue import FatigueChanged
from turnkeeper.play.party.party import HitPointsChanged
from turnkeeper.time import ORIGIN


def test_people_join_with_what_is_written_of_them_and_keep_their_order() -> None:
    keeper = keep(
        "party Varda wisdom 12 strength 9 level 2 hp 5/7 carrying 8 reaction 1; Orlo", "hire Bram morale 7"
    )
    varda, orlo, bram = keeper.state.party.members
    assert (varda.name, varda.level, varda.most_hp, varda.carrying, varda.reaction) == ("Varda", 2, 7, 8, 1)
    assert (varda.attribute("wisdom"), varda.attribute("charisma")) == (12, None)
    assert varda.hp is not None
    assert varda.hp == 5
    assert (orlo.hp, orlo.hireling) == (None, False)
    assert (bram.hireling, bram.morale) == (True, 7)


def test_nobody_joins_twice_and_nobody_has_more_hit_points_than_the_most() -> None:
    keeper = keep("party Varda")
    assert keeper.refused("party varda").code == "twice"
    assert keeper.refused("party Orlo; ORLO").code == "twice"
    assert keeper.refused("party Orlo hp 8/7").code == "hit-points"
    assert [one.name for one in keeper.state.party.members] == ["Varda"]


def test_names_are_known_in_any_case_and_a_stranger_is_refused_with_the_nearest() -> None:
    keeper = keep("party Varda hp 5")
    assert keeper.told("hurt VARDA 1") == ["Varda loses 1 hp, has 4"]
    assert keeper.refused("hurt Vrada 1").hint == "did you mean 'Varda'?"
    assert keeper.refused("dismiss Zed").hint == "party Zed"


def test_who_is_dismissed_is_gone_and_may_come_again() -> None:
    keeper = keep("party Varda hp 5; Orlo", "hurt Varda 2", "dismiss Varda")
    assert [one.name for one in keeper.state.party.members] == ["Orlo"]
    keeper.do("party Varda hp 7")
    assert [one.name for one in keeper.state.party.members] == ["Orlo", "Varda"]


def test_hit_points_fall_below_0_and_heal_up_to_the_most() -> None:
    keeper = keep("party Varda hp 5/7")
    assert [one.now for one in of_kind(keeper.do("hurt Varda 8"), HitPointsChanged)] == [-3]
    (healed,) = of_kind(keeper.do("heal Varda 100"), HitPointsChanged)
    assert (healed.by, healed.now) == (10, 7)
    assert keeper.refused("heal Varda 1").code == "unhurt"
    assert keeper.refused("hurt Varda 0").code == "number"
    assert keeper.refused("hurt Varda -1").code == "number"


def test_hit_points_that_are_not_kept_cannot_change() -> None:
    refusal = keep("party Varda").refused("hurt Varda 1")
    assert (refusal.code, refusal.hint) == ("no-hit-points", "rule hp of Varda 5")


def test_fatigue_is_taken_and_shed_but_never_below_none() -> None:
    keeper = keep("party Varda")
    assert [one.now for one in of_kind(keeper.do("tire Varda 2"), FatigueChanged)] == [2]
    assert keeper.told("tire Varda -1") == ["Varda sheds 1 slot of fatigue, has 1"]
    assert keeper.refused("tire Varda -2").code == "number"
    assert keeper.refused("tire Varda 0").code == "number"


@pytest.mark.parametrize(
    "carrying,fatigue,over", [(0, 0, 0), (10, 0, 0), (11, 0, 1), (9, 1, 0), (9, 3, 2), (14, 2, 6)]
)
def test_g_fat_4_slots_are_strength_and_each_slot_over_counts(carrying: int, fatigue: int, over: int) -> None:
    keeper = keep(f"party Varda strength 10 carrying {carrying}")
    if fatigue:
        keeper.do(f"tire Varda {fatigue}")
    (varda,) = keeper.state.party.members
    assert varda.over(book_of()) == over


def test_g_fat_4_without_strength_nobody_knows_how_much_is_too_much() -> None:
    refused = keep().refused("party Varda carrying 50")
    assert (refused.code, "strength" in refused.message) == ("no-attribute", True)
    (varda,) = keep("party Varda").state.party.members
    assert varda.over(book_of()) == 0


def test_t2_a_clock_set_back_takes_wounds_and_fatigue_back() -> None:
    """T2."""
    keeper = keep("party Varda hp 7", "wait 1 h", "hurt Varda 3", "tire Varda 2", "wait 1 h", "hurt Varda 1")
    keeper.do("rule clock day 1 01:30")
    (varda,) = keeper.state.party.members
    assert (varda.hp or 0, varda.fatigue) == (4, 2)
    keeper.do("rule clock day 1 00:30")
    (varda,) = keeper.state.party.members
    assert (varda.hp or 0, varda.fatigue) == (7, 0)
    assert keeper.now > ORIGIN


def test_part_of_a_name_is_enough_to_be_shown_the_whole() -> None:
    keeper = keep("party Varda; Ysolde the Quick; Zed")
    for said in ("quick", "ysolde the"):
        assert keeper.refused(f"tire {said} 1").hint == "did you mean 'Ysolde the Quick'?"
    keeper.do("tire ysolde 1")  # a first name that nobody else has
    assert [one.fatigue for one in keeper.state.party.members] == [0, 1, 0]


def test_nobody_leaves_with_a_light_that_still_burns_for_the_party() -> None:
    """T19: a light counts by who bears it, so it is handed over or put out first."""
    keeper = keep("party Varda", "hire Bram", "enter dungeon", "light torch for Bram")
    refusal = keeper.refused("dismiss Bram")
    assert (refusal.code, refusal.hint) == (
        "bears-light",
        "hand torch from Bram to Varda, or douse torch of Bram",
    )
    keeper.do("hand torch from Bram to Varda")
    assert keeper.told("dismiss Bram") == ["Bram leaves the party"]
    assert keeper.refused("dismiss Varda").hint == "douse torch of Varda"
    keeper.do("douse torch of Varda")
    keeper.do("dismiss Varda")


def test_nobody_joins_at_a_level_below_0() -> None:
    """G-HEAL-1: lunch heals 1d6 and the level, which must never take away."""
    keeper = keep("party Varda level 0")
    with pytest.raises(SpeechError, match="a level is 0 or more, not -1"):
        keeper.do("party Orlo level -1")


@pytest.mark.parametrize("number", ["0", "-1", "1000000"])
def test_a_count_that_is_none_is_told_its_bounds(number: str) -> None:
    refused = keep().ask(f"foes goblins {number}")
    assert isinstance(refused, Refusal)
    assert "1 to 10,000 members" in refused.message


def test_a_count_that_is_neither_a_number_nor_dice_is_told_what_would_be_one() -> None:
    with pytest.raises(SpeechError, match="neither a number from 1 nor dice"):
        keep().do("foes goblins many")


def test_a_wound_that_takes_nothing_any_more_is_told() -> None:
    """F-DEATH-1: below 0 nobody falls, and what a wound does to who is down is for the table to see."""
    keeper = keep("party Mira hp 1/12", rules="fifth")
    assert keeper.told("hurt Mira 3") == ["Mira loses 1 hp, has 0"]
    assert keeper.told("hurt Mira 3") == ["Mira has no more to lose, has 0"]
    assert keeper.told("hurt Mira 1d6", "4") == ["Mira has no more to lose (1d6 = 4), has 0"]


def test_what_is_proposed_where_modifiers_are_written_is_one() -> None:
    keeper = keep("party Mira", rules="torchlit")
    assert keeper.refused("check wisdom of Mira against 12").hint == "rule wisdom of Mira 1"
    assert keeper.refused("rule wisdom of Mira 14").code == "modifier"
    keeper.do("rule wisdom of Mira 1")


@pytest.mark.parametrize(
    "rules, attribute",
    [("cresthaven", "strength"), ("torchlit", "dexterity"), ("cresthaven", "constitution")],
)
def test_a_score_where_the_modifier_is_written_is_refused(rules: str, attribute: str) -> None:
    """Strength 10 as a modifier would bear (10 + 4) x 25 = 350 lb (C-MOVE-3), Dexterity 12 throw d20 + 12."""
    keeper = keep(f"party Varda {attribute} 5; Orlo {attribute} -5", rules=rules)
    for said in (
        f"party Bram {attribute} 6",
        f"rule {attribute} of Varda 10",
        f"rule {attribute} of Varda 1 more",
        f"write Orlo as {attribute} 14",
    ):
        fault = keeper.refused(said)
        assert fault.code == "modifier", said
        assert "what is written here is the modifier, not the score" in fault.message
    assert [one.attribute(attribute) for one in keeper.state.party.members] == [5, -5]


def test_a_house_may_write_the_scores_and_what_is_no_modifier_has_no_bound() -> None:
    keeper = keep("party Varda strength 8", rules=house_rules("[characters]\nmodifiers = []\n", "cresthaven"))
    assert keeper.state.party.members[0].attribute("strength") == 8
    assert keep("party Varda gear 13", rules="torchlit").state.party.members[0].attribute("gear") == 13
