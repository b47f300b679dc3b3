"""What players are told of an encounter that holds the clock: not who, how many, how far or how minded.

That something is there the referee tells at the table; the view says it only where it comes in among them.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.app.campaigns import delving, do, replay_text
from turnkeeper.app.sharing import Shown
from turnkeeper.views.players.view import players_view

EVERYTHING = Shown("exact", numbers=True)
THEY_COME = Path(__file__).parents[2] / "playthroughs" / "quest-it-comes.play"
"""Wolves were met by the light of a torch, were let come, and are there."""


def seen(*said: str) -> bytes:
    """Return the players' view of a delve after some commands, in bytes, with all the table could show."""
    campaign = delving()
    for one in said:
        do(campaign, one)
    return msgspec.json.encode(players_view(campaign, EVERYTHING))


@pytest.mark.parametrize(
    "said",
    [
        ("meet goblins",),
        ("meet trolls 120 ft away",),
        ("meet goblins 60 ft away", "meet spiders 30 ft away"),
        ("meet 6 goblins morale 7 hp 4",),
        ("meet owlbear 60 ft away", "reaction for Varda"),
        ("meet owlbear", "let it be"),
        ("meet owlbear", "part"),
    ],
)
def test_an_encounter_makes_no_difference_to_the_players_view(said: tuple[str, ...]) -> None:
    assert seen(*said) == seen()


def test_what_comes_in_among_them_is_told_without_a_name() -> None:
    campaign = replay_text(THEY_COME.read_text(encoding="utf-8"), THEY_COME.name).campaign
    assert campaign is not None
    told = msgspec.json.encode(players_view(campaign, EVERYTHING))
    assert b"Something comes in." in told
    assert b"wol" not in told.lower()
