"""The application: which pages there are, what handlers are given, and what happens when one fails."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Annotated

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import Dependency

from turnkeeper.record import RecordFault
from turnkeeper.table.faults import Unreadable
from turnkeeper.web import render
from turnkeeper.web.drawing import players_parts, referee_parts
from turnkeeper.web.pages import assets, referee
from turnkeeper.web.tables import Pages, Table, Tables

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

MODULES = (assets, referee)
Asked = Request[None, None, State]


def create_app(folder: Path) -> Litestar:
    """Return the application over the campaigns of a folder."""
    tables = Tables(folder, Pages(referee_parts, players_parts))

    @asynccontextmanager
    async def watching(_app: Litestar) -> AsyncIterator[None]:
        watch = asyncio.create_task(tables.watch())
        yield
        watch.cancel()
        with suppress(asyncio.CancelledError):
            await watch
        await tables.close_all()

    return Litestar(
        [handler for module in MODULES for handler in module.HANDLERS],
        dependencies={
            "tables": Provide(lambda: tables, sync_to_thread=False),
            "table": Provide(_table, sync_to_thread=False),
        },
        lifespan=[watching],
        exception_handlers={
            HTTPException: _told,
            RecordFault: _record_fault,
            Unreadable: _record_fault,
        },
        state=State({"tables": tables}),
        openapi_config=None,
        debug=False,
    )


def _table(key: str, tables: Annotated[Tables, Dependency(skip_validation=True)]) -> Table:
    """Return the table that an address names; raises `NotFoundException`."""
    table = tables.find(key)
    if table is None:
        raise NotFoundException("There is no such campaign here.")
    return table


def _told(_request: Asked, fault: HTTPException) -> Response[str]:
    status = fault.status_code
    values = {"title": _TITLES.get(status, "That did not work"), "message": fault.detail}
    return render.page("fault.html", values, status)


_TITLES = {404: "Nothing is kept here", 405: "That cannot be done here", 413: "That is too much at once"}


def _record_fault(_request: Asked, fault: Exception) -> Response[str]:
    values = {"title": "The campaign could not be kept", "message": str(fault)}
    return render.page("fault.html", values, 500)
