"""The dark: where the party sees nothing unless a source burns, and when night makes a place dark.

Some places are always dark; others only at night. Underground the last light going out stops the clock,
because the party must act. Nightfall is reported and stops nobody but those on the way: most parties camp.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from turnkeeper.play.kernel.event import Event, happens, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.scene import always_dark, scene_of
from turnkeeper.play.sky import seasons
from turnkeeper.time import Rank

if TYPE_CHECKING:
    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.time import Instant


class DarknessFell(Event, frozen=True, tag="darkness-fell.1"):
    """The last light of a dark place went out, or night fell on a party without one."""


def is_light(state: State, book: Rulebook, at: Instant | None = None) -> bool:
    """Return whether the party can see at an instant, by default now: a source burns, or it is not dark."""
    scene = scene_of(state, book)
    if scene is None or state.lights.lit:
        return True
    return not scene.dark and not (scene.dark_at_night and seasons.is_night(state, book, at))


def fall(decision: Decision) -> None:
    """Record that darkness fell, once at an instant."""
    told = any(type(one) is DarknessFell and one.at == decision.at for one in decision.events[-3:])
    if not told:
        decision.record(DarknessFell())
        decision.pause()


def stops(decision: Decision) -> bool:
    """Return whether the dark stops the clock here: the party must act, because no morning will come."""
    return always_dark(decision.state, decision.book)


def schedule(decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule nightfall where it makes the place dark."""
    scene = scene_of(decision.state, decision.book)
    if scene is None or scene.dark or not scene.dark_at_night:
        return
    dusk = seasons.next_time(decision.state, decision.book, seasons.DUSK, start)
    if dusk is not None and dusk <= until:
        decision.schedule(dusk, Rank.STARTS, -1, partial(_visit, until))


def _visit(until: Instant, decision: Decision) -> None:
    if not is_light(decision.state, decision.book, decision.at):
        fall(decision)
    schedule(decision, decision.at, until)


MECHANISM = Mechanism(
    events=(happens(DarknessFell, unchanged, lambda _event, _book: "darkness: nothing burns"),),
    schedules=schedule,
)
