"""A rule set for reading: its entries in plain words, its rules and what shows each, and the house choices.

It is drawn from the data as it stands, so that a new section or field shows up by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec
from msgspec import Struct

from turnkeeper.app.log import ORIGINS
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.coverage import ShownBy, coverage_index
from turnkeeper.rules.model.cite import Cite, Origin, RegisterEntry, is_cite
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.model.travel import ByHexes
from turnkeeper.rules.problems import UnknownNameError, did_you_mean
from turnkeeper.rules.reading.fields import is_entries, section_help
from turnkeeper.rules.reading.load import (
    builtin_ids,
    example_ids,
    known_ids,
    load_builtin,
    load_example_head,
)
from turnkeeper.spelling.sentences import joined
from turnkeeper.views.rulefacts import CITES, RuleFact, facts, named

_OPTIONS = "options"
_ABOUT = frozenset({"ruleset", "register", _OPTIONS})
BY_ENGINE = "engine"
"""Where a rule stands that the program itself carries out."""


class Listed(Struct, frozen=True):
    """A rule set that comes with the program; of an example only the rules of its own are counted."""

    id: str
    name: str
    extends: str
    rules: int
    house: int
    example: bool = False


class Cited(Struct, frozen=True):
    """A rule that an entry carries out: its origin, its text, and the reason for a house choice.

    ``where`` is the part of the entry that cites it, empty for the whole.
    """

    rule: str
    origin: Origin
    says: str
    why: str = ""
    where: str = ""


class SheetEntry(Struct, frozen=True):
    """One entry: its name, its facts, and the rules that it carries out."""

    name: str
    facts: tuple[RuleFact, ...]
    cites: tuple[Cited, ...]

    @property
    def says(self) -> tuple[str, ...]:
        """Its facts, each in a few plain words."""
        return tuple(map(str, self.facts))

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that it carries out."""
        return tuple(dict.fromkeys(one.rule for one in self.cites))


class SheetSection(Struct, frozen=True):
    """One part of a rule set, with what such a part is."""

    name: str
    about: str
    entries: tuple[SheetEntry, ...]


class OriginCount(Struct, frozen=True):
    """How many rules of a set come from one origin."""

    origin: Origin
    rules: int


class RuleSheet(Struct, frozen=True):
    """A whole rule set for reading; ``house`` counts the house choices, ``uncovered`` tells what it lacks."""

    id: str
    name: str
    notice: str
    counts: tuple[OriginCount, ...]
    house: int
    sections: tuple[SheetSection, ...]
    options: tuple[Offered, ...]
    uncovered: str = ""


class HouseChoice(Struct, frozen=True):
    """A house choice: its place, the rule that leaves it open, and its reason."""

    where: str
    rule: str
    why: str


class Reason(Struct, frozen=True):
    """The reason for a house choice in a part of a rule, and the entries it covers."""

    where: tuple[str, ...]
    why: str


class OptionReading(Struct, frozen=True):
    """Another way to take a rule: the option that switches it on, and what then holds."""

    option: str
    says: str
    on: bool


class Offered(Struct, frozen=True):
    """An option of a rule set: its name, the rules that it reads otherwise, and what then holds."""

    name: str
    rules: tuple[str, ...]
    says: str
    on: bool


class RuleText(Struct, frozen=True):
    """One rule in our words: its origin, the reason of a house choice, and the entries that carry it out.

    ``origins`` begins with that of the rule as a whole; ``why`` is the reason for a whole rule of the house,
    ``house`` those for the parts of a rule that the sources leave open. A path is an entry of the set.
    """

    id: str
    origin: str
    says: str
    why: str
    carried_out_by: tuple[str, ...]
    house: tuple[Reason, ...]
    options: tuple[OptionReading, ...]
    origins: tuple[Origin, ...]


def listed() -> list[Listed]:
    """Return every rule set that comes with the program, the games first and then the examples."""
    examples = ((one, *load_example_head(one)) for one in example_ids())
    games = [load_builtin(one) for one in builtin_ids()]
    found = [
        Listed(one.ruleset.id, one.ruleset.name, one.ruleset.extends, len(one.register), len(house(one)))
        for one in games
    ]
    for one, about, rules in examples:
        found.append(Listed(one, about.name, about.extends, rules, rules, example=True))
    return found


def sheet(ruleset: RuleSet) -> RuleSheet:
    """Return a rule set for reading, section by section in the order of its file."""
    about, origins = ruleset.ruleset, [one.origin for one in ruleset.register.values()]
    data: dict[str, object] = msgspec.to_builtins(ruleset)
    return RuleSheet(
        about.id,
        about.name,
        about.notice,
        tuple(OriginCount(origin, origins.count(origin)) for origin in ORIGINS if origin in origins),
        len(house(ruleset)),
        tuple(_section(name, held, ruleset) for name, held in data.items() if name not in _ABOUT and held),
        tuple(options(ruleset)),
        uncovered(ruleset),
    )


def _section(name: str, held: object, ruleset: RuleSet) -> SheetSection:
    entries = held if isinstance(held, dict) and is_entries(name) else {"": held}
    told = (
        SheetEntry(key, tuple(facts(one)), tuple(dict.fromkeys(_cited(one, (), ruleset))))
        for key, one in entries.items()
    )
    return SheetSection(name, section_help(name), tuple(told))


def _cited(value: object, where: tuple[str, ...], ruleset: RuleSet) -> Iterator[Cited]:
    """Yield every cite in a value; that of the whole comes first, as files have it."""
    if is_cite(value):
        cite = msgspec.convert(value, Cite)
        said = ruleset.register.get(cite.id)
        yield Cited(cite.id, cite.origin, said.says if said is not None else "", cite.why, named(where))
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _cited(inner, where if key in CITES else (*where, str(key)), ruleset)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _cited(inner, where, ruleset)


def options(ruleset: RuleSet) -> list[Offered]:
    """Return the options that a rule set offers, in the order of its file."""
    return [
        Offered(
            name,
            tuple(dict.fromkeys(cite.id for cite in (one.rule, *one.also))),
            one.says,
            name in ruleset.ruleset.options,
        )
        for name, one in ruleset.options.items()
    ]


def house(ruleset: RuleSet) -> list[HouseChoice]:
    """Return every house choice: those of the entries, then those of the register."""
    cited = [
        HouseChoice(path, cite.id, cite.why)
        for path, cite in Rulebook(ruleset).cites()
        if cite.origin == "house"
    ]
    ruled = [
        HouseChoice(f"register.{name}", name, one.why)
        for name, one in ruleset.register.items()
        if one.origin == "house"
    ]
    return list(dict.fromkeys(cited + ruled))


def game_of(rule: str, otherwise: str) -> str:
    """Return the id of the game, or else of the example, that has a rule; another for one that none has.

    Ids of rules begin with a letter of their own in each game, so that no game need be named beside them.
    """
    wanted = rule.strip().casefold()
    return next((one for one in known_ids() if wanted in _ids_of(one)), otherwise)


@cache
def _ids_of(which: str) -> frozenset[str]:
    """Return the ids of the rules that a set which comes along has, whatever their case."""
    return frozenset(map(str.casefold, load_builtin(which).register))


def explain(ruleset: RuleSet, rule: str) -> RuleText:
    """Return one rule of the register; raises `UnknownNameError` for an id that it has not."""
    by_folded = {name.casefold(): name for name in ruleset.register}
    name = by_folded.get(rule.strip().casefold())
    if name is None:
        message = f"{ruleset.ruleset.id} has no rule {rule[:40]!r}"
        raise UnknownNameError(message, did_you_mean(rule[:40], ruleset.register))
    return rule_texts(ruleset)[name]


def rule_texts(ruleset: RuleSet) -> dict[str, RuleText]:
    """Return every rule of the register by its id, in its order."""
    cites: dict[str, list[tuple[str, Cite]]] = {name: [] for name in ruleset.register}
    for path, cite in Rulebook(ruleset).cites(offered=True):
        cites.setdefault(cite.id, []).append((path, cite))
    readings: dict[str, list[OptionReading]] = {}
    for one in options(ruleset):
        for rule in one.rules:
            readings.setdefault(rule, []).append(OptionReading(one.name, one.says, one.on))
    return {
        name: _rule_text(name, entry, cites[name], tuple(readings.get(name, ())))
        for name, entry in ruleset.register.items()
    }


def _rule_text(
    name: str, entry: RegisterEntry, cites: list[tuple[str, Cite]], readings: tuple[OptionReading, ...]
) -> RuleText:
    standing = [(path, cite) for path, cite in cites if not path.startswith(f"{_OPTIONS}.")]
    where = tuple(dict.fromkeys(path for path, _ in standing))
    by_reason: dict[str, list[str]] = {}
    for path, cite in standing:
        if cite.why and cite.why != entry.why:
            by_reason.setdefault(cite.why, []).append(path)
    origins = tuple(dict.fromkeys([entry.origin, *(cite.origin for _, cite in cites)]))
    return RuleText(
        name,
        "; in part ".join(ORIGINS[origin] for origin in origins),
        entry.says,
        entry.why,
        where + ((BY_ENGINE,) if entry.engine else ()),
        tuple(Reason(tuple(dict.fromkeys(paths)), why) for why, paths in by_reason.items()),
        readings,
        origins,
    )


# What rules rest on


class Covered(Struct, frozen=True):
    """One rule, its text, and its support.

    ``also`` are the origins of its parts besides its own. ``where`` are entries of the set, ``engine`` among
    them where the program itself carries the rule out. ``reasons`` are those of house choices; one without a
    place is for the whole rule. ``missing`` names the support that the rule lacks.
    """

    id: str
    origin: Origin
    also: tuple[Origin, ...]
    where: tuple[str, ...]
    tests: tuple[str, ...]
    playthroughs: tuple[str, ...]
    reasons: tuple[Reason, ...]
    options: tuple[OptionReading, ...]
    missing: tuple[str, ...]
    says: str


def coverage(ruleset: RuleSet) -> list[Covered]:
    """Return the origin of every rule of the register, in its order."""
    index = coverage_index()
    return [_covered(text, index.get(name, ShownBy())) for name, text in rule_texts(ruleset).items()]


def _covered(text: RuleText, shown: ShownBy) -> Covered:
    origin, *also = text.origins
    # What is missing: a reason for a house choice; an entry, a test or a playthrough for a game's.
    asked = {
        "an entry": text.carried_out_by,
        "a test": shown.tests,
        "a playthrough": shown.playthroughs,
    }
    if origin == "house":
        asked = {"a reason": (text.why,) * bool(text.why)}
    return Covered(
        text.id,
        origin,
        tuple(also),
        text.carried_out_by,
        shown.tests,
        shown.playthroughs,
        (*((Reason((), text.why),) if text.why else ()), *text.house),
        text.options,
        tuple(what for what, there in asked.items() if not there),
        text.says,
    )


# What a rule set leaves to the table, read off its data


def uncovered(rules: RuleSet) -> str:
    """Return in one sentence what a rule set says nothing of; empty where it says something of everything."""
    named = joined(_uncovered(rules), "or")
    return f"Nothing is said of {named}: that is the table's." if named else ""


def _uncovered(rules: RuleSet) -> Iterator[str]:
    order = rules.order
    count = order if isinstance(order, OrderByCount) else None
    travel = rules.travel
    loads = (
        rules.characters.load,
        rules.characters.slots,
        travel is not None and travel.toil.get("laden"),
        count is not None and count.burdens,
    )
    parts = {
        "journeys over hexes": travel,
        "losing the way": rules.navigation or travel is None,
        "mounts": rules.mounts or (travel is not None and isinstance(travel.pays, ByHexes)),
        "shelter at night": rules.camp,
        "the weather": rules.weather or rules.climates,
        "seasons": rules.seasons,
        "hunger and thirst": rules.meals or rules.provisions,
        "what loads do": any(loads),
        "the reactions of those met": rules.reaction,
        "morale": rules.morale or (rules.fight is not None and rules.fight.tide),
        "surprise": rules.surprise,
        "who acts when in a fight": order,
    }
    yield from (name for name, said in parts.items() if not said)
