"""Players' links: which token opens which, at which table; and what each table shares, as last read.

Of links made since the start the tokens are known here, so that their QR codes can be shown again; with the
server they are forgotten. This module must not know the view of a guest.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from turnkeeper.app import sharing
from turnkeeper.app.campaign import now_ms
from turnkeeper.app.session import Session
from turnkeeper.app.sharing import Kept, Link, Sharing
from turnkeeper.web.open_tables import LINK, OpenTable, OpenTables
from turnkeeper.web.problems import refuse

TICK_NS = 50_000_000
Said = TypeVar("Said", str, bool)
Stamp = tuple[int, int, int]
_NEVER: Stamp = (0, 0, 0)


class LinkHolder(NamedTuple):
    """The holder of a link: the table and the link."""

    table: OpenTable
    link: Link


def agreed(campaign: Path) -> Kept:
    """Return a table's agreements, read anew only when their file has changed."""
    return _read(campaign, _stamp(campaign))


def _stamp(campaign: Path) -> Stamp:
    try:
        found = sharing.beside(campaign).stat()
    except OSError:
        return _NEVER
    return found.st_mtime_ns, found.st_ino, found.st_size


@lru_cache(maxsize=256)
def _read(campaign: Path, _stamp: Stamp) -> Kept:
    return sharing.read(campaign)


class LinkAccess:
    """The links of all campaigns of the folder."""

    def __init__(self, tables: OpenTables) -> None:
        """Take the campaigns."""
        self._tables = tables
        self._tokens: dict[str, str] = {}
        self._homes: dict[str, tuple[Path, str]] = {}
        self._as_of = 0

    def find(self, token: str) -> LinkHolder | None:
        """Return the holder of a token; ``None`` for one that no link has, or a revoked one."""
        home = self._home_of(sharing.hash_of(token))
        if home is None:
            return None
        path, key = home
        link, table = agreed(path).sharing.opened_by(token), self._tables.find(key)
        return None if link is None or table is None else LinkHolder(table, link)

    def _home_of(self, wanted: str) -> tuple[Path, str] | None:
        """Return the campaign that has a link of that hash, with its key.

        Hundreds may come back at once after a restart: all files are looked through only when one of the
        folder was put in place since.
        """
        try:
            changed = self._tables.folder.stat().st_mtime_ns
        except OSError:
            return None
        if changed != self._as_of:
            self._homes = {
                each: (path, key)
                for path, key in self._tables.keys().items()
                for link in agreed(path).sharing.open_links
                for each in link.hashes
            }
            # A clock of files ticks slowly: what was changed just now may change again within the same tick.
            self._as_of = changed if time.time_ns() - changed > TICK_NS else 0
        return self._homes.get(wanted)

    def remember(self, token: str) -> None:
        """Know a token for as long as the server runs."""
        self._tokens[sharing.hash_of(token)] = token

    def token_of(self, link: Link) -> str:
        """Return the token of a link that was made since the start; of others nothing."""
        return "" if link.revoked is not None else self._tokens.get(link.hash, "")

    async def change(self, table: OpenTable, change: Callable[[Sharing], Sharing]) -> Sharing:
        """Change a table's agreements, end the streams of revoked links, and draw anew.

        Raises `RecordFault` when it cannot be written.
        """

        def work(session: Session) -> tuple[Sharing, Sharing]:
            before = sharing.read(table.path).sharing
            after = change(before)
            if after != before or not sharing.beside(table.path).exists():
                sharing.write(table.path, after)
            session.dice = after.dice
            return before, after

        before, after = await table.run(work)
        still = {one.id for one in after.open_links}
        for link in before.open_links:
            if link.id not in still:
                table.players.close(link.id)
                table.display.close(LINK + link.id)
        await table.redraw()
        return after

    async def make_link(self, table: OpenTable, label: str, character: str = "") -> tuple[Link, str]:
        """Make a link and return it with its token, which is known until the server ends."""
        made: list[tuple[Link, str]] = []

        def one_more(kept: Sharing) -> Sharing:
            if sharing.full(kept):
                refuse(409, "too-many", "There are as many links as there can be.", "Revoke one first.")
            after, link, token = sharing.made(kept, label, now_ms(), character)
            made.append((link, token))
            return after

        await self.change(table, one_more)
        self.remember(made[0][1])
        return made[0]

    async def change_link(  # noqa: PLR0913 - what can be said of a link
        self,
        table: OpenTable,
        link_id: str,
        *,
        label: str | None = None,
        character: str | None = None,
        light: bool | None = None,
        answers: bool | None = None,
    ) -> Link:
        """Change whom a link is for, or its rights; ``None`` leaves a field as it is."""

        def changed(kept: Sharing) -> Sharing:
            was = _require(kept, link_id)
            name, person = _or(label, was.label), _or(character, was.character)
            kept = sharing.renamed(kept, link_id, name, person)
            may_light, may_answer = _or(light, was.light), _or(answers, was.answers)
            return sharing.granted(kept, link_id, light=may_light, answers=may_answer)

        return _require(await self.change(table, changed), link_id)

    async def revoke_link(self, table: OpenTable, link_id: str) -> None:
        """Revoke a link; pages that are open by it go blank at once."""

        def without(kept: Sharing) -> Sharing:
            return sharing.revoked(kept, _require(kept, link_id).id, now_ms())

        await self.change(table, without)


def _or(said: Said | None, otherwise: Said) -> Said:
    return otherwise if said is None else said


def _require(kept: Sharing, link_id: str) -> Link:
    found = kept.link(link_id)
    if found is None:
        refuse(404, "no-link", "There is no such link.", "GET sharing lists them.")
    return found
