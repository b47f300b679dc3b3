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


def test_who_speaks_in_a_count_acts_and_nobody_is_talked_to_in_their_place() -> None:
    """Out of turn they are refused; that something was met makes no throw for its reaction of it."""
    campaign = begun(rules=load_builtin("quest-of-destiny"))
    session = Session(campaign)
    for line in ("party Ann order 5 hp 9; Bel order 9 hp 9", "meet 2 goblins 30 ft"):
        assert isinstance(session.say(line), CommandDone)
    do(campaign, "fight", "3", "8", "6", "6")
    refused = [session.say(one) for one in ("Bel: speak", "Bel speaks", "goblin 1: dagger", "Bel acts 6")]
    assert all(isinstance(one, Refusal) for one in refused)
    done = session.say("Ann acts 6")
    assert isinstance(done, CommandDone)
    assert done.understood == "act for 6 by Ann"
