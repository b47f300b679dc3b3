"""The fight and its sides as the referee is shown them: the order of the round, who acts now and who next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.fight import rounds
from turnkeeper.play.fight.sides import say_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.fight.fight import Fighting
    from turnkeeper.play.fight.sides import Side
    from turnkeeper.play.state import State

MOST_GOES = 8
MOST_WOUNDS = 6


class FightView(Struct, frozen=True):
    """The fight that goes on; ``ambush`` names who acts once before anyone, until the first round begins.

    ``before`` and ``after`` the enemies act those named, ``last`` the encumbered, where it goes by tests;
    ``acting`` are who can act now, ``coming`` the goes after them in order, ``surprised`` who does nothing
    yet. ``kept`` tells that the program keeps an order.
    """

    round: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    ambush: str
    last: tuple[str, ...] = ()
    acting: str = ""
    coming: tuple[str, ...] = ()
    surprised: tuple[str, ...] = ()
    kept: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the fight in words: the round and its order, and who acts."""
        if self.round == 0:
            head = f"ambush by {self.ambush}" if self.ambush else "no round yet"
        elif self.before or self.after or self.last:
            last = f"; last {', '.join(self.last)}" if self.last else ""
            head = f"round {self.round}: before {_names(self.before)}; after {_names(self.after)}{last}"
        else:
            head = f"round {self.round}"
        head += f"; surprised {', '.join(self.surprised)}" if self.surprised else ""
        return (head, self.order) if self.order else (head,)

    @property
    def order(self) -> str:
        """Return who acts now and who after them: ``now Varda, then goblins, then Orlo``."""
        if not self.acting:
            return "all have acted" if self.kept else ""
        more = " ..." if len(self.coming) > MOST_GOES else ""
        return ", then ".join((f"now {self.acting}", *self.coming[:MOST_GOES])) + more


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nobody"


def fight(state: State) -> FightView | None:
    """Return the fight that goes on, or ``None``."""
    going, current = state.fight, rounds.now(state)
    if going is None:
        return None
    acting = "" if current is None else rounds.say_go(state, current.who, quick=current.quick)
    coming = () if current is None else current.then
    return FightView(
        going.rounds,
        going.before,
        going.after,
        "" if going.rounds else going.ambush,
        going.last,
        acting,
        tuple(rounds.say_go(state, one.who, quick=one.quick) for one in coming),
        tuple(_surprised(going)),
        kept=bool(going.goes),
    )


def _surprised(going: Fighting) -> Iterator[str]:
    return (one.who for one in going.surprised if one.rounds >= going.rounds)


def side(one: Side) -> str:
    """Return a side at a glance: who stands, what befell which of them, and its morale."""
    parts = [
        f"{one.name}: {one.standing} of {one.count} standing",
        _of_them(one, one.dead, "dead"),
        _of_them(one, one.down - one.dead, "down"),
        _of_them(one, one.fled, "fled"),
        f"hp {one.hp} each" if one.hp and one.count > 1 else "",
        *_wounds(one),
        f"with {one.friend}" if one.friend else "",
        "" if one.morale is None else f"morale {one.morale}",
        "broken" if one.broken else "",
    ]
    return ", ".join(part for part in parts if part)


def _of_them(one: Side, count: int, how: str) -> str:
    """Return how many of a side something befell, and their numbers where there are several of it."""
    if not count:
        return ""
    runs = {"dead": one.slain, "fled": one.gone}.get(how)
    numbers = "" if runs is None or one.count == 1 else f" ({say_numbers(runs)})"
    return f"{count} {how}{numbers}"


def _wounds(one: Side) -> Iterator[str]:
    """Yield who of those who stand is hurt, and how much is left of them."""
    if one.hp and one.count == 1:
        yield f"hp {one.hp - one.lost(1)}/{one.hp}"
        return
    hurt = [wound for wound in one.wounds if wound.lost.value and not one.state_of(wound.number)]
    for wound in hurt[:MOST_WOUNDS]:
        lost = wound.lost.value
        left = f"hp {one.hp - lost}" if one.hp else f"lost {lost} hp"
        yield left if one.count == 1 else f"{one.call(wound.number)} {left}"
    if len(hurt) > MOST_WOUNDS:
        yield f"{len(hurt) - MOST_WOUNDS} more hurt"
