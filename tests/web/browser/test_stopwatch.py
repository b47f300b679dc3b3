"""The table's clock on the page: run and paused by its button, and asked about nothing meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.campaigns import begin, commits
from tests.web.looked import barriers
from tests.web.people import stands_still

if TYPE_CHECKING:
    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

DELVE = ("party Varda dexterity 1", "enter dungeon Crypt", "light torch for Varda")


def test_the_clock_runs_and_pauses_by_its_button(screen: Screen, people: People) -> None:
    page = people.at_table(screen, begin(screen.folder, "By the table", *DELVE, rules="torchlit"))
    clock = page.locator("#part-lights .stopwatch")
    assert "1 h at the table" in page.locator("#part-lights .lamp-left").inner_text()
    clock.get_by_role("button", name="Run").click()
    clock.get_by_role("button", name="Pause").wait_for()
    assert "runs" in clock.inner_text()
    stands_still(page.locator("#part-lights"))
    assert barriers(page, "#part-lights") == []
    clock.get_by_role("button", name="Pause").click()
    clock.get_by_role("button", name="Run").wait_for()
    assert commits(screen.folder, "By the table")[-1:] == ["light torch for Varda"]
