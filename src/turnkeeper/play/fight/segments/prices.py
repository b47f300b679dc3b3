"""What an action in a count costs: segments by the rule set's names or by a number, with what burdens add."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.play.fight.able import usual_of, weapon_of
from turnkeeper.play.fight.count import order_of
from turnkeeper.play.fight.counting import Fighter, forbidding, recovery_of
from turnkeeper.play.fight.facing import MOST_RECOVERY
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.rules.model.orders import NamedRecovery, OrderByCount

"""The most segments that one action costs."""
MOST_NAMED = 8


class Priced(Struct, frozen=True):
    """An action of a combatant with its recovery and the rule that says so; a ``free`` one costs none."""

    what: str
    recovery: int
    rule: str
    free: bool = False


def priced(decision: Decision, one: Fighter, what: str, recovery: int | None) -> Priced:
    """Return the action of a combatant, and its cost; with nothing said, their usual one.

    Refuses an unknown action, one that a burden rules out, and a cost that no action has.
    """
    order = order_of(decision)
    name, known = named(what, order, free_of=recovery is not None)
    if known is None and recovery is None:
        return _usual(decision, one, order)
    base = recovery if recovery is not None else known.recovery if known is not None else 0
    standard = known is None or known.standard
    if not 0 <= base <= MOST_RECOVERY:
        refuse("recovery", f"a recovery is 0 to {MOST_RECOVERY:,} segments", "act for 7")
    if standard and base < order.least:
        message = f"a standard action has a recovery of at least {order.least}"
        refuse("recovery", message, f"act for {order.least}")
    require_allowed(one, name, order)
    rule = known.rule.id if known is not None else order.cited("turn")
    if not standard and base == 0:  # a free action stays free, whatever the burdens
        return Priced(name, 0, rule, free=True)
    return Priced(name or "an action", recovery_of(one, name, base, order), rule)


def _usual(decision: Decision, one: Fighter, order: OrderByCount) -> Priced:
    usual = usual_of(decision.state, one, order)
    if usual is None:
        weapon = weapon_of(decision.state, one)
        if weapon:
            named(weapon, order, free_of=False)
        names = ", ".join(list(order.recoveries)[:MOST_NAMED])
        message, hint = f"what does {one.name} do? it costs a recovery", f"act for 7, or act {names}"
        refuse("recovery", message, hint, fields=("what",))
    require_allowed(one, usual.what, order)
    again = order.recoveries.get(usual.what)
    rule = order.cited("turn") if again is None else again.rule.id
    return Priced(usual.what, one.usual or recovery_of(one, usual.what, usual.recovery, order), rule)


def named(said: str, order: OrderByCount, *, free_of: bool) -> tuple[str, NamedRecovery | None]:
    """Return an action by one of its names; an empty name and ``None`` where none is said.

    Refuses an unknown action, unless any will do because it is ``free_of`` the rule set.
    """
    if not said:
        return "", None
    found = order.known_as(said)
    if found is not None:
        return found
    if free_of:
        return said, None
    message = f"nothing is said of the recovery of {said!r}"
    return refuse("unknown-action", message, closest(said, order.actions, f"act {said} for 7"))


def require_allowed(one: Fighter, what: str, order: OrderByCount) -> None:
    """Refuse an action that a burden rules out."""
    name = forbidding(one, what, order)
    if name:
        refuse("burden", f"no {what} with {name}: {one.name} cannot", f"free {one.name} of {name}")
