"""Who answers throws; and the every-outcome driver against brute force over all faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from hashlib import blake2b
from itertools import product
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.keeper import Keeper, every_outcome, keep
from turnkeeper.chance.drivers import (
    Seeded,
    TypedFaces,
    every_answer,
)
from turnkeeper.chance.throws import Answer, Answered, AnswerError, Band, Driver, Throw
from turnkeeper.play.decide import Decided, Needed, decide
from turnkeeper.play.state import State

D6 = range(1, 7)
CHECK = Throw("check", "2d6")
Ending = TypeVar("Ending")


def law(outcomes: Iterable[tuple[Fraction, Ending]]) -> dict[Ending, Fraction]:
    """Return the chance of each ending, equal endings merged."""
    chances: dict[Ending, Fraction] = {}
    for chance, ending in outcomes:
        chances[ending] = chances.get(ending, Fraction(0)) + chance
    return chances


# Seeded dice


def test_t9_seeded_faces_depend_on_seed_parent_and_number_and_on_nothing_else() -> None:
    """T9."""
    faces = [Seeded(b"seed", "parent").answer(CHECK, number) for number in range(20)]
    again = Seeded(b"seed", "parent")
    assert [again.answer(CHECK, number) for number in reversed(range(20))] == faces[::-1]
    assert [Seeded(b"seed", "parent").answer(Throw("other name", "2d6"), 0)] == faces[:1]
    for other in (Seeded(b"seen", "parent"), Seeded(b"seed", "child")):
        assert [other.answer(CHECK, number) for number in range(20)] != faces


def test_seeded_faces_are_the_keyed_hash_of_parent_and_number_read_four_bytes_at_a_time() -> None:
    """The dice of a campaign stay the same for ever; this is how they are made."""
    for number in range(50):
        digest = blake2b(b"some-parent/%d/0" % number, key=b"5eed", digest_size=64).digest()
        words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 64, 4)]
        # 4 is the remainder of 2 ** 32 by 6: the last four words would favour the low faces.
        faces = tuple(word % 6 + 1 for word in words if word < 2**32 - 4)[:2]
        assert Seeded(b"5eed", "some-parent").answer(CHECK, number).faces == faces


def test_many_dice_of_one_throw_go_on_beyond_one_block_of_the_hash() -> None:
    answer = Seeded(b"5eed", "p").answer(Throw("hail", "1000d6"), 0)
    assert len(answer.faces) == 1000
    assert set(answer.faces) == set(D6)
    # 1000 dice average 3.5 each, with a deviation of 54 on the sum.
    assert abs(sum(answer.faces) - 3500) < 5 * 54


@pytest.mark.parametrize("sides", [2, 3, 20, 1000])
def test_no_face_is_favoured(sides: int) -> None:
    """A mean of (n + 1) / 2 to within five deviations: 2000 dice of a fixed seed."""
    faces = Seeded(b"5eed", "p").answer(Throw("many", f"2000d{sides}"), 7).faces
    assert 1 <= min(faces) <= max(faces) <= sides
    variance_of_twice_the_sum = 2000 * (sides**2 - 1) // 3
    assert (2 * sum(faces) - 2000 * (sides + 1)) ** 2 < 25 * variance_of_twice_the_sum


# Typed dice


def test_typed_faces_answer_in_order_and_then_somebody_else_does() -> None:
    typed = TypedFaces(["4+5", "9"])
    assert [typed.answer(CHECK, number) for number in range(3)] == [Answer((4, 5), 9), Answer((), 9), None]
    then = TypedFaces(["4+5"], Seeded(b"s", "p"))
    assert then.answer(CHECK, 0) == Answer((4, 5), 9)
    assert then.answer(CHECK, 1) == Seeded(b"s", "p").answer(CHECK, 1)
    with pytest.raises(AnswerError):
        TypedFaces(["13"]).answer(CHECK, 0)


# Every way one throw can fall


@pytest.mark.parametrize("dice,count,sides,times", [("2d6", 2, 6, 1), ("3d4", 3, 4, 1), ("2d6x10", 2, 6, 10)])
def test_without_bands_a_throw_branches_once_a_total(dice: str, count: int, sides: int, times: int) -> None:
    counted = Counter(sum(faces) * times for faces in product(range(1, sides + 1), repeat=count))
    ways = every_answer(Throw("some", dice))
    assert {way.answer.total: way.weight for way in ways} == counted
    assert all(way.answer.faces == () for way in ways)


@given(st.lists(st.integers(2, 11), unique=True, max_size=5).map(sorted))
def test_with_bands_a_throw_branches_once_a_band(cuts: list[int]) -> None:
    lows, highs = [None, *(cut + 1 for cut in cuts)], [*cuts, None]
    bands = tuple(Band(str(low), low, high) for low, high in zip(lows, highs, strict=True))
    counted = Counter(sum(cut < first + second for cut in cuts) for first, second in product(D6, repeat=2))
    ways = every_answer(Throw("some", "2d6", bands))
    assert {way.answer.band: way.weight for way in ways} == counted
    assert all(way.answer == Answer((), None, way.answer.band) for way in ways)


def test_an_ending_without_a_throw_is_certain() -> None:
    assert list(every_outcome(lambda _driver: "done")) == [(Fraction(1), "done")]


def test_endings_come_in_the_order_of_the_outcomes_and_are_not_merged() -> None:
    def run(driver: Driver) -> str | Throw:
        first = driver.answer(Throw("a", "1d2"), 0)
        if first is None:
            return Throw("a", "1d2")
        second = driver.answer(Throw("b", "1d2"), 1)
        return Throw("b", "1d2") if second is None else "same"

    assert list(every_outcome(run)) == [(Fraction(1, 4), "same")] * 4


# The encounter procedure: one turn in a corridor by the light of a torch with one tick left

Met = tuple[int | None, str, bool, bool, bool]
"""How far away something was met, its reaction, a sign of it, a question open, and whether it is dark."""
NOTHING: Met = (None, "", False, False, False)


def corridor() -> Keeper:
    return keep("party Varda", "enter dungeon Barrow", "light torch", "rule light torch 1 left")


class Onward:
    """The same answers for a second command, whose throws are numbered from 0 again."""

    def __init__(self, driver: Driver, after: int) -> None:
        self._driver, self._after = driver, after

    def answer(self, throw: Throw, number: int) -> Answer | None:
        return self._driver.answer(throw, number + self._after)


def turn_and_reaction(keeper: Keeper, driver: Driver) -> Met | Throw:
    """Pass a turn, and throw for the reaction of whatever was met."""
    book = keeper.book
    turn = decide(book, keeper.state, keeper.parse("next"), driver)
    if isinstance(turn, Needed):
        return turn.throw
    assert isinstance(turn, Decided)
    state = turn.state
    if state.meetings:
        reaction = decide(book, state, keeper.parse("reaction"), Onward(driver, len(turn.answers)))
        if isinstance(reaction, Needed):
            return reaction.throw
        assert isinstance(reaction, Decided)
        state = reaction.state
    met = state.meetings[-1] if state.meetings else None
    dark = not state.lights.lit
    return (
        None if met is None else met.feet,
        "" if met is None else met.reaction,
        state.foretold is not None,
        state.question is not None,
        dark,
    )


def reaction_of(total: int) -> str:
    """G-REACT-1."""
    if total <= 2:
        return "immediate attack"
    if total <= 7:
        return "unfavourable"
    return "favourable" if total <= 11 else "very favourable"


def by_the_rules(check: int, distance: int, reaction: int) -> Met:
    """The twin: G-ENC-2, G-ENC-4, G-REACT-1 and the last tick of a torch, with no code of ours."""
    if check <= 4:
        return (distance * 10, reaction_of(reaction), False, False, False)
    if check == 5:
        return (None, "", True, False, False)
    if check in {6, 7}:
        return (None, "", False, False, True)
    if check == 8:
        return (None, "", False, True, False)
    return NOTHING


def test_every_outcome_of_a_turn_is_exact_against_all_faces_of_its_dice() -> None:
    """G-ENC-2, G-ENC-4, G-LIGHT-2, G-REACT-1: 36 x 36 x 36 faces, each equally likely."""
    keeper = corridor()
    outcomes = list(every_outcome(lambda driver: turn_and_reaction(keeper, driver)))
    pairs = Counter(first + second for first, second in product(D6, repeat=2))
    twin = Counter[Met]()
    for (check, a), (distance, b), (reaction, c) in product(pairs.items(), repeat=3):
        twin[by_the_rules(check, distance, reaction)] += a * b * c
    assert law(outcomes) == {ending: Fraction(ways, 36**3) for ending, ways in twin.items()}
    assert sum(chance for chance, _ in outcomes) == 1
    # Six entries of the check; the one that meets something has 11 distances and 4 reactions.
    assert len(outcomes) == 5 + 11 * 4


def test_the_chances_of_a_turn_are_those_counted_by_hand() -> None:
    keeper = corridor()
    chances = law(every_outcome(lambda driver: turn_and_reaction(keeper, driver)))
    # 2-4 are 1+2+3 ways, 5 four, 6-7 eleven, 8 five, 9 four, 10-12 six: 36 in all.
    assert sum(chance for ending, chance in chances.items() if ending[0] is not None) == Fraction(6, 36)
    assert sum(chance for ending, chance in chances.items() if ending[2]) == Fraction(4, 36)
    assert sum(chance for ending, chance in chances.items() if ending[4]) == Fraction(11, 36)
    assert sum(chance for ending, chance in chances.items() if ending[3]) == Fraction(5, 36)
    assert chances[NOTHING] == Fraction(10, 36)


@pytest.mark.slow
def test_counting_what_each_face_leads_to_gives_the_same_law_as_every_outcome() -> None:
    """The record's driver and the every-outcome driver agree: 30 faces meet nothing, 6 meet something."""
    keeper = corridor()
    pairs = list(product(D6, repeat=2))
    counted: dict[Met, Fraction] = {}
    for check in pairs:
        needed = turn_and_reaction(keeper, Answered([Answer(check)]))
        rests: list[list[tuple[int, ...]]] = [[]]
        if isinstance(needed, Throw):
            rests = [
                [distance, reaction] for distance in pairs for reaction in ((1, 1), (1, 2), (4, 4), (6, 6))
            ]
        for rest in rests:
            ending = turn_and_reaction(keeper, Answered([Answer(faces) for faces in (check, *rest)]))
            assert not isinstance(ending, Throw)
            # The four reactions above stand for the 1, 20, 14 and 1 of 36 ways that share their entry.
            ways = {"": 36, "immediate attack": 1, "unfavourable": 20, "favourable": 14, "very favourable": 1}
            share = Fraction(ways[ending[1]], 36) / (36 if rest else 1) / 36
            counted[ending] = counted.get(ending, Fraction(0)) + share
    assert counted == law(every_outcome(lambda driver: turn_and_reaction(keeper, driver)))


# Three turns in a row


def turn(keeper: Keeper, state: State, driver: Driver) -> State | Throw:
    """Return the state after one more turn, in the dark too; the weary take their fatigue, the met part."""
    if state.lights.gone and not state.lights.lit:
        unlit = decide(keeper.book, state, keeper.parse("in the dark"), Answered([]))
        state = unlit.state if isinstance(unlit, Decided) else state
    decided = decide(keeper.book, state, keeper.parse("next"), driver)
    if isinstance(decided, Needed):
        return decided.throw
    assert isinstance(decided, Decided)
    after = decided.state
    for said, waits in (("choose fatigue", after.question is not None), ("part", bool(after.meetings))):
        if waits:
            done = decide(keeper.book, after, keeper.parse(said), Answered([]))
            assert isinstance(done, Decided)
            after = done.state
    return after


@pytest.mark.slow
def test_three_turns_by_the_light_of_one_torch_are_those_counted_by_hand() -> None:
    """G-ENC-2, G-LIGHT-2: a turn ticks in 11 of 36 ways, tires in 5 and tires nobody in 31."""
    keeper = keep("party Varda", "enter dungeon Barrow", "light torch", "enter room Hall")
    endings = [(Fraction(1), keeper.state)]
    for _ in range(3):
        endings = [
            (chance * share, after)
            for chance, state in endings
            for share, after in every_outcome(partial(turn, keeper, state))
        ]
    # Six entries a turn, none of which throws again in a room, and no turn cuts another short.
    assert len(endings) == 6**3
    assert sum(chance for chance, _ in endings) == 1
    dark = sum(chance for chance, state in endings if not state.lights.lit)
    # Two ticks of three or all three: (3 * 11 * 11 * 25 + 11 * 11 * 11) / 36 ** 3 = 10406 / 46656.
    assert dark == Fraction(10406, 46656)
    tired = law((chance, state.party.members[0].fatigue) for chance, state in endings)
    # Binomial: 31 ** 3, 3 * 31 * 31 * 5, 3 * 31 * 5 * 5 and 5 ** 3 of 46656.
    assert tired == {
        0: Fraction(29791, 46656),
        1: Fraction(14415, 46656),
        2: Fraction(2325, 46656),
        3: Fraction(125, 46656),
    }
