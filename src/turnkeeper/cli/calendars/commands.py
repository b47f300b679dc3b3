"""`calendar show | month | year | convert | check | schema`: calendars and dates, without a campaign."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from turnkeeper.calendars.almanac import Almanac
from turnkeeper.calendars.pages import CalendarSheet, DayFacts, MonthPage
from turnkeeper.cli import screen
from turnkeeper.cli.exits import Exit, Stop, counted
from turnkeeper.cli.opening import read_text
from turnkeeper.cli.parser import Json
from turnkeeper.cli.screen import table

GREGORIAN = "gregorian"
WIDEST_WEEK = 16
WhichCalendar = Annotated[str, Parameter(help="The id of a calendar that comes along, or a file.")]
SaidDate = Annotated[str, Parameter(help='A date, such as "3rd of Harvest 1042" or 1042-07-03.')]
ForRules = Annotated[str, Parameter(name="--rules", show_default=False)]
app = App(name="calendar", help="Show and check calendars, and convert dates.", version_flags=[])


def almanac_of(which: str) -> Almanac:
    """Return the calendar of an id or a file; raises `RulesFault` for a file that is not in order."""
    from turnkeeper.calendars.almanac import Almanac
    from turnkeeper.calendars.reading import load_preset, read_calendar

    if which.endswith(".toml"):
        return Almanac(read_calendar(read_text(Path(which)), which))
    return Almanac(load_preset(which))


def day_said(almanac: Almanac, said: str) -> int:
    """Return the day of a date as a person writes it; raises `Stop` for one that the calendar has not."""
    from turnkeeper.calendars.almanac import NoSuchDate
    from turnkeeper.calendars.pages import nearest_told
    from turnkeeper.calendars.wording import DateSlip, read_date

    try:
        return read_date(almanac, said)
    except DateSlip as slip:
        raise Stop(Exit.USAGE, f"{slip.message}.", slip.hint) from slip
    except NoSuchDate as missing:
        raise Stop(Exit.USAGE, f"{missing.message}.", nearest_told(almanac, missing)) from missing


@app.command
def show(which: WhichCalendar = "", /, *, json: Json = False) -> None:
    """Show a calendar; without a name, list those that come with the program."""
    from turnkeeper.calendars.pages import calendar_sheet
    from turnkeeper.calendars.reading import load_preset, preset_ids

    out = screen.stdout()
    if which:
        sheet = calendar_sheet(almanac_of(which))
        out.answer(sheet, _sheet_drawn(out, sheet), json=json)
    else:
        heads = [load_preset(one).calendar for one in preset_ids()]
        rows = [(one.id, one.name, "; ".join(one.sources)) for one in heads]
        out.answer(heads, table(out, rows, ("bold", "", "dim")), json=json)


def _sheet_drawn(out: screen.Screen, sheet: CalendarSheet) -> Iterator[str]:
    yield f"{out.bold(sheet.name)}  {out.dim(sheet.id)}"
    rows = [
        (f"  {one.name}", "leap rules" if one.leap else "", counted(one.days, "day")) for one in sheet.parts
    ]
    yield from table(out, rows, ("", "dim"))
    blocks = (
        ("Year", [f"{sheet.year_days} days on the mean"]),
        ("Week", [", ".join(sheet.week)]),
        ("Eras", [", ".join(sheet.eras)]),
        ("Moons", [", ".join(sheet.moons)]),
        ("Seasons", [", ".join(sheet.seasons)]),
        ("Events", list(sheet.events)),
        ("Sources", sheet.sources),
    )
    for label, lines in blocks:
        yield from screen.block(out, label, filter(None, lines))


@app.command
def month(said: SaidDate, /, *, calendar: WhichCalendar = GREGORIAN, json: Json = False) -> None:
    """Show the month that a date falls in: its weeks, moons and seasons."""
    from turnkeeper.calendars.pages import month_page

    out, almanac = screen.stdout(), almanac_of(calendar)
    page = month_page(almanac, day_said(almanac, said))
    out.answer(page, _month_drawn(out, page), json=json)


@app.command
def year(said: SaidDate, /, *, calendar: WhichCalendar = GREGORIAN, json: Json = False) -> None:
    """Show the year that a date falls in, month by month."""
    from turnkeeper.calendars.pages import year_page

    out, almanac = screen.stdout(), almanac_of(calendar)
    page = year_page(almanac, day_said(almanac, said))
    lines = (line for one in page.months for line in (*_month_drawn(out, one), ""))
    out.answer(page, [out.bold(page.title), *lines][:-1], json=json)


def _month_drawn(out: screen.Screen, page: MonthPage) -> Iterator[str]:
    from turnkeeper.calendars.pages import in_weeks

    yield out.bold(page.title)
    if 0 < len(page.week) <= WIDEST_WEEK:
        rows = in_weeks(page.days, len(page.week), attrgetter("column"))
        shown = [tuple("" if one is None else one.short for one in row) for row in rows]
        off = [one for one in page.days if one.column is None]
        yield from table(out, [tuple(name[:3] for name in page.week), *shown], ())
        yield from (f"{one.date}: off the week" for one in off)
    yield from (f"{one.date}: {', '.join(one.turns)}" for one in page.days if one.turns)


@app.command
def convert(
    said: SaidDate, /, *, to: WhichCalendar, calendar: WhichCalendar = GREGORIAN, json: Json = False
) -> None:
    """Tell what a date of one calendar is in another, and what each says of that day."""
    from turnkeeper.calendars.almanac import NoSuchDate
    from turnkeeper.calendars.pages import converted, nearest_told

    out, almanac, other = screen.stdout(), almanac_of(calendar), almanac_of(to)
    try:
        found = converted(almanac, other, day_said(almanac, said))
    except NoSuchDate as missing:
        name = other.data.calendar.name
        raise Stop(Exit.USAGE, f"{name}: {missing.message}.", nearest_told(other, missing)) from missing
    lines = (
        *_day_drawn(out, found.calendar, found.said),
        *_day_drawn(out, found.other, found.found),
    )
    out.answer(found, lines, json=json)


def _day_drawn(out: screen.Screen, name: str, day: DayFacts) -> Iterator[str]:
    yield f"{out.bold(name)}: {', '.join(filter(None, (day.weekday, day.date)))}  {out.dim(day.numbers)}"
    facts = [f"{moon}: {phase}" for moon, phase in day.phases]
    facts += [f"{cycle}: {value}" for cycle, value in day.cycles]
    facts += [day.season + (f", dawn {day.dawn}, dusk {day.dusk}" if day.dawn else "")]
    yield from (f"  {one}" for one in facts if one)


@app.command
def check(file: Path, /, *, rules: ForRules = "", json: Json = False) -> int:
    """Check a calendar file, and list every problem at once, with line, column and a hint.

    Parameters
    ----------
    rules
        The id of a rule set, or its file: what its events ask for and these rules have not is told too.
    """
    from turnkeeper.app.library import rules_named
    from turnkeeper.calendars.reading import read_calendar
    from turnkeeper.play.sky.calendar_events import strange
    from turnkeeper.rules.problems import RulesFault

    out, err = screen.stdout(), screen.stderr()
    try:
        found = read_calendar(read_text(file), str(file))
    except RulesFault as fault:
        err.say(f"{file} has {counted(len(fault.problems), 'problem')}")
        out.answer(fault.problems, map(str, fault.problems), json=json)
        return Exit.REFUSED
    err.say(f"{file} is in order: {found.calendar.name}")
    lacking = tuple(strange(rules_named(rules), found.events)) if rules else ()
    out.answer(lacking, lacking, json=json)
    return Exit.DONE


@app.command
def schema(*, json: Json = False) -> None:
    """Write the JSON Schema of calendar files, for editors; it is JSON with and without --json."""
    del json
    import msgspec

    from turnkeeper.calendars.reading import calendar_schema

    text = msgspec.json.format(msgspec.json.encode(calendar_schema()), indent=2).decode()
    screen.stdout().write(text + "\n")


_EXCHANGE = "turnkeeper.cli.calendars.exchange"
app.command(f"{_EXCHANGE}:bring_in", name="import", help="Read a calendar file of another program.")
app.command(f"{_EXCHANGE}:write_out", name="export", help="Write a calendar for another program.")
app.command(
    "turnkeeper.cli.calendars.using:use_calendar", name="use", help="Count a campaign's days by a calendar."
)
