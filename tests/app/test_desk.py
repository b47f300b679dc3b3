"""The desk: several screens, one campaign; what is said twice is done once, and a throw can wait."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from turnkeeper.app.library import create, in_memory, open_campaign
from turnkeeper.app.session import Asked, Done, Moved, Outcome, Refused, Session, Stale
from turnkeeper.rules.reading.load import load_builtin


def session(seed: str = "desk") -> Session:
    made = Session(in_memory("Desk", load_builtin("glog"), seed=seed))
    for text in ("party Varda; Orlo", "enter dungeon Barrow"):
        assert isinstance(made.say(text), Done)
    return made


def wanted(outcome: Outcome) -> Asked:
    assert isinstance(outcome, Asked)
    return outcome


def waits(one: Session) -> bool:
    return one.wanted is not None


class TestTwoScreens:
    """T7: two open screens do not double the clock."""

    def test_the_same_said_of_the_same_head_is_done_once(self) -> None:
        one = session()
        seen = one.head
        first, second = one.say("wait 10 minutes", seen), one.say("wait 10 minutes", seen)
        assert isinstance(first, Done)
        assert isinstance(second, Done)
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
        assert isinstance(one.undo(seen), Moved)
        assert isinstance(one.undo(seen), Stale)
        assert isinstance(one.redo(), Moved)
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
        assert isinstance(done, Done)
        assert not waits(one)
        # G-ENC-2: 10 to 12 is nothing.
        assert any("10" in line.text for line in done.lines)

    def test_faces_that_cannot_fall_are_asked_for_again(self) -> None:
        one = session()
        assert isinstance(one.say("search", dice="typed"), Asked)
        for wrong in ("7+7", "13", "four", "", "1+2+3"):
            refused = one.answer(wrong)
            assert isinstance(refused, Refused)
            assert refused.code == "faces"
            assert waits(one)
        assert isinstance(one.answer("6 6"), Done)

    def test_the_campaigns_dice_can_answer_one_throw(self) -> None:
        by_hand, by_itself = session(), session()
        by_hand.say("search", dice="typed")
        assert isinstance(by_hand.answer("r"), Done)
        by_itself.say("search")
        assert by_hand.campaign.state == by_itself.campaign.state

    def test_a_command_is_given_up_and_nothing_happened(self) -> None:
        one = session()
        before = one.head
        one.say("search", dice="typed")
        assert isinstance(one.give_up(), Moved)
        assert one.head == before
        assert isinstance(one.answer("4+4"), Refused)
        assert isinstance(one.give_up(), Refused)

    def test_a_throw_waits_only_as_long_as_the_head_stays(self) -> None:
        one = session()
        one.say("search", dice="typed")
        one.undo()
        assert one.wanted is None

    def test_all_other_throws_can_be_left_to_the_dice(self) -> None:
        one = session()
        one.say("wait 1 hour", dice="typed")
        assert isinstance(one.answer("6+6", rest=True), Done)

    def test_the_tables_own_dice_serve_unless_a_command_says_otherwise(self) -> None:
        one = session()
        one.dice = "typed"
        assert isinstance(one.say("search"), Asked)
        assert isinstance(one.say("search", dice="seeded"), Done)


@pytest.mark.parametrize("text", ["", "   ", "fly", "undo twice", "\x00", "{{7*7}}", "a" * 9000])
def test_nonsense_is_refused_with_its_column(text: str) -> None:
    one = session()
    before = one.head
    refused = one.say(text)
    assert isinstance(refused, Refused)
    assert refused.code == "speech"
    assert refused.column >= 1
    assert one.head == before


def test_what_the_rules_refuse_says_what_would_work() -> None:
    refused = session().say("enter castle Gormenghast")
    assert isinstance(refused, Refused)
    assert refused.message


def test_undo_and_redo_can_be_said() -> None:
    one = session()
    one.say("wait 10 minutes")
    assert isinstance(one.say("undo"), Moved)
    assert one.campaign.state.now.ms == 0
    assert isinstance(one.say("redo"), Moved)
    assert one.campaign.state.now.ms == 600_000


def test_faces_told_beforehand_that_no_throw_asks_for_are_refused() -> None:
    one = session()
    before = one.head
    refused = one.say("wait 1 round", faces=("4",))
    assert isinstance(refused, Refused)
    assert one.head == before


class TestMoment:
    """By its moment a page knows whether it shows what came of a command."""

    def test_it_changes_with_the_head_and_with_the_throw_that_is_waited_for(self) -> None:
        one = session()
        moments = [one.moment]
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
            moments.append(one.moment)
        assert len(set(moments)) == len(moments) == 8

    def test_it_stays_while_nothing_changes(self) -> None:
        one = session()
        wanted(one.say("wait 1 turn", dice="typed"))
        before = one.moment
        assert isinstance(one.answer("77"), Refused)
        assert isinstance(one.say("nonsense"), Refused)
        assert one.moment == before
        assert session().moment != session().moment

    def test_a_throw_that_is_forgotten_because_the_head_moved_does_not_come_back_with_the_head(
        self, tmp_path: Path
    ) -> None:
        path, campaign = create(str(tmp_path / "Moved"), load_builtin("glog"), seed="two")
        one, other = Session(campaign), Session(open_campaign(path))
        one.say("party Varda; Orlo")
        one.say("enter dungeon Barrow")
        wanted(one.say("wait 1 turn", dice="typed"))
        head, asked = one.head, one.moment
        other.say("note elsewhere")
        one.refresh()
        assert not waits(one)
        other.undo()
        one.refresh()
        assert not waits(one)
        assert one.head == head
        assert one.moment != asked
        one.campaign.close()
        other.campaign.close()
