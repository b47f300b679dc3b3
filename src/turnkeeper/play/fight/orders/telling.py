"""The telling of a round's order, as it was made."""

from __future__ import annotations

from turnkeeper.play.fight.orders.round_order import RoundBegan
from turnkeeper.play.fight.sides import PARTY
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import Order, OrderByEach, OrderBySides, OrderByTests


def tell_round(event: RoundBegan, book: Rulebook) -> str:
    """Return a round that began in words, with who acts when."""
    order = book.set.order
    seated = isinstance(order, OrderByEach) and order.seated
    if isinstance(order, OrderByEach) and not seated:
        return f"round {event.number}: {_tell_each(event)}"
    if event.thrown:
        in_segments = any(go.segment for go in event.goes)
        told = _tell_segments(event) if in_segments else _tell_thrown(event, order)
        return f"round {event.number}: {told}"
    if seated:
        return f"round {event.number}: {', then '.join(' and '.join(go.who) for go in event.goes)}"
    if not isinstance(order, OrderByTests):
        return f"round {event.number}"
    quick = ", ".join(name for go in event.goes if go.quick for name in go.who)
    first = f"quick {quick}; " if quick else ""
    before = ", ".join(event.before) or "nobody"
    after = ", ".join(event.after) or "nobody"
    last = f"; last {', '.join(event.last)}" if event.last else ""
    waiting = [one.who for one in event.tested if one.who not in {*event.before, *event.after}]
    if waiting or (event.number > 1 and not order.anew):
        last = f"; not yet {', '.join(waiting)}" * bool(waiting) + last
        return f"round {event.number}: {first}before the enemies {before}{last}"
    return f"round {event.number}: {first}before the enemies {before}; after them {after}{last}"


def _tell_thrown(event: RoundBegan, order: Order | None) -> str:
    """Return the sides in the order of their dice: ``party 5, then goblins and wolves 3 at once``.

    Those who act behind all sides stand in goes of their own, after one for each number thrown. The phases of
    a go are told as a fight begins.
    """
    totals: dict[str, list[str]] = {}
    for one in sorted(event.thrown, key=lambda one: _place(event, one.side)):
        totals.setdefault(one.rolled.shown, []).append(one.side)
    said = (
        f"{' and '.join(sides)} {total}" + (" at once" if len(sides) > 1 else "")
        for total, sides in totals.items()
    )
    each = len({go.phase for go in event.goes if go.phase}) or 1
    late = [name for go in event.goes[len(totals) * each :] for name in go.who]
    last = f"; last {', '.join(late)}" if late else ""
    phases = order.phases if event.number == 1 and isinstance(order, OrderBySides) else ()
    told = f"; each in turn: {', '.join(phases)}" if phases else ""
    return f"{', then '.join(said)}{last}{told}"


def _tell_segments(event: RoundBegan) -> str:
    """Return the throws of the sides, and the segments: ``party 5, orcs 4; segment 4 Mira``."""
    thrown = ", ".join(f"{one.side} {one.rolled.shown}" for one in event.thrown)
    goes = (
        f"segment {go.segment} {' and '.join(go.who)}{f' ({go.casting})' if go.casting else ''}"
        f"{' at once' if go.at_once else ''}"
        for go in event.goes
    )
    return f"{thrown}; {', '.join(goes)}"


def _tell_each(event: RoundBegan) -> str:
    """Return the order of all who act, with the throws of those who threw: ``Varda 17, then goblins 9``."""
    thrown = {one.side: f" {one.rolled.shown}" for one in event.thrown}
    return ", then ".join(
        " and ".join(f"{name}{thrown.get(name, '')}" for name in go.who) for go in event.goes
    )


def _place(event: RoundBegan, side: str) -> int:
    """Return the place of a side among the goes; the party is where no other side is."""
    others = {one.side for one in event.thrown if one.side != PARTY}
    places = (
        index
        for index, go in enumerate(event.goes)
        if (side in go.who if side != PARTY else any(name not in others for name in go.who))
    )
    return next(places, len(event.goes))
