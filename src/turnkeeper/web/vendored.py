"""The vendored work of other people: packages, versions, files and licences.

One file, ``vendor.toml``, holds it beside the files: the credits page is drawn from it, ``tools/vendor`` gets
what it names, and a test compares every file with its hash. This module reads it; it knows of no network.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
from msgspec import Struct

HOME = Path(__file__).parent / "static" / "vendor"
LIST = "vendor.toml"


class VendoredFile(Struct, frozen=True, rename={"taken": "from", "kept": "to"}):
    """A file: where it is in the package, where it is kept, and the SHA-256 of its bytes in hex."""

    taken: str
    kept: str
    sha256: str
    licence: bool = False


class Package(Struct, frozen=True, rename={"files": "file"}):
    """A package as it was published; ``integrity`` is the registry's own SHA-512 of the whole of it."""

    title: str
    use: str
    package: str
    version: str
    integrity: str
    licence: str
    copyright: str
    source: str
    files: tuple[VendoredFile, ...]

    @property
    def licences(self) -> tuple[str, ...]:
        """Return where the texts of its licence are kept."""
        return tuple(one.kept for one in self.files if one.licence)


class Vendored(Struct, frozen=True, forbid_unknown_fields=True, rename={"packages": "package"}):
    """All packages of one folder."""

    packages: tuple[Package, ...]


def vendored(home: Path = HOME) -> Vendored:
    """Return the folder's own list of its content.

    >>> [one.title for one in vendored().packages if one.package == "htmx.org"]
    ['htmx']
    """
    return msgspec.toml.decode((home / LIST).read_bytes(), type=Vendored)


def fingerprint(content: bytes) -> str:
    """Return the SHA-256 of a file's bytes, as ``vendor.toml`` writes it."""
    return hashlib.sha256(content).hexdigest()
