"""The shelf: every campaign of the folder, and all that is done to one as a whole."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import SkipValidation
from litestar.response import Redirect
from msgspec import Struct

from turnkeeper.app import samples
from turnkeeper.app.shelf import handing_on
from turnkeeper.app.shelf.folder import KEY_LENGTH, Moved, Shelved, Slip
from turnkeeper.app.shelf.naming import LONGEST_NAME
from turnkeeper.record import StoreBusy
from turnkeeper.views.status_texts import facts
from turnkeeper.web import render
from turnkeeper.web.downloads import download
from turnkeeper.web.open_tables import OpenTables
from turnkeeper.web.requests import Asked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Given = NamedDependency[SkipValidation[OpenTables]]

MANY = 12
"""From so many campaigns on the shelf is parted by when they were played last."""
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
    "back": "{name} is back on the shelf.",
    "came": "{name} is on the shelf.",
}


class Standing(Struct, frozen=True):
    """A campaign as the shelf shows it."""

    seen: Shelved
    played: str
    played_on: str
    size: str


# The shelf


@get("/")
async def shelf(tables: Given, did: str = "", key: str = "", find: str = "") -> Response[str]:
    """Show every campaign, or those whose names hold some letters."""
    return await _shelf(tables, did=did, key=key, find=find)


async def _shelf(  # noqa: PLR0913 - what is shown besides the campaigns
    tables: OpenTables,
    *,
    did: str = "",
    key: str = "",
    find: str = "",
    slips: list[Slip] | None = None,
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
    return render.page("shelf.html", values, status)


def _groups(standing: list[Standing], now: float) -> list[tuple[str, list[Standing]]]:
    """Return the campaigns under headings; a few need none."""
    if len(standing) < MANY:
        return [("", standing)]
    found: dict[str, list[Standing]] = {}
    for one in standing:
        age = now - one.seen.played_ms / 1000
        heading = next((name for name, limit in _AGES if age < limit), _LONG_AGO)
        found.setdefault(_BROKEN if one.seen.fault else heading, []).append(one)
    return list(found.items())


def _standing(seen: Shelved, now: float) -> Standing:
    day = datetime.fromtimestamp(seen.played_ms / 1000, UTC).astimezone()
    return Standing(
        seen, ago(now - seen.played_ms / 1000, day), day.isoformat(timespec="minutes"), _size(seen.size)
    )


def ago(seconds: float, day: datetime) -> str:
    """Return in words when something was, by how long ago it is and which day that was."""
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
    return f"{day.day} {day:%B}" if days < _MOST_DAYS_WITHOUT_YEAR else f"{day.day} {day:%B %Y}"


def _size(size: int) -> str:
    for unit, name in _UNITS:
        if size >= unit:
            return f"{size / unit:.1f} {name}" if size < 10 * unit else f"{size // unit} {name}"
    return f"{size} bytes"


def _found(tables: OpenTables, key: str) -> tuple[Path, Shelved]:
    found = tables.shelf.find(key)
    if found is None:
        raise NotFoundException("There is no such campaign here.")
    return found


@post("/shelf/{key:str}/rename", status_code=200)
async def rename(request: Asked, tables: Given, key: str) -> Response[str]:
    """Give a campaign another name."""
    typed = str((await request.form()).get("name", ""))
    path, _ = await asyncio.to_thread(_found, tables, key)
    await tables.close(key)
    moved = await asyncio.to_thread(tables.shelf.rename, path, typed)
    if isinstance(moved, Slip):
        return await _shelf(tables, slips=[moved], renaming=key, typed=typed, status=422)
    return _back_to_shelf("kept" if moved.note else "renamed", key)


@post("/shelf/{key:str}/archive", status_code=200)
async def archive(tables: Given, key: str) -> Response[str]:
    """Put a campaign into the archive."""
    return await _moved(tables, key, tables.shelf.put_away, "away")


@post("/shelf/{key:str}/bring-back", status_code=200)
async def bring_back(tables: Given, key: str) -> Response[str]:
    """Take a campaign out of the archive."""
    return await _moved(tables, key, tables.shelf.bring_back, "back")


async def _moved(tables: OpenTables, key: str, move: Callable[[Path], Moved], did: str) -> Response[str]:
    path, seen = await asyncio.to_thread(_found, tables, key)
    await tables.close(key)
    try:
        moved = await asyncio.to_thread(move, path)
    except StoreBusy:
        slip = Slip(key, f"{seen.name} is open in another program.", "Close it there, then try again.")
        return await _shelf(tables, slips=[slip], status=409)
    there = {path: one.key for path, one in await asyncio.to_thread(tables.shelf.everything)}
    return _back_to_shelf(did, there.get(moved.path, key))


def _back_to_shelf(did: str, key: str) -> Redirect:
    return Redirect(f"/?did={did}&key={key}", status_code=303)


# Handing on


@get("/c/{key:str}/export")
async def export(tables: Given, key: str, form: str = "file") -> Response[bytes]:
    """Hand a campaign on: as one file, or as a playthrough."""
    path, seen = await asyncio.to_thread(_found, tables, key)
    if form == "playthrough":
        name, text = await asyncio.to_thread(handing_on.exported, path)
        return download(text.encode(), handing_on.file_name_for(name, handing_on.PLAYTHROUGH), "text/plain")
    data = await asyncio.to_thread(handing_on.copy_of, path)
    return download(data, handing_on.file_name_for(seen.name), "application/octet-stream")


@post("/import", status_code=200)
async def let_in(request: Asked, tables: Given) -> Response[str]:
    """Let a campaign in: one file, or a playthrough."""
    given = (await request.form()).get("file")
    data, name = (await given.read(), given.filename) if isinstance(given, UploadFile) else (b"", "")
    if not data and not name:
        return await _shelf(
            tables, slips=[Slip("file", "No file was chosen.", "choose one first")], status=422
        )
    came = await asyncio.to_thread(handing_on.let_in, tables.shelf, data, name, facts)
    if isinstance(came, list):
        return await _shelf(tables, slips=came, status=422)
    return _back_to_shelf("came", came.campaign[:KEY_LENGTH])


@post("/sample", status_code=200)
async def sample(tables: Given) -> Response[str]:
    """Open the sample campaign, which is begun where there is none."""

    def opened() -> Path:
        path, campaign, _ = samples.opened(tables.folder, facts)
        campaign.close()
        return path

    path = await asyncio.to_thread(opened)
    keys = await asyncio.to_thread(tables.keys)
    here = {each.resolve(): key for each, key in keys.items()}
    return Redirect(f"/c/{here[path]}" if path in here else "/", status_code=303)


HANDLERS = (shelf, rename, archive, bring_back, export, let_in, sample)
