"""What somebody else gets: the wheel, and a clone on a machine where nothing is set up."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.house.sources import PACKAGE, ROOT
from tests.needs import needs


def _package_files() -> set[str]:
    files = {path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    return {path.relative_to(PACKAGE.parent).as_posix() for path in files}


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    scripts = Path(sys.executable).parent
    needs((scripts / "uv-build").exists(), "the build backend beside Python")
    told = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", tmp_path, ROOT],
        env={**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        inside = {name for name in packed.namelist() if not name.endswith("/")}
    assert {name for name in inside if ".dist-info/" not in name} == _package_files()


def _start(clone: Path, elsewhere: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [clone / "run", "--help"],
        cwd=elsewhere,
        stdin=subprocess.DEVNULL,
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.mark.long
def test_a_fresh_clone_sets_itself_up_once_and_again_after_an_interruption(tmp_path: Path) -> None:
    needs((ROOT / ".git").exists(), "a git checkout")
    clone = tmp_path / "a clone with spaces"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)

    first = _start(clone, tmp_path)
    assert first.returncode == 0, first.stderr
    assert first.stderr.count("setting up, once") == 1
    assert len(first.stderr.splitlines()) == 1

    second = _start(clone, tmp_path)
    assert (second.stdout, second.stderr) == (first.stdout, "")

    # Interrupted, an environment has everything but the stamp, which is written last.
    (clone / ".venv" / "run" / "packages.stamp").unlink()
    third = _start(clone, tmp_path)
    assert third.stdout == first.stdout
    assert "setting up, once" in third.stderr
