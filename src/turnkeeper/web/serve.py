"""`turnkeeper screen`: starts the server, says where it is, and ends it within bounds.

The command line finds this by name; this module must not know how it is parsed.
"""

from __future__ import annotations

import json as jsons
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from turnkeeper.table import samples
from turnkeeper.web.app import create_app

if TYPE_CHECKING:
    from litestar import Litestar

    from turnkeeper.web.tables import Tables

PORT = 7077
MOST_PORTS = 20
GRACE_S = 2
"""So long what was begun may take to end when the server is stopped."""


class Server(uvicorn.Server):
    """A server that ends its streams before it waits for its connections: an open page must not hang it."""

    def __init__(self, config: uvicorn.Config, tables: Tables, announce: list[str]) -> None:
        super().__init__(config)
        self._tables = tables
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and only then say so: what is announced can be opened."""
        await super().startup(sockets)
        if self.started:
            sys.stdout.write("\n".join([*self._announce, ""]))
            sys.stdout.flush()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then everything else."""
        self._tables.end_streams()
        await super().shutdown(sockets)


def screen(  # noqa: PLR0913 - the options of a command
    folder: Path = Path(),
    *,
    port: int = PORT,
    local: bool = False,
    browser: bool = True,
    sample: bool = False,
    json: bool = False,
) -> int:
    """Run the evening in a browser; players look on from their phones.

    Parameters
    ----------
    folder
        Where the campaigns lie; this folder if not said.
    port
        The port to answer on; when it is taken, one of the next. 0 takes any.
    local
        Answer this machine alone: nobody else can look on.
    browser
        Open the referee's screen in the browser of this machine.
    sample
        See that there is a sample campaign, and open it.
    json
        Say the addresses as one line of JSON, for programs.

    """
    folder = folder.expanduser().resolve()
    if sample:
        samples.opened(folder)[1].close()
    listening = _listen("127.0.0.1" if local else "0.0.0.0", port)  # noqa: S104 - players look on from their phones
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    app = create_app(folder)
    tables: Tables = app.state.tables
    keys = list(tables.keys().values())
    enter = f"{address}/c/{keys[0]}" if keys else address
    announce = (
        [jsons.dumps({"address": address, "enter": enter, "players": ""})]
        if json
        else [f"Turnkeeper: {enter}"]
    )
    del browser
    serve(app, listening, announce)
    return 0


def serve(app: Litestar, listening: socket.socket, announce: list[str]) -> None:
    """Answer on a socket until somebody stops the program."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        http="httptools",
        ws="none",
        lifespan="on",
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE_S,
    )
    Server(config, app.state.tables, announce).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the port, or on the first free one after it."""
    last: OSError | None = None
    for candidate in [0] if port == 0 else range(port, port + MOST_PORTS):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
        except OSError as fault:
            listening.close()
            last = fault
        else:
            return listening
    raise last or OSError(port)
