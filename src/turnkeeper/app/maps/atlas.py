"""The maps and calendars that a campaign can use: kept, brought along just now, or of the program.

A map is kept as its text, under the SHA-256 of it, and is read only when its land is asked for. So that
every map can be handed on in a playthrough its text is made of plain lines: they end in a line feed, the last
one too. This module must not know what a land means to a game.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from turnkeeper.app.codec import Unreadable
from turnkeeper.calendars.model import CalendarData
from turnkeeper.hexes import Land
from turnkeeper.record import Store, UnknownBlob
from turnkeeper.rules.atlas import LandLost

if TYPE_CHECKING:
    from turnkeeper.files.maps.textmapper import TextMap

SAMPLE = "sample"
SAMPLE_FILE = "wether-coast.txt"
SHOWN_DIGITS = 12
"""The number of digits of a digest in a command."""
MOST_CHARACTERS = 16_777_216
"""The longest map that a campaign keeps: half of what a playthrough may hold."""
_LINE_END = re.compile(r"\r*\n")


class Brought(Struct, frozen=True):
    """A map to play on: its name, the digest of its text, the text, and its land.

    Without the land it is read when it is asked for.
    """

    name: str
    digest: str
    text: str
    land: Land | None = None


def digest_of(text: str) -> str:
    """Return the full digest of a map's text."""
    return sha256(text.encode()).hexdigest()


def digest_of_calendar(data: CalendarData) -> str:
    """Return the full digest of a calendar, whatever it says that it extends."""
    return sha256(encode(replace(data, calendar=replace(data.calendar, extends="")))).hexdigest()


def sample_text() -> str:
    """Return the sample land as it is written."""
    from importlib.resources import files

    return files("turnkeeper.app").joinpath("samples", SAMPLE_FILE).read_text(encoding="utf-8")


def kept_text(text: str) -> str:
    r"""Return a map's text as it is kept: without a byte order mark, each line ended by a line feed alone.

    >>> kept_text("\ufeff0101 sea\r\n0102 hills")
    '0101 sea\n0102 hills\n'
    """
    text = _LINE_END.sub("\n", text.lstrip("\ufeff")).rstrip("\r")
    return text if text.endswith("\n") or not text else f"{text}\n"


def map_from(name: str, text: str, file: str) -> tuple[Brought, TextMap]:
    """Return a map to play on, and its text as read.

    ``file`` names the text in problems. Raises `MapRefused` for a map that cannot be kept.
    """
    from turnkeeper.files.maps.textmapper import read

    text = kept_text(text)
    _require_plain(text, file)
    read_map = read(text, file)
    return Brought(name, digest_of(text), text, read_map.land), read_map


def sample_land() -> Brought:
    """Return the sample land under its own name."""
    text = sample_text()
    return Brought(SAMPLE, digest_of(text), text)


class CampaignAtlas:
    """The maps that a campaign can be played on; an `Atlas` for its rule book.

    A map that is brought can be used by its name or digest from then on; the store keeps it once a command
    that uses it is recorded. Of several with one name the one brought first is found, and before the sample.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._brought: list[Brought] = []
        self._lands: dict[str, Land] = {}
        self._safe: set[str] = set()
        self._calendars: list[CalendarData] = []

    def bring_calendar(self, data: CalendarData) -> None:
        """Add a calendar; the record keeps it once a command that uses it is recorded."""
        self._calendars.append(data)

    def calendar(self, name: str, digest: str, /) -> CalendarData | None:
        """Return the calendar of an id; the digest decides, else what was brought first, before a preset."""
        from turnkeeper.calendars.reading import load_preset, preset_ids

        there = [one for one in self._calendars if one.calendar.id == name]
        if name in preset_ids():
            there.append(load_preset(name))
        return next((one for one in there if digest_of_calendar(one).startswith(digest)), None)

    def calendars(self) -> tuple[str, ...]:
        """Return the ids of the calendars that are at hand."""
        from turnkeeper.calendars.reading import preset_ids

        return tuple(dict.fromkeys((*(one.calendar.id for one in self._calendars), *preset_ids())))

    def bring(self, brought: Brought) -> None:
        """Add a map to those that can be found."""
        self._brought.append(brought)
        if brought.land is not None:
            self._lands[brought.digest] = brought.land

    def find(self, name: str, digest: str, /) -> str | None:
        """Return the full digest of the map that is meant, by the beginning of it, else by the name."""
        there = [*self._brought, sample_land()]
        if digest:
            found = {one.digest for one in there if one.digest.startswith(digest)}
            return found.pop() if len(found) == 1 else None
        wanted = name.casefold()
        return next((one.digest for one in there if one.name.casefold() == wanted), None)

    def names(self) -> tuple[str, ...]:
        """Return the names of the maps that are at hand."""
        return tuple(dict.fromkeys((*(one.name for one in self._brought), SAMPLE)))

    def land(self, digest: str, /) -> Land:
        """Return the land of a map; raises `Unreadable` for one that the campaign names and does not have."""
        if digest not in self._lands:
            from turnkeeper.files.maps.textmapper import MapRefused, read

            try:
                self._lands[digest] = read(self.text(digest)).land
            except MapRefused as fault:
                raise _unreadable(digest, str(fault)) from fault
        return self._lands[digest]

    def text(self, digest: str) -> str:
        """Return the text of a map, from the store or as brought along; raises `Unreadable`."""
        try:
            kept = self._store.blob(digest)
        except UnknownBlob:
            for one in (*self._brought, sample_land()):
                if one.digest == digest:
                    return one.text
            raise _unreadable(digest, "it is not kept in the campaign") from None
        if sha256(kept).hexdigest() != digest:
            raise _unreadable(digest, "it is not as it was")
        return kept.decode()

    def keep(self, digest: str) -> None:
        """Make sure that the store keeps a map, before a commit that names it; raises `RecordFault`."""
        if digest in self._safe:
            return
        try:
            self._store.blob(digest)
        except UnknownBlob:
            self._store.put_blob(digest, self.text(digest).encode())
        self._safe.add(digest)


class MapLost(Unreadable, LandLost):
    """A map of the campaign cannot be read any more."""


def _unreadable(digest: str, reason: str) -> MapLost:
    return MapLost(f"the map {digest[:SHOWN_DIGITS]} of this campaign cannot be read: {reason}")


def _require_plain(text: str, file: str) -> None:
    """Raise `MapRefused` for a text that no playthrough could hold."""
    from turnkeeper.files.maps.textmapper import MapRefused
    from turnkeeper.files.playthrough import Embedded, unfit
    from turnkeeper.rules.problems import Problem

    if len(text) > MOST_CHARACTERS:
        message = f"the map has {len(text):,} characters; a campaign keeps at most {MOST_CHARACTERS:,}"
        raise MapRefused(Problem(file, 1, 1, "", message, "part the map"))
    for number, line in enumerate(text.split("\n"), 1):
        slip = unfit(Embedded(line))
        if slip is not None:
            column, message, hint = slip
            raise MapRefused(Problem(file, number, column, "", message, hint))
