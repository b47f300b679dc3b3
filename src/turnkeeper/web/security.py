"""The door: who is let in as the referee, how a browser enters, and what those hear who are not let in.

A browser enters by the address that the start printed, and carries a cookie from then on; a program sends a
token. Everything needs one of the two, but for what says of itself that it is open (``opt={"open": True}``):
players' pages, which look at their own token, and static files.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from html import escape
from typing import Any

from litestar import Request, Response, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException, NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.params import Parameter
from litestar.types import ExceptionHandlersMap

from turnkeeper.record import AlreadyThere, HeadMoved, RecordFault, StoreBusy, UnknownBlob, UnknownCommit
from turnkeeper.table.faults import Unreadable
from turnkeeper.table.library import NoCampaign
from turnkeeper.web import refused
from turnkeeper.web.keys import KEPT_FOR_S, Keys
from turnkeeper.web.refused import Problem, problem

Connection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]
OPEN: Mapping[str, bool] = {"open": True}
BEARER = "Bearer "
log = logging.getLogger("turnkeeper.web")


def keys_of(connection: Connection) -> Keys:
    """Return the keys of the application that is asked: ``keys`` of its state."""
    keys: Keys = connection.app.state["keys"]
    return keys


def is_referee(connection: Connection) -> bool:
    """Tell whether a request comes from a browser that entered, or from a program with a token."""
    keys = keys_of(connection)
    cookie = connection.cookies.get(keys.cookie, "")
    if cookie and keys.knows(cookie):
        return True
    said = connection.headers.get("authorization", "")
    return said.startswith(BEARER) and keys.trusts(said.removeprefix(BEARER).strip())


async def referee_only(connection: Connection, handler: BaseRouteHandler) -> None:
    """Let nobody but the referee through to a handler that is not open."""
    if not handler.opt.get("open") and not is_referee(connection):
        raise NotAuthorizedException


@get("/enter/{key:str}", opt=OPEN, include_in_schema=False)
async def enter(request: AnyRequest, key: str = Parameter(max_length=200)) -> Response[str]:
    """Let a browser in that has the address of this start.

    The page sends it on to the first, no redirect: after a click in a mail or a chat, a redirect would be the other site's
    doing, and the browser would leave the new cookie at home.
    """
    keys = keys_of(request)
    page = _ENTERED.format(first=escape(request.app.state.first))
    if is_referee(request):
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
    gone = Response(_LEFT, media_type="text/html")
    gone.delete_cookie(keys.cookie)
    return gone


HANDLERS = (enter, leave)

_ENTERED = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={first}"><title>Turnkeeper</title></head>
<body><main id="main"><h1>Welcome</h1><p><a href="{first}">Come in</a></p></main></body>
</html>
"""
_LEFT = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Turnkeeper</title><link rel="stylesheet" href="/static/screen.css"></head>
<body class="refused-page"><main id="main"><h1>This browser has left</h1>
<p>To come back, open the address that Turnkeeper printed when it was started.</p></main></body>
</html>
"""

SAID: Mapping[int, tuple[str, str, str]] = {
    400: ("bad-request", "This request was not understood.", ""),
    401: (
        "not-entered",
        "This browser has not entered yet.",
        "Open the address that Turnkeeper printed when it was started; a program sends a token.",
    ),
    403: (
        "wrong-key",
        "This address belongs to an earlier start.",
        "Open the one that Turnkeeper printed when it was started last.",
    ),
    404: ("not-found", "There is nothing here.", "It may have been renamed, archived or revoked."),
    405: ("wrong-method", "This cannot be done here.", ""),
    413: ("too-large", "This is too large.", ""),
    415: ("wrong-type", "This kind of contents is not understood here.", ""),
    429: ("too-many", "This is asked for too often.", "Wait a moment."),
}
SAYS_MORE = frozenset({400, 413, 422})
MOST_PARTS = 5
RECORD_STATUS: Mapping[type[RecordFault], int] = {
    HeadMoved: 409,
    AlreadyThere: 409,
    UnknownCommit: 404,
    UnknownBlob: 404,
    StoreBusy: 503,
}


def problem_of(fault: Exception) -> Problem:
    """Return what is told of a fault; of our own nothing but that there was one."""
    match fault:
        case HTTPException(status_code=status):
            code, message, hint = SAID.get(status, ("failed", "This did not work.", ""))
            return problem(status, code, _detail(fault) or message, hint)
        case RecordFault():
            status = RECORD_STATUS.get(type(fault), 422)
            return problem(status, _code(type(fault).__name__), str(fault), fault.hint)
        case NoCampaign():
            return problem(422, "no-campaign", str(fault), fault.hint)
        case Unreadable():
            return problem(422, "unreadable", str(fault))
        case _:
            return problem(
                500, "our-fault", "Something went wrong here; nothing was lost.", "Load the page again."
            )


def _code(name: str) -> str:
    """Return the name of a fault as a code: ``HeadMoved`` is ``head-moved``."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


def _detail(fault: HTTPException) -> str:
    """Return what does not fit in a request, part by part, where that is known."""
    extra = fault.extra if isinstance(fault.extra, list) else []
    parts = [f"{one.get('key', '?')}: {one.get('message', '')}" for one in extra if isinstance(one, dict)]
    if parts:
        return "This does not fit: " + "; ".join(parts[:MOST_PARTS])
    return fault.detail if fault.status_code in SAYS_MORE and " " in fault.detail else ""


def on_fault(request: AnyRequest, fault: Exception) -> Response[bytes]:
    """Answer what went wrong, in the form that fits whoever asked."""
    told = problem_of(fault)
    if told.status >= 500 and not isinstance(fault, RecordFault):  # noqa: PLR2004 - where our own faults begin
        log.error("a fault of our own", exc_info=fault)
    as_json = refused.wants_json(request.url.path, request.headers.get("accept", ""))
    kind, body = refused.told(told, as_json=as_json)
    headers = {"www-authenticate": "Bearer"} if told.status == 401 and as_json else {}  # noqa: PLR2004
    return Response(body, status_code=told.status, media_type=kind, headers=headers)


ON_FAULT: ExceptionHandlersMap = {HTTPException: on_fault, Exception: on_fault}
