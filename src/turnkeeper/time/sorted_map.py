"""A small sorted map that never changes: each `set` gives a new map and leaves the old one as it was.

It exists because a frozen state holds marks by the instant at which they fall due: copying a dict of
10,000 entries for each event would make the cost follow their number. Here the entries lie in blocks of at
most 128, so that a change copies one block and the list of blocks. It asks of its keys only that they can be
compared, so nothing can depend on hashing. It must not know the meaning of its content.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import chain
from operator import itemgetter
from typing import Generic, Protocol, Self, TypeAlias, TypeVar, overload

BLOCK = 128
"""The most entries a block may hold; a fuller one is cut in two."""
FILL = 96
"""How many entries `SortedMap.of` puts in a block, so that the next `set` does not have to cut it."""


class Sortable(Protocol):
    """A key: it comes before another of its kind or does not."""

    def __lt__(self, other: Self, /) -> bool:
        """Return whether this key comes before the other."""


K = TypeVar("K", bound=Sortable)
V = TypeVar("V")
D = TypeVar("D")
T = TypeVar("T")
_Block: TypeAlias = "tuple[tuple[K, ...], tuple[V, ...]]"


class SortedMap(Generic[K, V]):
    """An immutable map in the order of its keys; two maps with the same entries are equal.

    A change costs one block and the list of blocks, about the same at 10 and at 10,000 entries. It cannot be
    hashed. `items` is what an encoder should be given.

    >>> lights = SortedMap.of([(30, "lantern"), (10, "torch")])
    >>> lights.set(20, "candle").items()
    ((10, 'torch'), (20, 'candle'), (30, 'lantern'))
    >>> list(lights.range(10, 30))
    [(30, 'lantern')]
    """

    __slots__ = ("_blocks", "_lasts", "_size")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, lasts: tuple[K, ...] = (), blocks: tuple[_Block[K, V], ...] = (), size: int = 0
    ) -> None:
        """Make the empty map; the arguments are the inside of one, for this class alone: use `of`."""
        self._lasts = lasts
        self._blocks = blocks
        self._size = size

    @classmethod
    def of(cls, pairs: Iterable[tuple[K, V]]) -> SortedMap[K, V]:
        """Return a map of all the pairs at once; of two pairs with one key the later one counts."""
        keys: list[K] = []
        values: list[V] = []
        for key, value in sorted(pairs, key=itemgetter(0)):
            if keys and not keys[-1] < key:
                values[-1] = value
            else:
                keys.append(key)
                values.append(value)
        cuts = [slice(start, start + FILL) for start in range(0, len(keys), FILL)]
        blocks = tuple([(tuple(keys[cut]), tuple(values[cut])) for cut in cuts])
        return cls(tuple([block[0][-1] for block in blocks]), blocks, len(keys))

    def set(self, key: K, value: V) -> SortedMap[K, V]:
        """Return a map in which the key has this value."""
        lasts, blocks = self._lasts, self._blocks
        if not blocks:
            return SortedMap((key,), (((key,), (value,)),), 1)
        index = bisect_left(lasts, key)
        if index == len(blocks):
            index -= 1
        keys, values = blocks[index]
        place = bisect_left(keys, key)
        if place < len(keys) and not key < keys[place]:
            return self._with(index, keys, _spliced(values, place, place + 1, (value,)), self._size)
        keys, values = _spliced(keys, place, place, (key,)), _spliced(values, place, place, (value,))
        return self._with(index, keys, values, self._size + 1)

    def discard(self, key: K) -> SortedMap[K, V]:
        """Return a map without the key; without such a key, this same map."""
        index, place = self._seek(key)
        if place < 0:
            return self
        keys, values = self._blocks[index]
        keys, values = _spliced(keys, place, place + 1, ()), _spliced(values, place, place + 1, ())
        return self._with(index, keys, values, self._size - 1)

    @overload
    def get(self, key: K) -> V | None: ...
    @overload
    def get(self, key: K, default: D) -> V | D: ...
    def get(self, key: K, default: D | None = None) -> V | D | None:
        """Return the value of the key, or the default."""
        index, place = self._seek(key)
        return self._blocks[index][1][place] if place >= 0 else default

    def __getitem__(self, key: K) -> V:
        """Return the value of the key; KeyError without it."""
        index, place = self._seek(key)
        if place < 0:
            raise KeyError(key)
        return self._blocks[index][1][place]

    def __contains__(self, key: K) -> bool:
        return self._seek(key)[1] >= 0

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[K]:
        """Go through the keys in order."""
        return chain.from_iterable([keys for keys, _ in self._blocks])

    def keys(self) -> tuple[K, ...]:
        """Return all keys in order."""
        return tuple(self)

    def values(self) -> tuple[V, ...]:
        """Return all values in the order of their keys."""
        return tuple(chain.from_iterable([values for _, values in self._blocks]))

    def items(self) -> tuple[tuple[K, V], ...]:
        """Return all entries in the order of their keys."""
        return tuple(self.range())

    def first(self) -> tuple[K, V] | None:
        """Return the first entry; None of an empty map."""
        if not self._blocks:
            return None
        keys, values = self._blocks[0]
        return keys[0], values[0]

    def range(self, low: K | None = None, high: K | None = None) -> Iterator[tuple[K, V]]:
        """Go through the entries with ``low < key <= high``, lazily and in order: open below, closed above.

        Without ``low`` it begins at the first entry, without ``high`` it goes on to the last.
        """
        first = 0 if low is None else bisect_right(self._lasts, low)
        for index in range(first, len(self._blocks)):
            keys, values = self._blocks[index]
            start = 0 if low is None or index > first else bisect_right(keys, low)
            end = len(keys) if high is None else bisect_right(keys, high)
            yield from zip(keys[start:end], values[start:end], strict=True)
            if end < len(keys):
                return

    def __eq__(self, other: object) -> bool:
        """Return whether the other is a map with the same entries, however it came about."""
        if not isinstance(other, SortedMap):
            return NotImplemented
        return self._size == other._size and self.items() == other.items()

    def __repr__(self) -> str:
        return f"SortedMap.of({list(self.items())!r})"

    def _seek(self, key: K) -> tuple[int, int]:
        """Return the block that would hold the key, and its place in it or -1."""
        index = bisect_left(self._lasts, key)
        if index == len(self._blocks):
            return index, -1
        keys = self._blocks[index][0]
        place = bisect_left(keys, key)
        return index, (-1 if key < keys[place] else place)

    def _with(self, index: int, keys: tuple[K, ...], values: tuple[V, ...], size: int) -> SortedMap[K, V]:
        """Return a map with one block replaced: cut when too full, dropped when empty."""
        lasts, blocks = self._lasts, self._blocks
        half = len(keys) // 2
        new: tuple[_Block[K, V], ...]
        if len(keys) > BLOCK:
            new = ((keys[:half], values[:half]), (keys[half:], values[half:]))
        else:
            new = ((keys, values),) if keys else ()
        if len(new) != 1 or keys[-1] is not lasts[index]:
            lasts = _spliced(lasts, index, index + 1, tuple([block[0][-1] for block in new]))
        return SortedMap(lasts, _spliced(blocks, index, index + 1, new), size)


def _spliced(items: tuple[T, ...], start: int, stop: int, new: tuple[T, ...]) -> tuple[T, ...]:
    """Return the items with those from start to stop replaced; a list is the quickest way there."""
    changed = [*items]
    changed[start:stop] = new
    return tuple(changed)
