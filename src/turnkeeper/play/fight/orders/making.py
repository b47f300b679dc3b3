"""The making of a round's order: by tests, by dice of each or of each side, or round the table.

It is made anew each round, without those who are surprised, down, fled or broken.
"""

from __future__ import annotations

from turnkeeper.play.clock import turn_order
from turnkeeper.play.fight.able import why_not
from turnkeeper.play.fight.orders.by_sides import by_sides
from turnkeeper.play.fight.orders.round_order import Made, Thrown, goes_of
from turnkeeper.play.fight.rounds import Go
from turnkeeper.play.fight.sides import ENEMIES, PARTY
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.party import abilities
from turnkeeper.play.party.abilities import Tested
from turnkeeper.play.party.loads import load_of
from turnkeeper.play.party.party import Character
from turnkeeper.play.state import State
from turnkeeper.rules.model.orders import Order, OrderByEach, OrderBySides, OrderByTests


def make(decision: Decision, order: Order | None, number: int) -> Made:
    """Return the order of the round of a number; an empty one where the table keeps it."""
    match order:
        case OrderByTests():
            return _by_tests(decision, order, number)
        case OrderBySides():
            return by_sides(decision, order, number)
        case OrderByEach(seated=True):
            return _round_the_table(decision, order, number)
        case OrderByEach():
            return _by_each(decision, order, number)
        case _:
            return Made()


# Tests


def _by_tests(decision: Decision, order: OrderByTests, number: int) -> Made:
    state = decision.state
    able = [one for one in state.party.able if not why_not(state, one.name, number)]
    if number > 1 and not order.anew:
        first = tuple(one.name for one in able)
        return Made(first, goes=goes_of(state, first, (), (), number), rule=order.rule.id)
    late = [one.name for one in able if order.laden_last and _is_laden(decision, one)]
    testing = [one for one in able if one.name not in late]
    abilities.require_written(testing, order.attribute)
    tested = tuple(_test(decision, order, one) for one in testing)
    in_order = sorted(tested, key=lambda one: one.rolled.total or 0, reverse=order.first == "high")
    before = tuple(one.who for one in in_order if one.succeeded)
    after = tuple(one.who for one in in_order if not one.succeeded) if order.fails == "after" else ()
    quick = tuple(Go((one.who,), quick=True) for one in in_order if one.exact and order.quick)
    goes = (*quick, *goes_of(state, before, after, tuple(late), number))
    return Made(before, after, tuple(late), tested, (), goes, order.rule.id)


def _is_laden(decision: Decision, one: Character) -> bool:
    load = load_of(one, decision.book)
    return one.name in decision.state.journey.laden or (load is not None and load.slows)


def _test(decision: Decision, order: OrderByTests, one: Character) -> Tested:
    weapon = order.weapons.get(one.wields)
    return abilities.test(
        decision, one, order.attribute, order.dice, equal=order.equal, rule=order.rule.id,
        adds=0 if weapon is None else weapon.worth(one.attribute),
    )  # fmt: skip


# Each


def _by_each(decision: Decision, order: OrderByEach, number: int) -> Made:
    """Return the order of those who can act, by throws of this round or of before; who has none throws."""
    state = decision.state
    there = {"", "surprised"}  # they throw all the same, and act later
    members = [one for one in state.party.able if why_not(state, one.name, number) in there]
    sides = [one for one in state.sides if why_not(state, one.name, number) in there]
    stood = {} if state.fight is None or order.anew else dict(state.fight.stands)
    bonus = {one.name: abilities.adds(decision.book, one, order.adds) for one in members if order.adds}
    bonus |= {one.name: one.order for one in sides}
    names = [*(one.name for one in members), *(one.name for one in sides)]
    names += [ENEMIES] if not state.sides and why_not(state, ENEMIES, number) in there else []
    thrown = tuple(
        _throw_own(decision, order, name, bonus.get(name, 0)) for name in names if name not in stood
    )
    stood |= {one.side: one.rolled.total or 0 for one in thrown}
    act = [name for name in names if not why_not(state, name, number)]
    totals = sorted({stood[name] for name in act}, reverse=order.first == "high")
    goes = tuple(Go(tuple(name for name in act if stood[name] == total)) for total in totals)
    return Made(thrown=thrown, goes=goes, rule=order.rule.id, kept=not order.anew)


def _throw_own(decision: Decision, order: OrderByEach, name: str, bonus: int) -> Thrown:
    dice = order.surprised if order.surprised and _caught(decision.state, name) else order.dice
    return Thrown(name, turn_order.initiative(decision, name, dice, bonus, order.rule.id))


def _caught(state: State, name: str) -> bool:
    """Return whether a member or a side was surprised as the fight began, whatever that costs."""
    caught = () if state.fight is None else tuple(one.who for one in state.fight.surprised)
    side = next((one for one in state.sides if one.name == name), None)
    ours = side.allied if side is not None else name != ENEMIES
    return name in caught or (ours and PARTY in caught) or (not ours and ENEMIES in caught)


def _round_the_table(decision: Decision, order: OrderByEach, number: int) -> Made:
    """Return the order round the table: thrown as a fight begins, and kept where it is not thrown anew."""
    if number == 1 or order.anew or decision.state.turn_order is None:
        turn_order.throw(decision, order)
    state = decision.state
    seats = turn_order.seats(state)
    enemies = seats.index(turn_order.REFEREE)
    before, after = (
        tuple(name for name in part if not why_not(state, name, number))
        for part in (seats[:enemies], seats[enemies + 1 :])
    )
    return Made(goes=goes_of(state, before, after, (), number), rule=order.rule.id)
