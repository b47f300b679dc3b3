"""Time that passes until something happens: quiet steps in a row are one command.

It stops at the first instant at which anything happens that players could decide by. Quiet kinds are
declared with each kind of event (`Happening.quiet`): checks of which nothing comes, counts.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from turnkeeper.play.clock import questions
from turnkeeper.play.clock.clock import spend
from turnkeeper.play.clock.passing import step_of
from turnkeeper.play.dungeon import dark
from turnkeeper.play.dungeon.activity import finish
from turnkeeper.play.dungeon.burning import time_left
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.declare import StepKind, declare
from turnkeeper.play.kernel.event import Command, Task
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.scene import always_dark
from turnkeeper.play.sky import seasons
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration

_WAITS = "wait|sit|ride|hole|shelter|hunker|stay"
_WEATHER = "rain|storm|weather|snow|blizzard|fog|downpour|thunderstorm|sandstorm|gale|hail"
SAYS = "wait until something happens"


class WaitOn(Command, frozen=True, tag="wait-on"):
    """Pass quiet steps, a day of them at most, and stop at whatever players could decide by."""


def _wait_on(decision: Decision, _command: WaitOn) -> None:
    questions.require_free(decision)
    most = longest(decision.state, decision.book)
    end = partial(finish, since=decision.at)
    left = spend(decision, Task(SAYS, decision.state.order, most, most), end, heeds="news")
    if left is not None:
        # What happened is its end: nothing of it is left to be resumed.
        end(decision, replace(left.task, takes=most - left.task.left))


def longest(state: State, book: Rulebook) -> Duration:
    """Return how long nothing may happen: in whole steps, a day at most, and at least one step.

    It ends a step before the last light does, where the party would see nothing without it; and at dawn and
    at dusk, where it is not always dark.
    """
    step, now = step_of(state, book), state.now
    ends = [now + book.scale.day]
    if not always_dark(state, book):
        times = (seasons.next_time(state, book, name, now) for name in (seasons.DAWN, seasons.DUSK))
        ends += [at for at in times if at is not None]
    burning = [time_left(book, one, now) for one in state.lights.burning()]
    if burning and not dark.by_day(state, book):
        known = [left for left in burning if left is not None]
        ends += [now + max(known) - step] if len(known) == len(burning) else []
    return max(1, (min(ends) - now) // step) * step


MECHANISM = Mechanism(
    group="Time",
    commands=(
        declare(
            WaitOn,
            _wait_on,
            says=SAYS,
            heard=(
                "wait|go|carry|keep|continue [on] until something|anything happens|occurs|changes",
                (
                    "pass|skip|advance|jump|fast time|turns|ahead|forward until something|anything "
                    "happens|occurs|changes"
                ),
                "until something|anything happens|occurs",
                "wait for something|anything to happen",
                f"{_WAITS} out {_WEATHER}",
                f"{_WAITS} {_WEATHER} stop|pass|end|clear|over|break|lift [for|to]",
            ),
            examples=SAYS,
            step=StepKind("until", "time", (SAYS,)),
        ),
    ),
)
