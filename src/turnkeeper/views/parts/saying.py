"""Names, amounts and texts as lines say them and as commands can hold them.

Whoever puts a command together as text asks this module, so that a button for ``Anna of Ash`` means her.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from turnkeeper.play.kernel.speech import literals, quote, read_form
from turnkeeper.play.registry import DECLARED
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.conduct import Activity
from turnkeeper.time import Duration, TimeScale

SHORT = Duration(60_000)
"""A shorter time that is left is said in whole units: nobody counts the parts of a second until then."""
LOW = 350
"""Thousandths of a source or less that are few: about the last third, while there is time to act."""
PER_MILLE = 1000
_RESERVED: WeakKeyDictionary[Rulebook, frozenset[str]] = WeakKeyDictionary()
"""What every form of a command says after its first word; a book that is let go takes it along."""


def named(name: str, book: Rulebook) -> str:
    """Return a name in quotes where one of its words would end the slot that it stands in."""
    reserved = _RESERVED.get(book)
    if reserved is None:
        forms = (form for one in DECLARED for form in one.forms(book))
        words = (word for form in forms for word in list(literals(read_form(form.text)))[1:])
        # Numbers are no names.
        reserved = _RESERVED[book] = frozenset(word for word in words if not word.isdecimal())
    return quote(name, reserved)


def until(left: Duration, scale: TimeScale) -> str:
    """Return a time that is left as people say it; a short one in whole units of the game, rounded up."""
    whole = [one for one in scale.units if one.length <= left]
    if left >= SHORT or not whole:
        return scale.plain.say(left)
    unit = max(whole, key=lambda one: one.length.ms)
    count = -(-left.ms // unit.length.ms)
    return f"{count} {unit.name if count == 1 else unit.plural}"


def time_taken(activity: Activity, book: Rulebook) -> str:
    """Return how long an activity takes, in words: ``1 turn``, ``1d4 times 1 turn``, ``no time``."""
    if activity.asks_length:
        return "as long as you say"
    if not activity.takes:
        return "no time"
    length = book.scale.plain.say(book.duration(activity.takes))
    return f"{activity.times} times {length}" if activity.times else length


def shortened(text: str, most: int) -> str:
    """Return a text cut to its most characters, with dots where it goes on."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def per_mille(value: int, whole: int) -> int:
    """Return the share of a whole, in thousandths from 0 to 1000."""
    return max(0, min(PER_MILLE, value * PER_MILLE // whole)) if whole > 0 else 0
