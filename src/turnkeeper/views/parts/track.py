"""The track of a count: a row of segments for each round, with everybody's token, castings, and what ends.

Members of one side who act at one segment are one mover, so that forty foes are a few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Literal, NamedTuple

from msgspec import Struct

from turnkeeper.play.fight.able import out_of, usual_of
from turnkeeper.play.fight.count import order_in
from turnkeeper.play.fight.counting import Count, Fighter, about, instant_ms, round_and_segment, segment_now
from turnkeeper.play.fight.sides import PARTY
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.time import Duration, Rank
from turnkeeper.views.parts.fights import Camp, camp_of
from turnkeeper.views.parts.saying import named

Tense = Literal["past", "now", "coming"]
MOST_MOVERS = 6
MOST_NUMBERS = 4
USUAL = 7
"""What an action costs in segments where nothing is known of it: as much as a sword."""


class Mover(Struct, frozen=True):
    """Who acts at a segment: one by name, or several of a side by number (``goblin 3+5``), ``count`` of them.

    ``what`` takes effect then (``fireball``, ``ready: the ogre``). ``say`` has the first of them act as
    usual, ``delay`` is the name by which that one can wait instead. Those who ``acted`` did so at that
    segment, and come again where they are due. Who has the same ``order`` in a segment acts at once.
    """

    who: str
    camp: Camp
    count: int = 1
    what: str = ""
    say: str = ""
    acted: bool = False
    order: int = 0
    names: tuple[str, ...] = ()
    delay: str = ""


class Segment(Struct, frozen=True):
    """A segment of the count: its number within its round, whether it is past, who acts in it, what ends."""

    round: int
    segment: int
    tense: Tense
    movers: tuple[Mover, ...] = ()
    more: int = 0
    ends: tuple[str, ...] = ()

    @property
    def together(self) -> tuple[tuple[Mover, ...], ...]:
        """Those who act, and of those who act at once all together."""
        return tuple(
            tuple(several) for _, several in groupby(self.movers, lambda one: (one.acted, one.order))
        )


class SegmentSpan(Struct, frozen=True):
    """An activity of several segments: ``Varda casts light``, until a segment of the row.

    ``at`` and ``to`` are places in ``CountView.segments``, cut at its ends; ``open`` has no end yet.
    """

    who: str
    camp: Camp
    text: str
    at: int
    to: int
    open: bool = False


class SpanBar(NamedTuple):
    """An activity as it is drawn in the row of a round: its beginning and width in thousandths of the row."""

    text: str
    camp: Camp
    at: int
    width: int


class TrackRow(NamedTuple):
    """A round of the track: its segments, and what goes on through several of them."""

    round: int
    segments: tuple[Segment, ...]
    bars: tuple[SpanBar, ...]


class ActionLine(Struct, frozen=True):
    """An action that the rule set names, and what it costs in segments."""

    name: str
    recovery: int


class Waiter(Struct, frozen=True):
    """One who waits: ``say`` has them step in, ``ending`` comes after the segment if one is said."""

    who: str
    say: str
    ending: str = ""


def what_of(one: Fighter) -> str:
    """Return the spell or action of theirs that takes effect or is ready at their turn, if any."""
    doing = one.doing
    return "" if doing is None else doing.what if doing.how == "cast" else f"ready: {doing.what}"


def segments_of(
    going: Count, shown: range, state: State, book: Rulebook, order: OrderByCount
) -> Iterator[Segment]:
    """Yield the segments shown, each with who acts in it and what ends."""
    live, now = [one for one in going.in_order() if not out_of(state, one)], segment_now(going)
    due = {at: list(several) for at, several in groupby(live, attrgetter("due")) if at is not None}
    up = next(iter(due), 0)
    # Whoever was due before this round and could not act is up now.
    overdue = [one for at in due if at < shown.start for one in due[at]]
    ends = _ends(going, shown, state, book.duration(order.segments.each))
    went: dict[int, list[Fighter]] = {}
    for one in sorted(live, key=attrgetter("id")):
        if one.acted and shown.start <= one.last <= now:
            went.setdefault(one.last, []).append(one)
    for at in shown:
        here = (overdue if at == now else []) + due.get(at, [])
        acting = at == up or (at == now and up < shown.start)
        movers = [*_movers(went.get(at, []), state, book, acted=True)]
        movers += _movers(here, state, book, acting=acting)
        number, within = round_and_segment(at, order)
        tense: Tense = "past" if at < now else "now" if at == now else "coming"
        more = sum(one.count for one in movers[MOST_MOVERS:])
        yield Segment(number, within, tense, tuple(movers[:MOST_MOVERS]), more, ends.get(at, ()))


def _movers(
    here: list[Fighter], state: State, book: Rulebook, *, acting: bool = False, acted: bool = False
) -> Iterator[Mover]:
    """Yield who acts at a segment, in order; of one side those next to each other as one."""
    first, order = (here[0].order if here else 0), order_in(book)
    for key, several in groupby(here, key=lambda one: (one.side, one.order, what_of(one), one.number == 0)):
        group = list(several)
        up = acting and key[1] == first
        first_up = named(group[0].name, book) if up else ""
        yield Mover(
            who=_called(group),
            camp=camp_of(state, group[0].side),
            count=len(group),
            what="" if acted else key[2],
            acted=acted,
            say=f"{usual_turn(state, group[0], order)} by {first_up}" if up and order else "",
            order=key[1],
            names=tuple(one.name for one in group),
            delay="" if group[0].doing is not None else first_up,
        )


def _ends(going: Count, shown: range, state: State, length: Duration) -> dict[int, tuple[str, ...]]:
    """Return the ends within the segments shown: timers by the clock, and those that end with a turn."""
    found: dict[int, list[str]] = {}
    for tied in going.tied:
        due, timer = going.fighters[tied.fighter].due, state.timers.live.get(tied.timer)
        if due in shown and timer is not None and due is not None:
            found.setdefault(due, []).append(timer.called)
    first, last = (instant_ms(going, at, length) for at in (shown.start, shown.stop))
    for (ms, rank, which), _ in state.timers.marks.range((first, -1, -1), (last, -1, -1)):
        timer = state.timers.live.get(which)
        if rank == Rank.ENDS and timer is not None:
            found.setdefault((ms - going.began.ms) // length.ms + 1, []).append(timer.called)
    return {at: tuple(names) for at, names in found.items()}


def actions_of(order: OrderByCount, usual: str) -> tuple[ActionLine, ...]:
    """Return the actions that a rule set names, the usual one first."""
    named_ones = [ActionLine(name, one.recovery) for name, one in order.recoveries.items()]
    return tuple(sorted(named_ones, key=lambda one: one.name != usual))


def waiter_of(one: Fighter, state: State, book: Rulebook) -> Waiter:
    """Return how one who waits steps in; who is down can only recover."""
    name, order = named(one.name, book), order_in(book)
    usual = "" if order is None else usual_turn(state, one, order)
    if not usual.startswith("act "):
        return Waiter(one.name, f"recover by {name}")
    how = usual.removeprefix("act ")
    return Waiter(one.name, f"step in {name}", how if how.startswith("for ") else f"with {how}")


def _called(group: list[Fighter]) -> str:
    """Return several of a side by their numbers: ``goblin 3+5``, and how many more."""
    names, _, numbers = zip(*(one.name.rpartition(" ") for one in group), strict=True)
    if len(group) == 1 or not all(map(str.isdecimal, numbers)):
        return some([one.name for one in group], MOST_NUMBERS, " + ")
    return f"{names[0]} {some(numbers, MOST_NUMBERS, '+')}"


def some(names: Sequence[str], most: int, between: str) -> str:
    """Return the first of the names, and how many more there are."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return between.join(names[:most]) + more


def spans_of(state: State, going: Count, shown: range) -> Iterator[SegmentSpan]:
    """Yield the castings and focuses that lie in the segments shown."""
    first, last = shown.start, shown.stop - 1
    for one in going.fighters.values():
        if one.doing is None or out_of(state, one):
            continue
        began, ends = max(one.last, 1), last if one.due is None else one.due
        if began <= last and ends >= first:
            text = f"{one.name} {about(one.doing)}"
            at, to = max(began, first) - first, min(ends, last) - first
            yield SegmentSpan(
                one.name, camp_of(state, one.side), text, at, to, open=one.due is None or one.due > last
            )


def usual_turn(state: State, one: Fighter, order: OrderByCount) -> str:
    """Return the command with which a fighter takes the turn that one would expect, without their name.

    What was cast takes effect, who is down recovers, and others do what they did last.
    """
    member = state.party.find(one.name) if one.side == PARTY else None
    if one.doing is not None and one.doing.how == "cast":
        return "act"
    if member is not None and member.down:
        return "recover"
    usual = usual_of(state, one, order)
    if usual is not None:
        return f"act {usual.what}" if usual.what in order.recoveries else f"act for {usual.recovery}"
    first = next(iter(order.recoveries), "")
    return f"act {first}" if first else f"act for {max(order.least, USUAL)}"
