"""Encounter distance: the dice for it in this scene, and its text in feet or yards."""

from __future__ import annotations

from typing import Protocol

from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play.clock import cases
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.event import Rolled, State
from turnkeeper.play.kernel.scene import scene_of
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.people import Distance
from turnkeeper.time import Duration, Instant

FEET_IN_A_YARD = 3
LET_COME, SURPRISED, THROW_SURPRISE = "let-come", "surprised", "throw-surprise"
"""The commands that go by how far away a thing is that does not come closer by itself."""


class Away(Protocol):
    """Something at a distance in feet: given in yards or not, known to be coming or ``still``."""

    @property
    def feet(self) -> int | None: ...  # noqa: D102 - said above

    @property
    def yards(self) -> bool: ...  # noqa: D102

    @property
    def still(self) -> bool: ...  # noqa: D102


def here(decision: Decision) -> Distance | None:
    """Return the rule of encounter distance in this scene, if the rule set has one."""
    found, rules = _of_scene(decision.state, decision.book), decision.book.set.encounters
    if found is None or rules is None or found is not rules.open:
        return found
    case = cases.fitting(decision.state, decision.book, rules.cases, "dice", decision.at)
    return found if case is None else replace(found, dice=case.dice)


def _of_scene(state: State, book: Rulebook) -> Distance | None:
    scene, rules = scene_of(state, book), book.set.encounters
    if scene is None or rules is None:
        return None
    if scene.rooms:
        return rules.corridor
    return rules.open if scene.outdoors else None


def throw(decision: Decision, away: Distance, dice: str) -> tuple[int | None, Rolled]:
    """Throw for a distance; return it in feet, and the throw."""
    matters_to = None if away.coming else (LET_COME, SURPRISED, THROW_SURPRISE)
    answer, rolled = decision.roll(Throw("encounter distance", dice, (), away.rule.id, matters_to))
    if answer.total is None:
        return None, rolled
    return answer.total * (FEET_IN_A_YARD if away.unit == "yd" else 1), rolled


def reaches(decision: Decision, feet: int) -> Instant:
    """Return when what comes closer from a distance is there; at once, where no rate is given."""
    rules = decision.book.set.encounters
    approach = None if rules is None else rules.approach
    if approach is None:
        return decision.at
    return decision.at + Duration(-(-feet * decision.book.duration(approach.each).ms // approach.feet))


def rule_of_approach(decision: Decision) -> str:
    """Return the id of the rule by which things come closer; empty where there is none."""
    rules = decision.book.set.encounters
    return "" if rules is None or rules.approach is None else rules.approach.rule.id


def say(away: Away) -> str:
    """Return a distance as text; empty where it is not known."""
    if away.feet is None:
        return ""
    if not away.feet:
        return "here"
    said = f"{away.feet // FEET_IN_A_YARD} yd away" if away.yards else f"{away.feet} ft away"
    return said if away.still else f"{said} and coming"


def surprise_changes_here(state: State, book: Rulebook) -> bool:
    """Return whether surprise changes the distance of an encounter where the party is."""
    found = _of_scene(state, book)
    return found is not None and bool(found.surprised)


def surprise_changes(book: Rulebook) -> bool:
    """Return whether surprise changes the distance of an encounter anywhere."""
    rules = book.set.encounters
    distances = () if rules is None else (rules.corridor, rules.open)
    return any(one is not None and bool(one.surprised) for one in distances)
