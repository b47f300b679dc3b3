"""Food and drink by the day: how long the counted lasts everybody."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.play.party.supplies import counted, several
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.spelling.plurals import is_plural


class Provender(Struct, frozen=True):
    """What there is of an item that is eaten or drunk: ``count`` of it, ``None`` where it is not counted.

    It serves ``heads`` for a number of ``days``, with some ``over``; unless it is ``daily``, for servings.
    ``text`` is the number in words.
    """

    item: str
    text: str
    count: int | None
    heads: int
    days: int
    over: int
    daily: bool

    def __str__(self) -> str:
        """Return it as one line: ``9 rations: 4 days for 2, 1 over``."""
        if self.count is None:
            return f"no {self.text} {'are' if is_plural(self.text) else 'is'} counted"
        if not self.heads or not self.count:
            return self.text
        length = f"{self.days} each" if not self.daily else "1 day" if self.days == 1 else f"{self.days} days"
        over = f", {self.over} over" if self.over else ""
        return f"{self.text}: {length} for {self.heads}{over}"


def provender(state: State, book: Rulebook, item: str) -> Provender:
    """Return how long an item lasts those who live."""
    count, heads = state.supplies.of(item), len(tuple(state.party.living))
    rule = next((one for one in book.set.provisions.values() if one.item == item), None)
    a_day = max(1, heads * (1 if rule is None else rule.each_day))
    days, over = divmod(count or 0, a_day)
    text = several(book, item) if count is None else counted(book, count, item)
    return Provender(item, text, count, heads, days, over, daily=rule is not None)
