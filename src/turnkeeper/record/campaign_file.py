"""A campaign as a file: is it one, may it be written to, and how a new one appears whole or not at all.

This module knows files and folders; it must not know their content beyond the first hundred bytes.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from threading import Lock

from turnkeeper.record.port import AlreadyThere, CannotWrite, NotACampaign

APPLICATION_ID = 0x546B7072
"""Four bytes in the head of the file, "Tkpr", that tell a campaign from other databases."""

_HEADER = 100
_MAGIC = b"SQLite format 3\x00"
_COMPANIONS = ("-wal", "-shm", "-journal")


_HELD: Counter[tuple[int, int]] = Counter()
_GATE = Lock()


def hold(path: Path) -> tuple[int, int]:
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
        file = (found.st_dev, found.st_ino)
        if not _HELD[file]:
            require_campaign(path)
        _HELD[file] += 1
        return file


def let_go(file: tuple[int, int]) -> None:
    """Note that a file that was held is closed again."""
    with _GATE:
        _HELD[file] -= 1
        if _HELD[file] <= 0:
            del _HELD[file]


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
    try:
        os.link(made, path)
    except FileExistsError:
        raise AlreadyThere(str(path)) from None
    except OSError:  # a file system without links, such as that of most memory sticks
        require_free(path)
        made.rename(path)
    _sync_folder(path.parent)


def move(path: Path, to: Path) -> None:
    """Give a file another place in one step; raises AlreadyThere, and CannotWrite without a folder."""
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
