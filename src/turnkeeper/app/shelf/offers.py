"""What a form of house rules offers to add and to take out, in words, and where in an entry it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.app.shelf.adding import ADD_NAMED
from turnkeeper.app.shelf.form_parts import Joined, Offer
from turnkeeper.rules.problems import shown
from turnkeeper.rules.reading.fields import is_entries
from turnkeeper.rules.reading.joints import joints

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from turnkeeper.app.shelf.adding import Misnamed
    from turnkeeper.rules.problems import Path, Problem
    from turnkeeper.rules.reading.fields import FieldKind, Spot, Table
    from turnkeeper.rules.reading.joints import Joint

_ONE = {
    "times_of_day": "time of day",
    "scenes": "kind of scene",
    "paces": "way to move",
    "activities": "activity",
    "lights": "kind of light",
    "procedures": "check",
    "terrain": "class of country",
    "rituals": "kind of ritual",
    "weather": "kind of weather",
    "provisions": "thing that everybody needs",
    "vehicles": "vehicle",
    "uses": "item that it uses",
    "pays": "budget that it pays",
    "burns_in": "scene in which it burns otherwise",
    "found": "terrain",
    "by_pace": "pace",
    "weapons": "class of weapons",
    "recoveries": "recovery by name",
    "to": "action",
    "do": "thing that follows",
    "entries": "row",
}
"""What one of many is called, where that is not the name of all of them without its last letter."""
_IN_WORDS: dict[FieldKind, str] = {
    "dice": "Dice, such as 2d6.",
    "list": "One on each line.",
    "pairs": "Two numbers on each line, such as 9, -1.",
}


_NAMES = {
    "table": "tables",
    "veer": "tables",
    "activity": "activities",
    "weather": "weather",
    "tracker": "trackers",
    "attribute": "attributes",
    "otherwise": "races",
    "scenes": "scenes",
    "burns_in": "scenes",
    "seasons": "seasons",
    "kinds": "lights",
    "by_pace": "paces",
    "found": "terrain",
    "pays": "trackers",
}
"""Of which things a field, or a dictionary, holds names."""
MOST_NAMED = 12


def names_in(data: Table) -> dict[str, tuple[str, ...]]:
    """Return the names that fields of a rule set may hold, by what they are names of."""
    characters = data.get("characters")
    written = characters.get("attributes") if isinstance(characters, dict) else ()
    found = {"attributes": tuple(map(str, written if isinstance(written, (list, tuple)) else ()))}
    for section in dict.fromkeys(_NAMES.values()):
        held = data.get(section)
        if isinstance(held, dict):
            found[section] = tuple(map(str, held))
    return found


def named_in(name: str) -> str:
    """Return what a field or a dictionary of that name holds names of, if it does."""
    return _NAMES.get(name, "")


def one_of(name: str) -> str:
    """Return what one of the things of that name is called.

    >>> one_of("lights"), one_of("thresholds"), one_of("made_good")
    ('kind of light', 'threshold', 'made good')
    """
    return _ONE.get(name) or name.replace("_", " ").removesuffix("s")


def offer_of(
    joint: Joint, wrong: Mapping[str, tuple[Problem, ...]], misnamed: Mapping[str, Misnamed], beside: str = ""
) -> Offer:
    """Return the offer to add something at a joint; ``beside`` tells where, if not at its own part."""
    name, last = shown(joint.path), str(joint.path[-1])
    label = (last.replace("_", " ") if joint.kind == "part" else one_of(last)) + beside
    slip = misnamed.get(ADD_NAMED + name)
    known = named_in(last) if len(joint.path) > 1 else ""
    if slip is None:
        return Offer(name, joint.kind, label, joint.about, wrong=wrong.get(name, ()), names=known)
    return Offer(name, joint.kind, label, joint.about, slip.typed, (slip.problem,), known)


def joined(
    data: Table,
    fields: Sequence[Spot],
    wrong: Mapping[str, tuple[Problem, ...]],
    misnamed: Mapping[str, Misnamed],
) -> dict[str, Joined]:
    """Return what can be done to each part of the entries of some data, by the names of the parts."""
    groups = {shown(spot.path[:-1]) for spot in fields if spot.said or spot.required}
    found: dict[str, Joined] = {}
    for joint in joints(data):
        path = joint.path
        if len(path) == 1 and (joint.kind == "part" or is_entries(str(path[0]))):
            continue  # entries themselves
        for inner in _inside(joint):
            name = shown(inner)
            if len(inner) > 1:
                found[name] = _with(found.get(name), drop=name)
        if joint.kind == "rows" and joint.count:
            last = shown((*path, joint.count - 1))
            found[last] = _with(found.get(last), more=shown(path))
        if joint.kind == "named" or not (joint.there or joint.count):
            where, below = _place(joint, groups)
            offer = offer_of(joint, wrong, misnamed, below)
            found[where] = _with(found.get(where), offer=offer)
    return found


def _inside(joint: Joint) -> list[Path]:
    """Return the paths of what can be taken out at a joint."""
    if joint.kind == "part":
        return [joint.path] if joint.there else []
    if joint.kind == "named":
        return [(*joint.path, name) for name in joint.names]
    return [(*joint.path, index) for index in range(joint.count)]


def _place(joint: Joint, groups: set[str]) -> tuple[str, str]:
    """Return the part of an entry at which something can be added, and what to say besides."""
    path = joint.path
    depth = 2 if is_entries(str(path[0])) else 1
    if joint.leaves and shown(path) in groups:
        return shown(path), ""
    for length in range(len(path) - 1, depth, -1):
        if shown(path[:length]) in groups:
            return shown(path[:length]), _beside(path[length:-1])
    return shown(path[:depth]), _beside(path[depth:-1])


def _beside(path: Path) -> str:
    words = [str(part + 1) if isinstance(part, int) else part.replace("_", " ") for part in path]
    return f" ({', '.join(words)})" if words else ""


def _with(held: Joined | None, *, drop: str = "", more: str = "", offer: Offer | None = None) -> Joined:
    before = held or Joined()
    offers = before.offers if offer is None else (*before.offers, offer)
    return Joined(drop or before.drop, more or before.more, offers)


def as_typed(kind: FieldKind, units: Sequence[str], names: Sequence[str] = ()) -> str:
    """Return how something is typed, for whoever has nothing to go by: a length in a set's own units.

    >>> as_typed("duration", ["rounds", "turns", "days"])
    'A length in rounds, turns, days, such as 3 turns.'
    >>> as_typed("list", [], ["dungeon", "wilderness"])
    'One on each line: dungeon, wilderness.'
    """
    if kind == "duration" and units:
        return f"A length in {', '.join(units)}, such as 3 {units[(len(units) - 1) // 2]}."
    if kind == "list" and names:
        more = ", ..." if len(names) > MOST_NAMED else "."
        return f"One on each line: {', '.join(names[:MOST_NAMED])}{more}"
    return _IN_WORDS.get(kind, "")
