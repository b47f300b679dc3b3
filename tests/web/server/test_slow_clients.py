"""A thousand clients that never finish what they began keep nobody out (loopback)."""

from __future__ import annotations

import asyncio
import resource
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
import uvicorn
from litestar.enums import ScopeType

from tests.needs import needs
from tests.web.campaigns import BARROW, begin
from tests.web.lookers import Looker
from tests.web.served import Screen
from turnkeeper.web import connection_limits, serve, sse_channel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestar.types import Receive, Scope, Send

MANY = 1_000
WAITS_S = 60
BEGUN = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
# Where some leave off for ever: before a word, within a head, within a body.
LEFT_OFF = (b"", BEGUN, b"POST /leave HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nab")


@pytest.fixture(scope="module")
def sturdy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Screen, str]]:
    """Return a server that outlives these tests, and the key of its one campaign."""
    folder = tmp_path_factory.mktemp("sturdy") / "campaigns"
    folder.mkdir()
    key = begin(folder, "Barrow", *BARROW)
    screen = Screen(folder).start()
    yield screen, key
    screen.stop()


@pytest.fixture
def crowd() -> Iterator[list[socket.socket]]:
    """Return a place for many connections; this process may hold them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4 * MANY)), hard))
    connections: list[socket.socket] = []
    yield connections
    for one in connections:
        one.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def connect(screen: Screen) -> socket.socket:
    host, _, port = screen.address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=WAITS_S)


def is_gone(connection: socket.socket) -> bool:
    connection.settimeout(WAITS_S)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


@pytest.mark.slow
def test_the_referee_goes_on_among_a_thousand_slow_connections(
    sturdy: tuple[Screen, str], crowd: list[socket.socket]
) -> None:
    screen, key = sturdy
    with httpx.Client(timeout=WAITS_S, headers={"Origin": screen.address}) as referee:
        referee.get(screen.enter)
        for number in range(MANY):
            crowd.append(connect(screen))
            crowd[-1].sendall(LEFT_OFF[number % len(LEFT_OFF)])
            if number % 100 == 0:
                assert referee.get(f"{screen.address}/c/{key}").status_code == 200
        for _ in range(5):
            with httpx.Client(timeout=WAITS_S, cookies=referee.cookies) as anew:
                assert anew.get(f"{screen.address}/c/{key}").status_code == 200
        said = referee.post(f"{screen.address}/api/campaigns/{key}/say", json={"text": "search"})
        assert said.status_code == 200


@pytest.mark.slow
def test_a_head_without_end_is_not_gathered(sturdy: tuple[Screen, str]) -> None:
    with connect(sturdy[0]) as connection:
        connection.sendall(BEGUN)
        assert taken(connection) < 16_000_000, "what the sockets hold, and the limit"


def taken(connection: socket.socket) -> int:
    """Return how many bytes of a head without end were taken before the server ended it."""
    for sent in range(0, 64_000_000, 65_536):
        try:
            connection.sendall(b"x" * 65_536)
        except OSError:
            return sent
    return 64_000_000


def is_ended_while_it_drips(connection: socket.socket) -> bool:
    latest = time.monotonic() + 6 * connection_limits.HEAD_S
    while time.monotonic() < latest:
        try:
            connection.sendall(b"x")
        except OSError:
            return True
        time.sleep(0.2)
    return False


@pytest.mark.long
def test_what_is_never_finished_is_ended(sturdy: tuple[Screen, str]) -> None:
    """A head has so many seconds, however often a letter of it comes."""
    with connect(sturdy[0]) as dripping, connect(sturdy[0]) as silent:
        dripping.sendall(BEGUN)
        assert is_ended_while_it_drips(dripping)
        assert is_gone(silent)


def test_a_process_that_may_open_few_files_keeps_some_for_itself() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    room = connection_limits.room()
    after = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert room <= connection_limits.MOST_CONNECTIONS
    assert room <= max(connection_limits.FEW // 4, after - connection_limits.FILES_KEPT)


async def endless(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer ``/`` at once, and all else without end."""
    del receive
    assert scope["type"] == ScopeType.HTTP
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"here\n", "more_body": scope["path"] != "/"})
    if scope["path"] != "/":
        await asyncio.sleep(10 * WAITS_S)


@pytest.mark.slow
def test_where_all_are_served_the_oldest_stream_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits.PatientProtocol, "most", 4)

    async def crowded() -> tuple[list[bool], int]:
        listening = socket.create_server(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        config = uvicorn.Config(
            endless, http=connection_limits.PatientProtocol, log_level="critical", timeout_graceful_shutdown=0
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        streams = []
        for _ in range(4):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await reader.readuntil(b"here\n")
            streams.append((reader, writer))
        async with httpx.AsyncClient(timeout=WAITS_S) as client:
            status = (await client.get(f"http://127.0.0.1:{port}/")).status_code
        oldest, *others = [reader for reader, _ in streams]
        ended = [await has_ended(oldest, WAITS_S), *[await has_ended(one, 0.1) for one in others]]
        for _, writer in streams:
            writer.close()
        server.should_exit = True
        await serving
        return ended, status

    assert asyncio.run(crowded()) == ([True, False, False, False], 200)


async def has_ended(reader: asyncio.StreamReader, within_s: float) -> bool:
    try:
        async with asyncio.timeout(within_s):
            while await reader.read(100):
                pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


def test_by_one_link_not_more_look_on_than_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse_channel, "MOST_OF_ONE", 3)

    async def come() -> tuple[list[bytes | None], int]:
        channel = sse_channel.SseChannel()
        anna = [Looker(channel.stream(whose="anna")) for _ in range(4)]
        orlo = Looker(channel.stream(whose="orlo"))
        first = [await one.next() for one in (*anna, orlo)]
        return first, channel.listeners

    first, listeners = asyncio.run(come())
    assert [one is None for one in first] == [True, False, False, False, False]
    assert listeners == 4


def memory_mb(pid: int) -> int:
    """Return how much memory a process holds at most until now (Linux alone tells)."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) // 1_000


@pytest.mark.slow
@pytest.mark.parametrize("entered", [False, True], ids=["a stranger", "the referee"])
@pytest.mark.parametrize("announced", [False, True], ids=["in pieces", "of announced length"])
def test_a_body_of_100_mb_is_refused_and_not_gathered(
    sturdy: tuple[Screen, str], *, entered: bool, announced: bool
) -> None:
    needs(Path("/proc/self/status").exists(), "a /proc that tells of memory")
    screen, key = sturdy
    with httpx.Client(timeout=WAITS_S, headers={"Origin": screen.address}) as client:
        if entered:
            client.get(screen.enter)
        client.get(f"{screen.address}/c/{key}")
        before = memory_mb(screen.pid)
        length = {"Content-Length": "100000000"} if announced else {}
        for path in (f"/c/{key}/say", f"/api/campaigns/{key}/say"):
            pieces = (b"x" * 100_000 for _ in range(1_000))
            try:
                answer = client.post(screen.address + path, content=pieces, headers=length)
            except (httpx.NetworkError, httpx.RemoteProtocolError):
                continue
            assert answer.status_code in ({413} if entered else {401, 413}), path
        assert memory_mb(screen.pid) - before < 20
        client.get(screen.enter)
        assert client.get(f"{screen.address}/c/{key}").status_code == 200


@pytest.mark.slow
def test_no_key_and_no_token_is_written_to_the_log(mortal: Screen) -> None:
    key = begin(mortal.folder, "Barrow", *BARROW)
    with httpx.Client(timeout=WAITS_S, headers={"Origin": mortal.address}) as client:
        client.get(mortal.enter)
        made = client.post(f"{mortal.address}/api/campaigns/{key}/links", json={"label": "Anna"})
        token = made.json()["token"]
        for path in (f"/p/{token}", f"/p/{token}/nowhere", f"/p/{token}/light", f"{mortal.enter}/nowhere"):
            client.get(path if path.startswith("http") else mortal.address + path)
        client.get(f"{mortal.address}/p/{token}", headers={"Host": "evil.example"})
        with connect(mortal) as connection:
            connection.sendall(f"GET /p/{token} NONSENSE\r\n\r\n".encode())
            connection.recv(100)
        cookies = list(client.cookies.jar)
    mortal.stop()
    log = mortal.log.read_text()
    kept = (mortal.folder / ".turnkeeper-keys.json").read_text()
    for secret in (token, mortal.enter.rpartition("/")[2], *(cookie.value or "" for cookie in cookies)):
        assert secret not in log
        assert secret not in kept


@pytest.mark.slow
def test_what_is_sent_in_pieces_is_not_held_back() -> None:
    """Small pieces go at once (TCP_NODELAY) only from a socket that was made for TCP by name.

    Each answer on a connection that stays open would otherwise wait 40 ms for the other side.
    """
    with serve._listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
