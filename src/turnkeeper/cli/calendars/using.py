"""`calendar use`: count a campaign's days by a calendar."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from turnkeeper.app.outcomes import CommandDone, NotUnderstood
from turnkeeper.app.session import Session
from turnkeeper.app.shelf.calendar_files import CalendarFile, read_file, use
from turnkeeper.calendars.reading import load_preset, preset_ids
from turnkeeper.cli import screen, speak
from turnkeeper.cli.exits import Exit, Stop, counted, sentence
from turnkeeper.cli.opening import opened, read_text
from turnkeeper.cli.parser import CampaignOption, Json
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.sky.calendar_events import strange

Which = Annotated[
    str, Parameter(help="The id of a calendar that comes along, or a file of any kind that is read.")
]
Today = Annotated[
    str,
    Parameter(
        name="--from", help="The date of today; else the one that the file stands at.", show_default=False
    ),
]

Variant = Annotated[
    str, Parameter(help="Of a file with variants, the id of one; else its default.", show_default=False)
]
Beside = Annotated[
    bool, Parameter(help="Keep the calendar in use, and show the dates of this one beside it.", negative=())
]


def use_calendar(  # noqa: PLR0913 - the options of a command
    which: Which,
    /,
    *,
    today: Today = "",
    variant: Variant = "",
    beside: Beside = False,
    campaign: CampaignOption = "",
    json: Json = False,
) -> None:
    """Count the campaign's days by a calendar: the campaign keeps it, and the file is not needed again."""
    found = (
        CalendarFile(load_preset(which))
        if which in preset_ids()
        else read_file(read_text(Path(which)), which, variant)
    )
    date = today or found.today
    if not date:
        raise Stop(
            Exit.USAGE, "the file stands at no date.", '--from "3rd of Harvest 1042" says what today is'
        )
    out, err = screen.stdout(), screen.stderr()
    with opened(campaign) as table:
        done = use(Session(table), found.data, date, beside=beside)
        lacking = tuple(strange(table.book.set, found.data.events))
    if isinstance(done, Refusal | NotUnderstood):
        raise Stop(Exit.REFUSED, sentence(done.message), done.hint)
    assert isinstance(done, CommandDone)  # noqa: S101 - a calendar throws no dice
    dropped = [one for one in found.accounts if one.fate == "dropped"]
    if json:
        out.json({"done": done, "accounts": found.accounts, "lacking": lacking})
        return
    if dropped:
        err.say(f"{counted(len(dropped), 'value')} of the file dropped; `calendar import` lists them")
    for line in lacking:
        err.say(line)
    speak.tell_lines(out, done.told)
