"""Static files, read and packed once, and the page that credits those of other people."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from litestar import Response, get
from litestar.exceptions import NotFoundException

from turnkeeper.web import render
from turnkeeper.web.render import STATIC, static_bytes
from turnkeeper.web.requests import Asked, packed
from turnkeeper.web.vendored import vendored

_PACKED_ALREADY = frozenset({".woff2", ".png"})
_TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml", ".css": "text/css"}


@cache
def _assets() -> dict[str, None]:
    """Return the names of the files: nothing else is ever read."""
    return {file.relative_to(STATIC).as_posix(): None for file in STATIC.rglob("*") if file.is_file()}


@get("/static/{name:path}", opt={"open": True}, sync_to_thread=False)
def asset(request: Asked, name: str) -> Response[bytes]:
    """Return a static file; one asked for with its fingerprint may be kept, for that changes with the file.

    Scripts ask for each other without one, and get an answer that is asked after each time.
    """
    wanted = name.lstrip("/")
    if wanted not in _assets():
        raise NotFoundException
    return _answer(request, wanted)


@get("/favicon.ico", opt={"open": True}, sync_to_thread=False)
def icon(request: Asked) -> Response[bytes]:
    """Return the flame, for drawings and files, which cannot name an icon."""
    return _answer(request, "flame.svg")


def _answer(request: Asked, wanted: str) -> Response[bytes]:
    plain, mark, end = *_content(wanted), Path(wanted).suffix
    kind = _TYPES.get(end) or guess_type(wanted)[0] or "application/octet-stream"
    kept = "public, max-age=31536000, immutable" if "v" in request.query_params else "no-cache"
    level = 0 if end in _PACKED_ALREADY else 9
    return packed(request, plain, kind, {"Cache-Control": kept}, tag=f'"{mark}"', level=level)


@cache
def _content(name: str) -> tuple[bytes, str]:
    """Return the bytes of a file, and a mark that changes with them."""
    plain = static_bytes(name)
    return plain, sha256(plain).hexdigest()[:16]


@get("/credits", opt={"open": True}, sync_to_thread=False)
def credits_page() -> Response[str]:
    """List what is vendored of other people's work, with the licences."""
    return render.page("credits.html", {"packages": vendored().packages})


HANDLERS = (asset, icon, credits_page)
