"""The screen: from the referee's click to a player's page, first load, start, memory, growth with players.

The server is `turnkeeper screen` as a process of its own on a folder with one campaign, or fifty. The referee
and one player sit in a real Chromium (page scripts and all), the other players are raw sockets that read the
same stream. A click is timed from its own time stamp in the referee's page to the change of the clock in the
player's page, and to the frame after it; both pages tell the time since the same origin. Every listener must
have got as many bytes as every other. Growth is timed without a browser, from a post to the last byte.

    python benchmarks/screen.py [--clicks N] [--most N]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.parse import urlsplit

from msgspec.structs import replace
from playwright.async_api import Browser, Page, async_playwright

from turnkeeper.app import sharing
from turnkeeper.app.library import SUFFIX, create
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.rules import load_builtin

RESULTS = Path(__file__).parent / "results" / "screen.md"
PLAYERS = 200
GROWTH = (1, 10, 50, 200, 500, 1_000)
CAMPAIGNS = 50
KEY_LENGTH = 12
SAID = ("party Varda wisdom 12 hp 7; Orlo wisdom 9 hp 5", "enter dungeon Barrow", "light torch for Orlo")
FLAGS = ("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
_CLICKED = """addEventListener("click", (event) => {
    window.clicked = performance.timeOrigin + event.timeStamp;
}, true)"""
_CHANGED = """window.seen = [];
document.addEventListener("htmx:after:swap", () => {
    const clock = document.getElementById("part-clock")?.textContent;
    if (clock === window.clock) return;
    window.clock = clock;
    const there = performance.timeOrigin + performance.now();
    requestAnimationFrame(() => setTimeout(() => {
        window.seen.push([there, performance.timeOrigin + performance.now()]);
    }));
})"""

_AWAITED = """new Promise((done) => {
    const look = () => (window.seen.length ? done(window.seen) : setTimeout(look, 5));
    look();
})"""


# ---------------------------------------------------------------------------------- campaigns, server


def begun(folder: Path, name: str) -> tuple[str, str]:
    """Begin a campaign whose players see the exact time; return its key and the token of a player's link."""
    path, campaign = create(str(folder / name), load_builtin("glog"), seed="lantern")
    for said in SAID:
        assert isinstance(Session(campaign).say(said), CommandDone), said
    key = campaign.store.facts.campaign[:KEY_LENGTH]
    campaign.close()
    kept, _, token = sharing.made(sharing.Sharing(), "everyone", 0)
    sharing.write(path, sharing.showing(kept, replace(kept.shown, time="exact")))
    assert path.name == name + SUFFIX
    return key, token


class Server:
    """The screen on a folder, entered."""

    def __init__(self, folder: Path) -> None:
        words = (str(folder), "--port", "0", "--no-browser", "--json", "--local")
        start = perf_counter()
        self._running = subprocess.Popen(
            (sys.executable, "-P", "-m", "turnkeeper", "screen", *words), stdout=subprocess.PIPE, text=True
        )
        assert self._running.stdout is not None
        told = json.loads(self._running.stdout.readline())
        self.address = told["address"]
        self.enter = told["enter"]
        self.port = urlsplit(self.address).port or 80
        answer, self.cookie = self.get(urlsplit(self.enter).path)
        assert answer
        self.ready_s = perf_counter() - start

    def get(self, path: str, cookie: str = "") -> tuple[bytes, str]:
        """Ask for a page; return its body and the cookie that came with it."""
        connection = HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        response = connection.getresponse()
        body = response.read()
        assert response.status == 200, (path, response.status, body[:300])
        connection.close()
        return body, (response.getheader("Set-Cookie") or "").partition(";")[0]

    def say(self, key: str, what: str, text: str = "") -> None:
        """Post a command, as the referee's page does."""
        connection = HTTPConnection("127.0.0.1", self.port)
        headers = {
            "Cookie": self.cookie,
            "Content-Type": "application/x-www-form-urlencoded",
            "Sec-Fetch-Site": "same-origin",
            "Origin": self.address,
            "HX-Request": "true",
        }
        connection.request("POST", f"/c/{key}/{what}", f"text={text.replace(' ', '+')}", headers)
        response = connection.getresponse()
        body = response.read()
        assert response.status == 200, (response.status, body[:300])
        connection.close()

    def memory_mb(self) -> float:
        """Return the memory that the process holds."""
        status = Path(f"/proc/{self._running.pid}/status").read_text()
        held = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(held.split()[1]) / 1_000

    def spent_s(self) -> float:
        """Return the processor time of the process so far."""
        fields = Path(f"/proc/{self._running.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """End it as Ctrl-C does."""
        self._running.send_signal(signal.SIGINT)
        self._running.wait(15)


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """Run the screen on a folder."""
    server = Server(folder)
    try:
        yield server
    finally:
        server.end()


# ------------------------------------------------------------------------------------------- players


class Player(asyncio.Protocol):
    """A raw listener: it counts bytes and knows when the last of them came."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.count = 0
        self.last = 0.0
        self.joined = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Count."""
        assert self.last or data.startswith(b"HTTP/1.1 200"), data[:200]
        self.count += len(data)
        self.last = perf_counter()
        if not self.joined.done() and b"hx-partial" in data:
            self.joined.set_result(None)


async def players(server: Server, token: str, number: int) -> list[Player]:
    """Connect raw listeners, and wait until all have the page."""
    loop = asyncio.get_running_loop()
    joined = []
    for _ in range(number):
        _, player = await loop.create_connection(
            lambda: Player(f"/p/{token}/events"), "127.0.0.1", server.port
        )
        joined.append(player)
    await asyncio.gather(*(player.joined for player in joined))
    await asyncio.sleep(0.3)
    for player in joined:
        player.count = 0
    return joined


# -------------------------------------------------------------------------------------------- clicks


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start the Chromium of this machine."""
    names = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
    found = next(filter(None, map(shutil.which, names)))
    as_root = ("--no-sandbox",) if os.geteuid() == 0 else ()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=[*FLAGS, *as_root])
        yield browser
        await browser.close()


async def phone(browser: Browser, address: str) -> tuple[Page, int, int]:
    """Open a player's page with nothing kept; return it, the bytes that came, and how many requests."""
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    page = await context.new_page()
    wire = await context.new_cdp_session(page)
    await wire.send("Network.enable")
    came: list[int] = []
    wire.on("Network.loadingFinished", lambda told: came.append(int(told["encodedDataLength"])))
    # The stream never finishes: what came of it counts as it comes.
    wire.on("Network.dataReceived", lambda told: streamed.append((told["requestId"], told["dataLength"])))
    streamed: list[tuple[str, int]] = []
    stream: list[str] = []
    wire.on(
        "Network.requestWillBeSent",
        lambda told: stream.append(told["requestId"]) if told["request"]["url"].endswith("/events") else None,
    )
    await page.add_init_script(_CHANGED)
    async with page.expect_response(lambda answer: answer.url.endswith("/events")):
        await page.goto(address)
    await page.wait_for_timeout(1_000)
    return page, sum(came) + sum(size for one, size in streamed if one in stream), len(came) + 1


async def click(referee: Page, player: Page, selector: str) -> tuple[float, float]:
    """Click, and return the milliseconds to the player's page and to the frame after."""
    await player.evaluate("window.seen.length = 0")
    await referee.click(selector)
    seen: list[tuple[float, float]] = await player.evaluate(_AWAITED)
    clicked: float = await referee.evaluate("window.clicked")
    there, drawn = seen[0]
    await referee.wait_for_selector("html:not([data-local-busy])", state="attached")
    return there - clicked, drawn - clicked


class Clicks:
    """What the browser saw."""

    def __init__(self, times: list[tuple[float, float]], size: int, asked: int) -> None:
        self.there = [there for there, _ in times]
        self.drawn = [drawn for _, drawn in times]
        self.size = size
        self.asked = asked


async def clicks(folder: Path, number: int) -> Clicks:
    """Click a turn and take it back, again and again, before many players."""
    key, token = begun(folder, "Barrow")
    with served(folder) as server:
        async with chromium() as browser:
            player, size, asked = await phone(browser, f"{server.address}/p/{token}")
            others = await players(server, token, PLAYERS - 1)
            context = await browser.new_context(viewport={"width": 1280, "height": 800})
            await context.request.get(server.enter)
            referee = await context.new_page()
            await referee.add_init_script(_CLICKED)
            async with referee.expect_response(lambda answer: answer.url.endswith("/events")):
                await referee.goto(f"{server.address}/c/{key}")
            await referee.wait_for_timeout(1_000)
            times = []
            for turn in range(number + 6):
                button = "#part-log [data-key=z]" if turn % 2 else "#part-steps [data-key=n]"
                took = await click(referee, player, button)
                if turn >= 6:
                    times.append(took)
                await asyncio.sleep(0.35)  # beyond a double click
            assert len({one.count for one in others}) == 1, {one.count for one in others}
            assert others[0].count
    return Clicks(times, size, asked)


# -------------------------------------------------------------------------------- growth, start, memory


class Grown:
    """What one event costs before so many players."""

    def __init__(self, times: list[float], spent_ms: float) -> None:
        self.median_ms = median(times) * 1_000
        self.most_ms = max(times) * 1_000
        self.spent_ms = spent_ms


async def grown(server: Server, key: str, token: str, number: int, rounds: int) -> Grown:
    """Post a turn and its undoing; time until the last byte is with the last player."""
    crowd = await players(server, token, number)
    times = []
    before = server.spent_s()
    for turn in range(rounds):
        start = perf_counter()
        what = ("undo", "") if turn % 2 else ("say", "wait 1 turn")
        await asyncio.to_thread(server.say, key, *what)
        quiet = 0.0
        while quiet < 0.05:
            await asyncio.sleep(0.01)
            quiet = perf_counter() - max(one.last for one in crowd)
        times.append(max(one.last for one in crowd) - start)
        assert len({one.count for one in crowd}) == 1
    return Grown(times, (server.spent_s() - before) / rounds * 1_000)


async def growth(folder: Path, most: int, rounds: int) -> dict[int, Grown]:
    """Measure the cost of one event before ever more players, each time on a fresh server."""
    key, token = begun(folder, "Barrow")
    found = {}
    for number in (number for number in GROWTH if number <= most):
        with served(folder) as server:
            found[number] = await grown(server, key, token, number, rounds)
    return found


def memory(folder: Path) -> tuple[float, float, list[float]]:
    """Return the memory at the start and with all campaigns open, and the seconds of some starts."""
    keys = [begun(folder, f"Campaign {number}")[0] for number in range(CAMPAIGNS)]
    starts = []
    for _ in range(4):
        with served(folder) as server:
            starts.append(server.ready_s)
    with served(folder) as server:
        starts.append(server.ready_s)
        before = server.memory_mb()
        for key in keys:
            server.get(f"/c/{key}", server.cookie)
        return before, server.memory_mb(), starts


# -------------------------------------------------------------------------------------------- results


def table(seen: Clicks, more: dict[int, Grown], memories: tuple[float, float], starts: list[float]) -> str:
    """Return the results as Markdown."""
    curve = [
        f"| {number:,} | {one.median_ms:.1f} | {one.most_ms:.1f} | {one.spent_ms:.1f} |"
        for number, one in more.items()
    ]
    p95, drawn95 = quantiles(seen.there, n=20)[-1], quantiles(seen.drawn, n=20)[-1]
    machine = f"CPython {platform.python_version()}, {os.cpu_count()} cores"
    return f"""# The screen

{datetime.now(UTC).date()}, {machine}. By `benchmarks/screen.py`.

{len(seen.there)} clicks of the referee (a turn, and its undoing) before {PLAYERS} players;
referee and one player in one Chromium, the others raw listeners, who all got the same bytes.

| measure | here | aim |
|---|---:|---:|
| click to the player's page, p50 | {median(seen.there):.1f} ms | 30 ms |
| click to the player's page, p95 | {p95:.1f} ms | 60 ms |
| click to the frame that shows it, p50 | {median(seen.drawn):.1f} ms | |
| click to the frame that shows it, p95 | {drawn95:.1f} ms | |
| first load of the players' page, {seen.asked} requests | {seen.size / 1_000:.0f} kB | 150 kB |
| start of the process to its first answer, median of {len(starts)} | {median(starts):.2f} s | 2 s |
| memory after the start, folder of {CAMPAIGNS} campaigns | {memories[0]:.0f} MB | |
| memory with {CAMPAIGNS} campaigns open | {memories[1]:.0f} MB | 150 MB |

From a post of the referee to the last byte with the last player, no browser beside it, and the processor time
of the server for the whole of it (the command, its durable commit, both pages drawn, all sent):

| players | median, ms | most, ms | processor, ms |
|---:|---:|---:|---:|
{chr(10).join(curve)}
"""


def main() -> None:
    """Measure, and write the results."""
    parser = argparse.ArgumentParser(description="the screen: clicks, first load, start, memory, growth")
    parser.add_argument("--clicks", type=int, default=150)
    parser.add_argument("--most", type=int, default=GROWTH[-1])
    asked = parser.parse_args()
    with TemporaryDirectory() as one, TemporaryDirectory() as two, TemporaryDirectory() as three:
        seen = asyncio.run(clicks(Path(one), asked.clicks))
        more = asyncio.run(growth(Path(two), asked.most, 20))
        before, after, starts = memory(Path(three))
    text = table(seen, more, (before, after), starts)
    RESULTS.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
