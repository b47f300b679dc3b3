"""Words on a drawn map: made safe for XML, broken into lines, and with a halo so that they stay readable."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

# What XML 1.0 allows; a document with any other character cannot be opened at all.
_FOREIGN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """Return a text as it may stand in an SVG document, also between quotes."""
    return escape(_FOREIGN.sub("\N{REPLACEMENT CHARACTER}", text), {'"': "&quot;"})


def haloed(text: str, at: tuple[int, int], style: str, colour: str, halo: str) -> str:
    """Return a text, already escaped, written twice: below as a broad outline, above as it is."""
    x, y = at
    return (
        f'<text x="{x}" y="{y}" {style} fill="{halo}" stroke="{halo}" stroke-width="8" stroke-opacity=".8"'
        f' stroke-linejoin="round">{text}</text><text x="{x}" y="{y}" {style} fill="{colour}">{text}</text>'
    )


def in_lines(text: str, longest: int) -> list[str]:
    """Return a name in at most two lines, broken at the blank nearest to its middle.

    >>> in_lines("The Grey Candle", 12)
    ['The Grey', 'Candle']
    """
    blanks = [at for at, sign in enumerate(text) if sign == " "]
    if len(text) <= longest or not blanks:
        return [text]
    middle = min(blanks, key=lambda at: abs(2 * at - len(text)))
    return [text[:middle], text[middle + 1 :]]
