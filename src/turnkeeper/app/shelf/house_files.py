"""A campaign's rules as the text of house rules: their changes to a rule set of the program."""

from __future__ import annotations

import re

import msgspec

from turnkeeper.app.shelf.naming import tidied
from turnkeeper.files.rules_text import write_difference
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.model.values import LONGEST_NAME, is_id
from turnkeeper.rules.reading.differing import difference
from turnkeeper.rules.reading.fields import Table
from turnkeeper.rules.reading.load import known_ids, load_builtin

_PLAIN = re.compile(r"[^a-z0-9]+")


def house_file(rules: RuleSet) -> str:
    """Return the rules that a campaign keeps as a house file; rules built on none of our sets stand alone."""
    about = rules.ruleset
    base = next((one for one in (about.id, about.extends, about.made_from) if one in known_ids()), "")
    if not base:
        return _standing_alone(rules)
    offered = load_builtin(base).options
    changes, remove = difference(
        _plain(load_builtin(base, tuple(one for one in about.options if one in offered))), _plain(rules)
    )
    ours = about.id == base
    name = f"{about.name.partition(':')[0]}, as we play it" if ours else about.name
    head: Table = {"id": _id_for(name, base) if ours else about.id, "name": name, "extends": base}
    head |= {"remove": remove} if remove else {}
    head |= {"options": list(about.options)} if about.options else {}
    return write_difference({"ruleset": head, **changes})


def _standing_alone(rules: RuleSet) -> str:
    about = rules.ruleset
    made_from = about.extends or about.made_from or about.id
    head: Table = {"id": about.id, "name": about.name, "made_from": made_from, "options": list(about.options)}
    return write_difference({**_plain(rules), "ruleset": head})


def _plain(rules: RuleSet) -> Table:
    # By way of JSON, in which a list is a list whatever the model makes of it.
    data: Table = msgspec.json.decode(msgspec.json.encode(rules))
    return data


def _id_for(name: str, base: str) -> str:
    """Return an id made of a name, never that of a set that comes along."""
    made = _PLAIN.sub("-", tidied(name).casefold()).strip("-")[:LONGEST_NAME].strip("-")
    return made if is_id(made) and made not in known_ids() else f"{base[:50]}-house"
