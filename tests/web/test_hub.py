"""The hub: encoded once, the same bytes to all; who was away is sent everything."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator

from turnkeeper.web.hub import MOST_BEHIND, RETRY, Channel


async def first(stream: AsyncIterator[bytes]) -> bytes:
    return await anext(stream)


def run(work: object) -> None:
    asyncio.run(work)  # type: ignore[arg-type]


def test_who_comes_is_sent_all_parts_and_then_what_changes() -> None:
    async def work() -> None:
        channel = Channel()
        channel.publish(1, {"clock": "<p>1</p>", "log": "<p>a</p>"})
        stream = channel.stream()
        whole = await first(stream)
        assert whole.startswith(RETRY)
        assert b"<p>1</p>" in whole
        assert b"<p>a</p>" in whole
        channel.publish(2, {"clock": "<p>2</p>", "log": "<p>a</p>"})
        change = await first(stream)
        assert b"<p>2</p>" in change
        assert b"<p>a</p>" not in change

    run(work())


def test_everyone_is_given_the_very_same_bytes() -> None:
    async def work() -> None:
        channel = Channel()
        channel.publish(1, {"clock": "1"})
        streams = [channel.stream() for _ in range(5)]
        for stream in streams:
            await first(stream)
        channel.publish(2, {"clock": "2"})
        received = [await first(stream) for stream in streams]
        assert all(data is received[0] for data in received)

    run(work())


def test_who_has_seen_what_stands_is_sent_nothing_again() -> None:
    async def work() -> None:
        channel = Channel()
        channel.publish(1, {"clock": "1"})
        assert await first(channel.stream(channel.version)) == RETRY
        assert b"hx-partial" in await first(channel.stream("other-1"))

    run(work())


def test_what_did_not_change_is_not_sent() -> None:
    async def work() -> None:
        channel = Channel()
        channel.publish(1, {"clock": "1"})
        stream = channel.stream()
        await first(stream)
        version = channel.version
        channel.publish(2, {"clock": "1"})
        assert channel.version == version
        channel.publish(3, {"clock": "3"})
        assert b"3" in await first(stream)

    run(work())


def test_a_drawing_that_comes_late_does_not_go_back_in_time() -> None:
    async def work() -> None:
        channel = Channel()
        channel.publish(2, {"clock": "new"})
        channel.publish(1, {"clock": "old"})
        assert b"new" in await first(channel.stream())

    run(work())


def test_who_is_too_far_behind_catches_up_with_one_message() -> None:
    async def work() -> None:
        channel = Channel()
        channel.publish(1, {"clock": "1", "log": "a"})
        stream = channel.stream()
        await first(stream)
        last = MOST_BEHIND + 5
        for order in range(2, last + 1):
            channel.publish(order, {"clock": f"clock {order}", "log": "a"})
        caught = await first(stream)
        assert f"clock {last}".encode() in caught
        assert b">a<" in caught  # all parts
        assert caught.count(b"id: ") == 1

    run(work())


def test_streams_end_when_the_channel_closes_and_nobody_is_let_in_after() -> None:
    async def work() -> None:
        channel = Channel()
        channel.publish(1, {"clock": "1"})
        stream = channel.stream()
        await first(stream)
        assert channel.listeners == 1
        channel.close()
        assert [data async for data in stream] == []
        assert channel.listeners == 0
        assert [data async for data in channel.stream()] == []

    run(work())


def test_what_changes_between_coming_and_the_first_word_is_not_lost() -> None:
    async def work() -> None:
        channel = Channel()
        channel.publish(1, {"clock": "1"})
        stream = channel.stream()
        assert channel.listeners == 1
        channel.publish(2, {"clock": "2"})
        assert b"2</hx-partial>" in await first(stream)

    run(work())


def test_who_goes_before_the_first_word_is_forgotten() -> None:
    async def work() -> None:
        channel = Channel()
        stream = channel.stream()
        assert channel.listeners == 1
        del stream
        gc.collect()
        assert channel.listeners == 0

    run(work())


def test_one_guests_streams_can_be_ended_alone() -> None:
    async def work() -> None:
        channel = Channel()
        channel.publish(1, {"clock": "1"})
        hers, his = channel.stream(whose="hers"), channel.stream(whose="his")
        await first(hers)
        await first(his)
        channel.close("hers")
        assert [data async for data in hers] == []
        channel.publish(2, {"clock": "2"})
        assert b"2" in await first(his)

    run(work())


def test_html_of_several_lines_is_one_message() -> None:
    async def work() -> None:
        channel = Channel()
        channel.publish(1, {"log": "<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>"})
        whole = (await first(channel.stream())).removeprefix(RETRY).decode()
        assert whole.endswith("\n\n")
        assert whole.count("\n\n") == 1

    run(work())
