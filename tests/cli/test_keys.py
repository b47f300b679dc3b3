"""How many keys an evening takes in `play`: short words, what stands open answered with Enter, defaults."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.app.campaigns import begun
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.log import lines
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.cli.repl import Repl
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.parts.matters import matters

MOST_KEYS = 100
TURN = 600_000
"""A turn underground, in milliseconds."""
PARTY = (
    "party Varda wisdom 12 hp 7/7; Orlo wisdom 9 hp 4/4",
    "enter dungeon Barrow",
    "light torch for Varda",
)
DELVE = (
    "200 ft", "200 ft",  # a turn each at a cautious pace (G-MOVE-1)
    "search", "",  # and what stood open after it
    "lockpick", "",  # something comes; its reaction
    "fight 3 goblins", "", "kill 1 goblin", "", "end fight",
)  # fmt: skip
SHORT = ("{move}", "{move}", "search", "{lock}", "fight 3 goblins", "", "kill 1", "", "end")
"""The same in few letters: moves, a search, a lock where a game has such an act, a fight of two rounds."""
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


def typed(campaign: Campaign, said: Sequence[str]) -> int:
    """Type lines at the keeper; returns how many keys that takes, Enter among them."""
    keeper = Repl(campaign)
    for line in said:
        assert keeper.hear(line)
    assert not keeper.failed
    return sum(len(line) + 1 for line in said)


def test_a_delve_of_twenty_turns_takes_at_most_a_hundred_keys() -> None:
    campaign = begun(seed="k40")
    session = Session(campaign)
    for said in PARTY:
        assert isinstance(session.say(said), CommandDone)
    keys = typed(campaign, DELVE)
    while campaign.state.now.ms < 20 * 600_000:
        keys += typed(campaign, ("",))
    told = [one.text for one in lines(campaign)]
    for happened in (
        "move 200 ft cautiously",
        "search",
        "pick lock",
        "round 2",
        "fight over",
        "chosen: rest",
    ):
        assert any(happened in one for one in told), happened
    assert sum("lit" in one for one in told) > 1
    assert keys <= MOST_KEYS


@pytest.mark.parametrize("game", GAMES)
def test_the_same_delve_takes_at_most_a_hundred_keys_in_every_game_that_has_it(game: str) -> None:
    campaign = begun(seed="k60", rules=load_builtin(game))
    session, scores = Session(campaign), SCORES.get(game, "")
    for said in (
        f"party Varda{scores} hp 7; Orlo{scores} hp 4",
        "stock 9 torch",
        "stock 9 ration",
        *PARTY[1:],
    ):
        assert isinstance(session.say(said), CommandDone)
    keeper, keys, move, lock = Repl(campaign), 0, *GAMES[game]
    planned = [one.format(move=move, lock=lock) for one in SHORT]
    while planned or campaign.state.now.ms < 20 * TURN:
        fight, open_first = campaign.state.fight, bool(matters(campaign.state, campaign.book))
        line = "end" if fight is not None and fight.rounds > 1 else ""
        line = planned.pop(0) if planned and (fight is not None or not (planned[0] and open_first)) else line
        assert keeper.hear(line)
        keys += len(line) + 1
    told = [one.text for one in lines(campaign)]
    assert not keeper.failed
    assert all(any(one in said for said in told) for one in ("search", "round 2", "fight over"))
    assert sum("torch" in one and " lit" in one for one in told) > 1
    assert keys <= MOST_KEYS, keys
