"""The table's display at 1920 x 1080: steered from the referee's screen, live, and never scrolled."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.campaigns import begin
from tests.web.looked import barriers
from tests.web.people import People, follows, settled
from tests.web.served import Screen

pytestmark = pytest.mark.slow
WALL = (1920, 1080)
LETTER = " / ".join(["Come to the mill at the third bell, alone, and bring what you promised."] * 12)
BEFORE = {
    "glog": ("enter dungeon Barrow", "light torch for Varda"),
    "dungeon-game": ("leave for wilderness", "use map sample", "stand at 0709"),
    "cresthaven": ("enter dungeon Barrow", "light torch for Varda"),
    "quest-of-destiny": ("enter dungeon Barrow", "light torch for Varda"),
}
"""What is played before under each rule set."""


def fits(page: Page) -> bool:
    """Return whether nothing of the page lies beyond the window, and all that is read is inside it."""
    page.evaluate("document.fonts.ready")
    return bool(
        page.evaluate(
            """() => {
                const {scrollWidth, scrollHeight} = document.documentElement;
                const words = [...document.querySelectorAll("#part-stage :is(h2, p, li, strong)")];
                return scrollWidth <= innerWidth && scrollHeight <= innerHeight && words.every((one) => {
                    const box = one.getBoundingClientRect();
                    const unseen = one.classList.contains("unseen") || !box.width;
                    const [wide, high] = [innerWidth, innerHeight];
                    return unseen || box.left >= 0 && box.right <= wide && box.top >= 0 && box.bottom <= high;
                });
            }"""
        )
    )


@pytest.mark.parametrize("rules", BEFORE)
def test_it_shows_what_one_click_chose_and_needs_no_scrolling(
    screen: Screen, people: People, rules: str
) -> None:
    party = "party " + "; ".join(f"{one} hp 5/7" for one in ("Varda", "Orlo", "Brother Anselm", "Wick"))
    said = (party, *BEFORE[rules], f"hand out torn letter saying {LETTER}", "secret note zqspy")
    key = begin(screen.folder, f"Display {rules}", *said, rules=rules)
    page = people.at_table(screen, key)
    wall = people.referee(screen, size=WALL)
    wall.goto(screen.url(f"/c/{key}/display"))
    follows(wall)
    for label, shows in (("Handout", "handout"), ("Dark", "curtain"), ("Clock", "clock")):
        page.locator("#part-display").get_by_role("button", name=label, exact=True).click()
        expect(wall.locator(f"#part-stage.stage-{shows}")).to_be_visible()
        assert fits(wall)
        assert not barriers(wall)
    assert "zqspy" not in wall.content()
    if rules == "dungeon-game":
        page.locator("#part-display").get_by_role("button", name="Map", exact=True).click()
        expect(wall.locator("#map-land svg")).to_be_visible()
        assert fits(wall)


def test_it_follows_a_fight_and_goes_back_to_the_clock_by_itself(screen: Screen, people: People) -> None:
    said = ("party Varda hp 5; Orlo hp 5", "enter dungeon Barrow", "light torch for Varda")
    key = begin(screen.folder, "Display of a fight", *said)
    page = people.at_table(screen, key)
    page.locator("#part-display").get_by_role("button", name="Fight", exact=True).click()
    wall = people.referee(screen, size=WALL)
    wall.goto(screen.url(f"/c/{key}/display"))
    follows(wall)
    stage = wall.locator("#part-stage")
    expect(stage.locator(".stage-time")).to_be_visible()
    for said_now, there in (
        ("foes goblins 2 hp 3", ".stage-time"),
        ("fight", ".stage-fight"),
        ("end fight", ".stage-time"),
    ):
        page.keyboard.press("/")
        page.keyboard.type(said_now)
        page.keyboard.press("Enter")
        settled(page)
        expect(stage.locator(there)).to_be_visible()
        assert fits(wall)


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), (768, 1024), (390, 844)])
def test_no_word_of_the_clock_is_broken_on_a_screen_that_is_not_as_wide(
    screen: Screen, people: People, size: tuple[int, int]
) -> None:
    """Players are told the part of the day, in a word that is as long as *Afternoon*."""
    key = begin(
        screen.folder, f"Upright {size[0]}", "party Varda hp 5", "rule clock day 1 13:00", rules="fifth"
    )
    wall = people.referee(screen, f"/c/{key}/display", size=size)
    follows(wall)
    said = wall.locator(".stage-time")
    expect(said).to_have_text("Afternoon")
    assert fits(wall)
    lines = said.evaluate("""one => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getClientRects().length;
    }""")
    assert lines == 1
