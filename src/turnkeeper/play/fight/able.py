"""Who can act in a fight or a count: not the dead, the fled, the gone; in a count the down can recover."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.play.dungeon.creatures import known
from turnkeeper.play.dungeon.meeting import nameless
from turnkeeper.play.fight.counting import Fighter, Habit, habit_of
from turnkeeper.play.fight.sides import ENEMIES, PARTY, meant, side_named
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.event import State
from turnkeeper.rules.model.orders import OrderByCount

FALLEN = ("dead", "down")


def out_of(state: State, one: Fighter) -> str:
    """Return why a combatant acts no more: dead, down, fled, gone; empty for one who does.

    A member of the party who is down still acts, to recover. Whoever fell in a segment acts in it
    all the same, at once with who felled them.
    """
    why = _why_out(state, one)
    return "" if why in FALLEN and _is_owed(state, one) else why


def has_fallen(state: State, one: Fighter) -> bool:
    """Return whether a combatant fell in this segment, and acts in it all the same."""
    member = state.party.find(one.name) if one.side == PARTY else None
    fell = member.down if member is not None else _why_out(state, one) in FALLEN
    return fell and _is_owed(state, one)


def _is_owed(state: State, one: Fighter) -> bool:
    return not one.out and state.count is not None and state.count.is_owed(one)


def _why_out(state: State, one: Fighter) -> str:
    if one.out:
        return one.out
    if one.side == PARTY:
        member = state.party.find(one.name)
        if member is None or member.dead:
            return "gone" if member is None else "dead"
        return _why_away(state, member.name)
    side = next((side for side in state.sides if side.name == one.side), None)
    return "gone" if side is None else side.state_of(max(one.number, 1))


def _why_away(state: State, name: str) -> str:
    fight = state.fight
    if fight is None or name not in fight.away:
        return ""
    return "surrendered" if name in fight.yielded else "fled"


def is_awake(state: State, one: Fighter) -> bool:
    """Return whether a combatant is not down, or fell only in this segment and acts in it all the same."""
    member = state.party.find(one.name) if one.side == PARTY else None
    return member is None or not member.down or _is_owed(state, one)


def is_down(state: State, name: str, *, ours: bool) -> bool:
    """Return whether one of our camp or of the enemies is down or dead, by their name."""
    member = state.party.find(name)
    if member is not None:
        return ours and member.down
    found = meant(state, name)
    if found is None or found.side.allied != ours:
        return False
    return found.side.state_of(found.number or 1) in FALLEN


def now_up(state: State) -> list[Fighter]:
    """Return all who act next at the same time, without those who fell or went since, and who is down."""
    up: list[Fighter] = []
    for one in () if state.count is None else state.count.in_order():
        if up and (one.due, one.order) != (up[0].due, up[0].order):
            break
        if not out_of(state, one) and is_awake(state, one):
            up.append(one)
    return up


def are_against(state: State) -> bool:
    """Return whether there is anybody to fight: enemies who stand, or whoever was met and has a name."""
    stand = any(side.standing for side in state.sides if not side.allied)
    return stand or any(not nameless(one.what) for one in state.meetings)


def require_against(decision: Decision, *, counted: bool) -> None:
    """Refuse a fight against nobody, or against something without a name: it asks who they are."""
    if are_against(decision.state):
        return
    others = "count, which needs none" if counted else "fight enemies"
    hint = f"fight 6 goblins, or {others}"
    refuse("no-foes", "against whom? nobody is faced", hint, fields=("foes", "count"))


def usual_of(state: State, one: Fighter, order: OrderByCount | None) -> Habit | None:
    """Return the action of a combatant of whom nothing is said: by habit, else as written of their kind.

    A weapon without a recovery of its own has that of the rule set.
    """
    if state.count is None:
        return None
    habit = habit_of(state.habits, state.count, one)
    kind = known(state, one.side) if habit is None and one.number else None
    if kind is None:
        return habit
    if kind.recovery is not None:
        return Habit(kind.name, kind.weapon or "an action", kind.recovery)
    found = None if order is None or not kind.weapon else order.known_as(kind.weapon)
    return None if found is None else Habit(kind.name, found[0], found[1].recovery)


def weapon_of(state: State, one: Fighter) -> str:
    """Return the weapon that is written of a combatant's kind; empty where none is."""
    kind = known(state, one.side) if one.number else None
    return "" if kind is None else kind.weapon


# Where rounds are counted


class Lost(Struct, frozen=True):
    """The rounds that surprise costs a member, a side or the party."""

    who: str
    rounds: int


def is_surprised(state: State, name: str, number: int) -> bool:
    """Return whether surprise keeps a member or a side from acting in the round of a number."""
    side = None if state.party.find(name) is not None else side_named(state, name)
    ours = side.allied if side is not None else state.party.find(name) is not None
    names = {name, PARTY} if ours else {name}
    caught = state.fight.surprised if state.fight is not None else ()
    return any(one.rounds >= number and one.who in names for one in caught)


def why_not(state: State, name: str, number: int) -> str:
    """Return why a member or a side does not act in the round of a number; empty for one that does."""
    who = state.party.find(name)
    if who is not None:
        away = state.fight is not None and who.name in state.fight.away
        gone = "surrendered" if state.fight is not None and who.name in state.fight.yielded else "fled"
        found = [("dead", who.dead), ("down", who.down), ("broken", who.broken), (gone, away)]
    else:
        side = side_named(state, name)
        if side is None:
            faced = any(not one.allied for one in state.sides)
            found = [("gone", name != ENEMIES or faced)]
        else:
            found = [("out of the fight", side.standing == 0), ("broken", side.broken)]
    why = next((why for why, so in found if so), "")
    return why or ("surprised" if is_surprised(state, name, number) else "")


def stands_against(state: State) -> bool:
    """Return whether an enemy is left who has not fallen, fled or lost heart, or none was named."""
    enemies = [one for one in state.sides if not one.allied]
    return not enemies or any(one.standing and not one.broken for one in enemies)


def is_out(state: State, name: str, number: int) -> bool:
    """Return whether a member, a side, or the one of it with a number acts no more."""
    side = side_named(state, name) if state.party.find(name) is None else None
    if number and side is not None and side.state_of(number):
        return True
    return why_not(state, name, 1_000_000_000) != ""


def require_somebody(decision: Decision, number: int) -> None:
    """Refuse a round in which nobody is left to act."""
    names = (
        *(one.name for one in decision.state.party.members),
        *(one.name for one in decision.state.sides),
        ENEMIES,
    )
    if all(why_not(decision.state, name, number) not in {"", "surprised"} for name in names):
        refuse("nobody", "nobody is left who could act in this fight", "end fight")
