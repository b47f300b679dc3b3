"""`turnkeeper screen`: starts the server, says where it is, and ends it within bounds.

This module must not know how a command line is parsed.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import segno
import uvicorn

from turnkeeper.app import samples, sharing
from turnkeeper.app.campaign import now_ms
from turnkeeper.app.library import NoCampaign
from turnkeeper.record import CannotWrite
from turnkeeper.views.referee.facts import facts
from turnkeeper.web.app import create_app
from turnkeeper.web.command import PORT
from turnkeeper.web.connection_limits import BACKLOG, PatientProtocol, room
from turnkeeper.web.credentials import Credentials
from turnkeeper.web.open_tables import OpenTables
from turnkeeper.web.request_limits import Hosts, RequestLimits

if TYPE_CHECKING:
    from litestar.types import ASGIApp


MOST_PORTS = 20
GRACE_S = 2
"""The time that what was begun may take to end when the server is stopped."""
ALONE = "127.0.0.1"
EVERYBODY = "0.0.0.0"  # noqa: S104 - players look on from their phones
SWITCH_S = 0.0005
EVERYONE = "everyone at the table"
_ELSEWHERE = ("203.0.113.1", 9)  # an address for documentation: nothing is sent to it


class Options(NamedTuple):
    """How the screen is run; what each means stands with the command."""

    port: int = PORT
    local: bool = False
    host_name: tuple[str, ...] = ()
    browser: bool = True
    sample: bool = False
    json: bool = False


class Server(uvicorn.Server):
    """A server that ends its streams before it waits for its connections: an open page must not hang it."""

    def __init__(self, config: uvicorn.Config, tables: OpenTables, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tables = tables
        self._say_so = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and only then announce the address, so that it can be opened."""
        await super().startup(sockets)
        if self.started:
            self._say_so()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then everything else."""
        self._tables.end_streams()
        await super().shutdown(sockets)


def run(folder: Path, options: Options) -> None:
    """Serve the campaigns of a folder until the program is stopped.

    Raises `NoCampaign` for a folder that is not there, ``OSError`` when no port is free.
    """
    folder = folder.expanduser().resolve()
    if not folder.is_dir():
        message = f"There is no folder {str(folder)!r}."
        raise NoCampaign(message, "Make it, or name another.")
    chosen = _sample(folder) if options.sample else None
    folder = chosen.parent if chosen else folder
    listening = _listen(ALONE if options.local else EVERYBODY, options.port)
    answers = listening.getsockname()[1]
    app = create_app(folder)
    tables: OpenTables = app.state.tables
    key = tables.keys().get(chosen, "") if chosen else _only(tables)
    app.state.first = f"/c/{key}" if key else "/"
    here, around = f"http://{ALONE}:{answers}", f"http://{_own_number(local=options.local)}:{answers}"
    keys: Credentials = app.state["keys"]
    enter = f"{here}/enter/{keys.entrance}"
    app.state.around = around
    token, wrong = _link_for_everyone(tables, key) if key else ("", "")
    app.state["guests"].remember(token)
    players = f"{around}/p/{token}" if token else ""

    def started() -> None:
        if options.json:
            said = json.dumps({"address": here, "enter": enter, "players": players})
        else:
            said = _announced(enter, players, answers, local=options.local)
        sys.stdout.write(f"{said}\n")
        sys.stdout.flush()
        if wrong:
            sys.stderr.write(f"{wrong}\n")
        if options.browser:
            # Every account of the machine sees with which address a browser is started: this one opens once.
            _open_browser(f"{here}/enter/{keys.code()}")

    _serve(RequestLimits(app, Hosts(options.host_name)), listening, tables, started)


def _sample(folder: Path) -> Path:
    """Return the file of the sample campaign, begun if it is not there."""
    path, campaign, _ = samples.opened(folder, facts)
    campaign.close()
    return path


def _only(tables: OpenTables) -> str:
    keys = list(tables.keys().values())
    return keys[0] if len(keys) == 1 else ""


def _link_for_everyone(tables: OpenTables, key: str) -> tuple[str, str]:
    """Return a new token of the link for everyone, or why there is none; earlier ones go on working."""
    path = next(path for path, other in tables.keys().items() if other == key)
    kept, token = sharing.renewed(sharing.read(path).sharing, EVERYONE, now_ms())
    try:
        sharing.write(path, kept)
    except CannotWrite as fault:
        return "", str(fault)
    return token, ""


def _announced(enter: str, players: str, port: int, *, local: bool) -> str:
    heard = (
        [f"It answers this machine alone, at port {port}."]
        if local
        else [
            f"It answers whoever reaches this machine, at port {port} of all its addresses, by plain HTTP:",
            "who listens in on the network reads along. With --local it answers this machine alone.",
        ]
    )
    lines = ["Turnkeeper's screen is ready.", *heard, "", f"  The referee   {enter}"]
    if players:
        lines += [f"  The players   {players}", ""]
        if not local:
            drawn = StringIO()
            segno.make(players, micro=False).terminal(out=drawn, compact=True, border=2)
            lines += [
                drawn.getvalue().rstrip("\n"),
                "  Players point their phones at this, in the same network.",
            ]
    return "\n".join([*lines, "", "  All is kept in this folder as it happens. Ctrl-C ends it."])


def _open_browser(address: str) -> None:
    """Open a browser where there is one, without waiting for it."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _own_number(*, local: bool) -> str:
    """Return the number under which others in the network reach this machine."""
    if local:
        return ALONE
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return ALONE
        return str(probe.getsockname()[0])


def _serve(app: ASGIApp, listening: socket.socket, tables: OpenTables, started: Callable[[], None]) -> None:
    """Serve a socket until the program is stopped."""
    PatientProtocol.most = room()
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        http=PatientProtocol,
        backlog=BACKLOG,
        ws="none",
        lifespan="on",
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE_S,
    )
    # While a page is drawn in a campaign's thread, what others wait for must not wait long.
    sys.setswitchinterval(SWITCH_S)
    # Ctrl-C is how an evening ends; uvicorn hands it on once everything has ended.
    with suppress(KeyboardInterrupt):
        Server(config, tables, started).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the port, or on the first free one after it."""
    last: OSError | None = None
    for candidate in [0] if port == 0 else range(port, port + MOST_PORTS):
        # With TCP named, what is sent in two pieces is not held back for 40 ms: asyncio looks at that name.
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
        except OSError as fault:
            listening.close()
            last = fault
        else:
            return listening
    raise last or OSError(port)
