"""The names that maps give to hexes: column and row, as in ``0507``.

Odd columns lie half a hex higher than even ones. Two digits each up to 99, a point between them beyond that
(``104.007`` is read, ``104.07`` is written), a minus for columns west of 00 and rows north of it. This module
must not know the content of a hex.
"""

from __future__ import annotations

import re

from turnkeeper.hexes.axial import Hex

FURTHEST = 9_999
"""Columns and rows run from minus this to this; a map with more is a slip of the pen."""

_NAME = re.compile(r"(-?[0-9]{2})(-?[0-9]{2})|(-?[0-9]{2,5})\.(-?[0-9]{2,5})")
_LAST_OF_TWO_DIGITS = 99


def at(column: int, row: int) -> Hex:
    """Return the hex of a column and a row.

    >>> at(1, 1), at(2, 1)
    (Hex(q=1, r=0), Hex(q=2, r=0))
    """
    return Hex(column, row - (column + (column & 1)) // 2)


def column_and_row(place: Hex) -> tuple[int, int]:
    """Return the column and the row of a hex.

    >>> column_and_row(at(5, 7))
    (5, 7)
    """
    return place.q, place.r + (place.q + (place.q & 1)) // 2


def name_of(place: Hex, *, point: bool = False) -> str:
    """Return the name of a hex as a map writes it; with ``point`` even a short one is written with a point.

    >>> name_of(at(5, 7)), name_of(at(104, 7)), name_of(at(-1, 3))
    ('0507', '104.07', '-0103')
    """
    column, row = column_and_row(place)
    between = "." if point or max(abs(column), abs(row)) > _LAST_OF_TWO_DIGITS else ""
    return f"{_digits(column)}{between}{_digits(row)}"


def _digits(number: int) -> str:
    return f"{number:0{3 if number < 0 else 2}d}"


def hex_named(name: str) -> Hex | None:
    """Return the hex of a name; ``None`` for a text that is no name, or a hex further out than `FURTHEST`.

    >>> hex_named("0507") == hex_named("05.07") == at(5, 7)
    True
    >>> hex_named("57") is None
    True
    """
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    column, row = (int(part) for part in found.groups() if part is not None)
    return at(column, row) if max(abs(column), abs(row)) <= FURTHEST else None
