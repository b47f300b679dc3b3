"""The log read back: folded, with commands and without, searched; and the story of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin
from tests.web.looked import barriers
from tests.web.people import People, settled
from tests.web.served import Screen

pytestmark = pytest.mark.slow
# Out of doors with no map no check falls due in an hour, so nothing comes of it.
CALM = ("party Varda hp 5; Orlo hp 4", *["wait 10 min"] * 6, "note a door")


def test_a_quiet_stretch_unfolds_by_one_click_and_stays_open(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Folded", *CALM)
    page = people.at_table(screen, key)
    fold = page.locator("#part-log details")
    expect(fold.locator("summary")).to_contain_text("to 01:00: 6 turns, nothing")
    expect(page.get_by_text("wait: 1 turn").first).to_be_hidden()
    fold.locator("summary").click()
    expect(fold.locator(".log-group")).to_have_count(6)
    expect(fold.locator(".log-group").first).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("note a wall")
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator("#part-log")).to_contain_text("a wall")
    expect(fold.locator(".log-group").first).to_be_visible()


def test_commands_and_dice_are_shown_by_one_key_and_left_away_by_it(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "How", *CALM)
    page = people.at_table(screen, key)
    said = page.locator("#part-log .log-words", has_text="note a door")
    expect(said).to_be_hidden()
    page.keyboard.press("-")
    expect(said).to_be_visible()
    assert not barriers(page, "#part-log")
    page.keyboard.press("-")
    expect(said).to_be_hidden()


def test_a_session_ends_by_one_click_and_is_read_as_a_story(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Told first", *CALM)
    page = people.at_table(screen, key)
    page.get_by_role("button", name="Session ends here").click()
    expect(page.locator("#part-log")).to_contain_text("a new session begins")
    page.locator("#part-log").get_by_role("link", name="Story").click()
    expect(page.get_by_role("heading", name="Session 2")).to_be_visible()
    page.get_by_role("link", name="Session 1").click()
    expect(page.locator("#story")).to_contain_text("Varda and Orlo join the party.")
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#story-done")).to_have_text("Copied.")
    assert not barriers(page)


def test_what_is_searched_is_found_in_the_whole_log(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Sought", *CALM)
    page = people.at_table(screen, key)
    page.locator("#part-log").get_by_role("link", name="Search").click()
    page.get_by_label("Search in all that happened").fill("DOOR")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="1 command found")).to_be_visible()
    expect(page.locator(".log-group")).to_have_count(1)
    assert not barriers(page)
