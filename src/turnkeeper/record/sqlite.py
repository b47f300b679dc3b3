"""The store of a referee at a table: one campaign, one SQLite file, each commit on disk before it is told.

This is the only module that imports sqlite3, and no error of that module leaves it, save that of using a
store after it was closed or from another thread, which is ours to mend. It knows connections, files and
faults; the meaning of the tables is told in `lines`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Any, Self
from zlib import crc32

from turnkeeper.record.campaign_file import (
    APPLICATION_ID,
    FileId,
    file_at,
    has_log,
    hold,
    let_go,
    move,
    names_change,
    names_stay,
    publish,
    require_free,
    require_whole,
    require_writable,
    why,
    workshop,
)
from turnkeeper.record.commit import (
    FORMAT,
    CampaignFacts,
    Commit,
    CommitId,
    require_follows,
    require_own_id,
    require_root,
)
from turnkeeper.record.lines import LineStore, Value, commit_row
from turnkeeper.record.port import CannotWrite, NotACampaign, RecordFault, StoreBusy, WrongFormat
from turnkeeper.record.tables import ADD_BLOB, ADD_CAMPAIGN, ADD_COMMIT, COMMITS, SCHEMA, TABLES

PATIENCE_S = 2.0
"""How long to wait for another writer, in seconds, before StoreBusy."""
MOVING_TRIES = 15
MOVING_PAUSE_S = 0.02
"""How often, and after which pause, a file is tried to be moved: who opened it for one command is soon gone.

SQLite itself does not wait where it puts a log away.
"""

_SETTINGS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA synchronous = FULL",
    "PRAGMA trusted_schema = OFF",  # the file may have come by mail
    "PRAGMA cell_size_check = ON",  # a page is looked at before it is believed
)
# The second is SQLite's own message about a damaged name, which is then no text.
_DATABASE_FAULTS = (sqlite3.Error, UnicodeDecodeError)
_NAMES = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view', 'trigger')"


class SqliteStore(LineStore):
    """One campaign in one file; `create` and `open` are the ways in. Belongs to the thread that opened it."""

    def __init__(self, connection: _Connection) -> None:
        """Take the connection to an open file."""
        super().__init__(connection)
        self._connection = connection

    @classmethod
    def create(
        cls, path: Path, facts: CampaignFacts, root: Commit, *, blobs: Mapping[str, bytes] | None = None
    ) -> Self:
        """Begin a campaign in a new file, which appears whole or not at all.

        Raises AlreadyThere rather than overwrite, CannotWrite when the folder will not have it, and
        ValueError when `root` is not one.
        """
        require_root(root, facts)
        with _made(path, "no campaign was made") as made:
            _build(made, facts, root, blobs or {})
        return cls.open(path)

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Self:
        """Open a campaign; for reading alone also on a medium that is read-only.

        Raises NotACampaign, WrongFormat, StoreBusy, and CannotWrite when it was to be written to.
        """
        with names_stay(path.resolve().parent):
            store = cls(_opened(path, read_only=read_only))
            try:
                store._begin(path, read_only=read_only)
            except BaseException:
                store.close()
                raise
            return store

    def examine(self) -> None:
        """Look at all that is kept, as one does with a file from elsewhere; raises NotACampaign.

        Every page, each index against its table, the tables themselves, and of each commit its check sums,
        its id and its parent.
        """
        ((verdict, *_),) = self._run("PRAGMA integrity_check(1)")
        if verdict != "ok":
            raise self.damaged("its pages contradict each other")
        made = {_even(sql) for (sql,) in self._run("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
        if made != {_even(statement) for statement in SCHEMA if statement.startswith("CREATE")}:
            raise self.damaged("its tables are not those of a campaign")
        depths: dict[CommitId | None, int] = {None: -1}
        for commit in self._commits(self._run(COMMITS + "ORDER BY serial")):
            try:
                require_own_id(commit)
                require_follows(commit, depths[commit.parent])
            except (ValueError, KeyError) as fault:
                raise self.damaged("a commit does not follow from the one before") from fault
            depths[commit.id] = commit.depth

    def copy_to(self, path: Path, *, campaign: str = "", name: str = "") -> None:
        """Write all that is recorded at this moment into a new file, which appears whole or not at all.

        Other writers need not stop meanwhile. The copy is the same campaign, unless it is given an id of its
        own, or another name. Raises AlreadyThere and CannotWrite.
        """
        with _made(path, "no copy was made") as made:
            self._connection.copy_into(made, campaign, name)

    def _begin(self, path: Path, *, read_only: bool) -> None:
        """Look the file over, and with the log take a lock on it that lasts until it is closed."""
        self._look_over(path)
        if not read_only:
            self._run("PRAGMA journal_mode = WAL")
        self._connection.require_in_place()

    def _look_over(self, path: Path) -> None:
        """Refuse a file that is not ours or not whole, at a cost that does not grow with the campaign."""
        (found,) = self._row("PRAGMA user_version")
        if found > FORMAT:
            raise WrongFormat(str(path), found, FORMAT)
        if found < FORMAT or {name for (name,) in self._run(_NAMES)} != TABLES:
            raise self.damaged("parts of it are missing or do not belong to it")
        (pages,), (size,) = self._row("PRAGMA page_count"), self._row("PRAGMA page_size")
        require_whole(path, pages * size)
        if self._find(self.head()) is None:
            raise self.damaged("the commit it stands at is missing")


@contextmanager
def _made(path: Path, otherwise: str) -> Iterator[Path]:
    """Give a place to write a file to, and when it is whole put it under its name."""
    require_free(path)
    try:
        with workshop(path.parent) as folder:
            made = folder / "made"
            yield made
            publish(made, path)
    except _DATABASE_FAULTS as error:
        raise _fault(str(path), error) from error
    except OSError as error:
        raise CannotWrite(str(path), why(error), otherwise) from error


def move_campaign(path: Path, to: Path) -> None:
    """Move a campaign's file to another name or folder, while nobody has it open; nothing is overwritten.

    A file that is moved under another program's hands would lose what that program writes next. Raises
    StoreBusy when another program has it open, AlreadyThere, NotACampaign, and CannotWrite.
    """
    try:
        with names_change(path.parent, path.resolve().parent, to.parent):
            _put_log_away(path)
            move(path, to)
            # With a log again whoever opens it, if only for reading, has a lock as long as it is open.
            _set_journal(to, "WAL")
    except _DATABASE_FAULTS as error:
        raise _fault(str(path), error) from error
    except OSError as error:
        raise CannotWrite(str(to), why(error), "nothing was moved") from error


def _put_log_away(path: Path) -> None:
    """Bring the log of a campaign into its file, which only a program can do that is alone with it."""
    file = hold(path)
    try:
        require_writable(path)
        for left in range(MOVING_TRIES - 1, -1, -1):
            try:
                _set_journal(path, "DELETE")
            except sqlite3.OperationalError as error:
                if not left or error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
                Event().wait(MOVING_PAUSE_S)
            else:
                return
    finally:
        let_go(file)


def _set_journal(path: Path, mode: str) -> None:
    uri = f"{path.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")


class _Connection:
    """The `Database` of `lines`, over SQLite."""

    def __init__(self, path: Path, connection: sqlite3.Connection, file: FileId, *, read_only: bool) -> None:
        self.where = str(path)
        self._path = path.resolve()
        self._connection = connection
        self._file: FileId | None = file
        self._read_only = read_only

    def run(self, query: str, *values: Value) -> list[Any]:
        """Run one statement and give its rows; every error becomes one of ours here."""
        try:
            return self._connection.execute(query, values).fetchall()
        except _DATABASE_FAULTS as error:
            raise _fault(self.where, error) from error

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Take the one place of a writer first, so that all reads inside still hold at the end."""
        if self._read_only:
            raise CannotWrite(self.where, "it was opened for reading only")
        self.run("BEGIN IMMEDIATE")
        try:
            self.require_in_place()
            yield
            self.run("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self.run("ROLLBACK")
            raise

    def require_in_place(self) -> None:
        """Raise NotACampaign when the path leads elsewhere: people move and replace files by hand.

        What was written now would lie in a log that nobody finds under the new name.
        """
        if not self._is_in_place():
            reason = "it was moved or replaced while it was open; nothing was recorded"
            raise NotACampaign(self.where, reason, "Open it again, under its new name if it has one.")

    def _is_in_place(self) -> bool:
        return file_at(self._path) == self._file

    def copy_into(self, path: Path, campaign: str, name: str) -> None:
        """Write everything into a file that nobody knows of yet, and into that file alone."""
        copy = sqlite3.connect(path, isolation_level=None)
        try:
            self._connection.backup(copy)
            copy.execute("PRAGMA journal_mode = WAL")
            if campaign:
                copy.execute("UPDATE campaign SET campaign = ?", (campaign,))
            if name:
                copy.execute("UPDATE campaign SET name = ?", (name,))
        finally:
            copy.close()

    def settle(self) -> None:
        """Put the log into the file, as far as nobody reads from it; the log itself stays.

        Of a file that was moved by hand the log is left behind: then all of it goes into the file, unless
        another program has opened that meanwhile.
        """
        if self._read_only:
            return
        if self._is_in_place():
            self.run("PRAGMA wal_checkpoint(PASSIVE)")
        else:
            with suppress(StoreBusy):
                self.run("PRAGMA journal_mode = DELETE")

    def close(self) -> None:
        """Close the file; the last one out puts everything into it, so that it can be copied."""
        if self._file is not None:
            if not self._is_in_place():
                with suppress(RecordFault):
                    self.settle()
            self._connection.close()
            let_go(self._file)
            self._file = None


def _opened(path: Path, *, read_only: bool) -> _Connection:
    """Connect to a campaign's file; raises NotACampaign and CannotWrite."""
    file = hold(path)
    try:
        if not read_only:
            require_writable(path)
        connection = _connect_for_reading(path) if read_only else _connect(path, "mode=rw")
    except BaseException as error:
        let_go(file)
        if isinstance(error, _DATABASE_FAULTS):
            raise _fault(str(path), error) from error
        raise
    return _Connection(path, connection, file, read_only=read_only)


def _connect(path: Path, how: str) -> sqlite3.Connection:
    """Open the file and read from it, so that its faults show now."""
    uri = f"{path.resolve().as_uri()}?{how}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=PATIENCE_S)
    try:
        for setting in _SETTINGS:
            connection.execute(setting)
        connection.execute(_NAMES).fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def _connect_for_reading(path: Path) -> sqlite3.Connection:
    """Open for reading in the first of three ways that the medium allows.

    An ordinary connection that never writes tidies up behind itself; one that may not write needs a log that
    another program keeps open; a file nobody can write to is read as it stands, with its log when it has one.
    """
    for how in ("mode=rw", "mode=ro"):
        try:
            connection = _connect(path, how)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
                raise
        else:
            connection.execute("PRAGMA query_only = ON")
            return connection
    return _copy_with_log(path) if has_log(path) else _connect(path, "immutable=1")


def _copy_with_log(path: Path) -> sqlite3.Connection:
    """Bring a file and its log together where that can be done, and keep the result in memory."""
    from shutil import copyfile
    from tempfile import TemporaryDirectory

    memory = sqlite3.connect(":memory:", isolation_level=None)
    with TemporaryDirectory(prefix="turnkeeper-") as folder:
        copy = Path(folder) / "copy"
        for part in ("", "-wal"):
            copyfile(path.with_name(path.name + part), copy.with_name(copy.name + part))
        connection = _connect(copy, "mode=rw")
        connection.backup(memory)
        connection.close()
    return memory


def _build(path: Path, facts: CampaignFacts, root: Commit, blobs: Mapping[str, bytes]) -> None:
    """Write a whole campaign into a new file that nobody knows of yet."""
    who = (facts.campaign, facts.name, facts.seed, facts.rules_digest, facts.created_ms)
    header = (f"PRAGMA application_id = {APPLICATION_ID}", f"PRAGMA user_version = {FORMAT}")
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("BEGIN")
        for statement in (*header, *SCHEMA):
            connection.execute(statement)
        connection.execute(ADD_COMMIT, commit_row(root, 1))
        connection.execute(ADD_CAMPAIGN, (*who, root.id))
        for digest, data in blobs.items():
            connection.execute(ADD_BLOB, (digest, data, crc32(data)))
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()


def _even(text: str) -> str:
    return " ".join(text.split())


def _fault(where: str, error: sqlite3.Error | UnicodeDecodeError) -> RecordFault:
    """Say in the referee's words what the database said in its own."""
    if isinstance(error, sqlite3.ProgrammingError):
        raise error  # used after close or from another thread: ours to mend, not the referee's
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    if code in {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}:
        return NotACampaign(where, "it could not be read to the end")
    if code in {sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC}:
        outcome = "open it again to see whether the last command was kept"
        return CannotWrite(where, "the disk failed while saving", outcome)
    match code & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreBusy(where)
        case sqlite3.SQLITE_FULL:
            return CannotWrite(where, "the disk is full")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_AUTH:
            return CannotWrite(where, "the file or its folder is read-only")
        case sqlite3.SQLITE_IOERR:
            return CannotWrite(where, "the disk refused to take more")
        case _:
            return NotACampaign(where, "it is damaged", "Go back to a copy or an exported playthrough.")
