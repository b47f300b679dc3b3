"""The players' map: the known land, one hex of it, their reach; nothing if it is not shown.

All of it is made of the players' own sheet.
"""

from __future__ import annotations

from litestar import Controller, Response, get
from litestar.di import Provide
from litestar.exceptions import NotFoundException

from turnkeeper.web.link_access import LinkHolder, agreed
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.pages.map import hex_of, land_of, reach_of
from turnkeeper.web.pages.player import Comer, LinkGone, gone, guest_of
from turnkeeper.web.requests import Asked
from turnkeeper.web.security import OPEN


def shown_to(guest: LinkHolder) -> OpenTable:
    """Return the table of a guest who may see the map; raises `NotFoundException`."""
    if not agreed(guest.table.path).sharing.shown.map:
        raise NotFoundException("There is no map.")
    return guest.table


class PlayersMap(Controller):
    """The part of the map that a token opens."""

    path = "/p/{token:str}/map"
    opt = dict(OPEN)  # noqa: RUF012 - as Litestar has it
    include_in_schema = False
    dependencies = {"guest": Provide(guest_of, sync_to_thread=False)}  # noqa: RUF012 - as Litestar has it
    exception_handlers = {LinkGone: gone}  # noqa: RUF012 - as Litestar has it

    @get("/land")
    async def land(self, request: Asked, guest: Comer, near: str = "") -> Response[bytes]:
        """Return the drawing of the known land."""
        return await land_of(request, shown_to(guest), near, players=True)

    @get("/hex/{name:str}")
    async def one_hex(self, guest: Comer, name: str) -> Response[str]:
        """Return the known facts of one hex."""
        return await hex_of(shown_to(guest), name, players=True)

    @get("/reach")
    async def reach(self, guest: Comer, lasts: str = "") -> Response[str]:
        """Return how far the party comes over known land."""
        return await reach_of(shown_to(guest), lasts, players=True)


HANDLERS = (PlayersMap,)
