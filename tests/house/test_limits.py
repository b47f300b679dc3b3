"""The page of bounds says of each what the code says, and leaves none out of what comes from outside."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from tests.house.sources import PACKAGE

PAGE = (PACKAGE.parents[1] / "docs" / "limits.md").read_text("utf-8")
ROWS = re.findall(r"^\| [^|]+ \| ([0-9,.]+) \| `([\w.]+)\.([A-Z_]+)` \|$", PAGE, re.MULTILINE)
GATES = (
    "rules/reading/source.py",
    "files/playthrough.py",
    "calendars/formats/source.py",
    "files/maps/textmapper.py",
    "app/shelf/handing_on.py",
    "web/request_limits.py",
    "web/connection_limits.py",
    "web/credentials.py",
    "chance/limits.py",
)
"""Where what comes from outside is measured."""
WITHIN = frozenset(
    {
        "LONGEST_HEAD",  # before it is parsed: headers and path together
        "MOST_BYTES",  # of a request that was refused already
        "LONGEST_KEY",
        "LONGEST_LABEL",
        "MAX_DIGITS",
        "MAX_CHAIN",
        "MOST_STEPS",
        "MOST_PROBLEMS",
    }
)
"""Bounds within another, that nobody meets by themselves."""


@pytest.mark.parametrize("said, module, name", ROWS)
def test_each_bound_is_what_the_code_says(said: str, module: str, name: str) -> None:
    value = getattr(import_module(f"turnkeeper.{module}"), name)
    assert float(said.replace(",", "")) == value


@pytest.mark.parametrize("gate", GATES)
def test_no_bound_of_a_gate_is_left_out(gate: str) -> None:
    text = (PACKAGE / gate).read_text("utf-8")
    bounds = set(
        re.findall(r"^((?:MOST|LARGEST|LONGEST|DEEPEST|MAX)[A-Z_]*)(?:: Final)? = ", text, re.MULTILINE)
    )
    assert bounds
    module = gate.removesuffix(".py").replace("/", ".")
    assert bounds - WITHIN <= {name for _, of, name in ROWS if of == module}
