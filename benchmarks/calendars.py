"""Days and dates: the Gregorian calendar beside `datetime`, and what 10,000 years keep.

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

from turnkeeper.calendars.almanac import Almanac, CalendarDate
from turnkeeper.calendars.reading import load_preset

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
    ]
    RESULT.write_text("\n".join(lines) + "\n", "utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
