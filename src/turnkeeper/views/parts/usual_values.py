"""Usual values of a field of a form where nothing that is there could be listed.

Such values are offered beside the field, so that whoever has only a mouse can say the command; any others
can be typed. What the campaign used and the rule set names comes before words of ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from turnkeeper.app.people import somebody, words_of
from turnkeeper.play.fight import rounds
from turnkeeper.play.kernel.sentence import LENGTHS
from turnkeeper.play.kernel.slots import read_field, say_field
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.checking.ground import structs
from turnkeeper.rules.model.procedures import StartTimerEffect
from turnkeeper.views.parts.combatants import STATES
from turnkeeper.views.parts.encounters import OFTEN_WANTED

PEOPLE = "people"
MOST_NEWCOMERS = 3
AMOUNTS = ("1", "2", "3", "4", "6", "8", "12", "1d6", "2d6")
DICE = ("d4", "d6", "d8", "d10", "d12", "d20")
TIMERS = ("a spell", "a potion", "reinforcements")
WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("remind", "name"): ("eat and drink", "change the watch", "feed the animals"),
    ("use-calendar", "date"): ("1042-01-01", "0001-01-01"),
    ("hand-out", "title"): ("a letter", "a map", "a picture"),
    ("hide", "name"): ("a secret door", "a key", "a hoard"),
    ("trap", "name"): ("pit", "needle", "falling block"),
    ("add-calendar-event", "name"): ("Market", "Feast", "Debt due"),
    ("ambush", "check"): ("8", "10", "12", "15", "18", "20"),
    ("ritual", "name"): ("Ward", "Sight", "Summons", "Cleansing"),
    ("vehicle", "name"): ("Blue", "Old Creaker"),
    ("cast", "what"): ("a spell",),
    ("cast-in-round", "what"): ("a spell",),
    ("declare-casting", "what"): ("a spell",),
}
"""Words for fields of commands, by the command and the field: house defaults."""
LASTING = frozenset({"timer", "effect-until", "effect-until-rest", "concentrate"})
"""The commands by which something begins to last that has a name."""
MEETING = frozenset({"meet", "foretell"})
SUMMON = ("summon", "name")
ORDER = ("rule-order", "order")


def usual(state: State, book: Rulebook, command: str, field: str, kind: str) -> tuple[str, ...]:
    """Return the usual values of a field, those used here first."""
    if kind in LENGTHS:
        return tuple(book.scale.say(unit.length) for unit in book.scale.units)
    if command in LASTING and field == "name":
        rules, states = timers_of(book), STATES
        first = (*states, *rules) if command.startswith("effect") else (*rules, *states)
        return tuple(dict.fromkeys((*_lasting_now(state), *first, *TIMERS)))
    if (command in MEETING and field == "what") or (command, field) == SUMMON:
        return tuple(dict.fromkeys((*(one.name for one in reversed(state.creatures)), *OFTEN_WANTED)))
    if (command, field) == ORDER:
        return tuple(filter(None, [", ".join(_acting(state))]))
    if kind == PEOPLE:
        return tuple(_newcomers(state, book))
    return WORDS.get((command, field)) or {"die": DICE, "amount": AMOUNTS}.get(kind, ())


def _acting(state: State) -> Iterator[str]:
    """Yield who acts in turn in this round, those together who act at once; else all who could."""
    now = rounds.now(state)
    if now is not None:
        yield from (" + ".join(go.who) for go in (now.go, *now.then))
        return
    yield from (one.name for one in state.party.able)
    yield from (side.name for side in state.sides if side.standing)


def _lasting_now(state: State) -> Iterator[str]:
    return (one.name for one in reversed(state.timers.live.values()) if one.every is None)


def _newcomers(state: State, book: Rulebook) -> Iterator[str]:
    """Yield some people who could join, with middling scores for what a first round asks."""
    taken = [one.name for one in state.party.members]
    for _ in range(MOST_NEWCOMERS):
        person = somebody(taken, book)
        yield say_field(PEOPLE, read_field(PEOPLE, words_of(person, book), book), book)
        taken.append(person.name)


@lru_cache(maxsize=32)
def timers_of(book: Rulebook) -> tuple[str, ...]:
    """Return the names of the timers that the rules themselves begin."""
    begun = (one.timer for _, one in structs(book.set) if isinstance(one, StartTimerEffect))
    return tuple(dict.fromkeys(begun))
