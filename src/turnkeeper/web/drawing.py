"""What the parts of the live pages are drawn from: the views of a table, each as its templates know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.table.throwing import throw_view
from turnkeeper.table.views import status
from turnkeeper.web import render

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnkeeper.web.tables import Table


def referee_values(table: Table) -> dict[str, object]:
    """Return what the templates of the referee's page are given, in the table's thread."""
    desk = table.desk
    return {
        "key": table.key,
        "head": desk.head,
        "dice": desk.dice,
        "throw": throw_view(desk.wanted),
        "view": status(desk.campaign),
    }


def referee_parts(table: Table) -> Mapping[str, str]:
    """Return the parts of the referee's page."""
    return render.parts("parts", **referee_values(table))


def players_parts(table: Table) -> Mapping[str, str]:
    """Return the parts of the players' page."""
    return render.parts("player", key=table.key)
