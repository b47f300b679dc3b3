"""The story over HTTP: the referee's, and the players' where it is shared and never otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from tests.app.campaigns import DELVE, do
from tests.web.guesthouse import House, emptied, house
from turnkeeper.app.library import create
from turnkeeper.app.sharing import Shown
from turnkeeper.rules.reading.load import load_builtin

Made = TypeVar("Made")
PLANTED = ("secret note zqspy", "meet zqtroll", "new session Deeper", "secret note zqagain")


def visited(visit: Callable[[House], Awaitable[Made]], shown: Shown | None = None) -> Made:
    """Return the answers to a visit to a table with a story and secrets in it."""
    path, campaign = create(str(emptied() / "Barrow"), load_builtin("glog"), seed="5eed")
    for one in (*DELVE, "move 90 ft cautiously", *PLANTED):
        do(campaign, one)
    campaign.close()

    async def going() -> Made:
        async with house(path, shown) as at:
            return await visit(at)

    return asyncio.run(going())


@pytest.mark.slow
def test_players_read_their_story_only_where_it_is_shared_and_no_secret_of_it() -> None:
    async def visit(at: House) -> list[tuple[int, str]]:
        ways = ("/story?session=1", "/story", "/story?session=1&form=markdown", "/story?session=9")
        return [(one.status_code, one.text) for one in [await at.get(way) for way in ways]]

    assert [code for code, _ in visited(visit)] == [404, 404, 404, 404]
    answers = visited(visit, Shown(story=True))
    assert [code for code, _ in answers] == [200, 200, 200, 404]
    assert "Into the dungeon: Barrow." in answers[0][1]
    assert "Session 2: Deeper" in answers[1][1]
    assert not [text for _, text in answers if "zq" in text or "secret:" in text]


@pytest.mark.slow
def test_a_program_of_a_player_reads_it_under_the_same_terms() -> None:
    async def visit(at: House) -> list[tuple[int, str]]:
        bearer = {"Authorization": f"Bearer {at.token}"}
        answers = [await at.client.get(f"/api/player/story?session={one}", headers=bearer) for one in (1, 2)]
        return [(one.status_code, one.text) for one in answers]

    assert [code for code, _ in visited(visit)] == [404, 404]
    answers = visited(visit, Shown(story=True))
    assert [code for code, _ in answers] == [200, 200]
    assert not [text for _, text in answers if "zq" in text]


@pytest.mark.slow
def test_the_referee_reads_both_sends_them_and_ends_the_session() -> None:
    async def visit(at: House) -> tuple[list[str], int, str]:
        base = f"/c/{at.table.key}/story"
        ways = ("?session=1", "?session=1&players=true", "?session=1&form=markdown")
        read = [(await at.client.get(base + way, headers=at.referee)).text for way in ways]
        form = {"title": "Up again", "seen": await at.head()}
        site = {**at.referee, "Origin": "http://127.0.0.1", "Sec-Fetch-Site": "same-origin"}
        ended = await at.client.post(base, data=form, headers=site)
        return read, ended.status_code, (await at.client.get(base, headers=at.referee)).text

    (secrets, players, markdown), ended, after = visited(visit)
    assert "Zqspy" in secrets
    assert "zq" not in players
    assert markdown.startswith("# Barrow\n\n## Session 1\n")
    assert ended == 303
    assert "Session 3: Up again" in after


@pytest.mark.slow
def test_the_referee_takes_all_sessions_along_as_icalendar_and_players_do_not() -> None:
    async def visit(at: House) -> list[tuple[int, str, str]]:
        base = f"/c/{at.table.key}/story"
        ways = [base, f"{base}?form=icalendar"]
        answers = [await at.client.get(way, headers=at.referee) for way in ways]
        answers.append(await at.get("/story?form=icalendar"))
        return [(one.status_code, one.headers.get("content-type", ""), one.text) for one in answers]

    page, file, theirs = visited(visit, Shown(story=True))
    assert "Played on " in page[2]
    assert (file[0], file[1].partition(";")[0]) == (200, "text/calendar")
    assert file[2].count("BEGIN:VEVENT") == 2
    assert "VEVENT" not in theirs[2]
    assert "Played on" not in theirs[2]
