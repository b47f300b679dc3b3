"""A throw that is waited for, as it is drawn: the shapes of its dice, its bounds."""

from __future__ import annotations

import pytest

from turnkeeper.app.outcomes import ThrowWanted
from turnkeeper.app.session import WaitingCommand
from turnkeeper.play.kernel.event import Command
from turnkeeper.play.kernel.language import Understood
from turnkeeper.views.referee.throwing import throw_view


def wanted(dice: str, number: int = 1) -> WaitingCommand:
    said = Understood(Command(), "search")
    asked = ThrowWanted("search", "a check", dice, "G-ENC-1", number)
    return WaitingCommand(said, "search", ("4+5",) * (number - 1), "ab" * 16, asked)


@pytest.mark.parametrize(
    "dice, shapes, low, high",
    [
        ("2d6", ("d6", "d6"), 2, 12),
        ("1d20+3", ("d20",), 1, 20),
        ("1d6+1d8", ("d6", "d8"), 2, 14),
        ("2 in 6", ("d6",), 0, 1),
        ("d66", ("d6", "d6"), 11, 66),
        ("1d100", ("d10",), 1, 100),
        ("1d7", ("die",), 1, 7),
        ("100d6", (), 100, 600),
    ],
)
def test_a_throw_shows_its_dice_one_by_one(dice: str, shapes: tuple[str, ...], low: int, high: int) -> None:
    view = throw_view(wanted(dice))
    assert view is not None
    assert (view.shapes, view.low, view.high) == (shapes, low, high)


def test_the_same_throw_has_the_same_key_and_the_next_another() -> None:
    first, again, second = (throw_view(wanted("2d6", number)) for number in (1, 1, 2))
    assert first is not None
    assert again is not None
    assert second is not None
    assert first.key == again.key != second.key


def test_no_throw_is_nothing_to_draw() -> None:
    assert throw_view(None) is None
