"""The facts of a playthrough about how things stand: their keys are published, and each has a text."""

from __future__ import annotations

import re
from pathlib import Path

from tests.app.campaigns import begun, delving
from turnkeeper.views.referee.facts import KEYS, NONE, facts

DOCS = Path(__file__).parents[3] / "docs" / "playthroughs.md"


def test_the_keys_that_can_be_written_are_those_that_the_docs_list() -> None:
    text = DOCS.read_text("utf-8")
    listed = text[text.index("- **`status KEY: ...`**") :].partition("The keys:")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"`(\w+)`", listed)) == sorted(KEYS)


def test_every_key_has_a_text_whatever_there_is_to_say() -> None:
    for campaign in (begun(), delving("foes goblins 3", "fight", "timer bless 3 turns")):
        for key in KEYS:
            assert all(facts(campaign)[key]), key
    assert facts(begun())["party"] == (NONE,)
