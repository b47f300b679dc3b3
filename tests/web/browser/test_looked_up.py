"""Dice and rules in a real browser: thrown in place, over the table too; a file that is looked through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import BARROW, begin, commits
from tests.web.looked import barriers
from tests.web.pages.test_odds_page import LONG

if TYPE_CHECKING:
    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

BAD = '[ruleset]\nid = "bad"\nname = "Bad"\nextends = "glog"\n[lights.torch]\nbrihgt = 20\n'


def test_dice_and_rules_by_keyboard_alone(screen: Screen, people: People) -> None:
    people.forgive("status of 422")
    page = people.referee(screen, "/dice")
    expect(page.locator("#dice-dice")).to_be_focused()
    page.keyboard.type("3d6")
    page.keyboard.press("Enter")
    # Put in where it is asked for: the field keeps the focus, and what fell is told aloud.
    expect(page.locator(".dice-total")).to_have_count(1)
    expect(page.locator("#dice-dice")).to_be_focused()
    expect(page.locator(".dice-tray [role=status]")).to_contain_text("3d6: ")
    expect(page).to_have_url(screen.url("/dice?dice=3d6&how=at-least&value=&times=1&seed=&do=throw"))

    page.keyboard.type("++")
    page.keyboard.press("Enter")
    expect(page.locator("#wrong-dice mark")).to_have_text("+")
    expect(page.locator("#dice-dice")).to_have_value("3d6++")
    assert not barriers(page)

    page.goto(screen.url("/rules/check"))
    page.locator("#file").set_input_files(
        {"name": "bad.toml", "mimeType": "text/plain", "buffer": BAD.encode()}
    )
    page.get_by_role("button", name="Look it through").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("bad.toml has 1 problem")
    expect(page.locator("#text")).to_have_value(BAD)
    assert not barriers(page)


def test_dice_lie_over_the_table_and_leave_it_as_it_was(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Loose", *BARROW)
    before = commits(screen.folder, "Loose")
    page = people.at_table(screen, key)
    page.wait_for_selector("html[data-local-ready]", state="attached")
    page.keyboard.press("/")
    page.keyboard.type("dice 2d6")
    page.keyboard.press("Enter")
    sheet = page.locator("#sheet")
    expect(sheet.locator(".dice-total")).to_be_visible()
    sheet.locator("#dice-value").fill("9")
    sheet.get_by_role("button", name="Odds").press("Enter")
    expect(sheet.locator(".dice-answer")).to_contain_text("5/18")
    assert not barriers(page)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert page.url == screen.url(f"/c/{key}")
    assert commits(screen.folder, "Loose") == before


def test_odds_tell_how_far_they_are_and_keep_what_was_found_when_stopped(
    screen: Screen, people: People
) -> None:
    key = begin(screen.folder, "Long odds", *BARROW)
    page = people.referee(screen, f"/c/{key}/odds")
    page.locator("#odds-plan").fill(LONG)
    far = page.locator("#odds-far")
    expect(far).to_contain_text("situations looked at", timeout=20_000)
    page.locator(".odds-stop").click()
    expect(page.locator("#odds-answer")).to_contain_text("it was stopped", timeout=20_000)
    expect(page.locator("#odds-answer")).to_contain_text("an encounter after")
    expect(far).to_be_empty()
