"""Commands as they are spoken: what is said is understood as what was meant, and nonsense is told so."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.play.keeper import book_of, keep
from tests.play.strategies import commands, names
from turnkeeper.play.clock.passing import Wait
from turnkeeper.play.clock.timers import StartTimer
from turnkeeper.play.dungeon.activity import Do
from turnkeeper.play.dungeon.lamps import LightUp
from turnkeeper.play.dungeon.movement import Move
from turnkeeper.play.kernel.declare import Declared
from turnkeeper.play.kernel.event import Command
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.kernel.speech import LEAST_PER_WORD, LONGEST_COMMAND, SpeechError
from turnkeeper.play.party.membership import Join
from turnkeeper.play.party.notes import TakeNote
from turnkeeper.play.registry import COMMAND_KINDS, DECLARED
from turnkeeper.time import Duration

LANGUAGE = Language(DECLARED, book_of())
TURN = Duration(600_000)


def fault(said: str) -> SpeechError:
    with pytest.raises(SpeechError) as caught:
        LANGUAGE.parse(said)
    return caught.value


# --- said and understood


@pytest.mark.slow
@settings(max_examples=times(400))
@given(commands())
def test_what_is_said_is_understood_as_what_was_meant(command: Command) -> None:
    said = LANGUAGE.say(command)
    assert LANGUAGE.parse(said) == command
    assert LANGUAGE.say(LANGUAGE.parse(said)) == said


@pytest.mark.parametrize("one", DECLARED, ids=lambda one: one.command.__name__)
def test_every_example_is_understood_and_said_again(one: Declared) -> None:
    assert one.examples
    for example in one.examples:
        command = LANGUAGE.parse(example)
        assert type(command) is one.command
        assert LANGUAGE.parse(LANGUAGE.say(command)) == command


def test_every_command_is_declared_once_with_help_and_a_group() -> None:
    assert len(COMMAND_KINDS) == len(DECLARED)
    for one in DECLARED:
        assert one.help.endswith(".")
        assert one.group


@pytest.mark.parametrize(
    "command, said",
    [
        (LightUp("torch", "Ben for Hire"), 'light torch for "Ben for Hire"'),
        (StartTimer("bless", 3 * TURN, "Varda", TURN), "timer bless 3 turns for Varda warn 1 turn"),
        (StartTimer("7 turns 3 turns"), 'timer "7 turns 3 turns"'),
        (StartTimer("wait for it", TURN), 'timer "wait for it" 1 turn'),
        (Do("search", about="the altar by night"), 'search "the altar by night"'),
        (Do("search", "9 x 9 ft", about="9 x 9 ft", who="Ben"), 'search 9 x 9 ft "9 x 9 ft" by Ben'),
        (Wait(Duration(90_000)), "wait 9 rounds"),
        (Move(50), "move 50 ft"),
        (TakeNote('he said "run" and ran'), 'note he said "run" and ran'),
        (TakeNote("for Varda by night", secret=True), "secret note for Varda by night"),
    ],
)  # fmt: skip
def test_names_that_hold_words_of_a_form_are_said_in_quotes(command: Command, said: str) -> None:
    assert LANGUAGE.say(command) == said
    assert LANGUAGE.parse(said) == command


@given(names)
def test_whoever_can_be_named_can_be_meant(name: str) -> None:
    """Somebody who joins is found by what a command says of them."""
    joined = LANGUAGE.parse(LANGUAGE.say(Join(LANGUAGE.parse(f'party "{name}"').members)))  # type: ignore[attr-defined]
    assert isinstance(joined, Join)
    assert [one.name for one in joined.members] == [name]
    lit = LANGUAGE.parse(LANGUAGE.say(LightUp("torch", name)))
    assert isinstance(lit, LightUp)
    assert lit.bearer == name


def test_the_unit_of_an_area_belongs_to_it_and_not_to_what_is_searched() -> None:
    assert LANGUAGE.parse("search 20 x 20 ft the altar") == Do("search", "20 x 20 ft", about="the altar")


def test_case_and_spaces_do_not_matter_to_the_words_of_a_form() -> None:
    assert LANGUAGE.parse("  LIGHT   Torch  FOR   Ben  ") == LightUp("Torch", "Ben")


def test_lengths_are_said_in_any_unit_and_back_in_the_rule_sets_own() -> None:
    assert LANGUAGE.say(LANGUAGE.parse("wait 1 h 20 min")) == "wait 8 turns"


def test_people_are_introduced_with_all_that_is_written_of_them() -> None:
    said = 'party Varda wisdom 12 level 3 hp 5/7 morale 9 carrying 4 reaction -1; "Lord 7" hireling'
    assert LANGUAGE.say(LANGUAGE.parse(said)) == said


# --- not understood


@pytest.mark.parametrize(
    "said, column, hint",
    [
        ("lihgt torch", 1, "did you mean 'light'?"),
        ("xyzzy", 1, "type ? for the commands"),
        ("wait 3 trns", 8, "did you mean turns?"),
        ("wait", 5, "say: wait [for] LENGTH or wait until TIME or wait until something happens"),
        ("stock many torches", 7, ""),
        ("move far", 6, "write it as 50 ft"),
        ("", 1, "type ? for the commands"),
        ("party Varda wisdom twelve", 7, ""),
        ("party Varda beauty 3", 7, ""),
        ("party ; ;", 7, "say it as party Varda wisdom 12 hp 5/7; Orlo wisdom 9"),
        ('party ""', 7, "say it as party Varda wisdom 12 hp 5/7; Orlo wisdom 9"),
    ],
)
def test_a_fault_has_its_column_and_a_hint(said: str, column: int, hint: str) -> None:
    told = fault(said)
    assert told.column == column
    assert told.hint == hint or not hint


@pytest.mark.parametrize(
    "said, way",
    [
        ("check wisdom for Varda", "check WHAT of WHO"),
        ("enter", "enter SCENE [NAME]"),
        ("end now", "end fight"),
    ],
)
def test_how_it_is_said_differently_begins_with_the_nearest_and_shortest_ways(said: str, way: str) -> None:
    """Of many ways four are told: those with the words that were said, then the short ones."""
    assert way in fault(said).hint.removeprefix("say: ").split(" or ")


@pytest.mark.parametrize("said", ["party " + "x" * 81, "light torch for " + "y" * 81, "timer " + "z" * 500])
def test_a_name_has_at_most_80_characters(said: str) -> None:
    assert "80 characters" in str(fault(said))
    LANGUAGE.parse("light torch for " + "y" * 80)


def test_ten_million_characters_of_noise_are_refused_at_once() -> None:
    noise = string.printable * 100_000
    assert f"{LONGEST_COMMAND:,} characters" in str(fault(noise))
    assert len(str(fault(noise))) < 500


@pytest.mark.slow
@pytest.mark.parametrize(
    "noise",
    [
        "timer " + "for " * 390,
        "timer " + "for warn " * 190,
        "rule light " + "of left " * 190,
        "hand torch " + "from to " * 190,
        "search " + "by " * 390,
        "timer " + "1 turn for a warn " * 60,
    ],
)
def test_words_of_a_form_over_and_over_are_told_in_bounded_work(noise: str) -> None:
    """These had a number of readings that grows with the third power of the words."""
    try:
        LANGUAGE.parse(noise)
    except SpeechError as told:
        assert len(str(told)) < 500  # noqa: PT017 - either outcome will do, but not a hang or a page of text


def test_too_many_words_are_refused() -> None:
    most = LONGEST_COMMAND // LEAST_PER_WORD
    assert f"{most} words" in str(fault("note " + "a " * most))


@pytest.mark.parametrize("odd", ["\x00", "\x1b", "\x07", "\x7f", "\x9b", "\ud800"])
def test_control_characters_and_halves_of_characters_are_refused_and_never_shown(odd: str) -> None:
    told = fault(f"note a{odd}b")
    assert told.column == 7
    assert odd not in str(told) + told.text
    str(told).encode()


def test_line_ends_and_tabs_are_spaces() -> None:
    assert LANGUAGE.parse("light\ttorch\nfor\r\nBen") == LightUp("torch", "Ben")


@given(st.text(max_size=200))
def test_whatever_is_said_is_a_command_or_a_fault_with_its_place(said: str) -> None:
    try:
        command = LANGUAGE.parse(said)
    except SpeechError as told:
        assert 1 <= told.column <= len(said) + 1  # noqa: PT017 - both outcomes are right
    else:
        assert LANGUAGE.parse(LANGUAGE.say(command)) == command


def test_an_unknown_name_is_answered_with_what_was_probably_meant() -> None:
    keeper = keep("party Varda; Orlo hp 3/3")
    assert keeper.refused("hurt Orlp 1").hint == "did you mean 'Orlo'?"
    assert keeper.refused("enter dungeno").hint == "did you mean 'dungeon'?"
