"""What stands on the page is so: nothing old is left beside what is new, and one thing is asked at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import BARROW, begin
from tests.web.people import PHONE, settled

if TYPE_CHECKING:
    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow


def test_how_far_a_hex_was_is_said_no_more_once_the_party_is_elsewhere(
    screen: Screen, people: People
) -> None:
    said = ("party Varda wisdom 12 hp 5", "leave for wilderness", "use map sample", "stand at 0709")
    page = people.at_table(screen, begin(screen.folder, "Elsewhere", *said))
    expect(page.locator("#map-land svg")).to_be_visible()
    page.locator("#map-view").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    says = page.locator("#map-says")
    expect(says).to_contain_text("0710")
    page.keyboard.press("/")
    page.keyboard.type("stand at 0405")
    page.keyboard.press("Enter")
    expect(page.locator("#part-place")).to_contain_text("Nether Dunning")
    expect(says).to_have_text("")


def test_what_stops_the_game_is_seen_on_a_phone_wherever_one_has_scrolled_to(
    screen: Screen, people: People
) -> None:
    notes = (f"note the {number}th door is oak" for number in range(4, 24))
    page = people.at_table(screen, begin(screen.folder, "Scrolled", *BARROW, *notes), size=PHONE)
    page.wait_for_selector("html[data-local-ready]", state="attached")
    page.locator(".log-group").last.scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > PHONE[1]
    expect(page.locator(".bar")).to_be_in_viewport()
    page.keyboard.press("/")
    page.keyboard.type("meet three ghouls")
    page.keyboard.press("Enter")
    expect(page.locator("#interruption-title")).to_be_in_viewport()


def test_a_throw_stands_alone_and_what_stopped_the_game_comes_back_after_it(
    screen: Screen, people: People
) -> None:
    key = begin(screen.folder, "Alone", *BARROW, "meet three ghouls")
    page = people.at_table(screen, key)
    page.wait_for_selector("html[data-local-ready]", state="attached")
    halt = page.locator("#interruption-title")
    expect(halt).to_be_visible()
    page.keyboard.press("d")
    page.keyboard.press("v")
    expect(page.locator("#part-throw .throw-faces")).to_be_focused()
    expect(halt).to_be_hidden()
    settled(page)
    page.keyboard.press("Escape")
    expect(page.locator("#part-throw")).to_be_hidden()
    expect(halt).to_be_visible()
