"""Who may come in as the referee: the key of this start, browsers that entered with it, tokens of programs.

A key or token is 192 random bits. The one to enter with lives as long as the program; of browsers' cookies
and programs' tokens only SHA-256 is kept, in one small file beside the campaigns, so that a stolen file opens
nothing. This module must not know requests or pages.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Literal, TypeVar, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app.library import write_whole

FILE = ".turnkeeper-keys.json"
KEY_BYTES = 24
MOST_SESSIONS = 48
MOST_TOKENS = 48
LONGEST_KEY = 100
LONGEST_LABEL = 60
KEPT_FOR_S = 180 * 24 * 3600
"""A browser that was not seen for this long must enter anew."""
SEEN_EVERY_S = 3600
"""The precision of the last sighting: the file is not written for every click."""
PREFIX = "tk_"
"""Tokens begin so, that people and programs which look for lost secrets know one when they see it."""


Scope = Literal["look", "play", "all"]
"""What a program may do: see all that the referee sees; say commands too; or all that the referee may."""
SCOPES: tuple[Scope, ...] = get_args(Scope)
DAY_S = 24 * 3600
MOST_DAYS = 3_650
CODE_S = 60
"""A code to enter with, in place of the key of the start, holds once and for so long."""


class SignIn(Struct, frozen=True):
    """A browser that entered: the hash of its cookie, made and last seen in Unix seconds."""

    hash: str
    made_s: int
    seen_s: int
    scope: ClassVar[Scope] = "all"
    ends_s: ClassVar[int | None] = None


class ApiToken(Struct, frozen=True):
    """A program, as its label tells, that may do what its scope says until its end; times in Unix seconds."""

    id: str
    label: str
    hash: str
    made_s: int
    seen_s: int
    scope: Scope = "all"
    ends_s: int | None = None


class KeptCredentials(Struct, frozen=True):
    """The contents of the file. ``name`` is this folder's own ending of the cookie's name.

    Cookies do not know ports: two servers on one machine would otherwise overwrite each other's.
    """

    name: str
    sessions: tuple[SignIn, ...] = ()
    tokens: tuple[ApiToken, ...] = ()


Held = TypeVar("Held", SignIn, ApiToken)


def random_key() -> str:
    """Return 192 random bits in letters that a URL can hold."""
    return secrets.token_urlsafe(KEY_BYTES)


def hash_of(key: str) -> str:
    """Return the hash of a key. A key is random and long, so one quick hash without salt is enough."""
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


def _holder(key: str, among: Iterable[Held]) -> Held | None:
    """Return whom a key belongs to; all are compared, whichever it is."""
    wanted, found = hash_of(key[: LONGEST_KEY + 1]).encode(), None
    for one in among:
        if hmac.compare_digest(wanted, one.hash.encode()):
            found = one
    return found


class Credentials:
    """The keys of one folder of campaigns, for one thread.

    What another program changed in the file is seen when a key is not known here, and before each change.
    """

    def __init__(self, path: Path, *, now: Callable[[], float] = time.time) -> None:
        """Read the file if it is there; one that cannot be understood is put aside as ``*.damaged``."""
        self.entrance = random_key()
        self._path = path
        self._now = now
        self._code = ("", 0)
        self._stamp: tuple[int, int] | None = None
        self._kept = KeptCredentials(secrets.token_hex(4))
        self._look()

    @property
    def cookie(self) -> str:
        """The name of the cookie that this folder's browsers carry."""
        return f"turnkeeper_{self._kept.name}"

    @property
    def tokens(self) -> tuple[ApiToken, ...]:
        """The tokens that programs may use, the oldest first."""
        return tuple(one for one in self._kept.tokens if not self._ended(one))

    @property
    def browsers(self) -> int:
        """How many browsers have entered and not left."""
        return len(self._kept.sessions)

    def opens(self, key: str) -> bool:
        """Return whether this is the key that this start printed, or the latest code, used up now."""
        said, (code, until) = key.encode("utf-8", "surrogateescape"), self._code
        if code and self._seconds() <= until and hmac.compare_digest(said, code.encode()):
            self._code = ("", 0)
            return True
        return hmac.compare_digest(said, self.entrance.encode())

    def code(self) -> str:
        """Make a code that opens once: what starts a browser shows its address to every account."""
        self._code = (random_key(), self._seconds() + CODE_S)
        return self._code[0]

    def admit(self) -> str:
        """Admit a browser for as long as it is seen now and then; returns the value of its cookie."""
        key, now = random_key(), self._seconds()
        self._look()
        session = SignIn(hash_of(key), now, now)
        self._keep(replace(self._kept, sessions=(*self._kept.sessions, session)))
        return key

    def browser(self, cookie: str) -> SignIn | None:
        """Return the browser that shows this cookie, if it entered once and has not left."""
        found = self._find(cookie, lambda kept: kept.sessions)
        if found is not None and self._seconds() - found.seen_s >= SEEN_EVERY_S:
            seen = replace(found, seen_s=self._seconds())
            rest = tuple(one for one in self._kept.sessions if one.hash != found.hash)
            self._keep(replace(self._kept, sessions=(*rest, seen)))
        return found

    def leave(self, cookie: str) -> None:
        """Forget a browser."""
        gone = hash_of(cookie)
        self._look()
        rest = tuple(one for one in self._kept.sessions if one.hash != gone)
        self._keep(replace(self._kept, sessions=rest))

    def leave_all(self, but: str = "") -> None:
        """Forget every browser, or every one but that of a cookie; each must enter anew."""
        self._look()
        stays = _holder(but, self._kept.sessions)
        self._keep(replace(self._kept, sessions=() if stays is None else (stays,)))

    def make_token(
        self, label: str, scope: Scope = "all", days: int | None = None, by: SignIn | ApiToken | None = None
    ) -> tuple[ApiToken, str]:
        """Make a token for a program; its text is told this once and is not kept.

        It ends after a number of days if told so, and never later than the token ``by`` which it is made.
        Raises ``ValueError`` when there are too many.
        """
        self._look()
        if len(self.tokens) >= MOST_TOKENS:
            message = f"there are {MOST_TOKENS} tokens already; revoke one that is not used"
            raise ValueError(message)
        text, now = PREFIX + random_key(), self._seconds()
        said = " ".join("".join(c if c.isprintable() else " " for c in label).split())[:LONGEST_LABEL]
        ends = [now + days * DAY_S] if days is not None else []
        ends += [by.ends_s] if by is not None and by.ends_s is not None else []
        name = said or "a program"
        token = ApiToken(secrets.token_hex(4), name, hash_of(text), now, now, scope, min(ends, default=None))
        self._keep(replace(self._kept, tokens=(*self.tokens, token)))
        return token, text

    def program(self, token: str) -> ApiToken | None:
        """Return the program that shows this token, if that was not revoked and has not ended."""
        found = self._find(token, lambda kept: kept.tokens)
        if found is not None and self._seconds() - found.seen_s >= SEEN_EVERY_S:
            seen = replace(found, seen_s=self._seconds())
            tokens = tuple(seen if one.id == seen.id else one for one in self._kept.tokens)
            self._keep(replace(self._kept, tokens=tokens))
        return found

    def standing(self) -> frozenset[str]:
        """Return the hash of everyone who may be here now; another program may have turned some out."""
        self._look()
        return frozenset({one.hash for one in self._kept.sessions} | {one.hash for one in self.tokens})

    def revoke(self, token_id: str) -> bool:
        """Revoke a token; returns whether there was one of that id."""
        self._look()
        rest = tuple(one for one in self._kept.tokens if one.id != token_id)
        there = len(rest) < len(self._kept.tokens)
        if there:
            self._keep(replace(self._kept, tokens=rest))
        return there

    def _find(self, key: str, among: Callable[[KeptCredentials], tuple[Held, ...]]) -> Held | None:
        found = _holder(key, among(self._kept))
        if found is None and self._stamp != self._stamp_now():
            self._look()
            found = _holder(key, among(self._kept))
        return None if found is None or self._ended(found) else found

    def _ended(self, one: SignIn | ApiToken) -> bool:
        return one.ends_s is not None and one.ends_s <= self._seconds()

    def _seconds(self) -> int:
        return int(self._now())

    def _stamp_now(self) -> tuple[int, int] | None:
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_ino

    def _look(self) -> None:
        """Read what another program may have changed."""
        stamp = self._stamp_now()
        if stamp is None or stamp == self._stamp:
            return
        try:
            self._kept = msgspec.json.decode(self._path.read_bytes(), type=KeptCredentials)
            self._stamp = stamp
        except (msgspec.DecodeError, UnicodeDecodeError):
            with suppress(OSError):
                self._path.replace(self._path.with_name(self._path.name + ".damaged"))
        except OSError:
            return

    def _keep(self, kept: KeptCredentials) -> None:
        """Write the file, whole or not at all; where that is not possible, it lasts for this start."""
        oldest = self._seconds() - KEPT_FOR_S
        fresh = [one for one in kept.sessions if one.seen_s > oldest]
        self._kept = replace(kept, sessions=tuple(fresh[-MOST_SESSIONS:]))
        with suppress(OSError):
            write_whole(self._path, msgspec.json.format(msgspec.json.encode(self._kept)))
        self._stamp = self._stamp_now()
