"""House rules as a file: what a rule set was made from, and what its rules change of that.

This module must not know of forms.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from turnkeeper.app.shelf.naming import tidied
from turnkeeper.files.rules_text import write_difference
from turnkeeper.rules.model.values import LONGEST_NAME, is_id
from turnkeeper.rules.reading.differing import difference
from turnkeeper.rules.reading.load import known_ids, load_builtin

if TYPE_CHECKING:
    from turnkeeper.rules.model.ruleset import RuleSet
    from turnkeeper.rules.reading.fields import Table

_PLAIN = re.compile(r"[^a-z0-9]+")


class Basis(Struct, frozen=True):
    """What house rules differ from: a rule set that comes along, or none where the rules stand alone."""

    id: str
    name: str
    data: Table
    extends: bool


def house_file(rules: RuleSet) -> str:
    """Return the rules that a campaign keeps as a house file: what they change of a set that comes along."""
    basis = basis_of(rules)
    return house_text(rules, basis, plain(rules), name_for(rules, basis), rules.ruleset.options)


def plain(rules: RuleSet) -> Table:
    """Return rules as plain data."""
    # By way of JSON, in which a list is a list whatever the model makes of it.
    data: Table = msgspec.json.decode(msgspec.json.encode(rules))
    return data


def basis_of(rules: RuleSet) -> Basis:
    """Return the set that comes along and that these rules are, or were made from; else they stand alone."""
    about = rules.ruleset
    for wanted in (about.id, about.extends, about.made_from):
        if wanted in known_ids():
            offered = load_builtin(wanted).options
            base = load_builtin(wanted, tuple(one for one in about.options if one in offered))
            return Basis(wanted, base.ruleset.name, plain(base), extends=True)
    return Basis(about.id, about.name, plain(rules), extends=False)


def name_for(rules: RuleSet, basis: Basis) -> str:
    """Return what house rules are called: as they are, or after the set that they begin to change."""
    about = rules.ruleset
    ours = basis.extends and about.id == basis.id
    return f"{about.name.partition(':')[0]}, as we play it" if ours else about.name


def house_text(rules: RuleSet, basis: Basis, data: Table, name: str, options: tuple[str, ...]) -> str:
    """Return the house file that makes some data of what rules are made from, under a name."""
    about = rules.ruleset
    head: Table = {"id": _id_for(name, basis, about.id), "name": name}
    if not basis.extends:
        made_from = about.extends or about.made_from or basis.id
        rest = {section: held for section, held in data.items() if section != "ruleset"}
        return write_difference(
            {"ruleset": {**head, "made_from": made_from, "options": list(options)}, **rest}
        )
    changes, remove = difference(basis.data, data)
    head["extends"] = basis.id
    if remove:
        head["remove"] = remove
    if options:
        head["options"] = list(options)
    return write_difference({"ruleset": head, **changes})


def _id_for(name: str, basis: Basis, own: str) -> str:
    """Return an id for house rules: their own, else one made of their name, never that of a set of ours."""
    if own != basis.id or not basis.extends:
        return own
    made = _PLAIN.sub("-", tidied(name).casefold()).strip("-")[:LONGEST_NAME].strip("-")
    return made if is_id(made) and made not in known_ids() else f"{basis.id[:50]}-house"
