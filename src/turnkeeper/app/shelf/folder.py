"""The campaigns of a folder as a person sees them, and actions on one as a whole.

Each has a name, a clock and a day when it was played last; it is renamed, put into the archive, brought back.
No campaign is opened whole to be listed: its facts, its last commit and the units of its rules are enough,
and they are read again only when its file has changed. This module must not know what happens in a campaign.
"""

from __future__ import annotations

import os
import re
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app import sharing
from turnkeeper.app.library import SUFFIX, campaigns_in
from turnkeeper.app.shelf.naming import LONGEST_NAME, free_stem, stem_for, tidied
from turnkeeper.record import CannotWrite, Commit, NotACampaign, RecordFault, StoreBusy
from turnkeeper.record.campaign_file import why
from turnkeeper.rules.model.ruleset import RuleSetHead, Timekeeping
from turnkeeper.time import Instant, TimeScale

if TYPE_CHECKING:
    from turnkeeper.record.sqlite import SqliteStore

ARCHIVE = "archive"
"""The folder in the folder of campaigns where those lie that are put away."""
KEY_LENGTH = 12
ENDINGS = (SUFFIX, sharing.SUFFIX, *(f"{SUFFIX}{rest}" for rest in ("-wal", "-shm", "-journal")))
"""What may lie beside a campaign under its name: with any of these there, a name is taken.

Above all what a table agreed on: a new campaign must not inherit the links of an old one.
"""
_ID = re.compile(r"[0-9a-f]{12,64}")


class WrongField(Struct, frozen=True):
    """A fault in a filled-in field: the field, why, and what would work.

    ``line`` and ``column`` count from 1 within what was written there; 0 where no place is meant.
    """

    field: str
    message: str
    hint: str = ""
    line: int = 0
    column: int = 0


class Shelved(Struct, frozen=True):
    """A campaign at a glance.

    ``key`` is its own within the folder. ``now`` is its clock in the words of its rules; ``played_ms`` and
    ``begun_ms`` are in Unix milliseconds, ``size`` in bytes. With a ``fault`` it cannot be opened, and only
    its file is known.
    """

    key: str
    file: str
    name: str
    archived: bool = False
    rules: str = ""
    options: tuple[str, ...] = ()
    now: str = ""
    played_ms: int = 0
    begun_ms: int = 0
    commands: int = 0
    size: int = 0
    fault: str = ""
    hint: str = ""


class Moved(Struct, frozen=True):
    """A campaign has another name or another place; ``note`` says what stayed as it was, and why."""

    path: Path
    name: str
    note: str = ""


class _RulesHead(Struct, frozen=True):
    """The heading and the time scale of the rules that a campaign keeps."""

    ruleset: RuleSetHead
    time: Timekeeping


class _Last(Struct, frozen=True):
    """Of an event only when it was: the last of a commit says where the clock stands."""

    at: Instant


class _Peeked(Struct, frozen=True):
    id: str
    seen: Shelved


_LAST = msgspec.json.Decoder(list[_Last])
_HEAD = msgspec.json.Decoder(_RulesHead)
_Stamp = tuple[int, ...]


class Shelf:
    """The campaigns of one folder and of its archive."""

    def __init__(self, folder: Path) -> None:
        """Take the folder; each campaign's summary is remembered until its file changes."""
        self.folder = folder
        self._read: dict[Path, tuple[_Stamp, _Peeked]] = {}
        self._looking = Lock()

    @property
    def archive(self) -> Path:
        """Return where campaigns lie that are put away; it may not be there yet."""
        return self.folder / ARCHIVE

    def campaigns(self) -> list[Shelved]:
        """Return every campaign, the one played last first, and after them those that are put away."""
        return [seen for _, seen in sorted(self.everything(), key=lambda each: _order(each[1]))]

    def keys(self, *, fresh: bool = False) -> dict[Path, str]:
        """Return the campaigns that can be opened and are not put away, each with its key."""
        there = self.everything(fresh=fresh)
        return {path: seen.key for path, seen in there if not seen.archived and not seen.fault}

    def names(self) -> list[str]:
        """Return the names of the campaigns that are not archived."""
        return [seen.name for _, seen in self.everything() if not seen.archived]

    def find(self, key: str) -> tuple[Path, Shelved] | None:
        """Return the file and the summary of a key, or ``None`` when no campaign here has it."""
        return next(((path, seen) for path, seen in self.everything() if seen.key == key), None)

    def everything(self, *, fresh: bool = True) -> list[tuple[Path, Shelved]]:
        """Return every campaign in the order of their files; of two with one id the first has it as key.

        Without ``fresh`` commits made meanwhile are not read: the identity of a campaign never changes.
        """
        with self._looking:
            return self._look(fresh=fresh)

    def _look(self, *, fresh: bool) -> list[tuple[Path, Shelved]]:
        there = dict.fromkeys((*campaigns_in(self.folder), *campaigns_in(self.archive)))
        self._read = {path: kept for path, kept in self._read.items() if path in there}
        found: list[tuple[Path, Shelved]] = []
        taken: set[str] = set()
        for path in there:
            peeked = self._peek(path, fresh=fresh)
            key = peeked.id[:KEY_LENGTH]
            if not key or key in taken:
                key = sha256(f"{peeked.id}\n{path.parent.name}\n{path.name}".encode()).hexdigest()[
                    :KEY_LENGTH
                ]
            taken.add(key)
            archived = path.parent == self.archive
            found.append((path, replace(peeked.seen, key=key, archived=archived)))
        return found

    def _peek(self, path: Path, *, fresh: bool) -> _Peeked:
        stamp = _stamp(path)
        kept = self._read.get(path)
        if kept is not None and (kept[0] == stamp or (not fresh and _is_same_file(kept, stamp))):
            return kept[1]
        peeked = peek(path)
        self._read[path] = (stamp, peeked)
        return peeked

    def rename(self, path: Path, said: str) -> Moved | WrongField:
        """Give a campaign another name; its file follows where nobody has it open. Raises `RecordFault`."""
        name = name_said(said)
        if isinstance(name, WrongField):
            return name
        _name_store(path, name)
        old, stem = path.name.removesuffix(SUFFIX), stem_for(name)
        taken = free_stem(stem, path.parent, ENDINGS) != stem
        if old.casefold() == stem.casefold() or (taken and _is_numbered(old, stem)):
            return Moved(path, name)
        try:
            return Moved(moved(path, path.parent, stem), name)
        except StoreBusy:
            return Moved(path, name, f"It is open in another program, so its file is still {path.name}.")

    def put_away(self, path: Path) -> Moved:
        """Move a campaign into the archive; raises `StoreBusy` when it is open, and other `RecordFault`."""
        try:
            self.archive.mkdir(exist_ok=True)
        except OSError as fault:
            raise CannotWrite(str(self.archive), why(fault), "the campaign is where it was") from fault
        return self._moved(path, self.archive)

    def bring_back(self, path: Path) -> Moved:
        """Move a campaign out of the archive; raises `StoreBusy` when it is open, and other `RecordFault`."""
        return self._moved(path, self.folder)

    def _moved(self, path: Path, folder: Path) -> Moved:
        to = moved(path, folder, path.name.removesuffix(SUFFIX))
        note = "" if to.name == path.name else f"There was a {path.name} already; this is {to.name} now."
        return Moved(to, peek(to).seen.name, note)


def name_said(said: str) -> str | WrongField:
    """Return the typed name of a campaign, or its faults."""
    name = tidied(said)
    if not name:
        return WrongField("name", "A campaign needs a name.", "such as The Barrow")
    if len(name) > LONGEST_NAME:
        message = f"A name has at most {LONGEST_NAME} characters; this one has {len(name)}."
        return WrongField("name", message, "shorten it")
    return name


def free_path(folder: Path, stem: str) -> Path:
    """Return a file for a campaign under that stem, or one numbered, beside which nothing of another lies."""
    return folder / (free_stem(stem, folder, ENDINGS) + SUFFIX)


def moved(path: Path, folder: Path, stem: str) -> Path:
    """Move a campaign's file and what its table agreed on; return where it is now. Raises `RecordFault`."""
    from turnkeeper.record.sqlite import move_campaign

    to = free_path(folder, stem)
    move_campaign(path, to)
    agreed = sharing.beside(path)
    if agreed.exists():
        agreed.rename(sharing.beside(to))
    return to


def _is_same_file(kept: tuple[_Stamp, _Peeked], stamp: _Stamp) -> bool:
    return kept[0][0] == stamp[0] and not kept[1].seen.fault


def _is_numbered(stem: str, of: str) -> bool:
    return re.fullmatch(rf"{re.escape(of.casefold())}-\d+", stem.casefold()) is not None


def _name_store(path: Path, name: str) -> None:
    from turnkeeper.record.sqlite import SqliteStore

    with closing(SqliteStore.open(path)) as store:
        if store.facts.name != name:
            store.rename(name)


def _order(seen: Shelved) -> tuple[bool, int, str]:
    return seen.archived, -seen.played_ms, seen.file


def _stamp(path: Path) -> _Stamp:
    """Return a stamp that changes whenever a campaign's file does, or the log beside it."""
    found: list[int] = []
    for part in (path, path.with_name(f"{path.name}-wal")):
        try:
            stat = os.stat(part)  # noqa: PTH116 - one call a file, for every file of the shelf
        except OSError:
            found += [0, 0, 0]
        else:
            found += [stat.st_ino, stat.st_size, stat.st_mtime_ns]
    return tuple(found)


def peek(path: Path) -> _Peeked:
    """Return the summary of a campaign without opening it whole; its faults stand in it."""
    from turnkeeper.record.sqlite import SqliteStore

    stem = path.name.removesuffix(SUFFIX)
    try:
        with closing(SqliteStore.open(path, read_only=True)) as store:
            return _seen(store, path)
    except RecordFault as fault:
        size = path.stat().st_size if path.is_file() else 0
        said = str(fault).replace(str(path), path.name)
        return _Peeked("", Shelved("", path.name, stem, size=size, fault=said, hint=fault.hint))


def _seen(store: SqliteStore, path: Path) -> _Peeked:
    facts = store.facts
    head = store.commit(store.head())
    try:
        rules = _HEAD.decode(store.blob(facts.rules_digest))
        now = _clock(head, rules)
    except (msgspec.DecodeError, ValueError, LookupError) as fault:
        raise NotACampaign(str(path), f"its rules or its last command are not understood: {fault}") from fault
    seen = Shelved(
        key="",
        file=path.name,
        name=tidied(facts.name)[:LONGEST_NAME] or path.name.removesuffix(SUFFIX),
        rules=rules.ruleset.name,
        options=rules.ruleset.options,
        now=now,
        played_ms=head.made_ms,
        begun_ms=facts.created_ms,
        commands=head.depth,
        size=path.stat().st_size,
    )
    return _Peeked(facts.campaign if _ID.fullmatch(facts.campaign) else "", seen)


def _clock(head: Commit, rules: _RulesHead) -> str:
    return TimeScale.build(rules.time.units).say_instant(_LAST.decode(head.events)[-1].at)
