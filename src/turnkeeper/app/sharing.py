"""A table's agreements beside its campaign: whose dice fall, what players see, and by which links.

These are matters of the people at the table and not of the game, so they are no commits: undo leaves them as
they are, and a campaign that is handed on does not take them along. They lie in one small file beside the
campaign. Of a link's token only its hash is kept, so that the file opens nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from turnkeeper.app.library import write_whole
from turnkeeper.chance.drivers import DiceKind
from turnkeeper.record import CannotWrite
from turnkeeper.record.campaign_file import why

SUFFIX = ".table.json"
TOKEN_BYTES = 24
"""A token is 192 random bits."""
LONGEST_TOKEN = 200
LONGEST_LABEL = 60
MOST_LINKS = 200
MOST_EARLIER = 4
"""The earlier tokens that go on opening a renewed link."""
LARGEST = 1_000_000
LOW = 350
"""A light is low with this many thousandths of a fresh one left, as the terminal has it too: about a third.

House default: called low only for the last of it, a torch would leave no time to act on that.
"""

TimeShown = Literal["exact", "part", "day", "nothing"]
"""The clock as it is; its watch or the part of the day alone; the day alone; nothing of it."""


class Shown(Struct, frozen=True):
    """What players see; by default no exact time and no figures.

    ``numbers`` are hit points and the like as figures, where conditions alone are said otherwise. ``low`` is
    with how many thousandths of a fresh one left a light is called low. ``story`` lets them read
    what they were told, session by session. ``portraits`` are those of the party.
    """

    time: TimeShown = "part"
    weather: bool = True
    numbers: bool = False
    map: bool = True
    light: bool = True
    low: Annotated[int, Meta(ge=0, le=1000)] = LOW
    story: bool = False
    portraits: bool = False


Displays = Literal["clock", "fight", "map", "handout", "curtain"]
"""What the table's display can show: the curtain is dark, and tells nothing."""


class Display(Struct, frozen=True, omit_defaults=True):
    """What the table's display shows; of handouts the one of a title, or the latest."""

    shows: Displays = "clock"
    handout: str = ""


class Link(Struct, frozen=True, omit_defaults=True):
    """A link for looking on: whom it is for, and the character it stands for, if any.

    ``hash`` is the SHA-256 of the token, ``made`` and ``revoked`` are in Unix milliseconds. With ``light``
    they may light and douse what their character bears, with ``answers`` they may answer throws that they are
    asked. The tokens of ``earlier`` hashes open it too, the latest first.
    """

    id: str
    label: str
    hash: str
    made: int
    character: str = ""
    light: bool = False
    answers: bool = False
    revoked: int | None = None
    earlier: tuple[str, ...] = ()

    @property
    def hashes(self) -> tuple[str, ...]:
        """Return the hashes of all tokens that open it, the newest first."""
        return (self.hash, *self.earlier)


class Sharing(Struct, frozen=True, omit_defaults=True):
    """All that a table agreed on; links in the order made, the revoked among them."""

    dice: DiceKind = "seeded"
    shown: Shown = Shown()
    links: tuple[Link, ...] = ()
    display: Display = Display()

    @property
    def open_links(self) -> tuple[Link, ...]:
        """Return the links that can be used."""
        return tuple(one for one in self.links if one.revoked is None)

    def link(self, link_id: str) -> Link | None:
        """Return the link of an id, revoked or not."""
        return next((one for one in self.links if one.id == link_id), None)

    def opened_by(self, token: str) -> Link | None:
        """Return the link that a token opens; ``None`` for one that is unknown or revoked.

        Every link is compared, whichever it is, so that the time taken tells nothing.
        """
        wanted, found = hash_of(token), None
        for one in self.links:
            for each in one.hashes:
                if hmac.compare_digest(wanted.encode(), each.encode()) and one.revoked is None:
                    found = one
        return found


class Kept(Struct, frozen=True):
    """The agreements found beside a campaign; where they cannot be read, the fault and the defaults."""

    sharing: Sharing
    wrong: str = ""


# Links


def hash_of(token: str) -> str:
    """Return the hash that is kept of a token: one quick hash without salt, since it is random and long."""
    return hashlib.sha256(token[:LONGEST_TOKEN].encode("utf-8", "surrogateescape")).hexdigest()


def made(sharing: Sharing, label: str, now: int, character: str = "") -> tuple[Sharing, Link, str]:
    """Return a table with one link more, the link, and its token, which is told this once and never kept.

    ``now`` is in Unix milliseconds. The links revoked longest ago are forgotten when there are too many.
    """
    token = secrets.token_urlsafe(TOKEN_BYTES)
    link = Link(secrets.token_hex(4), _plain(label) or "a player", hash_of(token), now, _plain(character))
    links = (*sharing.links, link)
    spare = len(links) - MOST_LINKS
    forgotten = [one.id for one in links if one.revoked is not None][: max(0, spare)]
    return replace(sharing, links=tuple(one for one in links if one.id not in forgotten)), link, token


def renewed(sharing: Sharing, label: str, now: int) -> tuple[Sharing, str]:
    """Return a table whose link of a label has a new token, and the token.

    The latest earlier tokens go on opening the link. Others of the label that may do the same become one
    with it; where there is none it is made.
    """
    called = [one for one in reversed(sharing.open_links) if one.label == label and not one.character]
    same = [one for one in called if (one.light, one.answers) == (called[0].light, called[0].answers)]
    if not same:
        kept, _, token = made(sharing, label, now)
        return kept, token
    token = secrets.token_urlsafe(TOKEN_BYTES)
    earlier = tuple(each for one in same for each in one.hashes)[:MOST_EARLIER]
    link = replace(same[0], hash=hash_of(token), made=now, earlier=earlier)
    merged = [one.id for one in same[1:]]
    rest = (one for one in sharing.links if one.id not in merged)
    return replace(sharing, links=tuple(link if one.id == link.id else one for one in rest)), token


def full(sharing: Sharing) -> bool:
    """Return whether no further link can be made before one is revoked."""
    return len(sharing.open_links) >= MOST_LINKS


def renamed(sharing: Sharing, link_id: str, label: str, character: str) -> Sharing:
    """Return a table where a link is for another person or character."""
    return _changed(sharing, link_id, label=_plain(label) or "a player", character=_plain(character))


def granted(sharing: Sharing, link_id: str, *, light: bool, answers: bool) -> Sharing:
    """Return a table where a link may do these things and no others."""
    return _changed(sharing, link_id, light=light, answers=answers)


def revoked(sharing: Sharing, link_id: str, now: int) -> Sharing:
    """Return a table where a link opens nothing any more; one that was revoked before stays so."""
    found = sharing.link(link_id)
    return sharing if found is None or found.revoked is not None else _changed(sharing, link_id, revoked=now)


def _changed(sharing: Sharing, link_id: str, **fields: str | bool | int) -> Sharing:
    links = (replace(one, **fields) if one.id == link_id else one for one in sharing.links)
    return replace(sharing, links=tuple(links))


def _plain(said: str) -> str:
    """Return a label as one line of letters that can be shown."""
    return " ".join("".join(c if c.isprintable() else " " for c in said).split())[:LONGEST_LABEL]


# The file


def beside(campaign: Path) -> Path:
    """Return the file that lies beside a campaign: ``Barrow.table.json`` beside ``Barrow.turnkeeper``."""
    return campaign.with_name(campaign.stem + SUFFIX)


def read(campaign: Path) -> Kept:
    """Return the agreements beside a campaign; never fails, but reports faults."""
    path = beside(campaign)
    try:
        return Kept(_decoded(path))
    except FileNotFoundError:
        return Kept(Sharing())
    except OSError as fault:
        return Kept(Sharing(), f"{path.name} cannot be read: {why(fault)}. No link works meanwhile.")
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        return Kept(Sharing(), f"{path.name} is damaged: {fault}. No link works; make new ones.")


def _decoded(path: Path) -> Sharing:
    if path.is_fifo():  # whoever opens it waits for its other end
        message = "it is a pipe"
        raise OSError(message)
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        message = f"it is over {LARGEST:,} bytes"
        raise msgspec.DecodeError(message)
    try:
        return msgspec.json.decode(data, type=Sharing)
    except RecursionError:
        message = "it is nested too deeply"
        raise msgspec.DecodeError(message) from None


def write(campaign: Path, sharing: Sharing) -> None:
    """Keep it beside a campaign, whole or not at all, for nobody else to read; raises `CannotWrite`.

    A damaged file in its place is put aside under a name that ends in ``.damaged``, and not lost.
    """
    path = beside(campaign)
    data = msgspec.json.format(msgspec.json.encode(sharing), indent=2) + b"\n"
    try:
        if read(campaign).wrong:
            path.replace(path.with_name(path.name + ".damaged"))
        write_whole(path, data)
    except OSError as fault:
        raise CannotWrite(str(path), why(fault), "what players see is as it was") from fault
