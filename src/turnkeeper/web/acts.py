"""Actions of pages and API besides words said to the session: HTML or JSON is the last step.

A refusal that is the same for both is raised (`ProblemError`); faults shown in a form are returned as slips.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app import samples
from turnkeeper.app.maps import using
from turnkeeper.app.maps.atlas import Brought
from turnkeeper.app.outcomes import CommandDone, Outcome
from turnkeeper.app.session import Session
from turnkeeper.app.sharing import Sharing
from turnkeeper.app.shelf import beginning, calendar_files, handing_on
from turnkeeper.app.shelf.beginning import Begun, Wanted
from turnkeeper.app.shelf.folder import KEY_LENGTH, Shelved, WrongField
from turnkeeper.app.shelf.playing_on import kept_beside, taken_over
from turnkeeper.calendars.model import CalendarData
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.record import StoreBusy
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.views.players import seat
from turnkeeper.views.referee.facts import facts
from turnkeeper.web.link_access import LinkAccess, LinkHolder, agreed
from turnkeeper.web.open_tables import OpenTable, OpenTables
from turnkeeper.web.problems import refuse
from turnkeeper.web.render import download

if TYPE_CHECKING:
    from litestar import Response


class PlacedCampaign(Struct, frozen=True):
    """A campaign that was begun, imported, renamed or moved; ``note`` says where it is not as was asked."""

    key: str
    name: str
    note: str = ""


def why_not(outcome: Outcome) -> tuple[str, str]:
    """Return why a form was not carried out, and what would work; empty where nothing is known that would."""
    message, hint = (str(getattr(outcome, name, "")) for name in ("message", "hint"))
    return message or "It waits for a throw.", hint


async def find_campaign(tables: OpenTables, key: str) -> tuple[Path, Shelved]:
    """Return a campaign's file and how it stands; refuses an unknown key."""
    found = await asyncio.to_thread(tables.shelf.find, key)
    if found is None:
        refuse(404, "not-found", "There is no such campaign here.", "GET /api/campaigns lists them.")
    return found


async def begin_campaign(tables: OpenTables, wanted: Wanted) -> PlacedCampaign | list[WrongField]:
    """Begin a campaign, or return all that is wrong."""
    taken = await asyncio.to_thread(tables.shelf.names)
    begun = await asyncio.to_thread(beginning.begin, tables.folder, wanted, taken)
    return _placed(begun) if isinstance(begun, Begun) else begun


async def import_campaign(tables: OpenTables, data: bytes, name: str) -> PlacedCampaign | list[WrongField]:
    """Import a campaign from the bytes of a file, looked over first, or return all that is wrong."""
    came = await asyncio.to_thread(handing_on.let_in, tables.shelf, data, name, facts)
    return came if isinstance(came, list) else _placed(came)


def _placed(new: Begun | handing_on.LetIn) -> PlacedCampaign:
    return PlacedCampaign(new.campaign[:KEY_LENGTH], new.name, new.note)


async def rename_campaign(tables: OpenTables, key: str, name: str) -> PlacedCampaign | WrongField:
    """Rename a campaign; who looks on stays."""
    path, _ = await find_campaign(tables, key)
    moved = await tables.move(key, path, lambda at: tables.shelf.rename(at, name))
    return moved if isinstance(moved, WrongField) else PlacedCampaign(key, moved.name, moved.note)


async def archive_campaign(tables: OpenTables, key: str, *, archived: bool = True) -> PlacedCampaign:
    """Move a campaign into the archive or out of it; one that is there already stays.

    Raises `StoreBusy` for one that is open in another program.
    """
    path, seen = await find_campaign(tables, key)
    if seen.archived == archived:
        return PlacedCampaign(key, seen.name)
    moved = await tables.move(key, path, tables.shelf.put_away if archived else tables.shelf.bring_back)
    if archived:
        await tables.close(key)
    return PlacedCampaign(await _key_at(tables, moved.path, key), moved.name, moved.note)


async def open_sample(tables: OpenTables) -> PlacedCampaign:
    """Begin the sample campaign if it is not there."""

    def opened() -> tuple[Path, str]:
        path, campaign, _ = samples.opened(tables.folder, facts)
        with closing(campaign):
            return path, campaign.store.facts.name

    path, name = await asyncio.to_thread(opened)
    return PlacedCampaign(await _key_at(tables, path, ""), name)


async def _key_at(tables: OpenTables, path: Path, otherwise: str) -> str:
    def found() -> str:
        there = {at.resolve(): one.key for at, one in tables.shelf.everything()}
        return there.get(path.resolve(), otherwise)

    return await asyncio.to_thread(found)


async def export_file(tables: OpenTables, key: str) -> Response[bytes]:
    """Return a copy of a campaign as it stands now, with all its branches, as one file."""
    path, seen = await find_campaign(tables, key)
    data = await asyncio.to_thread(handing_on.copy_of, path)
    return download(data, handing_on.file_name_for(seen.name), "application/octet-stream")


async def export_playthrough(tables: OpenTables, key: str) -> Response[bytes]:
    """Return the line to the head as a playthrough: commands, faces and what followed, as text."""
    path, _ = await find_campaign(tables, key)
    name, text = await asyncio.to_thread(handing_on.exported, path)
    return download(text.encode(), handing_on.file_name_for(name, handing_on.PLAYTHROUGH), "text/plain")


async def hand_over(table: OpenTable, link_id: str, number: int) -> Outcome:
    """Hand the throw of a number to the player of a link that may answer; an empty id takes it back."""
    link = agreed(table.path).sharing.link(link_id)
    if link_id and (link is None or link.revoked is not None or not link.answers):
        refuse(404, "no-link", "No link of that id may answer throws.", "Grant it with PATCH links.")
    return await table.change(Session.hand_over, link_id, number)


async def change_light(guest: LinkHolder, kind: str, doing: seat.Doing) -> seat.Told:
    """Light or put out a light of the character of a link that may."""
    return await guest.table.change(seat.change_light, guest.link, kind, doing)


async def answer_throw(guest: LinkHolder, ticket: str, faces: str) -> seat.Told:
    """Answer the throw of a ticket that was handed to a link."""
    return await guest.table.change(seat.answer, guest.link, ticket, faces)


async def agree(
    guests: LinkAccess, table: OpenTable, shown: Mapping[str, object] = {}, **said: object
) -> Sharing:
    """Change what a table shares, by the fields of `Shown` and `Sharing` that are said, seen at once."""
    return await guests.change(table, lambda kept: replace(kept, shown=replace(kept.shown, **shown), **said))


async def use_map(table: OpenTable, brought: Brought) -> CommandDone | Refusal:
    """Play a campaign on a map from now on, as a command that undo takes back."""

    def use(session: Session) -> CommandDone | Refusal:
        session.refresh()
        return using.use(session.campaign, brought)

    return await table.change(use)


async def count_by(table: OpenTable, data: CalendarData, date: str, *, beside: bool) -> Outcome:
    """Count the days by a calendar from now on, or show its dates ``beside`` those of the one in use."""
    return await table.change(calendar_files.use, data, date, beside=beside)


async def drop_calendar(table: OpenTable, name: str) -> Outcome:
    """Show the dates of a calendar beside the one in use no longer."""
    return await table.change(calendar_files.drop_beside, name)


async def play_on(table: OpenTable, tables: OpenTables, rules: RuleSet, *, instead: bool) -> PlacedCampaign:
    """Go on under other rules in a campaign of its own, ``instead`` of the one as it was or beside it."""
    old = table.path

    def keep(session: Session) -> tuple[str, Path, str]:
        new, new_id = kept_beside(tables.shelf, session.campaign, old, rules)
        return session.campaign.store.facts.name, new, new_id[:KEY_LENGTH]

    name, new, key = await table.run(keep)
    if not instead:
        return PlacedCampaign(key, new.stem)
    await tables.close(table.key)
    with suppress(StoreBusy):
        await asyncio.to_thread(taken_over, tables.shelf, old, new, name)
        return PlacedCampaign(key, name)
    return PlacedCampaign(key, new.stem, f"{name} is open in another program, so both are listed.")
