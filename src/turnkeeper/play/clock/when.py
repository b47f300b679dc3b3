"""The instant that words for a time name: a time of day, a day, a date of the campaign's calendar."""

from __future__ import annotations

from turnkeeper.calendars.almanac import NoSuchDate
from turnkeeper.calendars.pages import nearest_told
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.sky import calendar, seasons
from turnkeeper.time import Instant, SpokenTimeError, parse_until


def instant_meant(decision: Decision, said: str) -> Instant:
    """Return the next instant that words name; refuses for one that is past, and for words that name none."""
    book = decision.book
    try:
        until = seasons.by_season(decision, lambda marks: parse_until(said, decision.at, book.scale, marks))
    except SpokenTimeError as fault:
        until = _by_calendar(decision, said) or refuse("time", f"{said!r}: {fault.message}", fault.hint)
    if until <= decision.at:
        past = calendar.date(decision.state, book, until) or book.scale.say_instant(until)
        refuse("past", f"{past} is past", "rule clock sets the clock back")
    return until


def _by_calendar(decision: Decision, said: str) -> Instant | None:
    """Return when a date, a moon or a weekday of the campaign's calendar comes, perhaps at a time of day."""
    book, used = decision.book, decision.state.calendar
    day, _, clock = said.rpartition(" ")
    name = said.casefold().removeprefix("until ").strip()
    if any(one.casefold() == name for one in calendar.hang_on_weather(decision.state).names):
        refuse("not-foreseen", f"nobody knows when {name} comes: it hangs on the weather", "wait 1 day")
    try:
        found = calendar.instant_of(decision.state, book, said)
        if found is not None or not day:
            return found
        found = calendar.instant_of(decision.state, book, day.removesuffix(" at"))
        marks = seasons.times(decision.state, book, found)
        return found and parse_until(clock, found, book.scale, marks)
    except SpokenTimeError:
        return None
    except NoSuchDate as missing:
        hint = "" if used is None else nearest_told(calendar.almanac_of(used.data), missing)
        refuse("no-such-date", missing.args[0], hint)
