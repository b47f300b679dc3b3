"""Dice thrown outside any campaign, seeded by a text or at random; and a question about dice as it was typed.

Nothing of it is recorded anywhere. A fault in a text is told with its place, so that a front end can
mark it.
"""

from __future__ import annotations

import re

from msgspec import Struct

from turnkeeper.app.dice_odds import HOWS, MOST_ROWS, Likelihood, OddsTable, asked, odds_of
from turnkeeper.app.library import NoCampaign, seed_for
from turnkeeper.chance.drivers import Seeded
from turnkeeper.chance.limits import DiceError
from turnkeeper.chance.notation import Dice, parse_dice
from turnkeeper.chance.pools import OddsError
from turnkeeper.chance.roll import Roll, read_faces
from turnkeeper.chance.throws import Throw

MOST_AT_ONCE = 100
"""The most throws at once for a page or a program."""
LONGEST_DICE = 200
"""The most letters of dice that a page or a program may send."""
LONGEST_SHOWN = 2_000
EXAMPLES = (
    ("2d6", "two dice, added"),
    ("4d6kh3", "the highest 3 of 4 dice; also kl, dh and dl"),
    ("d66", "two dice read as tens and units"),
    ("1d6!", "thrown again and added as often as the highest face comes up"),
    ("2d6r1", "a 1 is thrown once more"),
    ("2 in 6", "1 where it happens, else 0"),
    ("max(1d6,1d8)", "the better of two; also min"),
    ("1d20+5>=15", "1 where it holds, else 0"),
)
"""What dice can be, each with what it means."""
_CHANCE = re.compile(r"[0-9]{1,9} in [0-9]{1,9}")
_NUMBER = re.compile(r"\s*([-+\N{MINUS SIGN}]?)([0-9]{1,9})\s*", re.ASCII)


class DiceTyped(Struct, frozen=True):
    """The form of loose dice as it was typed: dice, how often they are thrown, a question about them.

    With ``times`` empty nothing is thrown, with ``value`` empty nothing is asked.
    """

    dice: str
    times: str = ""
    seed: str = ""
    how: str = "at-least"
    value: str = ""


class DiceSlip(Struct, frozen=True):
    """A fault in a field, and what would work; where the place is known the text is cut there."""

    field: str
    message: str
    hint: str = ""
    before: str = ""
    at: str = ""
    placed: bool = False


class RollShown(Struct, frozen=True):
    """How dice fell once: the total, and all of it on a line, cut where it is too long to be read."""

    total: int
    shown: str


class Tray(Struct, frozen=True):
    """The answer to the form: the dice as they are written, how they fell, their odds, slips.

    Where odds would take too long, ``no_odds`` says so; such dice can still be thrown.
    """

    typed: DiceTyped
    dice: str = ""
    fell: tuple[RollShown, ...] = ()
    odds: OddsTable | None = None
    no_odds: str = ""
    answer: Likelihood | None = None
    slips: tuple[DiceSlip, ...] = ()

    def slip(self, field: str) -> DiceSlip | None:
        """Return the slip of a field, if any."""
        return next((one for one in self.slips if one.field == field), None)


def throw(dice: Dice, times: int = 1, seed: str = "") -> list[Roll]:
    """Throw dice several times; the same seed gives the same. Raises `NoCampaign` for too long a seed."""
    driver, asked_for = Seeded(seed_for(seed).encode(), "loose dice"), Throw("dice", str(dice))
    return [read_faces(dice, driver.answer(asked_for, number).faces) for number in range(times)]


def told(dice: Dice, roll: Roll) -> str:
    """Return how dice fell, and of a chance such as ``2 in 6`` whether it came."""
    came = f": it {'happens' if roll.total else 'does not happen'}" if _CHANCE.fullmatch(str(dice)) else ""
    return f"{roll.shown}{came}"


def tray(typed: DiceTyped) -> Tray:
    """Throw and weigh the dice of a form; empty dice are no slip, and give nothing."""
    if not typed.dice.strip():
        return Tray(typed)
    if len(typed.dice) > LONGEST_DICE:
        return Tray(typed, slips=(DiceSlip("dice", f"at most {LONGEST_DICE} letters of dice are read here"),))
    try:
        dice = parse_dice(typed.dice)
    except DiceError as fault:
        return Tray(typed, slips=(_slip_of(fault, typed.dice),))
    fell, thrown_wrong = _thrown(dice, typed)
    try:
        odds = odds_of(dice, MOST_ROWS)
    except OddsError as fault:
        return Tray(typed, str(dice), fell, no_odds=str(fault), slips=thrown_wrong)
    answer, asked_wrong = _answered(dice, typed)
    return Tray(typed, str(dice), fell, odds, "", answer, (*thrown_wrong, *asked_wrong))


def _slip_of(fault: DiceError, text: str) -> DiceSlip:
    """Return a fault of notation as a slip, cut at its place where it has one in the text."""
    if not fault.column:
        return DiceSlip("dice", fault.message, fault.hint)
    at = fault.column - 1
    return DiceSlip("dice", fault.message, fault.hint, text[:at], text[at:], placed=True)


def _thrown(dice: Dice, typed: DiceTyped) -> tuple[tuple[RollShown, ...], tuple[DiceSlip, ...]]:
    if not typed.times.strip():
        return (), ()
    times = whole(typed.times)
    if times is None or not 1 <= times <= MOST_AT_ONCE:
        return (), (DiceSlip("times", "dice are not thrown so often", f"from 1 to {MOST_AT_ONCE}"),)
    try:
        rolls = throw(dice, times, typed.seed)
    except NoCampaign as fault:
        return (), (DiceSlip("seed", str(fault), fault.hint),)
    return tuple(RollShown(roll.total, _cut(told(dice, roll))) for roll in rolls), ()


def _cut(shown: str) -> str:
    """Return how dice fell, without the middle where that is too long to read."""
    if len(shown) <= LONGEST_SHOWN:
        return shown
    faces, _, total = shown.rpartition(" = ")
    return f"{faces[:LONGEST_SHOWN]} ... = {total}"


def _answered(dice: Dice, typed: DiceTyped) -> tuple[Likelihood | None, tuple[DiceSlip, ...]]:
    how = next((how for how in HOWS if how == typed.how), None)
    if how is None or not typed.value.strip():
        return None, ()
    value = whole(typed.value)
    if value is None:
        return None, (DiceSlip("value", "this is no whole number", "such as 9 or -1"),)
    return asked(dice, how, value), ()


def whole(text: str) -> int | None:
    """Return a whole number of at most nine digits as it was typed, if it is one.

    >>> whole(" 9 "), whole("-1"), whole("1.5"), whole("nine")
    (9, -1, None, None)
    """
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    return int(found[2]) if found[1] in {"", "+"} else -int(found[2])
