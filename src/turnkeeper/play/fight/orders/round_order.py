"""The order of a round as it was made: who acts when, and the dice that it comes from; friends, enemies."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.play.fight.able import why_not
from turnkeeper.play.fight.rounds import CastingOn, Go
from turnkeeper.play.fight.sides import ENEMIES, PARTY
from turnkeeper.play.kernel.event import Event, Rolled, State
from turnkeeper.play.party.abilities import Tested


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
