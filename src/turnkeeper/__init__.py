"""Turnkeeper: strict game time for tabletop role-playing campaigns.

As a library it gives the names of `public`, which is imported when the first of them is asked for, so that
importing the package costs nothing. `docs/python.md` shows them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnkeeper.public import *  # noqa: F403 - the names are listed there


def __getattr__(name: str) -> object:
    """Return a public name."""
    if not name.startswith("_"):
        # `from turnkeeper import public` would ask here for it again.
        public = import_module("turnkeeper.public")
        if name in public.__all__:
            return getattr(public, name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    """Return the public names."""
    names: list[str] = import_module("turnkeeper.public").__all__
    return names
