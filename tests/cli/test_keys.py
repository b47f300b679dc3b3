"""How many keys an evening takes in `play`: short words, what stands open answered with Enter, defaults."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.app.campaigns import begun
from turnkeeper.app.log import lines
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.cli.repl import Repl
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.parts.matters import matters

MOST_KEYS = 100
TURN = 600_000
"""A turn underground, in milliseconds."""
PARTY = "enter dungeon Barrow", "light torch for Varda"
SHORT = "{move}", "{move}", "search", "{lock}", "fight 3 goblins"
"""In few letters: moves, a search, a lock where a game has such an act, a fight."""
GAMES = {
    "glog": ("200'", "lockpick"),
    "cresthaven": ("200'", "pick lock"),
    "dungeon-game": ("", "attempt lock"),  # a room a turn
    "classic": ("200'", ""),
    "advanced": ("200'", "force door"),
    "fifth": ("200'", ""),
}
"""How one moves and opens a lock in each game with turns underground and torches that burn down."""
SCORES = {"dungeon-game": " cunning 12 brawn 9 agility 9", "glog": " wisdom 9"}


SEEDS = 8
"""How many times a delve is played with other dice."""
MOST_FIGHTS = 2
"""The fight that is planned, and one that the dice bring: a delve of more is another one."""


class Delve(NamedTuple):
    """Twenty turns in a game: the keys that they took, and what the log tells."""

    keys: int
    told: tuple[str, ...]

    def has(self, *happened: str) -> bool:
        """Return whether each of these stands in a line of the log."""
        return all(any(one in line for line in self.told) for one in happened)

    def times(self, *words: str) -> int:
        """Return how many lines of the log have all these words."""
        return sum(all(word in line for word in words) for line in self.told)


def delve(game: str, seed: str) -> Delve:
    """Play a delve of twenty turns at the keeper: what is planned where nothing waits, else Enter.

    Each fight is over after two rounds; in that with goblins one of them falls.
    """
    campaign = begun(seed=seed, rules=load_builtin(game))
    session, scores = Session(campaign), SCORES.get(game, "")
    for said in (
        f"party Varda{scores} hp 7; Orlo{scores} hp 4",
        "stock 9 torch",
        "stock 9 ration",
        *PARTY,
    ):
        assert isinstance(session.say(said), CommandDone)
    keeper, keys, move, lock = Repl(campaign), 0, *GAMES[game]
    planned = [one.format(move=move, lock=lock) for one in SHORT]
    while planned or campaign.state.now.ms < 20 * TURN:
        fight, line = campaign.state.fight, ""
        if fight is None and planned and not matters(campaign.state, campaign.book):
            line = planned.pop(0)
        elif fight is not None and fight.rounds == 1 and any(one.count > 1 for one in campaign.state.sides):
            line = "" if any(one.out for one in campaign.state.sides) else "kill 1"
        elif fight is not None and fight.rounds > 1:
            line = "end"
        assert keeper.hear(line)
        keys += len(line) + 1
    assert not keeper.failed
    return Delve(keys, tuple(one.text for one in lines(campaign)))


@pytest.mark.parametrize("game", GAMES)
def test_a_delve_of_twenty_turns_takes_at_most_a_hundred_keys_with_other_dice_too(game: str) -> None:
    delves = [delve(game, f"keys {number}") for number in range(SEEDS)]
    as_meant = [
        one
        for one in delves
        if 1 <= one.times("fight over") <= MOST_FIGHTS
        and one.times("torch", " lit") > 1
        and one.has("search", "round 2", "1 of goblins")
    ]
    assert len(as_meant) >= SEEDS // 2
    assert max(one.keys for one in as_meant) <= MOST_KEYS


def test_the_delve_has_its_moves_its_lock_and_its_weariness() -> None:
    """G-MOVE-1, G-ACT-1, G-ENC-2: with a rest for the weary, and still in a hundred keys."""
    wanted = "move 200 ft cautiously", "pick lock", "round 2", "fight over", "chosen: rest"
    found = [one for one in (delve("glog", f"keys {number}") for number in range(SEEDS)) if one.has(*wanted)]
    assert found
    assert min(one.keys for one in found) <= MOST_KEYS
