"""The choice of the snapshot to drop when there are enough: recent work keeps many, old work few.

Snapshots only save replaying, so losing one costs time and nothing else. Both stores ask here, so that they
agree.
"""

from __future__ import annotations

from collections.abc import Sequence

KEPT = 64
"""How many snapshots a campaign keeps."""


def surplus(serials: Sequence[int]) -> int | None:
    """Return the index of the snapshot that will be missed least, or None while there are few enough.

    `serials` are the ascending numbers, from 1, in which the snapshots were put. The one to go leaves the
    smallest gap for its age; the newest always stays. So the gap before a snapshot grows with its age, and a
    replay from far back stays a small part of the way to there.

    >>> surplus([1, 2, 3]) is None
    True
    """
    if len(serials) <= KEPT:
        return None
    newest = serials[-1]
    before = (0, *serials)

    def missed(index: int) -> int:
        gap = serials[index + 1] - before[index]
        return (gap << 32) // (newest - serials[index])

    return min(range(len(serials) - 1), key=missed)
