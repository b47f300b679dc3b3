"""Count a campaign's days by a calendar of one's own, from a file of ours or of another program."""

from __future__ import annotations

from msgspec import Struct

from turnkeeper.app.maps.atlas import SHOWN_DIGITS, digest_of_calendar
from turnkeeper.app.outcomes import Outcome
from turnkeeper.app.session import Session
from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.formats.accounts import Account
from turnkeeper.calendars.formats.importing import import_calendar
from turnkeeper.calendars.model import CalendarData
from turnkeeper.calendars.reading import load_preset, preset_ids, read_calendar
from turnkeeper.calendars.wording import say_date
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.sky.calendar import DropCalendar, UseCalendar

OURS = ".toml"


class CalendarFile(Struct, frozen=True):
    """A calendar as a file states it, the date the file stands at, and what became of each foreign value."""

    data: CalendarData
    today: str = ""
    accounts: tuple[Account, ...] = ()


def read_file(text: str, name: str, variant: str = "") -> CalendarFile:
    """Return the calendar of a file of ours, by its ending, or of another program; raises `RulesFault`.

    Of a foreign file with variants it is the default one, or the ``variant`` of an id.
    """
    if name.endswith(OURS):
        return CalendarFile(read_calendar(text, name))
    found = import_calendar(text, name, variant)
    almanac = Almanac(found.data)
    today = say_date(almanac, almanac.day_of(found.today)) if found.today is not None else ""
    return CalendarFile(found.data, today, found.accounts)


def use(session: Session, data: CalendarData, date: str, *, beside: bool = False) -> Outcome:
    """Count the days by a calendar from now on, today being the date; its name alone means one at hand.

    ``beside`` leaves the one in use and shows the dates of this one beside it.
    """
    campaign, name = session.campaign, data.calendar.id
    here = campaign.state.calendar
    in_use = here.data if here is not None and here.data.calendar.id == name else None
    at_hand = in_use or (load_preset(name) if name in preset_ids() else None)
    digest = "" if data == at_hand else digest_of_calendar(data)[:SHOWN_DIGITS]
    said = campaign.express(UseCalendar(name, date, digest, beside))
    if isinstance(said, Refusal):
        return Refusal("unsayable", f"{date[:90]!r} is no date", "3rd of Harvest 1042")
    campaign.atlas.bring_calendar(data)
    return session.carry_out(said)


def drop_beside(session: Session, name: str) -> Outcome:
    """Show the dates of a calendar, by its id, beside the one in use no longer."""
    said = session.campaign.express(DropCalendar(name))
    if isinstance(said, Refusal):
        return Refusal("unknown-calendar", f"no calendar {name[:90]!r} is shown beside")
    return session.carry_out(said)
