"""The hub: encoded once, the same bytes to all; who was away is sent everything."""

from __future__ import annotations

import asyncio
import gc

import pytest

from tests.web.lookers import MOST_UNREAD, Looker
from turnkeeper.web import sse_channel
from turnkeeper.web.sse_channel import HEARTBEAT, RETRY, SseChannel


def run(work: object) -> None:
    asyncio.run(work)  # type: ignore[arg-type]


def test_who_comes_is_sent_all_parts_and_then_what_changes() -> None:
    async def work() -> None:
        channel = SseChannel()
        await channel.publish(1, {"clock": "<p>1</p>", "log": "<p>a</p>"})
        one = Looker(channel.stream())
        whole = await one.said()
        assert whole.startswith(RETRY)
        assert b"<p>1</p>" in whole
        assert b"<p>a</p>" in whole
        await channel.publish(2, {"clock": "<p>2</p>", "log": "<p>a</p>"})
        change = await one.said()
        assert b"<p>2</p>" in change
        assert b"<p>a</p>" not in change

    run(work())


@pytest.mark.slow
def test_everyone_is_given_the_very_same_bytes() -> None:
    async def work() -> None:
        channel = SseChannel()
        await channel.publish(1, {"clock": "1"})
        lookers = [Looker(channel.stream()) for _ in range(5)]
        for one in lookers:
            await one.said()
        await channel.publish(2, {"clock": "2"})
        whole, change = lookers[0].frames
        assert all(one.frames[0] is whole for one in lookers)
        assert all(one.frames[1] is change for one in lookers)

    run(work())


def test_who_has_seen_what_stands_is_sent_nothing_again() -> None:
    async def work() -> None:
        channel = SseChannel()
        await channel.publish(1, {"clock": "1"})
        assert await Looker(channel.stream(channel.version)).said() == RETRY
        assert b"hx-partial" in await Looker(channel.stream("other-1")).said()

    run(work())


def test_what_did_not_change_is_not_sent() -> None:
    async def work() -> None:
        channel = SseChannel()
        await channel.publish(1, {"clock": "1"})
        one = Looker(channel.stream())
        await one.said()
        version = channel.version
        await channel.publish(2, {"clock": "1"})
        assert channel.version == version
        await channel.publish(3, {"clock": "3"})
        assert b"3" in await one.said()

    run(work())


def test_a_drawing_that_comes_late_does_not_go_back_in_time() -> None:
    async def work() -> None:
        channel = SseChannel()
        await channel.publish(2, {"clock": "new"})
        await channel.publish(1, {"clock": "old"})
        assert b"new" in await Looker(channel.stream()).said()

    run(work())


def test_who_is_too_far_behind_catches_up_with_one_message() -> None:
    async def work() -> None:
        channel = SseChannel()
        await channel.publish(1, {"clock": "1", "log": "a"})
        one = Looker(channel.stream())
        await one.said()
        one.stop()
        # Two of these fill a connection; one more waits in the server, and what comes after is not put aside.
        long = "x" * (MOST_UNREAD - 200)
        for order in range(2, 20):
            await channel.publish(order, {"clock": f"{long} {order}", "log": "a"})
        await asyncio.sleep(0)
        assert [int(data.partition(b"-")[2].split()[0]) for data in one.came()] == [2, 3]
        one.go_on()
        assert f"{long} 4<".encode() in await one.said()
        caught = await one.said()
        assert f"{long} 19".encode() in caught
        assert b">a<" in caught  # all parts
        assert caught.count(b"id: ") == 1
        await channel.publish(20, {"clock": "20", "log": "a"})
        assert one.came()[0].count(b"hx-partial hx-target") == 1

    run(work())


def test_the_end_comes_after_what_is_still_to_be_read() -> None:
    async def work() -> None:
        channel = SseChannel()
        await channel.publish(1, {"clock": "1"})
        one = Looker(channel.stream())
        await one.said()
        one.stop()
        for order in range(2, 5):
            await channel.publish(order, {"clock": f"{order}" * (MOST_UNREAD + 1)})
        channel.close()
        await asyncio.sleep(0)
        assert len(one.came()) == 1
        assert not one.answering.done()
        one.go_on()
        [waited] = await one.rest()
        assert b"id: " in waited
        await one.answering
        assert channel.listeners == 0

    run(work())


@pytest.mark.slow
def test_who_takes_nothing_for_too_long_is_dropped_on_any_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse_channel, "MOST_UNREAD_S", 0.05)

    async def work() -> None:
        channel = SseChannel()
        await channel.publish(1, {"clock": "1"})
        reads, does_not = Looker(channel.stream()), Looker(channel.stream())
        does_not.stop()
        for order in range(2, 5):
            await channel.publish(order, {"clock": f"{order}" * (MOST_UNREAD + 1)})
        await asyncio.sleep(0.1)
        await channel.send(HEARTBEAT)
        await does_not.answering
        assert channel.listeners == 1
        assert (await reads.rest_until(HEARTBEAT))[-1] == HEARTBEAT

    run(work())


def test_a_server_that_says_by_an_error_that_a_client_is_gone_harms_nobody() -> None:
    async def work() -> None:
        channel = SseChannel()
        await channel.publish(1, {"clock": "1"})
        broken, whole = Looker(channel.stream(), waits="broken"), Looker(channel.stream())
        await whole.said()
        await channel.publish(2, {"clock": "2"})
        await broken.answering
        assert b"2" in await whole.said()
        assert channel.listeners == 1

    run(work())


def test_streams_end_when_the_channel_closes_and_nobody_is_let_in_after() -> None:
    async def work() -> None:
        channel = SseChannel()
        await channel.publish(1, {"clock": "1"})
        one = Looker(channel.stream())
        await one.said()
        assert channel.listeners == 1
        channel.close()
        assert await one.rest() == []
        await one.answering
        assert channel.listeners == 0
        assert await Looker(channel.stream()).rest() == []
        assert channel.listeners == 0

    run(work())


def test_what_changes_between_coming_and_the_first_word_is_not_lost() -> None:
    async def work() -> None:
        channel = SseChannel()
        await channel.publish(1, {"clock": "1"})
        listener = channel.stream()
        assert channel.listeners == 1
        await channel.publish(2, {"clock": "2"})
        assert b"2</hx-partial>" in await Looker(listener).said()

    run(work())


@pytest.mark.slow
def test_who_goes_before_the_first_word_is_forgotten() -> None:
    async def work() -> None:
        channel = SseChannel()
        listener = channel.stream()
        assert channel.listeners == 1
        del listener
        gc.collect()
        assert channel.listeners == 0

    run(work())


def test_one_guests_streams_can_be_ended_alone() -> None:
    async def work() -> None:
        channel = SseChannel()
        await channel.publish(1, {"clock": "1"})
        hers, his = Looker(channel.stream(whose="hers")), Looker(channel.stream(whose="his"))
        await hers.said()
        await his.said()
        channel.close("hers")
        assert await hers.rest() == []
        await channel.publish(2, {"clock": "2"})
        assert b"2" in await his.said()

    run(work())


def test_html_of_several_lines_is_one_message() -> None:
    async def work() -> None:
        channel = SseChannel()
        await channel.publish(1, {"log": "<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>"})
        whole = (await Looker(channel.stream()).said()).removeprefix(RETRY).decode()
        assert whole.endswith("\n\n")
        assert whole.count("\n\n") == 1

    run(work())
