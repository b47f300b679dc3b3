"""The rate of a party: race, load, pace, and squares of the grid (C-MOVE-1 to C-MOVE-6)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.often import times
from tests.play.keeper import Keeper, house_rules, keep
from tests.play.strategies import commands, newcomers
from turnkeeper.chance.throws import Answer, Throw, from_text
from turnkeeper.play.dungeon.movement import Move, rate, rate_each
from turnkeeper.play.kernel.introducing.newcomers import Newcomer
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.play.party.loads import load_of
from turnkeeper.play.party.membership import Join
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.time import Duration, Instant

ROUND = 60_000
TURN = 600_000


class Sixes:
    """A six for each throw: C-ENC-1 has an encounter on 1 alone."""

    def answer(self, throw: Throw, _number: int) -> Answer:
        """Return the outcome of a six."""
        return from_text(throw, "6")


NOTHING = Sixes()


@cache
def book_with(*options: str) -> Rulebook:
    return Rulebook(load_builtin("cresthaven", options))


def delve(*said: str, options: tuple[str, ...] = ()) -> Keeper:
    """Return a game in a dungeon after these commands."""
    return keep("enter dungeon Barrow", *said, rules=book_with(*options), dice=NOTHING)


def goes(keeper: Keeper) -> tuple[int, str]:
    """Return the feet of the party in a round, which are whole without a pace, and who is slowest."""
    found = rate(keeper.state, keeper.book)
    assert found.feet.denominator == 1
    return found.feet.numerator, found.slowest


def passed(keeper: Keeper, *said: str) -> int:
    """Return the milliseconds that these commands take."""
    before = keeper.now
    for one in said:
        keeper.do(one, dice=NOTHING)
    return (keeper.now - before).ms


# Races and the slowest


@pytest.mark.parametrize(
    "race,free,encumbered",
    [("draco", 140, 70), ("dwarf", 90, 45), ("elf", 120, 60), ("faun", 150, 75), ("halfling", 90, 45)],
)
def test_c_move_1_each_race_moves_its_feet_in_a_round(race: str, free: int, encumbered: int) -> None:
    """With Strength 0 the most is 100 lb, and 51 are over half of it."""
    keeper = delve(f"party Mira {race} strength 0")
    assert goes(keeper) == (free, "Mira")
    assert passed(keeper, f"move {free} ft") == ROUND
    keeper.do("rule carrying of Mira 51")
    assert goes(keeper) == (encumbered, "Mira")
    assert passed(keeper, f"move {encumbered} ft") == ROUND


def test_who_has_no_race_goes_as_a_human() -> None:
    assert goes(delve("party Orlo")) == (120, "Orlo")


def test_c_move_2_the_party_goes_as_its_slowest_living_member() -> None:
    keeper = delve("party Mira elf; Orlo dwarf hp 1/5; Bram halfling")
    assert goes(keeper) == (90, "Orlo")  # of two that go 90 ft, the first
    keeper.do("kill Orlo")
    assert goes(keeper) == (90, "Bram")
    keeper.do("dismiss Bram")
    assert goes(keeper) == (120, "Mira")


def test_the_rate_is_given_for_a_round() -> None:
    assert rate_each(book_with()) == Duration(ROUND)
    assert rate_each(house_rules("")) == Duration(0)


def test_an_empty_party_has_a_rate_for_planning_and_cannot_move() -> None:
    keeper = delve()
    assert goes(keeper) == (120, "")
    refusal = keeper.refused("move 60 ft")
    assert (refusal.code, refusal.hint) == ("nobody", "party Varda human")


def test_rules_without_rates_have_none() -> None:
    assert goes(keep("party Varda")) == (0, "Varda")


# Loads


@pytest.mark.parametrize(
    "strength,pounds,feet",
    [
        (0, 50, 120),  # of 100 lb: exactly half is not over half
        (0, 51, 60),
        (0, 99, 60),
        (1, 62, 120),  # of 125 lb: half is 62 1/2
        (1, 63, 60),
        (-3, 12, 120),  # of 25 lb: half is 12 1/2
        (-3, 13, 60),
        (4, 100, 120),  # of 200 lb
        (4, 101, 60),
    ],
)
def test_c_move_3_over_half_of_the_most_is_half_the_rate(strength: int, pounds: int, feet: int) -> None:
    assert goes(delve(f"party Mira human strength {strength} carrying {pounds}")) == (feet, "Mira")


@pytest.mark.parametrize(
    "strength,pounds,too_much,works",
    [(0, 100, 1, 99), (1, 130, 6, 124), (-3, 25, 1, 24), (2, 1000, 851, 149)],
)
def test_c_move_3_at_the_most_or_above_nobody_moves(
    strength: int, pounds: int, too_much: int, works: int
) -> None:
    """(Strength + 4) x 25 lb: 100, 125, 25 and 150; what works is a pound less."""
    keeper = delve("party Orlo", f"party Mira elf strength {strength} carrying {pounds}")
    assert goes(keeper) == (0, "Mira")
    refusal = keeper.refused("move 60 ft")
    assert refusal.code == "load"
    assert refusal.message.startswith(f"Mira cannot move with {pounds} of ")
    assert refusal.message.endswith(f": {too_much} lb too many")
    assert refusal.hint == f"rule carrying of Mira {works}"
    keeper.do(refusal.hint)
    assert passed(keeper, "move 60 ft") == ROUND  # and encumbered still


def test_c_move_3_who_can_bear_nothing_cannot_move_at_all() -> None:
    refusal = delve("party Mira strength -4").refused("move 60 ft")
    assert refusal.hint == "rule strength of Mira 0, or dismiss Mira"


def test_c_move_3_a_load_asks_for_the_strength_that_says_how_much_it_is() -> None:
    keeper = delve("party Orlo")
    assert keeper.refused("party Mira elf carrying 500").code == "no-attribute"
    assert keeper.refused("rule carrying of Orlo 60").hint.endswith(
        "rule strength of Orlo 10 writes it later"
    )
    # Who carries nothing is not weighed.
    assert load_of(keeper.state.party.members[0], keeper.book) is None
    assert goes(keeper) == (120, "Orlo")


# Paces


def test_c_move_4_care_and_stealth_are_a_tenth() -> None:
    keeper = delve("party Mira elf")
    assert passed(keeper, "move 12 ft cautiously") == ROUND
    assert passed(keeper, "move 12 ft sneaking") == ROUND
    assert passed(keeper, "move 12 ft mapping") == ROUND


def test_c_move_4_since_2023_care_is_half_and_stealth_a_tenth() -> None:
    keeper = delve("party Mira elf", options=("update-2023",))
    assert passed(keeper, "move 60 ft cautiously") == ROUND
    assert passed(keeper, "move 12 ft sneaking") == ROUND


def test_c_move_5_running_is_double() -> None:
    assert passed(delve("party Mira elf"), "move 240 ft running") == ROUND


def test_paces_multiply_with_loads() -> None:
    """A laden halfling goes 45 ft; with care 4 1/2, so 9 ft are two rounds; running 90."""
    keeper = delve("party Bram halfling strength 0 carrying 60")
    assert passed(keeper, "move 9 ft cautiously") == 2 * ROUND
    assert passed(keeper, "move 90 ft running") == ROUND


def test_without_a_word_the_pace_stays_as_it_was() -> None:
    keeper = delve("party Mira elf")
    assert keeper.told("move 12 ft sneaking") == ["move 12 ft sneaking: 1 round"]
    assert keeper.told("move 12 ft") == ["move 12 ft sneaking: 1 round"]


@pytest.mark.parametrize("said", ["running sneaking", "running while sneaking", "sneaking, running"])
def test_one_moves_at_one_pace_at_a_time(said: str) -> None:
    refusal = delve("party Mira elf").refused(f"move 30 ft {said.replace(',', '')}")
    assert refusal.code == "two-paces"
    assert "running" in refusal.hint


def test_an_unknown_pace_is_answered_with_the_words_there_are() -> None:
    keeper = delve("party Mira elf")
    assert keeper.refused("move 30 ft sneakin").hint == "did you mean 'sneaking'?"
    assert "running" in keeper.refused("move 30 ft sideways").hint


# The grid


def test_c_move_6_squares_of_five_feet_add_up_and_ten_rounds_are_a_turn() -> None:
    """120 ft are 24 squares a round, and 240 squares a turn."""
    keeper = delve("party Mira elf")
    assert passed(keeper, "move 24 squares") == ROUND
    assert passed(keeper, *["move 24 squares"] * 9) == 9 * ROUND
    assert keeper.now == Instant(TURN)


def test_c_move_6_the_printed_example_is_a_laden_human_going_with_care_since_2023() -> None:
    """60 ft encumbered, half of it with care: 30 ft are 6 squares a round, and 60 squares a turn."""
    keeper = delve("party Hanno human strength 0 carrying 60", options=("update-2023",))
    assert passed(keeper, "move 6 squares cautiously") == ROUND
    assert passed(keeper, "move 60 squares") == TURN


def test_c_move_6_no_rate_of_the_printed_table_makes_six_squares_a_round() -> None:
    book = book_with()
    rates = {feet for race in book.set.races.values() for feet in (race.feet, race.encumbered)}
    every = {feet * Fraction(pace.times) for feet in rates for pace in book.set.paces.values()}
    assert 6 * 5 not in every


def test_squares_and_feet_are_the_same_way() -> None:
    by_feet, by_squares = delve("party Mira elf"), delve("party Mira elf")
    by_feet.do("move 300 ft")
    by_squares.do("move 60 squares")
    assert by_feet.now == by_squares.now == Instant(150_000)


def test_a_game_without_a_grid_has_no_squares() -> None:
    refusal = keep("enter dungeon").refused("move 6 squares")
    assert (refusal.code, refusal.hint) == ("no-grid", "move 50 ft")


@settings(max_examples=times(60))
@given(
    st.lists(st.integers(1, 300), min_size=1, max_size=10),
    st.sampled_from(("halfling", "faun", "draco", "human")),
    st.sampled_from(("normally", "cautiously", "sneaking", "running")),
)
def test_feet_add_up_however_they_are_parted_t1(legs: list[int], race: str, pace: str) -> None:
    once, many = delve(f"party Mira {race}"), delve(f"party Mira {race}")
    once.do(f"move {sum(legs)} ft {pace}", dice=NOTHING)
    for feet in legs:
        many.do(f"move {feet} ft {pace}", dice=NOTHING)
    assert once.state == many.state


def test_a_rate_that_changes_on_the_way_owes_nothing_twice() -> None:
    """1 ft at 140 ft a round is 428 4/7 ms, 1 ft at 90 ft 666 2/3: together 1,095 5/21 ms."""
    keeper = delve("party Mira draco")
    keeper.do("move 1 ft")
    keeper.do("party Orlo dwarf")
    keeper.do("move 1 ft")
    assert (keeper.now.ms, keeper.state.owed) == (1_095, Fraction(5, 21))


# Bad input


@pytest.mark.parametrize("feet", [0, -5])
def test_no_move_is_nothing_or_back(feet: int) -> None:
    assert delve("party Mira elf").refused(Move(feet)).code == "distance"


def test_a_race_that_there_is_not_is_answered_with_the_one_that_was_meant() -> None:
    keeper = delve()
    with pytest.raises(SpeechError, match="no race 'efl'") as fault:
        keeper.parse("party Mira race efl")
    assert fault.value.hint == "did you mean 'elf'?"
    refusal = keeper.refused(Join((Newcomer("Mira", race="halflng"),)))
    assert (refusal.code, refusal.hint) == ("unknown-race", "did you mean 'halfling'?")


def test_a_game_without_races_says_so() -> None:
    with pytest.raises(SpeechError) as fault:
        keep().parse("party Mira race elf")
    assert fault.value.hint == "this rule set names no races"


# How it is said


@pytest.mark.parametrize(
    "said,canonical",
    [
        ("party Mira elf strength 1 carrying 40", "party Mira elf strength 1 carrying 40"),
        ("party Mira race ELF strength 1", "party Mira elf strength 1"),
        ("party Mira strength 1 elf", "party Mira elf strength 1"),
        ('party "Elf Queen" human', 'party "Elf Queen" human'),
        ("hire Bram halfling morale 7", "hire Bram halfling morale 7"),
        ("move 60 squares cautiously", "move 60 squares cautiously"),
        ("move 60 sq", "move 60 squares"),
        ("charge 12 squares by Mira", "charge 12 squares by Mira"),
        ("flee 240 feet", "flee 240 ft"),
        ("ambush 14", "ambush 14"),
    ],
)
def test_what_is_said_has_one_canonical_form(said: str, canonical: str) -> None:
    keeper = delve()
    command = keeper.parse(said)
    assert keeper.language.say(command) == canonical
    assert keeper.parse(canonical) == command


@pytest.mark.slow
@settings(max_examples=times(150))
@given(newcomers(), st.sampled_from(("", *book_with().set.races)), st.booleans())
def test_whoever_joins_is_said_and_read_with_their_race(one: Newcomer, race: str, hired: bool) -> None:  # noqa: FBT001
    language, command = delve().language, Join((replace(one, race=race),), hired=hired)
    assert language.parse(language.say(command)) == command


@pytest.mark.slow
@settings(max_examples=times(150))
@given(commands(book_with()))
def test_every_command_of_this_game_is_understood_as_what_was_meant(command: object) -> None:
    language = delve().language
    assert language.parse(language.say(command)) == command  # type: ignore[arg-type]
