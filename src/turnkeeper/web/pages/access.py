"""Who may come in as the referee: the browsers that entered, and the tokens of programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import Meta, Struct

from turnkeeper.web import render
from turnkeeper.web.credentials import LONGEST_LABEL, MOST_DAYS, ApiToken, Scope
from turnkeeper.web.render import day, moment
from turnkeeper.web.requests import FORM, Asked
from turnkeeper.web.security import holder_of, keys_of, turn_out

MAY: Mapping[Scope, str] = {
    "look": "look on, secrets too",
    "play": "look on and say commands",
    "all": "do all that a referee may",
}
DAYS = {1: "a day", 30: "a month", 365: "a year", MOST_DAYS: "ten years"}
USUAL_DAYS = 30


class TokenForm(Struct, frozen=True):
    """A new token as the form sends it: its purpose, what it may do, and for how many days."""

    label: str = ""
    scope: Scope = "look"
    days: Annotated[int, Meta(ge=1, le=MOST_DAYS)] = USUAL_DAYS


class TokenRow(Struct, frozen=True):
    """A token as the page shows it."""

    token: ApiToken
    made: str
    seen: str
    may: str
    ends: str


@get("/access", scope="all")
async def access(request: Asked) -> Response[str]:
    """Show who may come in."""
    return _page(request)


@post("/access/programs", status_code=200)
async def make(request: Asked, data: Annotated[TokenForm, FORM]) -> Response[str]:
    """Make a token; this answer is the only place where it stands."""
    try:
        token, text = keys_of(request).make_token(data.label, data.scope, data.days, holder_of(request))
    except ValueError as fault:
        return _page(request, wrong=str(fault), status=409)
    return _page(request, made=token, text=text)


@post("/access/programs/{token_id:str}/revoke", status_code=200)
async def revoke(request: Asked, token_id: FromPath[str]) -> Response[str]:
    """Revoke a token; what it follows ends at once."""
    keys_of(request).revoke(token_id)
    turn_out(request)
    return Redirect("/access", status_code=303)


@post("/access/others-leave", status_code=200)
async def others_leave(request: Asked) -> Response[str]:
    """Forget every browser but this one; their pages go blank at once."""
    keys = keys_of(request)
    keys.leave_all(but=request.cookies.get(keys.cookie, ""))
    turn_out(request)
    return Redirect("/access", status_code=303)


def _page(
    request: Asked, *, made: ApiToken | None = None, text: str = "", wrong: str = "", status: int = 200
) -> Response[str]:
    keys = keys_of(request)
    rows = [
        TokenRow(one, day(moment(one.made_s)), day(moment(one.seen_s)), MAY[one.scope], _end(one))
        for one in keys.tokens
    ]
    values = {
        "rows": rows,
        "browsers": keys.browsers,
        "made": made,
        "text": text,
        "wrong": wrong,
        "longest": LONGEST_LABEL,
        "scopes": MAY,
        "days": DAYS,
        "usual": USUAL_DAYS,
    }
    return render.page("access.html", values, status)


def _end(token: ApiToken) -> str:
    return "" if token.ends_s is None else day(moment(token.ends_s))
