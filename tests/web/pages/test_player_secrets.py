"""Every byte that a player gets is searched for every secret: page, stream, own part, map, refusals."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.app import secretive
from tests.often import times
from tests.web.guesthouse import House, emptied, house
from tests.web.lookers import Looker
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import open_campaign
from turnkeeper.app.session import Session
from turnkeeper.app.sharing import Shown

NO_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
"""A server is asked some thirty times for each example; a smaller one is found in the view alone."""
bases = st.sampled_from(secretive.SETS)
MORE = ("secret note zqlater", "wait 1 h", "hide zqring", "light torch for Varda")
ASKED = (
    "",
    "/mine",
    "/map/land",
    "/map/hex/0101",
    "/map/hex/0203",
    "/map/reach?lasts=24%20h",
    "/calendar",
    "/nothing",
)


async def got(at: House) -> bytes:
    """Return all that a player gets who asks for everything while the game goes on."""
    looker = Looker(await at.table.join(at.table.players, whose=at.link))
    parts = [await looker.said()]
    for said in MORE:
        await at.table.change(Session.say, said)
        for way in ASKED:
            answer = await at.get(way)
            parts += [answer.content, repr(answer.headers).encode()]
        program = await at.client.get("/api/player", headers={"Authorization": f"Bearer {at.token}"})
        assert program.status_code == 200
        parts += [program.content]
    parts += [(await at.post("/light", kind="torch", doing="douse")).content]
    parts += [(await at.post("/answer", ticket="1", faces="1")).content]
    at.table.players.close()
    parts += await looker.rest()
    return b"\n".join(parts).replace(at.token.encode(), b"")


def searched(base: str, said: list[str], shown: Shown) -> tuple[list[str], bytes]:
    """Play a session, let a player ask for everything, and return what leaked, and all that they got."""
    folder = emptied()
    secretive.played(base, said, folder).close()
    path = folder / "Barrow.turnkeeper"

    async def asked() -> bytes:
        async with house(path, shown, light=True, answers=True) as at:
            assert (await at.get()).status_code == 200
            return await got(at)

    data = asyncio.run(asked())
    campaign: Campaign = open_campaign(path)
    found = secretive.leaks(data, campaign)
    campaign.close()
    return found, data


@pytest.mark.slow
@settings(deadline=None, max_examples=times(8), phases=NO_SHRINKING)
@given(bases, secretive.sessions, secretive.showing)
def test_no_secret_is_in_any_byte_that_a_player_gets(base: str, said: list[str], shown: Shown) -> None:
    assert searched(base, said, shown)[0] == []


@pytest.mark.slow
@pytest.mark.long
@settings(deadline=None, max_examples=250, phases=NO_SHRINKING)
@given(bases, secretive.sessions, secretive.showing)
def test_no_secret_is_in_any_byte_that_any_player_gets(base: str, said: list[str], shown: Shown) -> None:
    assert searched(base, said, shown)[0] == []


@pytest.mark.slow
def test_the_search_finds_a_leak_that_was_planted_in_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    said = ["secret note zqnote", "hide zqkey", "next encounter is zqowlbear"]
    assert searched("glog", said, Shown("exact"))[0] == []
    secretive.tell_all(monkeypatch)
    found, _ = searched("glog", said, Shown("exact"))
    assert {"zqnote", "zqkey", "zqowlbear"} <= set(found)


@pytest.mark.slow
def test_what_players_may_see_is_in_what_they_get() -> None:
    _, data = searched("glog", ["hand out letter saying Come alone."], Shown("exact", numbers=True))
    text = data.decode()
    assert all(word in text for word in ("Barrow", "Varda", "5/7", "letter", "Come alone.", "01:00"))
