"""The order of a round by dice of each side: one after another, in segments, or by weapons where they tie."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnkeeper.play.clock import turn_order
from turnkeeper.play.fight.able import why_not
from turnkeeper.play.fight.orders.round_order import Made, Thrown, enemies_of
from turnkeeper.play.fight.rounds import Go
from turnkeeper.play.fight.sides import ENEMIES, PARTY
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.party.party import Character
from turnkeeper.play.state import State
from turnkeeper.rules.model.orders import OrderBySides, RoundSegments

MOST_THROWS = 8
"""So often at most sides throw until no two are equal; then equals act together."""


def by_sides(decision: Decision, order: OrderBySides, number: int) -> Made:
    """Return the order of a round in which each side throws its dice."""
    if order.segments is not None:
        return _by_segments(decision, order, order.segments, number)
    state = decision.state
    able = [one for one in state.party.able if not why_not(state, one.name, number)]
    late = tuple(one.name for one in able if _acts_last(order, one))
    members = (one.name for one in able if one.name not in late)
    allied = (one.name for one in state.sides if one.allied and not why_not(state, one.name, number))
    who_of = {PARTY: (*members, *allied), **_parts(state, enemies_of(state, number))}
    thrown = _throw_all(decision, order, [name for name, who in who_of.items() if who])
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


def _parts(state: State, enemies: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return those who throw for themselves among the enemies, each with those who act with them."""
    friends = {one.name: one.friend for one in state.sides if one.friend in enemies}
    return {
        name: (name, *(one for one in enemies if friends.get(one) == name))
        for name in enemies
        if name not in friends
    }


def _by_segments(decision: Decision, order: OrderBySides, rules: RoundSegments, number: int) -> Made:
    """Return an order in which dice name the segment of each side, and castings have one of their own."""
    state, on = decision.state, () if decision.state.fight is None else decision.state.fight.castings
    casting = {one.who for one in on if not one.number}
    able = [
        one for one in state.party.able if one.name not in casting and not why_not(state, one.name, number)
    ]
    allied = tuple(one.name for one in state.sides if one.allied and not why_not(state, one.name, number))
    enemies, other = enemies_of(state, number), rules.on == "other"
    against = _parts(state, enemies)
    if other and enemies:
        against = {enemies[0] if len(enemies) == 1 else ENEMIES: enemies}
    who_of = {PARTY: (*(one.name for one in able), *allied), **against}
    thrown = _throw_all(decision, order, [name for name, who in who_of.items() if who or other])
    totals = {one.side: one.rolled.total or 0 for one in thrown}
    at: dict[int, dict[str, list[str]]] = {}
    for side in totals:
        names = [total for one, total in totals.items() if (one != side) == other]
        base = rules.placed(names[0], first=order.first) if names else 1
        for name in who_of[side]:
            segment = _own_segment(decision, order, rules, name, base)
            at.setdefault(segment, {}).setdefault(side, []).append(name)
    acting = [go for segment, sides in at.items() for go in _in_a_segment(decision, order, sides, segment)]
    due = [
        Go((one.who,), segment=one.segment, casting=one.what, number=one.number)
        for one in on
        if one.segment <= rules.number
    ]
    # A casting is over before anyone acts in the segment in which it takes effect.
    goes = tuple(sorted((*due, *acting), key=lambda go: (go.segment, not go.casting)))
    left = tuple(replace(one, segment=one.segment - rules.number) for one in on if one.segment > rules.number)
    return Made(thrown=thrown, goes=goes, rule=order.rule.id, castings=left)


def _in_a_segment(
    decision: Decision, order: OrderBySides, sides: dict[str, list[str]], segment: int
) -> Iterator[Go]:
    """Yield the goes of those who act in a segment: all of them at once, or the quickest weapons first."""
    party, by_speed = decision.state.party, dict[int, dict[str, list[str]]]()
    for side, names in sides.items():
        for name in names:
            member = party.find(name) if order.ties == "weapons" and len(sides) > 1 else None
            weapon = None if member is None else order.weapons.get(member.wields)
            speed = order.speed if weapon is None or weapon.speed is None else weapon.speed
            by_speed.setdefault(speed, {}).setdefault(side, []).append(name)
    for _, acting in sorted(by_speed.items()):
        who = tuple(name for names in acting.values() for name in names)
        yield Go(who, at_once=len(acting) > 1, segment=segment)


def _own_segment(decision: Decision, order: OrderBySides, rules: RoundSegments, name: str, base: int) -> int:
    """Return the segment of a combatant whose side has another: sooner, later, or the last by a weapon."""
    member = decision.state.party.find(name)
    weapon = None if member is None else order.weapons.get(member.wields)
    if member is None or weapon is None:
        return base
    if weapon.last:
        return rules.number
    return min(max(1, base - weapon.worth(member.attribute)), rules.number)


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
    return Thrown(name, turn_order.initiative(decision, name, order.dice, 0, order.rule.id))
