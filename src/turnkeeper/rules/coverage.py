"""Which tests and playthroughs show a rule: an index that comes along, for the program has neither.

`tools/coverage` makes it, and a test holds it in step. This module must not know how a rule is found in one.
"""

from __future__ import annotations

from pkgutil import get_data

import msgspec
from msgspec import Struct


class ShownBy(Struct, frozen=True, forbid_unknown_fields=True):
    """What shows one rule: tests as ``file::name`` from the project's folder, playthroughs by their files."""

    tests: tuple[str, ...] = ()
    playthroughs: tuple[str, ...] = ()


def coverage_index() -> dict[str, ShownBy]:
    """Return the proofs of each rule, by its id; a rule that nothing shows is not in it."""
    kept = get_data("turnkeeper.rules", "coverage.json")
    return msgspec.json.decode(kept or b"{}", type=dict[str, ShownBy])
