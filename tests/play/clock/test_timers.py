"""Timers: they end, warn and ring at their own instants, by themselves or until ended."""

from __future__ import annotations

import pytest

from tests.play.keeper import DAY, HOUR, MINUTE, TURN, keep, of_kind
from turnkeeper.play.clock import timers
from turnkeeper.play.clock.timers import Remind, StartTimer, TimerEnded, TimerRang, TimerWarned
from turnkeeper.time import Duration, Instant, Rank


def test_a_timer_ends_at_its_own_instant_whatever_the_step() -> None:
    one, many = keep("timer bless 25 min"), keep("timer bless 25 min")
    one.do("wait 1 h")
    for _ in range(20):
        many.do("wait 3 min")
    for keeper in (one, many):
        assert [event.at for event in of_kind(keeper.events, TimerEnded)] == [Instant(25 * 60_000)]


def test_a_timer_runs_in_any_unit_and_says_so_in_the_rule_sets_own() -> None:
    """G-TIME-1: 60 rounds a turn, 24 turns a watch, 6 watches a day."""
    keeper = keep()
    assert keeper.told("timer a 90 rounds") == ["timer a: 1 turn 30 rounds"]
    assert keeper.told("timer b 1 h 20 min for Varda") == ["timer b (Varda): 8 turns"]
    assert keeper.told("timer c 2 watches") == ["timer c: 2 watches"]


def test_a_timer_without_a_length_runs_until_ended_t18() -> None:
    keeper = keep("timer curse for Orlo")
    keeper.do("wait 10000 days")
    assert [timer.called for timer in keeper.state.timers.live.values()] == ["curse (Orlo)"]
    assert keeper.told("end timer curse") == ["timer curse (Orlo) ended"]
    assert len(keeper.state.timers.live) == 0


def test_a_jump_over_a_warning_still_warns_at_its_own_time_t3() -> None:
    keeper = keep("timer bless 3 turns for Varda warn 1 turn")
    assert keeper.timed("wait 1 day") == [
        ("day 1 00:20", "timer bless (Varda): 1 turn left"),
        ("day 1 00:30", "timer bless (Varda) is over"),
        ("day 2 00:00", "wait: 1 day"),
    ]


def test_a_warning_comes_once_and_at_its_instant_in_steps_too_t3() -> None:
    keeper = keep("timer bless 3 turns warn 1 turn")
    for _ in range(40):
        keeper.do("wait 1 min")
    assert [event.at for event in of_kind(keeper.events, TimerWarned)] == [Instant(2 * TURN.ms)]


def test_a_reminder_rings_once_a_second_at_most() -> None:
    """Each time is an event that is kept for ever; no game has a unit shorter than a segment of 1.44 s."""
    keeper = keep()
    assert keeper.refused("remind drip every 3 ms").code == "too-often"
    assert keeper.refused("remind drip every 999 ms").code == "too-often"
    keeper.do("remind drip every 1 s")
    assert len(of_kind(keeper.do("wait 1 round"), TimerRang)) == 10


def test_a_daily_reminder_rings_three_times_in_three_days_each_at_its_own_time_in_order_t5() -> None:
    keeper = keep()
    keeper.do("wait 6 h")
    keeper.do("remind feed the mule every 1 day")
    keeper.do("remind check the traps every 36 h")
    lines = [line for line in keeper.timed("wait 3 days") if line[1].startswith("reminder")]
    assert lines == [
        ("day 2 06:00", "reminder: feed the mule"),
        ("day 2 18:00", "reminder: check the traps"),
        ("day 3 06:00", "reminder: feed the mule"),
        ("day 4 06:00", "reminder: feed the mule"),  # begun first of the two
        ("day 4 06:00", "reminder: check the traps"),
    ]


def test_a_reminder_rings_on_across_many_waits_without_drift() -> None:
    keeper = keep("remind drip every 7 min")
    for _ in range(10):
        keeper.do("wait 10 min")
    rang = [event.at.ms // 60_000 for event in of_kind(keeper.events, TimerRang)]
    assert rang == list(range(7, 101, 7))


def test_a_timer_that_ends_exactly_with_a_wait_belongs_to_it_t16() -> None:
    keeper = keep("timer bless 1 turn")
    assert of_kind(keeper.do("wait 1 turn"), TimerEnded)
    assert not of_kind(keeper.do("wait 1 turn"), TimerEnded)


def test_ending_by_name_ends_all_of_that_name_or_the_one_of_somebody() -> None:
    keeper = keep("party Varda; Orlo", "timer bless 3 turns for varda", "timer bless 4 turns for Orlo")
    keeper.do("timer bless")
    assert keeper.told("end timer Bless (Varda)") == ["timer bless (Varda) ended"]
    assert keeper.told("end timer BLESS") == ["timer bless (Orlo) ended", "timer bless ended"]


def test_who_is_saved_loses_their_own_timer_and_nobody_else_s_t_dying_1() -> None:
    """14 and 1 are the 15 that it goes against; said of nobody it is for whoever is dying."""
    keeper = keep("party Varda intelligence 1; Orlo; Mira; Tam", rules="torchlit")
    keeper.do("timer dying 3 rounds for Orlo, Mira and Tam")
    keeper.do("stabilise Orlo by Varda", "13")
    assert len(keeper.state.timers.live) == 3
    keeper.do("stabilise orlo by Varda", "14")
    assert [one.who for one in keeper.state.timers.live.values()] == ["Mira", "Tam"]
    keeper.do("stabilise by Varda", "20")
    assert not keeper.state.timers.live


def test_ended_early_it_leaves_no_mark_behind() -> None:
    keeper = keep("timer bless 3 turns warn 1 turn", "remind drip every 10 min")
    keeper.do("wait 20 min")  # at this instant it warned and rang
    keeper.do("end timer bless")
    keeper.do("end timer drip")
    assert keeper.state.timers.marks.keys() == ()
    assert keeper.told("wait 1 day") == ["wait: 1 day"]


def test_the_coming_marks_are_those_of_what_runs() -> None:
    keeper = keep("timer bless 3 turns warn 1 turn", "timer curse", "remind drip every 7 min")
    keeper.do("wait 15 min")
    assert keeper.state.timers.marks.keys() == (
        (20 * 60_000, Rank.REMINDS, 0),
        (21 * 60_000, Rank.REMINDS, 2),
        (30 * 60_000, Rank.ENDS, 0),
    )


@pytest.mark.parametrize(
    "command",
    [
        StartTimer("bless", Duration(0)),
        StartTimer("bless", Duration(-1)),
        StartTimer("bless", HOUR, warn=Duration(0)),
        StartTimer("bless", HOUR, warn=Duration(-5)),
        Remind(Duration(0), "drip"),
        Remind(Duration(-MINUTE.ms), "drip"),
    ],
)
def test_no_length_is_nothing_or_less(command: StartTimer | Remind) -> None:
    assert keep().refused(command).code == "length"


def test_a_warning_is_shorter_than_its_timer() -> None:
    keeper = keep()
    assert keeper.refused("timer bless 3 turns warn 3 turns").code == "warning"
    assert keeper.refused(StartTimer("bless", None, warn=TURN)).code == "warning"


def test_a_timer_that_does_not_run_is_named_with_what_was_probably_meant() -> None:
    keeper = keep()
    assert keeper.refused("end timer bless").hint == "no timer is running"
    keeper.do("timer bless 3 turns")
    assert keeper.refused("end timer bles").hint == "did you mean 'bless'?"
    assert keeper.refused("end timer xyzzy").hint == "status lists the timers that run"


def test_there_is_a_most_of_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timers, "MOST_LIVE", 3)
    keeper = keep("timer a", "timer b", "timer c")
    assert keeper.refused("timer d").code == "too-many-timers"
    keeper.do("end timer b")
    keeper.do("timer d")


def test_days_are_long_but_exact() -> None:
    keeper = keep("timer exile 365 days warn 1 day")
    keeper.do("wait 400 days")
    (warned,), (ended,) = of_kind(keeper.events, TimerWarned), of_kind(keeper.events, TimerEnded)
    assert (warned.at, ended.at) == (Instant(364 * DAY.ms), Instant(365 * DAY.ms))


def test_a_length_without_a_name_is_no_timer_that_runs_for_ever() -> None:
    refusal = keep().refused("timer 3 turns")
    assert (refusal.code, refusal.hint) == ("name", "timer watch 3 turns")


@pytest.mark.parametrize("said", ["bless 0 turns", "bless -3 turns", "bless 0 turns for Varda"])
def test_a_timer_of_no_time_or_less_is_refused_and_does_not_run_for_ever(said: str) -> None:
    """T18: only a length that was not said means until ended."""
    refusal = keep("party Varda").refused(f"timer {said}")
    assert (refusal.code, refusal.hint) == ("length", "timer bless 3 turns")


def test_a_name_may_end_in_a_number_or_in_a_unit() -> None:
    keeper = keep("timer torch 2", "timer night watch")
    assert [timer.called for timer in keeper.state.timers.live.values()] == ["torch 2", "night watch"]


def test_a_timer_until_a_time_of_day_ends_then_and_one_of_two_people_is_ended_alone() -> None:
    keeper = keep("timer blinded until dawn for Varda", "timer blinded for Orlo")
    assert keeper.told("end timer blinded for Orlo") == ["timer blinded (Orlo) ended"]
    (timer,) = keeper.state.timers.live.values()
    keeper.do("wait until dawn")
    *_, over = of_kind(keeper.events, TimerEnded)
    assert (timer.called, over.at) == ("blinded (Varda)", timer.due)
    assert keeper.refused("end timer blinded for Varda").message == "no timer 'blinded' is running for Varda"
