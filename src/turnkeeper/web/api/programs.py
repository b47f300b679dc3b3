"""Tokens of programs: made, listed and revoked by the referee."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from turnkeeper.web.credentials import LONGEST_LABEL, MOST_DAYS, ApiToken, Scope
from turnkeeper.web.problems import refuse
from turnkeeper.web.requests import Asked
from turnkeeper.web.security import holder_of, keys_of, turn_out

TAGS = ["tokens"]


class NewTokenRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A token to make, with the purpose as its label.

    ``scope`` is what it may do: ``look`` at all that the referee sees, ``play`` by saying commands too, or
    ``all`` that the referee may. It ends after ``days``, or not before it is revoked.
    """

    label: Annotated[str, Meta(max_length=LONGEST_LABEL, examples=["the initiative board"])]
    scope: Scope = "all"
    days: Annotated[int, Meta(ge=1, le=MOST_DAYS)] | None = None


class TokenInfo(Struct, frozen=True):
    """A token: what it is for and may do, and when it was made, last used and ends, in Unix seconds."""

    id: str
    label: str
    made_s: int
    seen_s: int
    scope: Scope
    ends_s: int | None


class MadeToken(Struct, frozen=True):
    """A token that was made. ``token`` is told this once: only its hash is kept."""

    program: TokenInfo
    token: str


def _shown(token: ApiToken) -> TokenInfo:
    return TokenInfo(token.id, token.label, token.made_s, token.seen_s, token.scope, token.ends_s)


@get("/tokens", tags=TAGS, summary="Tokens", scope="all")
async def tokens(request: Asked) -> tuple[TokenInfo, ...]:
    """Return the valid tokens, without their secrets."""
    return tuple(map(_shown, keys_of(request).tokens))


@post("/tokens", tags=TAGS, summary="Make a token")
async def make(request: Asked, data: JSONBody[NewTokenRequest]) -> MadeToken:
    """Make a token; one that is made by a program ends no later than that program's own."""
    try:
        keys, by = keys_of(request), holder_of(request)
        token, text = keys.make_token(data.label, data.scope, data.days, by)
    except ValueError as fault:
        refuse(409, "too-many", str(fault))
    return MadeToken(_shown(token), text)


@delete("/tokens/{token_id:str}", tags=TAGS, summary="Revoke a token")
async def revoke(
    request: Asked, token_id: Annotated[str, PathParameter(description="Its id.", max_length=64)]
) -> None:
    """Revoke a token; what it follows ends at once."""
    if not keys_of(request).revoke(token_id):
        refuse(404, "no-token", "There is no such token.", "GET /api/tokens lists them.")
    turn_out(request)
