"""Mounts and vehicles: numbers that fit together, and kinds of vehicles that can be said as commands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from turnkeeper.rules.reading.problems import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.model.ground import Ground
    from turnkeeper.rules.model.mounts import PushDies, VehicleKind
    from turnkeeper.rules.reading.problems import Path

_KIND = re.compile(r"[a-z]+(?:[ -][a-z]+)*")


def mount_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of the mounts."""
    mounts = ground.rules.mounts
    if mounts is None:
        return
    if mounts.push_dies is not None:
        yield from _push_dies(mounts.push_dies, ("mounts", "push_dies"))
    for name, kind in mounts.vehicles.items():
        yield from _vehicle(name, kind, ("mounts", "vehicles", name))


def _push_dies(push: PushDies, path: Path) -> Iterator[Fault]:
    if push.most < push.least:
        yield Fault((*path, "most"), f"{push.most} is below the least, {push.least}", "swap the two")


def _vehicle(name: str, kind: VehicleKind, path: Path) -> Iterator[Fault]:
    if not _KIND.fullmatch(name):
        message = f"{name[:60]!r} cannot be said"
        yield Fault(path, message, "words in small letters, one space between", at_key=True)
    if kind.most < kind.fewest:
        yield Fault((*path, "most"), f"{kind.most} is below the fewest, {kind.fewest}", "swap the two")
