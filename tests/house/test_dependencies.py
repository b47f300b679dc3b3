"""Every package that the project asks for is listed with its reason, and no other."""

from __future__ import annotations

import re
import tomllib
from itertools import chain

from tests.house.sources import ROOT

PAGE = ROOT / "docs" / "decisions" / "0010-dependencies.md"


def test_every_dependency_is_listed_with_its_reason() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = chain(asked["project"]["dependencies"], *asked["dependency-groups"].values())
    names = {re.split(r"[^\w.-]", one, maxsplit=1)[0] for one in wanted}
    listed = re.findall(r"^\| `([\w.-]+)` \|.*\w.*\|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(names)
