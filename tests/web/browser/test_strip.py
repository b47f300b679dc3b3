"""The strip under the hand: looking back by mouse and by keys changes nothing, and marks tell themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin, commits
from tests.web.looked import barriers
from tests.web.people import PHONE, settled, stands_still
from turnkeeper.app.library import SUFFIX, open_campaign

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

DELVE = (
    "party Varda wisdom 12 hp 7; Orlo wisdom 9 hp 5",
    "stock 9 torches",
    "timer bless 12 turns",
    "wait 3 turns",
    "note the door is oak",
    "wait 3 turns",
    "note the stair goes down",
)


def sat_down(screen: Screen, people: People, name: str, **taste: tuple[int, int]) -> Page:
    """Return a referee's page after an hour in a settlement, which is drawn and hears keys."""
    page = people.at_table(screen, begin(screen.folder, name, *DELVE), **taste)  # type: ignore[arg-type]
    stands_still(page.locator("#part-strip"))
    return page


def head(screen: Screen, name: str) -> str:
    """Return the commit at which a campaign stands."""
    campaign = open_campaign(screen.folder / f"{name}{SUFFIX}", read_only=True)
    try:
        return campaign.head.id
    finally:
        campaign.close()


def at(page: Page, part: float) -> tuple[float, float]:
    """Return the place of a part of the strip's length, in pixels."""
    box = page.locator(".scrub").bounding_box()
    assert box is not None
    return box["x"] + box["width"] * part, box["y"] + box["height"] / 2


def test_dragged_back_it_shows_how_it_stood_and_let_go_it_is_now(screen: Screen, people: People) -> None:
    """An hour of four has passed: a sixth of the strip is 40 minutes, after the first three turns."""
    page = sat_down(screen, people, "Dragged back")
    before = head(screen, "Dragged back")
    page.mouse.move(*at(page, 0.25))
    page.mouse.down()
    page.mouse.move(*at(page, 0.2))
    page.mouse.move(*at(page, 1 / 6), steps=4)
    expect(page.locator("#then-title")).to_have_text("A look back day 1 00:30")
    expect(page.locator("#then")).to_contain_text("the door is oak")
    expect(page.locator("#then")).not_to_contain_text("the stair goes down")
    page.mouse.up()
    expect(page.locator("#then")).to_be_hidden()
    expect(page.locator("#part-log")).to_contain_text("the stair goes down")
    assert head(screen, "Dragged back") == before


def test_by_arrow_keys_it_goes_back_command_by_command_and_escape_is_now(
    screen: Screen, people: People
) -> None:
    page = sat_down(screen, people, "Arrows")
    before = head(screen, "Arrows")
    page.focus(".scrub")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".then-said")).to_contain_text("wait 3 turns")
    expect(page.locator(".scrub")).to_have_attribute("aria-valuetext", "day 1 01:00, after wait 3 turns")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#then-title")).to_contain_text("day 1 00:30")
    assert not barriers(page)
    # Keys of the present are silent meanwhile.
    page.keyboard.press("n")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#then-title")).to_contain_text("day 1 01:00")
    page.keyboard.press("Escape")
    expect(page.locator("#then")).to_be_hidden()
    expect(page.locator(".scrub")).to_have_attribute("aria-valuetext", "now")
    assert head(screen, "Arrows") == before
    page.keyboard.press("n")
    settled(page)
    assert commits(screen.folder, "Arrows")[-1] == "wait 1 turn"


def test_enter_goes_on_from_there_and_what_came_after_stays(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Onward")
    page.mouse.click(*at(page, 1 / 6))
    expect(page.locator(".then-said")).to_contain_text("the door is oak")
    page.keyboard.press("Enter")
    expect(page.locator("#then")).to_be_hidden()
    settled(page)
    assert commits(screen.folder, "Onward")[-1] == "note the door is oak"
    expect(page.locator("[data-key='y shift+z']")).to_be_visible()


def test_on_a_phone_a_tap_looks_back_and_a_button_is_now(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Tapped", size=PHONE)
    page.locator(".scrub").scroll_into_view_if_needed()
    page.touchscreen.tap(*at(page, 1 / 6))
    expect(page.locator("#then-title")).to_contain_text("day 1 00:30")
    assert not barriers(page)
    page.get_by_role("button", name="Back to now").tap()
    expect(page.locator("#then")).to_be_hidden()


def test_marks_tell_themselves_under_the_mouse_and_by_keys(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Marks")
    tells = page.locator(".strip-tells")
    page.locator(".mark-timer").first.hover()
    expect(tells).to_contain_text("bless ends")
    page.mouse.move(5, 5)
    expect(tells).to_be_empty()
    page.locator(".mark[tabindex='0']").focus()
    expect(tells).to_contain_text("bless")
    assert not barriers(page)
