"""What is chosen and typed in the rows of a fight, as the command that it says."""

from __future__ import annotations

import pytest

from tests.app.campaigns import WISE, delving, do
from turnkeeper.views.referee.blows import blow


@pytest.mark.parametrize(
    "act, who, points, said",
    [
        ("hurt", ["goblin 2"], "4", "hurt goblin 2 4"),
        ("hurt", ["goblin 2", "goblin 3", "Varda"], "4", "hurt goblin 2+3 + Varda 4"),
        ("hurt", ["Varda"], "+2", "heal Varda 2"),
        ("heal", ["Varda"], "2", "heal Varda 2"),
        ("down", ["goblin 1", "goblin 4"], "", "down goblin 1+4"),
        ("kill", ["goblin 1"], "", "kill goblin 1"),
        ("flee", ["Orlo"], "", "flee Orlo"),
        ("surrender", ["goblin 1"], "", "surrender goblin 1"),
        ("rouse", ["goblin 1"], "", "rouse goblin 1"),
        ("hp", ["Varda"], "7", "rule hp of Varda 7"),
        ("last turn: stunned", ["goblin 1"], "", "effect stunned on goblin 1 until their next turn"),
        ("last 2 rounds: held", ["goblin 1"], "", "timer held 2 rounds for goblin 1"),
        ("last ended:", ["Orlo"], "", "timer cursed by the moon for Orlo"),
        ("hurt", [], "4", "hurt  4"),
    ],
)
def test_what_is_chosen_and_typed_is_said_in_the_commands_own_words(
    act: str, who: list[str], points: str, said: str
) -> None:
    campaign = delving("foes goblins 6 morale 12 hp 5")
    do(campaign, "fight", dice=WISE)
    assert blow(campaign, act, who, points, "cursed by the moon") == said
