"""Tokens of programs: made, listed and revoked by the referee."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from turnkeeper.web.credentials import LONGEST_LABEL, ApiToken
from turnkeeper.web.problems import refuse
from turnkeeper.web.requests import Asked
from turnkeeper.web.security import keys_of

TAGS = ["tokens"]


class NewTokenRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A token to make, with the purpose as its label."""

    label: Annotated[str, Meta(max_length=LONGEST_LABEL, examples=["the initiative board"])]


class TokenInfo(Struct, frozen=True):
    """A token: what it is for, when it was made and last used, in Unix seconds."""

    id: str
    label: str
    made_s: int
    seen_s: int


class MadeToken(Struct, frozen=True):
    """A token that was made. ``token`` is told this once: only its hash is kept."""

    program: TokenInfo
    token: str


def _shown(token: ApiToken) -> TokenInfo:
    return TokenInfo(token.id, token.label, token.made_s, token.seen_s)


@get("/tokens", tags=TAGS, summary="Tokens")
async def tokens(request: Asked) -> tuple[TokenInfo, ...]:
    """Return the valid tokens, without their secrets."""
    return tuple(map(_shown, keys_of(request).tokens))


@post("/tokens", tags=TAGS, summary="Make a token")
async def make(request: Asked, data: JSONBody[NewTokenRequest]) -> MadeToken:
    """Make a token: with it a program may do all that the referee may, until it is revoked."""
    try:
        token, text = keys_of(request).make_token(data.label)
    except ValueError as fault:
        refuse(409, "too-many", str(fault))
    return MadeToken(_shown(token), text)


@delete("/tokens/{token_id:str}", tags=TAGS, summary="Revoke a token")
async def revoke(
    request: Asked, token_id: Annotated[str, PathParameter(description="Its id.", max_length=64)]
) -> None:
    """Revoke a token."""
    if not keys_of(request).revoke(token_id):
        refuse(404, "no-token", "There is no such token.", "GET /api/tokens lists them.")


HANDLERS = (tokens, make, revoke)
