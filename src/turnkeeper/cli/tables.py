"""Rows with cells that may be long: wrapped in their columns by rich on a terminal, plain lines elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Literal

from turnkeeper.cli import screen


def table(out: screen.Screen, rows: Sequence[Sequence[str]], styles: Sequence[str] = ()) -> Iterator[str]:
    """Yield rows of cells as aligned lines; ``styles`` are rich's, one for each column from the first."""
    if out.width is None:
        yield from screen.columns(rows)
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    sheet = Table.grid(padding=(0, 2, 0, 0))
    for at in range(max(map(len, rows), default=0)):
        sheet.add_column(style=styles[at] if at < len(styles) else "", ratio=None)
    for row in rows:
        sheet.add_row(*(Text(cell) for cell in row))
    page = StringIO()
    colours: Literal["standard"] | None = "standard" if out.colour else None
    Console(file=page, width=out.width, force_terminal=out.colour, color_system=colours).print(sheet)
    yield from (line.rstrip() for line in page.getvalue().splitlines())
