"""Throws and their answers: bands, faces, bare totals, what people type, what the record keeps."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.chance.throws import (
    NO_BAND,
    Answer,
    Answered,
    AnswerError,
    Band,
    Throw,
    from_faces,
    from_text,
    from_total,
)

REACTION = Throw(
    "reaction",
    "2d6",
    (Band("attack", None, 2), Band("bad", 3, 7), Band("good", 8, 11), Band("best", 12, None)),
)
CHECK = Throw("check", "2d6")


@pytest.mark.parametrize(
    "low,high,inside,outside",
    [
        (9, 9, (9,), (8, 10)),
        (2, 4, (2, 3, 4), (1, 5)),
        (None, 2, (2, -100), (3,)),
        (12, None, (12, 1000), (11,)),
        (None, None, (-1, 0, 1), ()),
    ],
)
def test_a_band_holds_its_ends_and_is_open_where_it_has_none(
    low: int | None, high: int | None, inside: tuple[int, ...], outside: tuple[int, ...]
) -> None:
    band = Band("some", low, high)
    assert all(band.holds(total) for total in inside)
    assert not any(band.holds(total) for total in outside)


@given(first=st.integers(1, 6), second=st.integers(1, 6), modifier=st.integers(-20, 20))
def test_g_react_1_every_total_lies_in_one_band_by_the_printed_ranges(
    first: int, second: int, modifier: int
) -> None:
    total = first + second + modifier
    wanted = 0 if total <= 2 else 1 if total <= 7 else 2 if total <= 11 else 3
    assert REACTION.band_of(total) == wanted


def test_a_throw_without_bands_has_none_and_a_hole_in_the_bands_is_a_fault() -> None:
    assert CHECK.band_of(7) == NO_BAND
    with pytest.raises(LookupError, match="hole: no entry for a total of 5"):
        Throw("hole", "1d6", (Band("low", 1, 4), Band("high", 6, 6))).band_of(5)


@pytest.mark.parametrize("faces,shown", [((4, 5), "4+5"), ((6,), "6"), ((), "=9")])
def test_an_answer_is_shown_as_one_types_it(faces: tuple[int, ...], shown: str) -> None:
    assert Answer(faces, 9).shown == shown
    assert Answer((), None, 3).shown == ""


def test_every_pair_of_faces_gives_its_sum_and_its_band() -> None:
    for first, second in product(range(1, 7), repeat=2):
        answer = from_faces(REACTION, (first, second))
        assert answer == Answer((first, second), first + second, REACTION.band_of(first + second))


@pytest.mark.parametrize("faces", [(), (4,), (4, 5, 6), (0, 5), (7, 5), (-1, 5)])
def test_faces_that_do_not_fit_are_refused_with_what_would(faces: tuple[int, ...]) -> None:
    with pytest.raises(AnswerError, match="2d6"):
        from_faces(CHECK, faces)


@pytest.mark.parametrize("total", [1, 13, -7, 0, 10**9])
def test_a_total_outside_the_dice_is_refused(total: int) -> None:
    with pytest.raises(AnswerError, match=r"2d6 gives 2 to 12"):
        from_total(CHECK, total)


@pytest.mark.parametrize(
    "dice,possible,never",
    [
        ("2d6x10", 70, 75),  # G-ENC-4: only tens
        ("d66", 16, 17),  # the units of a six-sided die
        ("1d6!", 7, 6),  # a six explodes, so the die never stays at it
        ("1d4x10", 40, 5),
        ("1d6*2", 12, 7),
    ],
)
def test_a_total_between_the_ends_that_the_dice_never_come_to_is_refused(
    dice: str, possible: int, never: int
) -> None:
    throw = Throw("some", dice, (Band("any", possible, possible),))
    assert from_total(throw, possible).total == possible
    with pytest.raises(AnswerError):
        from_total(throw, never)


def test_dice_too_many_to_weigh_are_taken_at_their_word() -> None:
    assert from_total(Throw("hail", "10000d1000+1"), 6_000_000).total == 6_000_000


@pytest.mark.parametrize("text", ["4+5", "4 5", "4,5", " 4 + 5 ", "4, 5"])
def test_faces_are_typed_with_plus_blank_or_comma(text: str) -> None:
    assert from_text(REACTION, text) == Answer((4, 5), 9, 2)


def test_one_number_is_what_the_dice_showed_before_any_modifier() -> None:
    assert from_text(REACTION, "9") == Answer((), 9, 2)
    assert from_text(Throw("test", "1d20"), "9") == Answer((9,), 9)
    assert from_text(Throw("plus", "1d6+3"), "6") == Answer((6,), 9)
    # 8 is on no d6: that 5 and 3 are 8 is not for the speaker to say.
    with pytest.raises(AnswerError, match=r"1d6 gives 1 to 6, not 8; what 1d6\+3 makes of it is worked out"):
        from_text(Throw("plus", "1d6+3"), "8")
    # 11 on two dice, and 1 for Varda; 7 on two dice, times ten feet.
    assert from_text(Throw("reaction", "2d6+1"), "11") == Answer((), 12)
    assert from_text(Throw("distance", "2d6x10"), "7") == Answer((), 70)


def test_a_total_with_its_modifiers_is_said_with_an_equals_sign() -> None:
    assert from_text(Throw("reaction", "2d6+1"), "=12") == Answer((), 12)
    with pytest.raises(AnswerError, match="2d6x10 never comes to 75"):
        from_text(Throw("distance", "2d6x10"), "=75")


def test_a_chance_is_typed_as_the_face_that_was_seen() -> None:
    assert from_text(Throw("trap", "2-in-6"), "2").total == 1
    assert from_text(Throw("trap", "2-in-6"), "3").total == 0
    assert from_text(Throw("trap", "2-in-6"), "0").total == 0


@pytest.mark.parametrize(
    "text", ["", "  ", "+", "nine", "4+x", "4.5", "\N{ARABIC-INDIC DIGIT FOUR}", "²", "--4", "9" * 10, "1e3"]
)
def test_what_is_no_answer_is_refused_and_told_what_is_wanted(text: str) -> None:
    with pytest.raises(AnswerError, match="check wants 2d6: type faces such as 4"):
        from_text(CHECK, text)


def test_a_long_answer_is_not_repeated_in_full() -> None:
    with pytest.raises(AnswerError) as fault:
        from_text(CHECK, "x" * 10_000)
    assert len(str(fault.value)) < 200


def test_the_record_answers_in_order_and_then_nobody_does() -> None:
    driver = Answered([Answer((4, 5)), Answer((), 9), Answer((), None, 3)])
    assert driver.answer(REACTION, 0) == Answer((4, 5), 9, 2)
    assert driver.answer(REACTION, 1) == Answer((), 9, 2)
    assert driver.answer(REACTION, 2) == Answer((), None, 3)
    assert driver.answer(REACTION, 3) is None


def test_the_record_s_faces_mean_what_the_throw_s_own_bands_say() -> None:
    """A band kept from an older table does not outlive the table."""
    assert Answered([Answer((4, 5), 9, 0)]).answer(REACTION, 0) == Answer((4, 5), 9, 2)
