"""Dice are thrown in the order written, every face is kept and shown, and faces alone tell the roll again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance.dice_cases import any_dice, die_from
from turnkeeper.chance.notation import Dice, parse_dice
from turnkeeper.chance.roll import FacesError, Roll, read_faces, roll_dice, wanted


def _read(text: str, *faces: int) -> Roll:
    return read_faces(parse_dice(text), faces)


@pytest.mark.parametrize(
    "text, faces, total, shown",
    [
        ("3d6", (6, 5, 4), 15, "3d6: 6 5 4 = 15"),
        ("1d20+5", (12,), 17, "1d20+5: [12]+5 = 17"),
        ("2d6-3", (1, 1), -1, "2d6-3: [1 1]-3 = -1"),
        ("4d6kh3", (6, 5, 1, 4), 15, "4d6kh3: 6 5 (1) 4 = 15"),
        ("4d6kh3+2", (6, 5, 1, 4), 17, "4d6kh3+2: [6 5 (1) 4]+2 = 17"),
        ("4d6kh2", (6, 5, 1, 4), 11, "4d6kh2: 6 5 (1) (4) = 11"),
        ("4d6kl1", (6, 5, 1, 4), 1, "4d6kl1: (6) (5) 1 (4) = 1"),
        ("4d6dl1", (6, 5, 1, 4), 15, "4d6dl1: 6 5 (1) 4 = 15"),
        ("4d6dh1", (6, 5, 1, 4), 10, "4d6dh1: (6) 5 1 4 = 10"),
        ("4d6kh4", (6, 5, 1, 4), 16, "4d6kh4: 6 5 1 4 = 16"),
        # Among equal dice the first thrown counts.
        ("3d6kh1", (4, 4, 4), 4, "3d6kh1: 4 (4) (4) = 4"),
        ("3d6kl2", (4, 4, 4), 8, "3d6kl2: 4 4 (4) = 8"),
        # A one is thrown again, once: the second one stands.
        ("2d6r1", (1, 1, 5), 6, "2d6r1: 1->1 5 = 6"),
        ("2d6r1", (5, 1, 4), 9, "2d6r1: 5 1->4 = 9"),
        # A six adds another die, which may add another.
        ("2d6!", (6, 6, 2, 3), 17, "2d6!: 6!6!2 3 = 17"),
        ("2d6!kh1", (6, 2, 3), 8, "2d6!kh1: 6!2 (3) = 8"),
        ("1d6r1!", (1, 6, 1, 3), 9, "1d6r1!: 1->6!1->3 = 9"),
        # A rerolled six that shows six again stands, and explodes.
        ("1d6r6!", (6, 6, 2), 8, "1d6r6!: 6->6!2 = 8"),
        ("d66", (3, 5), 35, "d66: 3 5 = 35"),
        ("4dF", (1, 2, 3, 3), 1, "4dF: - 0 + + = 1"),
        ("2 in 6", (2,), 1, "2 in 6: 2 = 1"),
        ("2 in 6", (3,), 0, "2 in 6: 3 = 0"),
        ("0 in 6", (1,), 0, "0 in 6: 1 = 0"),
        ("max(1d6,2d8)", (3, 1, 4), 5, "max(1d6,2d8): max([3],[1 4]) = 5"),
        ("min(1d6,2d8)", (3, 1, 4), 3, "min(1d6,2d8): min([3],[1 4]) = 3"),
        ("1d20+5>=15", (10,), 1, "1d20+5>=15: [10]+5>=15 = 1"),
        ("1d20+5>=15", (9,), 0, "1d20+5>=15: [9]+5>=15 = 0"),
        # Rounded down, not towards 0: -7 / 2 is -3.5.
        ("-1d8/2", (7,), -4, "-1d8/2: -[7]/2 = -4"),
        ("(1d6+1)*100", (2,), 300, "(1d6+1)*100: ([2]+1)*100 = 300"),
        ("-(4dF+d66)", (3, 3, 3, 3, 1, 1), -15, "-(4dF+d66): -([+ + + +]+[1 1]) = -15"),
        ("3d1000", (1, 1000, 500), 1501, "3d1000: 1 1000 500 = 1501"),
        ("7", (), 7, "7: 7 = 7"),
    ],
)
def test_faces_give_their_total_and_are_all_shown(
    text: str, faces: tuple[int, ...], total: int, shown: str
) -> None:
    roll = _read(text, *faces)
    assert roll.total == total
    assert roll.faces == faces
    assert roll.shown == shown


def test_an_exploding_die_that_never_stops_adds_twenty_dice() -> None:
    """21 sixes are 126, the greatest value that the dice admit to."""
    dice = parse_dice("1d6!")
    roll = roll_dice(dice, lambda sides: sides)
    assert roll.faces == (6,) * 21
    assert roll.total == dice.maximum == 126


def test_dice_are_thrown_in_the_order_written() -> None:
    asked: list[int] = []

    def die(sides: int) -> int:
        asked.append(sides)
        return 1

    roll_dice(parse_dice("2d4+max(1d8,4dF)-d66*(1 in 10)"), die)
    assert asked == [4, 4, 8, 3, 3, 3, 3, 6, 6, 10]


@pytest.mark.slow
@given(any_dice, st.integers(0, 1_000))
def test_a_roll_is_told_again_by_its_faces(dice: Dice, seed: int) -> None:
    """read_faces(roll.faces) = roll, and the total lies in the range of the dice."""
    roll = roll_dice(dice, die_from(seed))
    assert read_faces(dice, roll.faces) == roll
    assert dice.minimum <= roll.total <= dice.maximum
    assert roll.shown.startswith(f"{dice}: ")
    assert roll.shown.endswith(f" = {roll.total}")


@pytest.mark.slow
@given(any_dice, st.integers(0, 1_000))
def test_one_face_too_few_or_too_many_is_refused(dice: Dice, seed: int) -> None:
    faces = roll_dice(dice, die_from(seed)).faces
    with pytest.raises(FacesError, match="too many"):
        read_faces(dice, (*faces, 1))
    if faces:
        with pytest.raises(FacesError, match="too few"):
            read_faces(dice, faces[:-1])


@pytest.mark.parametrize(
    "text, faces, message",
    [
        ("4d6kh3", (1, 2, 3), "4d6kh3 wants 4 faces from 1 to 6; 3 are too few"),
        ("1d6", (), "1d6 wants 1 face from 1 to 6; 0 are too few"),
        ("1d6", (1, 2), "1d6 wants 1 face from 1 to 6; 2 are too many"),
        ("4d6", (1, 2, 7, 4), "7 is not on a d6: 4d6 wants 4 faces from 1 to 6"),
        ("1d20+1d6", (3, 0), "0 is not on a d6: 1d20+1d6 wants 1 face from 1 to 20, then 1 face from 1 to 6"),
        ("5", (1,), "5 wants no faces; 1 is too many"),
    ],
)
def test_faces_that_do_not_fit_are_refused_with_what_would(
    text: str, faces: tuple[int, ...], message: str
) -> None:
    with pytest.raises(FacesError) as caught:
        _read(text, *faces)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "text, words",
    [
        ("3d6", "3 faces from 1 to 6"),
        ("d66", "2 faces from 1 to 6"),
        ("2 in 6", "1 face from 1 to 6"),
        ("4dF", "4 faces from 1 to 3 (1 minus, 2 blank, 3 plus)"),
        ("1d6!", "1 face from 1 to 6 and one more for each die thrown again"),
        ("1d20+2d6", "1 face from 1 to 20, then 2 faces from 1 to 6"),
    ],
)
def test_the_faces_that_are_wanted_can_be_asked_for_in_words(text: str, words: str) -> None:
    assert wanted(parse_dice(text)) == words


def test_ten_thousand_dice_are_thrown_and_shown() -> None:
    roll = roll_dice(parse_dice("10000d6"), lambda _sides: 3)
    assert roll.total == 30_000
    assert roll.shown.count(" 3") == 10_000 + 1  # and the 3 of the total


@pytest.mark.slow
def test_more_expressions_than_are_remembered_still_roll_right() -> None:
    for plus in range(2_000):
        assert _read(f"1d6+{plus}", 2).shown == f"1d6+{plus}: [2]+{plus} = {plus + 2}"
