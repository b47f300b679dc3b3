"""From the text of a rule file to a checked rule set.

A file that is in order is read, converted and checked, once more for each option of its own, and that is
all. Places are sought, and the schema is asked, only once something is wrong; then every problem is told at
once. Opening a campaign needs none of this: it keeps its rules as resolved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from itertools import islice

import msgspec
from msgspec.structs import replace

from turnkeeper.rules.checking.check import check
from turnkeeper.rules.checking.ground import Ground, Held, build_scale, section_names
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import MOST_FAULTS, Fault, Problem, RulesFault, shown
from turnkeeper.rules.reading.extend import resolve
from turnkeeper.rules.reading.merge import Resolved, in_order
from turnkeeper.rules.reading.shape import salvage, shape_faults
from turnkeeper.rules.reading.source import read_source
from turnkeeper.rules.reading.switch import options_in, switch_on

_NO_RULE: dict[str, object] = {"id": "", "origin": "printed"}
_IN_PLACE_OF_LOST: dict[str, object] = {
    "ruleset": {"id": "", "name": ""},
    "register": {},
    "time": {"rule": _NO_RULE, "units": []},
    "scenes": {},
    "characters": {"rule": _NO_RULE, "attributes": []},
}


def read_rules(
    text: str,
    name: str,
    base: Callable[[str], str | None],
    known: Callable[[], tuple[str, ...]],
    options: tuple[str, ...] = (),
) -> RuleSet:
    """Return the rule set that a text states; ``known`` are the ids that a misspelt base may have meant.

    Otherwise as `load.load_rules`. An option that the file itself brings is tried, on or not.
    """
    resolved = resolve(read_source(text, name), base, known)
    switch_on(resolved, options)
    rules, problems = _judged(resolved)
    untried = [name for name in options_in(resolved.sources[-1].data) if name not in resolved.on]
    problems += [problem for option in untried for problem in _tried(resolved, option, problems)]
    if problems or rules is None:
        raise RulesFault(in_order(problems))
    return rules


def _judged(resolved: Resolved) -> tuple[RuleSet | None, list[tuple[int, Problem]]]:
    """Return the rule set, if it has the shape of one, and all that is wrong with it."""
    try:
        rules = msgspec.convert(resolved.data, RuleSet)
    except msgspec.ValidationError as fault:
        return None, resolved.problems(_all_faults(resolved, str(fault)))
    return rules, resolved.problems(_faults_of_meaning(resolved, rules, frozenset()))


def _tried(
    resolved: Resolved, option: str, known: list[tuple[int, Problem]]
) -> Iterator[tuple[int, Problem]]:
    """Yield what would be wrong besides with an option on."""
    if option not in options_in(resolved.data):
        return
    trial, inside = copy(resolved), shown(("options", option))
    switch_on(trial, (option,))
    for level, problem in _judged(trial)[1]:
        if (level, problem) in known:
            continue
        elsewhere = f"{problem.message}, with the option {option} on"
        within = problem.path.startswith(inside)
        yield level, problem if within else replace(problem, message=elsewhere)


def _faults_of_meaning(resolved: Resolved, rules: RuleSet, lost: frozenset[str]) -> list[Fault]:
    scale, faults = (None, []) if "time" in lost else build_scale(rules)
    names, based = section_names(resolved.data), resolved.is_difference()
    meant = check(Ground(rules, names, lost, based, scale, Held(rules)))
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
    meant = _faults_of_meaning(resolved, rules, lost)
    return faults + [fault for fault in meant if fault.path[0] in kept]
