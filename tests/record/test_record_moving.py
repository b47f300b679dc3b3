"""A campaign's file: copied while it is open, moved while nobody has it, examined before it is believed."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.record.campaigns import FACTS, ROOT, child
from turnkeeper.record import AlreadyThere, CannotWrite, NotACampaign, StoreBusy
from turnkeeper.record.sqlite import SqliteStore, move_campaign


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "barrow.turnkeeper"


def begun(path: Path) -> SqliteStore:
    store = SqliteStore.create(path, FACTS, ROOT)
    store.append(child(ROOT, 1))
    return store


def test_a_settled_file_alone_holds_all_while_the_campaign_stays_open(path: Path, tmp_path: Path) -> None:
    """People copy files with what their system gives them, and know nothing of a log beside them."""
    by_hand = tmp_path / "by-hand.turnkeeper"
    with closing(begun(path)) as store:
        store.settle()
        by_hand.write_bytes(path.read_bytes())
        with closing(SqliteStore.open(path, read_only=True)) as reader:
            reader.settle()  # nothing of its to settle, and nothing is written
    with closing(SqliteStore.open(by_hand)) as other:
        assert (other.count(), other.commit(other.head()).depth) == (2, 1)
        other.examine()


def test_a_copy_holds_what_was_recorded_while_the_campaign_stays_open(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.turnkeeper"
    with closing(begun(path)) as store:
        store.copy_to(copy)
        store.append(child(store.commit(store.head()), 2))
        assert store.count() == 3
    with closing(SqliteStore.open(copy)) as other:
        assert (other.facts, other.count(), other.commit(other.head()).depth) == (FACTS, 2, 1)
        other.examine()


def test_a_copy_is_one_file_and_can_bear_an_id_and_a_name_of_its_own(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "copy.turnkeeper"
    copy.parent.mkdir()
    with closing(begun(path)) as store:
        store.copy_to(copy, campaign="beef", name="Barrow 2")
        assert store.facts == FACTS
    assert [one.name for one in copy.parent.iterdir()] == [copy.name]
    with closing(SqliteStore.open(copy, read_only=True)) as other:
        assert (other.facts.campaign, other.facts.name) == ("beef", "Barrow 2")


def test_a_copy_overwrites_nothing(path: Path, tmp_path: Path) -> None:
    there = tmp_path / "there.turnkeeper"
    there.write_text("mine")
    with closing(begun(path)) as store:
        with pytest.raises(AlreadyThere):
            store.copy_to(there)
        with pytest.raises(CannotWrite):
            store.copy_to(tmp_path / "nowhere" / "copy.turnkeeper")
    assert there.read_text() == "mine"


def test_a_campaign_that_nobody_has_open_is_moved_with_all_that_was_recorded(path: Path) -> None:
    begun(path).close()
    to = path.with_name("fen.turnkeeper")
    move_campaign(path, to)
    assert [one.name for one in path.parent.iterdir()] == ["fen.turnkeeper"]
    with closing(SqliteStore.open(to)) as store:
        assert store.count() == 2
        assert store.append(child(store.commit(store.head()), 2)).depth == 2


@pytest.mark.slow
def test_a_campaign_that_somebody_has_open_stays_where_it_is(path: Path) -> None:
    to = path.with_name("fen.turnkeeper")
    with closing(begun(path)) as store:
        with pytest.raises(StoreBusy):
            move_campaign(path, to)
        assert store.append(child(store.commit(store.head()), 2)).depth == 2
    assert path.exists()
    assert not to.exists()


@pytest.mark.slow
def test_a_campaign_is_not_moved_between_being_opened_and_being_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite takes no lock before it reads; what was opened under the old name would be written there."""
    begun(path).close()
    to = path.with_name("fen.turnkeeper")
    came: list[BaseException | None] = []

    def moving() -> None:
        try:
            move_campaign(path, to)
            came.append(None)
        except StoreBusy as fault:
            came.append(fault)

    mover = threading.Thread(target=moving)
    connect = sqlite3.connect

    def connect_slowly(*words: Any, **more: Any) -> sqlite3.Connection:  # noqa: ANN401 - whatever it takes
        connection: sqlite3.Connection = connect(*words, **more)
        if threading.current_thread() is threading.main_thread():
            mover.start()
            mover.join(0.2)
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect_slowly)
    with closing(SqliteStore.open(path)) as store:
        monkeypatch.undo()
        mover.join()
        store.append(child(store.commit(store.head()), 2))
    (there,) = path.parent.iterdir()
    with closing(SqliteStore.open(there)) as store:
        assert (store.count(), store.commit(store.head()).depth) == (3, 2)
    assert isinstance(came[0], StoreBusy)
    assert there == path


@pytest.mark.parametrize("replaced", [False, True], ids=["moved", "replaced"])
def test_nothing_is_acknowledged_under_a_name_that_was_taken_away_by_hand(
    path: Path, *, replaced: bool
) -> None:
    """What was recorded before is in the file wherever it is; what comes after is refused, aloud."""
    to = path.with_name("fen.turnkeeper")
    with closing(begun(path)) as store:
        second = store.append(child(store.commit(store.head()), 2))
        path.rename(to)
        if replaced:
            SqliteStore.create(path.with_name("new"), FACTS, ROOT).close()
            path.with_name("new").rename(path)
        with pytest.raises(NotACampaign, match="moved or replaced while it was open; nothing was recorded"):
            store.append(child(second, 3))
    with closing(SqliteStore.open(to)) as moved:
        moved.examine()
        assert moved.head() == second.id
    assert not path.with_name(f"{path.name}-wal").exists()


@pytest.mark.slow
def test_a_move_waits_for_who_has_it_open_for_a_moment(path: Path) -> None:
    store = begun(path)
    to = path.with_name("fen.turnkeeper")
    mover = threading.Thread(target=move_campaign, args=(path, to))
    mover.start()
    mover.join(0.05)
    assert not to.exists()
    store.close()
    mover.join()
    assert to.exists()


def test_a_move_overwrites_nothing_and_inherits_no_log(path: Path) -> None:
    begun(path).close()
    to = path.with_name("fen.turnkeeper")
    to.write_text("mine")
    with pytest.raises(AlreadyThere):
        move_campaign(path, to)
    assert to.read_text() == "mine"
    to.unlink()
    to.with_name(f"{to.name}-wal").write_text("leftover")
    with pytest.raises(AlreadyThere):
        move_campaign(path, to)
    assert path.exists()


def test_what_was_recorded_passes_the_examination(path: Path) -> None:
    with closing(begun(path)) as store:
        store.put_blob("d1", b"rules")
        store.put_snapshot(store.head(), b"state")
        store.examine()


def another_index(file: sqlite3.Connection) -> None:
    file.execute("CREATE INDEX other ON commits (summary)")


def another_table(file: sqlite3.Connection) -> None:
    file.execute("DROP TABLE snapshots")
    file.execute("CREATE TABLE snapshots (serial, line, depth, data, data_sum)")


def a_forged_commit(file: sqlite3.Connection) -> None:
    file.execute("UPDATE commits SET id = 'f00d' WHERE depth = 1")


def a_commit_out_of_place(file: sqlite3.Connection) -> None:
    file.execute("UPDATE commits SET depth = 7 WHERE depth = 1")


def a_changed_event(file: sqlite3.Connection) -> None:
    file.execute("UPDATE commits SET events = '[]' WHERE depth = 1")


@pytest.mark.parametrize(
    "damage", [another_index, another_table, a_forged_commit, a_commit_out_of_place, a_changed_event]
)
def test_what_was_tampered_with_does_not(path: Path, damage: Callable[[sqlite3.Connection], None]) -> None:
    with closing(begun(path)) as store:
        store.move(ROOT.id, expected=store.head())
    with closing(sqlite3.connect(path)) as file:
        damage(file)
        file.commit()
    with closing(SqliteStore.open(path)) as store, pytest.raises(NotACampaign):
        store.examine()


def elsewhere(path: Path, number: int) -> None:
    """Record one commit from another process, which then closes the campaign."""
    script = (
        "import sys; from pathlib import Path; from tests.record.campaigns import child;"
        "from turnkeeper.record.sqlite import SqliteStore; store = SqliteStore.open(Path(sys.argv[1]));"
        "store.append(child(store.commit(store.head()), int(sys.argv[2]))); store.close()"
    )
    words = (sys.executable, "-c", script, str(path), str(number))
    subprocess.run(words, check=True, cwd=Path(__file__).parents[2])


@pytest.mark.slow
def test_a_second_look_in_one_process_leaves_the_first_its_locks(path: Path) -> None:
    """Otherwise another program takes itself for the last one out, and throws the log away (T7)."""
    with closing(begun(path)) as store:
        SqliteStore.open(path, read_only=True).close()
        with pytest.raises(StoreBusy):
            move_campaign(path, path.with_name("fen.turnkeeper"))
        elsewhere(path, 2)
        assert path.with_name(f"{path.name}-wal").exists()
        store.append(child(store.commit(store.head()), 3))
        elsewhere(path, 4)
        assert store.commit(store.head()).depth == 4
    with closing(SqliteStore.open(path)) as store:
        assert store.commit(store.head()).depth == 4
