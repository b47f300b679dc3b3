"""A fight as a track: who has acted, who acts now, who comes next, whatever way the rule set orders it.

An order of rounds is a row of entries; a segment count is a row of segments with who acts where. Members of
one side are grouped by number, so that forty foes are a few entries. It must not know how a track is drawn.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from turnkeeper.table.strip import Tense

OrderKind = Literal["order", "count", "table"]
Camp = Literal["party", "allies", "enemies"]
EntryState = Literal["acted", "acting", "coming", "surprised", "out"]


class Entry(Struct, frozen=True):
    """A place in the order of a round: a member or a side, and whether they have acted.

    ``note`` says what is particular (``quick``, ``broken``, ``has acted: 1-3``). ``say`` is the command that
    marks them as having acted, where they act now. ``standing`` of ``count`` are in the fight.
    """

    who: str
    camp: Camp
    state: EntryState
    note: str = ""
    standing: int = 1
    count: int = 1
    say: str = ""


class Mover(Struct, frozen=True):
    """Who acts at a segment: one by name, or several of a side by number (``goblin 3+5``), ``count`` of them.

    ``what`` takes effect then (``fireball``, ``ready: the ogre``). ``say`` lets the first of them act as
    usual.
    """

    who: str
    camp: Camp
    count: int = 1
    what: str = ""
    say: str = ""


class Segment(Struct, frozen=True):
    """A segment of the count: its number within its round, whether it is past, and who acts in it."""

    round: int
    segment: int
    tense: Tense
    movers: tuple[Mover, ...] = ()
    more: int = 0


class Span(Struct, frozen=True):
    """Something that takes several segments: ``Varda casts light``, until a segment of the track.

    ``at`` and ``to`` are places in ``Track.segments``, cut at its ends; ``open`` has no end yet.
    """

    who: str
    camp: Camp
    text: str
    at: int
    to: int
    open: bool = False


class SideLine(Struct, frozen=True):
    """A side at a glance: how many stand, and in words what befell them; ``say`` tests its morale."""

    name: str
    camp: Camp
    standing: int
    count: int
    down: int
    dead: int
    fled: int
    broken: bool
    text: str
    notes: tuple[str, ...] = ()
    say: str = ""


class TideTrack(Struct, frozen=True):
    """The Tide of Battle: its value, whom it favours, in words, and what is proposed to the referee."""

    value: int
    favours: str
    text: str
    proposed: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()


class Track(Struct, frozen=True):
    """The fight. ``kind`` tells what is kept: an ``order`` of entries, a ``count`` of segments, or nothing.

    ``title`` says where it stands (``round 3``), ``now`` and ``next`` who acts, in words. A count shows
    this round and the next as ``segments``, each round of so many ``per_round``; ``later`` act after those.
    ``notes`` are said beside: who waits, who is surprised.
    """

    kind: OrderKind
    title: str
    now: str
    next: str
    round: int
    segment: int = 0
    per_round: int = 0
    entries: tuple[Entry, ...] = ()
    segments: tuple[Segment, ...] = ()
    spans: tuple[Span, ...] = ()
    later: int = 0
    notes: tuple[str, ...] = ()
    sides: tuple[SideLine, ...] = ()
    tide: TideTrack | None = None
    rule: str = ""
