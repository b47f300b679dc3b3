"""Tables of wordings: patterns of what people say, and how each is said more plainly.

Every table of this package that puts one wording in place of another is read here. It must not know a table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple


class Wording(NamedTuple):
    """A pattern and its plainer words; ``hint`` are letters that stand in each text which it matches."""

    hint: str
    pattern: re.Pattern[str]
    plain: str | Callable[[re.Match[str]], str]


def reworded(text: str, table: Iterable[Wording]) -> str:
    """Return a text with the wordings of a table, in its order, said more plainly.

    A pattern is looked for only where its hint stands, which costs next to nothing.

    >>> table = [Wording("night", re.compile("all night"), "until dawn")]
    >>> reworded("wait all night", table), reworded("wait all day", table)
    ('wait until dawn', 'wait all day')
    """
    folded = text.casefold()
    for hint, pattern, plain in table:
        if hint in folded and (said := pattern.sub(plain, text)) != text:
            text, folded = said, said.casefold()
    return text
