"""Templates to pages and parts, static files and their mark, and files to be kept.

A part is a template under ``parts/`` (for the referee) or ``player/`` whose one root element has the id
``part-`` and its name; the names are those of the files. This module must not know their content.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Response
from litestar.enums import MediaType

from turnkeeper.files.maps.style import style_sheet

HERE = Path(__file__).parent
STATIC = HERE / "static"
_FINGERPRINT = 10
_COMMENT_LINE = re.compile(rb"^[ \t]*//[^\n]*\n", re.MULTILINE)


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
    )
    made.globals["static"] = static
    return made


def static_bytes(name: str) -> bytes:
    """Return the bytes of a static file as sent: the styles of the map come after those of its drawing.

    Lines of our scripts that are comments are not sent.
    """
    written = (STATIC / name).read_bytes()
    if name.endswith(".js") and not name.startswith("vendor/"):
        written = _COMMENT_LINE.sub(b"", written)
    return style_sheet().encode() + written if name == "map.css" else written


@cache
def static_names() -> frozenset[str]:
    """Return the names of the static files."""
    return frozenset(file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*") if file.is_file())


@cache
def static_mark() -> str:
    """Return a mark that changes with the contents of any static file.

    It stands before the names: so scripts and styles that ask for each other get those of one version.
    """
    all_of_them = sha256()
    for name in sorted(static_names()):
        all_of_them.update(f"{name}\n".encode() + static_bytes(name))
    return f"@{all_of_them.hexdigest()[:_FINGERPRINT]}"


def static(name: str) -> str:
    """Return the address of a static file; it changes with the contents of them all, so it may be kept."""
    return f"/static/{static_mark()}/{name}"


@cache
def part_names(folder: str) -> tuple[str, ...]:
    """Return the names of the parts of a page, by the files of its folder of templates."""
    files = (HERE / "templates" / folder).glob("*.html")
    return tuple(sorted(file.stem for file in files if not file.stem.startswith("_")))


def part(name: str, **values: object) -> str:
    """Return a template rendered with these values."""
    return _environment().get_template(name).render(**values)


def parts(folder: str, **values: object) -> dict[str, str]:
    """Return every part of a page, by its name."""
    return {name: part(f"{folder}/{name}.html", **values) for name in part_names(folder)}


def page(name: str, values: Mapping[str, object], status: int = 200) -> Response[str]:
    """Return a whole page."""
    return Response(part(name, **values), status_code=status, media_type=MediaType.HTML)


def moment(seconds: float) -> datetime:
    """Return the local time of Unix seconds."""
    return datetime.fromtimestamp(seconds, UTC).astimezone()


def day(at: datetime) -> str:
    """Return a day in words."""
    return f"{at.day} {at:%B %Y}"


def download(data: bytes, name: str, kind: str) -> Response[bytes]:
    """Return an answer that a browser keeps as a file, under a name that any browser and system can take."""
    plain = name.encode("ascii", "ignore").decode().strip("-.") or "campaign"
    said = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"
    return Response(data, media_type=kind, headers={"Content-Disposition": said, "Cache-Control": "no-store"})
