"""The month of a campaign's calendar: walked through by keys, an event put on a day, nobody kept out."""

from __future__ import annotations

from typing import Final, Literal

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin, commits
from tests.web.looked import barriers
from tests.web.people import LAPTOP, PHONE, People
from tests.web.served import Screen

pytestmark = pytest.mark.slow

BY: Final[tuple[tuple[Literal["light", "dark"], tuple[int, int]], ...]] = (
    ("light", LAPTOP),
    ("dark", PHONE),
)
SAID = (
    "party Varda",
    "enter settlement Oakham",
    "use calendar harvest from 3rd of Harvest 1042",
    "secret event Omen on 7th of Harvest 1042",
)


def test_days_are_walked_by_keys_and_an_event_is_put_on_one(screen: Screen, people: People) -> None:
    page = people.referee(screen, f"/c/{begin(screen.folder, 'Month', *SAID)}/calendar")
    page.locator(".day-today").focus()
    focused = page.locator(".day:focus .digits")
    # Weeks of Harvest have ten days, and its first is the first of a week.
    for key, day in (("ArrowRight", "4"), ("ArrowDown", "14"), ("ArrowLeft", "13"), ("Home", "3")):
        page.keyboard.press(key)
        expect(focused).to_have_text(day)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="13th of Harvest 1042")).to_be_visible()
    page.get_by_label("An event on this day").fill("Market Day")
    page.get_by_label("every year").check()
    page.get_by_role("button", name="Put it into the calendar").click()
    expect(page.get_by_role("status")).to_contain_text("Kept")
    assert commits(screen.folder, "Month")[-1] == "event Market Day every 13th of Harvest"
    page.locator(".day-today").focus()
    page.keyboard.press("PageDown")
    expect(page.get_by_role("heading", name="Sheafnight 1042", exact=True)).to_be_visible()


def test_a_year_is_walked_by_keys_and_leads_to_its_days(screen: Screen, people: People) -> None:
    page = people.referee(screen, f"/c/{begin(screen.folder, 'By years', *SAID)}/calendar")
    page.get_by_role("link", name="Year", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("1042")
    page.locator(".day-today").focus()
    for key, day in (("ArrowUp", "23"), ("ArrowRight", "24"), ("Home", "3"), ("ArrowDown", "13")):
        page.keyboard.press(key)
        expect(page.locator(".day:focus .digits")).to_have_text(day)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="13th of Harvest 1042")).to_be_visible()
    page.go_back()
    page.locator(".day-today").focus()
    page.keyboard.press("PageDown")
    expect(page.get_by_role("heading", level=1)).to_contain_text("1043")


@pytest.mark.parametrize("which", ["calendar", "calendar/year"])
def test_nobody_is_kept_out_of_a_month_or_a_year(screen: Screen, people: People, which: str) -> None:
    page = people.referee(screen, f"/c/{begin(screen.folder, f'Open {len(which)}', *SAID)}/{which}")
    for theme, (wide, high) in BY:
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": wide, "height": high})
        assert not barriers(page), (theme, wide)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
