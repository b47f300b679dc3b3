"""Pictures as they are handed in: what kind one is goes by its first bytes, never by its name.

Nothing in a picture is decoded here. A file of none of the four kinds that every browser draws is no picture.
"""

from __future__ import annotations

KINDS = "PNG, JPEG, WebP or GIF"


def kind_of(data: bytes) -> str:
    """Return the media type of a picture by its content; empty for anything else.

    >>> kind_of(bytes.fromhex("89504e470d0a1a0a")), kind_of(b"<svg onload=alert(1)>")
    ('image/png', '')
    """
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    return "image/webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else ""
