"""Differences merged over their base, and the voice behind each part of the outcome.

Tables are merged name by name, lists are replaced whole, and a mechanism whose kind changes (``by = "ticks"``
to ``by = "clock"``) is replaced whole. A part changed without a rule of its own cited says by
whom it was changed. Every place still points to the text that said a thing. This module must not know what
any entry means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.rules.model.cite import BY_CLAIM
from turnkeeper.rules.problems import Fault, Path, Problem, TextPlace, did_you_mean
from turnkeeper.rules.reading.renamed import CasesOfBefore, former
from turnkeeper.rules.reading.source import Source

ABOUT = "ruleset"
_KINDS = ("by", "effect")


class Voice(Struct, frozen=True):
    """Who says things of a rule set: the file of a level, or an option by the path of its changes.

    ``said`` are the paths from which downwards it is this voice that speaks. Where an option stands is asked
    of those who spoke before it, so that its level means nothing.
    """

    level: int
    at: Path
    said: set[Path]


class Resolved:
    """The data of a rule set with everything it extends merged in, and who said what.

    ``found`` are the problems of the merging itself, ``on`` the options that are switched on. A shallow copy
    can go another way: nothing that it holds is changed in place, but for what the last voice says.
    """

    def __init__(self, sources: Iterable[Source]) -> None:
        """Take the chain of files, the one that extends nothing first."""
        self.sources = tuple(sources)
        self.data: dict[str, object] = dict(self.sources[0].data)
        self.found: tuple[tuple[int, Problem], ...] = ()
        self.on: tuple[str, ...] = ()
        self._voices: tuple[Voice, ...] = ()
        self._left_out: tuple[tuple[int, Path, Path], ...] = ()

    def is_difference(self) -> bool:
        """Return whether the rule set was made out of another, here or before it was written."""
        return len(self.sources) > 1 or bool(self.on) or bool(about(self.data).get("made_from"))

    def voice(self, level: int, at: Path = ()) -> Voice:
        """Return who speaks from now on: the file of that level, or an option whose changes stand there."""
        new = Voice(level, at, set())
        self._voices = (*self._voices, new)
        return new

    def fail(self, fault: Fault, level: int) -> None:
        """Note a fault of the file of that level, found while merging."""
        self.found = (*self.found, (level, self.problem(fault, level)))

    def problem(self, fault: Fault, level: int) -> Problem:
        """Return a fault as a problem at its place in the file of that level, or the nearest above it."""
        source = self.sources[level]
        # What was left out is said nowhere but where it was named to be.
        named = [at for said, path, at in self._left_out if said == level and path == fault.path]
        above = (place for part in _upwards(fault.path) for place in (part, *former(part)))
        parts = (*named, *above)
        spot = next((source.spots[part] for part in parts if part in source.spots), None)
        if spot is None:
            place = TextPlace(source.name, 1, 1)
        else:
            place = spot.key if fault.at_key else spot.inside(fault.column)
        return place.problem(fault.path, fault.message, fault.hint)

    def without(self, path: Path, voice: Voice, at: Path) -> None:
        """Remove the data at a path, as a voice demands at another path."""
        self.data = cast("dict[str, object]", without(self.data, path))
        voice.said.add(path)
        self._left_out = (*self._left_out, (voice.level, path, at))

    def problems(self, faults: Iterable[Fault]) -> list[tuple[int, Problem]]:
        """Return all problems, each with the level of the file that said it."""
        placed = (self.placed(fault) for fault in faults)
        told = [(level, self.problem(fault, level)) for level, fault in placed]
        return list(dict.fromkeys((*self.found, *told)))

    def placed(self, fault: Fault) -> tuple[int, Fault]:
        """Return a fault as the last who spoke there said it, and the level of the file in which."""
        return self._placed(fault, len(self._voices))

    def _placed(self, fault: Fault, before: int) -> tuple[int, Fault]:
        above = list(_upwards(fault.path))
        for index in range(before - 1, -1, -1):
            voice = self._voices[index]
            if any(part in voice.said for part in above):
                if not voice.at:
                    return voice.level, fault
                # What an option changed is told where the option says it.
                return self._placed(replace(fault, path=(*voice.at, *fault.path)), index)
        return 0, fault


def in_order(problems: Iterable[tuple[int, Problem]]) -> list[Problem]:
    """Return problems in the order of their places, the file that was read first at the head."""
    last_first = sorted(dict.fromkeys(problems), key=lambda each: (-each[0], each[1]))
    return [problem for _, problem in last_first]


def about(data: dict[str, object]) -> dict[str, object]:
    """Return a file's own heading, an empty one when that has not its shape."""
    said = data.get(ABOUT)
    return said if isinstance(said, dict) else {}


def names_in(value: object) -> list[tuple[int, str]]:
    """Return the names of a list that should hold names only, each with its index."""
    said = value if isinstance(value, list) else []
    return [(index, name) for index, name in enumerate(said) if isinstance(name, str)]


def leave_out(resolved: Resolved, wanted: object, at: Path, merge: Merge) -> Iterator[Fault]:
    """Remove the entries, or parts of entries, named by a list at a path; yield faults of other names."""
    for index, name in names_in(wanted):
        path = _led_to(name, resolved.data)
        if path is None:
            hint = did_you_mean(name, _removable(resolved.data, name))
            yield Fault((*at, index), f'there is no "{name[:60]}" to remove', hint)
            continue
        resolved.without(path, merge.voice, (*at, index))
        resolved.data = merge.touched(resolved.data, path)


def _led_to(name: str, held: object) -> Path | None:
    """Return the path that a name with dots leads to; a name that has dots itself is tried first."""
    if not isinstance(held, dict):
        return None
    if name in held:
        return (name,)
    for first, inner in held.items():
        below = _led_to(name[len(first) + 1 :], inner) if name.startswith(f"{first}.") else None
        if below is not None:
            return (first, *below)
    return None


def _removable(data: dict[str, object], wanted: str) -> list[str]:
    """Return the names at hand: every entry, and whatever stands in those that a wrong name begins with."""
    entries = {
        f"{section}.{entry}": inner for section, held in _tables(data) for entry, inner in held.items()
    }
    named = {name: inner for name, inner in entries.items() if wanted.startswith(f"{name}.")}
    inside = [f"{name}.{field}" for name, inner in _tables(named) for field in inner]
    whole = [name for name, inner in entries.items() if isinstance(inner, dict) or not inside]
    return whole + inside


def _tables(data: dict[str, object]) -> Iterator[tuple[str, dict[str, object]]]:
    for name, held in data.items():
        if isinstance(held, dict):
            yield name, held


def without(value: object, path: Path) -> object:
    """Return a value without the data at a path in it, or the value itself when there is none."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    match value:
        case dict() if head in value and rest:
            return {**value, head: without(value[head], rest)}
        case dict():
            return {name: inner for name, inner in value.items() if name != head}
        case list() if rest:
            return [without(inner, rest) if index == head else inner for index, inner in enumerate(value)]
        case _:
            return value


class Merge:
    """One difference on its way over its base.

    Parts it touches without citing a rule say ``why``, and claim no more of the source than ``origin`` does.
    """

    def __init__(self, voice: Voice, why: str, origin: object = "house") -> None:
        """Take who speaks, and what an entry says of having been changed."""
        self.voice = voice
        self.why = why
        self.origin = origin

    def tables(self, base: dict[str, object], change: dict[str, object], path: Path) -> dict[str, object]:
        """Return a table with a difference's names merged over it."""
        merged = dict(base)
        for name, value in change.items():
            before = base.get(name)
            if isinstance(before, dict) and isinstance(value, dict) and not is_other_kind(before, value):
                merged[name] = self.tables(before, value, (*path, name))
            else:
                self.voice.said.add((*path, name))
                merged[name] = (
                    value.over(before)
                    if isinstance(value, CasesOfBefore) and isinstance(before, list)
                    else value
                )
        if _touched(base, change):
            merged = self._as_changed(merged, change, path)
        return merged

    def touched(self, data: dict[str, object], path: Path) -> dict[str, object]:
        """Return data in which the innermost entry that lost what stood at a path says by whom."""
        found = self._lost(data, path, ())
        return data if found is None else found

    def _lost(self, held: object, path: Path, above: Path) -> dict[str, object] | None:
        first, *rest = path
        if not isinstance(held, dict):
            return None
        inner = self._lost(held.get(first), tuple(rest), (*above, first)) if rest else None
        if inner is not None:
            return {**held, first: inner}
        return self._as_changed(held, {}, above) if "rule" in held else None

    def _as_changed(
        self, merged: dict[str, object], change: dict[str, object], path: Path
    ) -> dict[str, object]:
        """Return a touched entry as it rests now, unless the difference itself says on what."""
        match path, merged.get("rule"):
            case ("register", _), _ if "origin" not in change:
                self.voice.said.add((*path, "origin"))
                origin = self._weaker(merged.get("origin"))
                return {**merged, "origin": origin, "why": change.get("why", self.why)}
            case _, {"id": str(rule), **cite} if "rule" not in change:
                self.voice.said.add((*path, "rule"))
                origin = self._weaker(cite.get("origin"))
                return {**merged, "rule": {"id": rule, "origin": origin, "why": self.why}}
            case _:
                return merged

    def _weaker(self, origin: object) -> object:
        """Return of two origins the one that claims less; one that is none is told where it stands."""
        ranks = [BY_CLAIM.index(one) for one in BY_CLAIM if one in (origin, self.origin)]
        return BY_CLAIM[max(ranks)] if ranks else self.origin


def _touched(base: dict[str, object], change: dict[str, object]) -> bool:
    """Return whether a difference changes an entry itself, not only parts that cite for themselves."""
    inner = [base.get(name) for name, value in change.items() if isinstance(value, dict)]
    citing = [value for value in inner if isinstance(value, dict) and "rule" in value]
    return len(citing) < len(change)


def is_other_kind(base: dict[str, object], change: dict[str, object]) -> bool:
    """Return whether a mechanism is changed into one of another kind, which replaces it whole."""
    return any(
        isinstance(change.get(tag), str) and isinstance(base.get(tag), str) and change[tag] != base[tag]
        for tag in _KINDS
    )


def _upwards(path: Path) -> Iterable[Path]:
    """Yield a path, then each of its parents, the root last."""
    for length in range(len(path), -1, -1):
        yield path[:length]
