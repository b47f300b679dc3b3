"""A segment count as a track: the segments of this round and the next, and who acts in each.

Members of one side who act at one segment are one mover, so that forty foes are a few. It must not know how
a track is drawn.
"""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from turnkeeper.play.fight.segments.count import order_in, out_of
from turnkeeper.play.fight.segments.counting import about, round_and_segment, segment_now
from turnkeeper.play.fight.sides import PARTY
from turnkeeper.views import counts
from turnkeeper.views.counts import usual_turn
from turnkeeper.views.referee.saying import named
from turnkeeper.views.referee.tracks import Mover, Segment, Span, Track, camp_of, side_lines, tide_track

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnkeeper.play.fight.segments.counting import Count, Fighter
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.views.counts import CountView
    from turnkeeper.views.referee.strip import Tense
    from turnkeeper.views.referee.tracks import Camp

ROUNDS_SHOWN = 2
MOST_MOVERS = 6
MOST_NUMBERS = 4


def count_track(state: State, book: Rulebook) -> Track | None:
    """Return the count as this round and the next; ``None`` where none runs."""
    going, order, view = state.count, order_in(book), counts.count(state, book)
    if going is None or order is None or view is None:
        return None
    live = [one for one in going.in_order() if not out_of(state, one)]
    first = (view.round - 1) * order.segments + 1
    last = first + ROUNDS_SHOWN * order.segments - 1
    fight = book.set.fight
    return Track(
        kind="count",
        title=f"round {view.round}, segment {view.segment}" if view.began else "nobody has acted yet",
        now=view.now,
        next=_next(view),
        round=view.round,
        segment=view.segment,
        per_round=order.segments,
        segments=tuple(_segments(live, range(first, last + 1), state, book)),
        spans=tuple(_spans(state, going, first, last)),
        later=sum((one.due or 0) > last for one in live),
        notes=tuple(_notes(view)),
        sides=tuple(side_lines(state, book)),
        tide=tide_track(state),
        rule="" if fight is None or fight.order is None else fight.order.rule.id,
    )


def _next(view: CountView) -> str:
    """Return who comes after those who are up, and when."""
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


def _segments(live: list[Fighter], shown: range, state: State, book: Rulebook) -> Iterator[Segment]:
    order = order_in(book)
    if order is None:
        return
    now = 0 if state.count is None else segment_now(state.count)
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


def _what(one: Fighter) -> str:
    doing = one.doing
    return "" if doing is None else doing.what if doing.how == "cast" else f"ready: {doing.what}"


def _called(group: list[Fighter]) -> str:
    """Return several of a side by their numbers: ``goblin 3+5``, and how many more."""
    if len(group) == 1 or not all(one.name.rpartition(" ")[2].isdecimal() for one in group):
        return _some([one.name for one in group], MOST_NUMBERS, " + ")
    name = group[0].name.rpartition(" ")[0]
    numbers = [one.name.rpartition(" ")[2] for one in group]
    return f"{name} {_some(numbers, MOST_NUMBERS, '+')}"


def _some(names: Sequence[str], most: int, between: str) -> str:
    """Return the first of the names, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return between.join(names[:most]) + more


def _camp(state: State, one: Fighter) -> Camp:
    return "party" if one.side == PARTY else camp_of(state, one.side)


def _spans(state: State, going: Count, first: int, last: int) -> Iterator[Span]:
    """Yield what somebody casts or keeps up, as far as it lies in the segments that are shown."""
    for one in going.fighters.values():
        if one.doing is None or out_of(state, one):
            continue
        began, ends = max(one.last, 1), last if one.due is None else one.due
        if began <= last and ends >= first:
            text = f"{one.name} {about(one.doing)}"
            at, to = max(began, first) - first, min(ends, last) - first
            yield Span(one.name, _camp(state, one), text, at, to, open=one.due is None or one.due > last)
