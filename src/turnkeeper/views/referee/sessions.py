"""The sessions of a campaign on two calendars: the days on which people played, and the days of the game.

When people played is the wall clock of what is recorded, by the time zone of this machine.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.play.sky import calendar
from turnkeeper.views.story import sessions_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.time import Instant

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LONGEST_LINE = 75
"""So many bytes a line of iCalendar has at most before it is folded (RFC 5545, 3.1)."""


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


def as_icalendar(campaign: Campaign, sessions: Iterable[SessionPlayed]) -> str:
    """Return sessions as a file of iCalendar (RFC 5545): an event of whole days for each."""
    key = campaign.store.facts.campaign
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Turnkeeper//Sessions//EN"]
    for one in sessions:
        after = date.fromisoformat(one.ended) + timedelta(days=1)
        lines += [
            "BEGIN:VEVENT",
            f"UID:{key}-{one.number}@turnkeeper",
            f"DTSTAMP:{_plain(one.began)}T000000Z",
            f"DTSTART;VALUE=DATE:{_plain(one.began)}",
            f"DTEND;VALUE=DATE:{_plain(after.isoformat())}",
            f"SUMMARY:{_text(f'{campaign.store.facts.name}: {one}')}",
            f"DESCRIPTION:{_text(one.game_days)}",
            "END:VEVENT",
        ]
    return "".join(f"{part}\r\n" for line in (*lines, "END:VCALENDAR") for part in _folded(line))


def _plain(day: str) -> str:
    return day.replace("-", "")


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
