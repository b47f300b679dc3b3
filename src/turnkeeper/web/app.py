"""The application: its pages, the dependencies of handlers, and the answers when one fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import NotFoundException

from turnkeeper.web import faults, pages, security
from turnkeeper.web.api import describing
from turnkeeper.web.api.campaigns import Key
from turnkeeper.web.credentials import FILE, Credentials
from turnkeeper.web.link_access import LinkAccess
from turnkeeper.web.odds_worker import OddsWorker
from turnkeeper.web.open_tables import OpenTable, OpenTables, Pages
from turnkeeper.web.pages import player, referee, sharing
from turnkeeper.web.request_limits import LARGEST_BODY
from turnkeeper.web.requests import handlers_in, handlers_of


def create_app(folder: Path) -> Litestar:
    """Return the application over the campaigns of a folder.

    Wherever it is served, `RequestLimits` has to stand around it.
    """
    keys, odds = Credentials(folder / FILE), OddsWorker()
    tables = OpenTables(
        folder, Pages(referee.referee_parts, player.players_parts, sharing.display_parts), keys.standing
    )

    @asynccontextmanager
    async def watching(_app: Litestar) -> AsyncIterator[None]:
        watch = asyncio.create_task(tables.watch())
        yield
        watch.cancel()
        with suppress(asyncio.CancelledError):
            await watch
        await odds.close()
        await tables.close_all()

    return Litestar(
        [describing.router(), *handlers_of(security), *handlers_in(pages)],
        dependencies={
            "tables": Provide(lambda: tables, sync_to_thread=False),
            "table": Provide(_table, sync_to_thread=False),
            "worker": Provide(lambda: odds, sync_to_thread=False),
        },
        lifespan=[watching],
        guards=[security.referee_only],
        exception_handlers=faults.ON_FAULT,
        state=State(
            {
                "tables": tables,
                "guests": LinkAccess(tables),
                "keys": keys,
                "odds": odds,
                "first": "/",
            }
        ),
        openapi_config=describing.CONFIG,
        include_in_schema=False,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        debug=False,
    )


def _table(key: Key, tables: OpenTables) -> OpenTable:
    """Return the table that an address names; raises `NotFoundException`."""
    table = tables.find(key)
    if table is None:
        raise NotFoundException("There is no such campaign here.")
    return table
