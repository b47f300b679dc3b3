"""The stopwatch: stamps become said time; a sleeping laptop, a pause and a fight burn nothing unasked."""

from __future__ import annotations

import pytest

from turnkeeper.app.library import in_memory
from turnkeeper.app.outcomes import CommandDone, MovedTo, Outcome
from turnkeeper.app.session import Session
from turnkeeper.app.stopwatch import keep, line
from turnkeeper.play.dungeon.table_clock import burning
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.rules.reading.load import builtin_text, load_builtin, load_rules

SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000


class Wall:
    """A wall clock that goes as it is told."""

    def __init__(self) -> None:
        self.now = 1_000_000_000

    def __call__(self) -> int:
        return self.now


class Table:
    """A campaign under a light of the table's time, its stopwatch running by a wall clock of its own."""

    def __init__(self, *options: str) -> None:
        self.wall = Wall()
        head = f'[ruleset]\nid = "ours"\nname = "Ours"\nextends = "torchlit"\noptions = {list(options)}\n'
        rules = load_rules(head.replace("'", '"'), "ours.toml", builtin_text)
        self.session = Session(in_memory("Table", rules, seed="5eed"))
        self.session.stopwatch.wall = self.wall
        for said in (
            "party Varda dexterity 1; Orlo dexterity 0",
            "enter dungeon Crypt",
            "light torch for Varda",
        ):
            assert isinstance(self.session.say(said), CommandDone)
        assert isinstance(self.session.say("stopwatch"), MovedTo)

    def passes(self, ms: int, steps: int = 1) -> list[Outcome]:
        """Pass time on the wall, looking at the session several times; returns the texts that it said."""
        said = []
        for _ in range(steps):
            self.wall.now += ms // steps
            outcome = keep(self.session)
            said += [] if outcome is None else [outcome]
        return said

    @property
    def left(self) -> int:
        """Return how much is left of what burns, in minutes; 0 where nothing does."""
        state, book = self.session.campaign.state, self.session.campaign.book
        return sum(rest.ms for _, rest in burning(state, book)) // MINUTE


def test_t8_every_five_minutes_the_time_is_said_as_a_command_and_undone_as_one() -> None:
    table = Table()
    before = table.session.head
    assert table.passes(4 * MINUTE + 59 * SECOND, steps=299) == []
    (said,) = table.passes(SECOND)
    assert isinstance(said, CommandDone)
    assert said.summary == "table 5 min"
    assert table.left == 55
    table.session.say("undo")
    assert (table.session.head, table.left) == (before, 60)


@pytest.mark.slow
@pytest.mark.parametrize("steps", [1, 2, 7, 60, 840])
def test_t8_time_goes_by_stamps_and_not_by_how_often_they_are_looked_at(steps: int) -> None:
    table = Table()
    table.passes(14 * MINUTE, steps=steps)
    table.session.say("stopwatch pause")
    assert table.left == 46


def test_t8_a_laptop_that_slept_is_asked_about_and_burns_nothing_by_itself() -> None:
    table = Table()
    table.passes(10 * MINUTE, steps=600)
    (said,) = table.passes(3 * HOUR)
    assert isinstance(said, Refusal)
    assert (said.code, said.message) == ("doubted", "3 h passed at once: the stopwatch is paused")
    assert table.left == 50
    shown = line(table.session)
    assert shown is not None
    assert (shown.runs, shown.doubted) == (False, "3 h")
    assert table.passes(HOUR) == []


def test_what_was_put_aside_is_left_out_and_the_stopwatch_goes_on() -> None:
    table = Table()
    table.passes(3 * HOUR)
    assert isinstance(table.session.say("stopwatch drop"), MovedTo)
    table.passes(5 * MINUTE, steps=5)
    assert table.left == 55


def test_what_was_put_aside_can_be_burnt() -> None:
    table = Table()
    table.passes(20 * MINUTE)
    assert isinstance(table.session.say("stopwatch count"), CommandDone)
    assert table.left == 40
    assert isinstance(table.session.say("stopwatch count"), Refusal)


def test_a_pause_burns_nothing_and_says_the_minutes_before_it() -> None:
    table = Table()
    table.passes(3 * MINUTE + 30 * SECOND, steps=7)
    assert isinstance(table.session.say("stopwatch pause"), CommandDone)
    assert table.left == 57
    assert table.passes(HOUR, steps=60) == []
    table.session.say("stopwatch run")
    table.passes(4 * MINUTE + 30 * SECOND, steps=9)  # with the 30 seconds from before
    assert table.left == 52


def test_a_wall_clock_that_is_set_back_counts_for_nothing() -> None:
    table = Table()
    table.passes(-2 * HOUR)
    table.passes(5 * MINUTE, steps=5)
    assert table.left == 55


@pytest.mark.parametrize("options, left", [((), 50), (("fights-stop-the-clock",), 60)])
def test_a_fight_stops_it_where_it_is_so_set(options: tuple[str, ...], left: int) -> None:
    table = Table(*options)
    table.session.say("fight enemies")
    table.passes(10 * MINUTE, steps=10)
    assert table.left == left
    table.session.say("end fight")
    table.passes(5 * MINUTE, steps=5)
    assert table.left == left - 5


def test_where_nothing_burns_nothing_is_measured() -> None:
    table = Table()
    table.session.say("douse torch of Varda")
    assert table.passes(2 * HOUR, steps=120) == []
    table.session.say("light torch for Varda")
    table.passes(5 * MINUTE, steps=5)
    assert table.left == 55


def test_a_light_goes_out_in_its_own_minute() -> None:
    table = Table()
    for _ in range(4):
        table.session.say("table 14 min")
    table.session.say("table 1 min")
    assert table.left == 3
    assert table.passes(2 * MINUTE + 59 * SECOND, steps=179) == []
    (said,) = table.passes(SECOND)
    assert isinstance(said, CommandDone)
    assert [one.text for one in said.lines][1:] == ["torch (Varda) goes out", "darkness: nothing burns"]


def test_while_a_throw_is_waited_for_it_is_said_afterwards() -> None:
    table = Table()
    table.session.dice = "typed"
    table.session.say("check now")
    assert table.session.wanted is not None
    assert table.passes(10 * MINUTE, steps=10) == []
    assert table.session.wanted is not None
    table.session.say("6")
    assert len(table.passes(SECOND)) == 1
    assert table.left == 50


def test_a_game_without_such_lights_has_no_stopwatch() -> None:
    session = Session(in_memory("Other", load_builtin("glog"), seed="5eed"))
    assert isinstance(session.say("stopwatch"), Refusal)
    assert line(session) is None
    assert keep(session) is None


def test_a_word_that_it_does_not_know_is_refused() -> None:
    refusal = Table().session.say("stopwatch sideways")
    assert isinstance(refusal, Refusal)
    assert refusal.hint == "one of run, pause, count, drop"
