"""The values from which the live pages are drawn: the views of a table, each as its templates know it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from turnkeeper.views.referee.throwing import throw_view
from turnkeeper.views.referee.view import RefereeView, referee_view
from turnkeeper.web import render
from turnkeeper.web.link_access import agreed
from turnkeeper.web.pages.map import map_shown
from turnkeeper.web.pages.player import player_values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnkeeper.web.open_tables import OpenTable

_SHOWN: WeakKeyDictionary[OpenTable, RefereeView] = WeakKeyDictionary()
"""What the stream of each table showed last; a table's own entry is touched in its own thread alone."""


def referee_values(table: OpenTable, before: RefereeView | None = None) -> dict[str, object]:
    """Return the values for the templates of the referee's page, in the table's thread.

    ``before`` is the view shown last: changes since then are announced.
    """
    desk = table.session
    return {
        "key": table.key,
        "head": desk.head,
        "revision": desk.revision,
        "dice": desk.dice,
        "throw": throw_view(desk.wanted),
        "askable": [one for one in agreed(table.path).sharing.open_links if one.answers],
        "asked_of": "" if desk.wanted is None else desk.wanted.of,
        "view": referee_view(desk.campaign, before),
        "map": map_shown(desk.campaign),
    }


def referee_parts(table: OpenTable) -> Mapping[str, str]:
    """Return the parts of the referee's page."""
    values = referee_values(table, _SHOWN.get(table))
    view = values["view"]
    if isinstance(view, RefereeView):
        _SHOWN[table] = view
    return render.parts("parts", **values)


def players_parts(table: OpenTable) -> Mapping[str, str]:
    """Return the parts of the players' page."""
    return render.parts("player", **player_values(table))
