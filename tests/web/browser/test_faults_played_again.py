"""What was once in the way at a table is tried again in two games, in one campaign each.

The one link for everyone, which a start renews (F52), is in `test_two_at_a_table.py`, where a server stops.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.browser.test_in_sight import PARTS, PLACES, UNSEEN, pressed
from tests.web.browser.test_map import hex_middle, is_uncut
from tests.web.browser.test_people import LONG, WIDER
from tests.web.campaigns import begin, link, now_of
from tests.web.people import LAPTOP, PHONE, settled, stands_still

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

LOW_TABLET = (768, 800)
GAMES = ("classic", "fifth")
PARTY = f'party Varda hp 9; Orlo "the Hawk" hp 5; "{LONG}" hp 4'
CUT = """one => one.scrollWidth > one.clientWidth + 1
    || getComputedStyle(one).overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1"""


def say(page: Page, text: str) -> None:
    """Say a command in the palette."""
    pressed(page, "/")
    page.fill("#palette-text", text)
    pressed(page, "Enter")
    expect(page.locator("#palette")).to_be_hidden()
    settled(page)


def seen_whole(page: Page) -> None:
    """F45, F50, F54: the scene's name is read whole, names keep their quotes, none runs off the page."""
    expect(page.locator("#part-party")).to_contain_text("Orlo “the Hawk”")
    for wide, high in (LAPTOP, LOW_TABLET, PHONE):
        page.set_viewport_size({"width": wide, "height": high})
        stands_still(page.locator("#place-name"))
        assert page.evaluate(WIDER) <= 0
        assert not page.locator("#place-name").evaluate(CUT)
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})


def stays_as_it_was(page: Page) -> None:
    """F44, F46, F51: no light moves anything, Enter takes no button that nobody chose, a dead key says so."""
    stands_still(page.locator("#part-log"))
    before = page.evaluate(PLACES, PARTS[:5])
    pressed(page, "l")
    expect(page.locator(".lamp.lit")).to_have_count(1)
    assert page.evaluate(PLACES, PARTS[:5]) == before
    page.get_by_role("button", name="douse torch").click()
    settled(page)
    pressed(page, "Enter", "r")
    expect(page.locator("#connection")).to_contain_text("Nothing is on r just now")
    expect(page.locator(".lamp.lit")).to_have_count(0)
    assert page.evaluate(PLACES, PARTS[:5]) == before


def said_as_people_think(page: Page) -> None:
    """F53: no length of more than a day's hours in turns or rounds, and the delve counts its own turns."""
    told = page.locator("#part-strip").inner_text() + page.locator("#part-clock").inner_text()
    many = re.findall(r"\b(\d+) (?:turns|rounds)\b", told)
    assert max(map(int, many), default=0) < 60, told


def met_and_fought(page: Page) -> None:
    """F43, F49: what waits is in sight; who flees does not look dead."""
    say(page, "meet 3 goblins hp 4")
    for wide, high in (LAPTOP, LOW_TABLET):
        page.set_viewport_size({"width": wide, "height": high})
        stands_still(page.locator("#part-interruption"))
        assert not page.evaluate(UNSEEN)
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    pressed(page, "f")
    for name, key in (("goblin 1", "Shift+F"), ("goblin 2", "Shift+K")):
        page.locator(f'.fighter:has(input[value="{name}"]) .fighter-name').click()
        pressed(page, key)
    aside = page.locator(".troop:not(.party) .aside summary")
    expect(aside).to_contain_text("1 dead")
    expect(aside).to_contain_text("1 fled")
    aside.click()
    signs = {
        name: page.locator(f'.fighter:has(input[value="{name}"]) .fighter-name use').get_attribute("href")
        for name in ("goblin 1", "goblin 2")
    }
    assert signs == {"goblin 1": "#i-fled", "goblin 2": "#i-dead"}
    pressed(page, "Escape", "q")
    expect(page.locator("#part-fight")).to_be_hidden()


def on_the_way(page: Page, screen: Screen, name: str) -> None:
    """F45, F47: no name of the map is cut, and a larger map leaves the clock and the bar where they are."""
    for said in ("enter wilderness", "use map sample", "stand at 0709"):
        say(page, said)
    is_uncut(page)
    page.get_by_role("button", name="Larger").click()
    for part in ("#part-clock .clock-time", ".bar [data-first]", "#map-view"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.9)
    before = now_of(screen.folder, name)
    pressed(page, "n")
    assert now_of(screen.folder, name) > before
    page.get_by_role("button", name="Smaller").click()


def lost(page: Page, phone: Page) -> None:
    """F48, F56: both places are named where something is measured; phones hear of neither loss nor truth."""
    say(page, "believe 0710")
    page.mouse.click(*hex_middle(page, "0708"))
    expect(page.locator("#map-menu")).to_contain_text("from 0710, where it believes to be")
    expect(page.locator("#map-menu")).to_contain_text("from 0709, where it is")
    pressed(page, "Escape")
    expect(phone.locator("#part-place")).to_contain_text("As far as we know in hex 0710")
    assert "lost" not in phone.locator("main").inner_text()


def on_paper(page: Page) -> None:
    """F55: what scrolls in its own frame on the screen is whole on paper."""
    log = page.locator("#part-log")
    cut = "one => one.scrollHeight > one.clientHeight + 1"
    assert log.evaluate(cut)
    page.emulate_media(media="print")
    assert not log.evaluate(cut)
    expect(page.locator("#part-log .log-group").last).to_be_visible()
    expect(page.locator("#part-steps")).to_be_hidden()
    page.emulate_media(media="null")


@pytest.mark.parametrize("rules", GAMES)
def test_what_was_in_the_way_once_is_not_in_it_again(screen: Screen, people: People, rules: str) -> None:
    name = f"Again {rules}"
    key = begin(screen.folder, name, PARTY, "enter dungeon The Sheepwalk Ferrowhythe", rules=rules)
    page = people.at_table(screen, key)
    phone = people.player(screen.url(f"/p/{link(screen.folder, name)}"))
    seen_whole(page)
    stays_as_it_was(page)
    said_as_people_think(page)
    met_and_fought(page)
    on_the_way(page, screen, name)
    lost(page, phone)
    on_paper(page)
