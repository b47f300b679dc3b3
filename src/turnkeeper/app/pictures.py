"""The pictures of one campaign: those its store keeps, and those brought along just now.

A picture is kept as its very bytes, under a digest of them, in the campaign's file; of what kind it is, its
first bytes say. Portraits and handouts name it by its digest.
"""

from __future__ import annotations

from hashlib import sha256

from msgspec import Struct

from turnkeeper.files.pictures import KINDS, kind_of
from turnkeeper.play.kernel.event import Event
from turnkeeper.play.party.handouts import HandedOut
from turnkeeper.play.party.sheets import SheetWritten
from turnkeeper.record import Store, UnknownBlob

MOST_BYTES = 4_000_000
"""The largest picture that a campaign keeps."""
MOST_OF_PORTRAIT = 300_000
"""The most bytes of a portrait: a face at the size of a card takes a tenth of it."""
MOST_BROUGHT = 8
DIGITS = 16
"""The digits of a picture's digest: they are part of commands."""


class Picture(Struct, frozen=True):
    """A picture: its bytes, and their media type."""

    data: bytes
    media_type: str


class UnfitPictureError(ValueError):
    """Bytes that are no picture that can be kept; ``str()`` says why."""


class CampaignPictures:
    """The pictures of a campaign. One that is brought is kept once a command that names it is recorded."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._brought: dict[str, bytes] = {}

    def bring(self, data: bytes, most: int = MOST_BYTES) -> str:
        """Take a picture of at most ``most`` bytes along, return its digest; raises `UnfitPictureError`."""
        if len(data) > most:
            message = f"this picture has at most {most:,} bytes; it has {len(data):,}"
            raise UnfitPictureError(message)
        if not kind_of(data):
            message = f"this is no picture: {KINDS} is"
            raise UnfitPictureError(message)
        digest = _digest(data)
        self._brought[digest] = data
        while len(self._brought) > MOST_BROUGHT:
            del self._brought[next(iter(self._brought))]
        return digest

    def keep(self, digest: str) -> None:
        """Make sure that the store keeps a picture that was brought; one that was not may come later."""
        if digest in self._brought:
            self._store.put_blob(digest, self._brought.pop(digest))

    def find(self, digest: str) -> Picture | None:
        """Return a picture, or ``None`` for one that is not kept, or is not as it was."""
        try:
            data = self._brought.get(digest) or self._store.blob(digest)
        except UnknownBlob:
            return None
        media_type = kind_of(data)
        return Picture(data, media_type) if media_type and _digest(data) == digest else None


def picture_of(event: Event) -> str:
    """Return the digest of the picture that an event brings into the game; empty without one."""
    return event.picture if isinstance(event, HandedOut | SheetWritten) else ""


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:DIGITS]
