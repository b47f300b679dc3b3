"""Text Mapper's hex maps, read line by line and written again without loss.

    0101 dark-green trees village "Alder" 30     a hex: words, labels with their sizes
    0101-0203-0305 road "The Old Road"           a way; between points that are no neighbours it is walked
    grass attributes fill="#cfc"                 definitions: kept, never carried out
    include default.txt                          kept, and never fetched
    # a comment

What Text Mapper has no line for stands in comments of a form of our own, so that its own programs still read
the map:

    #: land The Salt Hundred
    #: 0507 overt The Leaning Stone: a menhir, split by frost
    #: 0507 hidden The Dry Well: a rope ladder goes down
    #: 0507 note the miller lies
    #: 0507 0508 region The Weald: nobody hunts here

Every line is kept as it was written, whether it is understood or not. This module must not know what a word
costs or how it is drawn.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias, assert_never

from msgspec import Struct

from turnkeeper.exchange.map_lines import (
    Aside,
    LineFault,
    LineFaults,
    Named,
    Remark,
    Said,
    read_line,
    tile_line,
    way_line,
)
from turnkeeper.hexes import LEXICON, Hex, Land, Lexicon, Region, Tile, Way, name_of
from turnkeeper.rules.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable
