"""The open campaigns of a folder: each with its session, its own thread, and the channels of its pages.

SQLite belongs to the thread that opened it, and two commands on one campaign must not run at once: so all
that touches a campaign runs in its one thread. This module must not know how a page looks: it is given
who draws.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from turnkeeper.app import sharing, stopwatch
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import open_campaign
from turnkeeper.app.session import Session
from turnkeeper.app.shelf.folder import Moved, Shelf, WrongField
from turnkeeper.record import CannotWrite, RecordFault
from turnkeeper.record.campaign_file import FileId, file_at
from turnkeeper.views.enquiries.reading import answer
from turnkeeper.web.change_signal import ChangeSignal
from turnkeeper.web.problems import ProblemError, refuse
from turnkeeper.web.sse_channel import HEARTBEAT, HEARTBEAT_S, Listener, SseChannel

Drawing = list[tuple[SseChannel, int, Mapping[str, str]]]
"""Parts as they were drawn, for each channel that is looked at, with the number of the drawing."""

Given = ParamSpec("Given")
Made = TypeVar("Made")
Placed = TypeVar("Placed", Moved, Moved | WrongField)


log = logging.getLogger("turnkeeper.web")
LOOK_AGAIN_S = 1.0
"""The interval at which a watched campaign is looked at: the terminal may have moved it."""


LINK = "link "
"""Begins the names of those who look at the display by a link: they go with it and with no browser."""


class Pages(NamedTuple):
    """Who draws the parts of a table's live pages, in the table's thread."""

    referee: Callable[[OpenTable], Mapping[str, str]]
    players: Callable[[OpenTable], Mapping[str, str]]
    display: Callable[[OpenTable], Mapping[str, str]]


class OpenTable:
    """One open campaign. Methods are called on the event loop, the functions given to `run` in its thread."""

    def __init__(self, key: str, path: Path, pages: Pages) -> None:
        """Take the campaign's key in addresses, its file, and who draws the parts of its pages."""
        self.key = key
        self.path = path
        self.referee = SseChannel()
        self.players = SseChannel()
        self.display = SseChannel()
        self.changes = ChangeSignal()
        self._pages = (
            (self.players, pages.players),
            (self.display, pages.display),
            (self.referee, pages.referee),
        )
        self._drawn = self._minute = 0
        self._settled = True
        self._session: Session | None = None
        self._file: FileId | None = None
        self._moving = self._closed = self._reads_only = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"table-{key}")

    @property
    def session(self) -> Session:
        """Return the session; only in the table's own thread. Raises `RecordFault`."""
        if self._closed:
            refuse(404, "not-found", "This campaign was closed a moment ago.", "Load the page again.")
        if self._session is None:
            self._file = file_at(self.path)
            self._session = Session(self._campaign(), sharing.read(self.path).sharing.dice, answers=answer)
        return self._session

    def _campaign(self) -> Campaign:
        """Open the campaign; where nothing can be written, it can be looked at."""
        try:
            self._reads_only = False
            return open_campaign(self.path)
        except CannotWrite:
            self._reads_only = True
            return open_campaign(self.path, read_only=True)

    async def run(
        self, function: Callable[Concatenate[Session, Given], Made], *args: Given.args, **more: Given.kwargs
    ) -> Made:
        """Return the result of a function of the session, run in the table's thread."""
        return await self._in_thread(lambda: function(self.session, *args, **more))

    async def look(self, function: Callable[[Session], Made]) -> Made:
        """Return the result of a function of the session, after what other programs did."""

        def work(session: Session) -> Made:
            session.refresh()
            return function(session)

        return await self.run(work)

    async def change(
        self, function: Callable[Concatenate[Session, Given], Made], *args: Given.args, **more: Given.kwargs
    ) -> Made:
        """Run a function that may change something, and send everyone what changed.

        Players are sent theirs before the referee's page, which takes longer, is drawn.
        """
        players = self._watched(self.players, self.display)

        def work() -> tuple[Made, Drawing]:
            if self._reads_only:  # there may be room again
                self._let_go()
            made = function(self.session, *args, **more)
            return made, self._drawing(players)

        self._settled = False
        made, drawing = await self._in_thread(work)
        await self._publish(drawing)
        self.changes.notify()
        await self._draw_anew(self._watched(self.referee))
        return made

    async def redraw(self) -> None:
        """Send everyone what changed."""
        await self._draw_anew(self._watched(self.players, self.display, self.referee))

    async def _draw_anew(self, channels: tuple[SseChannel, ...]) -> None:
        if channels:
            await self._publish(await self._in_thread(lambda: self._drawing(channels)))

    async def join(self, channel: SseChannel, seen: str = "", whose: str = "") -> Listener:
        """Return the stream of a page, for one who has seen a version of it."""
        nobody = not channel.listeners
        listener = channel.stream(seen, whose)
        if nobody:
            # Nobody kept it up to date since the last one left.
            await self.run(Session.refresh)
            await self._draw_anew((channel,))
        return listener

    def _watched(self, *channels: SseChannel) -> tuple[SseChannel, ...]:
        return tuple(channel for channel in channels if channel.listeners)

    def _drawing(self, channels: tuple[SseChannel, ...]) -> Drawing:
        """Draw the parts of these pages; the record stays, even if a page cannot be drawn."""
        self._drawn += 1
        drawing: Drawing = []
        for channel, draw in self._pages:
            if channel not in channels:
                continue
            try:
                drawing.append((channel, self._drawn, draw(self)))
            except Exception:
                log.exception("a page of %s could not be drawn", self.path.name)
        return drawing

    async def _publish(self, drawing: Drawing) -> None:
        for channel, order, parts in drawing:
            await channel.publish(order, parts)

    async def look_again(self) -> None:
        """Send what changed if another program has moved the campaign."""
        looked_at = bool(self._watched(self.players, self.display, self.referee) or self.changes.names)
        if looked_at and await self.run(Session.refresh):
            self._settled = False
            await self.redraw()
            self.changes.notify()

    async def keep_time(self) -> None:
        """Say the time that is due by the stopwatch, and send everyone its outcome; a doubt shows as well."""
        if self._session is None or not self._session.stopwatch.running:
            return
        watch = self._session.stopwatch
        told = await self.run(lambda session: (stopwatch.keep(session) is not None, session.stopwatch.kept))
        if told[0] or told[1] // stopwatch.MINUTE != self._minute:
            self._minute = watch.kept // stopwatch.MINUTE
            self._settled = False
            await self.redraw()
            self.changes.notify()

    @property
    def in_place(self) -> bool:
        """Return whether the file is where it was opened: people move and replace it by hand."""
        now = file_at(self.path)
        return self._moving or now == self._file or (now is not None and self._file is None)

    async def move(self, function: Callable[[Path], Placed]) -> Placed:
        """Move the campaign's file while nothing else of this server has it open; everyone stays.

        What was asked of the campaign meanwhile is answered afterwards.
        """

        def work() -> Placed:
            self._let_go()
            moved = function(self.path)
            if isinstance(moved, Moved):
                self.path = moved.path
            return moved

        self._moving = True
        try:
            moved = await self._in_thread(work)
        finally:
            self._moving = False
        await self.redraw()
        return moved

    async def settle(self) -> None:
        """Bring the file itself up to date: people copy and rename it while it is played."""
        if not self._settled:
            self._settled = True
            await self.run(lambda session: session.campaign.settle())

    async def _in_thread(self, work: Callable[[], Made]) -> Made:
        if self._closed:
            refuse(404, "not-found", "This campaign was closed a moment ago.", "Load the page again.")
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def close(self) -> None:
        """End all streams and close the campaign, which is no longer watched."""
        if self._closed:
            return
        self.end_streams()
        self._settled = True
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._thread, self._let_go)
        self._thread.shutdown(wait=False)

    def end_streams(self) -> None:
        """End all streams; who comes back begins another."""
        self.referee.close()
        self.players.close()
        self.display.close()
        self.changes.close()

    def _let_go(self) -> None:
        if self._session is not None:
            self._session.campaign.close()
            self._session = self._file = None


class OpenTables:
    """The campaigns of a folder, opened when they are first asked for."""

    def __init__(
        self, folder: Path, pages: Pages, standing: Callable[[], frozenset[str]] = frozenset
    ) -> None:
        """Take the folder, who draws the parts of pages, and what tells who may look on, by name."""
        self.folder = folder
        self._standing = standing
        self._pages = pages
        self.shelf = Shelf(folder)
        self._open: dict[str, OpenTable] = {}

    def find(self, key: str) -> OpenTable | None:
        """Return the table of a key, or ``None`` when no campaign of the folder has it."""
        table = self._open.get(key)
        if table is not None:
            # Of one whose file has gone away `look_after` lets go; until then nobody else can open it.
            return table if table.in_place else None
        # A campaign made in the place of a deleted one may have its number on the disk: what was known of a
        # file is believed only where it answers.
        listings = (self.shelf.keys(fresh=fresh) for fresh in (False, True))
        path = next((path for one in listings for path, other in one.items() if other == key), None)
        if path is None:
            return None
        self._open[key] = OpenTable(key, path, self._pages)
        return self._open[key]

    def keys(self) -> dict[Path, str]:
        """Return the campaigns of the folder, each with its key: the first digits of its id."""
        return self.shelf.keys()

    def open_tables(self) -> list[OpenTable]:
        """Return the tables that are open."""
        return list(self._open.values())

    async def move(self, key: str, path: Path, function: Callable[[Path], Placed]) -> Placed:
        """Move a campaign's file while nothing else of this server has it open; none has an archived one."""
        table = self.find(key)
        return await (asyncio.to_thread(function, path) if table is None else table.move(function))

    async def close(self, key: str) -> None:
        """Close one campaign."""
        table = self._open.pop(key, None)
        if table is not None:
            await table.close()

    async def close_all(self) -> None:
        """Close every campaign."""
        for key in list(self._open):
            await self.close(key)

    def turn_out(self, standing: frozenset[str]) -> None:
        """End the streams of everyone whose name is not among those who may be here."""
        for table in self._open.values():
            for channel in (table.referee, table.display, table.changes):
                for name in channel.names - standing - {""}:
                    if not name.startswith(LINK):
                        channel.close(name)

    def end_streams(self) -> None:
        """End all streams, so that the server can go."""
        for table in self._open.values():
            table.end_streams()

    async def look_after(self, table: OpenTable) -> None:
        """Send changes made elsewhere, keep the file up to date, and close a table whose file is gone."""
        if table.in_place:
            await table.look_again()
            await table.keep_time()
            await table.settle()
            return
        with suppress(RecordFault, OSError):
            await table.settle()
        if self._open.get(table.key) is table:
            await self.close(table.key)

    async def watch(self) -> None:
        """Look at the campaigns again and again, and send signs of life to those who look on."""
        beats = 0
        while True:
            await asyncio.sleep(LOOK_AGAIN_S)
            beats += 1
            self.turn_out(self._standing())
            for table in self.open_tables():
                with suppress(RecordFault, OSError, ProblemError):
                    await self.look_after(table)
                if beats % HEARTBEAT_S == 0:
                    await table.players.send(HEARTBEAT)
                    await table.display.send(HEARTBEAT)
                    await table.referee.send(HEARTBEAT)
