"""Trackers of time: budgets, intervals, the periods of the day; all of them when the clock is set back."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.play.delvers import NEAR, delve, example, now, spent
from tests.play.keeper import MINUTE, TURN, ByName, Keeper, house_rules, of_kind
from turnkeeper.play.clock import trackers
from turnkeeper.play.clock.checks import Checked
from turnkeeper.play.clock.trackers import IntervalThrown, TrackerReached
from turnkeeper.play.dungeon.encounters import EncounterMet
from turnkeeper.time import ORIGIN, Duration

# --- budgets


def test_six_turns_without_rest_tire_and_five_with_one_of_rest_do_not() -> None:
    keeper = delve("classic-turns")
    for _ in range(3):
        keeper.do("wait 5 turns", dice=NEAR)
        keeper.do("rest 1 turn", dice=NEAR)
    assert [one.fatigue for one in keeper.state.party.members] == [0, 0]
    events = keeper.do("wait 6 turns", dice=NEAR)
    (reached,) = of_kind(events, TrackerReached)
    assert reached.at == keeper.now == ORIGIN + TURN * 24
    assert [one.fatigue for one in keeper.state.party.members] == [1, 1]
    assert spent(keeper, "weariness") == Duration(0)


def test_nobody_rests_in_advance() -> None:
    keeper = delve("classic-turns")
    keeper.do("rest 3 turns", dice=NEAR)
    keeper.do("wait 6 turns", dice=NEAR)
    assert [one.fatigue for one in keeper.state.party.members] == [1, 1]


def test_a_rest_cut_short_counts_for_its_length() -> None:
    keeper = delve("classic-turns")
    keeper.do("wait 3 turns", dice=NEAR)
    # The check of minute 40 interrupts the second turn of rest: 30 min less 5 times 10 is nothing.
    keeper.do("rest 2 turns", "1", dice=ByName({"encounter distance": "1+1"}))
    assert keeper.now == ORIGIN + TURN * 4
    assert spent(keeper, "weariness") == Duration(0)


def test_a_budget_waits_outside_its_scenes() -> None:
    keeper = delve("classic-turns")
    keeper.do("wait 15 min", dice=NEAR)
    keeper.do("enter settlement")
    keeper.do("wait 3 h")
    assert spent(keeper, "weariness") == MINUTE * 15
    keeper.do("enter dungeon Barrow")
    keeper.do("wait 5 min", dice=NEAR)
    assert spent(keeper, "weariness") == MINUTE * 20


def test_what_a_budget_was_worth_may_pass_while_the_clock_is_ruled_forward() -> None:
    # 70 minutes are one budget of 60, which nobody saw, and 10 of the next.
    keeper = delve("classic-turns")
    keeper.do("rule clock 01:10")
    assert spent(keeper, "weariness") == MINUTE * 10
    (reached,) = of_kind(keeper.do("wait 1 h", dice=NEAR), TrackerReached)
    assert reached.at == ORIGIN + MINUTE * 120


@settings(max_examples=times(30), deadline=None)
@given(st.lists(st.integers(1, 40), min_size=1, max_size=8))
def test_steps_of_time_equal_one_step(minutes: list[int]) -> None:
    """T1: budgets, pools and numbers alike, however the time is cut."""
    for name in ("classic-turns", "hazard-die", "underclock"):
        quiet = ByName({"encounter check": "6", "hazard die": "3", "underclock": "1", **dict(NEAR.faces)})
        once, often = delve(name), delve(name)
        total = min(sum(minutes), 100)
        once.do(f"wait {total} min", dice=quiet)
        for part in minutes:
            left = total - (often.now - ORIGIN) // MINUTE
            if left:
                often.do(f"wait {min(part, left)} min", dice=quiet)
        assert once.state.trackers == often.state.trackers
        assert once.state.party == often.state.party


@settings(max_examples=times(30), deadline=None)
@given(st.lists(st.integers(1, 25), min_size=1, max_size=6), st.integers(0, 55))
def test_pieces_of_rest_equal_one_rest(minutes: list[int], before: int) -> None:
    """T1."""
    once, often = delve("classic-turns"), delve("classic-turns")
    for keeper in (once, often):
        if before:
            keeper.do(f"wait {before} min", dice=NEAR)
    once.do(f"rest {sum(minutes)} min", dice=NEAR)
    for part in minutes:
        often.do(f"rest {part} min", dice=NEAR)
    assert spent(once, "weariness") == spent(often, "weariness")
    left = max(0, before - 5 * sum(minutes))
    assert spent(once, "weariness") == MINUTE * left


# --- intervals


@settings(max_examples=times(30), deadline=None)
@given(st.lists(st.integers(1, 45), min_size=1, max_size=8), st.integers(2, 12))
def test_an_interval_is_met_as_often_however_the_time_is_cut(minutes: list[int], turns: int) -> None:
    """T1."""
    drip = '[trackers."next encounter".counts]\ndo = [{ effect = "note", text = "it drips" }]\n'
    always = ByName({"next encounter": str(turns)})
    once, often = (Keeper(house_rules(drip, base="next-encounter")) for _ in range(2))
    for keeper in (once, often):
        keeper.do("enter dungeon")
    once.do(f"wait {sum(minutes)} min", dice=always)
    for part in minutes:
        often.do(f"wait {part} min", dice=always)
    assert once.state.trackers == often.state.trackers
    met = [one.at for one in of_kind(once.events, TrackerReached)]
    assert met == [one.at for one in of_kind(often.events, TrackerReached)]
    assert met == [ORIGIN + TURN * turns * number for number in range(1, sum(minutes) // (10 * turns) + 1)]


def test_an_interval_is_thrown_when_time_first_passes_and_met_at_its_own_minute() -> None:
    """T20."""
    keeper = delve("next-encounter")
    assert keeper.needs("wait 1 watch").dice == "2d6"
    events = keeper.do("wait 1 watch", "2+3", "1+1", "6+6")
    (thrown, again), (met,) = of_kind(events, IntervalThrown), of_kind(events, EncounterMet)
    assert (thrown.at, thrown.lasts, thrown.seen_by) == (ORIGIN, TURN * 5, "referee")
    assert met.at == keeper.now == ORIGIN + TURN * 5
    assert (again.at, again.lasts) == (met.at, TURN * 12)


def test_an_interval_asks_for_no_throw_until_it_is_met() -> None:
    keeper = delve("next-encounter")
    keeper.do("wait 1 min", "6+6")
    for _ in range(11):
        assert keeper.do("wait 10 min")
    assert keeper.needs("wait 10 min").name == "encounter distance"


def test_an_interval_that_passed_while_the_clock_was_ruled_forward_is_thrown_anew() -> None:
    keeper = delve("next-encounter")
    keeper.do("wait 1 min", "1+1")
    keeper.do("rule clock 05:00")
    keeper.do("in the dark")
    (thrown,) = of_kind(keeper.do("wait 1 min", "3+3"), IntervalThrown)
    assert (thrown.at, thrown.lasts) == (ORIGIN + TURN * 30, TURN * 6)


def test_the_table_of_the_option_is_as_rare_as_a_check_of_one_in_six() -> None:
    # One chance in six each turn: by turn n a chance of 1 - (5/6)^n, here within two of a hundred.
    book = example("next-encounter", "one-in-six")
    lookup = book.lookup("turns until the next encounter")
    for band, entry in zip(lookup.throw.bands, lookup.entries, strict=True):
        (effect,) = entry.do
        turns = effect.to  # type: ignore[union-attr]
        exact = 1 - Fraction(5, 6) ** turns
        assert abs(Fraction(band.high or 0, 100) - exact) < Fraction(2, 100), entry.name
        assert entry.name.split()[0] == str(turns)


def test_a_table_may_say_how_long_an_interval_is() -> None:
    keeper = delve("next-encounter", "one-in-six")
    (thrown,) = of_kind(keeper.do("wait 10 min", "53"), IntervalThrown)
    assert (thrown.lasts, thrown.rolled) == (TURN * 5, None)


def test_an_interval_set_anew_on_the_way_is_met_by_its_new_length() -> None:
    sooner = house_rules(
        '[tables.noise]\nentries = [{ on = "1-6", name = "sooner", do = ['
        '{ effect = "set", tracker = "next encounter", to = 1 }] }]\n'
        '[procedures.noise]\nevery = "3 turns"\n',
        base="next-encounter",
    )
    keeper = Keeper(sooner)
    keeper.do("enter dungeon")
    # Thrown for turn 12; at turn 3 it is set to one turn from then.
    (met,) = of_kind(keeper.do("wait 12 turns", "6+6", "1", "1+1", "6+6"), EncounterMet)
    assert met.at == ORIGIN + TURN * 4


# --- periods of the day


def outdoors(*options: str) -> Keeper:
    keeper = Keeper(example("day-periods", *options))
    keeper.do("party Varda")
    keeper.do("rule clock 05:00")
    keeper.do("enter wilderness")
    return keeper


def test_each_period_has_one_check_at_its_own_time() -> None:
    """T5."""
    quiet = ByName(
        {"weather": "9", **{f"{part} check": "12" for part in ("morning", "afternoon", "evening", "night")}}
    )
    checked = of_kind(outdoors().do("wait until day 3 05:00", dice=quiet), Checked)
    made = [(one.check, (one.at - ORIGIN) // (MINUTE * 60)) for one in checked if one.check != "weather"]
    names = ("morning check", "afternoon check", "evening check", "night check")
    assert made == [(names[number % 4], 6 + 6 * number) for number in range(8)]


def test_the_number_of_encounters_of_a_period_is_thrown_and_the_turn_of_each() -> None:
    keeper = outdoors("thrown-number")
    assert keeper.needs("wait 1 h").name == "night encounter count"
    quiet = ByName({"weather": "9", "encounter distance": "1+1+1+1"})
    # No night encounter; two in the morning, in its 1st and its 4th turn: at 06:00 and at 06:30.
    events = keeper.do("wait until 12:00", "1", "9", "3", "1", "4", dice=quiet)
    assert [one.at for one in of_kind(events, EncounterMet)] == [ORIGIN + MINUTE * 360]
    events = keeper.do("resume", dice=quiet) if keeper.do("part") else ()
    assert [one.at for one in of_kind(events, EncounterMet)] == [ORIGIN + MINUTE * 390]


def test_encounters_of_a_period_that_were_settled_stay_as_they_are() -> None:
    quiet = ByName({"weather": "9", "encounter distance": "1+1+1+1"})
    once, often = outdoors("thrown-number"), outdoors("thrown-number")
    once.do("wait until 11:00", "1", "9", "2", "36", dice=quiet)
    often.do("wait until 06:30", "1", "9", "2", "36", dice=quiet)
    often.do("wait until 11:00", dice=quiet)
    assert once.state.windows == often.state.windows


# --- the clock set back


@pytest.mark.parametrize(
    "name,faces", [("underclock", {"underclock": "1"}), ("tension-pool", {}), ("classic-turns", {})]
)
def test_trackers_go_back_with_the_clock(name: str, faces: dict[str, str]) -> None:
    """T2."""
    keeper = delve(name)
    dice = ByName({**NEAR.faces, **faces})
    keeper.do("wait 20 min", dice=dice)
    then = {
        key: (now(keeper, key), spent(keeper, key))
        for key in keeper.book.set.trackers
        if name == "classic-turns"
    }
    then_numbers = {key: now(keeper, key) for key in keeper.book.set.trackers if name != "classic-turns"}
    keeper.do("wait 20 min", dice=dice)
    keeper.do("rule clock 00:20")
    assert {key: now(keeper, key) for key in then_numbers} == then_numbers
    assert {key: (now(keeper, key), spent(keeper, key)) for key in then} == then
    keeper.do("wait 20 min", dice=dice)
    assert keeper.now == ORIGIN + MINUTE * 40


def test_an_interval_thrown_later_is_not_thrown_yet_when_the_clock_is_set_back() -> None:
    """T2."""
    keeper = delve("next-encounter")
    keeper.do("wait 30 min", "1+2", "1+1", "6+6")
    keeper.do("part")
    keeper.do("rule clock 00:10")
    assert trackers.lasts(keeper.state, keeper.book, "next encounter") == TURN * 3
    (met,) = of_kind(keeper.do("wait 30 min", "1+1", "6+6"), EncounterMet)
    assert met.at == ORIGIN + MINUTE * 30
