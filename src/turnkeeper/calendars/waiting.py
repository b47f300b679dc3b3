"""Events that wait for other events: none may wait for itself, nor hang on too many others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from turnkeeper.calendars.conditions import AfterEvent, CalendarEvent, Condition, Several
from turnkeeper.rules.problems import Fault, Path

MOST_WEIGHT = 2_000
MOST_DEEP = 80


def parts_of(when: Condition, path: Path = ()) -> Iterator[tuple[Path, Condition]]:
    """Yield a condition and all conditions in it, with their paths."""
    yield path, when
    if isinstance(when, Several):
        for place, one in enumerate(when.of):
            yield from parts_of(one, (*path, "of", place))


def waiting_faults(events: Sequence[CalendarEvent], at: Path) -> Iterator[Fault]:
    """Yield a fault for each event that waits for itself, perhaps by way of others, or for too much.

    An event weighs as much as its conditions and the events that they name, each time that they name it.
    """
    parts: dict[str, list[tuple[Path, Condition]]] = {}
    for one in events:
        parts.setdefault(one.name, []).extend(parts_of(one.when))
    waits = {
        name: Counter(one.event for _, one in found if isinstance(one, AfterEvent) and one.event in parts)
        for name, found in parts.items()
    }
    order = _without_circles(waits)
    weights: dict[str, int] = {}
    deep: dict[str, int] = {}
    for name in order:
        weights[name] = len(parts[name]) + sum(weights[one] * many for one, many in waits[name].items())
        weights[name] = min(weights[name], 2 * MOST_WEIGHT)
        inside = max(len(path) // 2 for path, _ in parts[name]) + 1
        deep[name] = inside + max((deep[one] for one in waits[name]), default=0)
    circles = set(_in_circles({name: set(those) for name, those in waits.items() if name not in weights}))
    for index, one in enumerate(events):
        path: Path = (*at, index, "when")
        said = repr(one.name[:40])
        if one.name in circles:
            yield Fault(path, f"{said} waits for itself", "another event, or a date")
        elif weights.get(one.name, 0) > MOST_WEIGHT or deep.get(one.name, 0) > MOST_DEEP:
            yield Fault(path, f"{said} hangs on too many conditions and other events", "fewer of them")


def _without_circles(waits: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Return the names that wait for none in a circle, each after all that it waits for."""
    left = {name: len(those) for name, those in waits.items()}
    behind: dict[str, list[str]] = {}
    for name, those in waits.items():
        for one in those:
            behind.setdefault(one, []).append(name)
    found = [name for name, count in left.items() if not count]
    for name in found:
        for one in behind.get(name, ()):
            left[one] -= 1
            if not left[one]:
                found.append(one)
    return found


def _in_circles(waits: dict[str, set[str]]) -> Iterator[str]:
    """Yield the names that wait for themselves."""
    waited = Counter(one for those in waits.values() for one in those)
    outside = [name for name in waits if not waited[name]]
    for name in outside:
        for one in waits.pop(name):
            waited[one] -= 1
            if one in waits and not waited[one]:
                outside.append(one)
    for name, those in waits.items():
        reached, waiting = set[str](), [*those]
        while waiting and name not in reached:
            one = waiting.pop()
            if one not in reached:
                reached.add(one)
                waiting += waits.get(one, ())
        if name in reached:
            yield name
