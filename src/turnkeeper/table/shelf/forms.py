"""House rules as a form: every field of a rule set with what stands there, what its own set says, and why.

The form is made from the typed model, so that a field which is added to it shows up by itself. What a person
filled in becomes a house file, which the loader checks; each problem comes back to its field. Nothing of what
was typed is lost by that. This module must not know how a form is drawn.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.exchange.rules_text import write_difference
from turnkeeper.rules.cite import Cite
from turnkeeper.rules.differing import difference
from turnkeeper.rules.fields import NO_FIELDS, Spot, Table, is_entries, lists, section_help, spots
from turnkeeper.rules.ground import LONGEST_NAME, is_id
from turnkeeper.rules.load import builtin_text, known_ids, load_builtin, load_rules
from turnkeeper.rules.problems import Problem, RulesFault, shown
from turnkeeper.table.shelf.filled import Filled, at, entry_paths, filled_in, text_of
from turnkeeper.table.shelf.form_parts import Because, Entry, Field, Form, Section, Switch
from turnkeeper.table.shelf.naming import tidied

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from turnkeeper.rules.problems import Path
    from turnkeeper.rules.ruleset import RuleSet

FILE = "house rules"
_FROM = {"printed": "printed", "companion": "from a companion text", "house": "house default"}
_SAID_BETTER = {"by": "how", "effect": "what follows"}
"""Names of fields that only tell kinds of a thing apart, as people would ask for them."""
_PLAIN = re.compile(r"[^a-z0-9]+")


class Edited(Struct, frozen=True):
    """What came of a form: the house file, and the rules that it states, ``None`` when something is wrong."""

    form: Form
    text: str
    rules: RuleSet | None


class _Basis(Struct, frozen=True):
    """What house rules differ from: a rule set that comes along, or none where the rules stand alone."""

    id: str
    name: str
    data: Table
    extends: bool


def form_of(rules: RuleSet) -> Form:
    """Return the form of the rules that a campaign keeps."""
    basis = _basis(rules)
    return _form(rules, basis, Filled(_plain(rules), _name_for(rules, basis), rules.ruleset.options), ())


def edited(rules: RuleSet, typed: Mapping[str, Sequence[str]]) -> Edited:
    """Return what comes of a form over the rules that a campaign keeps, as somebody filled it in.

    ``typed`` has what was sent for each name; what is not there is as it was.
    """
    basis = _basis(rules)
    filled = filled_in(_plain(rules), basis.data, rules.ruleset, typed)
    text = _house_file(rules, basis, filled)
    try:
        loaded = load_rules(text, f"{FILE}.toml", builtin_text)
    except RulesFault as fault:
        return Edited(_form(rules, basis, filled, fault.problems), text, None)
    return Edited(_form(rules, basis, filled, ()), text, loaded)


def house_file(rules: RuleSet) -> str:
    """Return the rules that a campaign keeps as a house file: what they change of a set that comes along."""
    basis = _basis(rules)
    return _house_file(rules, basis, Filled(_plain(rules), _name_for(rules, basis), rules.ruleset.options))


def _plain(rules: RuleSet) -> Table:
    data: Table = msgspec.to_builtins(rules)
    return data


def _basis(rules: RuleSet) -> _Basis:
    """Return the set that comes along and that these rules are, or were made from; else they stand alone."""
    about = rules.ruleset
    for wanted in (about.id, about.extends, about.made_from):
        if wanted in known_ids():
            offered = load_builtin(wanted).options
            base = load_builtin(wanted, tuple(one for one in about.options if one in offered))
            return _Basis(wanted, base.ruleset.name, _plain(base), extends=True)
    return _Basis(about.id, about.name, _plain(rules), extends=False)


def _name_for(rules: RuleSet, basis: _Basis) -> str:
    """Return what house rules are called: as they are, or after the set that they begin to change."""
    about = rules.ruleset
    ours = basis.extends and about.id == basis.id
    return f"{about.name.partition(':')[0]}, as we play it" if ours else about.name


def _house_file(rules: RuleSet, basis: _Basis, filled: Filled) -> str:
    about = rules.ruleset
    head: Table = {"id": _id_for(filled.name, basis, about.id), "name": filled.name}
    if not basis.extends:
        made_from = about.extends or about.made_from or basis.id
        rest = {name: held for name, held in filled.data.items() if name != "ruleset"}
        return write_difference(
            {"ruleset": {**head, "made_from": made_from, "options": list(filled.options)}, **rest}
        )
    changes, remove = difference(basis.data, filled.data)
    head["extends"] = basis.id
    if remove:
        head["remove"] = remove
    if filled.options:
        head["options"] = list(filled.options)
    return write_difference({"ruleset": head, **changes})


def _id_for(name: str, basis: _Basis, own: str) -> str:
    """Return an id for house rules: their own, else one made of their name, never that of a set of ours."""
    if own != basis.id or not basis.extends:
        return own
    made = _PLAIN.sub("-", tidied(name).casefold()).strip("-")[:LONGEST_NAME].strip("-")
    return made if is_id(made) and made not in known_ids() else f"{basis.id[:50]}-house"


# The form


def _form(rules: RuleSet, basis: _Basis, filled: Filled, problems: Sequence[Problem]) -> Form:
    fields = list(spots(filled.data))
    at_field, at_entry, elsewhere = _placed(problems, fields)
    cites = dict(_cites(filled.data))
    places = _Places(fields, cites, at_field, at_entry)
    by_section: dict[str, list[Entry]] = {}
    for path in entry_paths(basis.data, filled.data):
        by_section.setdefault(str(path[0]), []).append(_entry(path, basis, filled, rules, places))
    sections = tuple(
        Section(name, _label(name), section_help(name), tuple(entries))
        for name, entries in by_section.items()
    )
    return Form(
        basis.id,
        basis.name,
        filled.name,
        sections,
        tuple(_switches(rules, basis, filled)),
        tuple((shown(path), _length(at(filled.data, path))) for path in lists(filled.data)),
        tuple(elsewhere),
        len(problems),
    )


class _Places(Struct, frozen=True):
    """What stands where: fields, cites, and what is wrong with them."""

    fields: list[Spot]
    cites: dict[Path, list[tuple[Path, Cite]]]
    at_field: dict[str, tuple[Problem, ...]]
    at_entry: dict[str, tuple[Problem, ...]]


def _length(held: object) -> int:
    return len(held) if isinstance(held, (list, tuple)) else 0


def _entry(path: Path, basis: _Basis, filled: Filled, rules: RuleSet, places: _Places) -> Entry:
    depth, name = len(path), shown(path)
    left_out = at(filled.data, path) is None
    here = [spot for spot in places.fields if spot.path[:depth] == path]
    fields = tuple(_with_row(_field(spot, depth, basis.data, places), spot, filled.data) for spot in here)
    because = tuple(
        Because(
            cite.id,
            _FROM[cite.origin],
            rules.register[cite.id].says if cite.id in rules.register else "",
            cite.why,
            _within(where[depth:]),
        )
        for where, cite in places.cites.get(path, [])
    )
    wrong = places.at_entry.get(name, ())
    why = filled.whys.get(name, "")
    return Entry(name, _label(str(path[-1])), because, fields, depth > 1, left_out, why, wrong)


def _field(spot: Spot, depth: int, base: Table, places: _Places) -> Field:
    name = shown(spot.path)
    before = at(base, spot.path)
    usual = not spot.required and isinstance(at(base, spot.path[:-1]), dict)
    own = text_of(before) if before is not None else text_of(spot.default) if usual else None
    return Field(
        name,
        _label(_SAID_BETTER.get(str(spot.path[-1]), str(spot.path[-1]))),
        _within(spot.path[depth:-1]),
        spot.kind,
        text_of(spot.value),
        own,
        spot.choices,
        spot.help,
        rare=not spot.said and not spot.required and name not in places.at_field,
        wrong=places.at_field.get(name, ()),
    )


def _with_row(field: Field, spot: Spot, data: Table) -> Field:
    """Return a field with the row of a list in which it stands, if it stands in one."""
    *above, number = spot.path[:-1]
    if not isinstance(number, int):
        return field
    rows = tuple(above)
    last = number == _length(at(data, rows)) - 1
    return replace(field, row=shown((*rows, number)), rows=shown(rows) if last else "")


def _label(name: str) -> str:
    return name.replace("_", " ")


def _within(path: Path) -> str:
    """Return where in an entry something stands: ``entries 3, do 1``."""
    told: list[str] = []
    for part in path:
        if isinstance(part, int):
            told[-1:] = [f"{told[-1]} {part + 1}" if told else str(part + 1)]
        else:
            told.append(_label(part))
    return ", ".join(told)


def _cites(data: Table) -> Iterator[tuple[Path, list[tuple[Path, Cite]]]]:
    """Yield each entry's path with the cites in it, each once and with the place where it stands."""
    for section, held in data.items():
        if section in NO_FIELDS or not isinstance(held, dict):
            continue
        entries = (
            [((section, key), one) for key, one in held.items()]
            if is_entries(section)
            else [((section,), held)]
        )
        for path, entry in entries:
            yield path, list(dict.fromkeys(_cites_in(entry, path)))


def _cites_in(value: object, path: Path) -> Iterator[tuple[Path, Cite]]:
    match value:
        case {"id": str(), "origin": str(origin), **rest} if rest.keys() <= {"why"} and origin in _FROM:
            yield path, msgspec.convert(value, Cite)
        case dict():
            for name, inner in value.items():
                yield from _cites_in(inner, path if name in {"rule", "also"} else (*path, str(name)))
        case list() | tuple():
            for inner in value:
                yield from _cites_in(inner, path)
        case _:
            return


def _placed(
    problems: Sequence[Problem], fields: Sequence[Spot]
) -> tuple[dict[str, tuple[Problem, ...]], dict[str, tuple[Problem, ...]], list[Problem]]:
    """Return problems by the field or the entry where they stand, and those that stand nowhere here."""
    names = [shown(spot.path) for spot in fields]
    entries = {shown(spot.path[:depth]) for spot in fields for depth in (1, 2)}
    at_field: dict[str, tuple[Problem, ...]] = {}
    at_entry: dict[str, tuple[Problem, ...]] = {}
    elsewhere: list[Problem] = []
    for problem in problems:
        path = problem.path
        # The field itself, the one that it stands in, or the first of what it is the whole of.
        above = max((name for name in names if _is_in(path, name)), key=len, default="")
        below = next((name for name in names if path and _is_in(name, path)), "")
        entry = max((name for name in entries if _is_in(path, name)), key=len, default="")
        if above or (below and path not in entries):
            name = above or below
            at_field[name] = (*at_field.get(name, ()), problem)
        elif entry:
            at_entry[entry] = (*at_entry.get(entry, ()), problem)
        else:
            elsewhere.append(problem)
    return at_field, at_entry, elsewhere


def _is_in(path: str, name: str) -> bool:
    """Tell whether a path as it is shown is a name, or inside of it."""
    return path == name or path.startswith((f"{name}.", f"{name}["))


def _switches(rules: RuleSet, basis: _Basis, filled: Filled) -> Iterator[Switch]:
    offered = at(basis.data, ("options",))
    ours = offered if isinstance(offered, dict) else {}
    for name, option in rules.options.items():
        cites = tuple(dict.fromkeys(cite.id for cite in (option.rule, *option.also)))
        entry = rules.register.get(option.rule.id)
        spent = name in rules.ruleset.options and (name not in ours or not basis.extends)
        yield Switch(name, cites, entry.says if entry else "", option.says, name in filled.options, spent)
