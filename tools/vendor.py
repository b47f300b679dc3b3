"""Gets packages from npm and keeps those files of them that a ``vendor.toml`` names, if all hashes agree."""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from turnkeeper.web.vendored import HOME, LIST, fingerprint, vendored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.web.vendored import Package

ROOT = Path(__file__).parents[1]
HOMES = (HOME, ROOT / "tests" / "web" / "vendor")


def main() -> int:
    """Fetch everything, and write it if all of it is what the lists say."""
    found: dict[Path, bytes] = {}
    faults = []
    for home in HOMES:
        for package in vendored(home).packages:
            print(f"{package.package} {package.version}")
            content = _fetched(package)
            faults += _faults(package, content)
            found |= {home / one.kept: content.get(one.taken, b"") for one in package.files}
    if faults:
        print(*faults, "nothing was written", sep="\n", file=sys.stderr)
        return 1
    for path, content in found.items():
        path.write_bytes(content)
    for path in (path for home in HOMES for path in home.iterdir()):
        if path.name != LIST and path not in found:
            print(f"{path.relative_to(ROOT)} is in no list", file=sys.stderr)
    return 0


def _fetched(package: Package) -> dict[str, bytes]:
    """Return the files of a package by their names in it, and under no name the package as it was packed."""
    wanted = f"{package.package}@{package.version}"
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder, wanted]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)  # noqa: S603
        packed = next(Path(folder).glob("*.tgz"))
        with tarfile.open(packed) as archive:
            return {"": packed.read_bytes()} | dict(_files(archive))


def _files(archive: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    for member in archive.getmembers():
        content = archive.extractfile(member)
        if content is not None:
            yield member.name.partition("/")[2], content.read()


def _faults(package: Package, content: dict[str, bytes]) -> Iterator[str]:
    integrity = "sha512-" + base64.b64encode(hashlib.sha512(content[""]).digest()).decode("ascii")
    if integrity != package.integrity:
        yield f'{package.package}: integrity = "{integrity}", and not as the list says'
    for one in package.files:
        if one.taken not in content:
            yield f"{package.package}: no {one.taken}"
        elif (found := fingerprint(content[one.taken])) != one.sha256:
            yield f'{package.package}: {one.taken} has sha256 = "{found}", and not as the list says'


if __name__ == "__main__":
    sys.exit(main())
