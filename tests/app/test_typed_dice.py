"""Dice at the table: faces by order and by name, lists of them, and what the campaign's dice filled in."""

from __future__ import annotations

import pytest

from tests.app.campaigns import delving
from turnkeeper.app.library import in_memory
from turnkeeper.app.outcomes import CommandDone, MovedTo, Outcome, ThrowWanted, WrongFaces
from turnkeeper.app.session import Session
from turnkeeper.chance.drivers import FilledThrow
from turnkeeper.rules.reading.load import load_builtin

TEN = "; ".join(f"P{number}" for number in range(1, 11))


def session(rules: str, *said: str) -> Session:
    made = Session(in_memory("Desk", load_builtin(rules), seed="desk"))
    for text in said:
        assert isinstance(made.say(text), CommandDone), text
    return made


def ten() -> Session:
    return session("quest-of-destiny", f"party {TEN}")


def delve() -> Session:
    return session("glog", "party Varda reaction 1; Orlo", "enter dungeon Barrow", "light torch for Varda")


def done(outcome: Outcome) -> CommandDone:
    assert isinstance(outcome, CommandDone), outcome
    return outcome


def wrong(outcome: Outcome) -> WrongFaces:
    assert isinstance(outcome, WrongFaces), outcome
    return outcome


def firsts(one: Session) -> dict[str, int]:
    """Return the segment in which each acts first, counted from 0 (Q-INIT-1: it is what the die showed)."""
    assert one.campaign.state.count is not None
    return {fighter.name: fighter.first for fighter in one.campaign.state.count.fighters.values()}


FELL = {f"P{number}": face for number, face in enumerate((4, 5, 3, 6, 7, 8, 9, 1, 2, 10), 1)}


class TestLists:
    """A pasted list of faces answers the throws one after the other."""

    @pytest.mark.parametrize(
        "pasted",
        [
            "4 5 3 6 7 8 9 1 2 10",
            "4, 5, 3, 6, 7, 8, 9, 1, 2, 10",
            "4\n5\n3\n6\n7\n8\n9\n1\n2\n10\n",
            "P10=10 P9=2 4 5 3 6 7 8 9 1",
            " ".join(f"{name}={face}" for name, face in reversed(FELL.items())),
        ],
    )
    def test_ten_initiative_dice_are_answered_by_one_text(self, pasted: str) -> None:
        one = ten()
        assert isinstance(one.say("count", dice="typed"), ThrowWanted)
        # Said as an answer, or in place of a command while the throw is waited for.
        done(one.answer(pasted))
        assert firsts(one) == FELL
        one.undo()
        one.say("count", dice="typed")
        done(one.say(pasted))
        assert firsts(one) == FELL

    def test_a_list_may_be_shorter_and_the_next_throw_is_asked_for_by_name(self) -> None:
        one = ten()
        one.say("count", dice="typed")
        asked = one.answer("4 5 3")
        assert isinstance(asked, ThrowWanted)
        assert (asked.name, asked.number) == ("initiative of P4", 4)
        done(one.answer("6 7 8 9 1 2 10"))
        assert firsts(one) == FELL

    def test_a_list_that_is_too_long_or_does_not_fit_is_refused_whole_and_the_throw_still_waits(self) -> None:
        one = ten()
        one.say("count", dice="typed")
        assert "left over: 1" in wrong(one.answer("4 5 3 6 7 8 9 1 2 10 1")).message
        refused = wrong(one.answer("4 5 3 11"))
        assert (refused.name, refused.number) == ("initiative of P4", 4)
        assert one.wanted is not None
        assert one.wanted.asked.name == "initiative of P1"

    def test_blanks_between_the_dice_of_one_throw_are_no_list(self) -> None:
        one = delve()
        one.say("search", dice="typed")
        # G-ENC-2: 5 and 6 are 11, and nothing comes.
        assert any("encounter check 11" in line.text for line in done(one.answer("5 6")).lines)

    def test_a_command_with_an_equals_sign_is_no_answer(self) -> None:
        one = ten()
        one.say("count", dice="typed")
        done(one.say("note door=5"))


class TestNames:
    """Faces answer the throw of their name, the others the throws that are left, in order."""

    def test_a_word_of_the_name_is_enough(self) -> None:
        one = ten()
        told = " ".join(f"{name}={face}" for name, face in reversed(FELL.items()))
        assert done(one.say("count", faces=tuple(told.split()))).filled == ()
        assert firsts(one) == FELL

    def test_the_whole_name_goes_before_a_part_of_it(self) -> None:
        one = session("quest-of-destiny", "party Hugo; Hugo Lee")
        done(one.say("count", faces=("Hugo=3", "initiative of Hugo Lee=7")))
        assert firsts(one) == {"Hugo": 3, "Hugo Lee": 7}

    def test_a_name_that_could_mean_two_throws_of_which_one_is_told_is_refused(self) -> None:
        one = ten()
        before = one.head
        refused = wrong(one.say("count", faces=("initiative=3",)))
        assert "initiative of P1, initiative of P2" in refused.message
        assert one.head == before

    def test_a_name_that_no_throw_has_is_refused_with_the_throws_there_were(self) -> None:
        one = delve()
        refused = wrong(one.say("search", faces=("encounter check=5+6", "Vrada=6")))
        assert refused.message == (
            "1 throw was asked for (encounter check: 2d6), and faces are left over: Vrada=6"
        )
        assert refused.number == 2


class TestFilled:
    """What the campaign's dice threw while faces were typed is said."""

    def test_the_throws_that_no_face_was_said_for_are_told(self) -> None:
        one = delve()
        # G-ENC-2: a 3 is an encounter, and G-ENC-4 throws for its distance: 2d6 x 10 ft.
        (filled,) = done(one.say("search", faces=("3",))).filled
        assert (filled.name, filled.dice) == ("encounter distance", "2d6x10")
        assert filled.total == 10 * sum(filled.faces)
        assert str(filled) == f"encounter distance: 2d6x10 = {filled.total}"

    def test_nothing_is_told_where_all_was_typed_or_nothing_was(self) -> None:
        one = delve()
        assert done(one.say("search", faces=("3", "4"))).filled == ()
        one.undo()
        assert done(one.say("search")).filled == ()

    def test_dice_that_were_asked_to_fall_by_themselves_are_not_filled_in(self) -> None:
        one = delve()
        assert done(one.say("search", faces=("3", "r"))).filled == ()

    def test_it_names_faces_and_dice(self) -> None:
        assert str(FilledThrow("morale of goblins", "2d6", (3, 4), 7)) == "morale of goblins: 2d6 = 7"


class TestLooking:
    """Looking changes nothing, and a throw waits on its own head whether or not anybody looked meanwhile."""

    @pytest.mark.parametrize("looks", [False, True])
    def test_a_throw_that_waits_still_waits_after_undo_and_redo(self, looks: bool) -> None:  # noqa: FBT001
        one = delve()
        one.say("search", dice="typed")
        asked = one.wanted
        assert isinstance(one.undo(), MovedTo)
        if looks:
            assert one.wanted is None
            one.refresh()
            assert one.revision == one.revision
        assert isinstance(one.redo(), MovedTo)
        assert one.wanted == asked
        done(one.answer("5+6"))

    @pytest.mark.parametrize("ways", [("undo 2", "redo 2"), ("u 2", "r 2"), ("U 2", "R 2"), ("z 2", "r 2")])
    def test_undo_and_redo_count_commands_and_have_short_forms(self, ways: tuple[str, str]) -> None:
        one = session("glog", "wait 10 minutes", "wait 10 minutes", "wait 10 minutes")
        assert isinstance(one.say(ways[0]), MovedTo)
        assert one.campaign.state.now.ms == 600_000
        assert isinstance(one.say(ways[1]), MovedTo)
        assert one.campaign.state.now.ms == 1_800_000


def test_the_dice_of_several_may_stand_at_the_end_of_what_they_do() -> None:
    """Three latecomers throw for their first turns, and count them from segment 0 of the count (Q-INIT-1)."""
    here = session("quest-of-destiny", "party Ann order 9", "count", "foes orcs 3 order 8 hp 4")
    first = done(here.say("orcs: dagger 9 8, 7"))
    assert first.understood == "act dagger by orcs"
    assert (
        "they join the count: orc 3 at round 1 segment 7, orc 2 at round 1 segment 8" in first.lines[0].text
    )


@pytest.mark.parametrize(
    "said", ["orcs: dagger 9 8", "orcs: dagger 9 8 7 6", "orcs: dagger 9 8 11", "Ann: dagger 4 4"]
)
def test_faces_at_the_end_that_do_not_fit_the_throws_are_never_swallowed(said: str) -> None:
    here = session("quest-of-destiny", "party Ann order 9", "count", "foes orcs 3 order 8 hp 4")
    head = here.head
    assert not isinstance(here.say(said), CommandDone)
    assert here.head == head


@pytest.mark.parametrize(
    "said, summary",
    [
        ("reaction 9", "reaction, 2d6 = 9"),
        ("reaction roll 9", "reaction, 2d6 = 9"),
        ("reaction +2 9", "reaction +2, 2d6+2 = 11"),
    ],
)
def test_a_number_after_what_is_thrown_is_what_the_dice_showed(said: str, summary: str) -> None:
    """G-REACT-1: 2d6 and a modifier, which has its sign."""
    session = Session(delving())
    assert isinstance(session.say("meet goblins"), CommandDone)
    outcome = session.say(said)
    assert isinstance(outcome, CommandDone)
    assert outcome.summary == summary


@pytest.mark.parametrize("said", ["search 9", "tide 1"])
def test_a_number_is_no_faces_of_a_throw_that_is_not_named(said: str) -> None:
    session = Session(delving())
    head = session.head
    assert not isinstance(session.say(said), CommandDone)
    assert session.head == head
