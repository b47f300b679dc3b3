"""House rules as differences: a rule set that extends another says only what it changes.

Tables are merged name by name, lists are replaced whole, and a mechanism whose kind changes (``by = "ticks"``
to ``by = "clock"``) is replaced whole. What a difference touches without citing a rule of its own becomes a
house rule. Every place still points to the file that said a thing. This module must not know what any
entry means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.rules.problems import Fault, Path, Place, Problem, RulesFault, did_you_mean, nearest, shown
from turnkeeper.rules.source import Source, read_source, start_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


LONGEST_CHAIN = 16
_KINDS = ("by", "effect")
_ABOUT = "ruleset"
_ENDINGS = (".toml", ".yaml", ".yml")
_NO_OWN_ID = "a rule set that extends another needs an id of its own"
_OWN_ID = 'such as id = "my-table"'


class Resolved:
    """The data of a rule set with everything it extends merged in, and who said what.

    ``found`` are the problems of the merging itself.
    """

    def __init__(self, sources: Iterable[Source]) -> None:
        """Take the chain of files, the one that extends nothing first."""
        self.sources = tuple(sources)
        self.data: dict[str, object] = dict(self.sources[0].data)
        self.found: list[tuple[int, Problem]] = []
        self._said: list[set[Path]] = [set() for _ in self.sources]

    def is_difference(self) -> bool:
        """Tell whether the rule set extends another."""
        return len(self.sources) > 1

    def say(self, path: Path, level: int) -> None:
        """Note that from this path downwards it is the file of that level that speaks."""
        self._said[level].add(path)

    def problem(self, fault: Fault, level: int) -> Problem:
        """Return a fault as a problem at its place in the file of that level, or the nearest above it."""
        source = self.sources[level]
        spot = next((source.spots[part] for part in _upwards(fault.path) if part in source.spots), None)
        if spot is None:
            place = start_of(source.name)
        else:
            place = spot.key if fault.at_key else spot.inside(fault.column)
        return Problem(place.file, place.line, place.column, shown(fault.path), fault.message, fault.hint)

    def problems(self, faults: Iterable[Fault]) -> list[Problem]:
        """Return all problems, each in the file that said it, in the order of their places."""
        levels = ((self._level(fault.path), fault) for fault in faults)
        told = [(level, self.problem(fault, level)) for level, fault in levels]
        last_first = sorted(dict.fromkeys(self.found + told), key=lambda each: (-each[0], each[1]))
        return [problem for _, problem in last_first]

    def _level(self, path: Path) -> int:
        """Return the last file in the chain that said what stands at a path."""
        above = list(_upwards(path))
        return next(
            (
                level
                for level in range(len(self.sources) - 1, 0, -1)
                if any(part in self._said[level] for part in above)
            ),
            0,
        )


def resolve(
    source: Source, base: Callable[[str], str | None], known: Callable[[], Iterable[str]]
) -> Resolved:
    """Return a file's data merged over everything that it extends.

    ``base`` gives the text of a rule set by its id, ``known`` the ids for a did-you-mean. Raises
    `RulesFault` for a base that is unknown, cannot be read or comes round again. One that is unknown but
    much like another is a problem that was found, and the other stands in for it.
    """
    chain, misnamed = _chain(source, base, known)
    resolved = Resolved(chain)
    resolved.found += [(len(chain) - above, problem) for above, problem in misnamed]
    for level, difference in enumerate(chain[1:], start=1):
        faults = [*_remove(resolved, difference), *_own_id(resolved, difference)]
        resolved.found += [(level, resolved.problem(fault, level)) for fault in faults]
        merged = _Merge(resolved, level, _named(difference))
        resolved.data = merged.tables(_without_removals(resolved.data), difference.data, ())
    return resolved


def _chain(
    source: Source, base: Callable[[str], str | None], known: Callable[[], Iterable[str]]
) -> tuple[list[Source], list[tuple[int, Problem]]]:
    """Return the files that extend each other, and the misnamed bases, each with its place from the end."""
    chain = [source]
    misnamed: list[tuple[int, Problem]] = []
    seen = {_about(source.data).get("id")}
    while (wanted := _about(chain[0].data).get("extends", "")) != "":
        if not isinstance(wanted, str):
            raise _bad_base(chain[0], "extends names one rule set", "write its id in quotes")
        if wanted == _about(chain[0].data).get("id"):
            raise _bad_base(chain[0], _NO_OWN_ID, _OWN_ID)
        if wanted in seen:
            raise _bad_base(chain[0], f'"{wanted[:60]}" is extended in a circle', "leave out one extends")
        if len(chain) == LONGEST_CHAIN:
            raise _bad_base(chain[0], f"more than {LONGEST_CHAIN} rule sets extend each other")
        text = base(wanted)
        if text is None:
            message = f'there is no rule set "{wanted[:60]}" to extend'
            fault = _bad_base(chain[0], message, did_you_mean(wanted, known()))
            wanted = nearest(wanted, known()) or ""
            text = base(wanted)
            if text is None or wanted in seen:
                raise fault
            misnamed += [(len(chain), problem) for problem in fault.problems]
        seen.add(wanted)
        chain.insert(0, read_source(text, wanted if wanted.endswith(_ENDINGS) else f"{wanted}.toml"))
    return chain, misnamed


def _bad_base(source: Source, message: str, hint: str = "") -> RulesFault:
    spot = source.spots[_ABOUT, "extends"]
    place: Place = spot.value
    return RulesFault([Problem(place.file, place.line, place.column, "ruleset.extends", message, hint)])


def _about(data: dict[str, object]) -> dict[object, object]:
    about = data.get(_ABOUT)
    return about if isinstance(about, dict) else {}


def _named(source: Source) -> str:
    return str(_about(source.data).get("id", source.name))


def _own_id(resolved: Resolved, difference: Source) -> list[Fault]:
    """Return the fault of a difference that would pass for the rule set it changes."""
    own = _about(difference.data).get("id")
    if own is None or own == _about(resolved.data).get("id"):
        return [Fault((_ABOUT, "id"), _NO_OWN_ID, _OWN_ID)]
    return []


def _remove(resolved: Resolved, difference: Source) -> list[Fault]:
    """Take out what a difference leaves out; return the faults of names that are not there."""
    wanted = _about(difference.data).get("remove", [])
    faults: list[Fault] = []
    for index, name in enumerate(wanted if isinstance(wanted, list) else []):
        if not isinstance(name, str):
            continue
        section, _, entry = name.partition(".")
        held = resolved.data.get(section)
        if entry == "" and section in resolved.data:
            resolved.data = {key: value for key, value in resolved.data.items() if key != section}
        elif isinstance(held, dict) and entry in held:
            kept = {key: value for key, value in held.items() if key != entry}
            resolved.data = {**resolved.data, section: kept}
        else:
            hint = did_you_mean(name, _removable(resolved.data))
            faults.append(Fault((_ABOUT, "remove", index), f'there is no "{name[:60]}" to remove', hint))
    return faults


def _without_removals(data: dict[str, object]) -> dict[str, object]:
    """Return a base's data without what it removed from its own base: that is done."""
    about = {name: value for name, value in _about(data).items() if name != "remove"}
    return {**data, _ABOUT: about} if isinstance(data.get(_ABOUT), dict) else data


def _removable(data: dict[str, object]) -> list[str]:
    return [
        f"{section}.{entry}" for section, held in data.items() if isinstance(held, dict) for entry in held
    ]


class _Merge:
    """One difference on its way over its base."""

    def __init__(self, resolved: Resolved, level: int, name: str) -> None:
        self.resolved = resolved
        self.level = level
        self.why = f'changed by the rule set "{name}"'

    def tables(self, base: dict[str, object], change: dict[str, object], path: Path) -> dict[str, object]:
        """Return a table with a difference's names merged over it."""
        merged = dict(base)
        for name, value in change.items():
            merged[name] = self._value(base.get(name), value, (*path, name))
        if _touched(base, change):
            merged = self._as_house(merged, change, path)
        return merged

    def _value(self, base: object, change: object, path: Path) -> object:
        if not isinstance(base, dict) or not isinstance(change, dict) or _other_kind(base, change):
            self.resolved.say(path, self.level)
            return change
        return self.tables(base, change, path)

    def _as_house(
        self, merged: dict[str, object], change: dict[str, object], path: Path
    ) -> dict[str, object]:
        """Return a touched entry as a house rule, unless the difference itself says what it rests on."""
        match path, merged.get("rule"):
            case ("register", _), _ if "origin" not in change:
                self.resolved.say((*path, "origin"), self.level)
                return {**merged, "origin": "house", "why": change.get("why", self.why)}
            case _, {"id": str(rule)} if "rule" not in change:
                self.resolved.say((*path, "rule"), self.level)
                return {**merged, "rule": {"id": rule, "origin": "house", "why": self.why}}
            case _:
                return merged


def _touched(base: dict[str, object], change: dict[str, object]) -> bool:
    """Tell whether a difference changes an entry itself, not only parts that cite for themselves."""
    inner = [base.get(name) for name, value in change.items() if isinstance(value, dict)]
    citing = [value for value in inner if isinstance(value, dict) and "rule" in value]
    return len(citing) < len(change)


def _other_kind(base: dict[str, object], change: dict[str, object]) -> bool:
    return any(
        isinstance(change.get(tag), str) and isinstance(base.get(tag), str) and change[tag] != base[tag]
        for tag in _KINDS
    )


def _upwards(path: Path) -> Iterable[Path]:
    """Yield a path, then each of its parents, the root last."""
    for length in range(len(path), -1, -1):
        yield path[:length]
