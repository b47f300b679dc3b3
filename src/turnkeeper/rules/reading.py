"""From the text of a rule file to a checked rule set.

A file that is in order is read, converted and checked, and no more. Places are sought, and the schema is
asked, only once something is wrong; then every problem is told at once. Opening a campaign needs none of
this: it keeps its rules as resolved.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from turnkeeper.rules.check import check
from turnkeeper.rules.extend import Resolved, resolve
from turnkeeper.rules.ground import Ground, build_scale, section_names
from turnkeeper.rules.problems import MOST_FAULTS, Fault, RulesFault
from turnkeeper.rules.ruleset import RuleSet
from turnkeeper.rules.shape import SECTIONS, salvage, shape_faults
from turnkeeper.rules.source import read_source

if TYPE_CHECKING:
    from collections.abc import Callable

_NO_RULE: dict[str, object] = {"id": "", "origin": "printed"}
_IN_PLACE_OF_LOST: dict[str, object] = {
    "ruleset": {"id": "", "name": ""},
    "register": {},
    "time": {"rule": _NO_RULE, "units": []},
    "scenes": {},
    "characters": {"rule": _NO_RULE, "attributes": []},
}


def read_rules(
    text: str, name: str, base: Callable[[str], str | None], known: Callable[[], tuple[str, ...]]
) -> RuleSet:
    """Return the rule set that a text states; ``known`` are the ids that a misspelt base may have meant.

    Otherwise as `load.load_rules`.
    """
    resolved = resolve(read_source(text, name), base, known)
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
