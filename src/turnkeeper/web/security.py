"""The door: who is admitted as the referee, how a browser enters, and the answer to all others.

A browser enters by the address that the start printed, and carries a cookie from then on; a program sends a
token, and does what its scope allows. Everything needs one of the two, but for what says of itself that it is
open (``opt={"open": True}``): players' pages, which look at their own token, and static files.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.params import PathParameter

from turnkeeper.web.credentials import KEPT_FOR_S, SCOPES, ApiToken, Credentials, Scope, SignIn
from turnkeeper.web.open_tables import OpenTables
from turnkeeper.web.problems import refuse
from turnkeeper.web.request_limits import SAFE_METHODS

Connection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]
OPEN: Mapping[str, bool] = {"open": True}
BEARER = "Bearer "


def keys_of(connection: Connection) -> Credentials:
    """Return the credentials that the application keeps in its state."""
    keys: Credentials = connection.app.state["keys"]
    return keys


def holder_of(connection: Connection) -> SignIn | ApiToken | None:
    """Return the browser that entered, or the program with a token, from which a request comes."""
    keys = keys_of(connection)
    cookie = connection.cookies.get(keys.cookie, "")
    browser = keys.browser(cookie) if cookie else None
    if browser is not None:
        return browser
    said = connection.headers.get("authorization", "")
    return keys.program(said.removeprefix(BEARER).strip()) if said.startswith(BEARER) else None


def name_of(connection: Connection) -> str:
    """Return the name under which whoever asks looks on: streams end by it when they are turned out."""
    holder = holder_of(connection)
    return "" if holder is None else holder.hash


def turn_out(connection: Connection) -> None:
    """End the streams of everyone who may not be here any more."""
    tables: OpenTables = connection.app.state["tables"]
    tables.turn_out(keys_of(connection).standing())


async def referee_only(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuse everyone but the referee at a handler that is not open, and programs beyond their scope.

    What only reads is open to each of them, what changes something to those who may do all, unless the
    handler says otherwise (``scope="play"``).
    """
    if handler.opt.get("open"):
        return
    holder = holder_of(connection)
    if holder is None:
        raise NotAuthorizedException
    reads = connection.scope.get("method") in SAFE_METHODS
    needed: Scope = handler.opt.get("scope") or ("look" if reads else "all")
    if SCOPES.index(holder.scope) < SCOPES.index(needed):
        may = "only look" if holder.scope == "look" else "only look and play"
        refuse(403, "not-allowed", f"This token may {may}.", f"Make one with the scope {needed!r}.")


@get("/enter/{key:str}", opt=OPEN, include_in_schema=False)
async def enter(request: AnyRequest, key: Annotated[str, PathParameter(max_length=200)]) -> Response[str]:
    """Admit a browser that has the address of this start.

    The page sends it on to the first, no redirect: after a click in a mail or a chat, a redirect would be the
    other site's doing, and the browser would leave the new cookie at home.
    """
    keys = keys_of(request)
    page = _ENTERED.format(first=escape(request.app.state.first))
    if holder_of(request) is not None:
        return Response(page, media_type="text/html")
    if not keys.opens(key):
        raise PermissionDeniedException
    cookie = Cookie(
        keys.cookie,
        value=keys.admit(),
        path="/",
        max_age=KEPT_FOR_S,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return Response(page, media_type="text/html", cookies=[cookie])


@post("/leave", include_in_schema=False, status_code=200)
async def leave(request: AnyRequest) -> Response[str]:
    """Forget the browser that asks for it."""
    keys = keys_of(request)
    keys.leave(request.cookies.get(keys.cookie, ""))
    turn_out(request)
    gone = Response(_LEFT, media_type="text/html")
    gone.delete_cookie(keys.cookie)
    return gone


_ENTERED = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={first}">
<link rel="icon" href="/static/flame.svg" type="image/svg+xml"><title>Turnkeeper</title></head>
<body><main id="main"><h1>Welcome</h1><p><a href="{first}">Come in</a></p></main></body>
</html>
"""
_LEFT = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Turnkeeper</title><link rel="stylesheet" href="/static/screen.css">
<link rel="icon" href="/static/flame.svg" type="image/svg+xml"></head>
<body class="refused-page"><main id="main"><h1>This browser has left</h1>
<p>To come back, open the address that Turnkeeper printed when it was started.</p></main></body>
</html>
"""
