"""What docs/python.md shows of the library comes out as shown, and importing it loads no front end."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import turnkeeper
from tests.house.sources import ROOT

PAGE = ROOT / "docs" / "python.md"
FRONT_ENDS = {"prompt_toolkit", "rich", "cyclopts", "litestar", "uvicorn", "jinja2", "segno", "httptools"}
USED = """
import sys, turnkeeper
with turnkeeper.begin(seed="x") as campaign:
    campaign.say("party Varda")
    campaign.view()
print(*sys.modules)
"""


@pytest.mark.slow
def test_what_the_page_shows_comes_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(
        str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )
    assert found.attempted > 40
    assert not found.failed


def test_the_page_names_everything_that_is_public() -> None:
    page = PAGE.read_text("utf-8")
    assert not [name for name in dir(turnkeeper) if name not in page]
    for name in dir(turnkeeper):
        assert getattr(turnkeeper, name) is not None
    with pytest.raises(AttributeError):
        _ = turnkeeper.__getattr__("cli_of_nothing")


def _loaded(program: str, folder: Path) -> set[str]:
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, check=True, capture_output=True, text=True
    )
    return set(told.stdout.split())


def test_importing_the_package_imports_nothing_of_it(tmp_path: Path) -> None:
    loaded = _loaded("import sys, turnkeeper; print(*sys.modules)", tmp_path)
    assert {name for name in loaded if name.startswith("turnkeeper")} == {"turnkeeper"}
    assert "msgspec" not in loaded


@pytest.mark.slow
def test_using_the_library_loads_no_front_end(tmp_path: Path) -> None:
    loaded = _loaded(USED, tmp_path)
    assert not {name.partition(".")[0] for name in loaded} & FRONT_ENDS
    assert not {name for name in loaded if name.startswith(("turnkeeper.cli", "turnkeeper.web"))}
