"""The files of open campaigns in the hands of people: copied, renamed and deleted beneath the server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from turnkeeper.app.library import create, open_campaign
from turnkeeper.app.session import Session
from turnkeeper.app.shelf.folder import Moved
from turnkeeper.record import CannotWrite, sqlite
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.web.open_tables import OpenTable, OpenTables, Pages


def nothing(_table: OpenTable) -> Mapping[str, str]:
    return {}


def begun(folder: Path) -> tuple[OpenTables, str]:
    """Return the tables of a folder with one campaign in it, and its key."""
    _, campaign = create(str(folder / "barrow"), load_builtin("glog"), seed="lantern")
    campaign.close()
    tables = OpenTables(folder, Pages(nothing, nothing, nothing))
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


def test_a_campaign_that_takes_the_place_of_a_deleted_one_is_found(tmp_path: Path) -> None:
    """A file system gives the number of a deleted file to the next one, which has another key."""
    tables, key = begun(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    later, later_key = begun(other)
    there, made = tmp_path / "barrow.turnkeeper", other / "barrow.turnkeeper"
    before = there.stat().st_ino
    there.write_bytes(made.read_bytes())
    assert there.stat().st_ino == before
    assert later_key != key
    assert found(tables, later_key).path == there
    assert found(later, later_key).path == made


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


@pytest.mark.slow
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


@pytest.mark.slow
def test_where_nothing_can_be_written_all_can_be_looked_at_and_played_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, key = begun(tmp_path)

    def refuse(path: Path) -> None:
        raise CannotWrite(str(path), "the disk is full")

    async def evening() -> None:
        table = found(tables, key)
        with monkeypatch.context() as full:
            full.setattr(sqlite, "require_writable", refuse)
            assert await table.run(lambda session: session.campaign.state.now.ms) == 0
            with pytest.raises(CannotWrite, match="nothing was recorded"):
                await table.change(Session.say, "wait 20 minutes")
            assert await table.run(lambda session: session.campaign.state.now.ms) == 0
        await table.change(Session.say, "wait 20 minutes")
        await tables.close_all()

    asyncio.run(evening())
    assert minutes(tmp_path / "barrow.turnkeeper") == 20


def test_a_campaign_renamed_by_the_server_itself_keeps_who_looks_on_and_what_is_asked_meanwhile(
    tmp_path: Path,
) -> None:
    tables, key = begun(tmp_path)

    async def evening() -> None:
        table = found(tables, key)
        await table.change(Session.say, "wait 20 minutes")
        rename = tables.move(key, table.path, lambda at: tables.shelf.rename(at, "Moors"))
        moved, *_ = await asyncio.gather(
            rename, *(table.change(Session.say, f"note {number}") for number in range(3))
        )
        assert isinstance(moved, Moved)
        assert moved.path.name == "Moors.turnkeeper"
        assert tables.find(key) is table
        await table.change(Session.say, "wait 10 minutes")
        await tables.close_all()

    asyncio.run(evening())
    assert minutes(tmp_path / "Moors.turnkeeper") == 30


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
