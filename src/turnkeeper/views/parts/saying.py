"""Names, amounts and texts as lines say them and as commands can hold them.

Whoever puts a command together as text asks this module, so that a button for ``Anna of Ash`` means her.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from turnkeeper.play.kernel.speech import literals, quote, read_form
from turnkeeper.play.registry import DECLARED
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration

LOW = 350
"""Thousandths of a source or less that are few: about the last third, while there is time to act."""
PER_MILLE = 1000
MOST_UNITS = 3
FEW_UNITS = 2
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


def shortened(text: str, most: int) -> str:
    """Return a text cut to its most characters, with dots where it goes on."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def per_mille(value: int, whole: int) -> int:
    """Return what part something is of a whole, in thousandths from 0 to 1000."""
    return max(0, min(PER_MILLE, value * PER_MILLE // whole)) if whole > 0 else 0


def roughly(left: Duration, book: Rulebook) -> str:
    """Return a length in words, cut to its largest units where all would be a long row."""
    return said if (said := book.scale.say(left)).count(" ") < MOST_UNITS * 2 else briefly(left, book)


def briefly(left: Duration, book: Rulebook) -> str:
    """Return a length by its two largest units, where a bar or a place shows the rest."""
    return " ".join(book.scale.say(left).split(" ")[: FEW_UNITS * 2])
