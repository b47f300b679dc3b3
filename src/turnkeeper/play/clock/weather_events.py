"""Events of the calendar that hang on the weather: each comes when the weather is known that it waits for.

That is as the weather turns, or at the midnight that ends the days without it; nothing of them is foreseen.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from turnkeeper.play.clock import calendar_checks
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.sky import calendar, calendar_events
from turnkeeper.play.sky.climate import WeatherStepped
from turnkeeper.play.sky.country_weather import CountryWeather
from turnkeeper.play.sky.weather import WeatherChanged
from turnkeeper.play.state import State
from turnkeeper.time import Duration, Instant, Rank


def _schedule(decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule each midnight after ``start`` up to ``until``, as long as an event hangs on the weather."""
    if not calendar.hang_on_weather(decision.state).names:
        return
    day = decision.book.scale.day.ms
    for index in range(start.ms // day + 1, until.ms // day + 1):
        decision.schedule(Instant(index * day), Rank.REMINDS, 0, _at_midnight)


def _at_midnight(decision: Decision) -> None:
    """Begin what begins with the day, by the weather that is there at its midnight."""
    now = replace(decision.state, now=decision.at)
    _come(decision, replace(now, now=decision.at - Duration(1)), now)


def _turned(decision: Decision, before: State) -> None:
    """Begin what begins by the weather that came just now; at a midnight that is done a moment later."""
    now = decision.state
    if decision.walk is None or now.now.ms % decision.book.scale.day.ms:
        _come(decision, replace(before, now=now.now), now)


def _come(decision: Decision, before: State, now: State) -> None:
    for place, one in enumerate(calendar_events.by_weather(before, now, decision.book)):
        calendar_events.tell(decision, one)
        if one.check and decision.walk is None:
            calendar_checks.make(one, decision)
        elif one.check:
            decision.schedule(decision.at, Rank.STARTS, place, partial(calendar_checks.make, one))


MECHANISM = Mechanism(
    schedules=_schedule,
    watches=dict.fromkeys((WeatherChanged, WeatherStepped, CountryWeather), _turned),
)
