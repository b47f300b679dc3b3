"""The month of a campaign's calendar: walked through by keys, an event put on a day, nobody kept out."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin, commits
from tests.web.looked import barriers
from tests.web.people import PHONE, People
from tests.web.served import Screen

pytestmark = pytest.mark.slow

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


def test_nobody_is_kept_out_of_a_month(screen: Screen, people: People) -> None:
    page = people.referee(screen, f"/c/{begin(screen.folder, 'Open month', *SAID)}/calendar")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for wide, high in ((1280, 800), PHONE):
            page.set_viewport_size({"width": wide, "height": high})
            assert not barriers(page), (theme, wide)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
