"""A blow told without its target hurts nobody yet: which of the foes it is, is asked."""

from __future__ import annotations

import pytest

from tests.app.phrasebook import campaign_in
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.app.understanding import understand


@pytest.mark.parametrize(
    "said, points",
    [
        ("Varda hits for 5", 5),
        ("Varda hits a goblin for 5", 5),
        ("Bram smites one of them for eight", 8),
        ("Orlo backstabs the goblin leader from behind and does six damage.", 6),
        ("Bram clubs the ugly one with his mace, 3 damage", 3),
        ("Varda cleaves into them dealing 4 points of damage", 4),
    ],
)
def test_which_foe_is_hurt_is_asked_where_several_stand(said: str, points: int) -> None:
    asked = understand(campaign_in("fight"), said)
    assert isinstance(asked, NotUnderstood)
    assert asked.choices == tuple(f"hurt goblin {number} {points}" for number in (1, 2, 3, 4))


@pytest.mark.parametrize(
    "said",
    [
        "Bram gets knocked prone and has to spend next round standing up.",
        "Orlo stays back, ready to search the chest when the coast looks clear and quiet",
    ],
)
def test_a_small_part_of_a_sentence_is_not_done_in_its_name(said: str) -> None:
    assert isinstance(understand(campaign_in("fight"), said), NotUnderstood)
