"""The players' page over HTTP: a token opens it and nothing else, and nothing once it was revoked."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from tests.app.campaigns import DELVE, do
from tests.web.guesthouse import HTMX, House, app, emptied, house
from tests.web.lookers import Looker
from turnkeeper.app import sharing
from turnkeeper.app.library import create
from turnkeeper.app.outcomes import ThrowWanted
from turnkeeper.app.session import Session
from turnkeeper.app.sharing import Sharing
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.web.open_tables import OpenTable
from turnkeeper.web.render import STATIC, static_bytes
from turnkeeper.web.sse_channel import Listener, SseChannel

Made = TypeVar("Made")
FIRST_LOAD = 150_000
VARDAS = "Varda\N{RIGHT SINGLE QUOTATION MARK}s torch".encode()
HEAD = 700
"""About so many bytes the head of an answer takes."""


def visited(
    visit: Callable[[House], Awaitable[Made]], *said: str, light: bool = False, answers: bool = False
) -> Made:
    """Return the answers to a visit to a table where this was said."""
    path, campaign = create(str(emptied() / "Barrow"), load_builtin("glog"), seed="5eed")
    for one in (*DELVE, *said):
        do(campaign, one)
    campaign.close()

    async def going() -> Made:
        async with house(path, light=light, answers=answers) as at:
            return await visit(at)

    return asyncio.run(going())


# What a token opens


@pytest.mark.slow
def test_a_token_opens_the_page_and_what_is_one_s_own() -> None:
    async def visit(at: House) -> list[int]:
        return [(await at.get(way)).status_code for way in ("", "/mine")]

    assert visited(visit) == [200, 200]


@pytest.mark.slow
def test_unknown_and_revoked_links_get_the_same_kind_page_with_nothing_on_it() -> None:
    async def visit(at: House) -> list[tuple[int, str]]:
        unknown = await at.client.get("/p/" + "x" * 32)
        await at.guests.change(at.table, lambda kept: sharing.revoked(kept, at.link, 1))
        answers = [unknown, *[await at.get(way) for way in ("", "/mine", "/events")]]
        answers += [await at.post("/light", kind="torch"), await at.post("/answer", faces="1")]
        return [(answer.status_code, answer.text) for answer in answers]

    (status, text), *others = visited(visit, light=True, answers=True)
    assert status == 404
    assert "This link holds no longer" in text
    assert not re.search("Barrow|Varda|torch", text)
    assert all(other == (status, text) for other in others)


@pytest.mark.slow
@pytest.mark.parametrize("token", ["", "..", "%2e%2e", "x" * 500, "%00", "{{7*7}}", "\N{SNOWMAN}"])
def test_odd_tokens_open_nothing(token: str) -> None:
    async def visit(at: House) -> int:
        return (await at.client.get(f"/p/{token}")).status_code

    assert visited(visit) in {400, 401, 404}


REFEREES = ("", "/events", "/history", "/sharing", "/map/land", "/complete?text=x", "/log")


def test_a_player_s_token_opens_none_of_the_referee_s_pages_and_says_nothing_to_the_campaign() -> None:
    async def visit(at: House) -> tuple[set[int], bool]:
        before, key = await at.head(), at.table.key
        bearer = {"Authorization": f"Bearer {at.token}", "Cookie": f"turnkeeper={at.token}"}
        found = {(await at.client.get(f"/c/{key}{way}", headers=bearer)).status_code for way in REFEREES}
        for way in ("say", "undo", "redo", "go", "answer", "ask", "sharing/links", "sharing/shown"):
            form = {"text": "wait 1 h", "label": "x", "to": "0"}
            answer = await at.client.post(f"/c/{key}/{way}", data=form, headers=bearer)
            found.add(answer.status_code)
        return found, before == await at.head()

    found, same = visited(visit, light=True, answers=True)
    assert found <= {401, 404}
    assert same


# The stream


@pytest.mark.slow
def test_a_change_reaches_the_stream_and_who_comes_back_gets_what_they_missed() -> None:
    async def visit(at: House) -> tuple[bytes, bytes, bytes]:
        looker = Looker(await at.table.join(at.table.players, whose=at.link))
        first = await looker.said()
        seen = first.split(b"id: ")[1].split(b"\n")[0].decode()
        await at.table.change(Session.say, "light torch for Varda")
        second = await looker.said()
        again = await Looker(await at.table.join(at.table.players, seen)).said()
        return first, second, again

    first, second, again = visited(visit)
    assert b"part-party" in first
    assert VARDAS in second
    assert b"part-party" not in second
    assert VARDAS in again


@pytest.mark.slow
def test_the_stream_of_a_revoked_link_ends_at_once_and_the_others_go_on() -> None:
    async def visit(at: House) -> tuple[bool, bool]:
        mine = Looker(await at.table.join(at.table.players, whose=at.link))
        other = Looker(await at.table.join(at.table.players, whose="other"))
        await mine.said()
        await other.said()
        await at.guests.change(at.table, lambda kept: sharing.revoked(kept, at.link, 1))
        ended = await mine.next() is None
        await at.table.change(Session.say, "light torch for Varda")
        return ended, bool(await other.said())

    assert visited(visit) == (True, True)


def test_a_link_that_is_revoked_while_its_page_is_on_the_way_in_gets_no_stream(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def visit(at: House) -> tuple[list[bytes], list[bytes]]:
        before = Looker(app(), f"/p/{at.token}/events")
        first = [await before.said()]
        join = OpenTable.join

        async def late(table: OpenTable, channel: SseChannel, seen: str, whose: str) -> Listener:
            await at.guests.change(table, lambda kept: sharing.revoked(kept, whose, 1))
            return await join(table, channel, seen, whose)

        monkeypatch.setattr(OpenTable, "join", late)
        after = Looker(app(), f"/p/{at.token}/events")
        return first + await before.rest(), await after.rest()

    (first,), nothing = visited(visit)
    assert b"part-party" in first
    assert nothing == []


@pytest.mark.slow
def test_what_the_referee_does_in_secret_sends_players_nothing() -> None:
    async def visit(at: House) -> bytes:
        looker = Looker(await at.table.join(at.table.players))
        await looker.said()
        await at.table.change(Session.say, "secret note the well is poisoned")
        await at.table.change(Session.say, "hide silver key")
        await at.table.change(Session.say, "hand out letter saying Come.")
        return await looker.said()

    sent = visited(visit)
    assert b"letter" in sent
    assert sent.count(b"id: ") == 1


# What may be granted


@pytest.mark.slow
def test_a_granted_player_lights_their_own_torch_and_another_does_not() -> None:
    async def visit(at: House) -> tuple[str, str]:
        told = (await at.post("/light", kind="torch", doing="light")).text
        return told, (await at.get()).text

    told, page = visited(visit, light=True)
    assert "Your torch burns." in told
    assert VARDAS.decode() in page
    told, page = visited(visit)
    assert "torch burns" not in told
    assert VARDAS.decode() not in page


@pytest.mark.slow
def test_a_throw_is_asked_of_a_player_who_answers_it_and_the_referee_is_told() -> None:
    async def visit(at: House) -> tuple[str, str, str]:
        await at.guests.change(at.table, lambda kept: Sharing("typed", kept.shown, kept.links))
        assert isinstance(await at.table.change(Session.say, "search"), ThrowWanted)
        before = (await at.get("/mine")).text
        ask = {"link": at.link, "number": "1"}
        asked = await at.client.post(f"/c/{at.table.key}/ask", data=ask, headers={**at.referee, **HTMX})
        assert asked.status_code == 200
        mine = (await at.get("/mine")).text
        ticket = re.search(r'name="ticket" value="(\w+)"', mine)
        assert ticket is not None
        await at.post("/answer", ticket=ticket[1], faces="6+6")
        return before, mine, await at.table.run(lambda session: session.campaign.head.summary)

    before, mine, summary = visited(visit, answers=True)
    assert "encounter check" not in before
    assert "encounter check" in mine
    assert summary == "search, 2d6 = 12"


def test_a_throw_is_not_asked_of_a_link_that_may_not_answer() -> None:
    async def visit(at: House) -> int:
        await at.table.run(lambda session: session.say("search", dice="typed"))
        ask = {"link": at.link, "number": "1"}
        return (await at.client.post(f"/c/{at.table.key}/ask", data=ask, headers=at.referee)).status_code

    assert visited(visit) == 404


def test_all_players_of_a_table_are_sent_the_same_bytes_and_no_token_is_in_them() -> None:
    async def visit(at: House) -> tuple[list[bytes], str]:
        lookers = [Looker(await at.table.join(at.table.players, whose=who)) for who in (at.link, "other")]
        sent = [await one.said() for one in lookers]
        await at.table.change(Session.say, "light torch for Varda")
        return [*sent, *[await one.said() for one in lookers]], at.token

    (one, other, second, third), token = visited(visit, light=True, answers=True)
    assert (one, second) == (other, third)
    assert token.encode() not in one + second


# The referee's page of it


@pytest.mark.slow
def test_a_link_is_made_shown_with_its_code_changed_and_revoked_in_forms() -> None:
    async def visit(at: House) -> tuple[list[str], sharing.Sharing]:
        way, headers = f"/c/{at.table.key}/sharing", at.referee
        form = {"label": "Ben <b>", "character": "Orlo"}
        made = await at.client.post(f"{way}/links", data=form, headers=headers)
        page = (await at.client.get(way, headers=headers)).text
        link = made.headers["location"].rpartition("link-")[2]
        code = await at.client.get(f"{way}/links/{link}/qr.svg", headers=headers)
        change = {"label": "Ben", "character": "Orlo", "answers": "true"}
        await at.client.post(f"{way}/links/{link}", data=change, headers=headers)
        await at.client.post(f"{way}/links/{at.link}/revoke", data={}, headers=headers)
        await at.client.post(f"{way}/shown", data={"time": "day", "low": "20"}, headers=headers)
        return [page, code.text, code.headers["content-type"]], sharing.read(at.path).sharing

    (page, code, kind), kept = visited(visit)
    assert "Ben &lt;b&gt;" in page
    assert "<b>" not in page
    assert (kind, code.count("<svg"), "style" in code) == ("image/svg+xml", 1, False)
    (ben,) = kept.open_links
    assert (ben.label, ben.character, ben.light, ben.answers) == ("Ben", "Orlo", False, True)
    assert (kept.shown.time, kept.shown.weather, kept.shown.low) == ("day", False, 200)


def test_of_a_link_made_before_this_start_no_address_and_no_code_is_shown() -> None:
    async def visit(at: House) -> tuple[str, int]:
        way, headers = f"/c/{at.table.key}/sharing", at.referee
        page = (await at.client.get(way, headers=headers)).text
        code = await at.client.get(f"{way}/links/{at.link}/qr.svg", headers=headers)
        return page, code.status_code

    page, status = visited(visit)
    assert status == 404
    assert "/p/" not in page


# How much it is


def test_the_first_load_stays_under_150_kb() -> None:
    """The page, what it asks for, and the two types of it, packed as they are sent."""

    async def visit(at: House) -> str:
        return (await at.get()).text

    page = visited(visit, "hand out letter saying Come.", light=True, answers=True)
    names = set(re.findall(r"/static/@\w+/([\w./-]+)", page))
    names |= {"vendor/im-fell-english.woff2", "vendor/alegreya.woff2"}
    scripts = [name for name in names if name.endswith(".js")]
    for script in scripts:
        asked = {
            f"{found}.js"
            for found in re.findall(r'(?:from|import) "\./([\w-]+)\.js"', (STATIC / script).read_text())
        }
        scripts += asked - names
        names |= asked
    sizes = {name: _sent(static_bytes(name), name) for name in names}
    assert sum(sizes.values()) + _sent(page.encode(), "") + HEAD * (len(sizes) + 1) < FIRST_LOAD, sizes


def _sent(data: bytes, name: str) -> int:
    return len(data) if name.endswith(".woff2") else len(gzip.compress(data, 9))


def test_the_player_s_page_asks_for_no_italic_cut() -> None:
    styles = (STATIC / "player.css").read_text()
    assert "italic" not in re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL)


def test_the_application_is_the_one_that_all_tests_share() -> None:
    assert app() is app()
