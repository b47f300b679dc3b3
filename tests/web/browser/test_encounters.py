"""Encounters on the screen: who they are is asked in place, each card its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin, commits
from tests.web.looked import barriers
from tests.web.people import LAPTOP, PHONE, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

DELVE = ("party Varda wisdom 12 hp 7; Orlo wisdom 9 hp 5", "enter dungeon Barrow", "light torch for Orlo")
FACED = ("meet 6 goblins morale 7 hp 3", "part")


def at(
    screen: Screen, people: People, name: str, *said: str, rules: str = "glog", size: tuple[int, int] = LAPTOP
) -> Page:
    page = people.at_table(screen, begin(screen.folder, name, *said, rules=rules), size=size)
    page.wait_for_selector("html[data-local-ready]", state="attached")
    return page


def test_each_card_has_its_own_keys(screen: Screen, people: People) -> None:
    page = at(screen, people, "cards", *DELVE, "meet 3 goblins", "meet 1 ogre", "meet 2 bats")
    expect(page.locator(".encounter h3")).to_have_text(["Bats", "Ogre", "Goblins"])
    page.keyboard.press("2")
    page.keyboard.press("v")
    settled(page)
    assert commits(screen.folder, "cards")[-1].startswith("reaction of ogre")
    page.keyboard.press("3")
    page.keyboard.press("j")
    settled(page)
    assert commits(screen.folder, "cards")[-1] == "part from goblins"
    expect(page.locator(".encounter h3")).to_have_text(["Bats", "Ogre"])


def test_what_is_wrong_in_the_form_is_said_beside_it_and_what_was_typed_stays(
    screen: Screen, people: People
) -> None:
    page = at(screen, people, "wrong", *DELVE, "meet something")
    page.get_by_label("What they are").fill("goblins")
    page.get_by_label("How many", exact=True).fill("lots")
    page.keyboard.press("Enter")
    expect(page.locator(".meet-fault")).to_contain_text("number: 'lots' is neither a number from 1 nor dice")
    expect(page.get_by_label("How many", exact=True)).to_have_value("lots")
    assert commits(screen.folder, "wrong")[-1].startswith("meet something")


def test_dice_for_how_many_and_for_each_are_thrown_at_the_table(screen: Screen, people: People) -> None:
    page = at(screen, people, "dice", *DELVE, "meet something")
    page.keyboard.press("d")
    page.get_by_label("What they are").fill("goblins")
    page.get_by_label("How many", exact=True).fill("1d4")
    page.get_by_label("Hit points").fill("1d8-1")
    page.keyboard.press("Enter")
    expect(page.locator("#throw-title")).to_have_text("number of goblins: throw 1d4")
    page.keyboard.type("2 8 5")
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator(".encounter-side")).to_have_text("2 goblins, hp 7 4")


@pytest.mark.parametrize("sizes", [(LAPTOP, (768, 1024)), (PHONE,)], ids=["mouse", "touch"])
def test_nothing_keeps_anybody_out(
    screen: Screen, people: People, sizes: tuple[tuple[int, int], ...]
) -> None:
    met = (*DELVE, *FACED, "meet 1 ogre", "meet something")
    page = at(screen, people, f"open-{len(sizes)}", *met, size=sizes[0])
    for within in ("", "#meet"):
        if within:
            page.locator("[data-kind=meet] >> visible=true").first.click()
            expect(page.locator("#meet [data-meet-name]")).to_be_focused()
        for wide, high in sizes:
            page.set_viewport_size({"width": wide, "height": high})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), wide
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
                page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
                assert barriers(page, within) == [], (within, wide, theme)


def test_names_that_are_often_wanted_stand_beside_few_that_are_known(screen: Screen, people: People) -> None:
    """They are named by a click; what is typed is completed by those alone who are known here."""
    page = at(screen, people, "often wanted", *DELVE, *FACED)
    page.keyboard.press("Shift+E")
    wanted = page.get_by_role("group", name="Names that are often wanted")
    expect(wanted.get_by_role("button", name="wolves")).to_be_visible()
    expect(wanted.get_by_role("button", name="goblins")).to_have_count(0)
    assert barriers(page) == []
    field = page.locator("#meet-name")
    field.fill("wol")
    page.keyboard.press("Tab")
    expect(field).to_have_value("wol")
    wanted.get_by_role("button", name="wolves").click()
    expect(field).to_have_value("wolves")
    page.locator("#meet .meet-numbers button >> text=2").click()
    settled(page)
    assert commits(screen.folder, "often wanted")[-1].startswith("meet 2 wolves")
    # Once four kinds are known they have the room.
    page.keyboard.press("/")
    page.fill("#palette-text", "creature ogre hp 20; bat hp 1")
    page.keyboard.press("Enter")
    settled(page)
    page.keyboard.press("Shift+E")
    expect(page.locator("#meet .meet-kind")).to_have_count(4)
    expect(wanted).to_have_count(0)
