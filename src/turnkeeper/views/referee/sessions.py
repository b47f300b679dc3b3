"""The sessions of a campaign on two calendars: the days on which people played, and the days of the game.

When people played is the wall clock of the record, by the time zone of this machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.app.campaign import Campaign
from turnkeeper.calendars.model import CalendarData
from turnkeeper.calendars.reading import load_preset
from turnkeeper.play.sky import calendar
from turnkeeper.play.state import State
from turnkeeper.time import Instant
from turnkeeper.views.parts.due import coming
from turnkeeper.views.story import sessions_of

AHEAD = 366
"""The days ahead for which deadlines go out."""
DEADLINES = frozenset(("timer", "lapse", "reminder"))
"""The kinds of what comes that people put into a calendar."""
GREGORIAN = "gregorian"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LONGEST_LINE = 75
"""The most bytes of a line of iCalendar before it is folded (RFC 5545, 3.1)."""


class SessionPlayed(Struct, frozen=True):
    """A session: when people began and ended it, as ISO dates, and on which days of the game it was."""

    number: int
    title: str
    began: str
    ended: str
    first: str
    last: str

    @property
    def game_days(self) -> str:
        """Return the days of the game in words."""
        return self.first if self.first == self.last else f"{self.first} to {self.last}"

    def __str__(self) -> str:
        """Return the heading of the session, as its story has it."""
        return f"Session {self.number}" + (f": {self.title}" if self.title else "")


def sessions_played(campaign: Campaign) -> tuple[SessionPlayed, ...]:
    """Return the sessions up to the head in which anything was recorded, the first one first."""
    found = []
    for number, (title, commits) in enumerate(sessions_of(campaign), 1):
        made = [_day(one.made_ms) for one in commits]
        instants = [at for one in commits for at in codec.instants(one.events)]
        if made and instants:
            first, last = _said(campaign, min(instants)), _said(campaign, max(instants))
            found.append(SessionPlayed(number, title, min(made), max(made), first, last))
    return tuple(found)


def _day(made_ms: int) -> str:
    return (_EPOCH + timedelta(milliseconds=made_ms)).astimezone().date().isoformat()


def _said(campaign: Campaign, at: Instant) -> str:
    """Return the date of an instant, or its day where no calendar is in use."""
    day = campaign.book.scale.say_instant(at).rpartition(" ")[0]
    return calendar.date(campaign.state, campaign.book, at) or day


class Deadline(Struct, frozen=True):
    """What ends, lapses or is reminded of in the game: on which day of people, and when in the game."""

    on: date
    what: str
    at: str


def deadlines(campaign: Campaign) -> tuple[Deadline, ...]:
    """Return the matters due within `AHEAD` days, the soonest first; none where all dates are the game's.

    The days of people are those of the Gregorian calendar: it is the one in use, or stands beside it.
    """
    state, book = campaign.state, campaign.book
    first = _first_gregorian(state)
    if first is None:
        return ()
    day = book.scale.day
    ahead = coming(state, book, state.now + day * AHEAD, day.ms)
    told = sorted((one.at, one.text) for one in ahead if one.kind in DEADLINES and one.at >= state.now)
    days = ((first + at.ms // day.ms + 1, at, text) for at, text in dict.fromkeys(told))
    return tuple(
        Deadline(date.fromordinal(ordinal), text, book.scale.say_instant(at))
        for ordinal, at, text in days
        if 1 <= ordinal <= date.max.toordinal()
    )


def _first_gregorian(state: State) -> int | None:
    """Return the number that the Gregorian calendar has for the first day of the campaign, if it is there."""
    used, preset = state.calendar, load_preset(GREGORIAN)
    there = () if used is None else ((used.data, used.first), *((one.data, one.first) for one in used.beside))
    return next((first for data, first in there if _days(data) == _days(preset)), None)


def _days(data: CalendarData) -> tuple[object, ...]:
    """Return the part of a calendar that decides its dates."""
    return data.parts, data.years, data.calendar.day_zero


def as_icalendar(campaign: Campaign, sessions: Iterable[SessionPlayed]) -> str:
    """Return sessions and deadlines as a file of iCalendar (RFC 5545): an event of whole days for each."""
    key, called = campaign.store.facts.campaign, campaign.store.facts.name
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Turnkeeper//Sessions//EN"]
    for one in sessions:
        began, ended = date.fromisoformat(one.began), date.fromisoformat(one.ended)
        lines += _event(f"{key}-{one.number}", (began, ended), f"{called}: {one}", one.game_days)
    for number, due in enumerate(deadlines(campaign), 1):
        lines += _event(f"{key}-due-{number}", (due.on, due.on), f"{called}: {due.what}", due.at)
    return "".join(f"{part}\r\n" for line in (*lines, "END:VCALENDAR") for part in _folded(line))


def _event(uid: str, days: tuple[date, date], summary: str, about: str) -> list[str]:
    began, after = days[0], days[1].toordinal() + 1
    ends = [f"DTEND;VALUE=DATE:{_plain(date.fromordinal(after))}"] if after <= date.max.toordinal() else []
    return [
        "BEGIN:VEVENT",
        f"UID:{uid}@turnkeeper",
        f"DTSTAMP:{_plain(began)}T000000Z",
        f"DTSTART;VALUE=DATE:{_plain(began)}",
        *ends,
        f"SUMMARY:{_text(summary)}",
        f"DESCRIPTION:{_text(about)}",
        "END:VEVENT",
    ]


def _plain(day: date) -> str:
    return day.isoformat().replace("-", "")


def _text(text: str) -> str:
    """Return a text as a value of iCalendar has it (3.3.11)."""
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _folded(line: str) -> Iterator[str]:
    """Yield the pieces of a line, each after the first with a space before it; no letter is cut in two."""
    piece = ""
    for sign in line:
        if len((piece + sign).encode()) > _LONGEST_LINE:
            yield piece
            piece = " "
        piece += sign
    yield piece
