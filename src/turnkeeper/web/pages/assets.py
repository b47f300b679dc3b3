"""Static files, read and packed once, a campaign's pictures, and the page that credits the work of others."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from turnkeeper.app.pictures import Picture
from turnkeeper.web import render
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.render import static_bytes, static_mark, static_names
from turnkeeper.web.requests import Asked, packed
from turnkeeper.web.vendored import vendored

_PACKED_ALREADY = frozenset({".woff2", ".png"})
_TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml", ".css": "text/css"}


@get("/static/{name:path}", opt={"open": True}, sync_to_thread=False)
def asset(request: Asked, name: str) -> Response[bytes]:
    """Return a static file; under the mark of them all it may be kept, for that changes with them."""
    mark, _, under = name.lstrip("/").partition("/")
    wanted = under if mark.startswith("@") else name.lstrip("/")
    if wanted not in static_names():  # nothing else is ever read
        raise NotFoundException
    return _answer(request, wanted, keep=mark == static_mark())


@get("/favicon.ico", opt={"open": True}, sync_to_thread=False)
def icon(request: Asked) -> Response[bytes]:
    """Return the flame, for drawings and files, which cannot name an icon."""
    return _answer(request, "flame.svg", keep=False)


def _answer(request: Asked, wanted: str, *, keep: bool) -> Response[bytes]:
    plain, mark, end = *_content(wanted), Path(wanted).suffix
    kind = _TYPES.get(end) or guess_type(wanted)[0] or "application/octet-stream"
    kept = "public, max-age=31536000, immutable" if keep else "no-cache"
    level = 0 if end in _PACKED_ALREADY else 9
    return packed(request, plain, kind, {"Cache-Control": kept}, tag=f'"{mark}"', level=level)


@cache
def _content(name: str) -> tuple[bytes, str]:
    """Return the bytes of a file, and a mark that changes with them."""
    plain = static_bytes(name)
    return plain, sha256(plain).hexdigest()[:16]


@get("/credits", opt={"open": True}, sync_to_thread=False)
def credits_page() -> Response[str]:
    """List the vendored work of other people, with the licences."""
    return render.page("credits.html", {"packages": vendored().packages})


def picture_answer(found: Picture | None) -> Response[bytes]:
    """Return a picture; raises `NotFoundException` where there is none to be shown."""
    if found is None:
        raise NotFoundException
    return Response(found.data, media_type=found.media_type)


@get("/c/{key:str}/picture/{digest:str}")
async def picture(table: OpenTable, digest: FromPath[str]) -> Response[bytes]:
    """Return a picture that the campaign keeps, to the referee."""
    return picture_answer(await table.run(lambda session: session.campaign.pictures.find(digest)))
