"""The hub over real connections: whole messages in order, nobody held up, everybody forgotten who is gone."""

from __future__ import annotations

import asyncio
import re
import socket
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from turnkeeper.web.connection_limits import PatientProtocol
from turnkeeper.web.sse_channel import SseChannel

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from litestar.types import Receive, Scope, Send

LONG = "x" * 100_000
TIMES = 120
"""So many long messages are more than all buffers of a connection on loopback hold (some 8 MB)."""
Http = type[asyncio.Protocol]
SERVERS: tuple[Http, ...] = (PatientProtocol, HttpToolsProtocol, H11Protocol)
"""Our own protocol, and two servers that know nothing of us."""
every_server = pytest.mark.parametrize("http", SERVERS)
ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


@asynccontextmanager
async def hall(channel: SseChannel, http: Http) -> AsyncIterator[Hall]:
    """Serve a channel to everyone who comes."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        await channel.stream()(scope, receive, send)

    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        application,
        http=http,
        log_level="error",
        lifespan="off",
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    here = Hall(listening.getsockname()[1])
    async with asyncio.timeout(120):
        yield here
    channel.close()
    for one in here.browsers:
        await one.leave()
    server.should_exit = True
    await serving


class Browser:
    """One who looks on."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def ask(self) -> None:
        """Ask for the stream, and read the head of the answer."""
        self._writer.write(ASKED)
        head = await self._reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ")
        assert head.lower().count(b"transfer-encoding: chunked") == 1

    async def next(self) -> bytes:
        """Return the next chunk, empty at the end."""
        size = int(await self._reader.readline(), 16)
        data = await self._reader.readexactly(size + 2)
        assert data.endswith(b"\r\n")
        return data[:-2]

    async def leave(self) -> None:
        """Be gone."""
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()


class Hall:
    """Where they look on."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.browsers: list[Browser] = []

    async def comes(self) -> Browser:
        """Connect one more that asks for the stream."""
        browser = Browser(*await asyncio.open_connection("127.0.0.1", self._port))
        self.browsers.append(browser)
        await browser.ask()
        return browser


def order_of(data: bytes) -> int:
    found = re.findall(rb"id: \w+-(\d+)\n", data)
    assert len(found) == 1, "one message, and one whole"
    assert data.endswith(b"</hx-partial>\n\n")
    return int(found[0])


async def until_there_are(channel: SseChannel, number: int) -> None:
    for _ in range(1_000):
        if channel.listeners == number:
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


@pytest.mark.slow
@every_server
def test_one_who_does_not_read_holds_up_nobody_and_catches_up_in_order(http: Http) -> None:
    async def session() -> None:
        channel = SseChannel()
        await channel.publish(1, {"log": "1"})
        async with hall(channel, http) as here:
            slow, quick = await here.comes(), await here.comes()
            assert order_of(await quick.next()) == 1
            for order in range(2, TIMES + 2):
                await channel.publish(order, {"log": f"{order} {LONG}"})
                assert order_of(await quick.next()) == order
            came = [order_of(await slow.next())]
            while came[-1] < TIMES + 1:
                came.append(order_of(await slow.next()))
            assert came == sorted(set(came))
            assert len(came) < TIMES, "some were skipped, for not all was put aside"
            await channel.publish(TIMES + 2, {"log": "short"})
            assert b"short" in await slow.next()
            assert b"short" in await quick.next()

    asyncio.run(session())


@pytest.mark.slow
@every_server
def test_whoever_leaves_is_forgotten_reading_or_not(http: Http) -> None:
    async def session() -> None:
        channel = SseChannel()
        await channel.publish(1, {"log": "1"})
        async with hall(channel, http) as here:
            slow, quick, other = [await here.comes() for _ in range(3)]
            for order in range(2, TIMES + 2):
                await channel.publish(order, {"log": f"{order} {LONG}"})
                for one in (quick, other):
                    await one.next()
            await until_there_are(channel, 3)
            await slow.leave()
            await until_there_are(channel, 2)
            await quick.leave()
            await until_there_are(channel, 1)
            await channel.publish(TIMES + 2, {"log": "short"})
            while b"short" not in await other.next():
                pass

    asyncio.run(session())


@pytest.mark.slow
@every_server
def test_a_stream_that_is_ended_ends_as_an_answer_does_and_the_connection_goes_on(http: Http) -> None:
    async def session() -> None:
        channel = SseChannel()
        await channel.publish(1, {"log": "1"})
        async with hall(channel, http) as here:
            one = await here.comes()
            assert order_of(await one.next()) == 1
            channel.close("")
            assert await one.next() == b""
            await until_there_are(channel, 0)
            await one.ask()
            assert order_of(await one.next()) == 1

    asyncio.run(session())
