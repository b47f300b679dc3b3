"""What people call a campaign, and the file that it is kept in: two names, of which only one is free.

A name as shown may be in any script, with emoji. A file's name is made from it so that it stays in its folder
on every system. This module must not know what a campaign is.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from pathlib import Path

LONGEST_NAME = 80
LONGEST_STEM = 60
MOST_STEM_BYTES = 150
"""With every ending beside it a file's name stays under the 255 bytes that systems allow."""
NAMELESS = "campaign"
_JOINERS = "\u200c\u200d"
"""Signs without a shape that scripts and emoji need; the others, such as those that turn a line round, go."""
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_APOSTROPHES = "'\u2019\u02bc"
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}
)


def tidied(said: str) -> str:
    r"""Return a name as it is shown: one line, nothing in it that cannot be seen or steers the rest.

    >>> tidied("  The\tBarrow \u202eof Fen ")
    'The Barrow of Fen'
    """
    text = unicodedata.normalize("NFC", said)
    kept = (sign if _is_shown(sign) else " " if sign.isspace() else "" for sign in text)
    return " ".join("".join(kept).split()).strip(_JOINERS)


def _is_shown(sign: str) -> bool:
    return sign in _JOINERS or unicodedata.category(sign) not in _DROPPED


def stem_for(name: str) -> str:
    """Return a file's name, without its ending, for a campaign of that name: letters, digits and hyphens.

    >>> stem_for("../Orlo's Tale: II"), stem_for("CON"), stem_for("🏰")
    ('Orlos-Tale-II', 'CON-campaign', 'campaign')
    """
    runs = [""]
    for sign in unicodedata.normalize("NFC", name):
        if sign.isalnum() or (runs[-1] and unicodedata.category(sign).startswith("M")):
            runs[-1] += sign
        elif runs[-1] and sign not in _APOSTROPHES:
            runs.append("")
    stem = _cut("-".join(run for run in runs if run)) or NAMELESS
    return f"{stem}-{NAMELESS}" if stem.casefold() in _RESERVED else stem


def _cut(stem: str) -> str:
    short = stem[:LONGEST_STEM]
    return short.encode()[:MOST_STEM_BYTES].decode("utf-8", "ignore").rstrip("-")


def free_stem(stem: str, folder: Path, endings: Iterable[str]) -> str:
    """Return a stem that no file of the folder has with one of these endings, whatever its case.

    The first that is free of ``barrow``, ``barrow-2``, ``barrow-3`` and so on.
    """
    taken = {_folded(name) for name in _names_in(folder)}
    ends = tuple(endings)
    number, wanted = 1, stem
    while any(_folded(wanted + ending) in taken for ending in ends):
        number += 1
        wanted = f"{stem}-{number}"
    return wanted


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return a name that is none of those taken, in any case of letters: numbered where it has to be.

    >>> free_name("Barrow", ["barrow", "Barrow 2"])
    'Barrow 3'
    """
    known = {_folded(one) for one in taken}
    number, wanted = 1, name
    while _folded(wanted) in known:
        number += 1
        end = f" {number}"
        wanted = name[: LONGEST_NAME - len(end)].rstrip() + end
    return wanted


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _names_in(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)  # noqa: PTH208 - names are all that is wanted
    except OSError:
        return []
