"""Names: whatever an entry refers to exists, and every cite is of a rule in the register, with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.rules.checking.options import cited_in_changes
from turnkeeper.rules.model.cite import BY_CLAIM, Cite
from turnkeeper.rules.model.conduct import Activity
from turnkeeper.rules.model.ground import LONGEST_NAME, is_id
from turnkeeper.rules.model.lights import LightKind
from turnkeeper.rules.model.orders import OrderByTests
from turnkeeper.rules.model.people import Reaction, Traps
from turnkeeper.rules.model.procedures import (
    AskReferee,
    BeginActivity,
    Choice,
    EndTimer,
    Entry,
    Note,
    Procedure,
    RollTable,
    StartTimer,
    TickLight,
)
from turnkeeper.rules.model.trackers import Budget, Interval, Threshold
from turnkeeper.rules.reading.problems import Fault, did_you_mean
from turnkeeper.rules.reading.shape import SECTIONS
from turnkeeper.spelling import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from msgspec import Struct

    from turnkeeper.rules.model.ground import Ground
    from turnkeeper.rules.reading.problems import Path

_CLAIMS = {origin: claim for claim, origin in enumerate(BY_CLAIM)}
_NEEDS_TEXT: dict[type, tuple[str, ...]] = {
    Note: ("text",),
    StartTimer: ("timer",),
    EndTimer: ("timer",),
    Choice: ("name",),
    AskReferee: ("question",),
    Entry: ("name",),
    Procedure: ("name",),
    Threshold: ("name",),
    Budget: ("name",),
    Interval: ("name",),
}


def name_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of names, references and cites."""
    yield from _about(ground)
    for section in SECTIONS:
        if section != "options":  # their names are ids
            yield from _section(ground, section)
    for path, part in ground.parts:
        yield from _references(part, path, ground)
        yield from _texts(part, path)
        if isinstance(part, Cite):
            yield from _cite(part, path, ground)
    yield from _start(ground)
    yield from _attributes(ground)
    yield from _keywords(ground)
    yield from _sayings(ground)
    yield from _register(ground)


# Names that are given


def _about(ground: Ground) -> Iterator[Fault]:
    if "ruleset" in ground.lost:
        return
    about = ground.rules.ruleset
    if not is_id(about.id):
        message = f"{about.id[:60]!r} is no id"
        yield Fault(("ruleset", "id"), message, "small letters, digits and hyphens, such as my-table")
    if not about.name.strip():
        yield Fault(("ruleset", "name"), "the name is blank")


def _section(ground: Ground, section: str) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for name in ground.names[section]:
        path: Path = (section, name)
        if not name.strip() or name != name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            hint = f"1 to {LONGEST_NAME} characters, without spaces around them"
            yield Fault(path, f"{name[:LONGEST_NAME]!r} is no name", hint, at_key=True)
        elif name.casefold() in seen:
            message = f"{name!r} differs from {seen[name.casefold()]!r} by capitals only"
            yield Fault(path, message, "names are compared without capitals", at_key=True)
        seen.setdefault(name.casefold(), name)


def _texts(part: Struct, path: Path) -> Iterator[Fault]:
    for field in _NEEDS_TEXT.get(type(part), ()):
        if not getattr(part, field).strip():
            yield Fault((*path, field), f"the {field} is blank", "say it in a few words")


def _sayings(ground: Ground) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for name, activity in ground.rules.activities.items():
        for index, say in enumerate(activity.says):
            path: Path = ("activities", name, "says", index)
            words = " ".join(say.casefold().split())
            if not words or words != say:
                yield Fault(path, f"{say[:60]!r} cannot be said", "words in small letters, one space between")
            elif words in seen:
                message = f"{say!r} means {seen[words]!r} already"
                yield Fault(path, message, "each activity has words of its own")
            seen.setdefault(words, name)


# Names that are referred to


def _references(part: Struct, path: Path, ground: Ground) -> Iterator[Fault]:
    match part:
        case RollTable(table=name) | Reaction(table=name):
            yield from _known(name, (*path, "table"), "table", ground.names["tables"])
        case Procedure():
            yield from _procedure(part, path, ground)
        case Activity():
            yield from _scenes(part.scenes, (*path, "scenes"), ground)
        case LightKind():
            for scene in part.burns_in:
                below = (*path, "burns_in", scene)
                yield from _known(scene, below, "scene", ground.names["scenes"], at_key=True)
        case TickLight():
            for index, kind in enumerate(part.kinds):
                yield from _known(kind, (*path, "kinds", index), "light", ground.names["lights"])
        case BeginActivity():
            yield from _begins(part, path, ground)
        case _:
            return


def _procedure(part: Procedure, path: Path, ground: Ground) -> Iterator[Fault]:
    if part.table:
        yield from _known(part.table, (*path, "table"), "table", ground.names["tables"])
    elif not part.do:
        yield Fault(path, "nothing comes of it", 'say table = "..." or do = [...]')
    yield from _scenes(part.scenes, (*path, "scenes"), ground)
    if not part.scenes:
        yield Fault((*path, "scenes"), "it is checked in no scene", "name one scene at least")
    if not part.every and not part.at and not part.also_on:
        yield Fault(path, "nothing brings it about", 'say every = "1 turn" or also_on = ["loud"]')


def _known(
    name: str, path: Path, what: str, names: Iterable[str], *, at_key: bool = False
) -> Iterator[Fault]:
    known = list(names)
    if name not in known:
        hint = did_you_mean(name, known)
        yield Fault(path, f"there is no {what} {name[:LONGEST_NAME]!r}", hint, at_key=at_key)


def _scenes(scenes: tuple[str, ...], path: Path, ground: Ground) -> Iterator[Fault]:
    for index, scene in enumerate(scenes):
        yield from _known(scene, (*path, index), "scene", ground.names["scenes"])


def _begins(part: BeginActivity, path: Path, ground: Ground) -> Iterator[Fault]:
    yield from _known(part.activity, (*path, "activity"), "activity", ground.names["activities"])
    activity = ground.rules.activities.get(part.activity)
    if activity is None:
        return
    if activity.asks_length and not part.takes:
        yield Fault(path, f"{part.activity} must be told how long", 'say takes = "1 turn"')
    if part.takes and not activity.asks_length:
        message = f"{part.activity} does not ask how long"
        yield Fault((*path, "takes"), message, "leave takes out")


def _start(ground: Ground) -> Iterator[Fault]:
    if not ground.names["scenes"] and "scenes" not in ground.lost:
        yield Fault(("scenes",), "there is no scene to play in", 'such as [scenes.dungeon], step = "1 turn"')
    first: list[str] = []
    for name, scene in ground.rules.scenes.items():
        if scene.start and first:
            message = f"a campaign begins in {first[0]!r} already"
            yield Fault(("scenes", name, "start"), message, "one scene has start = true")
        first += [name] if scene.start else []
        if scene.rooms_rule is not None and not scene.rooms:
            yield Fault(("scenes", name, "rooms_rule"), "this scene has no rooms", "say rooms = true")


def _attributes(ground: Ground) -> Iterator[Fault]:
    if "characters" in ground.lost:
        return
    characters = ground.rules.characters
    seen: set[str] = set()
    for index, name in enumerate(characters.attributes):
        if name in seen:
            yield Fault(
                ("characters", "attributes", index), f"{name!r} is named twice", "keep one of the two"
            )
        seen.add(name)
    if characters.slots:
        yield from _known(characters.slots, ("characters", "slots"), "attribute", characters.attributes)
    for path, part in ground.parts:
        if isinstance(part, OrderByTests | Traps):
            yield from _known(part.attribute, (*path, "attribute"), "attribute", characters.attributes)


def _keywords(ground: Ground) -> Iterator[Fault]:
    """Yield keywords that nothing causes, and causes that look like a keyword mistyped."""
    if {"activities", "fight", "procedures"} & ground.lost:
        return
    rules = ground.rules
    caused: list[tuple[Path, tuple[str, ...]]] = [
        (("activities", name), activity.causes) for name, activity in rules.activities.items()
    ]
    caused += [(("fight",), rules.fight.causes)] if rules.fight is not None else []
    words = dict.fromkeys(word for _, causes in caused for word in causes)
    heard = dict.fromkeys(word for procedure in rules.procedures.values() for word in procedure.also_on)
    for name, procedure in rules.procedures.items():
        for index, word in enumerate(procedure.also_on):
            if word not in words:
                hint = did_you_mean(word, words)
                yield Fault(("procedures", name, "also_on", index), f"nothing causes {word[:60]!r}", hint)
    for owner, causes in caused:
        for index, word in enumerate(causes):
            meant = nearest(word, heard) if word not in heard else None
            if meant is not None and meant in words:
                yield Fault(
                    (*owner, "causes", index), f"nothing listens to {word!r}", f'did you mean "{meant}"?'
                )


# Cites and the register


def _cite(cite: Cite, path: Path, ground: Ground) -> Iterator[Fault]:
    if cite.origin == "house" and not cite.why.strip():
        yield Fault((*path, "why"), "a house rule says why", 'add why = "..."')
    if "register" in ground.lost:
        return
    yield from _known(cite.id, (*path, "id"), "rule", ground.names["register"])
    entry = ground.rules.register.get(cite.id)
    # A base may claim more of a rule than a difference leaves of it.
    if entry is not None and not ground.based and _CLAIMS[cite.origin] < _CLAIMS[entry.origin]:
        message = f"{cite.id} is {entry.origin} in the register, not {cite.origin}"
        yield Fault((*path, "origin"), message, f'say origin = "{entry.origin}"')


def _register(ground: Ground) -> Iterator[Fault]:
    complete = not ground.lost and not ground.based
    cited = {part.id for _, part in ground.parts if isinstance(part, Cite)}
    cited |= cited_in_changes(ground.rules)
    for name, entry in ground.rules.register.items():
        path: Path = ("register", name)
        if not entry.says.strip():
            yield Fault((*path, "says"), "says is blank", "state the rule in your own words")
        if entry.origin == "house" and not entry.why.strip():
            yield Fault((*path, "why"), "a house rule says why", 'add why = "..."')
        if complete and name not in cited and not entry.engine:
            hint = "cite it where it is carried out, or say engine = true"
            yield Fault(path, "no entry cites this rule", hint, at_key=True)
