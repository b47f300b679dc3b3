"""A whole evening on two browsers: the referee's laptop and a player's phone."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.people import GONE, People, follows, listens, settled
from tests.web.served import Screen

pytestmark = pytest.mark.slow


def say(page: Page, text: str) -> None:
    """Say a command by the palette, and wait until the page shows what came of it."""
    before = page.locator("#part-head").get_attribute("data-head")
    page.keyboard.press("/")
    page.fill("#palette-text", text)
    page.keyboard.press("Enter")
    page.wait_for_selector("#palette", state="hidden")
    expect(page.locator("#part-head")).not_to_have_attribute("data-head", before or "")
    settled(page)


def heading(page: Page, name: str) -> Locator:
    """Return a heading of a page."""
    return page.get_by_role("heading", name=name)


def begun(page: Page) -> None:
    """Begin a campaign by the form, as a referee does who opened the screen for the first time."""
    page.get_by_role("link", name="Begin a campaign").click()
    page.get_by_label("What is it called?").fill("Salt and Barrow")
    page.locator("#rules-glog").check()
    page.get_by_text("Paste a list").click()
    page.get_by_label("A list of people").fill("Varda wisdom 12 hp 7\nOrlo wisdom 9 hp 5")
    page.get_by_role("button", name="Read the list").click()
    expect(page.get_by_label("Name, person 2")).to_have_value("Orlo")
    page.get_by_text("When it begins, and its dice").click()
    page.get_by_label("A seed for the dice").fill("lantern")
    page.get_by_role("button", name="Begin").click()
    listens(page)
    follows(page)


def invited(page: Page, people: People, screen: Screen) -> Page:
    """Make a link for Ana on the referee's page, and open it on her phone."""
    page.get_by_role("link", name="Players").click()
    page.get_by_label("Who it is for").first.fill("Ana")
    page.locator("#new-character").select_option("Orlo")
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_role("img", name="QR code of the link for Ana")).to_be_visible()
    address = page.get_by_label("Address for Ana").input_value()
    # The phone of a test is on this machine, which may have no other address.
    ana = people.player(screen.url(urlsplit(address).path))
    page.go_back()
    page.go_back()
    listens(page)
    follows(page)
    return ana


def test_an_evening_from_a_new_campaign_to_a_fight_to_undo(mortal: Screen, people: People) -> None:
    people.forgive(GONE)
    page = people.referee(mortal)
    begun(page)
    expect(heading(page, "Salt and Barrow")).to_be_visible()
    ana = invited(page, people, mortal)
    expect(heading(ana, "Salt and Barrow")).to_be_visible()
    expect(ana.locator("#part-party")).to_contain_text("Varda")

    say(page, "enter dungeon Barrow")
    expect(ana.locator("#part-clock")).to_contain_text("Dark")
    say(page, "light torch for Orlo")
    expect(ana.locator("#part-clock")).to_contain_text("Bright")
    say(page, "note the third stair is a trap")

    say(page, "foes goblins 6 morale 7 hp 3")
    say(page, "fight ambush by goblins")
    fight = page.locator("#part-fight")
    expect(fight.locator(".fight-now")).to_contain_text("goblins")
    expect(ana.locator("#part-turn")).to_contain_text("goblins")
    say(page, "done goblins")
    say(page, "hurt Orlo 2")
    say(page, "round")
    expect(fight.locator("h2")).to_contain_text("round 1")
    expect(ana.locator("#part-party")).to_contain_text("hurt")

    # What is undone was never so, on the phone too.
    page.keyboard.press("z")
    expect(page.locator("#part-outcome")).to_contain_text("undo: round")
    settled(page)
    page.keyboard.press("z")
    expect(page.locator("#part-outcome")).to_contain_text("undo: hurt Orlo 2")
    expect(ana.locator("#part-party")).not_to_contain_text("hurt")
    settled(page)

    # The power goes. Both pages come back by themselves, and the fight goes on.
    mortal.kill()
    expect(page.locator("#connection")).to_contain_text("lost")
    mortal.start()
    expect(page.locator("#connection")).not_to_contain_text("lost")
    say(page, "end fight")
    expect(fight).to_be_hidden()
    expect(ana.locator("#part-turn")).to_be_hidden()
    assert "trap" not in ana.content()
