"""Sheets: the entries of a member are written anew, several in one step.

What time changes by itself (fatigue, death, exertion) stays as it is, and so does the name, by which lights,
mounts and links know their bearer. A portrait is named by the digest of its bytes, which the campaign keeps
beside its record. This module must not know how a portrait is shown.
"""

from __future__ import annotations

from msgspec.structs import replace

from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.essence import Condition, Quantity
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.introducing.entries import (
    HP,
    MANA,
    NONE,
    NOTES,
    PORTRAIT,
    WrittenEntry,
    say_sheet,
)
from turnkeeper.play.kernel.introducing.newcomers import FLAGS, RACE, WIELDS, YES
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party.party import TENTHS, Character, member, names, require_sound
from turnkeeper.rules.book import Rulebook

_TEXTS = {NOTES: "notes", PORTRAIT: "portrait", WIELDS: "wields", RACE: "race", "die": "hit_die"}
_TEXTS["initiative"] = "initiative"
_NUMBERS: dict[str, int | None] = {"level": 1, "carrying": 0, "reaction": 0, "morale": None}
_NUMBERS |= {"order": None, "modifier": 0}
"""The entries that are numbers, each with what an entry that is not written counts as."""


class WriteSheet(Command, frozen=True, tag="write-sheet"):
    """Write entries of a member's sheet anew; those that are not named stay."""

    who: str
    sheet: tuple[WrittenEntry, ...]


class SheetWritten(Event, frozen=True, tag="sheet-written.1"):
    """Entries of a member's sheet were written anew."""

    who: str
    sheet: tuple[WrittenEntry, ...]

    @property
    def picture(self) -> str:
        """Return the digest of a new portrait; empty without one."""
        return next((one.value for one in self.sheet if one.name == PORTRAIT and one.value != NONE), "")


def rewritten(one: Character, entry: WrittenEntry) -> Character:
    """Return the character with an entry of the sheet written, or taken off it."""
    name, value = entry.name, "" if entry.value == NONE else entry.value
    change: dict[str, object]
    if name in (HP, MANA):
        change = _points(one, name, value)
    elif name in FLAGS:
        change = {name: value == YES}
    elif name in _TEXTS:
        change = {_TEXTS[name]: value}
    elif name in _NUMBERS:
        change = {name: int(value) if value else _NUMBERS[name]}
    else:
        attributes = dict(one.attributes) | ({name: int(value)} if value else {})
        kept = ((key, score) for key, score in attributes.items() if value or key != name)
        change = {"attributes": tuple(kept)}
    return replace(one, **change)


def _points(one: Character, name: str, value: str) -> dict[str, object]:
    if not value:
        return {name: None, f"most_{name}": 0}
    left, slash, most = value.partition("/")
    now = int(left) * (TENTHS if name == MANA else 1)
    before = one.most_hp if name == HP else one.most_mana
    return {name: now, f"most_{name}": int(most) if slash else max(int(left), before)}


def entry_of(one: Character, name: str) -> str:
    """Return the entry of a sheet under a name, as it is said; empty where nothing is written."""
    if name == HP:
        return "" if one.hp is None else f"{one.hp}/{one.most_hp}"
    if name == MANA:
        return "" if one.mana is None else f"{one.mana // TENTHS}/{one.most_mana}"
    if name in FLAGS:
        return YES if getattr(one, name) else ""
    if name in _TEXTS:
        return str(getattr(one, _TEXTS[name]))
    value = getattr(one, name) if name in _NUMBERS else one.written(name)
    return "" if value is None or value == _NUMBERS.get(name) else str(value)


def _write(decision: Decision, command: WriteSheet) -> None:
    who = after = member(decision, command.who)
    new: list[WrittenEntry] = []
    for entry in command.sheet:
        before, after = after, rewritten(after, entry)
        new += [entry] if after != before else []
    if not new:
        refuse("same", f"that stands on the sheet of {who.name} as it is")
    require_sound(decision, after)
    secret = any(entry.name == NOTES for entry in new)
    decision.record(SheetWritten(who.name, tuple(new), seen_by="referee" if secret else "table"))


def _written(state: State, event: SheetWritten) -> State:
    def changed(one: Character) -> Character:
        for entry in event.sheet:
            one = rewritten(one, entry)
        return one

    return replace(state, party=state.party.changed(event.who, changed))


def _tell(event: SheetWritten, _book: Rulebook) -> str:
    pictured = (one for one in event.sheet if one.name == PORTRAIT)
    portrait = ["a portrait" if one.value != NONE else "no portrait" for one in pictured]
    words = say_sheet(tuple(one for one in event.sheet if one.name != PORTRAIT))
    return f"written of {event.who}: {', '.join(filter(None, (*portrait, words)))}"


def _of(state: State, name: str) -> Character:
    return state.party.find(name) or Character(name, hp=0)


MECHANISM = Mechanism(
    group="Party",
    commands=(
        declare(
            WriteSheet,
            _write,
            help=(
                "Write entries of a sheet anew, several at once: scores, hp, level, what they carry, wield, "
                "hireling yes or no, and notes, which only the referee sees. The value none takes one off."
            ),
            says="write {who:who} as {sheet:sheet}",
            examples=(
                "write Varda as wisdom 13, hp 5/7",
                "write Orlo as hireling yes, notes owes money in town",
            ),
        ),
    ),
    events=(happens(SheetWritten, _written, _tell),),
    completes={"who": names},
    observables=(
        Condition("everyone is down", "nobody can act", lambda state, _book, _name: not state.party.able),
        Condition("{name} is down", "dead or at 0", lambda state, _book, name: _of(state, name).down),
        Condition("{name} is dead", "has died", lambda state, _book, name: _of(state, name).dead),
        Quantity("hit points of {name}", "hit points left", lambda state, _book, name: _of(state, name).hp),
        Quantity("people alive", "members who live", lambda state, _book, _name: len(state.party.living)),
    ),
)
