"""Laws of any session: replay, answers, storage, order, integers; and the same bytes on every run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.play.keeper import book_of, keep, past_of
from tests.play.long_session import played
from tests.play.strategies import sessions
from turnkeeper.app import codec
from turnkeeper.chance.drivers import Seeded
from turnkeeper.chance.throws import Answered
from turnkeeper.play.clock_rulings import ClockSetBack
from turnkeeper.play.decide import Decided, Needed, decide
from turnkeeper.play.dungeon.place import begin
from turnkeeper.play.fold import fold
from turnkeeper.play.kernel.event import Command, Event, Refusal
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.play.registry import DECLARED
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import ORIGIN, Instant, SortedMap

ROOT = Path(__file__).parent.parent.parent
MOST_PREFIXES = 6
GLOG, DICED = book_of(), book_of("usage-dice")
LANGUAGES = {book: Language(DECLARED, book) for book in (GLOG, DICED)}
seeds = st.binary(min_size=1, max_size=4)

Step = tuple[State, Command, Decided | Refusal, Seeded, Callable[[Instant], State]]


def steps(book: Rulebook, said: list[str], seed: bytes) -> Iterator[Step]:
    """Play with seeded dice; give each state, its command, what was decided, the dice, and the past."""
    events: list[Event] = [begin(book, ORIGIN)]
    state = fold(events)
    for number, one in enumerate(["party Varda hp 5/7; Orlo hp 3/3; Bram", *said]):
        try:
            command = LANGUAGES[book].parse(one)
        except SpeechError:
            continue  # a rule set without that activity
        dice = Seeded(seed, str(number))
        past = past_of(tuple(events))
        decided = decide(book, state, command, dice, past)
        assert not isinstance(decided, Needed)  # seeded dice always answer
        yield state, command, decided, dice, past
        if isinstance(decided, Decided):
            state = decided.state
            events.extend(decided.events)


def lists_of(value: object) -> Iterator[object]:
    yield value
    if isinstance(value, dict):
        for inner in value.values():
            yield from lists_of(inner)
    if isinstance(value, list):
        for inner in value:
            yield from lists_of(inner)


both = pytest.mark.parametrize("book", [GLOG, DICED], ids=["glog", "usage-dice"])


@both
@settings(max_examples=times(40))
@given(sessions, seeds)
def test_the_events_alone_lead_to_the_state_that_was_decided(
    book: Rulebook, said: list[str], seed: bytes
) -> None:
    for before, _, decided, _, past in steps(book, said, seed):
        if isinstance(decided, Decided):
            assert fold(decided.events, before, past) == decided.state


@both
@settings(max_examples=times(25))
@given(sessions, seeds)
def test_with_some_answers_the_next_throw_is_asked_and_with_all_the_same_is_decided(
    book: Rulebook, said: list[str], seed: bytes
) -> None:
    for state, command, decided, _, past in steps(book, said, seed):
        if not isinstance(decided, Decided):
            continue
        answers = decided.answers
        for known in range(len(answers))[:MOST_PREFIXES]:
            asked = decide(book, state, command, Answered(answers[:known]), past)
            assert asked == Needed(decided.throws[known], known)
        assert decide(book, state, command, Answered(answers), past) == decided


@both
@settings(max_examples=times(25))
@given(sessions, seeds)
def test_what_is_kept_is_read_back_as_it_was_and_holds_no_fraction_t25(
    book: Rulebook, said: list[str], seed: bytes
) -> None:
    for _, command, decided, _, _ in steps(book, said, seed):
        assert codec.decode_command(codec.encode(command)) == command
        if not isinstance(decided, Decided):
            continue
        events, answers = codec.encode(decided.events), codec.encode(decided.answers)
        snapshot = codec.encode_state(decided.state)
        assert tuple(codec.decode_events(events)) == decided.events
        assert codec.decode_answers(answers) == decided.answers
        assert codec.decode_state(snapshot) == decided.state
        for kept in (events, answers, snapshot):
            assert not any(isinstance(value, float) for value in lists_of(json.loads(kept)))


@both
@settings(max_examples=times(25))
@given(sessions, seeds)
def test_events_come_in_order_and_the_state_holds_together(
    book: Rulebook, said: list[str], seed: bytes
) -> None:
    for _, _, decided, _, _ in steps(book, said, seed):
        if isinstance(decided, Refusal):
            assert decided.code
            assert decided.message
            continue
        set_back = any(isinstance(event, ClockSetBack) for event in decided.events)
        assert set_back or all(one.at <= two.at for one, two in pairwise(decided.events))
        state = decided.state
        marks = {key: None for timer in state.timers.live.values() for key in timer.marks(state.now)}
        assert state.timers.marks == SortedMap.of(marks.items())
        lights = state.lights
        assert all(light.lit for light in lights.burning())
        assert all(light.idle for light in lights.idle())
        assert not any(light.lit or light.idle for light in lights.gone.values())
        numbers = [*state.timers.live, *(light.id for light in lights.every())]
        assert len(numbers) == len(set(numbers))
        assert all(number < state.order for number in numbers)


@settings(max_examples=times(25))
@given(sessions, seeds)
def test_what_is_refused_leaves_nothing_and_is_refused_again(said: list[str], seed: bytes) -> None:
    for state, command, decided, dice, past in steps(GLOG, said, seed):
        if isinstance(decided, Refusal):
            kept = codec.encode_state(state)
            assert decide(GLOG, state, command, dice, past) == decided
            assert codec.encode_state(state) == kept


@settings(max_examples=times(25))
@given(sessions, seeds)
def test_a_command_decided_again_with_the_same_dice_comes_to_the_same_t9(
    said: list[str], seed: bytes
) -> None:
    for state, command, decided, dice, past in steps(GLOG, said, seed):
        assert decide(GLOG, state, command, dice, past) == decided


@pytest.mark.slow
def test_two_runs_under_two_hash_seeds_give_the_same_bytes_t26() -> None:
    told = []
    for hash_seed in ("1", "2"):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}",
        }
        told.append(
            subprocess.run(
                [sys.executable, "-c", "from tests.play.long_session import played; print(played())"],
                cwd=ROOT, env=environment, capture_output=True, text=True, check=True,
            ).stdout
        )  # fmt: skip
    assert told[0] == told[1]
    assert told[0].strip() == played()


def test_a_session_under_way_is_not_touched_by_what_is_only_asked() -> None:
    keeper = keep("enter dungeon", "light torch")
    kept = codec.encode_state(keeper.state)
    keeper.ask("wait 10 turns", ["6", "6"])
    keeper.ask("lunch", ["2"])
    assert codec.encode_state(keeper.state) == kept
