"""A number typed is what the dice showed; what is added and multiplied is worked out."""

from __future__ import annotations

from itertools import product

import pytest

from turnkeeper.chance.expression import dice_in, leaves
from turnkeeper.chance.modifiers import bare_dice
from turnkeeper.chance.notation import parse_dice
from turnkeeper.chance.roll import read_faces
from turnkeeper.chance.throws import AnswerError, Throw, from_text


@pytest.mark.parametrize(
    "dice, shown, total",
    [
        ("2d6+1", 11, 12),
        ("2d6-2", 11, 9),
        ("2d6x10", 7, 70),
        ("(1d6+1)x100", 3, 400),
        ("2d20kh1+3", 17, 20),  # the higher of the two is what counts of them
        ("1d6+2+1d4", 8, 10),
        ("1d6+1d4-1", 8, 7),
        ("(1d6+1d4)x2+3", 7, 17),
        ("10-1d6", 4, 6),
        ("max(2d6-3, 1)", 2, 1),
        ("2d6/2", 7, 3),
        ("d66+1", 35, 36),
        ("4dF+2", -3, -1),
        ("1d6!+1", 8, 9),
        ("3d6", 14, 14),
    ],
)
def test_one_number_is_what_the_dice_came_to(dice: str, shown: int, total: int) -> None:
    assert from_text(Throw("some", dice), str(shown)).total == total


@pytest.mark.parametrize(
    "dice", ["2d6x10", "2d6+1", "3d6-4", "(1d6+1)x100", "1d6+2+1d4", "20-2d6", "2d6/2+1"]
)
def test_the_sum_of_all_faces_gives_the_same_total_as_the_faces_one_by_one(dice: str) -> None:
    parsed = parse_dice(dice)
    each = [sides for count, sides in map(dice_in, leaves(parsed.expression)) for _ in range(count)]
    alone = bare_dice(parsed)
    assert alone is not None
    for faces in product(*(range(1, sides + 1) for sides in each)):
        assert alone.total(sum(faces)) == read_faces(parsed, faces).total
    assert (alone.dice.minimum, alone.dice.maximum) == (len(each), sum(each))


@pytest.mark.parametrize(
    "dice, shown, says",
    [
        ("2d6x10", "70", "2d6 gives 2 to 12, not 70; what 2d6x10 makes of it is worked out"),
        ("2d6+1", "13", "2d6 gives 2 to 12, not 13; what 2d6"),
        ("2d6", "13", "2d6 gives 2 to 12, not 13$"),
        ("d66+1", "17", "d66 never comes to 17"),
        # A die that counts ten times and one that counts once: their sum could mean many things.
        ("2d6x10+1d4", "8", "one number cannot tell 2d6x10.1d4: some wants 2 faces from 1 to 6, then 1 face"),
    ],
)
def test_what_the_dice_cannot_show_is_refused_with_what_they_can(dice: str, shown: str, says: str) -> None:
    with pytest.raises(AnswerError, match=says):
        from_text(Throw("some", dice), shown)
