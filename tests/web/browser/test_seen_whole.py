"""Shows that the referee sees an evening at one glance, that nothing runs off a page, and the two themes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.campaigns import begin
from tests.web.people import People, stands_still
from tests.web.served import Screen

pytestmark = pytest.mark.slow

LAPTOP = (1280, 800)
NARROWEST = (320, 640)
"""What 1280 pixels are at 400 per cent: WCAG 2.2, 1.4.10."""
EVENING = (
    "party Varda wisdom 12 hp 7; Orlo wisdom 9 hp 5; Wulf wisdom 15 hp 6; Maud wisdom 8 hp 4",
    "enter dungeon The Barrow of the Sleeping King",
    "light torch for Orlo",
    "light lantern for Varda",
    "light candle for Maud",
    "timer the tide floods the crypt 9 turns",
    "note Maud hears water beneath the floor",
)
FIGHT = ("foes goblins of the under-kitchen 24 morale 7 hp 5", "foes wolves 12 hp 7", "fight", "round")
PAGES = (
    "/history",
    "/sharing",
    "/settings",
    "/log",
    "/creatures",
    "/people",
    "/calendar",
    "/calendar/year",
    "/story",
)
LOOKED_UP = ("/dice?dice=4d6kh3&do=throw&value=9", "/rules", "/rules/coverage")
GLANCE = ("clock", "strip", "steps", "lights", "party")


def bottom_of(page: Page, selector: str) -> float:
    """Return how far down an element reaches, in pixels of the window."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    assert box["height"] > 0, selector
    assert box["y"] >= 0, selector
    return box["y"] + box["height"]


@pytest.mark.parametrize("said", [EVENING, EVENING + FIGHT], ids=["delve", "fight"])
def test_a_laptop_shows_the_evening_without_scrolling(
    screen: Screen, people: People, said: tuple[str, ...]
) -> None:
    key = begin(screen.folder, f"Whole {len(said)}", *said)
    page = people.at_table(screen, key, size=LAPTOP)
    stands_still(page.locator("#part-log"))
    assert page.evaluate("document.documentElement.scrollHeight") <= LAPTOP[1]
    for part in GLANCE:
        assert bottom_of(page, f"#part-{part} > *") <= LAPTOP[1]
    # The newest command of the log, and the last of the party.
    assert bottom_of(page, ".log-group") <= LAPTOP[1]
    assert bottom_of(page, ".member:last-child") <= LAPTOP[1]
    if len(said) > len(EVENING):
        assert bottom_of(page, ".fight-now") <= LAPTOP[1]


@pytest.mark.parametrize("path", ["", *PAGES, *LOOKED_UP])
def test_nothing_runs_off_a_narrow_page(screen: Screen, people: People, path: str) -> None:
    key = begin(
        screen.folder, f"Narrow {path.strip('/').partition('?')[0].replace('/', ' ')}", *EVENING, *FIGHT
    )
    page = people.referee(screen, f"/c/{key}{path}", size=NARROWEST)
    page.evaluate("document.fonts.ready")
    stands_still(page.locator("#main"))
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROWEST[0]


def test_light_or_dark_is_as_the_system_says_until_it_is_chosen(screen: Screen, people: People) -> None:
    page = people.referee(screen, "/credits", theme="light")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    by_day = page.evaluate(paper)
    page.get_by_role("button", name="Candle-light").click()
    by_night = page.evaluate(paper)
    assert by_night != by_day
    page.reload()
    assert page.evaluate(paper) == by_night
    page.get_by_role("button", name="Daylight").click()
    assert page.evaluate(paper) == by_day


def test_figures_of_the_clock_are_all_of_one_width(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Figures")
    page = people.referee(screen, f"/c/{key}")
    widths = page.evaluate("""() => document.fonts.ready.then(() => {
        const clock = document.querySelector(".clock-time");
        const wide = (text) => {
            const one = document.createElement("span");
            one.textContent = text;
            clock.append(one);
            const {width} = one.getBoundingClientRect();
            one.remove();
            return Math.round(width * 100);
        };
        return [..."0123456789"].map((digit) => wide(digit.repeat(10)));
    })""")
    assert len(set(widths)) == 1, widths
