"""The session: several screens, one campaign; what is said twice is done once, and a throw can wait."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from turnkeeper.app.library import create, in_memory, open_campaign
from turnkeeper.app.outcomes import (
    CommandDone,
    MovedTo,
    NotUnderstood,
    Outcome,
    Stale,
    ThrowWanted,
    WrongFaces,
)
from turnkeeper.app.session import Session
from turnkeeper.play.kernel.event import Command, Refusal
from turnkeeper.play.kernel.language import Language, StrictReading
from turnkeeper.record import CommitId
from turnkeeper.rules.reading.load import load_builtin


def session(seed: str = "desk") -> Session:
    made = Session(in_memory("Desk", load_builtin("glog"), seed=seed))
    for text in ("party Varda; Orlo", "enter dungeon Barrow"):
        assert isinstance(made.say(text), CommandDone)
    return made


def wanted(outcome: Outcome) -> ThrowWanted:
    assert isinstance(outcome, ThrowWanted)
    return outcome


def waits(one: Session) -> bool:
    return one.wanted is not None


class TestTwoScreens:
    """T7: two open screens do not double the clock."""

    def test_the_same_said_of_the_same_head_is_done_once(self) -> None:
        one = session()
        seen = one.head
        first, second = one.say("wait 10 minutes", seen), one.say("wait 10 minutes", seen)
        assert isinstance(first, CommandDone)
        assert isinstance(second, CommandDone)
        assert (first.already, second.already) == (False, True)
        assert second.commit == first.commit
        assert second.lines == first.lines
        assert one.campaign.state.now.ms == 600_000

    def test_another_thing_said_of_a_head_that_moved_on_is_not_done(self) -> None:
        one = session()
        seen = one.head
        one.say("wait 10 minutes", seen)
        late = one.say("wait 20 minutes", seen)
        assert isinstance(late, Stale)
        assert late.head == one.head
        assert late.since.startswith("wait 1 turn")  # 10 minutes under glog (G-TIME-1)
        assert one.campaign.state.now.ms == 600_000

    def test_the_same_said_two_heads_later_is_not_taken_for_done(self) -> None:
        one = session()
        seen = one.head
        one.say("wait 10 minutes", seen)
        one.say("wait 10 minutes", one.head)
        assert isinstance(one.say("wait 10 minutes", seen), Stale)
        assert one.campaign.state.now.ms == 1_200_000

    def test_two_who_undo_at_once_take_back_one_command(self) -> None:
        one = session()
        one.say("wait 10 minutes")
        seen = one.head
        assert isinstance(one.undo(seen), MovedTo)
        assert isinstance(one.undo(seen), Stale)
        assert isinstance(one.redo(), MovedTo)
        assert one.campaign.state.now.ms == 600_000

    def test_what_another_program_recorded_is_seen(self, tmp_path: Path) -> None:
        path, campaign = create(str(tmp_path / "Two"), load_builtin("glog"), seed="two")
        here, there = Session(campaign), Session(open_campaign(path))
        seen = here.head
        there.say("wait 10 minutes")
        assert isinstance(here.say("wait 20 minutes", seen), Stale)
        assert here.campaign.state.now.ms == 600_000
        there.say("wait 10 minutes")
        assert here.refresh()
        assert not here.refresh()
        assert here.campaign.state.now.ms == 1_200_000
        here.campaign.close()
        there.campaign.close()


class TestThrows:
    """Typed dice: a command waits for its throws, one by one, and records nothing before the last."""

    def test_a_throw_is_waited_for_and_answered(self) -> None:
        one = session()
        before = one.head
        asked = wanted(one.say("search", dice="typed"))
        assert (asked.dice, asked.rule, asked.number, asked.text) == ("2d6", "G-ENC-2", 1, "search")
        assert one.head == before
        assert waits(one)
        done = one.answer("5+5")
        assert isinstance(done, CommandDone)
        assert not waits(one)
        # G-ENC-2: 10 to 12 is nothing.
        assert any("10" in line.text for line in done.lines)

    def test_faces_that_cannot_fall_are_asked_for_again(self) -> None:
        one = session()
        assert isinstance(one.say("search", dice="typed"), ThrowWanted)
        for wrong in ("7+7", "13", "four", "", "1+2+3"):
            refused = one.answer(wrong)
            assert isinstance(refused, WrongFaces)
            assert refused.code == "faces"
            assert waits(one)
        assert isinstance(one.answer("6 6"), CommandDone)

    def test_the_campaigns_dice_can_answer_one_throw(self) -> None:
        by_hand, by_itself = session(), session()
        by_hand.say("search", dice="typed")
        assert isinstance(by_hand.answer("r"), CommandDone)
        by_itself.say("search")
        assert by_hand.campaign.state == by_itself.campaign.state

    def test_a_command_is_given_up_and_nothing_happened(self) -> None:
        one = session()
        before = one.head
        one.say("search", dice="typed")
        assert isinstance(one.give_up(), MovedTo)
        assert one.head == before
        assert isinstance(one.answer("4+4"), Refusal)
        assert isinstance(one.give_up(), Refusal)

    def test_a_throw_waits_only_as_long_as_the_head_stays(self) -> None:
        one = session()
        one.say("search", dice="typed")
        one.undo()
        assert one.wanted is None

    def test_all_other_throws_can_be_left_to_the_dice(self) -> None:
        one = session()
        one.say("wait 1 hour", dice="typed")
        assert isinstance(one.answer("6+6", rest=True), CommandDone)

    def test_the_tables_own_dice_serve_unless_a_command_says_otherwise(self) -> None:
        one = session()
        one.dice = "typed"
        assert isinstance(one.say("search"), ThrowWanted)
        assert isinstance(one.say("search", dice="seeded"), CommandDone)


@pytest.mark.parametrize("text", ["", "   ", "fly", "undo twice", "\x00", "{{7*7}}", "a" * 9000])
def test_nonsense_is_refused_with_its_column(text: str) -> None:
    one = session()
    before = one.head
    refused = one.say(text)
    assert isinstance(refused, NotUnderstood)
    assert refused.code == "speech"
    assert refused.column >= 1
    assert one.head == before


def test_what_the_rules_refuse_says_what_would_work() -> None:
    refused = session().say("enter castle Gormenghast")
    assert isinstance(refused, Refusal)
    assert refused.message


def test_undo_and_redo_can_be_said() -> None:
    one = session()
    one.say("wait 10 minutes")
    assert isinstance(one.say("undo"), MovedTo)
    assert one.campaign.state.now.ms == 0
    assert isinstance(one.say("redo"), MovedTo)
    assert one.campaign.state.now.ms == 600_000


def test_faces_told_beforehand_that_no_throw_asks_for_are_refused() -> None:
    one = session()
    before = one.head
    refused = one.say("wait 1 round", faces=("4",))
    assert isinstance(refused, WrongFaces)
    assert one.head == before


class TestRevision:
    """By its revision a page knows whether it shows what came of a command."""

    def test_it_changes_with_the_head_and_with_the_throw_that_is_waited_for(self) -> None:
        one = session()
        revisions = [one.revision]
        acts: tuple[Callable[[], Outcome], ...] = (
            lambda: one.say("wait 1 turn", dice="typed"),
            one.give_up,
            lambda: one.say("wait 1 turn", dice="typed"),
            lambda: one.answer("6+5"),
            one.undo,
            one.redo,
            one.undo,
        )
        for act in acts:
            act()
            revisions.append(one.revision)
        assert len(set(revisions)) == len(revisions) == 8

    def test_it_stays_while_nothing_changes(self) -> None:
        one = session()
        wanted(one.say("wait 1 turn", dice="typed"))
        before = one.revision
        assert isinstance(one.answer("77"), WrongFaces)
        assert isinstance(one.say("nonsense"), NotUnderstood)
        assert one.revision == before
        assert session().revision != session().revision

    @pytest.mark.parametrize("looked", [False, True])
    def test_a_throw_waits_on_its_head_whether_anybody_looked_meanwhile_or_not(self, *, looked: bool) -> None:
        """Looking changes nothing."""
        one = session()
        wanted(one.say("search", dice="typed"))
        before = one.revision
        one.undo()
        if looked:
            assert not waits(one)
            assert one.revision != before
        one.redo()
        assert waits(one)
        assert one.revision != before
        assert isinstance(one.answer("5+5"), CommandDone)

    @pytest.mark.parametrize("looked", [False, True])
    def test_a_throw_waits_unseen_while_another_program_stands_elsewhere(
        self, tmp_path: Path, *, looked: bool
    ) -> None:
        path, campaign = create(str(tmp_path / "Moved"), load_builtin("glog"), seed="two")
        one, other = Session(campaign), Session(open_campaign(path))
        one.say("party Varda; Orlo")
        one.say("enter dungeon Barrow")
        wanted(one.say("wait 1 turn", dice="typed"))
        head, asked = one.head, one.revision
        other.say("note elsewhere")
        one.refresh()
        if looked:
            assert not waits(one)
        other.undo()
        one.refresh()
        assert waits(one)
        assert one.head == head
        assert one.revision != asked
        one.campaign.close()
        other.campaign.close()


class TestOneWayToSayThem:
    """What is said means the same wherever it is said."""

    @pytest.mark.parametrize("said", ["join Ben", "wait 10 min", "timer bless 3 turns", "note a draught"])
    def test_what_a_form_says_is_read_once_and_written_once(
        self, said: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A reading gives the command and the text that is kept of it; only to write that is it tried."""
        one, read, written = session(), list[str](), list[Command]()
        parse, say = Language._parse, Language.say

        def parsed(language: Language, text: str) -> StrictReading:
            read.append(text)
            return parse(language, text)

        def spelled(language: Language, command: Command, heard: str = "") -> str:
            written.append(command)
            return say(language, command, heard)

        monkeypatch.setattr(Language, "_parse", parsed)
        monkeypatch.setattr(Language, "say", spelled)
        assert isinstance(one.say(said), CommandDone)
        assert read[0] == said
        assert len(set(read)) == len(read) <= 2
        assert len(written) == 1

    def test_many_are_undone_in_one_move_of_the_head(self, monkeypatch: pytest.MonkeyPatch) -> None:
        one = session()
        for _ in range(5):
            one.say("wait 1 round")
        moves: list[str] = []
        move = one.campaign.store.move

        def counted(to: CommitId, *, expected: CommitId) -> None:
            moves.append(to)
            move(to, expected=expected)

        monkeypatch.setattr(one.campaign.store, "move", counted)
        back = one.say("undo 1000")
        assert isinstance(back, MovedTo)
        assert back.short
        assert len(moves) == 1
        on = one.say("r 3")
        assert isinstance(on, MovedTo)
        assert not on.short
        assert len(moves) == 2

    def test_faces_said_as_words_answer_the_throw_that_waits(self) -> None:
        typed, said = session(), session()
        for one in (typed, said):
            wanted(one.say("search", dice="typed"))
        assert isinstance(typed.answer("5+5"), CommandDone)
        assert isinstance(said.say("5+5"), CommandDone)
        assert typed.head == said.head
        assert isinstance(said.say("5+5"), NotUnderstood)

    def test_r_lets_the_dice_fall_while_a_throw_waits_and_else_does_again(self) -> None:
        one = session()
        wanted(one.say("search", dice="typed"))
        assert isinstance(one.say("r"), CommandDone)
        one.say("u")
        again = one.say("r")
        assert isinstance(again, MovedTo)
        assert again.said.startswith("redo: search")

    def test_a_word_of_the_session_is_suggested_as_any_verb(self) -> None:
        no = session().say("undoo")
        assert isinstance(no, NotUnderstood)
        assert no.hint == "did you mean 'undo'?"


def test_a_number_answers_an_open_question_and_is_else_no_command() -> None:
    one = session()
    assert isinstance(one.say("2"), NotUnderstood)
    assert isinstance(one.say("search", faces=("8",)), CommandDone)  # 8: weariness (G-ENC-2)
    assert isinstance(one.say("3"), NotUnderstood)
    done = one.say("2")
    assert isinstance(done, CommandDone)
    assert done.understood == ""
    assert [line.text for line in done.told][:1] == ["chosen: fatigue"]


def test_what_a_question_could_want_is_offered_and_done_by_its_number_alone() -> None:
    made = session()
    asked = made.say("should we search the altar?")
    assert isinstance(asked, NotUnderstood)
    assert asked.choices == ("search altar",)
    assert isinstance(made.say("1"), CommandDone)


def test_of_two_who_do_what_one_does_either_is_offered_or_all() -> None:
    made = session()
    asked = made.say("Varda and Orlo search")
    assert isinstance(asked, NotUnderstood)
    assert asked.choices == ("search by Varda", "search by Orlo", "search")


class TestTwoCommandsInOneLine:
    """They are asked about in their order, and the numbers say one after the other."""

    def asked(self) -> Session:
        made = session()
        assert isinstance(made.say("stock 2 torch"), CommandDone)
        asked = made.say("Varda lights a torch and searches")
        assert isinstance(asked, NotUnderstood)
        assert asked.choices == ("light torch for Varda", "search by Varda")
        assert asked.in_order
        return made

    def test_the_second_can_be_said_by_its_number_once_the_first_is_done(self) -> None:
        made = self.asked()
        first, second = made.say("1"), made.say("2")
        assert isinstance(first, CommandDone)
        assert isinstance(second, CommandDone)
        assert first.summary == "light torch for Varda"
        assert second.summary.startswith("search by Varda")

    def test_each_is_undone_by_itself(self) -> None:
        made = self.asked()
        made.say("1")
        before = made.head
        made.say("2")
        made.say("undo")
        assert made.head == before

    def test_two_commands_later_a_number_says_nothing(self) -> None:
        made = self.asked()
        for text in ("1", "wait 1 turn", "wait 1 turn"):
            made.say(text)
        assert isinstance(made.say("2"), NotUnderstood)

    def test_of_what_is_alike_only_one_is_meant(self) -> None:
        made = session()
        made.say("stock 2 torch")
        made.say("light torch for Varda")
        asked = made.say("drop the torch")
        assert isinstance(asked, NotUnderstood)
        assert asked.choices == ("douse torch", "use 1 torch")
        assert isinstance(made.say("1"), CommandDone)
        assert isinstance(made.say("2"), NotUnderstood)
