"""A command line run inside the test: what it was told, what it said where, and its exit code."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from turnkeeper.cli.main import main

if TYPE_CHECKING:
    import pytest


class Told(Struct, frozen=True):
    """What one command line came to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401 - it is whatever the program wrote
        """Standard output, which must be one JSON value."""
        return json.loads(self.out)


class Shell:
    """Runs command lines in a folder of the test's own."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *words: str, stdin: str = "") -> Told:
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        self._capsys.readouterr()
        code = main(words)
        said = self._capsys.readouterr()
        return Told(code, said.out, said.err)

    def good(self, *words: str, stdin: str = "") -> Told:
        """Run a command line that must succeed."""
        told = self(*words, stdin=stdin)
        assert told.code == 0, told
        return told
