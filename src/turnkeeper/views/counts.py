"""A count of segments and the Tide of Battle as they are shown: who is up, who comes next, who is about what.

Also what a count waits for, and the commands that would answer it.
"""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.fight.segments.count import MOST_NAMED, now_up, order_in, out_of
from turnkeeper.play.fight.segments.counting import about, round_and_segment, said, segment_now
from turnkeeper.play.fight.segments.joining import not_yet_in
from turnkeeper.play.fight.sides import PARTY
from turnkeeper.play.fight.tide import moment_said, say
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.views.referee.saying import named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.play.fight.segments.counting import Count, Doing, Fighter
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook

MOST_COMING = 12
USUAL = 7
"""What an action costs in segments where nothing is known of it: as much as a sword."""


class TurnView(Struct, frozen=True):
    """A turn that comes: whose, in which round and segment, and what of theirs takes effect or is ready."""

    who: str
    round: int
    segment: int
    what: str = ""


class CountView(Struct, frozen=True):
    """A count that goes on: where it stands, who is up, who comes next, and who does what besides.

    ``up`` act now, ``at_once`` so many of them; ``coming`` are the next turns in order, ``more`` how many
    there are besides. ``waiting`` can step in; ``about`` tells who casts or focuses until when, ``answered``
    who has taken how many opportunities in this round, ``hampered`` who is slowed by what.
    """

    round: int
    segment: int
    began: bool
    up: tuple[TurnView, ...]
    at_once: int
    coming: tuple[TurnView, ...]
    more: int
    waiting: tuple[str, ...]
    about: tuple[str, ...]
    answered: tuple[str, ...]
    hampered: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the count in words: where it stands and who is up, the track, and the rest."""
        rows = (
            ("waiting", self.waiting),
            ("about", self.about),
            ("opportunities", self.answered),
            ("hampered", self.hampered),
        )
        return (
            self.head,
            *self.track,
            *(f"{label}: {_shortened(names)}" for label, names in rows if names),
        )

    @property
    def head(self) -> str:
        """Return where the count stands and who acts now: ``round 1 segment 6, now Varda + Orlo at once``."""
        return f"{self._where}, now {self.now}" if self.up else self._where

    @property
    def now(self) -> str:
        """Return who acts now: ``Varda + Orlo at once``; nothing where nobody is left to."""
        more = f" and {self.at_once - len(self.up):,} more" if self.at_once > len(self.up) else ""
        at_once = f"{more} at once" if self.at_once > 1 else ""
        return f"{_together(self.up)}{at_once}{self._comes}" if self.up else ""

    @property
    def brief(self) -> str:
        """Return the same in few words: ``round 1 segment 6, now 3 at once``."""
        if not self.up:
            return self._where
        who = self.up[0].who if self.at_once == 1 else f"{self.at_once:,} at once"
        return f"{self._where}, now {who}{self._comes}"

    @property
    def _where(self) -> str:
        where = f"round {self.round} segment {self.segment}" if self.began else "nobody has acted yet"
        return where if self.up else f"{where}, nobody is left to act"

    @property
    def _comes(self) -> str:
        """Return when those act who are up, unless it is at the segment where the count stands."""
        first = self.up[0]
        there = self.began and (first.round, first.segment) == (self.round, self.segment)
        return "" if there else f" at round {first.round} segment {first.segment}"

    @property
    def track(self) -> tuple[str, ...]:
        """Return the turns that come, a line for each round: ``round 2: 1 goblin 3, 4 Varda + Orlo``."""
        lines = []
        for number, turns in groupby(self.coming, attrgetter("round")):
            places = groupby(turns, attrgetter("segment"))
            told = [f"{segment} {_together(several)}" for segment, several in places]
            lines.append(f"then round {number}: {', '.join(told)}")
        if self.more:
            last = lines.pop() if lines else "then"
            lines.append(f"{last}, and {self.more:,} more")
        return tuple(lines)


class TideView(Struct, frozen=True):
    """The Tide of Battle: a number, whom it favours, what is proposed, and who leads.

    ``favours`` is the party, the enemies or nobody; whom it favours adds ``bonus`` to attacks and defences.
    """

    value: int
    favours: str
    bonus: int
    proposed: tuple[str, ...]
    leaders: tuple[str, ...]

    @property
    def line(self) -> str:
        """Return the Tide in words: ``+2 for the party, to attacks and defences``."""
        adds = f"{say(self.value)}, to attacks and defences" if self.value else "even, no bonus"
        leads = f"; leading: {', '.join(self.leaders)}" if self.leaders else ""
        return f"{adds}{leads}"


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


def _shortened(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - MOST_COMING:,} more" if len(names) > MOST_COMING else ""
    return ", ".join(names[:MOST_COMING]) + more


def count(state: State, book: Rulebook) -> CountView | None:
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
    return CountView(
        number,
        segment,
        going.segment > 0,
        tuple(_view(one, order) for one in up[:MOST_COMING]),
        len(up),
        tuple(_view(one, order) for one in coming),
        len(queue) - len(up) - len(coming),
        tuple(one.name for one in live if one.waiting),
        tuple(f"{one.name} {_about(one, one.doing, order)}" for one in live if one.doing is not None),
        tuple(f"{one.name} {one.used} of {order.opportunities}" for one in used),
        tuple(f"{one.name} ({', '.join(one.burdens)})" for one in live if one.burdens),
    )


def _view(one: Fighter, order: OrderByCount) -> TurnView:
    number, segment = round_and_segment(one.due or 0, order)
    return TurnView(one.name, number, segment, "" if one.doing is None else _what(one.doing))


def _what(doing: Doing) -> str:
    return doing.what if doing.how == "cast" else f"ready: {doing.what}"


def _about(one: Fighter, doing: Doing, order: OrderByCount) -> str:
    """Return what somebody casts or focuses on, and until when: ``casts light until round 1 segment 8``."""
    until = "keeping it" if one.due is None else f"until {said(one.due, order)}"
    return f"{about(doing)} {until}"


def tide(state: State) -> TideView | None:
    """Return the Tide of Battle, or ``None`` where none runs."""
    now = state.tide
    if now is None:
        return None
    favours = "party" if now.value > 0 else "enemies" if now.value < 0 else "nobody"
    proposed = tuple(
        f"+1 for the {one.favours}: {moment_said(one.moment, one.favours)}" for one in now.proposed
    )
    return TideView(now.value, favours, abs(now.value), proposed, now.leaders)


# What waits


def waits(state: State, book: Rulebook) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what a count waits for, the most pressing first, each with commands that would answer it."""
    going, order = state.count, order_in(book)
    if going is None or order is None:
        return
    end = "end count" if state.fight is None else "end fight"
    enemies = [one for one in state.sides if not one.allied]
    if state.fight is not None and enemies and not any(one.standing and not one.broken for one in enemies):
        yield "no enemy is left who fights", (end,)
    joining = tuple(f"join count {named(name, book)}" for name in not_yet_in(state))
    if joining:
        yield "not in the count yet", joining
    waiting = [one for one in going.fighters.values() if one.waiting and not out_of(state, one)]
    together = now_up(state)
    up, more = together[:MOST_NAMED], len(together) - MOST_NAMED
    if up:
        names = " and ".join(one.name for one in up) + (f" and {more:,} more" if more > 0 else "")
        yield f"in the count, now {names}", (*_steps(state, book, up, order), end)
    else:
        yield "nobody is up in the count", (end,)
    if waiting:
        able = [one for one in waiting[:MOST_NAMED] if _can_step_in(one, going, up)]
        yield (
            "waiting to step in",
            tuple(f"step in {named(one.name, book)}{_with(one, order)}" for one in able),
        )


def _steps(state: State, book: Rulebook, up: list[Fighter], order: OrderByCount) -> Iterator[str]:
    several = len(up) > 1
    for one in up:
        usual = usual_turn(state, one, order)
        yield f"{usual} by {named(one.name, book)}" if several else usual
        if not several and usual.startswith("act "):
            yield from dict.fromkeys((f"act for {max(order.least, USUAL)}", "delay"))


def _can_step_in(one: Fighter, going: Count, up: list[Fighter]) -> bool:
    """Tell whether somebody who waits could step in before whoever acts next (Q-INIT-6)."""
    segment = max(segment_now(going), one.last + 1)
    return segment == going.segment or not up or (up[0].due or 0) > segment


def _with(one: Fighter, order: OrderByCount) -> str:
    """Return what somebody steps in with, where they have done nothing yet that could be meant."""
    return "" if one.usual or not order.recoveries else f" with {next(iter(order.recoveries))}"


def usual_turn(state: State, one: Fighter, order: OrderByCount) -> str:
    """Return the command with which somebody takes the turn that one would expect, without their name.

    What was cast takes effect, who is down recovers, and others do what they did last.
    """
    member = state.party.find(one.name) if one.side == PARTY else None
    if one.doing is not None and one.doing.how == "cast":
        return "act"
    if member is not None and member.down:
        return "recover"
    usual = one.what if one.what in order.recoveries else next(iter(order.recoveries), "")
    return f"act {usual}" if usual else f"act for {max(order.least, USUAL)}"
