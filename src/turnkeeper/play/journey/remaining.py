"""The rest of a journey: of the next hex and of the whole way, as the party believes them to lie.

What a lost party hears of its way must not tell it that it is lost: only believed hexes are reckoned here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import asdict

from turnkeeper.hexes import name_of
from turnkeeper.play.clock.clock import TaskInterrupted
from turnkeeper.play.journey import leg_time, marches
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.event import Task
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.terrain import Chart
from turnkeeper.time import NO_TIME, Duration

if TYPE_CHECKING:
    from fractions import Fraction


class Ahead(Struct, frozen=True):
    """The time to the next hex of the believed way, and to the journey's end, as things stand now."""

    toward: str
    left: Duration
    whole: Duration


def ahead(state: State, book: Rulebook, chart: Chart, share: Fraction) -> Ahead | None:
    """Return the rest of the way with a share of the next hex still to do; ``None`` without a journey."""
    here, path = state.journey.believed, state.journey.plan.path
    if here is None or not path:
        return None
    pushed = marches.pushes(state, book)
    legs = [leg_time.leg(chart, one, other) for one, other in zip((here, *path), path, strict=False)]
    first, *others = (leg_time.time_of(state, book, chart, leg, pushed=pushed) for leg in legs)
    parts = first.ms * share
    left = Duration(-(-parts.numerator // parts.denominator))
    return Ahead(name_of(path[0]), left, sum(others, left))


def interrupt(decision: Decision, chart: Chart, task: Task, share: Fraction, why: str = "") -> None:
    """Keep the rest of a journey, to be resumed, with a share of the next hex still to do."""
    way = ahead(decision.state, decision.book, chart, share) or Ahead("", NO_TIME, NO_TIME)
    told = asdict(task)
    decision.record(TaskInterrupted(**told, why=why, toward=way.toward, to_next=way.left, to_end=way.whole))
