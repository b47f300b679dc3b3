"""Several of a count who do the same, each at a turn of their own: ``act dagger by goblins``.

Those whose turns come before anybody else's act one after the other; what the others will do is settled, so
that it is done where nothing else is said. A side that is not in the count yet joins it first. What one of
them cannot do is done by none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from turnkeeper.play.fight import count, sides
from turnkeeper.play.fight.able import now_up, out_of
from turnkeeper.play.fight.count import counts, fighters, is_effect, known, running
from turnkeeper.play.fight.counting import Fighter
from turnkeeper.play.fight.joining import enter
from turnkeeper.play.fight.segments.prices import Priced, priced
from turnkeeper.play.fight.segments.waiting import require_awake
from turnkeeper.play.fight.sides import PARTY, side_named
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.event import Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.several import joined
from turnkeeper.rules.book import Rulebook


class ActionSettled(Event, frozen=True, tag="action-settled.1"):
    """What several combatants do as their turns come, each at a recovery of their own; ``names`` are all."""

    fighters: tuple[int, ...]
    names: str
    what: str
    recoveries: tuple[int, ...]


def named_together(decision: Decision, said: str) -> tuple[str, ...]:
    """Return the names that a text has for several combatants or a side; empty where it names one."""
    if not said or running(decision).named(said) is not None:
        return ()
    names = sides.several(decision.state, said)
    is_side = side_named(decision.state, said) is not None or said.casefold() == PARTY
    return names if len(names) > 1 or is_side else ()


def act_together(decision: Decision, names: Sequence[str], what: str, recovery: int | None) -> None:
    """Record what several do, and the activations of those whose turns come before anybody else's."""
    each = {one.id: one for name in names for one in _meant(decision, name)}
    if not each:
        refuse("nobody", f"nobody of {joined(names)} is left to act", "status lists who is in the count")
    prices = {one.id: _price(decision, one, what, recovery) for one in each.values()}
    if what or recovery is not None:
        _settle(decision, list(each.values()), prices)
    left = set(each)
    while (one := _next(decision, left)) is not None:
        count.reach(decision, one)
        found = prices[one.id]
        count.act(decision, one, found.what, found.recovery, found.rule)
        left.discard(one.id)


def _meant(decision: Decision, name: str) -> list[Fighter]:
    """Return the combatants of a name: one, or all of a side who are left, who join where they have to."""
    side = side_named(decision.state, name)
    if name.casefold() != PARTY and (side is None or running(decision).named(name) is not None):
        return [known(decision, name)]
    if side is not None:
        enter(decision, (), (side,))
    called = PARTY if side is None else side.name
    here = (one for one in running(decision).fighters.values() if one.side == called)
    return [one for one in here if not out_of(decision.state, one)]


def _price(decision: Decision, one: Fighter, what: str, recovery: int | None) -> Priced:
    if is_effect(one):
        refuse("casting", f"the casting of {one.name} comes first", "act")
    require_awake(decision, one)
    found = priced(decision, one, what, recovery)
    if found.free:
        refuse("free", f"{found.what} costs nothing, and is done by one at a time", f"act {found.what}")
    return found


def _settle(decision: Decision, each: Sequence[Fighter], prices: dict[int, Priced]) -> None:
    """Record what they will do, where any of them would do something else."""
    found = [prices[one.id] for one in each]
    if all((one.what, one.usual) == (it.what, it.recovery) for one, it in zip(each, found, strict=True)):
        return
    settled = ActionSettled(
        tuple(one.id for one in each), joined(one.name for one in each), found[0].what,
        tuple(it.recovery for it in found), rule=found[0].rule,
    )  # fmt: skip
    decision.record(settled)


def _next(decision: Decision, left: set[int]) -> Fighter | None:
    """Return one of those left who is up; ``None`` where another comes first."""
    count.next_up(decision)
    return next((one for one in now_up(decision.state) if one.id in left), None)


def candidates(state: State, book: Rulebook) -> Iterable[str]:
    """Return the names of all who could act, one by one, and of the sides as a whole."""
    return [*fighters(state, book), *sides.names(state, book)]


def _settled(state: State, event: ActionSettled) -> State:
    going = state.count
    if going is None:
        return state
    for number, recovery in zip(event.fighters, event.recoveries, strict=True):
        going = going.set(replace(going.fighters[number], usual=recovery, what=event.what))
    return replace(state, count=going)


MECHANISM = Mechanism(
    events=(happens(ActionSettled, _settled, lambda event, _book: f"{event.names} will: {event.what}"),),
    serves=counts,
)
