"""Every byte that a player gets is searched for every secret: page, stream, own part, map, refusals."""

from __future__ import annotations

import asyncio
import tempfile
from functools import cache
from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient
from hypothesis import given, settings
from hypothesis import strategies as st
from litestar import Litestar

from tests.table import secretive
from turnkeeper.table import players_log, sharing
from turnkeeper.table.campaign import Campaign
from turnkeeper.table.desk import Desk
from turnkeeper.table.library import open_campaign
from turnkeeper.table.sharing import Sharing, Shown
from turnkeeper.web.app import create_app
from turnkeeper.web.tables import Tables

_FOLDER = tempfile.TemporaryDirectory()
bases = st.sampled_from(secretive.SETS)
MORE = ("secret note zqlater", "wait 1 h", "hide zqring", "light torch for Varda")
ASKED = ("", "/mine", "/map/land", "/map/hex/0101", "/map/hex/0203", "/map/reach?lasts=24%20h", "/nothing")


def opened(folder: Path, shown: Shown) -> str:
    """Invite a player to the only campaign of a folder, with all grants; return the token."""
    table, link, token = sharing.made(Sharing(shown=shown), "Ana", 0, "Varda")
    table = sharing.granted(table, link.id, light=True, answers=True)
    sharing.write(folder / "Barrow.turnkeeper", table)
    return token


@cache
def app_over(folder: Path) -> Litestar:
    """Return the application over a folder, made once: that takes longer than all that is asked of it."""
    return create_app(folder)


async def got(folder: Path, token: str) -> bytes:
    """Return all that a player gets who asks for everything while the game goes on."""
    app = app_over(folder)
    tables: Tables = app.state["tables"]
    table = tables.find(next(iter(tables.keys().values())))
    assert table is not None
    # Litestar and httpx describe the same interface in types of their own.
    transport = ASGITransport(app=app)  # type: ignore[arg-type]
    async with AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        stream = await table.join(table.players, whose="1")
        bytes_got = await anext(stream)
        for said in MORE:
            await table.change(Desk.say, said)
            bytes_got += b"\n".join([b"", *await _answers(client, token), b""])
        posts = (("light", {"kind": "torch", "doing": "douse"}), ("answer", {"ticket": "1", "faces": "1"}))
        for way, data in posts:
            answer = await client.post(f"/p/{token}/{way}", data=data, headers={"HX-Request": "true"})
            bytes_got += answer.content + b"\n"
        table.players.close()
        async for more in stream:
            bytes_got += more
    await tables.close_all()
    return bytes_got.replace(token.encode(), b"")


async def _answers(client: AsyncClient, token: str) -> list[bytes]:
    answers = [await client.get(f"/p/{token}{way}") for way in ASKED]
    assert answers[0].status_code == 200
    return [answer.content + repr(answer.headers).encode() for answer in answers]


def searched(base: str, said: list[str], shown: Shown) -> tuple[list[str], bytes]:
    """Play a session, let a player ask for everything, and return what leaked, and all that they got."""
    folder = Path(_FOLDER.name)
    for old in folder.iterdir():
        old.unlink()
    secretive.played(base, said, folder).close()
    data = asyncio.run(got(folder, opened(folder, shown)))
    campaign: Campaign = open_campaign(folder / "Barrow.turnkeeper")
    found = secretive.leaks(data, campaign)
    campaign.close()
    return found, data


@settings(deadline=None, max_examples=8)
@given(bases, secretive.sessions, secretive.showing)
def test_no_secret_is_in_any_byte_that_a_player_gets(base: str, said: list[str], shown: Shown) -> None:
    assert searched(base, said, shown)[0] == []


@pytest.mark.slow
@pytest.mark.long
@settings(deadline=None, max_examples=250)
@given(bases, secretive.sessions, secretive.showing)
def test_no_secret_is_in_any_byte_that_any_player_gets(base: str, said: list[str], shown: Shown) -> None:
    assert searched(base, said, shown)[0] == []


def test_the_search_finds_a_leak_that_was_planted_in_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    from turnkeeper.play.house import tell

    said = ["secret note zqnote", "hide zqkey", "next encounter is zqowlbear"]
    assert searched("glog", said, Shown("exact"))[0] == []
    monkeypatch.setattr(players_log, "sentence", lambda event, scene: tell(event, scene.book))
    found, _ = searched("glog", said, Shown("exact"))
    assert {"zqnote", "zqkey", "zqowlbear"} <= set(found)


def test_what_players_may_see_is_in_what_they_get() -> None:
    _, data = searched("glog", ["hand out letter saying Come alone."], Shown("exact", numbers=True))
    text = data.decode()
    assert all(word in text for word in ("Barrow", "Varda", "5/7", "letter", "Come alone.", "day 1 01:00"))
