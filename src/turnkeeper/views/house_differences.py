"""The changes that a text of house rules makes to its base, in words, each with its line.

It is drawn from the data as it stands, so that whatever a text can say is told. This module must not know how
it is shown.
"""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.app.shelf.house_text import HouseText, entry_paths, label_of
from turnkeeper.rules.problems import Path, shown
from turnkeeper.rules.reading.fields import at, words_of
from turnkeeper.views.rulefacts import in_words, otherwise, unlike

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
        for path, now, before in unlike(at(house.data, entry), at(house.base, entry), entry)
    ]


def _told(house: HouseText, entry: Path, path: Path, now: object, before: object) -> RuleDifference:
    line, named = _line(house, entry, path, now), label_of(entry)
    if path == entry:
        label = f"{label_of(entry[:1])}: {named}" if len(entry) > 1 else named
        return RuleDifference(
            shown(path), label, "left out" if now is None else f"new, {in_words('', now)}", "", line
        )
    what = " ".join(label_of((part,)) for part in path[len(entry) :] if isinstance(part, str))
    now, before = otherwise(now, before)
    said = f"no {what}" if now is None else f"{what} {words_of(path, house.data)}".strip()
    said = said if now is None or words_of(path, house.data) else in_words(what, now)
    return RuleDifference(shown(path), named, said, words_of(path, house.base) or in_words("", before), line)


def _line(house: HouseText, entry: Path, path: Path, now: object) -> int:
    """Return the line of a change: of the value or its table, else of the removal or option."""
    for length in range(len(path), len(entry) - 1, -1):
        if line := house.line(path[:length]):
            return line
    removed = at(house.data, _REMOVE)
    by_name = now is None and isinstance(removed, list) and ".".join(map(str, path)) in removed
    return house.line(_REMOVE if by_name else _OPTIONS)
