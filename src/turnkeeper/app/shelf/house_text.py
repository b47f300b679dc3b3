"""A text of house rules as it is being written: its faults, and its values over those of its base.

What a text extends is merged in even while some of it is wrong, so that its values can be shown beside it.
This module must not know how a text is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from turnkeeper.app.rulecheck import RulesChecked, checked
from turnkeeper.rules.model.cite import cited_in
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import Path, RulesFault, shown
from turnkeeper.rules.reading.extend import resolve
from turnkeeper.rules.reading.fields import Table, at, is_entries, section_names
from turnkeeper.rules.reading.load import builtin_text, known_ids
from turnkeeper.rules.reading.merge import about
from turnkeeper.rules.reading.positions import Position, scan
from turnkeeper.rules.reading.source import read_source

FILE = "house rules.toml"
"""What a text is called that has no file."""


class HouseText(Struct, frozen=True):
    """A text of house rules: what its check ``found``, its ``rules`` if they hold, where each value stands.

    ``data`` has the text merged over all that it extends, ``base`` what the program has of the set that it
    changes; ``None`` where the text cannot be read at all. The set that it changes has an ``of`` and a
    ``name``, empty for a text that stands alone.
    """

    text: str
    found: RulesChecked
    rules: RuleSet | None
    data: Table | None
    base: Table
    of: str
    name: str
    spots: dict[Path, Position]

    @property
    def own(self) -> Table:
        """Return the data, or that of the base where the text cannot be read."""
        return self.base if self.data is None else self.data

    def line(self, path: Path) -> int:
        """Return the line on which a path is said, 0 where the text does not say it."""
        spot = self.spots.get(path)
        return 0 if spot is None else spot.key.line


class RuleOption(Struct, frozen=True):
    """Another reading as a switch: what holds when it is on, what else, and the rules that it reads."""

    name: str
    rules: tuple[str, ...]
    on: str
    off: str
    why: str
    is_on: bool


class FoundEntry(Struct, frozen=True):
    """An entry of the rules: its section, the rules that it carries out, and its line in the text, or 0."""

    path: Path
    name: str
    label: str
    section: str
    rules: tuple[tuple[str, str], ...]
    line: int


@lru_cache(
    maxsize=4
)  # An edit begins with the text that was shown, and what is shown is asked for piece by piece.
def house_text(text: str) -> HouseText:
    """Return a text of house rules with its check and its data."""
    text = text.replace("\r\n", "\n")
    found, rules = checked(text, FILE)
    try:
        source = read_source(text, FILE)
    except RulesFault:
        return HouseText(text, found, rules, None, {}, "", "", {})
    said = about(source.data)
    of = next((one for one in (said.get("extends"), said.get("made_from")) if one in known_ids()), "")
    base = base_of(str(of)) if of else {}
    try:
        data = resolve(source, builtin_text, known_ids).data
    except RulesFault:
        data = None
    return HouseText(
        text, found, rules, data, base, str(of), str(about(base).get("name", "")), scan(text, FILE).spots
    )


@lru_cache(maxsize=24)
def base_of(ruleset: str) -> Table:
    """Return the data of a rule set of the program, with none of its options on."""
    name = f"{ruleset}.toml"
    return resolve(read_source(builtin_text(ruleset) or "", name), builtin_text, known_ids).data


def options_of(house: HouseText) -> Iterator[RuleOption]:
    """Yield the options that the base of a text offers, each with both readings."""
    offered = at(house.base, ("options",))
    on = at(house.own, ("ruleset", "options"))
    for name, option in offered.items() if isinstance(offered, dict) else ():
        cites = [option.get("rule"), *option.get("also", ())]
        rules = tuple(dict.fromkeys(str(at(cite, ("id",))) for cite in cites))
        off = at(house.base, ("register", rules[0], "says"))
        why = at(option, ("rule", "why"))
        is_on = isinstance(on, (list, tuple)) and name in on
        yield RuleOption(name, rules, str(option.get("says", "")), str(off or ""), str(why or ""), is_on)


def entry_paths(*sets: Table) -> list[Path]:
    """Return the path of every entry that one of some rule sets has, section by section."""
    found: dict[Path, None] = {}
    for section in section_names():
        for held in (one[section] for one in sets if section in one):
            inner = held if is_entries(section) and isinstance(held, dict) else None
            found |= dict.fromkeys(
                [(section,)] if inner is None else [(section, str(name)) for name in inner]
            )
    return list(found)


def entries_found(house: HouseText, words: str) -> list[FoundEntry]:
    """Return the entries that have all of some words, those first that are called so."""
    wanted = words.casefold().split()
    every = [_entry(house, path) for path in entry_paths(house.own)] if wanted else []
    called = [one for one in every if _has(f"{one.section} {one.label}", wanted)]
    rest = [one for one in every if one not in called and _has(_told(house, one), wanted)]
    return called + rest


def _has(text: str, wanted: list[str]) -> bool:
    return all(word in text.casefold() for word in wanted)


def _told(house: HouseText, entry: FoundEntry) -> str:
    said = " ".join(f"{rule} {says}" for rule, says in entry.rules)
    return f"{entry.section} {entry.label} {said} {at(house.own, entry.path)}".replace("_", " ")


def _entry(house: HouseText, path: Path) -> FoundEntry:
    cites = dict.fromkeys(cited_in(at(house.own, path)))
    register = at(house.own, ("register",))
    rules = tuple((one, str(at(register, (one, "says")) or "")) for one in cites)
    label = str(path[-1]) if len(path) > 1 else label_of(path)
    return FoundEntry(path, shown(path), label, label_of(path[:1]), rules, house.line(path))


def label_of(path: Path) -> str:
    """Return the last name of a path in words."""
    return str(path[-1]).replace("_", " ")
