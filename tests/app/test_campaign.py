"""One open campaign: undo and redo, branches, the same dice, snapshots, two screens at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.app.campaigns import DELVE, GLOG, begun, begun_at, delving, do, lines
from tests.play.keeper import CALM
from turnkeeper.app import codec
from turnkeeper.app.branches import branches
from turnkeeper.app.campaign import SNAPSHOT_EVERY, Campaign, Recorded
from turnkeeper.app.outcomes import CommandDone, MovedTo
from turnkeeper.app.session import Session
from turnkeeper.chance.drivers import TypedFaces
from turnkeeper.play.clock.timers import StartTimer
from turnkeeper.play.decide import Needed
from turnkeeper.play.fold import fold
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.kernel.language import Language
from turnkeeper.record import make_commit
from turnkeeper.record.port import HeadMoved
from turnkeeper.record.sqlite import SqliteStore
from turnkeeper.rules.reading.load import digest


def replayed(campaign: Campaign) -> bytes:
    """Return the state at the head as the events alone give it, from the very first on."""
    return codec.encode_state(fold([event for _, events in campaign.lineage() for event in events]))


def said_of(moved: MovedTo | Refusal) -> str:
    assert isinstance(moved, MovedTo)
    return moved.said


# Undo and redo


def test_undo_and_redo_name_what_they_undo_with_its_dice() -> None:
    campaign = delving()
    do(campaign, "search", "4+5")
    assert said_of(campaign.undo()) == "undo: search, 2d6 = 9"
    assert campaign.state.now.ms == 0
    assert said_of(campaign.redo()) == "redo: search, 2d6 = 9"
    assert campaign.state.now.ms == 600_000


def test_undo_and_redo_go_to_the_very_beginning_and_back_through_every_state() -> None:
    campaign = begun()
    states = [codec.encode_state(campaign.state)]
    for said in (*DELVE, "search", "next", "enter room Hall", "note a draught", "hurt Varda 2"):
        do(campaign, said, dice=CALM)
        states.append(codec.encode_state(campaign.state))
    for state in states[-2::-1]:
        assert isinstance(campaign.undo(), MovedTo)
        assert codec.encode_state(campaign.state) == state
    nothing = campaign.undo()
    assert isinstance(nothing, Refusal)
    assert nothing.code == "nothing-to-undo"
    for state in states[1:]:
        assert isinstance(campaign.redo(), MovedTo)
        assert codec.encode_state(campaign.state) == state
    nothing = campaign.redo()
    assert isinstance(nothing, Refusal)
    assert nothing.code == "nothing-to-redo"


@pytest.mark.slow
def test_several_at_once_stop_at_the_beginning() -> None:
    campaign = delving()
    for _ in range(2):
        back = campaign.undo(10)
        assert isinstance(back, MovedTo)
        assert (back.short, campaign.head.parent) == (True, None)
        on = campaign.redo(3)
        assert isinstance(on, MovedTo)
        assert not on.short
    no = campaign.redo(10)
    assert isinstance(no, Refusal)
    assert no.code == "nothing-to-redo"


def test_t9_undo_and_the_same_command_give_the_same_dice_and_the_same_commit() -> None:
    """T9."""
    campaign = delving()
    first = campaign.do(campaign.parse("wait 1 h"))
    assert isinstance(first, Recorded)
    campaign.undo()
    again = campaign.do(campaign.parse("wait 1 h"))
    assert isinstance(again, Recorded)
    assert (again.commit.id, again.events) == (first.commit.id, first.events)
    assert campaign.store.count() == 1 + len(DELVE) + 1


def test_t9_other_dice_come_only_of_another_history() -> None:
    campaign = delving()
    first = campaign.do(campaign.parse("wait 1 h"))
    campaign.undo()
    do(campaign, "note a draught")
    second = campaign.do(campaign.parse("wait 1 h"))
    assert isinstance(first, Recorded)
    assert isinstance(second, Recorded)
    assert first.commit.answers != second.commit.answers


def test_the_seed_decides_the_dice() -> None:
    def answers(seed: str) -> bytes:
        campaign = begun(seed)
        for said in DELVE:
            do(campaign, said)
        done = campaign.do(campaign.parse("wait 1 h"))
        assert isinstance(done, Recorded)
        return done.commit.answers

    assert answers("one") != answers("two")


# Branches


def test_an_undone_branch_stays_and_is_revisited() -> None:
    campaign = delving()
    left = do(campaign, "note we go left").commit
    campaign.undo()
    right = do(campaign, "note we go right").commit
    assert [(one.id, one.here) for one in branches(campaign)] == [(left.id, False), (right.id, True)]
    assert said_of(campaign.go(left.id[:12])) == "at: note we go left"
    assert lines(campaign)[-1].endswith("we go left")
    campaign.undo()
    # Redo leads where the head was last.
    assert said_of(campaign.redo()) == "redo: note we go left"


def test_after_a_new_command_redo_is_that_of_the_new_branch() -> None:
    campaign = delving()
    do(campaign, "note one")
    do(campaign, "note two")
    campaign.undo()
    campaign.undo()
    do(campaign, "note three")
    assert isinstance(campaign.redo(), Refusal)
    campaign.undo()
    assert said_of(campaign.redo()) == "redo: note three"


@pytest.mark.parametrize("where", ["", "zzzz", "no such commit"])
def test_a_commit_that_is_not_there_is_refused(where: str) -> None:
    refusal = delving().go(where)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "commit"


def test_going_where_one_stands_is_refused() -> None:
    campaign = delving()
    refusal = campaign.go(campaign.head.id)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "here"


# Nothing is recorded but what was decided


def test_a_refusal_and_a_throw_that_is_needed_record_nothing() -> None:
    campaign = delving()
    head, state = campaign.head, campaign.state
    assert isinstance(campaign.do(campaign.parse("dismiss Zed")), Refusal)
    assert isinstance(campaign.do(campaign.parse("next"), TypedFaces([])), Needed)
    assert campaign.head == head
    assert campaign.state is state
    assert campaign.store.count() == 1 + len(DELVE)


def test_a_commit_holds_its_command_its_answers_and_its_events() -> None:
    campaign = delving()
    commit = do(campaign, "search", "4+5").commit
    assert codec.decode_command(commit.command) == campaign.parse("search").command
    assert [answer.faces for answer in codec.decode_answers(commit.answers)] == [(4, 5)]
    assert len(codec.decode_events(commit.events)) == 2


def test_a_long_command_s_summary_shows_the_first_dice_only() -> None:
    commit = do(delving(), "wait 6 turns", *["4+5"] * 6).commit
    assert commit.summary == "wait 6 turns, 2d6 = 9, 2d6 = 9, 2d6 = 9, ..."


# Files, snapshots, two screens


def played(path: Path, commits: int) -> list[str]:
    """Play a long campaign with undos on the way; return the ids of the heads that it had."""
    campaign, random = begun_at(path), Random(17)  # noqa: S311 - the commands of a test, not a secret
    for said in DELVE:
        do(campaign, said)
    commands = ("next", "search", "note a draught", "move 50 ft", "shout", "tire Orlo 1", "rest 20 min",
                "hurt Varda 1", "heal Varda 1", "timer bless 3 turns", "light torch", "douse torch", "part",
                "choose fatigue", "resume", "abandon", "enter room Hall", "enter corridor", "stock 1 torch",
                "remind eat every 5 turns", "rule clock day 1 04:00")  # fmt: skip
    heads: list[str] = []
    while campaign.store.count() < commits:
        if random.random() < 0.1:
            campaign.undo()
        else:
            campaign.do(campaign.parse(random.choice(commands)))
        heads.append(campaign.head.id)
    assert codec.encode_state(campaign.state) == replayed(campaign)
    campaign.close()
    return heads


@pytest.mark.slow
def test_opening_from_a_snapshot_gives_the_state_that_a_replay_of_everything_gives(tmp_path: Path) -> None:
    heads = played(tmp_path / "barrow.tk", 350)
    campaign = Campaign(SqliteStore.open(tmp_path / "barrow.tk"))
    kept = campaign.store.nearest_snapshot(campaign.head.id)
    assert kept is not None
    assert campaign._since_snapshot < SNAPSHOT_EVERY
    assert codec.encode_state(campaign.state) == replayed(campaign)
    for head in Random(3).sample(sorted(set(heads)), 12):  # noqa: S311 - a sample of a test
        if head != campaign.head.id:
            assert isinstance(campaign.go(head), MovedTo)
        assert codec.encode_state(campaign.state) == replayed(campaign)
    campaign.close()


@pytest.mark.slow
@pytest.mark.parametrize("every", [2, 3, 100])
def test_a_clock_set_back_over_snapshots_is_read_again_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    monkeypatch.setattr("turnkeeper.app.campaign.SNAPSHOT_EVERY", every)
    campaign = begun_at(tmp_path / "barrow.tk")
    for said in (
        *DELVE, "wait 7 min", "light torch for Orlo", "wait 20 min", "rule clock 00:10", "wait 1 min",
        "rule clock 00:09", "timer bless 1 h", "wait 30 min", "rule clock 00:08", "rule clock day 0 12:00",
        "note x", "wait 5 min", "rule clock day 0 12:03", "wait 3 min",
    ):  # fmt: skip
        campaign.do(campaign.parse(said))
        assert codec.encode_state(campaign.state) == replayed(campaign)
        again = Campaign(SqliteStore.open(tmp_path / "barrow.tk"))
        assert codec.encode_state(again.state) == codec.encode_state(campaign.state)
        again.close()
    campaign.close()


@pytest.mark.slow
def test_a_snapshot_of_another_version_or_a_broken_one_is_passed_over(tmp_path: Path) -> None:
    campaign = begun_at(tmp_path / "barrow.tk")
    for said in DELVE:
        do(campaign, said)
    for data in (b'{"version": 999, "state": {}}', b'{"version": 1, "state": 7}', b"\xff", b"", b"[]"):
        campaign.store.put_snapshot(campaign.head.id, data)
        other = Campaign(SqliteStore.open(tmp_path / "barrow.tk"))
        assert codec.encode_state(other.state) == codec.encode_state(campaign.state)
        other.close()
    campaign.close()


@pytest.mark.slow
def test_t7_the_second_screen_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    """T7: two open screens do not double the clock."""
    first = begun_at(tmp_path / "barrow.tk")
    for said in DELVE:
        do(first, said)
    second = Campaign(SqliteStore.open(tmp_path / "barrow.tk"))
    do(first, "next", "12")
    before = codec.encode_state(second.state)
    with pytest.raises(HeadMoved, match='was quicker and recorded "next'):
        second.do(second.parse("next"))
    assert codec.encode_state(second.state) == before
    with pytest.raises(HeadMoved):
        second.undo()
    second.refresh()
    assert second.head == first.head
    assert codec.encode_state(second.state) == codec.encode_state(first.state)
    do(second, "next", "12")
    first.refresh()
    assert first.state.now.ms == 2 * 600_000
    first.refresh()
    assert first.head == second.head
    first.close()
    second.close()


def test_the_same_command_on_two_screens_is_recorded_once_and_the_slower_one_is_told(tmp_path: Path) -> None:
    first = begun_at(tmp_path / "barrow.tk")
    second = Campaign(SqliteStore.open(tmp_path / "barrow.tk"))
    do(first, "note a draught")
    with pytest.raises(HeadMoved):
        do(second, "note a draught")
    assert first.store.count() == 2
    first.close()
    second.close()


# What cannot be read


def test_an_event_of_a_kind_that_is_not_known_is_told_and_is_no_trace() -> None:
    campaign = delving()
    alien = make_commit(campaign.head, b"null", b"[]", b'[{"event":"dragon-woke.7","at":[0]}]', "dragon", 0)
    campaign.store.append(alien)
    with pytest.raises(codec.Unreadable, match=r"dragon-woke\.7"):
        Campaign(campaign.store)
    with pytest.raises(codec.Unreadable):
        campaign.refresh()


def test_an_event_that_cannot_have_happened_is_told_and_is_no_trace() -> None:
    campaign = begun()
    never_lit = b'[{"event":"light-went-out.1","at":[0],"light":7,"called":"torch"}]'
    campaign.store.append(make_commit(campaign.head, b"null", b"[]", never_lit, "dark", 0))
    with pytest.raises(codec.Unreadable, match="light 7"):
        Campaign(campaign.store)


def test_rules_of_another_program_are_told_and_are_no_trace() -> None:
    campaign = begun()
    campaign.store._blobs[digest(GLOG)] = b'{"ruleset": 7}'  # type: ignore[attr-defined]
    with pytest.raises(codec.Unreadable, match="the rules of this campaign cannot be read"):
        Campaign(campaign.store)


# The same bytes for everybody

PLAY = """
import hashlib
from tests.app.campaigns import DELVE, begun, do
campaign = begun()
for said in (*DELVE, "hire Bram morale 7 wisdom 8", "foes goblins 6 morale 7", "enter room Hall"):
    do(campaign, said)
for said in ["next", "search", "choose fatigue", "part", "part from something", "resume", "fight", "round",
             "kill 3 goblins", "end fight", "lunch", "rest 2 h"] * 3:
    campaign.do(campaign.parse(said))
print(hashlib.sha256(b"".join(one.events + one.answers for one, _ in campaign.lineage())).hexdigest())
"""


@pytest.mark.slow
def test_t26_two_runs_under_two_hash_seeds_give_the_same_bytes() -> None:
    """T26."""
    root = Path(__file__).parents[2]
    paths = os.pathsep.join([str(root), str(root / "src")])
    digests = {
        subprocess.run(
            [sys.executable, "-c", PLAY],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == 64


def test_what_a_campaign_keeps_is_plain_json() -> None:
    for commit, _ in delving("search").lineage():
        for kept in (commit.command, commit.answers, commit.events):
            msgspec.json.decode(kept)


def test_a_made_command_with_a_name_that_cannot_be_said_is_refused_and_nothing_recorded() -> None:
    campaign = begun()
    head = campaign.head.id
    refusal = campaign.express(StartTimer('a "b'))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "unsayable"
    assert campaign.head.id == campaign.store.head() == head


@pytest.mark.parametrize("said, parses", [("note we go left", 1), ("search", 1), ("wait  10 minutes", 2)])
def test_a_command_is_parsed_once_and_printed_once(
    said: str, parses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was not said in its canonical form is parsed once more, to prove that form."""
    campaign = delving()
    calls: list[str] = []
    for name in ("_parse", "say"):
        inner = getattr(Language, name)

        def counted(self: Language, *given: object, name: str = name, inner: object = inner) -> object:
            calls.append(name)
            assert callable(inner)
            return inner(self, *given)

        monkeypatch.setattr(Language, name, counted)
    assert isinstance(Session(campaign).say(said), CommandDone)
    assert (calls.count("_parse"), calls.count("say")) == (parses, 1)
