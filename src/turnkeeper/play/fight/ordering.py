"""The making and telling of a round's order: by tests, by dice of each or of each side, or round the table.

It is made anew each round, without those who are surprised, down, fled or broken. Long because what is told
of an order stands beside its making, and the folder holds no more modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.clock import turn_order
from turnkeeper.play.fight.able import why_not
from turnkeeper.play.fight.rounds import CastingOn, Go
from turnkeeper.play.fight.sides import ENEMIES, PARTY, side_named
from turnkeeper.play.kernel.event import Event, Rolled
from turnkeeper.play.party import abilities
from turnkeeper.play.party.abilities import Tested
from turnkeeper.play.party.loads import load_of
from turnkeeper.rules.model.orders import OrderByEach, OrderBySides, OrderByTests
from turnkeeper.time import NO_TIME, Duration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.play.party.party import Character
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.movement import Surprise
    from turnkeeper.rules.model.orders import Order, RoundSegments


MOST_THROWS = 8
"""So often at most sides throw until no two are equal; then equals act together."""


class Thrown(Struct, frozen=True):
    """A side's throw for its place in the order."""

    side: str
    rolled: Rolled


class RoundBegan(Event, frozen=True, tag="round-began.1"):
    """A round began: who acts before the enemies, and who after them, each in order.

    ``last`` are the encumbered, who act at the end; ``thrown`` are the dice of the sides. ``goes`` is the
    whole order. Its time passes when it is over where it ``opens``, else at once. ``castings`` go on after.
    Throws that are ``kept`` hold for the whole fight.
    """

    number: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    tested: tuple[Tested, ...]
    last: tuple[str, ...] = ()
    thrown: tuple[Thrown, ...] = ()
    goes: tuple[Go, ...] = ()
    opens: bool = False
    castings: tuple[CastingOn, ...] = ()
    kept: bool = False


class Made(Struct, frozen=True):
    """The order of a round: its goes, and the dice that they come from.

    ``before`` and ``after`` act before and after the enemies, ``last`` are the encumbered, who act at the
    end; ``tested`` and ``thrown`` are the dice, ``castings`` those that go on beyond the round.
    """

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    tested: tuple[Tested, ...] = ()
    thrown: tuple[Thrown, ...] = ()
    goes: tuple[Go, ...] = ()
    rule: str = ""
    castings: tuple[CastingOn, ...] = ()
    kept: bool = False


def make(decision: Decision, order: Order | None, number: int) -> Made:
    """Return the order of the round of a number; an empty one where the table keeps it."""
    match order:
        case OrderByTests():
            return _by_tests(decision, order, number)
        case OrderBySides():
            return _by_sides(decision, order, number)
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
        adds=0 if weapon is None else weapon.worth(one.attribute),
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
    enemies = Go(enemies_of(state, number))
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


def enemies_of(state: State, number: int) -> tuple[str, ...]:
    """Return the sides of the enemies that act, or ``enemies`` while no side is named."""
    if not any(not one.allied for one in state.sides):
        return () if why_not(state, ENEMIES, number) else (ENEMIES,)
    return tuple(one.name for one in state.sides if not one.allied and not why_not(state, one.name, number))


# Sides


def _by_sides(decision: Decision, order: OrderBySides, number: int) -> Made:
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


# Surprise in segments


class SideLoses(Struct, frozen=True, array_like=True):
    """How often surprise costs a side, a member or all the enemies its length."""

    who: str
    times: int


class SurprisedFor(Struct, frozen=True, array_like=True):
    """For how long surprise keeps a member or a side from acting as a fight begins."""

    who: str
    lasts: Duration


class Opening(Struct, frozen=True):
    """The segments of surprise before any round: who is surprised for how long, and who acts meanwhile."""

    lost: tuple[SurprisedFor, ...] = ()
    goes: tuple[Go, ...] = ()
    lasts: Duration = NO_TIME


def opening(decision: Decision, rules: Surprise, sides: tuple[SideLoses, ...]) -> Opening:
    """Return the segments before any round, in which they act whom surprise no longer keeps from it."""
    camps = _camps(decision.state)
    times = {name: _times(decision, rules, sides, name) for who in camps for name in who}
    each = decision.book.duration(rules.loses)
    longest = max(times.values(), default=0)
    goes: list[Go] = []
    for segment in range(1, longest + 1):
        acting = [tuple(name for name in who if times[name] < segment) for who in camps]
        if any(acting):
            names = tuple(name for who in acting for name in who)
            goes.append(Go(names, at_once=all(acting), segment=segment))
    lost = tuple(SurprisedFor(name, each * number) for name, number in times.items() if number)
    return Opening(lost, tuple(goes), each * longest)


def _camps(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the party and its allies, and those of its enemies."""
    allied = (one.name for one in state.sides if one.allied)
    return (*(one.name for one in state.party.able), *allied), enemies_of(state, 0)


def _times(decision: Decision, rules: Surprise, sides: tuple[SideLoses, ...], name: str) -> int:
    """Return how many segments one loses: as many as the side, changed by an attribute of theirs."""
    state = decision.state
    side = None if state.party.find(name) is not None else side_named(state, name)
    ours = state.party.find(name) is not None or (side is not None and side.allied)
    times = max((one.times for one in sides if one.who in {name, PARTY if ours else ENEMIES}), default=0)
    member = state.party.find(name)
    if not times or rules.shorter is None or member is None:
        return times
    return max(0, times - rules.shorter.of(member.attribute(rules.shorter.attribute)))


def tell_opening(lost: tuple[SurprisedFor, ...], book: Rulebook) -> str:
    """Return in words who is surprised for how long."""
    by_length: dict[Duration, list[str]] = {}
    for one in lost:
        by_length.setdefault(one.lasts, []).append(one.who)
    return ", ".join(f"{' and '.join(who)} for {book.scale.say(lasts)}" for lasts, who in by_length.items())


def tell_round(event: RoundBegan, book: Rulebook) -> str:
    """Return a round that began in words, with who acts when."""
    order = book.set.fight.order if book.set.fight is not None else None
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
    """Return what the sides threw, and who acts in which segment: ``party 5, orcs 4; segment 4 Mira``."""
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
