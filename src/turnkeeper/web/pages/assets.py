"""Static files, read and packed once, and the page that credits those of other people."""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import sha256
from mimetypes import guess_type
from typing import NamedTuple

from litestar import Response, get
from litestar.exceptions import NotFoundException

from turnkeeper.web import render
from turnkeeper.web.render import STATIC, static_bytes
from turnkeeper.web.requests import Asked, takes_packed
from turnkeeper.web.vendored import vendored

_PACKED_ALREADY = frozenset({".woff2", ".png"})
_TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml", ".css": "text/css"}


class Asset(NamedTuple):
    """A file's type and its bytes, as they are and packed; ``packed`` is empty where that gains nothing.

    ``mark`` changes with the bytes.
    """

    kind: str
    plain: bytes
    packed: bytes
    mark: str


@cache
def _assets() -> dict[str, None]:
    """Return the names of the files: nothing else is ever read."""
    return {file.relative_to(STATIC).as_posix(): None for file in STATIC.rglob("*") if file.is_file()}


@cache
def _asset(name: str) -> Asset:
    file, plain = STATIC / name, static_bytes(name)
    kind = _TYPES.get(file.suffix) or guess_type(name)[0] or "application/octet-stream"
    packed = b"" if file.suffix in _PACKED_ALREADY else gzip.compress(plain, 9, mtime=0)
    return Asset(
        kind, plain, packed if len(packed) < len(plain) else b"", f'"{sha256(plain).hexdigest()[:16]}"'
    )


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
    found = _asset(wanted)
    kept = "public, max-age=31536000, immutable" if "v" in request.query_params else "no-cache"
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding", "ETag": found.mark}
    if request.headers.get("If-None-Match") == found.mark:
        return Response(b"", status_code=304, headers=headers)
    if found.packed and takes_packed(request):
        headers["Content-Encoding"] = "gzip"
        return Response(found.packed, media_type=found.kind, headers=headers)
    return Response(found.plain, media_type=found.kind, headers=headers)


@get("/credits", opt={"open": True}, sync_to_thread=False)
def credits_page() -> Response[str]:
    """List what is vendored of other people's work, with the licences."""
    return render.page("credits.html", {"packages": vendored().packages})


HANDLERS = (asset, icon, credits_page)
