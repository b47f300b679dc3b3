"""Base Morale: what somebody brings to the Tide of Battle."""

from __future__ import annotations

import pytest

from tests.play.keeper import book_of, keep
from turnkeeper.play.fight.morale import base_morale
from turnkeeper.play.party.party import Character

QUEST = book_of("quest-of-destiny")


@pytest.mark.parametrize(
    "charisma, morale",
    [(-2, 0), (1, 0), (6, 0), (7, 1), (14, 1), (15, 2), (20, 2), (21, 3), (26, 3), (27, 4), (99, 4)],
)
def test_q_mor_1_base_morale_by_charisma(charisma: int, morale: int) -> None:
    assert base_morale(Character("Sefa", (("charisma", charisma),)), QUEST) == morale


@pytest.mark.parametrize("level, more", [(0, 0), (1, 0), (10, 0), (11, 1), (20, 1), (21, 2), (40, 2)])
def test_q_mor_1_and_by_level(level: int, more: int) -> None:
    """A Charisma of 12 gives 1."""
    assert base_morale(Character("Sefa", (("charisma", 12),), level), QUEST) == 1 + more


def test_what_is_written_as_morale_counts_instead() -> None:
    assert base_morale(Character("Sefa", (("charisma", 30),), 30, morale=2), QUEST) == 2
    keeper = keep("party Sefa charisma 15 level 12; Bram morale 0; Orlo", rules="quest-of-destiny")
    assert [base_morale(one, QUEST) for one in keeper.state.party.members] == [3, 0, None]


def test_a_rule_set_without_a_tide_has_none() -> None:
    assert base_morale(Character("Sefa", (("charisma", 15),), morale=7), book_of("glog")) is None
