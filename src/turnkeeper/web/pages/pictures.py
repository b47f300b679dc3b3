"""Pictures of a campaign as they are: the referee's, and for players those that were handed out to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from turnkeeper.web.open_tables import OpenTable

if TYPE_CHECKING:
    from turnkeeper.app.pictures import Picture


def picture_answer(found: Picture | None) -> Response[bytes]:
    """Return a picture; raises `NotFoundException` where there is none to be shown."""
    if found is None:
        raise NotFoundException
    return Response(found.data, media_type=found.media_type)


@get("/c/{key:str}/picture/{digest:str}")
async def picture(table: OpenTable, digest: FromPath[str]) -> Response[bytes]:
    """Return a picture that the campaign keeps."""
    return picture_answer(await table.run(lambda session: session.campaign.pictures.find(digest)))


HANDLERS = (picture,)
