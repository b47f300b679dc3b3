"""Pictures of a campaign: brought for a portrait or a handout, and looked at."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from turnkeeper.app.pictures import UnfitPictureError
from turnkeeper.app.session import Session
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.problems import refuse, require
from turnkeeper.web.request_limits import LARGEST_TEXT

Digest = Annotated[str, PathParameter(description="A picture's digest, as commands name it.", max_length=64)]
TAGS = ["pictures"]


class NewPicture(Struct, frozen=True, forbid_unknown_fields=True):
    """A picture, its bytes in base64: PNG, JPEG, WebP or GIF, of at most 4 MB; a portrait of 300 kB."""

    data: Annotated[bytes, Meta(min_length=1, max_length=6_000_000)]


class BroughtPicture(Struct, frozen=True):
    """A picture by its digest, as commands name it."""

    picture: str


@post(
    "/campaigns/{key:str}/pictures",
    tags=TAGS,
    summary="Bring a picture",
    status_code=200,
    scope="play",
    request_max_body_size=LARGEST_TEXT,
)
async def bring_picture(table: OpenTable, data: JSONBody[NewPicture]) -> BroughtPicture:
    """Take a picture along; it is kept once a command that names it is said.

    Such as `hand out letter with picture DIGEST` or `write Varda as portrait DIGEST`.
    """

    def brought(session: Session) -> BroughtPicture:
        try:
            return BroughtPicture(session.campaign.pictures.bring(data.data))
        except UnfitPictureError as fault:
            refuse(422, "picture", f"{fault}.".capitalize(), "A PNG, JPEG, WebP or GIF is one.")

    return await table.run(brought)


@get("/campaigns/{key:str}/pictures/{digest:str}", tags=TAGS, summary="A picture", media_type="image/*")
async def one_picture(table: OpenTable, digest: Digest) -> Response[bytes]:
    """Return a picture that the campaign keeps."""
    found = await table.run(lambda session: session.campaign.pictures.find(digest))
    shown = require(found, "no-picture", "The campaign keeps no such picture.", "`POST pictures` brings one.")
    return Response(shown.data, media_type=shown.media_type)
