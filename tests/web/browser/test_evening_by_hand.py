"""An evening by hand in every game: its keys and clicks are counted, and every control is within reach.

At most: a stretch in which nothing happens one key, six of a known kind into a fight four clicks or eight
keys, and a round of four against six with three wounds ten clicks or fifteen keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin, commits, now_of
from tests.web.hands import Hand
from tests.web.looked import out_of_reach
from tests.web.people import LAPTOP, PHONE, settled, stands_still
from turnkeeper.app.people import commands_of, somebody, words_of
from turnkeeper.files.people_list import PersonRow
from turnkeeper.rules import builtin_ids, load_builtin
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

NAMES = ("Varda", "Orlo", "Wulf", "Bram")
QUIET_TIME = Duration(20 * 10 * 60 * 1000)
"""At least: twenty turns of ten minutes in which nothing happens."""
QUIET_KEYS, MEETING_KEYS, ROUND_KEYS = 1, 8, 15
MEETING_CLICKS, ROUND_CLICKS = 4, 10
TABLET = (768, 1024)


def within_reach(page: Page) -> None:
    """Fail where a control is covered, or off the window, on a laptop, a tablet or a telephone."""
    for wide, high in (TABLET, PHONE, LAPTOP):
        page.set_viewport_size({"width": wide, "height": high})
        stands_still(page.locator("#part-steps"))
        assert out_of_reach(page) == [], (wide, high)


def party(rules: str) -> str:
    """Return the command by which four join, with the scores that a first round asks for."""
    book = Rulebook(load_builtin(rules))
    cells = {**somebody([], book).cells, "hp": "9/9"}
    (said,) = commands_of(words_of(PersonRow(name, cells), book) for name in NAMES)
    return said


def row(page: Page, name: str) -> Locator:
    """Return the row of one in the fight."""
    return page.locator(f'.fighter:has(input[value="{name}"])')


def next_round(page: Page) -> Locator:
    """Return the button of the next round, or in a count of whoever is up."""
    return page.locator("#part-steps [data-key=r], #part-steps [data-key=a]:not(:has(~ [data-key=r]))")


def meets_by_mouse(page: Page) -> None:
    """Six goblins are met and fought by mouse alone; their figures are those of before."""
    hand = Hand(page)
    hand.click(page.locator("[data-kind=meet]"))
    hand.click(page.locator("#meet .meet-kind >> text=goblins"))
    hand.click(page.locator("#meet .meet-numbers button >> text=6"))
    settled(page)
    expect(page.locator(".encounter-side")).to_contain_text("6 goblins, hp 9 each")
    within_reach(page)
    hand.click(page.locator(".encounter [data-kind=fight]"))
    expect(page.locator("#part-fight")).to_be_visible()
    assert hand.count <= MEETING_CLICKS


def fights_by_mouse(page: Page) -> None:
    """Three are wounded, and the next round begins, by mouse alone."""
    hand = Hand(page)
    wound = page.get_by_role("button", name="Wound")
    for who, points in (("goblin 1", 4), ("goblin 4", 2), ("Orlo", 3)):
        digit = page.locator(f'[data-fray-digit="{points}"]')
        hand.click(row(page, who).locator(".fighter-name"), digit, wound)
        expect(row(page, who)).to_contain_text(f"{9 - points}/9")
        settled(page)
    hand.click(next_round(page))
    settled(page)
    assert hand.count <= ROUND_CLICKS
    within_reach(page)


def meets_by_keys(page: Page) -> None:
    """What was met without a name is named where it stands, and fought, by keys alone."""
    page.keyboard.press("/")
    page.fill("#palette-text", "meet something")
    page.keyboard.press("Enter")
    expect(page.locator(".encounter h3")).to_have_text("Something")
    settled(page)
    hand = Hand(page)
    hand.press("f", "g", "Tab", "6", "Enter")
    settled(page)
    expect(page.locator(".encounter-side")).to_contain_text("6 goblins, hp 9 each")
    hand.press("f")
    expect(page.locator("#part-fight")).to_be_visible()
    settled(page)
    assert hand.count <= MEETING_KEYS


def fights_by_keys(page: Page) -> None:
    """Three are wounded, and the next round begins, by keys alone."""
    hand = Hand(page)
    for points in (3, 4, 2):
        hand.press("ArrowDown", str(points), "Enter")
        settled(page)
    hand.press(next_round(page).first.get_attribute("data-key") or "")
    settled(page)
    assert hand.count <= ROUND_KEYS


@pytest.mark.parametrize("rules", builtin_ids())
def test_an_evening_takes_few_keys_and_clicks_and_everything_is_within_reach(
    screen: Screen, people: People, rules: str
) -> None:
    name = f"By hand {rules}"
    known = (party(rules), "creature goblin number 2 hp 9")
    page = people.at_table(screen, begin(screen.folder, name, *known, rules=rules))
    hand = Hand(page)
    before = now_of(screen.folder, name)
    hand.press("Shift+N")
    settled(page)
    assert hand.count <= QUIET_KEYS
    assert now_of(screen.folder, name) - before >= QUIET_TIME
    assert commits(screen.folder, name)[-1] == "wait until something happens"
    meets_by_mouse(page)
    fights_by_mouse(page)
    assert commits(screen.folder, name)[-2] == "hurt Orlo 3"
    page.keyboard.press("Escape")
    page.keyboard.press("q")
    expect(page.locator("#part-fight")).to_be_hidden()
    settled(page)
    meets_by_keys(page)
    fights_by_keys(page)
    assert [said.split()[0] for said in commits(screen.folder, name)[-4:-1]] == ["hurt", "hurt", "hurt"]
