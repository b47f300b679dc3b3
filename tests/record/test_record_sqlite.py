"""A campaign as one file: durable, shared without loss, readable where nothing can be written."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.needs import needs
from tests.record.campaigns import FACTS, ROOT, child
from turnkeeper.record import (
    AlreadyThere,
    CannotWrite,
    Commit,
    HeadMoved,
    NotACampaign,
    RecordFault,
    StoreBusy,
    UnknownCommit,
    WrongFormat,
    make_commit,
)
from turnkeeper.record import sqlite as module
from turnkeeper.record.campaign_file import workshop
from turnkeeper.record.sqlite import SqliteStore
from turnkeeper.record.tables import SCHEMA, TABLES

NOBODY = 65534
# The work of another process is a function here, which only fork can hand over.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "barrow #1?.turnkeeper"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore.create(path, FACTS, ROOT)
    yield store
    store.close()


def grow(store: SqliteStore, count: int) -> list[Commit]:
    line = [store.commit(store.head())]
    for number in range(count):
        line.append(child(line[-1], number))
        store.append(line[-1])
    return line[1:]


def the_setting(store: SqliteStore, name: str) -> object:
    return store._run(f"PRAGMA {name}")[0][0]


def in_another_process(work: Callable[[], None], *, as_root: bool = True) -> None:
    """Run it in a forked process, without root's power to write anywhere when told so; fail when it fails."""

    def inside() -> None:
        if not as_root and os.geteuid() == 0:
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
        work()

    process = multiprocessing.get_context("fork").Process(target=inside)
    process.start()
    process.join(30)
    assert process.exitcode == 0


def test_every_commit_is_on_the_disk_before_it_is_acknowledged(store: SqliteStore) -> None:
    assert the_setting(store, "journal_mode") == "wal"
    assert the_setting(store, "synchronous") == 2  # FULL
    assert the_setting(store, "foreign_keys") == 1


def test_all_is_there_when_it_is_opened_again(path: Path, store: SqliteStore) -> None:
    line = [ROOT, *grow(store, 3)]
    store.put_snapshot(line[2].id, b"state")
    store.put_blob("ab", b"blob")
    store.rename("Deep Barrow")
    store.close()
    again = SqliteStore.open(path)
    assert again.facts.name == "Deep Barrow"
    assert again.lineage(again.head()) == line
    assert again.nearest_snapshot(again.head()) == (line[2].id, b"state")
    assert again.blob("ab") == b"blob"
    again.close()


def test_a_closed_campaign_is_one_file_that_can_be_copied(path: Path, store: SqliteStore) -> None:
    line = [ROOT, *grow(store, 3)]
    store.close()
    store.close()
    assert list(path.parent.iterdir()) == [path]
    copy = path.with_name("copy")
    shutil.copyfile(path, copy)
    again = SqliteStore.open(copy)
    assert again.lineage(again.head()) == line
    again.close()


def test_reading_leaves_one_file_too(path: Path, store: SqliteStore) -> None:
    store.close()
    SqliteStore.open(path, read_only=True).close()
    assert list(path.parent.iterdir()) == [path]


def test_a_new_campaign_never_overwrites(path: Path, store: SqliteStore) -> None:
    grow(store, 2)
    with pytest.raises(AlreadyThere, match="already a file"):
        SqliteStore.create(path, FACTS, ROOT)
    assert store.count() == 3


def test_a_new_campaign_does_not_inherit_the_log_of_an_old_one(path: Path) -> None:
    path.with_name(path.name + "-wal").write_bytes(b"of another")
    with pytest.raises(AlreadyThere, match="leftovers"):
        SqliteStore.create(path, FACTS, ROOT)


def test_a_campaign_that_could_not_be_finished_leaves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SCHEMA", (*SCHEMA, "this is no statement"))
    with pytest.raises(RecordFault):
        SqliteStore.create(path, FACTS, ROOT)
    assert list(path.parent.iterdir()) == []


def test_a_campaign_is_made_where_files_cannot_be_linked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    SqliteStore.create(path, FACTS, ROOT).close()
    assert list(path.parent.iterdir()) == [path]


def test_a_campaign_is_for_the_eyes_of_whoever_made_it(path: Path, store: SqliteStore) -> None:
    """Other accounts of the machine read neither it nor its log, nor a copy of it."""
    needs(os.name == "posix", "rights of files as POSIX has them")
    grow(store, 1)
    store.copy_to(path.with_name("copy"))
    assert {file.stat().st_mode & 0o077 for file in path.parent.iterdir()} == {0}
    assert len(list(path.parent.iterdir())) == 4, "the file, its log, the index of that, the copy"


def test_what_a_killed_program_left_half_made_goes_with_the_next_campaign(path: Path) -> None:
    """A workshop that is still in use stays."""
    with workshop(path.parent) as used:
        left = path.parent / f"{used.name[:-8]}gone"
        left.mkdir()
        (left / "new").write_bytes(b"half")
        SqliteStore.create(path, FACTS, ROOT).close()
        assert sorted(path.parent.iterdir()) == sorted([used, path])
    assert list(path.parent.iterdir()) == [path]


def test_a_pipe_that_is_called_like_a_campaign_is_not_waited_for(path: Path) -> None:
    needs(hasattr(os, "mkfifo"), "named pipes")
    os.mkfifo(path)
    for reading in (False, True):
        with pytest.raises(NotACampaign, match="no ordinary file"):
            SqliteStore.open(path, read_only=reading)


def test_a_campaign_in_a_folder_that_is_not_there(path: Path) -> None:
    with pytest.raises(CannotWrite, match="there is no such folder; no campaign was made"):
        SqliteStore.create(path.parent / "none" / "barrow", FACTS, ROOT)


# ---------------------------------------------------------------------------------- two programs


def test_t7_the_second_writer_is_refused_and_told(path: Path, store: SqliteStore) -> None:
    other = SqliteStore.open(path)
    (first,) = grow(store, 1)
    with pytest.raises(HeadMoved, match='recorded "do 0"'):
        other.append(child(ROOT, 5))
    assert other.head() == first.id
    assert other.append(child(first, 6)).id == store.head()
    assert store.count() == 3
    other.close()


@pytest.mark.slow
def test_two_processes_on_one_campaign_lose_nothing(path: Path, store: SqliteStore) -> None:
    """Each tries until its 20 commands are in; so the one line has 40, each writer's own in its order."""

    def insist(writer: int) -> None:
        mine = SqliteStore.open(path)
        for number in range(20):
            while True:
                head = mine.commit(mine.head())
                try:
                    mine.append(child(head, writer * 100 + number))
                    break
                except HeadMoved:
                    continue
        mine.close()

    store.close()
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=insist, args=(writer,)) for writer in (1, 2)]
    for process in writers:
        process.start()
    for process in writers:
        process.join(60)
        assert process.exitcode == 0
    store = SqliteStore.open(path)
    told = [commit.summary for commit in store.lineage(store.head(), above=ROOT.id)]
    for writer in (1, 2):
        own = [f"do {writer * 100 + number}" for number in range(20)]
        assert [summary for summary in told if summary in own] == own
    assert len(told) == 40
    assert store.count() == 41
    store.close()


@pytest.mark.slow
def test_a_writer_that_does_not_let_go_is_named_as_the_reason(
    path: Path, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE_S", 0.05)
    other = SqliteStore.open(path)
    store._run("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy, match="nothing was recorded"):
        other.append(child(ROOT, 1))
    assert other.head() == ROOT.id, "reading goes on"
    store._run("ROLLBACK")
    other.append(child(ROOT, 1))
    other.close()


# ---------------------------------------------------------------------------------- no room, no right


def test_a_full_disk_is_told_and_nothing_was_recorded(path: Path, store: SqliteStore) -> None:
    line = [ROOT, *grow(store, 3)]
    pages = the_setting(store, "page_count")
    store._run(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(CannotWrite, match="the disk is full; nothing was recorded") as caught:
        store.append(child(line[-1], 9, size=100_000), snapshot=b"state")
    assert "Make room" in caught.value.hint
    assert store.lineage(store.head()) == line
    store._run("PRAGMA max_page_count = 1000000")
    store.append(child(line[-1], 9, size=100_000))
    store.close()
    again = SqliteStore.open(path)
    assert again.count() == 5
    again.close()


@pytest.mark.slow
def test_a_file_that_may_not_grow_is_told_and_nothing_was_recorded(path: Path, store: SqliteStore) -> None:
    line = [ROOT, *grow(store, 3)]
    store.close()

    def work() -> None:
        import resource

        mine = SqliteStore.open(path)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        with pytest.raises(CannotWrite, match="nothing was recorded"):
            mine.append(child(line[-1], 9, size=500_000))
        assert mine.head() == line[-1].id
        with pytest.raises(CannotWrite, match="nothing was recorded"):
            SqliteStore.create(path.with_name("big"), FACTS, ROOT, blobs={"ab": bytes(500_000)})
        mine.close()

    in_another_process(work)
    assert list(path.parent.iterdir()) == [path]
    again = SqliteStore.open(path)
    assert again.lineage(again.head()) == line
    again.close()


def test_what_was_opened_for_reading_is_not_written(path: Path, store: SqliteStore) -> None:
    reader = SqliteStore.open(path, read_only=True)
    with pytest.raises(CannotWrite, match="opened for reading only; nothing was recorded"):
        reader.append(child(ROOT, 1))
    assert reader.lineage(ROOT.id) == store.lineage(ROOT.id) == [ROOT]
    reader.close()


@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR | 19 << 8])
def test_a_campaign_on_a_full_disk_is_read(
    path: Path, store: SqliteStore, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """There is room neither for the log nor for its index (SQLITE_FULL, SQLITE_IOERR_SHMSIZE)."""
    line = [ROOT, *grow(store, 3)]
    store.close()
    connect = module._connect

    def full(at: Path, how: str) -> sqlite3.Connection:
        if how != "immutable=1":
            fault = sqlite3.OperationalError("disk I/O error")
            fault.sqlite_errorcode = code
            raise fault
        return connect(at, how)

    monkeypatch.setattr(module, "_connect", full)
    with closing(SqliteStore.open(path, read_only=True)) as reader:
        assert reader.lineage(reader.head()) == line
    with pytest.raises(CannotWrite, match="nothing was recorded"):
        SqliteStore.open(path)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make a folder one where nobody can write, though anybody can come and read; afterwards as it was."""
    needs(os.name == "posix", "rights of files as POSIX has them")
    for file in folder.iterdir():
        file.chmod(0o644)
    modes = {above: above.stat().st_mode & 0o7777 for above in (folder, *folder.parents)}
    for above, mode in modes.items():
        if not mode & 0o001:
            above.chmod(mode | 0o055)
    folder.chmod(0o555)
    yield
    for above, mode in modes.items():
        if above.stat().st_mode & 0o7777 != mode:
            above.chmod(mode)


def test_a_read_only_folder_can_be_read_and_says_that_it_cannot_be_written(
    path: Path, store: SqliteStore
) -> None:
    line = [ROOT, *grow(store, 3)]
    store.close()

    def work() -> None:
        with pytest.raises(CannotWrite, match="is read-only; nothing was recorded"):
            SqliteStore.open(path)
        with pytest.raises(CannotWrite, match="no campaign was made"):
            SqliteStore.create(path.with_name("new"), FACTS, ROOT)
        reader = SqliteStore.open(path, read_only=True)
        assert reader.lineage(reader.head()) == line
        reader.close()

    with read_only(path.parent):
        in_another_process(work, as_root=False)
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.slow
def test_a_read_only_folder_that_another_program_writes_to_is_read_as_it_is_now(
    path: Path, store: SqliteStore
) -> None:
    line = [ROOT, *grow(store, 3)]

    def work() -> None:
        reader = SqliteStore.open(path, read_only=True)
        assert reader.lineage(reader.head()) == line
        reader.close()

    with read_only(path.parent):
        in_another_process(work, as_root=False)


@pytest.mark.slow
@pytest.mark.parametrize("index", [True, False], ids=["log and its index", "log alone"])
def test_a_read_only_folder_with_a_log_left_over_is_read_with_what_the_log_holds(
    path: Path, store: SqliteStore, *, index: bool
) -> None:
    store.close()
    killed_with_a_log(path, 5)
    if not index:
        path.with_name(path.name + "-shm").unlink()

    def work() -> None:
        reader = SqliteStore.open(path, read_only=True)
        assert len(reader.lineage(reader.head())) == 6
        with pytest.raises(CannotWrite):
            reader.rename("other")
        reader.close()

    with read_only(path.parent):
        in_another_process(work, as_root=False)


def killed_with_a_log(path: Path, commits: int) -> None:
    """Append in a process that ends without closing anything, as after kill -9."""

    def work() -> None:
        grow(SqliteStore.open(path), commits)
        os._exit(0)

    in_another_process(work)
    assert path.with_name(path.name + "-wal").stat().st_size > 0


@pytest.mark.slow
def test_a_log_left_over_is_taken_in_on_the_next_opening(path: Path, store: SqliteStore) -> None:
    store.close()
    killed_with_a_log(path, 3)
    again = SqliteStore.open(path)
    assert again.count() == 4
    again.close()
    assert list(path.parent.iterdir()) == [path]


# ---------------------------------------------------------------------------------- damage


def read_all(path: Path, *, read_only: bool) -> list[object]:
    """Open a campaign and give what the commits, states and texts in it are."""
    with closing(SqliteStore.open(path, read_only=read_only)) as store:
        seen: list[object] = [store.blob("ab")]
        for end in ("do 39", "do 139"):
            tip = the_tip(store, end)
            seen += [replace(commit, made_ms=0) for commit in store.lineage(tip.id)]
            seen += [*store.events(tip.id), store.children(tip.id), store.nearest_snapshot(tip.id)]
        return seen


@pytest.fixture
def whole(path: Path, store: SqliteStore) -> bytes:
    """The bytes of a campaign with two branches, of some 60 pages."""
    line = [ROOT, *grow(store, 40)]
    store.put_blob("ab", bytes(9000))
    store.move(line[20].id, expected=line[-1].id)
    for number in range(40):
        here = store.commit(store.head())
        store.append(child(here, 100 + number, size=3000), snapshot=bytes(2000) if number % 9 == 0 else None)
    store.close()
    return path.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("reading", [False, True])
def test_a_file_cut_off_anywhere_is_refused(path: Path, whole: bytes, *, reading: bool) -> None:
    size = len(whole)
    lengths = {
        0,
        1,
        15,
        16,
        50,
        99,
        100,
        101,
        511,
        512,
        4095,
        4096,
        4097,
        5000,
        size // 2,
        size - 4096,
        size - 1,
    }
    for length in sorted({*lengths, *range(0, size, size // 23)} - {size}):
        path.write_bytes(whole[:length])
        with pytest.raises(NotACampaign, match="is not a campaign that can be opened") as caught:
            SqliteStore.open(path, read_only=reading)
        assert caught.value.hint
    path.write_bytes(whole)
    read_all(path, read_only=reading)


@pytest.mark.slow
def test_a_page_of_noise_anywhere_is_found_or_does_not_matter(path: Path, whole: bytes) -> None:
    """At once or later: nothing but NotACampaign ever comes out, and what is read is what was recorded."""
    noise = bytes((i * 167 + i // 7 * 13) % 256 for i in range(700))
    truth = read_all(path, read_only=False)
    found = 0
    for place in range(100, len(whole) - len(noise), 3001):
        path.write_bytes(whole[:place] + noise + whole[place + len(noise) :])
        try:
            assert read_all(path, read_only=False) == truth
        except NotACampaign:
            found += 1
        for rest in path.parent.iterdir():
            rest.unlink()
    assert found > 20, "most places of the file matter"


@pytest.mark.slow
@pytest.mark.parametrize("index", [1, 2], ids=["id", "line and depth"])
def test_one_changed_bit_of_an_index_is_found_or_does_not_matter(
    path: Path, whole: bytes, index: int
) -> None:
    """No log is shorter or other than what was recorded, and what examines a file finds each such bit."""
    with closing(sqlite3.connect(path)) as file:
        name = f"sqlite_autoindex_commits_{index}"
        ((root,),) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,))
    with closing(SqliteStore.open(path)) as store:
        tips = [the_tip(store, end).id for end in ("do 39", "do 139")]

    def logs() -> list[object]:
        with closing(SqliteStore.open(path)) as store:
            return [*map(store.lineage, tips), *map(store.events, tips), store.commit(store.head())]

    truth, found = logs(), 0
    for bit in range((root - 1) * 4096 * 8, root * 4096 * 8, 41):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        try:
            assert logs() == truth, f"bit {bit}"
        except (NotACampaign, UnknownCommit):
            found += 1
            with pytest.raises(NotACampaign), closing(SqliteStore.open(path)) as store:
                store.examine()
        for rest in path.parent.iterdir():
            rest.unlink()
    assert found > 20, "many bits matter"


@pytest.mark.slow
def test_a_log_that_lacks_a_commit_is_damage(path: Path, whole: bytes) -> None:
    """A log that were one commit shorter would look like any other."""
    del whole
    tamper(path, "DELETE FROM commits WHERE depth = 7 AND line = 1")
    with closing(SqliteStore.open(path)) as store:
        tip = the_tip(store, "do 39")
        for read in (store.lineage, store.events):
            with pytest.raises(NotACampaign, match="commits are missing"):
                read(tip.id)


@pytest.mark.slow
def test_one_changed_byte_of_the_events_is_found(path: Path, whole: bytes) -> None:
    line_20 = b'[{"n": 20, '
    assert whole.count(line_20) == 1
    path.write_bytes(whole.replace(line_20, b'[{"n": 21, '))
    store = SqliteStore.open(path)
    damaged = the_tip(store, "do 39")
    with pytest.raises(NotACampaign, match="not what was recorded"):
        store.lineage(damaged.id)
    with pytest.raises(NotACampaign, match="not what was recorded"):
        store.events(damaged.id)
    store.close()


def the_tip(store: SqliteStore, summary: str) -> Commit:
    return next(tip for tip in store.tips() if tip.summary == summary)


@pytest.mark.parametrize(
    "content, reason",
    [
        (b"", "the file is empty"),
        (b"rules: glog\n> search\n", "some other kind of file"),
        (bytes(range(256)) * 40, "some other kind of file"),
        (b"SQLite format 3\x00" + bytes(20), "cut off"),
        (b"SQLite format 3\x00" + bytes(8000), "some other program"),
    ],
)
def test_what_is_not_a_campaign_is_named(path: Path, content: bytes, reason: str) -> None:
    path.write_bytes(content)
    for reading in (False, True):
        with pytest.raises(NotACampaign, match=reason):
            SqliteStore.open(path, read_only=reading)
    assert path.read_bytes() == content


def test_a_missing_file_and_a_folder_are_named(path: Path) -> None:
    with pytest.raises(NotACampaign, match="there is no such file"):
        SqliteStore.open(path)
    path.mkdir()
    with pytest.raises(NotACampaign, match="it is a folder"):
        SqliteStore.open(path)
    with pytest.raises(AlreadyThere):
        SqliteStore.create(path, FACTS, ROOT)


def tamper(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def test_a_database_of_another_program_is_named(path: Path, store: SqliteStore) -> None:
    store.close()
    tamper(path, "PRAGMA application_id = 7")
    with pytest.raises(NotACampaign, match="some other program"):
        SqliteStore.open(path)


def test_a_campaign_of_a_newer_turnkeeper_is_refused_and_left_alone(path: Path, store: SqliteStore) -> None:
    store.close()
    tamper(path, "PRAGMA user_version = 7")
    before = path.read_bytes()
    with pytest.raises(WrongFormat, match="format 7, this one reads up to 1") as caught:
        SqliteStore.open(path)
    assert (caught.value.found, caught.value.known) == (7, 1)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA user_version = 0",
        "CREATE TRIGGER t AFTER INSERT ON commits BEGIN DELETE FROM blobs; END",
        "DROP TABLE redo",
        "DELETE FROM campaign",
        "UPDATE commits SET events = 'text' WHERE depth = 0",
        "UPDATE commits SET events = NULL WHERE depth = 0",
        "UPDATE commits SET command = x'00' WHERE depth = 0",
        "UPDATE campaign SET head = 'nowhere'",
    ],
)
def test_a_campaign_that_was_meddled_with_is_refused(path: Path, store: SqliteStore, statement: str) -> None:
    store.close()
    if "NULL" in statement:
        tamper(
            path,
            "PRAGMA writable_schema = ON",
            "UPDATE sqlite_master SET sql = replace(sql, 'events BLOB NOT NULL', 'events BLOB')",
        )
    tamper(path, statement)
    with pytest.raises(NotACampaign):
        SqliteStore.open(path)


@pytest.mark.slow
@pytest.mark.parametrize("value", ["NULL", "'text'", "x'00'", "-1", "1.5", "9223372036854775807"])
def test_a_value_of_another_kind_anywhere_is_damage_and_no_fault_of_ours(
    path: Path, store: SqliteStore, value: str
) -> None:
    """A database takes any value in any column, and a file may have been put together by hand."""
    line = [ROOT, *grow(store, 3)]
    store.put_snapshot(line[2].id, b"state")
    store.put_blob("ab", b"blob")
    store.move(line[1].id, expected=line[3].id)
    store.append(child(line[1], 9))
    tips = [tip.id for tip in store.tips()]
    store.close()
    whole = path.read_bytes()
    with closing(sqlite3.connect(path)) as file:
        places = [
            (table, column)
            for table in TABLES
            for _, column, *_ in file.execute(f"PRAGMA table_info({table})").fetchall()
        ]
    for table, column in places:
        path.write_bytes(whole)
        with suppress(sqlite3.Error), closing(sqlite3.connect(path, isolation_level=None)) as file:
            file.execute("PRAGMA ignore_check_constraints = ON")
            file.execute(f"UPDATE {table} SET {column} = {value} WHERE rowid > 1 OR {table == 'campaign':d}")  # noqa: S608
        with suppress(RecordFault), closing(SqliteStore.open(path, read_only=True)) as read:
            asks: list[Callable[[], object]] = [lambda: read.facts, lambda: read.blob("ab"), read.tips]
            for tip in tips:
                asks += [partial(ask, tip) for ask in (read.lineage, read.events, read.nearest_snapshot)]
                asks += [partial(read.children, line[1].id), partial(read.redo_of, line[1].id)]
            for ask in (*asks, read.examine):
                with suppress(RecordFault):
                    ask()


def test_branches_in_a_circle_are_refused(path: Path, store: SqliteStore) -> None:
    first, second = grow(store, 2)
    store.move(first.id, expected=second.id)
    other = child(first, 9)
    store.append(other)
    store.close()
    tamper(path, "PRAGMA ignore_check_constraints = ON", "UPDATE lines SET fork_line = 2 WHERE line = 2")
    store = SqliteStore.open(path)
    with pytest.raises(NotACampaign, match="circle"):
        store.lineage(other.id)
    store.close()


@pytest.mark.slow
def test_ten_megabytes_of_one_command_come_back_whole(store: SqliteStore) -> None:
    big = make_commit(ROOT, bytes(10_000_000), b"[]", b"[]", "noise", 0)
    store.append(big)
    assert store.commit(big.id) == big


@pytest.mark.slow
def test_a_damaged_name_in_the_plan_of_the_file_is_damage_and_no_fault_of_letters(
    path: Path, whole: bytes
) -> None:
    """SQLite puts the name into its own message, which then cannot be read as text."""
    path.write_bytes(whole.replace(b"CREATE TABLE", b"CREATE T\xc7BLE"))
    for reading in (False, True):
        with pytest.raises(NotACampaign, match="it is damaged"):
            SqliteStore.open(path, read_only=reading)
