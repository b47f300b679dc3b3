"""Names: each is given once, what refers to an entry fits it, every cite is of the register with its reason.

That a name exists at all is declared with its type and checked in `values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.rules.checking.ground import sections
from turnkeeper.rules.model.cite import BY_CLAIM, Cite
from turnkeeper.rules.model.procedures import BeginActivity, Procedure
from turnkeeper.rules.problems import Fault, did_you_mean
from turnkeeper.spelling import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.checking.ground import Ground
    from turnkeeper.rules.model.ruleset import RuleSet
    from turnkeeper.rules.problems import Path

_CLAIMS = {origin: claim for claim, origin in enumerate(BY_CLAIM)}


def name_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of names, of references to entries, and of cites."""
    for section in sections():
        yield from _section(ground, section)
    for path, part in ground.parts:
        match part:
            case Cite():
                yield from _cite(part, path, ground)
            case Procedure():
                yield from _procedure(part, path)
            case BeginActivity():
                yield from _begins(part, path, ground)
            case _:
                pass
    yield from _start(ground)
    yield from _keywords(ground)
    yield from _sayings(ground)
    yield from _register(ground)
    yield from _options(ground)


# Names that are given


def _section(ground: Ground, section: str) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for name in ground.names[section]:
        path: Path = (section, name)
        if name.casefold() in seen:
            message = f"{name!r} differs from {seen[name.casefold()]!r} by capitals only"
            yield Fault(path, message, "names are compared without capitals", at_key=True)
        seen.setdefault(name.casefold(), name)


def _sayings(ground: Ground) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for name, activity in ground.rules.activities.items():
        for index, say in enumerate(activity.says):
            path: Path = ("activities", name, "says", index)
            if say in seen:
                message = f"{say!r} means {seen[say]!r} already"
                yield Fault(path, message, "each activity has words of its own")
            seen.setdefault(say, name)


# Names that are referred to


def _procedure(part: Procedure, path: Path) -> Iterator[Fault]:
    if not part.table and not part.do:
        yield Fault(path, "nothing comes of it", 'say table = "..." or do = [...]')
    if not part.every and not part.at and not part.also_on:
        yield Fault(path, "nothing brings it about", 'say every = "1 turn" or also_on = ["loud"]')


def _begins(part: BeginActivity, path: Path, ground: Ground) -> Iterator[Fault]:
    activity = ground.rules.activities.get(part.activity)
    if activity is None:
        return
    if activity.asks_length and not part.takes:
        yield Fault(path, f"{part.activity} must be told how long", 'say takes = "1 turn"')
    if part.takes and not activity.asks_length:
        message = f"{part.activity} does not ask how long"
        yield Fault((*path, "takes"), message, "leave takes out")


def _start(ground: Ground) -> Iterator[Fault]:
    first: list[str] = []
    for name, scene in ground.rules.scenes.items():
        if scene.start and first:
            message = f"a campaign begins in {first[0]!r} already"
            yield Fault(("scenes", name, "start"), message, "one scene has start = true")
        first += [name] if scene.start else []
        if scene.rooms_rule is not None and not scene.rooms:
            yield Fault(("scenes", name, "rooms_rule"), "this scene has no rooms", "say rooms = true")


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
    if "register" in ground.lost:
        return
    entry = ground.rules.register.get(cite.id)
    # A base may claim more of a rule than a difference leaves of it.
    if entry is not None and not ground.based and _CLAIMS[cite.origin] < _CLAIMS[entry.origin]:
        message = f"{cite.id} is {entry.origin} in the register, not {cite.origin}"
        yield Fault((*path, "origin"), message, f'say origin = "{entry.origin}"')


def _register(ground: Ground) -> Iterator[Fault]:
    complete = not ground.lost and not ground.based
    cited = {part.id for _, part in ground.parts if isinstance(part, Cite)}
    cited |= _cited_in_changes(ground.rules)
    for name, entry in ground.rules.register.items():
        path: Path = ("register", name)
        if complete and name not in cited and not entry.engine:
            hint = "cite it where it is carried out, or say engine = true"
            yield Fault(path, "no entry cites this rule", hint, at_key=True)


# Options


def _options(ground: Ground) -> Iterator[Fault]:
    """Yield the options that change nothing; the changes of one are checked where they have been made."""
    on = ground.rules.ruleset.options
    for name, option in ground.rules.options.items():
        path: Path = ("options", name)
        if not (option.changes or option.remove or name in on or "ruleset" in ground.lost):
            hint = f"say what, under [options.{name[:60]}.changes]"
            yield Fault(path, "it changes nothing", hint, at_key=True)


def _cited_in_changes(rules: RuleSet) -> set[str]:
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
