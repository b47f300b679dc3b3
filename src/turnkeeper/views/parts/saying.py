"""Names as a command can hold them: in quotes where one of their words would end the slot they stand in.

Whoever puts a command together as text asks this module, so that a button for ``Anna of Ash`` means her.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from turnkeeper.play.kernel.speech import literals, quote, read_form
from turnkeeper.play.registry import DECLARED
from turnkeeper.rules.book import Rulebook

_RESERVED: WeakKeyDictionary[Rulebook, frozenset[str]] = WeakKeyDictionary()
"""What is known of each rule set in use; a book that is let go takes it along."""


def _reserved(book: Rulebook) -> frozenset[str]:
    """Return every word that a form of a command says after its first; numbers are no names."""
    known = _RESERVED.get(book)
    if known is None:
        forms = (form for one in DECLARED for form in one.forms(book))
        words = (word for form in forms for word in list(literals(read_form(form.text)))[1:])
        known = _RESERVED[book] = frozenset(word for word in words if not word.isdecimal())
    return known


def named(name: str, book: Rulebook) -> str:
    """Return a name as a command can hold it."""
    return quote(name, _reserved(book))
