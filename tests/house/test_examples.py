"""Examples in docstrings come out as they are written."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tests.house.sources import PACKAGE, holding, modules

WITH_EXAMPLES = list(holding(">>> ", modules()))


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.stem)
def test_examples_come_out(path: Path) -> None:
    found = doctest.testmod(import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)))
    assert found.attempted
    assert not found.failed
