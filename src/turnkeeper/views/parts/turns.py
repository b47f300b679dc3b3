"""The turns of a count: the usual turn, who could step in, and open matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.play.fight.count import MOST_NAMED, now_up, order_in, out_of
from turnkeeper.play.fight.counting import segment_now
from turnkeeper.play.fight.joining import not_yet_in
from turnkeeper.play.fight.sides import PARTY
from turnkeeper.views.parts.saying import named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.fight.counting import Count, Fighter
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.orders import OrderByCount

USUAL = 7
"""What an action costs in segments where nothing is known of it: as much as a sword."""


def waits(state: State, book: Rulebook) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the open matters of a count, the most pressing first, each with commands that would answer it."""
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
    """Return whether a fighter who waits could step in before the next one acts (Q-INIT-6)."""
    segment = max(segment_now(going), one.last + 1)
    return segment == going.segment or not up or (up[0].due or 0) > segment


def _with(one: Fighter, order: OrderByCount) -> str:
    """Return the recovery with which a fighter steps in, empty where their usual one will do."""
    return "" if one.usual or not order.recoveries else f" with {next(iter(order.recoveries))}"


def usual_turn(state: State, one: Fighter, order: OrderByCount) -> str:
    """Return the command with which a fighter takes the turn that one would expect, without their name.

    What was cast takes effect, who is down recovers, and others do what they did last.
    """
    member = state.party.find(one.name) if one.side == PARTY else None
    if one.doing is not None and one.doing.how == "cast":
        return "act"
    if member is not None and member.down:
        return "recover"
    usual = one.what if one.what in order.recoveries else next(iter(order.recoveries), "")
    return f"act {usual}" if usual else f"act for {max(order.least, USUAL)}"
