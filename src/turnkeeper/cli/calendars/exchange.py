"""`calendar import | export`: calendar files of other programs, each with an account of what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from msgspec import Struct

from turnkeeper.cli import screen
from turnkeeper.cli.calendars.commands import WhichCalendar, almanac_of, day_said
from turnkeeper.cli.exits import Exit, Stop, counted
from turnkeeper.cli.opening import read_text, write_new
from turnkeeper.cli.parser import Flag, Json, Output
from turnkeeper.cli.screen import table

if TYPE_CHECKING:
    from turnkeeper.calendars.formats.accounts import Account

LONGEST_VALUE = 40
Strict = Annotated[Flag, Parameter(name="--strict", help="Refuse where anything of time would be dropped.")]


def bring_in(
    file: Path, /, *, variant: str = "", output: Output = None, json: Json = False, strict: Strict = False
) -> int:
    """Read a calendar file of another program, and tell what became of each of its values.

    Parameters
    ----------
    file
        From Fantasy-Calendar, Calendarium, Simple Calendar, Seasons & Stars, Calendaria, Foundry or donjon.
    variant
        The id of a variant in a file of Seasons & Stars; else its default, if it has one.
    output
        A new file for the calendar; else it goes to standard output.
    """
    from turnkeeper.calendars.almanac import Almanac
    from turnkeeper.calendars.formats.importing import import_calendar
    from turnkeeper.calendars.wording import say_date
    from turnkeeper.files.rules_text import write_calendar
    from turnkeeper.rules.problems import RulesFault
    from turnkeeper.rules.reading.source import LARGEST_TEXT

    out, err = screen.stdout(), screen.stderr()
    try:
        found = import_calendar(read_text(file), file.name, variant)
    except RulesFault as fault:
        err.say(f"{file} is no calendar: {counted(len(fault.problems), 'problem')}")
        out.answer(fault.problems, map(str, fault.problems), json=json)
        return Exit.REFUSED
    almanac = Almanac(found.data)
    today = say_date(almanac, almanac.day_of(found.today)) if found.today is not None else ""
    text = (f"# It stands at {today}.\n" if today else "") + write_calendar(found.data)
    if len(text) > LARGEST_TEXT:
        hint = f"A calendar file has at most {LARGEST_TEXT:,}."
        raise Stop(Exit.FILE, f"what {file} states are {len(text):,} characters.", hint)
    answer = {"format": found.format, "today": today, "calendar": text, "accounts": found.accounts}
    return _Exchange(answer, text, found.accounts).told(output, json=json, strict=strict)


def write_out(  # noqa: PLR0913 - the options of a command
    calendar: WhichCalendar,
    /,
    *,
    to: str,
    at: str = "",
    output: Output = None,
    json: Json = False,
    strict: Strict = False,
) -> int:
    """Write a calendar as a file of another program, and tell what of it cannot be said there.

    Parameters
    ----------
    to
        seasons-and-stars, calendarium, simple-calendar, foundry or fantasy-calendar.
    at
        The date that the file stands at; else the first day of the first year.
    output
        A new file; else it goes to standard output.
    """
    from turnkeeper.calendars.formats.exporting import WRITERS, export_calendar
    from turnkeeper.rules.problems import did_you_mean

    if to not in WRITERS:
        raise Stop(Exit.USAGE, f"no format is called {to[:60]!r}.", did_you_mean(to, WRITERS))
    almanac = almanac_of(calendar)
    today = almanac.date_of(day_said(almanac, at)) if at else None
    found = export_calendar(almanac.data, to, today)
    answer = {"format": found.format, "text": found.text, "accounts": found.accounts}
    return _Exchange(answer, found.text, found.accounts).told(output, json=json, strict=strict)


class _Exchange(Struct, frozen=True):
    """What an import or an export gives: the facts for programs, the text, and the account of it."""

    answer: Mapping[str, object]
    text: str
    accounts: tuple[Account, ...]

    def told(self, output: Path | None, *, json: bool, strict: bool) -> int:
        """Write the text, unless something would be dropped that must not be, and tell the account."""
        out, err = screen.stdout(), screen.stderr()
        refused = strict and any(one.fate == "dropped" for one in self.accounts)
        if output is not None and not refused:
            write_new(output, self.text)
        if json:
            out.json(self.answer)
        else:
            if output is None and not refused:
                out.write(self.text)
            err.say_all(_accounts_drawn(err, self.accounts))
        if refused:
            err.say("values would be dropped, so nothing was written")
        return Exit.REFUSED if refused else Exit.DONE


def _accounts_drawn(out: screen.Screen, accounts: tuple[Account, ...]) -> Iterator[str]:
    """Yield how much of a file was kept, then a line for all that was not, like with like."""
    from turnkeeper.calendars.formats.accounts import folded

    fates = [one.fate for one in accounts]
    order = ("kept", "changed", "dropped", "asked", "left out")
    said = [f"{fates.count(fate)} {fate}" for fate in order if fate in fates]
    yield out.bold(", ".join(said))
    told = [(one, count) for one, count in folded(accounts) if one.fate != "kept" or one.remark]
    rows: Iterable[tuple[str, ...]] = [
        (one.fate, one.path + (f"  x {count}" if count > 1 else ""), _short(one.value), one.remark)
        for one, count in told
    ]
    yield from table(out, list(rows), ("", "", "dim"))


def _short(value: str) -> str:
    shown = "".join(sign if sign.isprintable() else " " for sign in value)
    return shown if len(shown) <= LONGEST_VALUE else f"{shown[:LONGEST_VALUE]}..."
