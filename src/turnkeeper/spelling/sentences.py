"""Words put together for a sentence: its capital letter, and names in a row."""

from __future__ import annotations

from collections.abc import Iterable


def capitalised(text: str) -> str:
    """Return a text with a capital letter at its beginning, and the rest of it as it is.

    >>> capitalised("the ogre flees"), capitalised("")
    ('The ogre flees', '')
    """
    return text[:1].upper() + text[1:]


def joined(names: Iterable[str], word: str = "and") -> str:
    """Return names in a row; empty for none.

    >>> joined(["Varda", "Orlo", "Mira"]), joined(["rain", "snow"], "or"), joined(["Orlo"]), joined([])
    ('Varda, Orlo and Mira', 'rain or snow', 'Orlo', '')
    """
    *others, last = tuple(names) or ("",)
    return f"{', '.join(others)} {word} {last}" if others else last
