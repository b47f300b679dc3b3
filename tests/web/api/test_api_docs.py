"""The examples of docs/api.md are run as they stand; each answer shown is part of the one that came."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.needs import needs

if TYPE_CHECKING:
    from tests.web.served import Screen

DOCS = Path(__file__).parents[3] / "docs" / "api.md"
MARK = "----8<----"
BLOCKS = re.compile(r"^```(sh|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def is_part(shown: object, came: object) -> bool:
    """Return whether the answer that is shown is part of the one that came; ``...`` stands for anything."""
    if shown == "...":
        return came not in {None, ""} if isinstance(came, str | None) else True
    if isinstance(shown, dict) and isinstance(came, dict):
        return all(name in came and is_part(value, came[name]) for name, value in shown.items())
    if isinstance(shown, list) and isinstance(came, list):
        return len(shown) <= len(came) and all(map(is_part, shown, came))
    return shown == came


def test_a_part_is_known_from_what_is_none() -> None:
    assert is_part({"a": [{"b": 1}], "c": "..."}, {"a": [{"b": 1, "d": 2}], "c": "x", "e": 0})
    assert not is_part({"a": 1}, {"a": 2})
    assert not is_part({"a": "..."}, {"a": ""})
    assert not is_part([1, 2], [1])


@pytest.mark.slow
def test_every_example_of_the_api_runs_and_answers_as_shown(mortal: Screen, tmp_path: Path) -> None:
    needs(shutil.which("curl"), "curl")
    needs(shutil.which("bash"), "bash")
    blocks = BLOCKS.findall(DOCS.read_text())
    script = "set -eu\n" + "".join(f"{text}echo; echo '{MARK}'\n" for kind, text in blocks if kind == "sh")
    ran = subprocess.run(
        ("bash", "-c", script),
        cwd=tmp_path,
        env={"ADDRESS": mortal.address, "ENTER": mortal.enter, "PATH": "/usr/local/bin:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    answers = iter(ran.stdout.split(MARK))
    answer = ""
    for kind, text in blocks:
        if kind == "sh":
            answer = next(answers).strip()
        else:
            assert is_part(json.loads(text), json.loads(answer.splitlines()[-1])), f"{text}\n{answer}"
