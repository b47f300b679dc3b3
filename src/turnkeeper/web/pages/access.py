"""Who may come in as the referee: the browsers that entered, and the tokens of programs."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import Struct

from turnkeeper.web import render
from turnkeeper.web.credentials import LONGEST_LABEL, ApiToken
from turnkeeper.web.render import day, moment
from turnkeeper.web.requests import FORM, Asked
from turnkeeper.web.security import keys_of


class TokenForm(Struct, frozen=True):
    """The purpose of a new token."""

    label: str = ""


class TokenRow(Struct, frozen=True):
    """A token as the page shows it."""

    token: ApiToken
    made: str
    seen: str


@get("/access")
async def access(request: Asked) -> Response[str]:
    """Show who may come in."""
    return _page(request)


@post("/access/programs", status_code=200)
async def make(request: Asked, data: Annotated[TokenForm, FORM]) -> Response[str]:
    """Make a token; this answer is the only place where it stands."""
    try:
        token, text = keys_of(request).make_token(data.label)
    except ValueError as fault:
        return _page(request, wrong=str(fault), status=409)
    return _page(request, made=token, text=text)


@post("/access/programs/{token_id:str}/revoke", status_code=200)
async def revoke(request: Asked, token_id: FromPath[str]) -> Response[str]:
    """Revoke a token."""
    keys_of(request).revoke(token_id)
    return Redirect("/access", status_code=303)


@post("/access/others-leave", status_code=200)
async def others_leave(request: Asked) -> Response[str]:
    """Forget every browser but this one."""
    keys = keys_of(request)
    keys.leave_all(but=request.cookies.get(keys.cookie, ""))
    return Redirect("/access", status_code=303)


def _page(
    request: Asked, *, made: ApiToken | None = None, text: str = "", wrong: str = "", status: int = 200
) -> Response[str]:
    keys = keys_of(request)
    rows = [TokenRow(one, *(day(moment(at)) for at in (one.made_s, one.seen_s))) for one in keys.tokens]
    values = {
        "rows": rows,
        "browsers": keys.browsers,
        "made": made,
        "text": text,
        "wrong": wrong,
        "longest": LONGEST_LABEL,
    }
    return render.page("access.html", values, status)


HANDLERS = (access, make, revoke, others_leave)
