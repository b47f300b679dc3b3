"""What is wrong with the options that a rule set offers, as they stand: their names and what they say.

What an option changes is checked where it has been made, as everything else is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.rules.model.ground import is_id
from turnkeeper.rules.reading.problems import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.model.ground import Ground
    from turnkeeper.rules.model.ruleset import RuleSet
    from turnkeeper.rules.reading.problems import Path


def option_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of the options themselves."""
    on = ground.rules.ruleset.options
    for name, option in ground.rules.options.items():
        path: Path = ("options", name)
        if not is_id(name):
            hint = "small letters, digits and hyphens, such as update-2024"
            yield Fault(path, f"{name[:60]!r} is no name of an option", hint, at_key=True)
        if not option.says.strip():
            yield Fault((*path, "says"), "says is blank", "state the other reading in one sentence")
        if not (option.changes or option.remove or name in on or "ruleset" in ground.lost):
            hint = f"say what, under [options.{name[:60]}.changes]"
            yield Fault(path, "it changes nothing", hint, at_key=True)


def cited_in_changes(rules: RuleSet) -> set[str]:
    """Return the ids of the rules that only an option's changes may cite."""
    return {rule for option in rules.options.values() for rule in _cited(option.changes)}


def _cited(tree: object) -> Iterator[str]:
    if isinstance(tree, dict):
        match tree:
            case {"id": str(rule), "origin": str()}:
                yield rule
            case _:
                pass
        tree = list(tree.values())
    if isinstance(tree, list):
        for inner in tree:
            yield from _cited(inner)
