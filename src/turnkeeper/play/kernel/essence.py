"""Essence: what the future of a state can depend on, relative to now.

Two states of equal essence answer the same command with the same faces alike, and are of equal essence
again: that is the law of congruence, on which odds merge situations. Each mechanism says what of its slice
belongs to it; what it does not think through stays whole, with its instants as lengths from now, which is
never wrong and merges less. This module must not know any slice.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.time import Duration, Instant, SortedMap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook

    Essence = Callable[["Outlook"], Hashable]


class Outlook:
    """A state as its future sees it, under a rule set, as long as it stays within some ``scenes``.

    ``numbers`` are those of all that was begun and goes on: only their order matters.
    """

    __slots__ = ("_ranks", "book", "now", "scenes", "state")

    def __init__(self, state: State, book: Rulebook, scenes: frozenset[str], numbers: Iterable[int]) -> None:
        """Look on from a state."""
        self.state = state
        self.book = book
        self.scenes = scenes
        self.now: Instant = state.now
        self._ranks = {number: rank for rank, number in enumerate(sorted(set(numbers)))}

    def rank(self, number: int) -> int:
        """Return the place of something among all that was begun and goes on, the oldest first."""
        return self._ranks[number]

    def ago(self, at: Instant) -> int:
        """Return how long ago an instant was, in milliseconds; less than 0 for one to come."""
        return self.now.ms - at.ms

    def phase(self, since: Instant, length: Duration) -> int:
        """Return how much of a length has passed that follows on itself since an instant, in milliseconds."""
        return (self.now.ms - since.ms) % length.ms

    def relative(self, value: object) -> Hashable:
        """Return a value whole, with each instant as a length from now."""
        return whole(value, self.ago)

    @property
    def outdoors(self) -> bool:
        """Whether the future can be out of doors."""
        return any(one.outdoors for name, one in self.book.set.scenes.items() if name in self.scenes)


def timeless(value: object) -> Hashable:
    """Return a value whole, but for when anything was."""
    return whole(value, lambda _at: None)


def whole(value: object, at: Callable[[Instant], Hashable]) -> Hashable:
    """Return a value as one that can be a key, each instant in it by a function."""
    match value:
        case Instant():
            return at(value)
        case Duration(ms=ms):
            return ms
        case Struct():
            return tuple(whole(getattr(value, name), at) for name in value.__struct_fields__)
        case tuple():
            return tuple(whole(one, at) for one in value)
        case SortedMap():
            return tuple((whole(key, at), whole(one, at)) for key, one in value.items())
        case _:
            return value
