"""The making and telling of a round's order: each tests for it, or each side throws, or everybody once.

It is made anew each round, without those who are surprised, down, fled or broken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play.fight.rounds import Go, why_not
from turnkeeper.play.fight.sides import ENEMIES, PARTY
from turnkeeper.play.kernel.event import Event, Rolled
from turnkeeper.play.party import abilities
from turnkeeper.play.party.abilities import Tested
from turnkeeper.play.party.loads import load_of
from turnkeeper.rules.model.orders import OrderByEach, OrderBySides, OrderByTests

if TYPE_CHECKING:
    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.play.party.party import Character
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.orders import Order


MOST_THROWS = 8
"""So often at most sides throw until no two are equal; then equals act together."""


class Thrown(Struct, frozen=True):
    """A side's throw for its place in the order."""

    side: str
    rolled: Rolled


class RoundBegan(Event, frozen=True, tag="round-began.1"):
    """A round began: who acts before the enemies, and who after them, each in order.

    ``last`` are the encumbered, who act at the end; ``thrown`` are the dice of the sides. ``goes`` is the
    whole order. Its time passes when it is over where it ``opens``, else at once. Throws that are ``kept``
    hold for the whole fight.
    """

    number: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    tested: tuple[Tested, ...]
    last: tuple[str, ...] = ()
    thrown: tuple[Thrown, ...] = ()
    goes: tuple[Go, ...] = ()
    opens: bool = False
    kept: bool = False


class Made(Struct, frozen=True):
    """The order of a round: its goes, and the dice that they come from.

    ``before`` and ``after`` act before and after the enemies, ``last`` are the encumbered, who act at the
    end; ``tested`` and ``thrown`` are the dice.
    """

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    tested: tuple[Tested, ...] = ()
    thrown: tuple[Thrown, ...] = ()
    goes: tuple[Go, ...] = ()
    rule: str = ""
    kept: bool = False


def make(decision: Decision, order: Order | None, number: int) -> Made:
    """Return the order of the round of a number; an empty one where the table keeps it."""
    match order:
        case OrderByTests():
            return _by_tests(decision, order, number)
        case OrderBySides():
            return _by_sides(decision, order, number)
        case OrderByEach():
            return _by_each(decision, order, number)
        case _:
            return Made()


# Tests


def _by_tests(decision: Decision, order: OrderByTests, number: int) -> Made:
    state = decision.state
    able = [one for one in state.party.able if not why_not(state, one.name, number)]
    late = [one.name for one in able if order.laden_last and _is_laden(decision, one)]
    testing = [one for one in able if one.name not in late]
    abilities.require_written(testing, order.attribute)
    tested = tuple(_test(decision, order, one) for one in testing)
    in_order = sorted(tested, key=lambda one: one.rolled.total or 0, reverse=order.first == "high")
    before = tuple(one.who for one in in_order if one.succeeded)
    after = tuple(one.who for one in in_order if not one.succeeded)
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
        adds=0 if weapon is None else weapon.adds,
    )  # fmt: skip


def goes_of(
    state: State, before: tuple[str, ...], after: tuple[str, ...], last: tuple[str, ...], number: int
) -> tuple[Go, ...]:
    """Return the goes of a round from those who act before the enemies, after them, and last of all.

    A summoned side acts with its friend; friends of the whole party act just before the enemies, and those
    whose friend cannot act at the end.
    """
    members = (*before, *after, *last)
    ours = Go(_friends(state, PARTY, number))
    enemies = Go(_enemies(state, number))
    alone = tuple(
        one.name
        for one in state.sides
        if one.allied and one.friend not in {PARTY, *members} and not why_not(state, one.name, number)
    )
    goes = (
        *(_with_friends(state, name, number) for name in before),
        ours,
        enemies,
        *(_with_friends(state, name, number) for name in (*after, *last)),
        Go(alone),
    )
    return tuple(one for one in goes if one.who)


def _with_friends(state: State, name: str, number: int) -> Go:
    return Go((name, *_friends(state, name, number)))


def _friends(state: State, name: str, number: int) -> tuple[str, ...]:
    return tuple(
        one.name for one in state.sides if one.friend == name and not why_not(state, one.name, number)
    )


def _enemies(state: State, number: int) -> tuple[str, ...]:
    """Return the sides of the enemies that act, or ``enemies`` while no side is named."""
    if not any(not one.allied for one in state.sides):
        return () if why_not(state, ENEMIES, number) else (ENEMIES,)
    return tuple(one.name for one in state.sides if not one.allied and not why_not(state, one.name, number))


# Sides


def _by_sides(decision: Decision, order: OrderBySides, number: int) -> Made:
    state = decision.state
    able = [one for one in state.party.able if not why_not(state, one.name, number)]
    late = tuple(one.name for one in able if _acts_last(order, one))
    members = (one.name for one in able if one.name not in late)
    allied = (one.name for one in state.sides if one.allied and not why_not(state, one.name, number))
    parts: list[tuple[str, tuple[str, ...]]] = [(PARTY, (*members, *allied))]
    enemies = _enemies(state, number)
    friends = {one.name: one.friend for one in state.sides if one.friend in enemies}
    parts += [
        (name, (name, *(one for one in enemies if friends.get(one) == name)))
        for name in enemies
        if name not in friends
    ]
    thrown = _throw_all(decision, order, [name for name, who in parts if who])
    who_of = dict(parts)
    totals = sorted({one.rolled.total or 0 for one in thrown}, reverse=order.first == "high")
    goes = tuple(
        Go(tuple(name for one in tied for name in who_of[one.side]), at_once=len(tied) > 1)
        for total in totals
        for tied in ([one for one in thrown if (one.rolled.total or 0) == total],)
    )
    if order.walked:
        goes = tuple(replace(go, phase=phase) for go in goes for phase in order.phases)
    goes = (*goes, Go(late)) if late else goes
    return Made(thrown=thrown, goes=goes, rule=order.rule.id)


def _acts_last(order: OrderBySides, one: Character) -> bool:
    weapon = order.weapons.get(one.wields)
    return weapon is not None and weapon.last


def _throw_all(decision: Decision, order: OrderBySides, names: list[str]) -> tuple[Thrown, ...]:
    """Return a throw of each side; all throw again while any are equal, where ties are broken so."""
    thrown: tuple[Thrown, ...] = ()
    for _ in range(MOST_THROWS if order.ties == "again" else 1):
        thrown = tuple(_throw(decision, order, name) for name in names)
        if len({one.rolled.total for one in thrown}) == len(names):
            break
    return thrown


def _throw(decision: Decision, order: OrderBySides, name: str) -> Thrown:
    _, rolled = decision.roll(Throw(f"initiative of {name}", order.dice, (), order.rule.id))
    return Thrown(name, rolled)


# Each


def _by_each(decision: Decision, order: OrderByEach, number: int) -> Made:
    """Return the order of those who can act, by the throws that they made once; who has none yet throws."""
    state = decision.state
    there = {"", "surprised"}  # they throw all the same, and act later
    members = [one for one in state.party.able if why_not(state, one.name, number) in there]
    sides = [one for one in state.sides if why_not(state, one.name, number) in there]
    stood = {} if state.fight is None else dict(state.fight.stands)
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
    return Made(thrown=thrown, goes=goes, rule=order.rule.id, kept=True)


def _throw_own(decision: Decision, order: OrderByEach, name: str, bonus: int) -> Thrown:
    dice = order.surprised if order.surprised and _caught(decision.state, name) else order.dice
    asked = Throw(f"initiative of {name}", f"{dice}{bonus:+d}" if bonus else dice, (), order.rule.id)
    return Thrown(name, decision.roll(asked)[1])


def _caught(state: State, name: str) -> bool:
    """Return whether a member or a side was surprised as the fight began, whatever that costs."""
    caught = () if state.fight is None else tuple(one.who for one in state.fight.surprised)
    side = next((one for one in state.sides if one.name == name), None)
    ours = side.allied if side is not None else name != ENEMIES
    return name in caught or (ours and PARTY in caught) or (not ours and ENEMIES in caught)


def tell_round(event: RoundBegan, book: Rulebook) -> str:
    """Return a round that began in words, with who acts when."""
    order = book.set.fight.order if book.set.fight is not None else None
    if isinstance(order, OrderByEach):
        return f"round {event.number}: {_tell_each(event)}"
    if event.thrown:
        return f"round {event.number}: {_tell_thrown(event, order)}"
    if not isinstance(order, OrderByTests):
        return f"round {event.number}"
    quick = ", ".join(name for go in event.goes if go.quick for name in go.who)
    first = f"quick {quick}; " if quick else ""
    before = ", ".join(event.before) or "nobody"
    after = ", ".join(event.after) or "nobody"
    last = f"; last {', '.join(event.last)}" if event.last else ""
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
