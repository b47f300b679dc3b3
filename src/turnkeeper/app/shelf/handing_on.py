"""Campaigns handed on, as one file or as a playthrough, and imported again after a close check.

A file from elsewhere is believed nothing: it is copied, every page and commit of the copy is looked at, and
its game is played from the beginning; only then does it get a place on the shelf. Nothing is overwritten.
What a table agreed on, its players' links above all, is left out.
"""

from __future__ import annotations

from contextlib import closing
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from turnkeeper.app import codec
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import SUFFIX, open_campaign, random_id
from turnkeeper.app.replay import StatusFacts, replay_text, replay_to
from turnkeeper.app.shelf.folder import KEY_LENGTH, Shelf, WrongField, free_path
from turnkeeper.app.shelf.naming import LONGEST_NAME, free_name, stem_for, tidied
from turnkeeper.files.playthrough import PlaythroughFault, decode_text
from turnkeeper.play.fold import fold
from turnkeeper.record import CannotWrite, NotACampaign, RecordFault
from turnkeeper.record.campaign_file import why, workshop
from turnkeeper.rules.problems import Problem

PLAYTHROUGH = ".play"
MOST_BYTES = 67_108_864
"""The largest file that is let in: sixty-four megabytes, some hundred thousand commands."""
_DATABASE = b"SQLite format 3\x00"
FIELD = "file"


class LetIn(Struct, frozen=True):
    """An imported campaign: its file, its id, its name; ``note`` says what differs from the original."""

    path: Path
    campaign: str
    name: str
    note: str = ""


def copied(path: Path, to: Path) -> None:
    """Write a copy of a campaign, as it stands now, into a new file; it may be open. Raises `RecordFault`."""
    from turnkeeper.record.sqlite import SqliteStore

    with closing(SqliteStore.open(path, read_only=True)) as store:
        store.copy_to(to)


def copy_of(path: Path) -> bytes:
    """Return a copy of a campaign, as it stands now, as the bytes of one file. Raises `RecordFault`."""
    with TemporaryDirectory(prefix="turnkeeper-") as folder:
        to = Path(folder) / "copy"
        copied(path, to)
        return to.read_bytes()


def file_name_for(name: str, ending: str = SUFFIX) -> str:
    """Return the name of a file that is handed on, such as ``Barrow.turnkeeper``."""
    return stem_for(name) + ending


def let_in(shelf: Shelf, data: bytes, file_name: str, status: StatusFacts) -> LetIn | list[WrongField]:
    """Import a campaign from one file or from a playthrough, or return its faults.

    Its first bytes say which it is; ``status`` reads the resulting state. Raises `RecordFault` where
    nothing can be written.
    """
    if not data:
        return [WrongField(FIELD, "The file is empty.", "choose a .turnkeeper file or a playthrough")]
    if len(data) > MOST_BYTES:
        message = f"The file has {len(data):,} bytes; at most {MOST_BYTES:,} are let in."
        return [WrongField(FIELD, message, "put it into the folder by hand if it is yours")]
    return (_file if data.startswith(_DATABASE) else _playthrough)(shelf, data, file_name, status)


# One file


def _file(shelf: Shelf, data: bytes, file_name: str, status: StatusFacts) -> LetIn | list[WrongField]:
    try:
        with workshop(shelf.folder) as folder:
            copy = folder / "copy"
            copy.write_bytes(data)
            try:
                looked_over(copy, status)
            except RecordFault as fault:
                # What it is called here means nothing to whoever chose it.
                shown = tidied(Path(file_name).name)[:LONGEST_NAME] or "The file"
                return [WrongField(FIELD, str(fault).replace(str(copy), shown), fault.hint)]
            return _shelved(shelf, copy, file_name)
    except OSError as fault:
        raise CannotWrite(str(shelf.folder), why(fault), "no campaign was let in") from fault


def looked_over(path: Path, status: StatusFacts) -> None:
    """Look at all of a campaign's file, and play it from its beginning; raises `RecordFault`."""
    from turnkeeper.record.sqlite import SqliteStore

    with closing(SqliteStore.open(path, read_only=True)) as store:
        store.examine()
        rules = store.blob(store.facts.rules_digest)
        if sha256(rules).hexdigest() != store.facts.rules_digest:
            raise NotACampaign(str(path), "the rules that it keeps are not those that it was played by")
    try:
        with closing(open_campaign(path, read_only=True)) as campaign:
            _require_played(campaign, path)
            dict(status(campaign))
    except RecordFault:
        raise
    except Exception as fault:  # what was put together by hand can go wrong in any way
        raise NotACampaign(str(path), f"it cannot be played ({type(fault).__name__}: {fault})") from fault


def _require_played(campaign: Campaign, path: Path) -> None:
    """Raise `NotACampaign` unless the events lead to the state that was kept of them."""
    rows = campaign.store.events(campaign.head.id)
    state = fold([event for row in rows for event in codec.decode_events(row)])
    if codec.encode_state(state) != codec.encode_state(campaign.state):
        raise NotACampaign(str(path), "the state that it keeps is not what its commands come to")


def _shelved(shelf: Shelf, copy: Path, file_name: str) -> LetIn:
    """Copy a checked file into the folder under a free name, with a new id where its own is taken."""
    from turnkeeper.record.sqlite import SqliteStore

    with closing(SqliteStore.open(copy)) as store:
        facts = store.facts
        own = facts.campaign
        fresh = own[:KEY_LENGTH] in {seen.key for seen in shelf.campaigns()} or not _is_id(own)
        stem = tidied(Path(file_name).name.removesuffix(SUFFIX))
        asked = (tidied(facts.name) or stem or "campaign")[:LONGEST_NAME]
        name = free_name(asked, shelf.names())
        campaign = random_id() if fresh else own
        path = free_path(shelf.folder, stem_for(name))
        store.copy_to(path, campaign=campaign, name=name)
    note = f"There is a {asked} already, so this one is called {name}." if name != asked else ""
    return LetIn(path, campaign, name, note)


def _is_id(said: str) -> bool:
    return len(said) >= KEY_LENGTH and not set(said) - set("0123456789abcdef")


# A playthrough


def _playthrough(shelf: Shelf, data: bytes, file_name: str, status: StatusFacts) -> LetIn | list[WrongField]:
    called = tidied(Path(file_name.replace("\\", "/")).name)[:LONGEST_NAME] or "playthrough"
    try:
        text = decode_text(data, called)
    except PlaythroughFault as fault:
        return [_slip(problem) for problem in fault.problems]
    tried = replay_text(text, called, status)
    if tried.problems or tried.campaign is None:
        return [_slip(problem) for problem in tried.problems]
    asked = tidied(tried.campaign.store.facts.name)[:LONGEST_NAME] or "playthrough"
    name = free_name(asked, shelf.names())
    path = free_path(shelf.folder, stem_for(name))
    campaign = replay_to(path, text, called, status).campaign
    assert campaign is not None  # noqa: S101 - it was tried
    with closing(campaign.store) as store:
        if store.facts.name != name:
            store.rename(name)
        note = f"There is a {asked} already, so this one is called {name}." if name != asked else ""
        return LetIn(path, store.facts.campaign, name, note)


def _slip(problem: Problem) -> WrongField:
    message = f"{problem.path}: {problem.message}" if problem.path else problem.message
    return WrongField(FIELD, message, problem.hint, problem.line, problem.column)


def exported(path: Path) -> tuple[str, str]:
    """Return the name of a campaign and its playthrough up to where it stands. Raises `RecordFault`."""
    from turnkeeper.app.export import export_text

    with closing(open_campaign(path, read_only=True)) as campaign:
        try:
            return campaign.store.facts.name, export_text(campaign)
        except (msgspec.DecodeError, codec.Unreadable) as fault:
            raise NotACampaign(str(path), f"its contents are not understood: {fault}") from fault
