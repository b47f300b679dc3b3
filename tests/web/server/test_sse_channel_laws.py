"""What holds for those who look on, whoever comes, stops reading, goes on and leaves, in whatever order."""

from __future__ import annotations

import asyncio
import re
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web.lookers import MOST_UNREAD, Looker, Waits
from turnkeeper.web.sse_channel import HEARTBEAT, RETRY, SseChannel

NAMES = ("clock", "lights", "party")
_PART = re.compile(r'<hx-partial hx-target="#part-(\w+)" hx-swap="outerMorph">(.*?)</hx-partial>')


class Page:
    """A page as a browser keeps it."""

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}
        self.order = 0
        self.reading = False
        """Whether they read and have had the time to begin with it."""

    def hear(self, data: bytes) -> None:
        """Take a message, which is whole and not older than any before it."""
        assert data.endswith(b"\n\n")
        text = data.decode().removeprefix(RETRY.decode())
        if text == HEARTBEAT.decode():
            return
        assert text.count("\n\n") == 1, "one message"
        version = re.match(r"id: \w+-(\d+)\n", text)
        assert version is not None
        # Who missed a beat alone is sent everything once more.
        assert int(version[1]) >= self.order, "in order"
        self.order = int(version[1])
        self.parts |= dict(_PART.findall(text))


class Step(NamedTuple):
    """What one does, and whether the loop turns afterwards; ``who`` counts round among those there."""

    what: str
    who: int
    turns: bool


steps = st.lists(
    st.builds(
        Step,
        st.sampled_from(("come", "change", "change", "change", "stop", "go on", "leave", "beat")),
        st.integers(0, 7),
        st.booleans(),
    ),
    max_size=50,
)


async def turn() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


class Hall:
    """A channel, its parts as they stand, and all who look on with the pages that they have."""

    def __init__(self, waits: Waits) -> None:
        self.channel = SseChannel()
        self.waits = waits
        self.order = 1
        self.parts = dict.fromkeys(NAMES, "")
        self.pages: dict[Looker, Page] = {}

    async def change(self, which: int) -> None:
        """Change a part: whoever reads has it when that is done, whoever else does not read."""
        before = {one: len(one.frames) for one, page in self.pages.items() if page.reading}
        self.order += 1
        self.parts = {**self.parts, NAMES[which % 3]: f"{self.order} " + "x" * (MOST_UNREAD // 4)}
        await self.channel.publish(self.order, self.parts)
        if self.waits == "always":
            await turn()
        assert all(len(one.frames) == count + 1 for one, count in before.items())
        assert len({id(one.frames[-1]) for one in before}) <= 1, "the same bytes"

    async def do(self, step: Step) -> None:
        """Do a step."""
        there = list(self.pages)
        if step.what == "come":
            self.pages[Looker(self.channel.stream(), waits=self.waits)] = Page()
        elif step.what == "change":
            await self.change(step.who)
        elif step.what == "beat":
            await self.channel.send(HEARTBEAT)
            if self.waits == "always":
                await turn()
        elif there:
            one = there[step.who % len(there)]
            if step.what == "leave":
                del self.pages[one]
                one.leave()
                await one.answering
            elif step.what == "stop":
                one.stop()
                self.pages[one].reading = False
            else:
                one.go_on()
        if step.turns:
            await turn()
            for one, page in self.pages.items():
                page.reading = one.reads
        self.look()

    def look(self) -> None:
        """Hand everyone the messages that came; for one no more is kept than fills a connection, and one."""
        assert self.channel.listeners == len(self.pages)
        largest = (MOST_UNREAD // 4 + 200) * len(NAMES)
        for one, page in self.pages.items():
            assert one.unread <= MOST_UNREAD + largest
            for data in one.came():
                page.hear(data)


@settings(deadline=None)
@given(steps, st.sampled_from(("before", "after", "always")))
def test_whoever_reads_in_the_end_has_the_page_as_it_stands(done: list[Step], waits: Waits) -> None:
    """Each message whole, in order, at once to who reads; nobody is kept for who has left."""

    async def session() -> None:
        hall = Hall(waits)
        await hall.channel.publish(hall.order, hall.parts)
        for step in done:
            await hall.do(step)
        for one in hall.pages:
            one.go_on()
        await turn()
        hall.look()
        assert all(page.parts == hall.parts for page in hall.pages.values())
        hall.channel.close()
        for one in hall.pages:
            assert await one.rest() == []
            await one.answering
        assert hall.channel.listeners == 0

    asyncio.run(session())
