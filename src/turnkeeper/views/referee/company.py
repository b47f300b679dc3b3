"""The party as the referee sees it at one glance: who is well, who is not, and what they have left.

Only what the rule set keeps is said. It must not know how anything is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.play.party import provisions
from turnkeeper.play.party.party import TENTHS
from turnkeeper.play.party.supplies import counted
from turnkeeper.views import needs as wants
from turnkeeper.views.referee.burndown import LOW, per_mille
from turnkeeper.views.status import attribute, condition, load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.party.party import Character
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook


class Gauge(Struct, frozen=True):
    """Something somebody has so much of: hit points, mana; in words and in thousandths."""

    name: str
    text: str
    of_1000: int
    low: bool = False


class MemberLine(Struct, frozen=True):
    """One of the party. ``condition`` is dead, down, broken, or empty.

    ``gauges`` are what runs down, ``bad`` what hampers them, ``facts`` the rest that is worth a word;
    ``attributes`` is for a closer look. ``bears`` are their lights. ``acting`` is so in a fight.
    """

    name: str
    who: str
    condition: str
    hireling: bool
    gauges: tuple[Gauge, ...] = ()
    fatigue: int = 0
    bad: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    attributes: str = ""
    bears: tuple[str, ...] = ()
    acting: bool = False


class SupplyLine(Struct, frozen=True):
    """What is counted and runs out: ``3 rations``; ``none`` left."""

    item: str
    text: str
    count: int
    none: bool = False


class NeedLine(Struct, frozen=True):
    """What the party needs: ``a meal is due: last meal day 1 08:00``; ``bad`` when somebody lacks it."""

    text: str
    bad: bool = False


def members(state: State, book: Rulebook, acting: frozenset[str] = frozenset()) -> tuple[MemberLine, ...]:
    """Return everybody of the party; ``acting`` names whose go it is."""
    lit: dict[str, list[str]] = {}
    for light in state.lights.burning():
        lit.setdefault(light.bearer, []).append(light.kind)
    return tuple(
        MemberLine(
            name=one.name,
            who=f"{one.race} level {one.level}".strip() if one.race or one.level != 1 else "",
            condition=condition(one),
            hireling=one.hireling,
            gauges=tuple(_gauges(one)),
            fatigue=one.fatigue.value,
            bad=tuple(_bad(one, book)),
            facts=tuple(_facts(one, book)),
            attributes=", ".join(attribute(one, key, value) for key, value in one.attributes),
            bears=tuple(lit.get(one.name, ())),
            acting=one.name in acting,
        )
        for one in state.party.members
    )


def _gauges(one: Character) -> Iterator[Gauge]:
    if one.hp is not None:
        yield _gauge("hp", one.hp.value, one.most_hp, f"{one.hp.value}/{one.most_hp}")
    if one.mana is not None:
        yield _gauge("mana", one.mana.value, one.most_mana * TENTHS, wants.mana(one))


def _gauge(name: str, value: int, most: int, text: str) -> Gauge:
    part = per_mille(value, most)
    return Gauge(name, text, part, low=part <= LOW)


def _bad(one: Character, book: Rulebook) -> Iterator[str]:
    over = one.over(book)
    if over:
        yield f"-{over} to {', '.join(book.set.characters.burdened)}"
    for name, written in one.attributes:
        if one.lost(name):
            yield attribute(one, name, written)
    if one.owes.value > 0:
        yield f"must exert {one.owes.value} times" if one.owes.value > 1 else "must exert"


def _facts(one: Character, book: Rulebook) -> Iterator[str]:
    carried = load(one, book)
    if carried:
        yield carried
    if one.wields:
        yield f"wields {one.wields}"


def supply_lines(state: State, book: Rulebook) -> tuple[SupplyLine, ...]:
    """Return what is counted, in the order in which it was first counted."""
    return tuple(
        SupplyLine(one.item, counted(book, one.count.value, one.item), one.count.value, one.count.value <= 0)
        for one in state.supplies.items
    )


def need_lines(state: State, book: Rulebook) -> tuple[NeedLine, ...]:
    """Return what the party needs, the most pressing first."""
    lacking = len(provisions.lacks(state, book, state.now))
    meal = provisions.next_meal(state, book)
    due = meal is not None and state.now >= meal[0]
    return tuple(NeedLine(text, at < lacking or due) for at, text in enumerate(wants.needs(state, book)))
