"""Each problem of a house file put where a person can mend it: beside its field, else at its entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app.shelf.citing import SAYS, WHY
from turnkeeper.rules.problems import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from turnkeeper.rules.reading.fields import Spot


class Placed(Struct, frozen=True):
    """Problems by the name of what they stand at, and those that stand nowhere in the form.

    A field and an entry go by their paths; what the rule of an entry says, and why, are named before that.
    """

    at: dict[str, tuple[Problem, ...]]
    elsewhere: tuple[Problem, ...] = ()

    @property
    def count(self) -> int:
        """Return how many there are."""
        return sum(map(len, self.at.values())) + len(self.elsewhere)

    def but_in(self, name: str) -> Placed:
        """Return those that do not stand in something of that name."""
        bare = {where: where.removeprefix(SAYS).removeprefix(WHY) for where in self.at}
        kept = {where: wrong for where, wrong in self.at.items() if not _is_in(bare[where], name)}
        return Placed(kept, self.elsewhere)


class Places(Struct, frozen=True):
    """What stands in a form: fields, entries, what can be added to, and the entries of the house by rule."""

    fields: Sequence[Spot]
    entries: frozenset[str]
    joints: frozenset[str]
    ours: Mapping[str, str]


def placed(problems: Iterable[Problem], places: Places) -> Placed:
    """Return problems at the field, the reason, the list or the entry where they stand."""
    names = [shown(spot.path) for spot in places.fields]
    at: dict[str, tuple[Problem, ...]] = {}
    elsewhere: list[Problem] = []
    for problem in problems:
        where = _where(problem.path, names, places)
        if not where:
            elsewhere.append(problem)
        elif all(one.message != problem.message for one in at.get(where, ())):
            at[where] = (*at.get(where, ()), problem)
    return Placed(at, tuple(elsewhere))


def _where(path: str, names: Sequence[str], places: Places) -> str:
    if reason := _of_rule(path, places):
        return reason
    # The field itself, the one that it stands in, or the first of what it is the whole of.
    above = max((name for name in names if _is_in(path, name)), key=len, default="")
    below = next((name for name in names if path and _is_in(name, path)), "")
    if above or (below and path not in places.entries):
        return above or below
    if path in places.joints:
        return path
    return max((name for name in places.entries if _is_in(path, name)), key=len, default="")


def _of_rule(path: str, places: Places) -> str:
    """Return where it is said what the rule of an entry of the house says, or why, if that is the path."""
    for number, entry in places.ours.items():
        rule = shown(("register", number))
        if path in (f"{entry}.rule.why", f"{rule}.why"):
            return WHY + entry
        if path == f"{rule}.says":
            return SAYS + entry
    changed = next((entry for entry in places.entries if path == f"{entry}.rule.why"), "")
    return WHY + changed if changed else ""


def _is_in(path: str, name: str) -> bool:
    """Tell whether a path as it is shown is a name, or inside of it."""
    return path == name or path.startswith((f"{name}.", f"{name}["))
