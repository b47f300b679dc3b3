"""When a referee says until when: "until dawn", "06:40", "day 3 06:40", "next watch", "end of the turn".

It turns words into one instant after now. It must not know the game: its units and its named times of
day are given to it, and so is now.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress

from turnkeeper.spelling import nearest
from turnkeeper.spelling.hours import OTHER_NAMES
from turnkeeper.time.instant import Duration, Instant
from turnkeeper.time.scale import TimeScale
from turnkeeper.time.words import Kind, Reader, SpokenTimeError

__all__ = ["SpokenTimeError", "parse_at", "parse_until"]

FORMS = 'say for example "dawn", "06:40", "day 3 06:40", "tomorrow 08:00", "next watch" or "end of the turn"'


_APART = re.compile(r"(?P<length>.+) (?P<way>before|after) (?P<time>.+)")
"""How long before or after another time: ``an hour before dusk``."""
_THEN_DAY = re.compile(
    r"(until |till )?(?:at )?(?:the )?(?!day\b)(\S+(?: \S+)?),? (?:on |of )(day \d{1,6})", re.IGNORECASE
)


def _day_first(text: str) -> str:
    """Return a time of day with its day before it: ``noon on day 3`` as ``day 3 noon``."""
    return _THEN_DAY.sub(r"\1\3 \2", text) if _THEN_DAY.fullmatch(text.strip()) else text


def parse_until(text: str, now: Instant, scale: TimeScale, marks: Mapping[str, Duration]) -> Instant:
    """Return the instant that a text names, always after now.

    A time of day, given by its name or by the clock, is the next one strictly after now. ``marks`` holds the
    rule set's named times of day as lengths since midnight. Raises `SpokenTimeError`, also for the past.
    """
    reader, marks = Reader(_day_first(text)), with_synonyms(marks)
    if "dusk" in marks:
        marks = {**marks, "dark": marks["dusk"]}  # one waits for the dark; that it is dark tells no time
    reader.word("until", "till")
    column = reader.token.column
    until = _read(reader, now, scale, marks, _next_daily)
    reader.end()
    if until <= now:
        message = f"{scale.say_instant(until)} is not after now, {scale.say_instant(now)}"
        reader.fail(message, column=column)
    return until


def parse_at(text: str, now: Instant, scale: TimeScale, marks: Mapping[str, Duration]) -> Instant:
    """Return the instant that a text names, in the words of `parse_until`, also of the past.

    A time of day is that of today. Raises `SpokenTimeError`.
    """
    reader, marks = Reader(_day_first(text)), with_synonyms(marks)
    at = _read(reader, now, scale, marks, _today)
    reader.end()
    return at


def _read(
    reader: Reader,
    now: Instant,
    scale: TimeScale,
    marks: Mapping[str, Duration],
    daily: Callable[[Duration, Instant, TimeScale], Instant],
) -> Instant:
    apart = _APART.fullmatch(reader.rest)
    if apart is not None and (lasts := _length(apart["length"], scale)) is not None:
        reader.skip_rest()
        by = -lasts if apart["way"] == "before" else lasts
        at = _apart(apart["time"], now, scale, marks) + by
        again = at <= now and daily is not _today
        return _apart(apart["time"], now + scale.day, scale, marks) + by if again else at
    midnight = scale.start_of("day", now)
    time_of_day = scale.read_time_of_day(reader, marks)
    if time_of_day is not None:
        return daily(time_of_day, now, scale)
    if reader.token.text == "day":
        return scale.read_instant(reader, marks)
    if reader.word("tomorrow"):
        return midnight + scale.day + (scale.read_time_of_day(reader, marks) or Duration(0))
    if reader.word("today"):
        time_of_day = scale.read_time_of_day(reader, marks)
        return reader.fail("at what time today?", FORMS) if time_of_day is None else midnight + time_of_day
    reader.word("the")
    ends = bool(reader.word("end"))
    begins = not ends and bool(reader.word("start", "beginning"))
    if ends or begins:
        reader.word("of")
        reader.word("the", "this")
        if reader.word("next"):
            unit = _unit(reader, scale)
            at = scale.next_start(unit, now)
            return scale.next_start(unit, at) if ends else at
    # A named time of day may have "next" before it.
    named = {f"next {name.casefold()}": mark for name, mark in marks.items()}
    time_of_day = None if ends else scale.read_time_of_day(reader, {**marks, **named})
    if time_of_day is not None:
        return _next_daily(time_of_day, now, scale)
    if not ends and not reader.word("next"):
        _fail(reader, [*marks, "next", "end", "day", "tomorrow", "today"])
    return scale.next_start(_unit(reader, scale), now)


def _apart(said: str, now: Instant, scale: TimeScale, marks: Mapping[str, Duration]) -> Instant:
    """Return the instant from which a length is counted: a time of day is that of the day of ``now``."""
    reader = Reader(_day_first(said))
    at = _read(reader, now, scale, marks, _today)
    reader.end()
    return at


def _length(said: str, scale: TimeScale) -> Duration | None:
    said = said.removeprefix("the ")
    with suppress(SpokenTimeError):
        return scale.parse_duration(f"1 {said}" if scale.is_unit(said) else said)
    return None


def with_synonyms(marks: Mapping[str, Duration]) -> Mapping[str, Duration]:
    """Return named times of day, also by the other names that people have for them."""
    found = {synonym: marks[name] for synonym, name in OTHER_NAMES.items() if name in marks}
    return {**found, **marks}


def _today(since_midnight: Duration, now: Instant, scale: TimeScale) -> Instant:
    return scale.start_of("day", now) + since_midnight


def _next_daily(since_midnight: Duration, now: Instant, scale: TimeScale) -> Instant:
    at = scale.start_of("day", now) + since_midnight
    return at if at > now else at + scale.day


def _unit(reader: Reader, scale: TimeScale) -> str:
    column = reader.token.column
    word = reader.take(Kind.WORD)
    if word is None:
        reader.fail("here the name of a unit should come", FORMS)
    try:
        return scale.unit(word.text).name
    except SpokenTimeError as fault:
        raise SpokenTimeError(reader.text, column, fault.message, fault.hint) from None


def _fail(reader: Reader, known: list[str]) -> None:
    token = reader.token
    if token.kind is Kind.END:
        reader.fail("until when?", FORMS)
    near = nearest(
        token.text, [word.casefold() for word in known if word.casefold() != token.text.casefold()]
    )
    reader.fail(f'"{token.text}" is no time that is known here', f"did you mean {near}?" if near else FORMS)
