"""The page feels the light, sounds and buzzes only where that was chosen, and the tab says what waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin, link
from tests.web.looked import COLOURS, barriers
from tests.web.people import PHONE, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

PARTY = "party Varda dexterity 12 hp 7; Orlo dexterity 9 hp 5"
LOW = ("light torch for Orlo", "rule light torch of Orlo 1 turn left")
STATES = {
    "day": ("rule clock day 1 10:00",),
    "bright": ("enter dungeon Barrow", "light torch for Orlo"),
    "low": ("enter dungeon Barrow", *LOW),
    "dark": ("enter dungeon Barrow",),
}
GROUND = "getComputedStyle(document.documentElement).backgroundColor"
RUNS = "document.getAnimations().filter(one => one.animationName === 'gutter').length"
BRIGHTNESS = f"{GROUND}.match(/[0-9]+/g).map(Number).reduce((one, other) => one + other)"


def sat_down(screen: Screen, people: People, name: str, light: str, *, moves: bool = False) -> Page:
    """Return a referee's page in a light."""
    key = begin(screen.folder, f"{name} {light}", PARTY, *STATES[light], rules="cresthaven")
    page = people.at_table(screen, key, moves=moves)
    expect(page.locator(f"#part-head[data-light={light}]")).to_have_count(1)
    return page


@pytest.mark.parametrize("light", STATES)
def test_nobody_is_kept_out_in_any_light(screen: Screen, people: People, light: str) -> None:
    page = sat_down(screen, people, "Lit", light)
    assert not barriers(page)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for wide, high in ((1280, 800), PHONE):
            page.set_viewport_size({"width": wide, "height": high})
            assert not barriers(page, rules=COLOURS), (light, theme, wide)


def test_it_dims_as_the_light_does_and_says_large_that_it_is_dark(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Dims", "bright", moves=True)
    bright = page.evaluate(BRIGHTNESS)
    assert page.evaluate(RUNS) == 0
    page.keyboard.press("/")
    page.fill("#palette-text", LOW[1])
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator("#part-head[data-light=low]")).to_have_count(1)
    page.wait_for_function(f"{BRIGHTNESS} < {bright}")
    assert page.evaluate(RUNS) == 1
    low = page.evaluate(BRIGHTNESS)
    page.get_by_role("button", name="douse torch").click()
    expect(page.locator(".darkness")).to_have_text("It is dark: nothing burns")
    expect(page.locator(".darkness")).to_be_in_viewport()
    page.wait_for_function(f"{BRIGHTNESS} < {low}")
    # Nearly dark: below a tenth of white.
    assert page.evaluate(BRIGHTNESS) < 3 * 255 / 10


def test_put_off_it_is_the_same_page_in_any_light_and_stays_so(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Steady", "day")
    by_day = page.evaluate(GROUND)
    page.get_by_text("Light and sound").click()
    page.get_by_label("The page feels the light").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator(".senses")).not_to_have_attribute("open", "")
    page.keyboard.press("/")
    page.fill("#palette-text", "enter dungeon Barrow")
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator("#part-head[data-light=dark]")).to_have_count(1)
    assert page.evaluate(GROUND) == by_day
    page.reload()
    assert page.evaluate(GROUND) == by_day
    page.get_by_text("Light and sound").click()
    page.get_by_label("The page feels the light").check()
    page.wait_for_function(f"{GROUND} !== '{by_day}'")
    # What is as it is at first is not kept.
    assert page.evaluate("localStorage.length") == 0


def test_with_reduced_motion_nothing_gutters(screen: Screen, people: People) -> None:
    assert sat_down(screen, people, "Calm", "low").evaluate(RUNS) == 0


def test_sounds_are_off_at_first_and_heard_once_where_they_were_put_on(
    screen: Screen, people: People
) -> None:
    page = sat_down(screen, people, "Heard", "bright")

    def meet(what: str) -> None:
        page.keyboard.press("/")
        page.fill("#palette-text", f"meet {what}")
        page.keyboard.press("Enter")
        expect(page.locator("#part-log")).to_contain_text(what)
        settled(page)

    meet("wolves")
    assert page.evaluate("document.documentElement.dataset.localHeard") is None
    page.get_by_text("Light and sound").click()
    page.get_by_label("Sounds").check()
    assert page.evaluate("document.documentElement.dataset.localHeard") == "bell"
    page.keyboard.press("Escape")
    meet("ghouls")
    assert page.evaluate("document.documentElement.dataset.localHeard") == "knock"
    page.evaluate("document.documentElement.dataset.localHeard = ''")
    page.keyboard.press("z")
    settled(page)
    page.keyboard.press("y")
    settled(page)
    assert page.evaluate("document.documentElement.dataset.localHeard") == ""


def test_the_tab_says_what_waits(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Titled", "bright")
    expect(page).to_have_title("Titled bright")
    page.keyboard.press("/")
    page.fill("#palette-text", "meet wolves")
    page.keyboard.press("Enter")
    expect(page).to_have_title("The party meets wolves \u00b7 Titled bright")


def test_a_phone_neither_knocks_nor_buzzes_until_that_was_chosen(screen: Screen, people: People) -> None:
    begin(screen.folder, "Buzz", PARTY, rules="cresthaven")
    page = people.player(f"{screen.address}/p/{link(screen.folder, 'Buzz')}")
    switch = page.locator("[data-knocks]")
    expect(switch).to_have_text("Knock for my throw")
    switch.tap()
    expect(switch).to_have_text("No knock for my throw")
    page.reload()
    expect(switch).to_have_text("No knock for my throw")
    assert not barriers(page)
    switch.tap()
    expect(switch).to_have_text("Knock for my throw")
    assert page.evaluate("localStorage.length") == 0
