"""Options switched on: their changes are made, as differences of the file that holds them, and then spent.

An option is made once. What stands afterwards names it among the options of the set and holds its changes in
the entries alone, so that whatever reads the outcome again makes nothing twice. This module must not know
what any entry means.
"""

from __future__ import annotations

from collections.abc import Iterable

from turnkeeper.rules.problems import Fault, Path, UnknownNameError, did_you_mean
from turnkeeper.rules.reading.merge import ABOUT, Merge, Resolved, about, leave_out, names_in
from turnkeeper.rules.reading.source import Source

_OPTIONS = "options"
_SPENT = ("changes", "remove")
_NOT_RULES = (ABOUT, _OPTIONS)


class UnknownOptionError(UnknownNameError):
    """A name that no option of the rule set has; ``name`` is the name that was given."""

    def __init__(self, name: str, ruleset: object, known: Iterable[str]) -> None:
        """Take the given name, and the known ones."""
        super().__init__(f"{str(ruleset)[:60]} has no option {name[:60]!r}", _hint(name, known))
        self.name = name


def _hint(name: str, known: Iterable[str]) -> str:
    names = list(known)
    return did_you_mean(name, names) if names else "it offers none"


def options_in(data: dict[str, object]) -> dict[str, object]:
    """Return the options that some data offers, whatever their shape."""
    held = data.get(_OPTIONS)
    return held if isinstance(held, dict) else {}


def switch_on(resolved: Resolved, names: Iterable[str]) -> None:
    """Switch options on over all that a rule set says; one that is on stays as it is.

    Raises `UnknownOptionError` for a name that no option has.
    """
    wanted = tuple(names)
    for name in wanted:
        if name not in (known := options_in(resolved.data)):
            raise UnknownOptionError(name, about(resolved.data).get("id"), known)
    _switched(resolved, wanted)


def switch_on_of_base(resolved: Resolved, difference: Source) -> None:
    """Switch on the options that a difference names and its base has: it then changes the outcome."""
    _switched(resolved, [name for _, name in names_in(about(difference.data).get(_OPTIONS))])


def switch_on_named(resolved: Resolved, level: int) -> None:
    """Switch on whatever the file of that level names and has not been, now that all of it is merged."""
    known = options_in(resolved.data)
    named = names_in(about(resolved.sources[level].data).get(_OPTIONS))
    for index, name in named:
        if name not in known:
            fault = Fault((ABOUT, _OPTIONS, index), f'there is no option "{name[:60]}"', _hint(name, known))
            resolved.fail(fault, level)
    _switched(resolved, [name for _, name in named])


def _switched(resolved: Resolved, wanted: Iterable[str]) -> None:
    """Make the changes of all options that are on, as far as there are such, and say which are on."""
    named = dict.fromkeys((*resolved.on, *wanted))
    resolved.on = tuple(name for name in named if name in options_in(resolved.data))
    for name in resolved.on:
        _make(resolved, name)
    said = about(resolved.data)
    if said.get(_OPTIONS, []) != list(resolved.on) and _is_names(said.get(_OPTIONS, [])):
        resolved.data = {**resolved.data, ABOUT: {**said, _OPTIONS: list(resolved.on)}}


def _is_names(said: object) -> bool:
    return isinstance(said, list) and len(names_in(said)) == len(said)


def _make(resolved: Resolved, name: str) -> None:
    option = options_in(resolved.data)[name]
    if not isinstance(option, dict):
        return
    changes, remove = option.get("changes", {}), option.get("remove", [])
    # What has not its shape is left for the check of shapes to tell.
    if not (changes or remove) or not isinstance(changes, dict) or not _is_names(remove):
        return
    at: Path = (_OPTIONS, name)
    cite = option.get("rule")
    rule, origin = (cite.get("id"), cite.get("origin")) if isinstance(cite, dict) else (None, None)
    merge = Merge(resolved.voice(0, (*at, "changes")), f'changed by the option "{name}" ({rule})', origin)
    for fault in [*leave_out(resolved, remove, (*at, "remove"), merge), *_not_rules(changes, at)]:
        level, there = resolved.placed(fault)
        resolved.fail(there, level)
    rules = {section: held for section, held in changes.items() if section not in _NOT_RULES}
    merged = merge.tables(resolved.data, rules, ())
    spent = {field: value for field, value in option.items() if field not in _SPENT}
    resolved.data = {**merged, _OPTIONS: {**options_in(merged), name: spent}}


def _not_rules(changes: dict[str, object], at: Path) -> list[Fault]:
    message = "an option changes rules, not what a set says of itself or offers"
    return [
        Fault((*at, "changes", section), message, "leave it out", at_key=True)
        for section in _NOT_RULES
        if section in changes
    ]
