"""Days and dates: the Gregorian calendar beside `datetime`, what 10,000 years keep, and events.

python benchmarks/calendars.py
"""

from __future__ import annotations

import platform
import random
import tracemalloc
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from time import process_time

from msgspec.structs import replace

from turnkeeper.app.library import in_memory
from turnkeeper.app.session import Session
from turnkeeper.app.shelf.calendar_files import use
from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.conditions import (
    CalendarEvent,
    Condition,
    InMonth,
    InYears,
    OnDate,
    OnWeekday,
    Recurrence,
    Several,
)
from turnkeeper.calendars.falling import EventDays
from turnkeeper.calendars.reading import load_preset
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.sky.calendar import events_of
from turnkeeper.play.sky.calendar_events import CalendarEventCame
from turnkeeper.rules.reading.load import load_builtin

RESULT = Path(__file__).parent / "results" / "calendars.md"
TRIES = 20_000
ROUNDS = 7


def nanoseconds(act: Callable[[], object]) -> int:
    """Return the processor time of an act over all days, for each of them: the best of some rounds."""
    best = min(_time(act) for _ in range(ROUNDS))
    return round(best / TRIES * 1e9)


def _time(act: Callable[[], object]) -> float:
    begun = process_time()
    act()
    return process_time() - begun


def parts(one: date) -> tuple[int, int, int]:
    """Return the year, month and day."""
    return one.year, one.month, one.day


def festivals(number: int) -> tuple[CalendarEvent, ...]:
    """Return events as calendars have them: most on a date, some on a weekday of a month or in leap years."""
    there, thrown = load_preset("gregorian"), random.Random(4)  # noqa: S311 - a sample
    months, days = [part.name for part in there.parts], there.week.days

    def one() -> Condition:
        date_of_year = OnDate(thrown.choice(months), thrown.randint(1, 28))
        weekday = OnWeekday(thrown.choice(days), thrown.choice((-1, 1, 2, 3)))
        return thrown.choices(
            (
                date_of_year,
                Several((weekday, InMonth(thrown.choice(months)))),
                Several((date_of_year, InYears(Recurrence(every="4")))),
            ),
            (8, 1, 1),
        )[0]

    return tuple(CalendarEvent(f"event {index}", one()) for index in range(number))


def jump(number: int) -> tuple[float, int]:
    """Return the milliseconds of passing 366 days under a number of events, and how many came."""
    campaign = in_memory("Year", load_builtin("glog"))
    for said in ("party Varda", "enter settlement Oakham"):
        Session(campaign).say(said)
    use(Session(campaign), replace(load_preset("gregorian"), events=festivals(number)), "1 January 2024")
    command = campaign.parse("wait 366 days")
    best, came = 1e9, 0
    for _ in range(ROUNDS):
        # The calendar has been looked at before, as its page does, but not this year of it.
        events_of.cache_clear()
        begun = process_time()
        decided = campaign.decide(command)
        best = min(best, process_time() - begun)
        assert not isinstance(decided, Refusal)
        came = sum(isinstance(each, CalendarEventCame) for each in decided.events)
    return best * 1e3, came


def enumerated(number: int, years: int) -> tuple[float, int]:
    """Return the seconds in which all days of a number of events over some years are found, and how many."""
    almanac = Almanac(load_preset("gregorian"))
    events = festivals(number)
    begun = process_time()
    answers = EventDays(almanac, events)
    first, end = almanac.year(1).start, almanac.year(years + 1).start
    found = sum(len(answers.days(one, first, end)) for one in events)
    return process_time() - begun, found


def main() -> None:
    """Measure, check that both sides agree, and write the table."""
    almanac = Almanac(load_preset("gregorian"))
    drift = Almanac(load_preset("drift"))
    # The days of a campaign lie in some hundred years; those of a history anywhere.
    near = [random.Random(1).randrange(700_000, 740_000) for _ in range(TRIES)]  # noqa: S311 - a sample
    wide = [random.Random(2).randrange(0, date.max.toordinal()) for _ in range(TRIES)]  # noqa: S311
    far = [random.Random(3).randrange(-(10**14), 10**14) for _ in range(TRIES)]  # noqa: S311
    for day in (*near, *wide):
        found = almanac.date_of(day)
        assert (found.year, found.part + 1, found.day) == parts(date.fromordinal(day + 1))
    said = [parts(date.fromordinal(day + 1)) for day in near]
    dates = [CalendarDate(year, month - 1, day) for year, month, day in said]
    there = nanoseconds(lambda: [parts(date.fromordinal(day + 1)) for day in near])
    back = nanoseconds(lambda: [date(*one).toordinal() for one in said])
    rows = [
        ("day to date, within 110 years", nanoseconds(lambda: [almanac.date_of(day) for day in near]), there),
        ("day to date, years 1 to 9999", nanoseconds(lambda: [almanac.date_of(day) for day in wide]), there),
        ("date to day, within 110 years", nanoseconds(lambda: [almanac.day_of(one) for one in dates]), back),
        ("day to date, within 10^11 years", nanoseconds(lambda: [almanac.date_of(day) for day in far]), 0),
        ("the same, by a rule of five numbers", nanoseconds(lambda: [drift.date_of(day) for day in far]), 0),
    ]
    tracemalloc.start()
    fresh = Almanac(load_preset("gregorian"))
    before, _ = tracemalloc.get_traced_memory()
    for year in range(1, 10_001):
        fresh.day_of(CalendarDate(year, 0, 1))
    kept = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    (year_ms, came), (bare_ms, _), (whole_s, found) = jump(300), jump(0), enumerated(3_000, 1_000)
    lines = [
        "# Days and dates",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, best of {ROUNDS} rounds.",
        "",
        "| what | ns each | datetime, ns | times |",
        "|---|--:|--:|--:|",
        *(
            f"| {what} | {ours:,} | {f'{theirs:,}' if theirs else '-'} | "
            f"{f'{ours / theirs:.1f}' if theirs else '-'} |"
            for what, ours, theirs in rows
        ),
        "",
        f"After 10,000 years in order an almanac keeps {kept / 1024:,.0f} KiB more than before.",
        "",
        "## Events",
        "",
        f"366 days passed in a campaign under 300 events: {year_ms:.0f} ms, of which {came} came and are in",
        f"the record; without events {bare_ms:.1f} ms. A published report of another program (275 events, a",
        "jump of a year in its browser) says 23 s.",
        "",
        f"3,000 events over 1,000 years: all {found:,} days in {whole_s:.1f} s of processor time.",
    ]
    RESULT.write_text("\n".join(lines) + "\n", "utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
