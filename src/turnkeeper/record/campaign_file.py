"""A campaign as a file: is it one, may it be written to, and how a new one appears whole or not at all.

This module knows files and folders; it must not know their content beyond the first hundred bytes.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from threading import Lock

from turnkeeper.record.port import AlreadyThere, CannotWrite, NotACampaign

APPLICATION_ID = 0x546B7072
"""Four bytes in the head of the file, "Tkpr", that tell a campaign from other databases."""

_HEADER = 100
_MAGIC = b"SQLite format 3\x00"
_COMPANIONS = ("-wal", "-shm", "-journal")
_WORKSHOP = ".turnkeeper-making-"
OWN = 0o600
"""A campaign's file is for whoever made it: the secrets of the table are no business of other accounts."""

FileId = tuple[int, int]
"""The device and the number of a file, which stay with it whatever it is called."""
_HELD: Counter[FileId] = Counter()
_GATE = Lock()


def hold(path: Path) -> FileId:
    """Note that this process is about to open a campaign, and return what `let_go` takes afterwards.

    Its first bytes are looked at, unless it is open here already: a system's locks belong to the process, and
    closing one more handle on a file would drop those that SQLite holds on it. Another program would then
    take itself for the last one out and throw the log away. Raises NotACampaign.
    """
    with _GATE:
        try:
            found = path.stat()
        except OSError as error:
            raise NotACampaign(str(path), why(error)) from error
        if not S_ISREG(found.st_mode):
            # A pipe, too, is never opened: that would wait for its other end.
            kind = "a folder" if S_ISDIR(found.st_mode) else "no ordinary file"
            raise NotACampaign(str(path), f"it is {kind}")
        file = (found.st_dev, found.st_ino)
        if not _HELD[file]:
            require_campaign(path)
        _HELD[file] += 1
        return file


def let_go(file: FileId) -> None:
    """Note that a file that was held is closed again."""
    with _GATE:
        _HELD[file] -= 1
        if _HELD[file] <= 0:
            del _HELD[file]


def file_at(path: Path) -> FileId | None:
    """Return which file a path leads to now; ``None`` for none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def names_stay(folder: Path) -> Iterator[None]:
    """Keep the names of a folder's campaigns as they are while one of them is being opened.

    Until SQLite has read from a file it holds no lock on it. A file moved just then would be written
    under its new name and with the log of its old one, and two such logs destroy it
    (`docs/decisions/0033-names-stay-while-a-campaign-is-opened.md`).
    """
    with _locked(folder, alone=False):
        yield


@contextmanager
def names_change(*folders: Path) -> Iterator[None]:
    """Change names of campaigns in these folders, while nobody else does so or opens one."""
    with ExitStack() as all_locked:
        for folder in sorted({folder.resolve() for folder in folders}):
            all_locked.enter_context(_locked(folder, alone=True))
        yield


@contextmanager
def _locked(folder: Path, *, alone: bool) -> Iterator[None]:
    """Lock a folder itself, which leaves no file behind; the lock ends with the process at the latest.

    Where a system has no such lock, it does not rename open files either (Windows), or what was opened is
    compared with its path before anything is written.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # what is wrong with the folder, whoever uses it will say
        yield
        return
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        yield
    finally:
        os.close(handle)


@contextmanager
def workshop(folder: Path) -> Iterator[Path]:
    """Make a hidden folder within a folder, for a file that appears there only when it is whole.

    It is locked while it is used. One without a lock was left by a program that was killed, and is removed.
    """
    from tempfile import TemporaryDirectory

    with ExitStack() as used:
        with names_change(folder):
            for left in folder.glob(f"{_WORKSHOP}*"):
                _remove_if_left(left)
            made = Path(used.enter_context(TemporaryDirectory(prefix=_WORKSHOP, dir=folder)))
            used.enter_context(_locked(made, alone=False))
        yield made


def _remove_if_left(folder: Path) -> None:
    if sys.platform == "win32":
        return
    import fcntl
    from shutil import rmtree

    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            rmtree(folder, ignore_errors=True)
        finally:
            os.close(handle)


def require_campaign(path: Path) -> None:
    """Raise NotACampaign unless the file begins as a campaign does; costs one short read."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEADER)
    except OSError as error:
        raise NotACampaign(str(path), why(error)) from error
    if not head:
        raise NotACampaign(str(path), "the file is empty")
    if not head.startswith(_MAGIC[: len(head)]):
        raise NotACampaign(str(path), "it is some other kind of file")
    if len(head) < _HEADER:
        raise NotACampaign(str(path), "it is cut off in the first line")
    if int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise NotACampaign(str(path), "it is a database of some other program")


def why(error: OSError) -> str:
    """Return half a sentence on why a file system refused."""
    match error:
        case FileNotFoundError():
            return "there is no such file"
        case IsADirectoryError():
            return "it is a folder"
        case PermissionError():
            return "you have no right to do that"
        case _:
            return (error.strerror or str(error)).lower()


def require_writable(path: Path) -> None:
    """Raise CannotWrite when the file is read-only, or its folder, where the log is kept."""
    if not os.access(path, os.W_OK):
        raise CannotWrite(str(path), "the file is read-only")
    if not os.access(path.parent, os.W_OK):
        raise CannotWrite(str(path), "its folder is read-only")


def require_whole(path: Path, size: int) -> None:
    """Raise NotACampaign when the file is shorter than it says and no log beside it could hold the rest."""
    if not has_log(path) and path.stat().st_size < size:
        raise NotACampaign(str(path), "the end of the file is missing")


def has_log(path: Path) -> bool:
    """Return whether a program ended here without putting its last commits into the file itself."""
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def require_free(path: Path) -> None:
    """Raise AlreadyThere when a new campaign here would replace something, or would inherit another's log.

    Raises CannotWrite when there is no folder to put it into.
    """
    if not path.parent.is_dir():
        raise CannotWrite(str(path), "there is no such folder", "no campaign was made")
    if path.exists() or path.is_symlink():
        raise AlreadyThere(str(path))
    for companion in _COMPANIONS:
        rest = path.with_name(path.name + companion)
        if rest.exists():
            raise AlreadyThere(str(rest), "There are leftovers of an older campaign")


def publish(made: Path, path: Path) -> None:
    """Put a finished file under its name in one step, never in place of another."""
    made.chmod(OWN)
    with names_change(path.parent):
        require_free(path)
        try:
            os.link(made, path)
        except FileExistsError:
            raise AlreadyThere(str(path)) from None
        except OSError:  # a file system without links, such as that of most memory sticks
            made.rename(path)
        _sync_folder(path.parent)


def move(path: Path, to: Path) -> None:
    """Give a file another place in one step, where names may change; raises AlreadyThere, and CannotWrite."""
    require_free(to)
    path.rename(to)
    _sync_folder(to.parent)
    if path.parent != to.parent:
        _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
