"""The ground under every clock: instants, lengths, the units of a rule set, and the walk over what falls due.

Pure values in whole milliseconds. This package must not know any game: the lengths of its units, the times of
day and the order in which things were begun are told to it.
"""

from turnkeeper.time.instant import NO_TIME, ORIGIN, Duration, Instant
from turnkeeper.time.scale import ScaleError, ScaleProblem, TimeScale, Unit, UnitSpec
from turnkeeper.time.sorted_map import SortedMap
from turnkeeper.time.spoken import SpokenTimeError, parse_at, parse_until, with_synonyms
from turnkeeper.time.walk import Handle, PassedError, Rank, Walk

__all__ = [
    "NO_TIME",
    "ORIGIN",
    "Duration",
    "Handle",
    "Instant",
    "PassedError",
    "Rank",
    "ScaleError",
    "ScaleProblem",
    "SortedMap",
    "SpokenTimeError",
    "TimeScale",
    "Unit",
    "UnitSpec",
    "Walk",
    "parse_at",
    "parse_until",
    "with_synonyms",
]
