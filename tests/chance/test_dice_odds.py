"""The exact odds of dice, against numbers worked out by hand and twins that list every outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings

from tests.chance.dice_cases import small_dice
from tests.often import times
from turnkeeper.chance.expression import (
    Chance,
    Digits,
    Expression,
    Fate,
    Number,
    Operation,
    Pool,
    pool_kept,
)
from turnkeeper.chance.notation import Dice, parse_dice
from turnkeeper.chance.pools import MAX_WORK, Distribution, OddsError, _least_work, _Pools, distribution
from turnkeeper.chance.roll import roll_dice

Law = dict[int, Fraction]


def _law(dice: Dice) -> Law:
    """Our own answer, in the form of the twins."""
    odds = distribution(dice)
    return {
        value: Fraction(weight, odds.total) for value, weight in zip(odds.values, odds.weights, strict=True)
    }


def _gather(ways: Iterator[tuple[int, Fraction]]) -> Law:
    law: Law = {}
    for value, chance in ways:
        law[value] = law.get(value, Fraction(0)) + chance
    return law


# ------------------------------------------------------------------ a twin written from the definitions


def _twin_face(pool: Pool) -> Iterator[tuple[int, Fraction]]:
    """One throw of a die: its reroll face is thrown once more, and then stands."""
    each = Fraction(1, pool.sides)
    for face in range(1, pool.sides + 1):
        if face == pool.reroll:
            yield from ((second, each * each) for second in range(1, pool.sides + 1))
        else:
            yield face, each


def _twin_die(pool: Pool, extra: int) -> Iterator[tuple[int, Fraction]]:
    for face, chance in _gather(_twin_face(pool)).items():
        if pool.explode and face == pool.sides and extra:
            yield from ((face + more, chance * then) for more, then in _twin_die(pool, extra - 1))
        else:
            yield face, chance


def _twin_kept(pool: Pool, values: list[int]) -> list[int]:
    ascending = sorted(values)
    if pool.keep is None:
        return ascending
    return {
        "kh": ascending[len(values) - pool.keep.count :],
        "kl": ascending[: pool.keep.count],
        "dh": ascending[: len(values) - pool.keep.count],
        "dl": ascending[pool.keep.count :],
    }[pool.keep.which]


def _twin_pool(pool: Pool) -> Iterator[tuple[int, Fraction]]:
    die = list(_gather(_twin_die(pool, 20)).items())
    for dice in product(die, repeat=pool.count):
        chance = Fraction(1)
        for _, each in dice:
            chance *= each
        yield sum(_twin_kept(pool, [value for value, _ in dice])), chance


_TWIN_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
    ">=": lambda a, b: int(a >= b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    "<": lambda a, b: int(a < b),
    "=": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
}


def _twin(expression: Expression) -> Law:
    match expression:
        case Number(value):
            return {value: Fraction(1)}
        case Pool():
            return _gather(_twin_pool(expression))
        case Digits():
            return {10 * tens + units: Fraction(1, 36) for tens in range(1, 7) for units in range(1, 7)}
        case Fate(count):
            return _gather((sum(dice), Fraction(1, 3**count)) for dice in product((-1, 0, 1), repeat=count))
        case Chance(hits, sides):
            return _gather((int(face <= hits), Fraction(1, sides)) for face in range(1, sides + 1))
        case Operation("negate", (operand,)):
            return {-value: chance for value, chance in _twin(operand).items()}
        case Operation("max" | "min" as which, values):
            pick = max if which == "max" else min
            result = _twin(values[0])
            for other in values[1:]:
                both = product(result.items(), _twin(other).items())
                result = _gather((pick(a, b), chance * then) for (a, chance), (b, then) in both)
            return result
        case Operation(operator, operands):
            left, right = operands
            both = product(_twin(left).items(), _twin(right).items())
            return _gather(
                (_TWIN_ARITHMETIC[operator](a, b), chance * then) for (a, chance), (b, then) in both
            )


CASES = [
    "3d6",
    "4d6kh3",
    "4d6kl2",
    "4d6dl1",
    "4d6dh3",
    "2d6r1",
    "3d6r6kl2",
    "1d6!",
    "2d4!",
    "2d4!kh1",
    "2d3r1!",
    "3d2!dl1",
    "1d6r6!",
    "d66",
    "4dF",
    "2 in 6",
    "0 in 6",
    "6 in 6",
    "max(1d6,1d8)",
    "min(1d6,2d4,5)",
    "(1d6+1)*100",
    "1d4x10",
    "1d20+5>=15",
    "1d6=1d6",
    "1d6!=1d4",
    "-1d6/4",
    "7/2",
    "1d12/1d4",
    "(1d6>4)+(1d6>4)+(1d6>4)",
    "4dF+d66",
]


@pytest.mark.slow
@pytest.mark.parametrize("text", CASES)
def test_every_notation_has_the_odds_of_its_definition(text: str) -> None:
    dice = parse_dice(text)
    assert _law(dice) == _twin(dice.expression)


@pytest.mark.slow
@settings(max_examples=times(50))
@given(small_dice)
def test_small_expressions_have_the_odds_of_their_definition(dice: Dice) -> None:
    assert _law(dice) == _twin(dice.expression)


# ---------------------------------------------------------------- a twin that throws the dice every way


def _every_roll(dice: Dice) -> Iterator[tuple[int, Fraction]]:
    """Throw the dice in every way they can fall: each new die starts at its last face and counts down."""
    path: list[tuple[int, int]] = []
    while True:
        used = 0

        def die(sides: int) -> int:
            nonlocal used
            if used == len(path):
                path.append((sides, sides))
            used += 1
            return path[used - 1][0]

        total = roll_dice(dice, die).total
        chance = Fraction(1)
        for _, sides in path:
            chance /= sides
        yield total, chance
        while path and path[-1][0] == 1:
            path.pop()
        if not path:
            return
        face, sides = path.pop()
        path.append((face - 1, sides))


@pytest.mark.parametrize(
    "text", [text for text in CASES if text not in {"2d4!", "2d4!kh1", "2d3r1!", "3d2!dl1"}]
)
def test_what_is_rolled_has_the_odds_that_are_told(text: str) -> None:
    """The throwing and the odds know the same bound on explosions, and the same rerolls."""
    dice = parse_dice(text)
    assert _gather(_every_roll(dice)) == _law(dice)


# ------------------------------------------------------------------------------------- known numbers


def _odds(text: str) -> Distribution:
    return distribution(parse_dice(text))


def test_three_dice_have_the_well_known_weights() -> None:
    assert _odds("3d6") == Distribution(
        tuple(range(3, 19)), (1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1), 216
    )


def test_four_dice_and_the_best_three_kept() -> None:
    """18 needs three sixes or more: 4 * 5 + 1 ways of 6 ** 4."""
    odds = _odds("4d6kh3")
    assert odds.chance(at_least=18) == Fraction(21, 1296)
    assert odds.mean == Fraction(15_869, 1_296)


def test_four_fate_dice_have_the_trinomial_weights() -> None:
    assert _odds("4dF") == Distribution(tuple(range(-4, 5)), (1, 4, 10, 16, 19, 16, 10, 4, 1), 81)


def test_a_reroll_of_ones_is_once() -> None:
    """A one needs two ones in a row, 1 of 36; every other face has 1/6 + 1/36 = 7 of 36."""
    assert _odds("1d6r1") == Distribution((1, 2, 3, 4, 5, 6), (1, 7, 7, 7, 7, 7), 36)


def test_an_exploding_die_stops_after_twenty_more() -> None:
    """Never 6 nor any multiple but the last: 126 is 21 sixes in a row."""
    odds = _odds("1d6!")
    assert set(range(1, 127)) - set(odds.values) == set(range(6, 126, 6))
    assert odds.chance(at_least=126) == Fraction(1, 6**21)
    # Each die is worth 7/2, and die n + 1 is thrown once in 6 ** n: 7/2 * (1 + 1/6 + ... + 1/6 ** 20).
    assert odds.mean == Fraction(7, 2) * sum(Fraction(1, 6**extra) for extra in range(21))


def test_the_variance_of_dice_is_the_sum_of_those_of_each() -> None:
    # Of a d6: (1 + 4 + 9 + 16 + 25 + 36) / 6 - (7/2)**2 = 91/6 - 49/4 = 35/12.
    assert _odds("1d6").variance == Fraction(35, 12)
    assert _odds("3d6+4").variance == 3 * Fraction(35, 12)
    assert _odds("7").variance == 0


def test_chances_are_counted_from_both_ends() -> None:
    odds = _odds("2d6")
    assert odds.chance() == 1
    assert odds.chance(at_least=12) == Fraction(1, 36)
    assert odds.chance(at_most=3) == Fraction(3, 36)
    assert odds.chance(at_least=6, at_most=8) == Fraction(16, 36)
    assert odds.chance(at_least=13) == 0


def test_weights_are_in_lowest_terms() -> None:
    """11 faces of 20 reach 15, and 10 of 20 reach 16, which is as good as 1 of 2."""
    assert _odds("1d20+5>=15") == Distribution((0, 1), (9, 11), 20)
    assert _odds("1d20+5>=16") == Distribution((0, 1), (1, 1), 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text, mean", [("100d6", 350), ("1000d6", 3_500), ("5000d6", 17_500), ("100dF", 0), ("100d100", 5_050)]
)
def test_sums_of_many_dice_have_the_mean_of_their_dice(text: str, mean: int) -> None:
    odds = _odds(text)
    dice = parse_dice(text)
    assert odds.mean == mean
    assert sum(odds.weights) == odds.total
    assert (odds.values[0], odds.values[-1]) == (dice.minimum, dice.maximum)
    assert odds.weights == odds.weights[::-1]


@pytest.mark.parametrize("text", ["60d6", "25d20", "12d10r1", "9d4!", "7d6r6!", "40dF"])
def test_sums_agree_with_adding_one_die_at_a_time(text: str) -> None:
    """The short way for sums, against the slow one."""
    expression = parse_dice(text).expression
    match expression:
        case Fate(count):
            die = {-1: Fraction(1, 3), 0: Fraction(1, 3), 1: Fraction(1, 3)}
        case Pool(count):
            die = _gather(_twin_die(expression, 20))
        case _:
            pytest.fail("no pool")
    scale = max(chance.denominator for chance in die.values())
    weights = {value: int(chance * scale) for value, chance in die.items()}
    summed = {0: 1}
    for _ in range(count):
        longer: dict[int, int] = {}
        for total, ways in summed.items():
            for value, weight in weights.items():
                longer[total + value] = longer.get(total + value, 0) + ways * weight
        summed = longer
    assert _law(parse_dice(text)) == {value: Fraction(ways, scale**count) for value, ways in summed.items()}


@pytest.mark.slow
@given(small_dice)
def test_values_lie_in_the_range_and_weights_add_up(dice: Dice) -> None:
    odds = distribution(dice)
    assert list(odds.values) == sorted(set(odds.values))
    assert dice.minimum <= odds.values[0]
    assert odds.values[-1] <= dice.maximum
    assert min(odds.weights) > 0
    assert sum(odds.weights) == odds.total


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["1000d6kh500", "10000d6", "1d2000*1d2000", "3d1000kh2", "1d9999!+1d9999!", "1d1000000+1d1000000"]
)
def test_odds_that_would_take_too_long_are_refused_with_the_bound(text: str) -> None:
    with pytest.raises(OddsError, match="would take over 2,000,000 steps: use fewer or smaller dice"):
        _odds(text)


@pytest.mark.parametrize(
    "text", ["100d1000!", "1000d1000000", "10000d6!", "900d900", "3d1000000kh2", "9000d9000r1", "2d1000000r1"]
)
def test_what_is_too_much_however_the_dice_are_is_refused_before_they_are_looked_at(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes 5 steps and more for every value of its sum, and that alone is over the bound.

    Such as 100 dice of 1 to 21,000, which 20 extra dice make of 1,000 sides: 2,099,900 values.
    """

    def looked_at(*_: object) -> Law:
        raise AssertionError

    monkeypatch.setattr(_Pools, "_die", looked_at)
    with pytest.raises(OddsError, match="would take over 2,000,000 steps: use fewer or smaller dice"):
        _odds(text)


@pytest.mark.slow
@given(small_dice)
def test_the_least_work_of_a_pool_is_never_more_than_its_work(dice: Dice) -> None:
    """So that nothing is refused for it that would not be refused in the end."""
    pool = dice.expression
    if isinstance(pool, Pool) and pool.count > 1 < pool.sides:
        spent = _Pools(dice)
        spent.law(pool)
        assert _least_work(pool, len(pool_kept(pool))) <= MAX_WORK - spent._left


@pytest.mark.slow
def test_a_face_that_is_thrown_once_more_is_reckoned_of_the_largest_die_too() -> None:
    """Of a million times a million pairs of throws one is 1 and 1; each other face has 1,000,001 of them."""
    odds = distribution(parse_dice("1d1000000r1"))
    assert odds.total == 10**12
    assert set(odds.weights[1:]) == {10**6 + 1}
    assert odds.weights[0] == 1
