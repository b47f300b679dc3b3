"""Names as a command can hold them: in quotes where one of their words would end the slot they stand in.

Whoever puts a command together as text asks this module, so that a button for ``Anna of Ash`` means her.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from turnkeeper.play.declare import Language
from turnkeeper.play.house import DECLARED
from turnkeeper.play.speech import literals, quote, read_form

if TYPE_CHECKING:
    from turnkeeper.rules.book import Rulebook

FEW_BOOKS = 64


@lru_cache(maxsize=FEW_BOOKS)
def _reserved(book: Rulebook) -> frozenset[str]:
    """Return every word that a form of a command says after its first; numbers are no names."""
    forms = (list(literals(read_form(form.text))) for _, form in Language(DECLARED, book).forms)
    return frozenset(word for words in forms for word in words[1:] if not word.isdecimal())


def named(name: str, book: Rulebook) -> str:
    """Return a name as a command can hold it."""
    return quote(name, _reserved(book))
