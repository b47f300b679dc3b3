"""A count of segments: where it stands, who is up and who comes next, and the row of segments.

Members of one side who act at one segment are one mover, so that forty foes are a few.
"""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.fight.count import order_in, out_of
from turnkeeper.play.fight.counting import about, round_and_segment, said, segment_now
from turnkeeper.play.fight.sides import PARTY
from turnkeeper.views.parts.fights import Camp, camp_of
from turnkeeper.views.parts.saying import named
from turnkeeper.views.parts.turns import usual_turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from turnkeeper.play.fight.counting import Count, Doing, Fighter
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.orders import OrderByCount

Tense = Literal["past", "now", "coming"]
MOST_COMING = 12
ROUNDS_SHOWN = 2
MOST_MOVERS = 6
MOST_NUMBERS = 4


class TurnView(Struct, frozen=True):
    """A turn to come: whose, in which round and segment, and what of theirs takes effect or is ready."""

    who: str
    round: int
    segment: int
    what: str = ""


class Mover(Struct, frozen=True):
    """Who acts at a segment: one by name, or several of a side by number (``goblin 3+5``), ``count`` of them.

    ``what`` takes effect then (``fireball``, ``ready: the ogre``). ``say`` has the first of them act as
    usual. Those who ``acted`` did so at that segment, and come again where they are due.
    """

    who: str
    camp: Camp
    count: int = 1
    what: str = ""
    say: str = ""
    acted: bool = False


class Segment(Struct, frozen=True):
    """A segment of the count: its number within its round, whether it is past, and who acts in it."""

    round: int
    segment: int
    tense: Tense
    movers: tuple[Mover, ...] = ()
    more: int = 0


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


class CountView(Struct, frozen=True):
    """A count that goes on: where it stands, who is up, who comes next, and who does what besides.

    ``up`` act now, ``at_once`` of them in all, ``acting`` those of the party; ``coming`` are the next turns
    in order, and ``more`` come besides. ``waiting`` can step in; ``about`` tells who casts or focuses until
    when, ``answered`` who took how many opportunities in this round, ``hampered`` who is slowed by what.
    Where commands are asked for, this round and the next are there as ``segments``, each round of
    ``per_round``, with ``spans``; ``later`` act after those. ``title``, ``now``, ``next`` and ``notes`` say
    in words where it stands, who acts, who comes after them, and who waits or is hampered.
    """

    round: int
    segment: int
    began: bool
    up: tuple[TurnView, ...]
    at_once: int
    acting: tuple[str, ...]
    coming: tuple[TurnView, ...]
    more: int
    waiting: tuple[str, ...]
    about: tuple[str, ...]
    answered: tuple[str, ...]
    hampered: tuple[str, ...]
    per_round: int
    rule: str
    segments: tuple[Segment, ...]
    spans: tuple[SegmentSpan, ...]
    later: int
    title: str = ""
    now: str = ""
    next: str = ""
    notes: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The count in words: where it stands and who is up, the turns to come, and the rest."""
        rows = (
            ("waiting", self.waiting),
            ("about", self.about),
            ("opportunities", self.answered),
            ("hampered", self.hampered),
        )
        head = f"{self._where}, now {self.now}" if self.up else self._where
        return (
            head,
            *self._turns_to_come,
            *(f"{label}: {_some(names, MOST_COMING, ', ')}" for label, names in rows if names),
        )

    @property
    def brief(self) -> str:
        """Where it stands and who is up, in few words: ``round 1 segment 6, now 3 at once``."""
        if not self.up:
            return self._where
        who = self.up[0].who if self.at_once == 1 else f"{self.at_once:,} at once"
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

    @property
    def _turns_to_come(self) -> tuple[str, ...]:
        """A line for each round: ``then round 2: 1 goblin 3, 4 Varda + Orlo``."""
        lines = []
        for number, turns in groupby(self.coming, attrgetter("round")):
            places = groupby(turns, attrgetter("segment"))
            told = [f"{segment} {_together(several)}" for segment, several in places]
            lines.append(f"then round {number}: {', '.join(told)}")
        if self.more:
            last = lines.pop() if lines else "then"
            lines.append(f"{last}, and {self.more:,} more")
        return tuple(lines)


def count(state: State, book: Rulebook, *, commands: bool = False) -> CountView | None:
    """Return the count that goes on, or ``None``."""
    going, order = state.count, order_in(book)
    if going is None or order is None:
        return None
    live = [one for one in going.fighters.values() if not out_of(state, one)]
    queue = sorted((one for one in live if one.due is not None), key=lambda one: one.key or (0, 0, 0))
    up = [one for one in queue if (one.due, one.order) == (queue[0].due, queue[0].order)]
    coming = queue[len(up) : len(up) + MOST_COMING]
    number, segment = round_and_segment(segment_now(going), order)
    used = [one for one in live if one.used and one.round_used == number]
    first = (number - 1) * order.segments + 1
    shown = range(first, first + ROUNDS_SHOWN * order.segments)
    view = CountView(
        round=number,
        segment=segment,
        began=going.segment > 0,
        up=tuple(_turn_of(one, order) for one in up[:MOST_COMING]),
        at_once=len(up),
        acting=tuple(one.name for one in up if one.side == PARTY),
        coming=tuple(_turn_of(one, order) for one in coming),
        more=len(queue) - len(up) - len(coming),
        waiting=tuple(one.name for one in live if one.waiting),
        about=tuple(f"{one.name} {_about(one, one.doing, order)}" for one in live if one.doing is not None),
        answered=tuple(f"{one.name} {one.used} of {order.opportunities}" for one in used),
        hampered=tuple(f"{one.name} ({', '.join(one.burdens)})" for one in live if one.burdens),
        per_round=order.segments,
        rule=order.rule.id,
        segments=tuple(_segments(going, shown, state, book, order)) if commands else (),
        spans=tuple(_spans(state, going, shown)) if commands else (),
        later=sum((one.due or 0) >= shown.stop for one in live),
    )
    title = f"round {number}, segment {segment}" if view.began else "nobody has acted yet"
    return replace(view, title=title, now=_now(view), next=_next(view), notes=tuple(_notes(view)))


# In words


def _now(view: CountView) -> str:
    """Return who acts now: ``Varda + Orlo at once``; nothing where nobody is left to."""
    more = f" and {view.at_once - len(view.up):,} more" if view.at_once > len(view.up) else ""
    at_once = f"{more} at once" if view.at_once > 1 else ""
    return f"{_together(view.up)}{at_once}{view.comes}" if view.up else ""


def _next(view: CountView) -> str:
    """Return who comes after those who are up, and when: ``ogre and 1 more, segment 5``."""
    if not view.coming:
        return ""
    one = view.coming[0]
    here = f"segment {one.segment}" if one.round == view.round else f"round {one.round} segment {one.segment}"
    together = [also for also in view.coming if (also.round, also.segment) == (one.round, one.segment)]
    more = f" and {len(together) - 1} more" if len(together) > 1 else ""
    return f"{one.who}{more}, {here}"


def _notes(view: CountView) -> Iterator[str]:
    for label, names in (
        ("waiting", view.waiting),
        ("opportunities", view.answered),
        ("hampered", view.hampered),
    ):
        if names:
            yield f"{label}: {_some(names, MOST_MOVERS, ', ')}"


def _turn_of(one: Fighter, order: OrderByCount) -> TurnView:
    number, segment = round_and_segment(one.due or 0, order)
    return TurnView(one.name, number, segment, _what(one))


def _what(one: Fighter) -> str:
    """Return what of theirs takes effect or is ready at their turn, if anything."""
    doing = one.doing
    return "" if doing is None else doing.what if doing.how == "cast" else f"ready: {doing.what}"


def _about(one: Fighter, doing: Doing, order: OrderByCount) -> str:
    """Return a fighter's casting or focus and its end: ``casts light until round 1 segment 8``."""
    until = "keeping it" if one.due is None else f"until {said(one.due, order)}"
    return f"{about(doing)} {until}"


def _together(turns: Iterable[TurnView]) -> str:
    """Return whose turns they are, those of one side by their numbers: ``Varda + goblin 3+5``."""
    told: list[tuple[str, str]] = []
    for one in turns:
        name, _, number = one.who.rpartition(" ")
        alike = bool(told) and name == told[-1][0] and number.isdecimal() and not one.what
        if alike:
            told[-1] = (name, f"{told[-1][1]}+{number}")
        else:
            told.append((name if number.isdecimal() and not one.what else "", _turn(one)))
    return " + ".join(text for _, text in told)


def _turn(one: TurnView) -> str:
    return f"{one.who} ({one.what})" if one.what else one.who


# The row of segments


def _segments(
    going: Count, shown: range, state: State, book: Rulebook, order: OrderByCount
) -> Iterator[Segment]:
    live, now = [one for one in going.in_order() if not out_of(state, one)], segment_now(going)
    due = {at: list(several) for at, several in groupby(live, attrgetter("due")) if at is not None}
    up = next(iter(due), 0)
    # Whoever was due before this round and could not act is up now.
    overdue = [one for at in due if at < shown.start for one in due[at]]
    went = _went(live, shown.start, now)
    for at in shown:
        here = (overdue if at == now else []) + due.get(at, [])
        acting = at == up or (at == now and up < shown.start)
        movers = [*_movers(went.get(at, []), state, book, acted=True)]
        movers += _movers(here, state, book, acting=acting)
        number, within = round_and_segment(at, order)
        tense: Tense = "past" if at < now else "now" if at == now else "coming"
        more = sum(one.count for one in movers[MOST_MOVERS:])
        yield Segment(number, within, tense, tuple(movers[:MOST_MOVERS]), more)


def _went(live: list[Fighter], first: int, now: int) -> dict[int, list[Fighter]]:
    """Return who acted last at which segment of this round."""
    went: dict[int, list[Fighter]] = {}
    for one in sorted(live, key=attrgetter("id")):
        if one.acted and first <= one.last <= now:
            went.setdefault(one.last, []).append(one)
    return went


def _movers(
    here: list[Fighter], state: State, book: Rulebook, *, acting: bool = False, acted: bool = False
) -> Iterator[Mover]:
    """Yield who acts at a segment, in order; of one side those next to each other as one."""
    first, order = (here[0].order if here else 0), order_in(book)
    for key, several in groupby(here, key=lambda one: (one.side, one.order, _what(one), one.number == 0)):
        group = list(several)
        up = acting and key[1] == first
        yield Mover(
            who=_called(group),
            camp=_camp(state, group[0]),
            count=len(group),
            what="" if acted else key[2],
            acted=acted,
            say=f"{usual_turn(state, group[0], order)} by {named(group[0].name, book)}"
            if up and order
            else "",
        )


def _called(group: list[Fighter]) -> str:
    """Return several of a side by their numbers: ``goblin 3+5``, and how many more."""
    if len(group) == 1 or not all(one.name.rpartition(" ")[2].isdecimal() for one in group):
        return _some([one.name for one in group], MOST_NUMBERS, " + ")
    name = group[0].name.rpartition(" ")[0]
    numbers = [one.name.rpartition(" ")[2] for one in group]
    return f"{name} {_some(numbers, MOST_NUMBERS, '+')}"


def _some(names: Sequence[str], most: int, between: str) -> str:
    """Return the first of the names, and how many more there are."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return between.join(names[:most]) + more


def _camp(state: State, one: Fighter) -> Camp:
    return "party" if one.side == PARTY else camp_of(state, one.side)


def _spans(state: State, going: Count, shown: range) -> Iterator[SegmentSpan]:
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
                one.name, _camp(state, one), text, at, to, open=one.due is None or one.due > last
            )
