"""Reading and writing the files that a command line names, other than campaigns."""

from __future__ import annotations

from pathlib import Path

from turnkeeper.cli.exits import Exit, Stop


def read_text(path: Path) -> str:
    """Return a file's text; raises `Stop` when it cannot be read or is no text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        raise Stop(
            Exit.FILE, f"{path} is not text in UTF-8.", "Save it as UTF-8, or check the path."
        ) from fault


def write_new(path: Path, text: str) -> None:
    """Write a new file; raises `Stop` rather than overwrite one. A file half written does not stay."""
    try:
        file = path.open("x", encoding="utf-8", newline="\n")
    except FileExistsError as fault:
        hint = "Choose another name, or move the old file away."
        raise Stop(Exit.FILE, f"there is already a file {path}; nothing was overwritten.", hint) from fault
    try:
        with file:
            file.write(text)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
