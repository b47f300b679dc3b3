"""The application behind its shield, in this process: what is asked of it, by whom."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

from litestar.testing import TestClient

from tests.web.campaigns import begin
from turnkeeper.web.app import create_app
from turnkeeper.web.request_limits import Hosts, RequestLimits

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from litestar import Litestar
    from litestar.types import ASGIApp

    from turnkeeper.web.credentials import Credentials

HOST = "testserver.local"
OURS = {"Origin": f"http://{HOST}"}
SAID = ("party Varda wisdom 12; Orlo wisdom 9", "enter dungeon Barrow", "light torch for Orlo")


class House:
    """A folder of campaigns with one under way, and the application over it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self._numbers = count(2)
        self.key = begin(folder, "Barrow", *SAID)
        self.app: Litestar = create_app(folder)
        self.shielded: ASGIApp = RequestLimits(self.app, Hosts([HOST], machine="den"))
        self.keys: Credentials = self.app.state["keys"]
        self.bearer = {**OURS, "Authorization": f"Bearer {self.keys.make_token('tests')[1]}"}

    def begin_anew(self) -> None:
        """Replace the campaign under way by a copy of its beginning; the others stay."""
        self.key = begin(self.folder, f"Barrow {next(self._numbers)}", *SAID)

    @contextmanager
    def client(self, *, entered: bool = False) -> Iterator[TestClient[ASGIApp]]:
        """Return a browser at the door, or one that entered."""
        with TestClient(self.shielded, raise_server_exceptions=False) as client:
            if entered:
                client.get(f"/enter/{self.keys.entrance}")
            yield client

    def link(self, client: TestClient[ASGIApp]) -> str:
        """Return the token of a new player's link."""
        made = client.post(f"/api/campaigns/{self.key}/links", json={"label": "Anna"}, headers=self.bearer)
        assert made.status_code == 201, made.text
        token = made.json()["token"]
        assert isinstance(token, str)
        return token

    def head(self, client: TestClient[ASGIApp]) -> str:
        """Return the commit at which the campaign stands."""
        seen = client.get(f"/api/campaigns/{self.key}/view", headers=self.bearer)
        return str(seen.json()["head"])
