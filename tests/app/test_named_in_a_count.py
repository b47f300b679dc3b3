"""Who is meant in a count by the name that is said."""

from __future__ import annotations

from tests.app.campaigns import begun, do
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.rules.reading.load import load_builtin


def test_one_goblin_alone_is_goblin_1_too_and_nobody_acts_in_its_place() -> None:
    """Who is not due does not act; a foe alone has the name of its side and answers to its number too."""
    campaign = begun(rules=load_builtin("quest-of-destiny"))
    for said in ("party Ann order 5 hp 9; Bel order 9 hp 9", "foes goblins 1 order 9 hp 4"):
        do(campaign, said)
    do(campaign, "fight", "3", "8", "6")
    session = Session(campaign)
    early = session.say("act dagger by goblin 1")
    assert isinstance(early, Refusal)
    assert early.message == "it is not the turn of goblins, who acts at round 1 segment 6"
    assert isinstance(session.say("delay until 8 by goblin 1"), Refusal)
    assert isinstance(session.say("act dagger by Ann"), CommandDone)
    done = session.say("act dagger by goblin 1")
    assert isinstance(done, CommandDone)
    assert "round 1 segment 6, goblins: dagger" in str(done.lines[0])
