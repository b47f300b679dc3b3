"""The map on the screen: what a step of the party costs as the land grows, and when a browser has painted it.

On the server a party stands now here, now there, on lands of mixed country from 30 to 10,000 hexes: the view
of the referee and of the players, and the part of the page with its bytes. The land itself is drawn once for
each content; of more than 1,600 hexes a window of it. In a real Chromium the referee's page of 300 hexes
follows the same steps: from the message of the stream to the frame after the swap, by the page's own clock.
Then a finger drags the party to and fro over the hexes beside it: from the touch that comes to a hex to the
frame that shows the way there and its cost, the pause included after which it is asked for. Medians.

    python benchmarks/screen_map.py [--rounds N]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
from collections.abc import Callable
from datetime import UTC, datetime
from gzip import compress
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from map import mixed_map
from playwright.async_api import CDPSession, Page
from screen import KEY_LENGTH, Server, chromium, served

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import create
from turnkeeper.app.maps.atlas import map_from
from turnkeeper.app.maps.using import use
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.hexes import disc, hex_named, name_of
from turnkeeper.rules import load_builtin
from turnkeeper.views.maps.view import draw_land, known_map, map_view
from turnkeeper.web import render
from turnkeeper.web.pages.map import map_shown

RESULTS = Path(__file__).parent / "results" / "screen_map.md"
SIZES = ((6, 5), (10, 10), (20, 15), (40, 25), (60, 50), (100, 100))
KNOWN = 3
"""Players know the land so many hexes around."""
_PAINTED = """window.painted = [];
document.addEventListener("htmx:sse:before:message", () => { window.came = performance.now(); }, true);
document.addEventListener("htmx:after:swap", () => {
    const came = window.came;
    if (!came) return;
    window.came = 0;
    const swapped = performance.now();
    requestAnimationFrame(() => setTimeout(() => {
        window.painted.push([swapped - came, performance.now() - came]);
    }));
})"""
_AWAITED = """new Promise((done) => {
    const look = () => (window.painted.length ? done(window.painted.at(-1)) : setTimeout(look, 5));
    look();
})"""
_DRAGGED = """() => {
    window.costed = [];
    let came = 0;
    document.addEventListener("pointermove", (event) => { came = event.timeStamp; }, true);
    new MutationObserver(() => {
        if (!came || !document.querySelector("#map-asked .map-preview")) return;
        const since = came;
        came = 0;
        requestAnimationFrame(() => setTimeout(() => window.costed.push(performance.now() - since)));
    }).observe(document.getElementById("map-asked"), {childList: true});
}"""
_COSTED = _AWAITED.replace("painted", "costed")
# Where the middle of a hex is: its number stands 66 of the drawing's units above it.
_MIDDLE = """(name) => {
    const drawing = document.querySelector("#map-names svg");
    const number = [...drawing.querySelectorAll(".map-numbers text")].find((one) => one.textContent === name);
    const {x, y, width, height} = number.getBoundingClientRect();
    const scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
    return [x + width / 2, y + height / 2 + 60 * scale];
}"""


def say(campaign: Campaign, *said: str) -> None:
    """Carry out the commands."""
    for each in said:
        assert isinstance(Session(campaign).say(each), CommandDone), each


def begun(folder: Path, columns: int, rows: int) -> tuple[Campaign, str, str]:
    """Begin a campaign on a land so large; return it and the names of two hexes beside each other."""
    _, campaign = create(str(folder / f"Land {columns} by {rows}"), load_builtin("glog"), seed="lantern")
    use(campaign, map_from("land", mixed_map(columns, rows), "land.txt")[0])
    say(campaign, "party Varda wisdom 12 hp 7; Orlo wisdom 9 hp 5", "leave for wilderness")
    land = campaign.book.land(campaign.state.map.digest)
    assert len(land.tiles) == columns * rows
    chart = campaign.book.chart(campaign.state.map.digest)
    middle = hex_named(f"{columns // 2:02d}{rows // 2:02d}")
    assert middle is not None
    there = [place for place in disc(middle, KNOWN) if chart.passable(place)]
    for place in there:
        say(campaign, f"stand at {name_of(place)}")
    beside = next(place for place in there[1:] if place.face_to(there[0]) is not None)
    return campaign, name_of(there[0]), name_of(beside)


class Step:
    """What one step costs on a land."""

    def __init__(self, folder: Path, columns: int, rows: int, rounds: int) -> None:
        campaign, one, other = begun(folder, columns, rows)
        self.hexes = columns * rows
        self.first_ms = _ms(lambda: draw_land(campaign))
        drawn = draw_land(campaign)
        assert drawn is not None
        self.land_kb, self.packed_kb = len(drawn.svg) / 1_000, len(compress(drawn.svg.encode(), 6)) / 1_000
        self.referee, self.players, self.part, self.players_land, self.idle = [], [], [], [], []
        for turn in range(rounds):
            say(campaign, f"stand at {other if turn % 2 else one}", f"mark {one} as seen {turn}")
            self.referee.append(_ms(lambda: map_view(campaign)))
            self.players.append(_ms(lambda: map_view(campaign, players=True)))
            self.players_land.append(_ms(lambda: draw_land(campaign, players=True)))
            self.part.append(_ms(lambda: _part(campaign)))
            say(campaign, "note nothing on the map")
            self.idle.append(_ms(lambda: map_view(campaign)))
        self.part_kb = len(_part(campaign)) / 1_000
        known = known_map(campaign)
        assert known is not None
        self.marks_kb = len(known.view.marks) / 1_000
        campaign.close()

    def row(self) -> str:
        """Return it as a row of a table."""
        cells = (self.referee, self.part, self.players, self.players_land, self.idle)
        times = " | ".join(f"{median(cell):.2f}" for cell in cells)
        sizes = f"{self.marks_kb:.1f} | {self.part_kb:.1f}"
        land = f"{self.first_ms:.0f} | {self.land_kb:.0f} | {self.packed_kb:.0f}"
        return f"| {self.hexes:,} | {times} | {sizes} | {land} |"


def _ms(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1_000


def _part(campaign: Campaign) -> str:
    return render.part("parts/map.html", map=map_shown(campaign), key="0" * KEY_LENGTH)


class Painted:
    """What a browser saw: milliseconds to the swap and to the frame; its main thread's work for each kind."""

    def __init__(self) -> None:
        self.swapped: list[float] = []
        self.frames: list[float] = []
        self.costed: list[float] = []
        self.step_ms = 0.0
        self.note_ms = 0.0


async def worked(wire: CDPSession) -> float:
    """Return the milliseconds that the page's main thread has worked, whoever else wanted the machine."""
    told = await wire.send("Performance.getMetrics")
    return float(next(one["value"] for one in told["metrics"] if one["name"] == "TaskDuration")) * 1_000


async def dragged(page: Page, wire: CDPSession, ends: tuple[str, str], rounds: int) -> list[float]:
    """Return the milliseconds from a finger's coming to a hex to the frame with the way there."""

    async def touch(kind: str, *places: list[float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        await wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    found: list[float] = []
    await page.evaluate(_DRAGGED)
    here: list[float] = await page.evaluate(_MIDDLE, ends[1])
    there: list[float] = await page.evaluate(_MIDDLE, ends[0])
    # A hex further on in the same line has another way, so that each touch asks anew.
    further = [there[0] * 2 - here[0], there[1] * 2 - here[1]]
    await touch("touchStart", here)
    for turn in range(rounds + 4):
        await page.evaluate("window.costed.length = 0")
        await touch("touchMove", further if turn % 2 else there)
        await page.evaluate(f"Promise.race([{_COSTED}, new Promise((done) => setTimeout(done, 2000))])")
        came: list[float] = await page.evaluate("window.costed")
        if turn >= 4:
            found.extend(came[-1:])
    await touch("touchCancel")
    return found


async def painted(server: Server, key: str, ends: tuple[str, str], rounds: int) -> Painted:
    """Return the times that a browser saw of steps on a land."""
    found = Painted()
    async with chromium() as browser:
        context = await browser.new_context(viewport={"width": 1280, "height": 800})
        await context.request.get(server.enter)
        page = await context.new_page()
        await page.add_init_script(_PAINTED)
        async with page.expect_response(lambda answer: answer.url.endswith("/events")):
            await page.goto(f"{server.address}/c/{key}")
        await page.wait_for_selector("#map-land svg", state="attached")
        await page.wait_for_timeout(1_500)
        wire = await context.new_cdp_session(page)
        await wire.send("Performance.enable", {"timeDomain": "threadTicks"})
        for turn in range(rounds + 4):
            await page.evaluate("window.painted.length = 0")
            await asyncio.to_thread(server.say, key, "say", f"stand at {ends[turn % 2]}")
            came: tuple[float, float] = await page.evaluate(_AWAITED)
            if turn >= 4:
                found.swapped.append(came[0])
                found.frames.append(came[1])
            await asyncio.sleep(0.2)

        found.costed = await dragged(page, wire, ends, rounds)

        async def each(*said: str) -> float:
            before = await worked(wire)
            for turn in range(rounds):
                await asyncio.to_thread(server.say, key, "say", said[turn % 2])
                await asyncio.sleep(0.3)
            return (await worked(wire) - before) / rounds

        found.step_ms = await each(f"stand at {ends[0]}", f"stand at {ends[1]}")
        found.note_ms = await each("note one", "note another")
        return found


async def in_a_browser(folder: Path, rounds: int) -> Painted:
    """Measure 300 hexes in a real browser."""
    campaign, one, other = begun(folder, 20, 15)
    key = campaign.store.facts.campaign[:KEY_LENGTH]
    campaign.close()
    with served(folder) as server:
        return await painted(server, key, (one, other), rounds)


def written(steps: list[Step], seen: Painted) -> str:
    """Return the results as they are kept."""
    rows = "\n".join(step.row() for step in steps)
    load = os.getloadavg()[0]
    days = f"{datetime.now(UTC):%Y-%m-%d}, CPython {platform.python_version()}, {os.cpu_count()} cores"
    late = quantiles(seen.frames, n=20)[-1]
    count, frame, swap = len(seen.frames), median(seen.frames), median(seen.swapped)
    drag, slow = median(seen.costed), quantiles(seen.costed, n=20)[-1]
    return f"""# The map on the screen

{days}, load {load:.1f} at the end.
Medians. Written by `benchmarks/screen_map.py`.

## In a browser: a step on a land of 300 hexes

From the stream's message to the frame after all parts of the page are swapped, in the referee's page of a
real Chromium without a graphics card, {count} steps: median {frame:.0f} ms, 95 of 100 within
{late:.0f} ms; to the swap alone median {swap:.0f} ms. The aim is 60 ms. The page's main thread, whoever
else wants the machine, works {seen.step_ms:.0f} ms for a step, and {seen.note_ms:.0f} ms for a note that
changes nothing on the map: the difference is the map's.

A finger that drags the party: from its coming to a hex to the frame with the way and its cost, of which 40 ms
are the pause after which it is asked for, {len(seen.costed)} hexes: median {drag:.0f} ms, 95 of 100 within
{slow:.0f} ms.

## On the server: a step as the land grows

Milliseconds for the referee's view, its part of the page, the players' view, their land after a step onto
what they know, and the view when nothing on the map has changed; then kB of what play marks and of the whole
part, words included; last the land drawn for the first time, which is sent once: ms, kB, and kB packed.

| hexes | view | part | players' view | their land | unchanged | marks kB | part kB | land ms | kB | packed |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
{rows}

Of a land of more than 1,600 hexes a window of 44 by 34 is drawn, so that the last columns stop growing.
"""


def main() -> None:
    """Measure, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30)
    rounds = parser.parse_args().rounds
    with TemporaryDirectory() as folder:
        steps = [Step(Path(folder), columns, rows, rounds) for columns, rows in SIZES]
    with TemporaryDirectory() as folder:
        seen = asyncio.run(in_a_browser(Path(folder), rounds))
    text = written(steps, seen)
    RESULTS.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
