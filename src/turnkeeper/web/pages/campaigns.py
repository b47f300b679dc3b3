"""The campaigns of the folder, and all that is done to one as a whole."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime

from litestar import Response, get, post
from litestar.response import Redirect
from msgspec import Struct

from turnkeeper.app.shelf.folder import Shelved, WrongField
from turnkeeper.app.shelf.naming import LONGEST_NAME
from turnkeeper.record import StoreBusy
from turnkeeper.web import acts, render
from turnkeeper.web.open_tables import OpenTables
from turnkeeper.web.render import day, moment
from turnkeeper.web.request_limits import LARGEST_FILE
from turnkeeper.web.requests import Asked, typed, uploaded

MANY = 12
"""From this number on, campaigns stand under headings by when they were played last."""
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
_MOST_DAYS_WITHOUT_YEAR = 300
_AGES = (("Lately", 14 * _DAY), ("Earlier", 120 * _DAY))
_LONG_AGO = "Long ago"
_BROKEN = "Cannot be opened"
_UNITS = ((1_000_000, "MB"), (1_000, "kB"))
_SAID = {
    "renamed": "{name} has its new name.",
    "kept": "{name} has its new name. It is open in another program, so its file is still {file}.",
    "away": "{name} is in the archive.",
    "back": "{name} is out of the archive.",
    "came": "{name} is imported.",
}


class CampaignRow(Struct, frozen=True):
    """A campaign as the list shows it."""

    seen: Shelved
    played: str
    played_on: str
    size: str


# The list


@get("/")
async def campaigns(tables: OpenTables, did: str = "", key: str = "", find: str = "") -> Response[str]:
    """Show every campaign, or those whose names hold some letters."""
    return await _page(tables, did=did, key=key, find=find)


async def _page(  # noqa: PLR0913 - what is shown besides the campaigns
    tables: OpenTables,
    *,
    did: str = "",
    key: str = "",
    find: str = "",
    slips: list[WrongField] | None = None,
    renaming: str = "",
    typed: str = "",
    status: int = 200,
) -> Response[str]:
    seen = await asyncio.to_thread(tables.shelf.campaigns)
    now = time.time()
    wanted = find.strip()[:LONGEST_NAME]
    found = [one for one in seen if wanted.casefold() in one.name.casefold()]
    standing = [_standing(one, now) for one in found if not one.archived]
    about = next((one for one in seen if one.key == key), None)
    said = _SAID.get(did, "").format(name=about.name, file=about.file) if about is not None else ""
    values = {
        "groups": _groups(standing, now),
        "away": [_standing(one, now) for one in found if one.archived],
        "count": sum(not one.archived for one in seen),
        "many": MANY,
        "find": wanted,
        "said": said,
        "about": key,
        "slips": slips or [],
        "renaming": renaming,
        "typed": typed,
    }
    return render.page("campaigns.html", values, status)


def _groups(standing: list[CampaignRow], now: float) -> list[tuple[str, list[CampaignRow]]]:
    """Return the campaigns under headings; a few need none."""
    if len(standing) < MANY:
        return [("", standing)]
    found: dict[str, list[CampaignRow]] = {}
    for one in standing:
        age = now - one.seen.played_ms / 1000
        heading = next((name for name, limit in _AGES if age < limit), _LONG_AGO)
        found.setdefault(_BROKEN if one.seen.fault else heading, []).append(one)
    return list(found.items())


def _standing(seen: Shelved, now: float) -> CampaignRow:
    at = moment(seen.played_ms / 1000)
    played = ago(now - seen.played_ms / 1000, at)
    return CampaignRow(seen, played, at.isoformat(timespec="minutes"), _size(seen.size))


def ago(seconds: float, at: datetime) -> str:
    """Return in words when something was, by how long ago it is and the moment itself."""
    if seconds < 2 * _MINUTE:
        return "just now"
    if seconds < _HOUR:
        return f"{int(seconds // _MINUTE)} minutes ago"
    if seconds < _DAY:
        hours = int(seconds // _HOUR)
        return "an hour ago" if hours == 1 else f"{hours} hours ago"
    days = int(seconds // _DAY)
    if days <= 6:  # noqa: PLR2004 - within a week
        return "yesterday" if days == 1 else f"{days} days ago"
    return f"{at.day} {at:%B}" if days < _MOST_DAYS_WITHOUT_YEAR else day(at)


def _size(size: int) -> str:
    for unit, name in _UNITS:
        if size >= unit:
            return f"{size / unit:.1f} {name}" if size < 10 * unit else f"{size // unit} {name}"
    return f"{size} bytes"


@post("/campaigns/{key:str}/rename", status_code=200)
async def rename(request: Asked, tables: OpenTables, key: str) -> Response[str]:
    """Rename a campaign."""
    name = await typed(request, "name")
    placed = await acts.rename_campaign(tables, key, name)
    if isinstance(placed, WrongField):
        return await _page(tables, slips=[placed], renaming=key, typed=name, status=422)
    return _back("kept" if placed.note else "renamed", key)


@post(["/campaigns/{key:str}/archive", "/campaigns/{key:str}/bring-back"], status_code=200)
async def archive(request: Asked, tables: OpenTables, key: str) -> Response[str]:
    """Put a campaign into the archive, or take it out."""
    archived = request.url.path.endswith("/archive")
    try:
        placed = await acts.archive_campaign(tables, key, archived=archived)
    except StoreBusy:
        _, seen = await acts.find_campaign(tables, key)
        slip = WrongField(key, f"{seen.name} is open in another program.", "Close it there, then try again.")
        return await _page(tables, slips=[slip], status=409)
    return _back("away" if archived else "back", placed.key)


def _back(did: str, key: str) -> Redirect:
    return Redirect(f"/?did={did}&key={key}", status_code=303)


# Handing on


@get("/c/{key:str}/export")
async def export(tables: OpenTables, key: str, form: str = "file") -> Response[bytes]:
    """Hand a campaign on: as one file, or as a playthrough."""
    as_text = form == "playthrough"
    return await (acts.export_playthrough(tables, key) if as_text else acts.export_file(tables, key))


@post("/import", status_code=200, request_max_body_size=LARGEST_FILE)
async def import_(request: Asked, tables: OpenTables) -> Response[str]:
    """Import a campaign: one file, or a playthrough."""
    data, name = await uploaded(request)
    if not data and not name:
        return await _page(
            tables, slips=[WrongField("file", "No file was chosen.", "choose one first")], status=422
        )
    came = await acts.import_campaign(tables, data, name)
    if isinstance(came, list):
        return await _page(tables, slips=came, status=422)
    return _back("came", came.key)


@post("/sample", status_code=200)
async def sample(tables: OpenTables) -> Response[str]:
    """Open the sample campaign, which is begun where there is none."""
    placed = await acts.open_sample(tables)
    return Redirect(f"/c/{placed.key}" if placed.key else "/", status_code=303)
