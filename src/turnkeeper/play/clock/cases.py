"""Which of a rule set's cases fits: by the party's scene, its country, the level of the place, the time.

Country is that of the map in use; without one, no case that names country fits. This module must not know
what a case is for.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from turnkeeper.play.kernel.essence import Outlook
from turnkeeper.play.kernel.event import State
from turnkeeper.play.kernel.scene import country_here
from turnkeeper.play.sky import seasons
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.cases import Case, Says
from turnkeeper.rules.model.procedures import band
from turnkeeper.time import ORIGIN, Instant


def fitting(state: State, book: Rulebook, cases: Iterable[Case], says: Says, at: Instant) -> Case | None:
    """Return the first of some cases that fits at an instant and says a thing; ``None`` where none does."""
    return next((one for one in cases if one.says(says) and fits(state, book, one, at)), None)


def difficulty(state: State, book: Rulebook, cases: Iterable[Case], at: Instant) -> int | None:
    """Return the target of a check in the circumstances; ``None`` where no case fits."""
    case = fitting(state, book, cases, "against", at)
    return None if case is None else case.against


def fits(state: State, book: Rulebook, case: Case, at: Instant) -> bool:
    """Return whether all that a case says holds."""
    level = level_here(state, book, at) if case.levels else None
    return (
        (not case.scenes or state.place.scene in case.scenes)
        and (not case.terrain or country_here(state, book) in case.terrain)
        and (not case.levels or (level is not None and band(case.levels).holds(level)))
        and (not case.between or _between(state, book, case.between, at))
    )


def level_here(state: State, book: Rulebook, at: Instant | None = None) -> int | None:
    """Return the level of the place: as said, else the usual one; in the dark at least that of the dark."""
    level, dangers = state.place.own.level, book.set.dangers.values()
    if level is None:
        level = next((one.level for one in dangers if one.usual), None)
    dark = next((one.level for one in dangers if one.dark), None)
    if dark is None or seasons.is_light(state, book, at):
        return level
    return dark if level is None else max(level, dark)


def danger_here(state: State, book: Rulebook) -> str:
    """Return the word for how dangerous the place is; empty where the rule set has none for it."""
    level = level_here(state, book)
    return next((name for name, one in book.set.dangers.items() if one.level == level), "")


def essence(seen: Outlook) -> Hashable:
    """Return the time of day, where a case of the rule set goes by it; the rest is in other mechanisms."""
    rules = seen.book.set
    tried = (case for one in rules.activities.values() if one.trial for case in one.trial.against)
    holders = (rules.encounters, rules.navigation, *rules.procedures.values())
    others = (case for one in holders if one is not None for case in one.cases)
    timed = any(case.between for case in (*others, *tried))
    return seen.phase(ORIGIN, seen.book.scale.day) if timed else None


def _between(state: State, book: Rulebook, between: tuple[str, ...], at: Instant) -> bool:
    """Return whether it is from the first of two times of day until before the second."""
    marks, since_midnight = seasons.times(state, book, at), at - book.scale.start_of("day", at)
    first, second = (marks[name] for name in between[:2])
    if first <= second:
        return first <= since_midnight < second
    return since_midnight >= first or since_midnight < second
