"""Names: each is given once, what refers to an entry fits it, every cite is of the register with its reason.

That a name exists at all is declared with its type and checked in `values`.
"""

from __future__ import annotations

from collections.abc import Iterator

from turnkeeper.rules.checking.ground import Ground, PartChecks, only_one, said_twice, sections
from turnkeeper.rules.model.cite import BY_CLAIM, Cite, cited_in
from turnkeeper.rules.model.conduct import SceneKind
from turnkeeper.rules.model.procedures import BeginActivity, Procedure
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import Fault, Path, did_you_mean
from turnkeeper.spelling import nearest

CHECKS = PartChecks()
_CLAIMS = {origin: claim for claim, origin in enumerate(BY_CLAIM)}


# Names that are given


@CHECKS.of(RuleSet)
def _capitals(_rules: RuleSet, _path: Path, ground: Ground) -> Iterator[Fault]:
    for section in sections():
        seen: dict[str, str] = {}
        for name in ground.names[section]:
            if name.casefold() in seen:
                message = f"{name!r} differs from {seen[name.casefold()]!r} by capitals only"
                yield Fault((section, name), message, "names are compared without capitals", at_key=True)
            seen.setdefault(name.casefold(), name)


@CHECKS.of(RuleSet)
def _sayings(rules: RuleSet, _path: Path, _ground: Ground) -> Iterator[Fault]:
    said: list[tuple[Path, str, str]] = [
        (("activities", name, "says", index), word, name)
        for name, activity in rules.activities.items()
        for index, word in enumerate(activity.says)
    ]
    yield from said_twice(said, "each activity has words of its own")


# Names that are referred to


@CHECKS.of(Procedure)
def _procedure(part: Procedure, path: Path, _ground: Ground) -> Iterator[Fault]:
    if not part.table and not part.do:
        yield Fault(path, "nothing comes of it", 'say table = "..." or do = [...]')
    if not part.every and not part.at and not part.also_on:
        yield Fault(path, "nothing brings it about", 'say every = "1 turn" or also_on = ["loud"]')


@CHECKS.of(BeginActivity)
def _begins(part: BeginActivity, path: Path, ground: Ground) -> Iterator[Fault]:
    activity = ground.rules.activities.get(part.activity)
    if activity is None:
        return
    if activity.asks_length and not part.takes:
        yield Fault(path, f"{part.activity} must be told how long", 'say takes = "1 turn"')
    if part.takes and not (activity.asks_length or activity.longer):
        message = f"{part.activity} does not ask how long"
        yield Fault((*path, "takes"), message, "leave takes out")


@CHECKS.of(SceneKind)
def _rooms(part: SceneKind, path: Path, _ground: Ground) -> Iterator[Fault]:
    if part.rooms_rule is not None and not part.rooms:
        yield Fault((*path, "rooms_rule"), "this scene has no rooms", "say rooms = true")


@CHECKS.of(RuleSet)
def _start(rules: RuleSet, _path: Path, _ground: Ground) -> Iterator[Fault]:
    message = "a campaign begins in {!r} already"
    yield from only_one(rules.scenes, ("scenes", "start"), message, "one scene has start = true")


@CHECKS.of(RuleSet)
def _keywords(rules: RuleSet, _path: Path, ground: Ground) -> Iterator[Fault]:
    """Yield keywords that nothing causes, and causes that look like a keyword mistyped."""
    if {"activities", "fight", "procedures"} & ground.lost:
        return
    caused: list[tuple[Path, tuple[str, ...]]] = [
        (("activities", name, "causes"), activity.causes) for name, activity in rules.activities.items()
    ]
    if rules.fight is not None:
        caused += [(("fight", "causes", when), words) for when, words in rules.fight.causes.items()]
    words = dict.fromkeys(word for _, causes in caused for word in causes)
    heard = dict.fromkeys(word for procedure in rules.procedures.values() for word in procedure.also_on)
    for name, procedure in rules.procedures.items():
        for index, word in enumerate(procedure.also_on):
            if word not in words:
                hint = (
                    did_you_mean(word, words)
                    if words
                    else "say it under causes, of an activity or of the fight"
                )
                yield Fault(("procedures", name, "also_on", index), f"nothing causes {word[:60]!r}", hint)
    for owner, causes in caused:
        for index, word in enumerate(causes):
            meant = nearest(word, heard) if word not in heard else None
            if meant is not None and meant in words:
                yield Fault((*owner, index), f"nothing listens to {word!r}", f'did you mean "{meant}"?')


# Cites and the register


@CHECKS.of(Cite)
def _cite(cite: Cite, path: Path, ground: Ground) -> Iterator[Fault]:
    if "register" in ground.lost:
        return
    entry = ground.rules.register.get(cite.id)
    # A base may claim more of a rule than a difference leaves of it.
    if entry is not None and not ground.based and _CLAIMS[cite.origin] < _CLAIMS[entry.origin]:
        message = f"{cite.id} is {entry.origin} in the register, not {cite.origin}"
        yield Fault((*path, "origin"), message, f'say origin = "{entry.origin}"')


@CHECKS.of(RuleSet)
def _register(rules: RuleSet, _path: Path, ground: Ground) -> Iterator[Fault]:
    if ground.lost or ground.based:
        return
    cited = {part.id for _, part in ground.held.of(Cite)}
    cited |= {rule for option in rules.options.values() for rule in cited_in(option.changes)}
    for name, entry in rules.register.items():
        if name not in cited and not entry.engine:
            hint = "cite it where it is carried out, or say engine = true"
            yield Fault(("register", name), "no entry cites this rule", hint, at_key=True)


@CHECKS.of(RuleSet)
def _options(rules: RuleSet, _path: Path, ground: Ground) -> Iterator[Fault]:
    """Yield the options that change nothing; the changes of one are checked where they have been made."""
    for name, option in rules.options.items():
        if not (option.changes or option.remove or name in rules.ruleset.options or "ruleset" in ground.lost):
            hint = f"say what, under [options.{name[:60]}.changes]"
            yield Fault(("options", name), "it changes nothing", hint, at_key=True)
