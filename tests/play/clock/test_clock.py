"""The clock's walk: what happens on the way, in which order, where it stops, and what is left then."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import CALM, DAY, HOUR, MINUTE, TURN, ByName, Keeper, house_rules, keep, of_kind
from turnkeeper.play.clock import clock
from turnkeeper.play.clock.clock import LONGEST, MOST_UNFINISHED, TaskEnded, TaskInterrupted
from turnkeeper.play.clock.passing import Wait
from turnkeeper.play.clock.timers import TimerEnded, TimerRang
from turnkeeper.play.dungeon.activity import Do
from turnkeeper.play.kernel.event import Event
from turnkeeper.time import Duration, Instant

OWLBEAR = ("3", "7")  # G-ENC-2: 2-4 is an encounter; G-ENC-4: in a corridor 2d6 x 10 ft away


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def busy(*said: str) -> Keeper:
    return keep(
        "party Varda; Orlo",
        "light torch for Orlo",
        "timer bless 7 turns for Varda warn 2 turns",
        "remind mule every 25 min",
        *said,
    )


# --- one time for all


def test_two_waits_of_five_minutes_come_to_the_state_of_one_of_ten_t1() -> None:
    once, twice = busy(), busy()
    once.do("wait 10 min")
    twice.do("wait 5 min")
    twice.do("wait 5 min")
    assert once.state == twice.state
    assert once.now == Instant(10 * 60_000)


@pytest.mark.slow
@given(st.integers(2, 2 * DAY.ms), st.floats(0, 1), st.sampled_from(["settlement", "dungeon"]))
def test_a_wait_cut_anywhere_comes_to_the_same_state_t1(total: int, part: float, scene: str) -> None:
    once, twice = busy(f"enter {scene}"), busy(f"enter {scene}")
    cut = max(1, min(total - 1, int(total * part)))
    once.do(Wait(Duration(total)), dice=CALM)
    twice.do(Wait(Duration(cut)), dice=CALM)
    twice.do(Wait(Duration(total - cut)), dice=CALM)
    assert once.state == twice.state
    tasks = (TaskEnded, TaskInterrupted)
    assert [event for event in once.events if not isinstance(event, tasks)] == [
        event for event in twice.events if not isinstance(event, tasks)
    ]


def test_a_party_rests_on_one_clock_however_many_they_are_t6() -> None:
    few, many = keep("party Varda"), keep("party " + "; ".join(f"Member{n} hp 1/9" for n in range(40)))
    for keeper in (few, many):
        events = keeper.do("rest 1 h")
        assert keeper.now == Instant(HOUR.ms)
        assert len(of_kind(events, TaskEnded)) == 1


def test_two_things_alike_in_one_turn_are_two_lines_t10() -> None:
    keeper = keep("enter dungeon", "timer echo 1 turn", "timer echo 1 turn")
    assert [line for line in keeper.told("wait 1 turn", "12") if "echo" in line] == ["timer echo is over"] * 2
    assert keeper.told("make noise", "9") == keeper.told("make noise", "9")


def test_a_jump_over_what_is_scheduled_fires_it_at_its_own_time_t4() -> None:
    keeper = keep("timer ritual 3 h")
    assert keeper.timed("wait 2 days")[0] == ("day 1 03:00", "timer ritual is over")


def test_a_step_is_a_turn_in_the_dungeon_and_a_watch_in_the_wilderness() -> None:
    """G-TIME-2."""
    keeper = keep("enter wilderness")
    keeper.do("next", dice=CALM)
    assert keeper.now == Instant(4 * HOUR.ms)
    keeper.do("enter dungeon")
    keeper.do("next", dice=CALM)
    assert keeper.now == Instant(4 * HOUR.ms + TURN.ms)


def test_waiting_until_a_time_is_waiting_that_long() -> None:
    until, long = busy(), busy()
    until.do("wait until dawn")  # G-TIME-1: dawn is at 06:00
    long.do("wait 6 h")
    assert until.state == long.state
    assert until.now == Instant(6 * HOUR.ms)


# --- order at one instant


def test_at_one_instant_ends_come_before_checks_before_reminders_before_starts() -> None:
    keeper = keep("enter dungeon", "enter room Hall")
    keeper.do("make noise", "2")  # G-ENC-4: in a room, it enters at the start of the next turn
    keeper.do("remind drip every 10 min")
    keeper.do("timer bless 10 min")
    assert kinds(keeper.do("wait 1 turn", "9")) == [
        "TimerEnded",
        "TaskEnded",
        "Checked",
        "TimerRang",
        "EncounterArrived",
    ]


def test_what_ends_at_one_instant_ends_in_the_order_in_which_it_was_begun() -> None:
    keeper = keep("timer first 20 min", "timer second 20 min")
    keeper.do("wait 10 min")
    keeper.do("timer third 10 min")
    events = keeper.do("wait 10 min")
    assert [event.called for event in of_kind(events, TimerEnded)] == ["first", "second", "third"]
    assert isinstance(events[-1], TaskEnded)  # the wait was begun last of all


def test_a_resumed_task_still_comes_before_what_was_begun_while_it_lay() -> None:
    keeper = keep("enter dungeon")
    keeper.do("wait 20 min", *OWLBEAR)
    keeper.do("part")
    keeper.do("timer later 10 min")
    assert kinds(keeper.do("resume", "12")) == ["TaskResumed", "TaskEnded", "TimerEnded", "Checked"]


def test_what_a_table_begins_on_the_way_ends_after_the_task_that_it_interrupts_not_before() -> None:
    """The task is the older one, whether the clock was stopped in between or not."""
    whole, parted = keep("enter dungeon"), keep("enter dungeon")
    for keeper in (whole, parted):
        keeper.do("timer older 20 min")
    assert kinds(whole.do("wait 20 min", "12", "12")) == ["Checked", "TimerEnded", "TaskEnded", "Checked"]
    parted.do("wait 20 min", *OWLBEAR)
    parted.do("part")
    assert kinds(parted.do("resume", "12")) == ["TaskResumed", "TimerEnded", "TaskEnded", "Checked"]


# --- stops and resume


def test_an_encounter_in_a_night_stops_it_at_its_own_minute_and_resume_goes_on_exactly_t20() -> None:
    keeper = keep("enter dungeon", "party Varda hp 1/7")
    events = keeper.do("night", *["12"] * 16, *OWLBEAR)
    assert keeper.now == Instant(17 * TURN.ms)  # the 17th turn's check, at 02:50 of a night of 8 h
    (stopped,) = of_kind(events, TaskInterrupted)
    assert stopped.left == 8 * HOUR - 17 * TURN
    assert keeper.told("part") == ["the encounter with something is over"]
    keeper.do("resume", *["12"] * 31)  # 48 turns in 8 h, one check each, none twice
    assert keeper.now == Instant(8 * HOUR.ms)
    assert keeper.state.unfinished == ()
    assert keeper.state.party.members[0].hp == 7  # G-HEAL-2: all of them


def test_what_stops_the_clock_as_a_task_ends_leaves_nothing_over() -> None:
    keeper = keep("enter dungeon")
    assert kinds(keeper.do("search", *OWLBEAR)) == ["TaskEnded", "Checked", "EncounterMet"]
    assert keeper.state.unfinished == ()


def test_a_stop_takes_hold_when_all_of_its_instant_was_visited() -> None:
    keeper = keep("enter dungeon", "remind drip every 10 min", "timer bless 10 min")
    events = keeper.do("wait 3 turns", *OWLBEAR)
    assert next(type(event) for event in events if event.at == keeper.now) is TimerEnded
    assert of_kind(events, TimerRang)
    assert keeper.now == Instant(TURN.ms)


def test_a_loud_start_that_meets_something_leaves_the_whole_task() -> None:
    """G-ENC-1: a loud act is rolled for at once, before its turn has passed."""
    keeper = keep("enter dungeon")
    (stopped,) = of_kind(keeper.do("break door", *OWLBEAR), TaskInterrupted)
    assert (keeper.now, stopped.left) == (Instant(0), TURN)


def test_what_was_left_last_is_taken_up_first_and_can_be_given_up() -> None:
    keeper = keep("enter dungeon")
    keeper.do("wait 2 turns", *OWLBEAR)
    keeper.do("part")
    keeper.do("pick lock", "12")
    keeper.do("read the runes", *OWLBEAR)
    keeper.do("part")
    assert [task.what for task in keeper.state.unfinished] == ["wait", "read"]
    assert keeper.told("abandon") == ["read given up"]
    keeper.do("resume", "12")
    assert keeper.state.unfinished == ()
    assert keeper.refused("resume").code == "nothing-unfinished"
    assert keeper.refused("abandon").code == "nothing-unfinished"


def test_only_so_much_is_left_lying() -> None:
    keeper = keep("enter dungeon")
    for _ in range(MOST_UNFINISHED + 3):
        keeper.do("wait 2 turns", *OWLBEAR)
        keeper.do("part")
    assert len(keeper.state.unfinished) == MOST_UNFINISHED


@given(st.lists(st.integers(0, 9), min_size=60, max_size=60))
def test_however_often_it_is_stopped_a_task_takes_its_time_in_all(dice: list[int]) -> None:
    keeper = keep("enter dungeon")
    faces = {True: ByName({"encounter check": "3", "encounter distance": "7"}), False: CALM}
    keeper.do("wait 1 h", dice=faces[dice[0] == 0])
    for die in dice[1:]:
        if not keeper.state.unfinished:
            break
        if keeper.state.meetings:
            keeper.do("part")
        keeper.do("resume", dice=faces[die == 0])
    else:
        return
    assert keeper.now == Instant(HOUR.ms)


def test_a_question_must_be_answered_before_time_passes() -> None:
    keeper = keep("enter dungeon", "party Varda")
    keeper.do("wait 3 turns", "8")  # G-ENC-2: 8 is weariness, and asks
    assert keeper.refused("resume").code == "question"
    assert keeper.refused("next").code == "question"
    keeper.do("choose fatigue")
    keeper.do("resume", "12", "12")
    assert keeper.now == Instant(3 * TURN.ms)


# --- bad input


def test_a_million_turns_with_nothing_due_are_one_event() -> None:
    keeper = keep()
    assert kinds(keeper.do("wait 1000000 turns")) == ["TaskEnded"]
    assert keeper.now == Instant(1_000_000 * TURN.ms)


def test_a_wait_with_too_much_on_the_way_stops_says_so_and_can_be_resumed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock, "MOST_VISITS", 500)
    keeper = keep("remind drip every 1 round")
    events = keeper.do("wait 1000 rounds")
    assert len(of_kind(events, TimerRang)) == 500
    stopped = events[-1]
    assert isinstance(stopped, TaskInterrupted)
    assert stopped.left == Duration(500 * 10_000)
    assert "wait: 16 turns 40 rounds" in keeper.told("resume")  # 1000 rounds of 10 s, 60 to the turn
    assert keeper.now == Instant(1000 * 10_000)
    assert len(of_kind(keeper.events, TimerRang)) == 1000


def test_the_reason_for_such_a_stop_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "MOST_VISITS", 500)
    line = keep("remind drip every 1 round").told("wait 1000 rounds")[-1]
    assert "500 things" in line
    assert "resume" in line


@pytest.mark.parametrize("ms", [0, -1, -600_000])
def test_time_does_not_pass_by_nothing_or_backwards(ms: int) -> None:
    keeper = keep("party Varda")
    assert keeper.refused(Wait(Duration(ms))).code == "length"
    assert keeper.refused(Do("rest", lasts=Duration(ms))).code == "length"


def test_more_than_a_million_years_at_once_is_refused() -> None:
    keeper = keep()
    assert keeper.refused(Wait(LONGEST + MINUTE)).code == "too-long"
    assert kinds(keeper.do(Wait(LONGEST))) == ["TaskEnded"]


def test_waiting_until_what_is_past_or_unknown_is_refused() -> None:
    keeper = keep()
    keeper.do("wait 1 day")
    assert keeper.refused("wait until day 1 08:00").code == "time"
    assert "did you mean dawn" in keeper.refused("wait until dwan").hint


def test_a_task_is_told_with_who_what_and_how_long() -> None:
    keeper = keep("party Varda")
    assert keeper.told("pick lock by varda") == ["pick lock by Varda: 1 turn"]
    ended = TaskEnded(
        "pick lock", TURN, activity="pick lock", who="Varda", at=Instant(TURN.ms), rule="G-ACT-1"
    )
    assert keeper.events[-1] == ended


def test_a_ruled_time_is_read_as_one_that_is_waited_until() -> None:
    """A name may begin as the word day does; a time of day is that of today, past or not."""
    rules = house_rules('[time.times_of_day]\ndaybreak = "05:30"\n')
    keeper = keep("wait until daybreak", rules=rules)
    assert keeper.book.scale.say_instant(keeper.now) == "day 1 05:30"
    for said, at in (
        ("rule clock 11:00", "day 1 11:00"),
        ("rule clock daybreak", "day 1 05:30"),
        ("rule clock tomorrow 08:00", "day 2 08:00"),
        ("rule clock day 1 daybreak", "day 1 05:30"),
        ("rule clock next watch", "day 1 08:00"),
    ):
        keeper.do(said)
        assert keeper.book.scale.say_instant(keeper.now) == at
