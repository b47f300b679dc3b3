"""Whom a token lets in: the link that it opens, at which table; and what each table agreed on, as last read.

Of links made since the start the tokens are known here, so that their QR codes can be shown again; with the
server they are forgotten. This module must not know what a guest sees.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from turnkeeper.table import sharing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from turnkeeper.table.desk import Desk
    from turnkeeper.table.sharing import Kept, Link, Sharing
    from turnkeeper.web.tables import Table, Tables

Stamp = tuple[int, int, int]
_NEVER: Stamp = (0, 0, 0)


class Guest(NamedTuple):
    """Somebody who came by a link: at which table, and which link."""

    table: Table
    link: Link


def agreed(campaign: Path) -> Kept:
    """Return what a table agreed on, read anew only when its file has changed."""
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


class Guests:
    """The links of all campaigns of the folder."""

    def __init__(self, tables: Tables) -> None:
        """Take the campaigns."""
        self._tables = tables
        self._tokens: dict[str, str] = {}

    def find(self, token: str) -> Guest | None:
        """Return whom a token lets in; ``None`` for one that no link has, or a revoked one."""
        for path, key in self._tables.keys().items():
            link = agreed(path).sharing.opened_by(token)
            if link is not None:
                table = self._tables.find(key)
                return None if table is None else Guest(table, link)
        return None

    def remember(self, token: str) -> None:
        """Know a token for as long as the server runs."""
        self._tokens[sharing.hash_of(token)] = token

    def token_of(self, link: Link) -> str:
        """Return the token of a link that was made since the start; of others nothing."""
        return "" if link.revoked is not None else self._tokens.get(link.hash, "")

    async def change(self, table: Table, change: Callable[[Sharing], Sharing]) -> Sharing:
        """Change what a table agreed on, end the streams of links that were revoked, and draw anew.

        Raises `RecordFault` when it cannot be written.
        """

        def work(desk: Desk) -> tuple[Sharing, Sharing]:
            before = sharing.read(table.path).sharing
            after = change(before)
            if after != before or not sharing.beside(table.path).exists():
                sharing.write(table.path, after)
            desk.dice = after.dice
            return before, after

        before, after = await table.run(work)
        still = {one.id for one in after.open_links}
        for link in before.open_links:
            if link.id not in still:
                table.players.close(link.id)
        await table.redraw()
        return after
