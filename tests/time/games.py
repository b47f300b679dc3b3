"""The scales of the four games as their rules state them, for the tests of this room."""

from __future__ import annotations

from turnkeeper.time.scale import TimeScale, UnitSpec

# G-TIME-1: a round is 10 s, 60 rounds make a turn, 24 turns a watch, 6 watches a day.
GLOG = (
    UnitSpec("round", length="10 s"),
    UnitSpec("turn", of=("60 rounds",)),
    UnitSpec("watch", of=("24 turns",)),
    UnitSpec("day", of=("6 watches",), length="24 h"),
)
# D-TIME-1: round 1 min, turn 10 min, watch 6 h, four a day.
DUNGEON_GAME = (
    UnitSpec("round", length="1 min"),
    UnitSpec("turn", length="10 min"),
    UnitSpec("watch", length="6 h"),
    UnitSpec("day", of=("4 watches",)),
)
# C-TIME-1 and C-TIME-2: turn 10 min, round 1 min, segment 6 s; the printed "60 segments" is overruled.
CRESTHAVEN = (
    UnitSpec("segment", length="6 s"),
    UnitSpec("round", length="1 min"),
    UnitSpec("turn", length="10 min", of=("10 rounds", "100 segments"), disputed=("60 segments",)),
    UnitSpec("day", length="24 h"),
)
# Q-TIME-1 and Q-TIME-2: 10 segments a round, 10 rounds a moment, 5 moments a phase, 5 phases an hour.
QUEST = (
    UnitSpec("segment", length="1.44 s"),
    UnitSpec("round", of=("10 segments",)),
    UnitSpec("moment", of=("10 rounds",)),
    UnitSpec("phase", of=("5 moments",), length="12 min"),
    UnitSpec("hour", of=("5 phases",), length="1 h"),
    UnitSpec("day", of=("24 hours",)),
)
GAMES = {
    name: TimeScale.build(specs)
    for name, specs in {
        "glog": GLOG,
        "dungeon-game": DUNGEON_GAME,
        "cresthaven": CRESTHAVEN,
        "quest-of-destiny": QUEST,
    }.items()
}
