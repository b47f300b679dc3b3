"""How many keys an evening takes in `play`: short words, what stands open answered with Enter, defaults."""

from __future__ import annotations

from collections.abc import Sequence

from tests.app.campaigns import begun
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.log import lines
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.cli.repl import Repl

MOST_KEYS = 100
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
