"""House rules as a form: every field of a rule set with what stands there, what its own set says, and why.

The form is made from the typed model, so that a field which is added to it shows up by itself. What a person
filled in becomes a house file, which the loader checks; each problem comes back to its field. Nothing of what
was typed is lost by that. This module must not know how a form is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from turnkeeper.app.shelf.adding import CALLED, marks
from turnkeeper.app.shelf.citing import SAYS, WHY, usually
from turnkeeper.app.shelf.filled import Filled, can_be_without, entry_paths, filled_in, text_of
from turnkeeper.app.shelf.form_parts import Because, Called, Entry, Field, Form, Joined, Section, Switch
from turnkeeper.app.shelf.house_files import Basis, basis_of, house_text, name_for, plain
from turnkeeper.app.shelf.offers import as_typed, joined, named_in, names_in, offer_of
from turnkeeper.app.shelf.placing import Placed, Places, placed
from turnkeeper.app.shelf.trees import at
from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.problems import Problem, RulesFault, shown
from turnkeeper.rules.reading.fields import (
    NO_FIELDS,
    Spot,
    Table,
    is_entries,
    section_help,
    section_names,
    spots,
)
from turnkeeper.rules.reading.joints import joints
from turnkeeper.rules.reading.load import builtin_text, load_rules
from turnkeeper.time.units import plural_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from turnkeeper.rules.model.ruleset import RuleSet
    from turnkeeper.rules.problems import Path

FILE = "house rules"
LOOKED = "looked"
_FROM = {"printed": "printed", "companion": "from a companion text", "house": "house default"}
_SAID_BETTER = {"by": "how", "effect": "what follows"}
"""Names of fields that only tell kinds of a thing apart, as people would ask for them."""


class Edited(Struct, frozen=True):
    """What came of a form: the house file, and the rules that it states, ``None`` when something is wrong.

    One that was ``reshaped``, by a row or an entry more or less, was not sent to be looked through.
    """

    form: Form
    text: str
    rules: RuleSet | None
    reshaped: bool = False


def form_of(rules: RuleSet) -> Form:
    """Return the form of the rules that a campaign keeps."""
    basis = basis_of(rules)
    filled = Filled(plain(rules), name_for(rules, basis), rules.ruleset.options)
    return _form(rules, basis, filled, ())


def edited(rules: RuleSet, typed: Mapping[str, Sequence[str]]) -> Edited:
    """Return what comes of a form over the rules that a campaign keeps, as somebody filled it in.

    ``typed`` has what was sent for each name; what is not there is as it was. A form that was only reshaped
    is told what is wrong with it if it was ``looked`` through before, and nothing of what is new.
    """
    basis = basis_of(rules)
    filled = filled_in(plain(rules), basis.data, rules.ruleset, typed)
    text = house_text(rules, basis, filled.data, filled.name, filled.options)
    if filled.reshaped and LOOKED not in typed:
        return Edited(_form(rules, basis, filled, ()), text, None, reshaped=True)
    problems: Sequence[Problem] = ()
    loaded = None
    try:
        loaded = load_rules(text, f"{FILE}.toml", builtin_text)
    except RulesFault as fault:
        problems = fault.problems
    form = _form(rules, basis, filled, problems)
    return Edited(form, text, None if filled.misnamed else loaded, filled.reshaped)


# The form


class _Look(Struct, frozen=True):
    """All that a form is made of: the rules, what they change, what was filled in, what stands where."""

    rules: RuleSet
    basis: Basis
    kept: Table
    filled: Filled
    fields: tuple[Spot, ...]
    cites: dict[Path, list[tuple[Path, Cite]]]
    wrong: Placed
    joined: dict[str, Joined]
    units: tuple[str, ...]
    names: dict[str, tuple[str, ...]]

    @property
    def data(self) -> Table:
        """Return what was filled in."""
        return self.filled.data


def _form(rules: RuleSet, basis: Basis, filled: Filled, problems: Sequence[Problem]) -> Form:
    look = _looked(rules, basis, filled, problems)
    by_section: dict[str, list[Entry]] = {}
    for path in entry_paths(basis.data, look.kept, filled.data):
        by_section.setdefault(str(path[0]), []).append(_entry(path, look))
    hidden: dict[str, list[tuple[str, str]]] = {}
    for section, name, value in marks(filled.data, look.kept, basis.data):
        hidden.setdefault(section, []).append((name, value))
    offers = {
        joint.path[0]: offer_of(joint, look.wrong.at, filled.misnamed)
        for joint in joints(filled.data)
        if len(joint.path) == 1
    }
    sections = [
        Section(
            name,
            _label(name),
            section_help(name),
            tuple(by_section.get(name, ())),
            offers.get(name),
            tuple(hidden.get(name, ())),
        )
        for name in section_names()
    ]
    return Form(
        basis.id,
        basis.name,
        filled.name,
        tuple(one for one in sections if one.entries),
        tuple(_switches(rules, basis, filled)),
        tuple(one for one in sections if not one.entries),
        look.wrong.elsewhere,
        look.wrong.count + len(filled.misnamed),
        shown(filled.at) if filled.at else "",
        look.names,
    )


def _looked(rules: RuleSet, basis: Basis, filled: Filled, problems: Sequence[Problem]) -> _Look:
    fields = tuple(spots(filled.data))
    kept = plain(rules)
    paths = entry_paths(basis.data, kept, filled.data)
    ours = {
        str(at(filled.data, (*path, "rule", "id"))): shown(path)
        for path in paths
        if at(basis.data, path) is None
    }
    places = Places(
        fields,
        frozenset(map(shown, paths)),
        frozenset(shown(joint.path) for joint in joints(filled.data)),
        ours,
    )
    wrong = placed(problems, places)
    if filled.at:
        wrong = wrong.but_in(shown(filled.at))
    can = joined(filled.data, fields, wrong.at, filled.misnamed)
    names = names_in(filled.data)
    units = tuple(unit.plural or plural_of(unit.name) for unit in rules.time.units)
    return _Look(rules, basis, kept, filled, fields, dict(_cites(filled.data)), wrong, can, units, names)


def _entry(path: Path, look: _Look) -> Entry:
    name, depth, wrong = shown(path), len(path), look.wrong.at
    base, here = at(look.basis.data, path), at(look.data, path)
    ours = base is None
    fresh = ours and at(look.kept, path) is None
    slip = look.filled.misnamed.get(CALLED + name)
    called = Called(str(path[-1])) if slip is None else Called(slip.typed, (slip.problem,))
    cite = look.cites.get(path, [])
    says = at(look.data, ("register", str(at(here, ("rule", "id"))), "says"))
    return Entry(
        name,
        _label(str(path[-1])),
        tuple(_because(where, one, depth, look.rules) for where, one in cite),
        tuple(_field(spot, depth, look) for spot in look.fields if spot.path[:depth] == path),
        removable=can_be_without(path),
        alone=depth == 1,
        changed=_bare(base) != _bare(here),
        left_out=here is None,
        ours=ours,
        fresh=fresh,
        called=called if fresh and depth > 1 else None,
        says=str(says or "") if ours and says != usually(path) else "",
        why=str(at(here, ("rule", "why")) or "") if ours else look.filled.whys.get(name, ""),
        wrong=wrong.get(name, ()),
        says_wrong=wrong.get(SAYS + name, ()),
        why_wrong=wrong.get(WHY + name, ()),
        joined={one: joint for one, joint in look.joined.items() if one == name or _is_in(one, name)},
    )


def _is_in(path: str, name: str) -> bool:
    return path.startswith((f"{name}.", f"{name}["))


def _bare(value: object) -> object:
    """Return what an entry says without the rules that it cites."""
    match value:
        case dict():
            return {name: _bare(one) for name, one in value.items() if name not in {"rule", "also"}}
        case list():
            return [_bare(one) for one in value]
        case _:
            return value


def _because(where: Path, cite: Cite, depth: int, rules: RuleSet) -> Because:
    says = rules.register[cite.id].says if cite.id in rules.register else ""
    return Because(cite.id, _FROM[cite.origin], says, cite.why, _within(where[depth:]))


def _field(spot: Spot, depth: int, look: _Look) -> Field:
    name, above = shown(spot.path), spot.path[:-1]
    before = at(look.basis.data, spot.path)
    new = at(look.basis.data, above) is None
    own = text_of(before) if before is not None else None if spot.required else text_of(spot.default)
    drop = look.joined.get(name, Joined()).drop
    names = named_in(str(spot.path[-1]))
    typed = as_typed(spot.kind, look.units, look.names.get(names, ()))
    helped = f"{spot.help} {typed}" if new else spot.help
    wrong = look.wrong.at.get(name, ())
    return Field(
        name,
        _label(_SAID_BETTER.get(str(spot.path[-1]), str(spot.path[-1]))),
        _within(spot.path[depth:-1]),
        spot.kind,
        text_of(spot.value),
        text_of(spot.value) if new else own,
        spot.choices,
        helped.strip(),
        rare=not spot.said and not spot.required and not wrong and not (new and len(above) > depth),
        wrong=wrong,
        group=shown(above),
        needed=(new or before is None) and spot.required and spot.kind != "switch",
        drop=drop,
        forks=spot.forks,
        names=names if spot.kind == "text" else "",
    )


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


def _switches(rules: RuleSet, basis: Basis, filled: Filled) -> Iterator[Switch]:
    offered = at(basis.data, ("options",))
    ours = offered if isinstance(offered, dict) else {}
    for name, option in rules.options.items():
        cites = tuple(dict.fromkeys(cite.id for cite in (option.rule, *option.also)))
        entry = rules.register.get(option.rule.id)
        spent = name in rules.ruleset.options and (name not in ours or not basis.extends)
        yield Switch(name, cites, entry.says if entry else "", option.says, name in filled.options, spent)
