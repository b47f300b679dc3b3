"""Weapons that characters wield, where the order of a fight asks for them.

The rule set gives the classes of weapons, and the value of each.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import party
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderBySides, OrderByTests, WeaponClass

NOTHING = "nothing"


class Wield(Command, frozen=True, tag="wield"):
    """A character takes a weapon of a class in hand, where that counts for the order; or nothing."""

    weapon: str
    who: str


class Wielded(Event, frozen=True, tag="wielded.1"):
    """A character took a weapon of a class in hand; ``weapon`` is empty for one of none."""

    who: str
    weapon: str


def _wield(decision: Decision, command: Wield) -> None:
    order, weapons = decision.book.set.order, classes(decision.book)
    if order is None or not weapons:
        rule_out("no-weapons", "weapons change nothing in the order of this game", "note who wields what")
    who = party.living(decision, command.who)
    weapon = command.weapon.casefold()
    if weapon == NOTHING:
        weapon = ""
    elif weapon not in weapons:
        known = (*weapons, NOTHING)
        hint = closest(command.weapon, known, f"wield {', '.join(known)}; others count as {NOTHING}")
        refuse("unknown-weapon", f"{command.weapon!r} is no class of weapon that counts here", hint)
    if who.wields == weapon:
        refuse("same", f"{who.name} wields {weapon or NOTHING} as it is")
    rule = weapons[weapon].rule.id if weapon else order.rule.id
    decision.record(Wielded(who.name, weapon, rule=rule))


def _wielded(state: State, event: Wielded) -> State:
    def changed(one: Character) -> Character:
        return replace(one, wields=event.weapon)

    return replace(state, party=state.party.changed(event.who, changed))


def _tell(event: Wielded, _book: Rulebook) -> str:
    return f"{event.who} wields {event.weapon or 'nothing that counts for the order'}"


def _weapons(_state: State, book: Rulebook) -> Iterable[str]:
    found = classes(book)
    return (*found, NOTHING) if found else ()


def classes(book: Rulebook) -> dict[str, WeaponClass]:
    """Return the classes of weapons that count for the order of a fight."""
    order = book.set.order
    return order.weapons if isinstance(order, OrderByTests | OrderBySides) else {}


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            Wield,
            _wield,
            says="wield {weapon:what} by {who:who}",
            heard=(
                "wield|draw|ready|equip|take|hold|use|grab {weapon:what!} [weapon] by {who:who}",
                "{who:who} switches|changes [to] {weapon:what!} [weapon]",
            ),
            examples=("wield large melee by Varda", "wield nothing by Varda"),
            completes={"weapon": _weapons},
        ),
    ),
    events=(happens(Wielded, _wielded, _tell),),
    serves=lambda book: bool(classes(book)),
)
