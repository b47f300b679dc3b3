"""Exertion: attributes drop, never below 0, and weeks of bed rest bring them back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.play.keeper import DAY, Keeper, keep, of_kind
from turnkeeper.play.party.exertion import AttributeRecovered, BedRestCounted, Exerted

PEOPLE = "party Varda agility 10 brawn 12 cunning 13 level 2; Orlo agility 12 brawn 2 cunning 8"


def party(*said: str) -> Keeper:
    return keep(PEOPLE, *said, rules="dungeon-game", dice=None)


def score(game: Keeper, name: str, attribute: str) -> int | None:
    who = game.state.party.find(name)
    assert who is not None
    return who.attribute(attribute)


def test_an_attribute_drops_by_the_die_and_what_is_written_stays() -> None:
    """D-TERM-4: 12 less 2 is 10, and less 3 more is 7."""
    game = party()
    assert game.told("exert 1d3 brawn of Varda", "2") == ["Varda exerts 2 brawn (1d3 = 2), has 10"]
    game.do("exert 1d3 brawn of Varda", "3")
    assert score(game, "Varda", "brawn") == 7
    assert game.state.party.members[0].written("brawn") == 12
    assert [score(game, "Varda", name) for name in ("agility", "cunning")] == [10, 13]


def test_an_attribute_stops_at_0() -> None:
    """D-TERM-4, house: Orlo's brawn is 2, and two of the three that fell are exerted."""
    game = party()
    (event,) = of_kind(game.do("exert 1d3 brawn of Orlo", "3"), Exerted)
    assert (event.by, event.now, event.rolled.faces) == (2, 0, (3,))
    (again,) = of_kind(game.do("exert 1d3 brawn of Orlo", "1"), Exerted)
    assert (again.by, again.now) == (0, 0)


@pytest.mark.parametrize("purpose", ["save", "the save", "a saving throw"])
def test_no_exertion_for_a_save(purpose: str) -> None:
    """D-TERM-3."""
    refusal = party().refused(f"exert 1d3 brawn of Varda for {purpose}")
    assert refusal.code == "save"
    assert "D-TERM-3" in refusal.message


def test_an_exertion_for_a_check_says_what_it_was_for() -> None:
    told = party().told("exert 1d3 brawn of Varda for a check", "1")
    assert told == ["Varda exerts 1 brawn for a check (1d3 = 1), has 11"]


def test_a_week_in_bed_gives_one_recovery_die_back_to_what_lost_the_most() -> None:
    """D-TERM-4 and D-TERM-5: level 2 recovers 1d3+1, and never more than was exerted."""
    game = party()
    game.do("exert 1d3 cunning of Varda", "2")
    game.do("exert 1d3 brawn of Varda", "3")
    events = game.do("bed rest 7 days", "1")
    (recovered,) = of_kind(events, AttributeRecovered)
    assert (recovered.attribute, recovered.by, recovered.now) == ("brawn", 2, 11)
    assert recovered.at.ms == 7 * DAY.ms
    # Cunning has lost 2 now and brawn 1; 3+1 is more than the 2.
    (second,) = of_kind(game.do("bed rest 7 days", "3"), AttributeRecovered)
    assert (second.attribute, second.by, second.now) == ("cunning", 2, 13)


def test_among_equals_the_first_of_the_rule_set_recovers_first() -> None:
    game = party()
    for attribute in ("cunning", "agility"):
        game.do(f"exert 1d3 {attribute} of Varda", "2")
    (event,) = of_kind(game.do("bed rest 7 days", "1"), AttributeRecovered)
    assert event.attribute == "agility"


def test_weeks_that_are_cut_short_go_on_counting() -> None:
    """D-TERM-4, house: 10 days are a week and 3 days over; 4 more make the second week."""
    game = party()
    for _ in range(2):
        game.do("exert 1d3 brawn of Varda", "3")
    assert len(of_kind(game.do("bed rest 10 days", "1"), AttributeRecovered)) == 1
    (counted,) = of_kind(game.events, BedRestCounted)
    assert counted.over == DAY * 3
    game.do("wait 30 days")
    assert len(of_kind(game.do("bed rest 4 days", "1"), AttributeRecovered)) == 1


def test_only_those_rest_who_are_named() -> None:
    game = party()
    game.do("exert 1d3 brawn of Varda", "2")
    game.do("exert 1d3 cunning of Orlo", "2")
    events = game.do("bed rest 7 days by Orlo", "2")
    assert [one.who for one in of_kind(events, AttributeRecovered)] == ["Orlo"]
    assert score(game, "Varda", "brawn") == 10


def test_nobody_lies_in_bed_in_advance() -> None:
    game = party("bed rest 20 days")
    game.do("exert 1d3 brawn of Varda", "2")
    assert of_kind(game.do("bed rest 6 days"), AttributeRecovered) == []


@settings(max_examples=times(25))
@given(st.lists(st.integers(1, 20), min_size=1, max_size=5))
def test_two_rests_come_to_as_much_as_one(days: list[int]) -> None:
    """T1: however the days are split, as many whole weeks are as many dice; 3 + 3 + 3 of 12 are missing."""
    split, whole = party(), party()
    for game in (split, whole):
        for _ in range(3):
            game.do("exert 1d3 brawn of Varda", "3")
    for one in days:
        before = (split.state.party.members[0].in_bed + one * DAY.ms) // (7 * DAY.ms)
        left = split.state.party.members[0].lost("brawn")
        split.do(f"bed rest {one} days", *["1"] * min(before, -(-left // 2)))
    weeks = sum(days) // 7
    whole.do(f"bed rest {sum(days)} days", *["1"] * min(weeks, 5))
    # Each die of 1 at level 2 is 2 points; the fifth gives back the last of nine.
    assert score(split, "Varda", "brawn") == score(whole, "Varda", "brawn") == 3 + min(9, 2 * weeks)


def test_a_clock_set_back_gives_back_what_was_exerted_and_takes_what_was_recovered() -> None:
    """T2."""
    game = party()
    game.do("exert 1d3 brawn of Varda", "3")
    game.do("wait 1 day")
    game.do("exert 1d3 brawn of Varda", "2")
    game.do("bed rest 8 days", "2")
    assert score(game, "Varda", "brawn") == 10
    game.do("rule clock day 2 00:00")
    assert score(game, "Varda", "brawn") == 7
    game.do("rule clock day 1 12:00")
    assert score(game, "Varda", "brawn") == 9
    assert game.state.party.members[0].in_bed == 0


def test_the_referee_may_rule_what_is_exerted() -> None:
    game = party()
    game.do("exert 1d3 brawn of Varda", "3")
    assert game.told("rule exerted brawn of Varda 1") == ["ruling: exerted brawn of Varda is 1"]
    assert score(game, "Varda", "brawn") == 11
    assert game.refused("rule exerted brawn of Varda -1").code == "number"
    game.do("rule brawn of Varda 14")
    assert score(game, "Varda", "brawn") == 13


@pytest.mark.parametrize(
    "said,code",
    [
        ("exert 1d3 brawn of Bram", "unknown-name"),
        ("exert 1d3 wit of Varda", "unknown-attribute"),
        ("exert brawn for Varda", "nothing-owed"),
    ],
)
def test_what_cannot_be_exerted_is_refused(said: str, code: str) -> None:
    assert party().refused(said).code == code


def test_a_rule_set_without_exertion_refuses_it() -> None:
    assert keep("party Varda wisdom 12").refused("exert 1d3 wisdom of Varda").code == "no-exertion"
