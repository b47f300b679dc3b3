"""The files of open campaigns in the hands of people: copied, renamed and deleted beneath the server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from turnkeeper.app.library import create, open_campaign
from turnkeeper.app.session import Session
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.web.open_tables import OpenTable, OpenTables, Pages


def nothing(_table: OpenTable) -> Mapping[str, str]:
    return {}


def begun(folder: Path) -> tuple[OpenTables, str]:
    """Return the tables of a folder with one campaign in it, and its key."""
    _, campaign = create(str(folder / "barrow"), load_builtin("glog"), seed="lantern")
    campaign.close()
    tables = OpenTables(folder, Pages(nothing, nothing))
    (key,) = tables.keys().values()
    return tables, key


def found(tables: OpenTables, key: str) -> OpenTable:
    table = tables.find(key)
    assert table is not None
    return table


def minutes(path: Path) -> int:
    campaign = open_campaign(path)
    try:
        return campaign.state.now.ms // 60_000
    finally:
        campaign.close()


def test_a_file_copied_by_hand_holds_what_was_said_a_moment_ago(tmp_path: Path) -> None:
    tables, key = begun(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    async def evening() -> None:
        table = found(tables, key)
        await table.change(Session.say, "wait 20 minutes")
        await tables.look_after(table)
        (elsewhere / "copy.turnkeeper").write_bytes(table.path.read_bytes())
        await tables.close_all()

    asyncio.run(evening())
    assert minutes(elsewhere / "copy.turnkeeper") == 20


def test_a_file_renamed_by_hand_has_all_of_it_and_is_played_on(tmp_path: Path) -> None:
    """The server lets go of the old name, and the campaign is at its address again under the new one."""
    tables, key = begun(tmp_path)

    async def evening() -> None:
        table = found(tables, key)
        await table.change(Session.say, "wait 20 minutes")
        table.path.rename(tmp_path / "moors.turnkeeper")
        assert tables.find(key) is None
        await tables.look_after(table)
        again = found(tables, key)
        assert again is not table
        assert again.path.name == "moors.turnkeeper"
        await again.change(Session.say, "wait 10 minutes")
        await tables.close_all()

    asyncio.run(evening())
    assert minutes(tmp_path / "moors.turnkeeper") == 30


def test_a_deleted_file_is_let_go_of(tmp_path: Path) -> None:
    tables, key = begun(tmp_path)

    async def evening() -> None:
        table = found(tables, key)
        await table.change(Session.say, "wait 20 minutes")
        table.path.unlink()
        await tables.look_after(table)
        await tables.look_after(table)
        assert tables.find(key) is None
        assert tables.open_tables() == []

    asyncio.run(evening())
