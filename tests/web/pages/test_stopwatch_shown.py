"""The table's clock on the screen and on the phones, and the server that keeps it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.app.test_stopwatch import HOUR, MINUTE, Table, Wall
from turnkeeper.app.library import create
from turnkeeper.app.session import Session
from turnkeeper.app.sharing import Shown
from turnkeeper.app.stopwatch import line
from turnkeeper.play.dungeon.table_clock import burning
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.players.view import players_view
from turnkeeper.views.referee.view import referee_view
from turnkeeper.web import render
from turnkeeper.web.open_tables import OpenTables, Pages


def lights_of(table: Table) -> str:
    view = referee_view(table.session.campaign)
    return render.part("parts/lights.html", view=view, stopwatch=line(table.session), key="abc")


@pytest.mark.slow
def test_the_screen_shows_what_is_left_and_runs_or_pauses_the_clock() -> None:
    table = Table()
    table.session.say("table 10 min")
    shown = lights_of(table)
    assert "50 min at the table" in shown
    assert 'value="stopwatch pause"' in shown
    assert 'value="stopwatch run"' not in shown
    table.passes(3 * MINUTE, steps=3)
    assert '<span class="digits">3 min</span> to burn' in lights_of(table)
    table.session.say("stopwatch pause")
    shown = lights_of(table)
    assert "47 min at the table" in shown
    assert 'value="stopwatch run"' in shown


def test_a_jump_is_asked_about_with_both_answers() -> None:
    table = Table()
    table.passes(2 * HOUR)
    shown = lights_of(table)
    assert '<span class="digits">2 h</span> passed at once.' in shown
    assert 'value="stopwatch count"' in shown
    assert 'value="stopwatch drop"' in shown


def test_the_phone_says_how_much_is_left_of_a_light_by_the_table() -> None:
    table = Table()
    table.session.say("table 10 min")
    view = players_view(table.session.campaign, Shown())
    assert '<span class="digits">50 min at the table</span>' in render.part("player/clock.html", view=view)


def test_whose_turn_it_is_stands_on_the_screen_and_on_the_phone() -> None:
    table = Table()
    table.session.say("party Orlo dexterity 0")
    assert referee_view(table.session.campaign).clock.within == "round 1 in the dungeon"
    table.session.say("turn order", faces=("1", "20", "5"))
    view = players_view(table.session.campaign, Shown())
    assert (
        referee_view(table.session.campaign).clock.within == "round 1 in the dungeon: now Orlo, then referee"
    )
    assert view.order is not None
    assert (view.order.now, view.order.then) == (("Orlo",), ("referee", "Varda"))
    table.session.say("next")
    assert "now referee, then Varda" in referee_view(table.session.campaign).clock.within


@pytest.mark.slow
def test_the_server_says_what_is_due_and_sends_it(tmp_path: Path) -> None:
    path, campaign = create(str(tmp_path / "Crypt"), load_builtin("torchlit"), seed="5eed")
    campaign.close()
    drawn: list[str] = []

    def referee(_table: object) -> dict[str, str]:
        drawn.append("referee")
        return {}

    async def evening() -> tuple[int, int]:
        tables = OpenTables(tmp_path, Pages(referee, lambda _: {}, lambda _: {}))
        table = tables.find(tables.keys()[path])
        assert table is not None
        wall = Wall()
        await table.run(lambda session: setattr(session.stopwatch, "wall", wall))
        for said in ("party Varda dexterity 1", "enter dungeon", "light torch for Varda", "stopwatch"):
            await table.run(Session.say, said)
        listener = await table.join(table.referee)
        before = len(drawn)
        for _ in range(5 * 60):
            wall.now += 1_000
            await tables.look_after(table)
        left = await table.run(lambda one: burning(one.campaign.state, one.campaign.book)[0][1].ms)
        await tables.close_all()
        del listener
        return left, len(drawn) - before

    left, redrawn = asyncio.run(evening())
    assert left == 55 * MINUTE
    assert 5 <= redrawn <= 6, "each minute, and no oftener"
