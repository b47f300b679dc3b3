"""Weights by a count, in one whole number: a slot of bits for each count, wide enough for any weight.

To add to the count is to shift, and to weigh all counts is one product. So a chain is moved once for all
counts, and not once for each.
"""

from __future__ import annotations

from collections.abc import Iterable

ROOM = 32
"""The steps ahead for which slots are made wide enough."""


class Slots:
    """Slots for weights that are over a power of a ``base`` times a ``scale``, and no more than a whole."""

    def __init__(self, base: int, scale: int) -> None:
        """Begin with room for the first steps."""
        self._base = base
        self._scale = scale
        self._room = ROOM
        self._size = self._wide_enough()

    def _wide_enough(self) -> int:
        """Return how many bytes hold a whole at the last power for which there is room."""
        whole: int = self._base**self._room * self._scale
        return whole.bit_length() // 8 + 1

    def make_room(self, power: int, layers: Iterable[dict[int, int]]) -> None:
        """Make the slots wide enough for a power of the base, in all layers of weights there are."""
        if power <= self._room:
            return
        self._room = power + ROOM
        before, self._size = self._size, self._wide_enough()
        for layer in layers:
            for node, weight in layer.items():
                parts = _parts(weight, before)
                layer[node] = int.from_bytes(
                    b"".join(one.ljust(self._size, b"\0") for one in parts), "little"
                )

    def shifted(self, weight: int, more: int) -> int:
        """Return the weights with so much more counted."""
        return weight << more * self._size * 8

    def each(self, weight: int) -> list[int]:
        """Return the weight of each count, from 0 on."""
        return [int.from_bytes(one, "little") for one in _parts(weight, self._size)]


def _parts(weight: int, size: int) -> list[bytes]:
    """Return the slots of a number, each of a number of bytes, the lowest first."""
    data = weight.to_bytes(-(-weight.bit_length() // 8), "little")
    return [data[at : at + size] for at in range(0, len(data), size)]
