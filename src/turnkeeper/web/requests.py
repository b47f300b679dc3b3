"""The handlers of modules, how all of them read requests, and answers as packed bytes or a piece of a page.

This module must not know any page.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from litestar import Controller, Request, Response
from litestar.datastructures import State, UploadFile
from litestar.enums import MediaType, RequestEncodingType
from litestar.handlers import BaseRouteHandler
from litestar.params import Body
from litestar.types import ControllerRouterHandler

from turnkeeper.web.link_access import LinkAccess

Asked = Request[None, None, State]
FORM = Body(media_type=RequestEncodingType.URL_ENCODED)
"""Marks what a form of a page sends."""


def handlers_in(package: ModuleType) -> Iterator[ControllerRouterHandler]:
    """Yield the handlers of every module of a package."""
    for module in iter_modules(package.__path__):
        yield from handlers_of(import_module(f"{package.__name__}.{module.name}"))


def handlers_of(module: ModuleType) -> Iterator[ControllerRouterHandler]:
    """Yield the handlers and controllers that a module defines, in its order."""
    for one in vars(module).values():
        if isinstance(one, BaseRouteHandler):
            if one.fn.__module__ == module.__name__:
                yield one
        elif isinstance(one, type) and issubclass(one, Controller) and one.__module__ == module.__name__:
            yield one


def by_script(request: Asked) -> bool:
    """Return whether a script of a page asks, which has a place for a piece; else a whole page is wanted."""
    return "HX-Request" in request.headers


def guests_of(request: Asked) -> LinkAccess:
    """Return the links of all campaigns."""
    guests: LinkAccess = request.app.state["guests"]
    return guests


async def uploaded(request: Asked, field: str = "file") -> tuple[bytes, str]:
    """Return the bytes and the name of a file that was chosen in a form; both empty for none."""
    given = (await request.form()).get(field)
    return (await given.read(), given.filename) if isinstance(given, UploadFile) else (b"", "")


async def typed(request: Asked, field: str) -> str:
    """Return the text in a field of a form, its lines as we end them."""
    return unix_lines(str((await request.form()).get(field, "")))


def unix_lines(text: str) -> str:
    """Return a text with its lines as we end them."""
    return text.replace("\r\n", "\n")


def piece(text: str) -> Response[str]:
    """Return a piece of a page."""
    return Response(text, media_type=MediaType.HTML)


def packed(  # noqa: PLR0913 - an answer and how it is sent
    request: Asked,
    plain: bytes,
    kind: str = MediaType.HTML,
    headers: Mapping[str, str] = {},
    *,
    tag: str = "",
    level: int = 6,
) -> Response[bytes]:
    """Return bytes, packed where that is welcome; nothing where the asker has those of this tag.

    Telephones are often far from the router. Level 0 packs nothing.
    """
    said = {**headers, "Vary": "Accept-Encoding"} | ({"ETag": tag} if tag else {})
    if tag and request.headers.get("If-None-Match") == tag:
        return Response(b"", status_code=304, headers=said, media_type=kind)
    if level and "gzip" in request.headers.get("Accept-Encoding", ""):
        return Response(_gzip(plain, level), headers={**said, "Content-Encoding": "gzip"}, media_type=kind)
    return Response(plain, headers=said, media_type=kind)


@lru_cache(maxsize=256)
def _gzip(plain: bytes, level: int) -> bytes:
    """Return bytes packed; all players get the same."""
    return gzip.compress(plain, level, mtime=0)
