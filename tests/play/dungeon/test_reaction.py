"""The reaction roll (G-ENC-3, G-REACT-1)."""

from __future__ import annotations

import pytest

from tests.play.keeper import Keeper, keep, of_kind
from turnkeeper.chance.drivers import every_answer
from turnkeeper.play.dungeon.reactions import Reacted

ATTACK, UNFAVOURABLE, FAVOURABLE, VERY = (
    "immediate attack",
    "unfavourable",
    "favourable",
    "very favourable",
)


def met(*said: str) -> Keeper:
    return keep("party Varda; Orlo", "enter dungeon Barrow", "enter room Hall", "meet owlbear", *said)


def reaction_to(total: int) -> str:
    """G-REACT-1 as it is printed: 2 or less, 3-7, 8-11, 12 or more."""
    if total <= 2:
        return ATTACK
    if total <= 7:
        return UNFAVOURABLE
    return FAVOURABLE if total <= 11 else VERY


@pytest.mark.parametrize("modifier", range(-3, 4))
@pytest.mark.parametrize("first,second", [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 6), (3, 6),
                                          (4, 6), (5, 6), (6, 6)])  # fmt: skip
def test_g_react_1_every_total_with_every_modifier(modifier: int, first: int, second: int) -> None:
    """The ends are open: -1 is an immediate attack, and 15 very favourable."""
    said = f"reaction {modifier:+d}" if modifier else "reaction"
    (reacted,) = of_kind(met().do(said, f"{first}+{second}"), Reacted)
    assert reacted.reaction == reaction_to(first + second + modifier)
    assert reacted.rolled.total == first + second + modifier
    assert reacted.rule == "G-REACT-1"


def test_g_react_1_the_odds_without_a_modifier_out_of_36() -> None:
    # 2: 1 way. 3 to 7: 2+3+4+5+6 = 20. 8 to 11: 5+4+3+2 = 14. 12: 1.
    ways = every_answer(met().needs("reaction"))
    assert [one.weight for one in ways] == [1, 20, 14, 1]


def test_g_react_1_the_most_visible_character_counts_else_whoever_walks_first() -> None:
    keeper = met("rule reaction of Varda 2", "rule reaction of Orlo -1")
    assert keeper.needs("reaction").dice == "2d6+2"
    assert keeper.needs("reaction for Orlo").dice == "2d6-1"
    assert keeper.needs("reaction for Orlo +1").dice == "2d6"


def test_the_dead_are_not_seen_first() -> None:
    keeper = met("rule reaction of Varda 2", "kill Varda")
    assert keeper.needs("reaction").dice == "2d6"
    assert keeper.refused("reaction for Varda").code == "dead"


def test_g_enc_3_the_reaction_is_that_of_whom_the_party_meets_now() -> None:
    keeper = met()
    assert keeper.told("reaction", "4+4") == [
        "reaction of owlbear 8: favourable: They are ready to talk or trade."
    ]
    keeper.do("meet goblins")
    assert keeper.told("reaction", "1+1")[0].startswith("reaction of goblins 2: immediate attack")
    assert [one.reaction for one in keeper.state.meetings] == [FAVOURABLE, ATTACK]


def test_a_modifier_beyond_reason_is_refused() -> None:
    assert met().refused("reaction +101").code == "number"
    assert met().refused("reaction -999999999").code == "number"
    assert met().needs("reaction +100").dice == "2d6+100"
