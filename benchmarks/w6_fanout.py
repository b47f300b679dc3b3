"""W6, fan-out: one event to many listeners on loopback; our hub beside how its peers send events.

Each side is a server process of its own with its own listeners, all of them open at once; the events go out
on one after the other, interleaved. A server is told to publish through its standard input, and times, on one
clock, from there to its last write into a socket, whoever made it: asyncio's transport itself is watched. The
listeners, raw sockets in this process, time the last of them that has the whole event, and their bytes are
compared: all listeners of a side the same, all sides the same data. Long because five servers stand in it.

    python benchmarks/w6_fanout.py [--rounds N] [--most N]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import platform
import socket
import subprocess
import sys
from asyncio import selector_events
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from functools import partial
from itertools import takewhile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import uvicorn
from aiohttp import web
from litestar import Litestar, get
from litestar.response import ServerSentEvent, ServerSentEventMessage
from litestar.types import ASGIApp
from sse_starlette import EventSourceResponse
from starlette.applications import Starlette
from starlette.responses import StreamingResponse
from starlette.routing import Route

from turnkeeper.web.connection_limits import PatientProtocol, room
from turnkeeper.web.request_limits import RequestLimits
from turnkeeper.web.sse_channel import SseChannel

RESULTS = Path(__file__).parent / "results" / "w6_fanout.md"
AIM_MS = 5
LISTENERS = 200
GROWTH = (1, 10, 50, 200, 500, 1_000)
# About what a turn changes on the players' page: clock, light, party.
PARTS = {
    "clock": '<div id="part-clock" class="clock"><h2>Turn 7</h2><p>day 1 09:{:02}</p></div>',
    "lights": '<ul id="part-lights">' + "<li>torch of Orlo: bright, {:02}</li>" * 12 + "</ul>",
    "party": '<table id="part-party">' + "<tr><th>Varda</th><td>hale, {:02}</td></tr>" * 24 + "</table>",
}
END = "</hx-partial>\n\n"


def parts_of(number: int) -> dict[str, str]:
    """Return the parts of the n-th event, each different from those before it."""
    return {name: part.replace("{:02}", f"{number:06}") for name, part in PARTS.items()}


def html_of(number: int) -> str:
    """Return the data of the n-th event, as the hub joins it."""
    return "".join(
        f'<hx-partial hx-target="#part-{name}" hx-swap="outerMorph">{part}</hx-partial>'
        for name, part in parts_of(number).items()
    )


# ------------------------------------------------------------------------------------------- servers


class Writes:
    """When asyncio last wrote into a socket."""

    def __init__(self) -> None:
        self.last = 0.0
        self.count = 0
        kind: Any = selector_events._SelectorSocketTransport  # type: ignore[attr-defined]  # noqa: SLF001
        write, lines = kind.write, kind.writelines

        def watched(transport: object, data: bytes) -> None:
            write(transport, data)
            self.last = perf_counter()
            self.count += 1

        def watched_lines(transport: object, data: list[bytes]) -> None:
            lines(transport, data)
            self.last = perf_counter()
            self.count += 1

        kind.write, kind.writelines = watched, watched_lines


class Queues:
    """What every example of server-sent events does: a queue for each listener."""

    def __init__(self) -> None:
        self._all: set[asyncio.Queue[tuple[str, str]]] = set()

    def publish(self, number: int) -> None:
        """Put an event before all listeners."""
        told = (f"v{number}", html_of(number))
        for queue in self._all:
            queue.put_nowait(told)

    async def follow(self) -> AsyncIterator[tuple[str, str]]:
        """Yield the events that come from now on."""
        queue: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._all.add(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            self._all.discard(queue)


def as_sent(version: str, data: str) -> bytes:
    """Return an event as bytes, where the peer does not make them itself."""
    return f"id: {version}\ndata: {data}\n\n".encode()


Publish = Callable[[int], None]
Served = tuple[Any, Publish]


def ours() -> Served:
    """Serve with the hub, as the screen does."""
    channel = SseChannel()
    PatientProtocol.most = room()

    @get("/events")
    async def events() -> ASGIApp:
        return channel.stream()

    sending: set[asyncio.Future[None]] = set()

    def publish(number: int) -> None:
        task = asyncio.ensure_future(channel.publish(number, parts_of(number)))
        sending.add(task)
        task.add_done_callback(sending.discard)

    return RequestLimits(Litestar([events], openapi_config=None)), publish


def litestar() -> Served:
    """Serve with Litestar's own response for events."""
    queues = Queues()

    async def stream() -> AsyncIterator[ServerSentEventMessage]:
        async for version, data in queues.follow():
            yield ServerSentEventMessage(data=data, id=version)

    @get("/events")
    async def events() -> ServerSentEvent:
        return ServerSentEvent(stream())

    return Litestar([events], openapi_config=None), queues.publish


def sse_starlette() -> Served:
    """Serve with sse-starlette."""
    queues = Queues()

    async def stream() -> AsyncIterator[dict[str, str]]:
        async for version, data in queues.follow():
            yield {"id": version, "data": data}

    async def events(_: object) -> EventSourceResponse:
        return EventSourceResponse(stream(), sep="\n")

    return Starlette(routes=[Route("/events", events)]), queues.publish


def starlette() -> Served:
    """Serve with Starlette's plain stream."""
    queues = Queues()

    async def stream() -> AsyncIterator[bytes]:
        async for version, data in queues.follow():
            yield as_sent(version, data)

    async def events(_: object) -> StreamingResponse:
        return StreamingResponse(stream(), media_type="text/event-stream")

    return Starlette(routes=[Route("/events", events)]), queues.publish


def aiohttp() -> Served:
    """Serve with aiohttp's plain stream."""
    queues = Queues()

    async def events(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        async for version, data in queues.follow():
            await response.write(as_sent(version, data))
        return response

    application = web.Application()
    application.router.add_get("/events", events)
    return application, queues.publish


SIDES: dict[str, Callable[[], Served]] = {
    "ours": ours,
    "Starlette StreamingResponse": starlette,
    "aiohttp StreamResponse": aiohttp,
    "Litestar ServerSentEvent": litestar,
    "sse-starlette": sse_starlette,
}


async def listen(application: Any, name: str, sock: socket.socket) -> None:  # noqa: ANN401 - the peers' types
    """Serve an application on a socket until this process is killed."""
    if name.startswith("aiohttp"):
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.SockSite(runner, sock).start()
        await asyncio.Event().wait()
    else:
        http: Any = PatientProtocol if name == "ours" else "httptools"
        config = uvicorn.Config(application, http=http, ws="none", log_level="warning", lifespan="off")
        await uvicorn.Server(config).serve([sock])


async def serve(name: str) -> None:
    """Be the server of a side: say the port, then publish what standard input says and tell how it went."""
    writes = Writes()
    application, publish = SIDES[name]()
    sock = socket.create_server(("127.0.0.1", 0), backlog=1_024)
    loop = asyncio.get_running_loop()
    began = [0.0, 0.0, 0]

    def told() -> None:
        line = sys.stdin.readline()
        if line.startswith("report"):
            spent = process_time() - began[1]
            answer = [writes.last - began[0], spent, writes.count - began[2]]
            print(json.dumps(answer), flush=True)
        elif line:
            began[:] = [perf_counter(), process_time(), writes.count]
            publish(int(line))
        else:
            loop.stop()

    loop.add_reader(sys.stdin, told)
    print(sock.getsockname()[1], flush=True)
    await listen(application, name, sock)


# ----------------------------------------------------------------------------------------- listeners


class Listener(asyncio.Protocol):
    """One raw listener: it keeps the bytes of the last event and says when it has them whole."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.bytes = bytearray()
        self.joined = asyncio.get_running_loop().create_future()
        self.counted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the events."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")

    def data_received(self, data: bytes) -> None:
        """Keep what comes."""
        self.bytes += data
        if not self.joined.done() and b"\r\n\r\n" in self.bytes:
            self.joined.set_result(None)
        if not self.counted and self.crowd.marker in self.bytes and self.whole:
            self.counted = True
            self.crowd.one_more()

    def clear(self) -> None:
        """Make ready for the next event."""
        self.bytes.clear()
        self.counted = False

    @property
    def whole(self) -> bool:
        """Whether what was kept ends as an event of this crowd does."""
        return self.bytes.rstrip(b"\r\n").endswith(END.strip().encode())


class Crowd:
    """The listeners of one server."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.marker = b"nothing yet"
        self._all: list[Listener] = []
        self._left = 0
        self._done: asyncio.Future[float] | None = None
        self._server = subprocess.Popen(
            [sys.executable, __file__, "--serve", name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._port = int(self._heard())

    def _heard(self) -> str:
        assert self._server.stdout is not None
        return self._server.stdout.readline()

    def _tell(self, line: str) -> None:
        assert self._server.stdin is not None
        self._server.stdin.write(line + "\n")

    async def grow(self, size: int) -> None:
        """Connect until there are so many."""
        loop = asyncio.get_running_loop()
        while len(self._all) < size:
            _, listener = await loop.create_connection(lambda: Listener(self), "127.0.0.1", self._port)
            self._all.append(listener)
        await asyncio.gather(*(each.joined for each in self._all))
        await asyncio.sleep(0.1)

    def one_more(self) -> None:
        """Count a listener that has the whole event."""
        self._left -= 1
        if not self._left and self._done is not None:
            self._done.set_result(perf_counter())

    async def round(self, number: int) -> tuple[float, float, float]:
        """Publish an event; return the seconds to the last write, to the last listener, and of work."""
        for each in self._all:
            each.clear()
        self.marker = f"{number:06}".encode()
        self._left = len(self._all)
        self._done = asyncio.get_running_loop().create_future()
        start = perf_counter()
        self._tell(str(number))
        heard = await asyncio.wait_for(self._done, 30) - start
        self.check(number)
        self._tell("report")
        wrote, spent, writes = json.loads(self._heard())
        assert writes >= len(self._all), (self.name, writes)
        return wrote, heard, spent

    def check(self, number: int) -> None:
        """Assert that all listeners have the same bytes, and in them the whole data of the event."""
        same = {bytes(each.bytes) for each in self._all}
        assert len(same) == 1, (self.name, len(same))
        sent = same.pop()
        assert unchunked(sent) == html_of(number), (self.name, sent[:300], sent[-100:])

    def end(self) -> None:
        """Release the server."""
        self._server.kill()
        self._server.wait()


def unchunked(sent: bytes) -> str:
    """Return the data of the one event in a piece of a chunked answer."""
    body = b""
    while sent:
        size, _, rest = sent.partition(b"\r\n")
        length = int(size, 16)
        body, sent = body + rest[:length], rest[length + 2 :]
    fields = dict(line.split(": ", 1) for line in takewhile(bool, body.decode().splitlines()))
    return fields["data"]


# -------------------------------------------------------------------------------------------- results

Times = dict[str, list[tuple[float, float, float]]]


async def measure(crowds: list[Crowd], rounds: int, numbers: Callable[[], int]) -> Times:
    """Publish on each side in turn, after some rounds that warm them."""
    times: Times = {crowd.name: [] for crowd in crowds}
    for turn in range(rounds + 5):
        for crowd in crowds:
            took = await crowd.round(numbers())
            if turn >= 5:
                times[crowd.name].append(took)
            await asyncio.sleep(0.002)
    return times


def milliseconds(times: list[tuple[float, float, float]], column: int) -> float:
    """Return the median of a column."""
    return median(each[column] for each in times) * 1_000


async def compare(rounds: int, most: int) -> tuple[Times, dict[int, Times]]:
    """Measure all sides with so many listeners, then the hub and the nearest peers as they grow."""
    count = iter(range(1, 1_000_000))
    numbers = partial(next, count)
    crowds = [Crowd(name) for name in SIDES]
    try:
        for crowd in crowds:
            await crowd.grow(LISTENERS)
        beside = await measure(crowds, rounds, numbers)
    finally:
        for crowd in crowds:
            crowd.end()
    crowds = [Crowd(name) for name in SIDES]
    growth: dict[int, Times] = {}
    try:
        for size in (size for size in GROWTH if size <= most):
            for crowd in crowds:
                await crowd.grow(size)
            growth[size] = await measure(crowds, max(5, rounds // 3), numbers)
    finally:
        for crowd in crowds:
            crowd.end()
    return beside, growth


def table(beside: Times, growth: dict[int, Times]) -> str:
    """Return the results as Markdown."""
    first = milliseconds(beside["ours"], 0)
    rows = [
        f"| {name} | {milliseconds(times, 0):.2f} | {milliseconds(times, 0) / first:.1f} | "
        f"{milliseconds(times, 1):.2f} | {milliseconds(times, 2):.2f} |"
        for name, times in beside.items()
    ]
    curve = [
        f"| {size:,} | " + " | ".join(f"{milliseconds(times[name], 0):.2f}" for name in SIDES) + " |"
        for size, times in growth.items()
    ]
    rounds = len(beside["ours"])
    machine = f"CPython {platform.python_version()}, {os.cpu_count()} cores"
    return f"""# W6: fan-out

{datetime.now(UTC).date()}, {machine}. By `benchmarks/w6_fanout.py`.

One event of {len(html_of(1)):,} bytes to {LISTENERS} listeners on loopback, {rounds} events, interleaved,
each side a server process of its own; the listeners are raw sockets in one other process. Every
listener of every event had the same, whole data. Medians in milliseconds; the aim for the last write is
under {AIM_MS}:

| side | last write | against ours | last listener has it | processor time of the server |
|---|---:|---:|---:|---:|
{chr(10).join(rows)}

The last write as listeners grow:

| listeners | {" | ".join(SIDES)} |
|---:|{"---:|" * len(SIDES)}
{chr(10).join(curve)}

"Last write" is the time from the call that publishes to the last write into a socket. The peers encode an
event once for each listener, from a queue of its own, as their own examples do; the hub encodes once for all.
"""


def main() -> None:
    """Be a server, or measure them all and write the results."""
    parser = argparse.ArgumentParser(description="W6: one event to many listeners")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--most", type=int, default=GROWTH[-1])
    parser.add_argument("--serve", default="")
    asked = parser.parse_args()
    if asked.serve:
        logging.disable(logging.WARNING)
        asyncio.run(serve(asked.serve))
        return
    text = table(*asyncio.run(compare(asked.rounds, asked.most)))
    RESULTS.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
