"""A server over one campaign in this very process, a player with a link, and a referee: for tests over HTTP.

The application is made once, for that takes longer than all that is asked of it; each test has its campaign.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from httpx import ASGITransport, AsyncClient, Response
from litestar import Litestar

from turnkeeper.app import sharing
from turnkeeper.app.sharing import Sharing, Shown
from turnkeeper.web.app import create_app
from turnkeeper.web.credentials import Credentials
from turnkeeper.web.link_access import LinkAccess
from turnkeeper.web.open_tables import OpenTable, OpenTables

HTMX = {"HX-Request": "true"}
_FOLDER = tempfile.TemporaryDirectory()


@cache
def app() -> Litestar:
    """Return the application over the one folder."""
    return create_app(Path(_FOLDER.name))


def emptied() -> Path:
    """Return the folder with no campaign in it."""
    folder = Path(_FOLDER.name)
    for old in folder.iterdir():
        old.unlink()
    return folder


class House(NamedTuple):
    """The server: who asks it, the table, its file, and a player's token and link."""

    client: AsyncClient
    table: OpenTable
    path: Path
    token: str
    link: str

    @property
    def guests(self) -> LinkAccess:
        """Return who may come in as a player."""
        guests: LinkAccess = app().state["guests"]
        return guests

    @property
    def referee(self) -> dict[str, str]:
        """Return the headers of a browser that entered."""
        keys: Credentials = app().state["keys"]
        return {"Cookie": f"{keys.cookie}={keys.admit()}"}

    async def get(self, way: str = "") -> Response:
        """Ask for a page of the player's."""
        return await self.client.get(f"/p/{self.token}{way}")

    async def post(self, way: str, **data: str) -> Response:
        """Send a form of the player's page."""
        return await self.client.post(f"/p/{self.token}{way}", data=data, headers=HTMX)

    async def head(self) -> str:
        """Return the commit where the campaign stands."""
        return await self.table.run(lambda desk: desk.head)


def invited(path: Path, shown: Shown | None = None, *, light: bool, answers: bool) -> tuple[str, str]:
    """Invite a player who plays Varda; return the token and the link's id."""
    kept, link, token = sharing.made(Sharing(shown=shown or Shown()), "Ana", 0, "Varda")
    sharing.write(path, sharing.granted(kept, link.id, light=light, answers=answers))
    return token, link.id


@asynccontextmanager
async def house(
    path: Path, shown: Shown | None = None, *, light: bool = False, answers: bool = False
) -> AsyncIterator[House]:
    """Give a server over the campaign of a file in the one folder."""
    token, link = invited(path, shown, light=light, answers=answers)
    tables: OpenTables = app().state["tables"]
    # The file of the test before may have been in the same place of the disk.
    table = tables.find(next(iter(tables.shelf.keys(fresh=True).values())))
    assert table is not None
    # Litestar and httpx describe the same interface in types of their own.
    transport = ASGITransport(app=app())  # type: ignore[arg-type]
    async with AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield House(client, table, path, token, link)
    await tables.close_all()
