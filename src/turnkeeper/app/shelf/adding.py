"""What a form of house rules adds to the rules and takes out of them: entries, rows and parts of entries.

A form holds no state between two looks at it: it says by hidden names what is there and was not, and what was
there and is not. From these and from the buttons pressed the data is put together each time anew. This module
must not know what a field means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from turnkeeper.app.shelf.naming import tidied
from turnkeeper.app.shelf.trees import at, put, renamed, taken
from turnkeeper.rules.model.values import LONGEST_NAME
from turnkeeper.rules.problems import Problem, shown
from turnkeeper.rules.reading.fields import Table, is_entries, spots, type_at
from turnkeeper.rules.reading.joints import Joint, blank, joints

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from turnkeeper.rules.problems import Path

Typed: TypeAlias = "Mapping[str, Sequence[str]]"

NEW, WITH, GONE, ROWS = "new:", "with", "gone", "rows:"
ADD, MORE, DROP, FORK, CALLED = "add", "more", "drop", "fork", "called:"
ADD_NAMED = f"{ADD}:"
MOST_ROWS = 60
MOST_NAMES = 120
LONGEST_COUNT = 4


class Misnamed(Struct, frozen=True):
    """A name that cannot be given: what was typed, and what is wrong with it."""

    typed: str
    problem: Problem


class Grown(Struct, frozen=True):
    """Data after the buttons of a form: where something was added, and the names that could not be given.

    ``misnamed`` has them by the name of their field. ``was`` has the old path of what got another name.
    """

    data: Table
    at: Path = ()
    misnamed: dict[str, Misnamed] = {}
    was: dict[Path, Path] = {}


def last(sent: Sequence[str]) -> str:
    """Return what was sent for a name: of several the last."""
    return sent[-1] if sent else ""


def changes_shape(typed: Typed) -> bool:
    """Tell whether a form was sent to have something added or taken out, and not to be looked through."""
    named = any(name.startswith(ADD_NAMED) and last(sent).strip() for name, sent in typed.items())
    return named or any(last(typed.get(button, ())) for button in (ADD, MORE, DROP, FORK))


# What a form says of its own shape


def as_shaped(data: Table, base: Table, typed: Typed) -> Table:
    """Return the data with all that the form had more, without what it had less."""
    there, gone = set(typed.get(WITH, ())), set(typed.get(GONE, ()))
    for joint in joints(data):
        name = shown(joint.path)
        if len(joint.path) > 1 and at(data, joint.path[:-1]) is None:
            continue  # gone with what it stood in
        if joint.kind == "rows":
            data = _as_many_rows(data, joint, last(typed.get(ROWS + name, ())))
        elif joint.kind == "part":
            if name in there and not joint.there:
                data = put(data, joint.path, _fresh(data, base, joint.path))
            elif name in gone and joint.there:
                data = taken(data, joint.path)
        else:
            more = [one for one in dict.fromkeys(typed.get(NEW + name, ())) if one not in joint.names]
            for one in more[: MOST_NAMES - len(joint.names)]:
                data = put(data, (*joint.path, one), _fresh(data, base, (*joint.path, one)))
            for path in [(*joint.path, one) for one in joint.names]:
                data = taken(data, path) if shown(path) in gone else data
    return data


def _as_many_rows(data: Table, joint: Joint, wanted: str) -> Table:
    """Return the data with as many rows in a list as the form showed: copies of its last, or fewer."""
    if not wanted.isdecimal():
        return data
    count = min(int(wanted[:LONGEST_COUNT]), MOST_ROWS)
    held = at(data, joint.path)
    rows = list(held) if isinstance(held, (list, tuple)) else []
    if count == len(rows):
        return data
    another = rows[-1] if rows else _fresh(data, {}, (*joint.path, 0))
    return put(data, joint.path, [*rows[:count], *([another] * (count - len(rows)))])


def _fresh(data: Table, base: Table, path: Path) -> object:
    """Return what stands in what is added: the same as in the rules that are changed, or nothing yet."""
    before = at(base, path)
    return blank(type_at(path, data)) if before is None else before


def marks(data: Table, *before: Table) -> Iterator[tuple[str, str, str]]:
    """Yield what a form has to say of its shape: section, name, value.

    ``before`` is the data that it is put together from, the rules of the campaign the first.
    """
    olds = [{joint.path: joint for joint in joints(old)} for old in before]
    for joint in joints(data):
        held = [old[joint.path] for old in olds if joint.path in old]
        first = held[0] if held and joint.path in olds[0] else None
        for name, value in _marks_of(joint, first, held):
            yield str(joint.path[0]), name, value


def _marks_of(joint: Joint, first: Joint | None, held: Sequence[Joint]) -> Iterator[tuple[str, str]]:
    name = shown(joint.path)
    if joint.kind == "rows":
        if joint.count or first is None or first.count:
            yield ROWS + name, str(joint.count)
    elif joint.kind == "part":
        if joint.there and (first is None or not first.there):
            yield WITH, name
        elif not joint.there and len(joint.path) > 1 and any(one.there for one in held):
            yield GONE, name
    else:
        known = first.names if first is not None else ()
        yield from ((NEW + name, one) for one in joint.names if one not in known)
        if not _holds_entries(joint.path):
            names = dict.fromkeys(one for old in held for one in old.names)
            yield from ((GONE, shown((*joint.path, one))) for one in names if one not in joint.names)


def _holds_entries(path: Path) -> bool:
    return len(path) == 1 and is_entries(str(path[0]))


# Buttons


def grown(data: Table, known: Sequence[Table], typed: Typed) -> Grown:
    """Return the data as the buttons of a form changed it; ``known`` are the rules changed, and any before.

    First goes what was to go, then comes what is added, and last what was given another name. Where a field
    forks, only the fields of its kind come.
    """
    data = _dropped(data, last(typed.get(DROP, ())))
    where: Path = ()
    button, more = last(typed.get(ADD, ())), last(typed.get(MORE, ()))
    for joint in joints(data):
        name = shown(joint.path)
        if joint.kind == "part" and name == button and not joint.there:
            data, where = put(data, joint.path, _fresh(data, known[0], joint.path)), joint.path
        elif joint.kind == "rows" and name in (button, more) and joint.count < MOST_ROWS:
            data = _as_many_rows(data, joint, str(joint.count + 1))
            where = (*joint.path, joint.count) if joint.count == 0 else where
    fork = last(typed.get(FORK, ()))
    where = next((spot.path[:-1] for spot in spots(data) if spot.forks and shown(spot.path) == fork), where)
    return _called(_named(data, known, typed, where), known, typed)


def _dropped(data: Table, drop: str) -> Table:
    """Return the data without what a button names: a row, a part, or an item of a dictionary."""
    for joint in joints(data) if drop else ():
        if joint.kind == "part" and joint.there and shown(joint.path) == drop:
            return taken(data, joint.path)
        for path in _items(joint):
            if shown(path) != drop:
                continue
            held = at(data, joint.path)
            if isinstance(held, (list, tuple)):
                return put(data, joint.path, [one for index, one in enumerate(held) if index != path[-1]])
            return taken(data, path)
    return data


def _items(joint: Joint) -> Iterable[Path]:
    below: Iterable[str | int] = joint.names if joint.kind == "named" else range(joint.count)
    return [(*joint.path, one) for one in below]


def _named(data: Table, known: Sequence[Table], typed: Typed, where: Path) -> Grown:
    """Return the data with an item for each name that was typed where one can be added."""
    misnamed: dict[str, Misnamed] = {}
    for joint in joints(data):
        field = ADD_NAMED + shown(joint.path)
        said = last(typed.get(field, ()))
        name = tidied(said)
        if joint.kind != "named" or not name:
            continue
        wrong = _no_name(name, joint.path, data, known)
        if wrong is None:
            where = (*joint.path, name)
            data = put(data, where, _fresh(data, known[0], where))
        else:
            misnamed[field] = Misnamed(said, wrong)
    return Grown(data, where, misnamed)


def _called(so_far: Grown, known: Sequence[Table], typed: Typed) -> Grown:
    """Return the data with the other names that were typed for what is new in the form."""
    data, where, misnamed = so_far.data, so_far.at, dict(so_far.misnamed)
    was: dict[Path, Path] = {}
    for joint in joints(data):
        for old in typed.get(NEW + shown(joint.path), ()) if joint.kind == "named" else ():
            path = (*joint.path, old)
            field = CALLED + shown(path)
            if field not in typed or old not in joint.names:
                continue
            said = last(typed[field])
            name = tidied(said)
            if name == old:
                continue
            wrong = _no_name(name, joint.path, taken(data, path), known)
            if wrong is None:
                data = renamed(data, path, name)
                was[*joint.path, name] = path
                where = (*joint.path, name, *where[len(path) :]) if where[: len(path)] == path else where
            else:
                misnamed[field] = Misnamed(said, wrong)
    return Grown(data, where, misnamed, was)


def _no_name(name: str, path: Path, data: Table, known: Sequence[Table]) -> Problem | None:
    """Return why an item of a dictionary cannot be called so, if it cannot."""
    here = shown((*path, name))
    if not name or len(name) > LONGEST_NAME:
        hint = f"1 to {LONGEST_NAME} characters"
        return Problem("", 0, 0, here, "it needs a name" if not name else "the name is too long", hint)
    held = at(data, path)
    names = list(held) if isinstance(held, dict) else []
    taken_by = next((one for one in names if one.casefold() == name.casefold()), None)
    if taken_by is not None:
        return Problem("", 0, 0, here, f"there is {taken_by!r} already", "give it another name")
    if _holds_entries(path) and any(at(one, (*path, name)) is not None for one in known):
        return Problem(
            "", 0, 0, here, f"{name!r} is there and left out", "play with it again, or say another name"
        )
    return None
