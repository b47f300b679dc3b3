"""The page on calendars: the file and the events that it shows are in order."""

from __future__ import annotations

import re

from tests.house.sources import ROOT
from turnkeeper.calendars.reading import preset_ids, read_calendar


def test_the_file_and_the_events_that_the_page_shows_are_in_order() -> None:
    text = (ROOT / "docs" / "calendars.md").read_text("utf-8")
    events, shown = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert read_calendar(shown, "mine.toml").calendar.id == "mine"
    head = '[calendar]\nid = "mine"\nname = "Mine"\nextends = "harvest"\n'
    assert len(read_calendar(events + head, "mine.toml").events) == 4


def test_every_calendar_that_comes_along_is_on_the_page() -> None:
    text = (ROOT / "docs" / "calendars.md").read_text("utf-8")
    assert not [one for one in preset_ids() if one not in text]
