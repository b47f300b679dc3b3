"""A count of segments: where it stands, who is up, who comes next, what waits; its track is in `track`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, takewhile
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.fight.able import now_up, out_of
from turnkeeper.play.fight.count import MOST_NAMED, order_in
from turnkeeper.play.fight.counting import Count, Fighter, about, round_and_segment, said, segment_now
from turnkeeper.play.fight.joining import not_yet_in
from turnkeeper.play.fight.sides import PARTY
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.views.parts.fights import nobody_fights
from turnkeeper.views.parts.saying import named
from turnkeeper.views.parts.track import (
    MOST_MOVERS,
    USUAL,
    ActionLine,
    Segment,
    SegmentSpan,
    SpanBar,
    TrackRow,
    Waiter,
    actions_of,
    segments_of,
    some,
    spans_of,
    usual_turn,
    waiter_of,
    what_of,
)

MOST_COMING = 12
ROUNDS_SHOWN = 2


class TurnView(Struct, frozen=True):
    """A turn to come: whose, in which round and segment, and what of theirs takes effect or is ready."""

    who: str
    round: int
    segment: int
    what: str = ""


class CountView(Struct, frozen=True):
    """A count that goes on: where it stands, who is up, who comes next, and who does what besides.

    ``up`` act now, ``acting`` are those of the party among them; ``coming`` are all the next turns in order.
    ``waiting`` can step in; ``about`` tells who casts or focuses until when, ``answered`` who took how many
    opportunities in this round, ``hampered`` who is slowed by what.
    Where commands are asked for, this round and the next are there as ``segments``, each round of
    ``per_round``, with ``spans``; ``later`` act after those. ``title``, ``now``, ``next`` and ``notes`` say
    in words where it stands, who acts, who comes after them, and who waits or is hampered.
    """

    round: int
    segment: int
    began: bool
    up: tuple[TurnView, ...]
    acting: tuple[str, ...]
    coming: tuple[TurnView, ...]
    waiting: tuple[str, ...]
    about: tuple[str, ...]
    answered: tuple[str, ...]
    hampered: tuple[str, ...]
    per_round: int
    rule: str
    segments: tuple[Segment, ...]
    spans: tuple[SegmentSpan, ...]
    later: int
    waiters: tuple[Waiter, ...] = ()
    actions: tuple[ActionLine, ...] = ()
    title: str = ""
    now: str = ""
    next: str = ""
    notes: tuple[str, ...] = ()

    @property
    def rows(self) -> Iterator[TrackRow]:
        """The segments by rounds: this one, and the next where anybody acts in it."""
        wide = self.per_round
        for place in range(0, len(self.segments), wide):
            row = self.segments[place : place + wide]
            cut = (
                (span, max(span.at - place, 0), min(span.to + 1 - place, wide))
                for span in self.spans
                if span.at < place + wide and span.to >= place
            )
            bars = (
                SpanBar(span.text, span.camp, 1000 * at // wide, 1000 * (to - at) // wide)
                for span, at, to in cut
            )
            if not place or any(one.movers for one in row):
                yield TrackRow(row[0].round, row, tuple(bars))

    @property
    def lines(self) -> tuple[str, ...]:
        """The count in words, with the first of the turns to come."""
        return self.told(MOST_COMING)

    def told(self, most: int) -> tuple[str, ...]:
        """Return the count in words: where it stands and who is up, the turns to come, and the rest."""
        head = f"{self._where}, now {self.now}" if self.up else self._where
        return (head, *self._turns_to_come(most), *self.besides(most))

    def besides(self, most: int, *, casting: bool = True) -> Iterator[str]:
        """Yield who waits, casts, answered or is hampered, a line for each, with the most that are named."""
        about = self.about if casting else ()
        rows = {"waiting": self.waiting, "about": about, "opportunities": self.answered}
        for label, names in (rows | {"hampered": self.hampered}).items():
            if names:
                yield f"{label}: {some(names, most, ', ')}"

    @property
    def brief(self) -> str:
        """Where it stands and who is up, in few words: ``round 1 segment 6, now 3 at once``."""
        if not self.up:
            return self._where
        who = self.up[0].who if len(self.up) == 1 else f"{len(self.up):,} at once"
        return f"{self._where}, now {who}{self.comes}"

    @property
    def _where(self) -> str:
        where = f"round {self.round} segment {self.segment}" if self.began else "nobody has acted yet"
        return where if self.up else f"{where}, nobody is left to act"

    @property
    def comes(self) -> str:
        """When those act who are up, unless it is at the segment where the count stands."""
        first = self.up[0]
        there = self.began and (first.round, first.segment) == (self.round, self.segment)
        return "" if there else f" at round {first.round} segment {first.segment}"

    def _turns_to_come(self, most: int) -> tuple[str, ...]:
        """Return a line for each round: ``then round 2: 1 goblin 3, 4 Varda + Orlo``."""
        lines = []
        for number, turns in groupby(self.coming[:most], attrgetter("round")):
            places = groupby(turns, attrgetter("segment"))
            told = [f"{segment} {_together(several)}" for segment, several in places]
            lines.append(f"then round {number}: {', '.join(told)}")
        more = len(self.coming) - most
        if more > 0:
            lines.append(f"{lines.pop()}, and {more:,} more")
        return tuple(lines)


def count(state: State, book: Rulebook, *, commands: bool = False) -> CountView | None:
    """Return the count that goes on, or ``None``."""
    going, order = state.count, order_in(book)
    if going is None or order is None:
        return None
    live = [one for one in going.fighters.values() if not out_of(state, one)]
    queue = sorted((one for one in live if one.due is not None), key=lambda one: one.key or (0, 0, 0))
    up = [one for one in queue if (one.due, one.order) == (queue[0].due, queue[0].order)]
    number, segment = round_and_segment(segment_now(going), order)
    used = [one for one in live if one.used and one.round_used == number]
    first = (number - 1) * order.segments.number + 1
    shown = range(first, first + ROUNDS_SHOWN * order.segments.number)
    view = CountView(
        round=number,
        segment=segment,
        began=going.segment > 0,
        up=tuple(_turn_of(one, order) for one in up),
        acting=tuple(one.name for one in up if one.side == PARTY),
        coming=tuple(_turn_of(one, order) for one in queue[len(up) :]),
        waiting=tuple(one.name for one in live if one.waiting),
        about=tuple(
            f"{one.name} {about(one.doing)} {_until(one, order)}" for one in live if one.doing is not None
        ),
        answered=tuple(f"{one.name} {one.used} of {order.opportunities}" for one in used),
        hampered=tuple(f"{one.name} ({', '.join(one.burdens)})" for one in live if one.burdens),
        per_round=order.segments.number,
        rule=order.rule.id,
        segments=tuple(segments_of(going, shown, state, book, order)) if commands else (),
        spans=tuple(spans_of(state, going, shown)) if commands else (),
        later=sum((one.due or 0) >= shown.stop for one in live),
        waiters=tuple(waiter_of(one, state, book) for one in live if one.waiting) if commands else (),
        actions=actions_of(order, usual_turn(state, up[0], order).removeprefix("act "))
        if commands and up
        else (),
    )
    more = f" and {len(up) - MOST_COMING:,} more" if len(up) > MOST_COMING else ""
    at_once = f"{more} at once" if len(up) > 1 else ""
    return replace(
        view,
        title=f"round {number}, segment {segment}" if view.began else "nobody has acted yet",
        now=f"{_together(view.up[:MOST_COMING])}{at_once}{view.comes}" if up else "",
        next=_next(view),
        notes=tuple(view.besides(MOST_MOVERS, casting=False)),
    )


# In words


def _next(view: CountView) -> str:
    """Return who comes after those who are up, and when: ``ogre and 1 more, segment 5``."""
    if not view.coming:
        return ""
    one = view.coming[0]
    here = f"segment {one.segment}" if one.round == view.round else f"round {one.round} segment {one.segment}"
    together = [also for also in view.coming if (also.round, also.segment) == (one.round, one.segment)]
    more = f" and {len(together) - 1} more" if len(together) > 1 else ""
    return f"{one.who}{more}, {here}"


def _turn_of(one: Fighter, order: OrderByCount) -> TurnView:
    number, segment = round_and_segment(one.due or 0, order)
    return TurnView(one.name, number, segment, what_of(one))


def _until(one: Fighter, order: OrderByCount) -> str:
    return "keeping it" if one.due is None else f"until {said(one.due, order)}"


def _together(turns: Iterable[TurnView]) -> str:
    """Return whose turns they are, those of one side by their numbers: ``Varda + goblin 3+5``."""
    told: list[tuple[str, str]] = []
    for one in turns:
        name, _, number = one.who.rpartition(" ")
        alike = bool(told) and name == told[-1][0] and number.isdecimal() and not one.what
        if alike:
            told[-1] = (name, f"{told[-1][1]}+{number}")
        else:
            does = f" ({one.what})" if one.what else ""
            told.append((name if number.isdecimal() and not one.what else "", f"{one.who}{does}"))
    return " + ".join(text for _, text in told)


# Open matters of a count


def waits(state: State, book: Rulebook) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the open matters of a count, the most pressing first, each with commands that would answer it."""
    going, order = state.count, order_in(book)
    if going is None or order is None:
        return
    end = "end count" if state.fight is None else "end fight"
    together = now_up(state)
    if state.fight is not None and nobody_fights(state) and all(one.side == PARTY for one in together):
        yield "no enemy is left who fights", (end,)
    joining = tuple(f"join count {named(name, book)}" for name in not_yet_in(state))
    if joining:
        yield "not in the count yet", joining
    waiting = [one for one in going.fighters.values() if one.waiting and not out_of(state, one)]
    up, more = together[:MOST_NAMED], len(together) - MOST_NAMED
    if up:
        names = " and ".join(one.name for one in up) + (f" and {more:,} more" if more > 0 else "")
        usual = [usual_turn(state, one, order) for one in up]
        each = [f"{say} by {named(one.name, book)}" for say, one in zip(usual, up, strict=True)]
        if len(up) == 1:
            says = (
                usual[0],
                *((f"act for {max(order.least, USUAL)}", "delay") * usual[0].startswith("act ")),
            )
            # Who is named need not wait for one who is down and comes before them.
            by = "" if going.up() == up[0] else f" by {named(up[0].name, book)}"
            each = [f"{say}{by}" for say in dict.fromkeys(says)]
        yield f"in the count, now {names}", (*each, end)
    else:
        yield "nobody is up in the count", (end,)
    aside = [one for one in takewhile(lambda one: one not in up, going.in_order()) if not out_of(state, one)]
    if aside:
        yield "down, and laid aside", tuple(f"recover by {named(one.name, book)}" for one in aside)
    if waiting:
        able = [one for one in waiting[:MOST_NAMED] if _can_step_in(one, going, up)]
        how = ((one, waiter_of(one, state, book)) for one in able)
        stepping = (one.say if who.usual else f"{one.say} {one.ending}".strip() for who, one in how)
        yield "waiting to step in", tuple(stepping)


def _can_step_in(one: Fighter, going: Count, up: list[Fighter]) -> bool:
    """Return whether a fighter who waits could step in before the next one acts."""
    segment = max(segment_now(going), one.last + 1)
    return segment == going.segment or not up or (up[0].due or 0) > segment
