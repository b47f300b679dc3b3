"""The changes that a text of house rules makes to its base, in words, each with its line.

It is drawn from the data as it stands, so that whatever a text can say is told. This module must not know how
it is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app.shelf.house_text import HouseText, entry_paths, label_of
from turnkeeper.rules.model.cite import is_cite
from turnkeeper.rules.problems import shown
from turnkeeper.rules.reading.fields import at
from turnkeeper.rules.reading.merge import is_other_kind
from turnkeeper.views.rulefacts import CITES, facts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.problems import Path

_OPTIONS: Path = ("ruleset", "options")
_REMOVE: Path = ("ruleset", "remove")


class RuleDifference(Struct, frozen=True):
    """One thing that is otherwise: its entry, what holds ``now`` and what ``before``, either may be nothing.

    ``line`` is where the text says so, or names the option that does; 0 where it is said nowhere.
    """

    path: str
    entry: str
    now: str
    before: str
    line: int

    def __str__(self) -> str:
        """Return it as a sentence would have it."""
        return f"{self.entry}: {self.change}"

    @property
    def change(self) -> str:
        """The change itself, without its entry.

        >>> RuleDifference("lights.torch.burns.ticks", "torch", "burns ticks 3", "2", 7).change
        'burns ticks 3 instead of 2'
        """
        return f"{self.now} instead of {self.before}" if self.before else self.now


def differences(house: HouseText) -> list[RuleDifference]:
    """Return the changes of a text to its base; none for one that stands alone or cannot be read."""
    if house.data is None or not house.base:
        return []
    return [
        _told(house, entry, path, now, before)
        for entry in entry_paths(house.base, house.data)
        for path, now, before in _unlike(at(house.data, entry), at(house.base, entry), entry)
    ]


def _unlike(now: object, before: object, path: Path) -> Iterator[tuple[Path, object, object]]:
    """Yield the paths at which two values are not alike, with both values; the rules that they cite aside."""
    if isinstance(now, dict) and isinstance(before, dict) and not is_other_kind(before, now):
        for name in dict.fromkeys((*before, *now)):
            if name not in CITES and not is_cite(now.get(name, before.get(name))):
                yield from _unlike(now.get(name), before.get(name), (*path, str(name)))
    elif now != before:
        yield path, now, before


def _told(house: HouseText, entry: Path, path: Path, now: object, before: object) -> RuleDifference:
    line, named = _line(house, entry, path, now), label_of(entry)
    if path == entry:
        label = f"{label_of(entry[:1])}: {named}" if len(entry) > 1 else named
        return RuleDifference(
            shown(path), label, "left out" if now is None else f"new, {_words('', now)}", "", line
        )
    what = " ".join(label_of((part,)) for part in path[len(entry) :] if isinstance(part, str))
    if isinstance(now, list | tuple) and isinstance(before, list | tuple):
        # Of a long list only the rows that differ are told.
        now, before = [one for one in now if one not in before], [one for one in before if one not in now]
    said = f"no {what}" if now is None else _words(what, now)
    return RuleDifference(shown(path), named, said, _words("", before), line)


def _words(what: str, value: object) -> str:
    """Return a value in words, after the name of its field."""
    match value:
        case None:
            return ""
        case bool():
            said = "yes" if value else "no"
        case dict() | list() | tuple():
            inner = {"": value} if isinstance(value, list | tuple) else value
            said = "; ".join(str(one).strip() for one in facts(inner)) or "nothing"
        case _:
            said = str(value) or "nothing"
    return f"{what} {said}".strip()


def _line(house: HouseText, entry: Path, path: Path, now: object) -> int:
    """Return the line of a change: of the value or its table, else of the removal or option."""
    for length in range(len(path), len(entry) - 1, -1):
        if line := house.line(path[:length]):
            return line
    removed = at(house.data, _REMOVE)
    by_name = now is None and isinstance(removed, list) and ".".join(map(str, path)) in removed
    return house.line(_REMOVE if by_name else _OPTIONS)
