"""From the text of a rule file to a checked rule set, and from there to the bytes that a campaign keeps.

A file that is in order is read, converted and checked, and no more. Places are sought, and the schema is
asked, only once something is wrong; then every problem is told at once. This module opens no paths: the
built-in sets come with the package, every other text from the caller.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from turnkeeper.rules.check import check
from turnkeeper.rules.extend import Resolved, resolve
from turnkeeper.rules.ground import Ground, build_scale, is_id, section_names
from turnkeeper.rules.problems import MOST_FAULTS, Fault, RulesFault, UnknownNameError, did_you_mean
from turnkeeper.rules.ruleset import RuleSet
from turnkeeper.rules.shape import SECTIONS, salvage, shape_faults
from turnkeeper.rules.source import read_source

if TYPE_CHECKING:
    from collections.abc import Callable

_HOME = "turnkeeper.rules"
_NO_RULE: dict[str, object] = {"id": "", "origin": "printed"}
_IN_PLACE_OF_LOST: dict[str, object] = {
    "ruleset": {"id": "", "name": ""},
    "register": {},
    "time": {"rule": _NO_RULE, "units": []},
    "scenes": {},
    "characters": {"rule": _NO_RULE, "attributes": []},
}


def load_rules(text: str, name: str, base: Callable[[str], str | None]) -> RuleSet:
    """Return the rule set that a text states, with everything that it extends merged in.

    ``name`` is the file's name as problems show it; it tells YAML (``.yaml``, ``.yml``) from TOML. ``base``
    gives the text of an extended rule set by its id. Raises `RulesFault` with all problems at once.
    """
    resolved = resolve(read_source(text, name), base, builtin_ids)
    try:
        rules = msgspec.convert(resolved.data, RuleSet)
    except msgspec.ValidationError as fault:
        raise RulesFault(resolved.problems(_all_faults(resolved, str(fault)))) from fault
    names = section_names(resolved.data, SECTIONS)
    faults = _faults_of_meaning(rules, names, frozenset(), based=resolved.is_difference())
    if faults or resolved.found:
        raise RulesFault(resolved.problems(faults))
    return rules


def _faults_of_meaning(
    rules: RuleSet, names: dict[str, tuple[str, ...]], lost: frozenset[str], *, based: bool
) -> list[Fault]:
    scale, faults = (None, []) if "time" in lost else build_scale(rules)
    meant = check(Ground(rules, names, lost, based, scale))
    return faults + list(islice(meant, MOST_FAULTS))


def _all_faults(resolved: Resolved, said: str) -> list[Fault]:
    """Return the faults of shape, and those of meaning in everything that has its shape."""
    faults = shape_faults(resolved.data)
    if not faults:
        return [Fault((), said)]
    kept = salvage(resolved.data, faults)
    lost = frozenset(str(fault.path[0]) for fault in faults if fault.path and not fault.at_key)
    try:
        rules = msgspec.convert({**_IN_PLACE_OF_LOST, **kept}, RuleSet)
    except msgspec.ValidationError:
        return faults
    names = section_names(resolved.data, SECTIONS)
    meant = _faults_of_meaning(rules, names, lost, based=resolved.is_difference())
    return faults + [fault for fault in meant if fault.path[0] in kept]


def builtin_ids() -> tuple[str, ...]:
    """Return the ids of the rule sets that come with the program."""
    from importlib.resources import files

    names = (entry.name for entry in files(_HOME).joinpath("sets").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def builtin_text(ruleset: str) -> str | None:
    """Return the text of a built-in rule set, or ``None``; it serves as the ``base`` of `load_rules`."""
    # Half the price of importlib.resources, which is for listing them.
    from pkgutil import get_data

    if not is_id(ruleset):
        return None
    try:
        kept = get_data(_HOME, f"sets/{ruleset}.toml")
    except OSError:
        return None
    return None if kept is None else kept.decode()


def load_builtin(ruleset: str) -> RuleSet:
    """Return a rule set that comes with the program; raises `UnknownNameError` for an id that none has."""
    text = builtin_text(ruleset)
    if text is None:
        message = f"there is no built-in rule set {ruleset[:60]!r}"
        raise UnknownNameError(message, did_you_mean(ruleset, builtin_ids()))
    return load_rules(text, f"{ruleset}.toml", builtin_text)


def encode_rules(ruleset: RuleSet) -> bytes:
    """Return a rule set as the JSON that a campaign keeps: resolved, with nothing left to extend."""
    return msgspec.json.encode(ruleset)


def decode_rules(kept: bytes) -> RuleSet:
    """Return the rule set that `encode_rules` wrote; raises ``msgspec.ValidationError`` for anything else."""
    return msgspec.json.decode(kept, type=RuleSet)


def digest(ruleset: RuleSet) -> str:
    """Return a fingerprint, 64 hex digits: equal for equal rule sets whatever file they were read from."""
    from hashlib import sha256

    return sha256(encode_rules(ruleset)).hexdigest()
