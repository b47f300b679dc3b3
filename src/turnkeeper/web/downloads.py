"""A file handed out: under a name that any browser and system can take."""

from __future__ import annotations

from urllib.parse import quote

from litestar import Response


def download(data: bytes, name: str, kind: str) -> Response[bytes]:
    """Return an answer that a browser keeps as a file of that name."""
    plain = name.encode("ascii", "ignore").decode().strip("-.") or "campaign"
    said = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"
    return Response(data, media_type=kind, headers={"Content-Disposition": said, "Cache-Control": "no-store"})
