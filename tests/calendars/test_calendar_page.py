"""The page on calendars: the file that it shows is in order."""

from __future__ import annotations

import re

from tests.house.sources import ROOT
from turnkeeper.calendars.reading import preset_ids, read_calendar


def test_the_file_that_the_page_shows_is_in_order() -> None:
    text = (ROOT / "docs" / "calendars.md").read_text("utf-8")
    (shown,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert read_calendar(shown, "mine.toml").calendar.id == "mine"


def test_every_calendar_that_comes_along_is_on_the_page() -> None:
    text = (ROOT / "docs" / "calendars.md").read_text("utf-8")
    assert not [one for one in preset_ids() if one not in text]
