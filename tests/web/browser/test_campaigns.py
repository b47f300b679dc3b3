"""From the campaigns to the first turn by keyboard alone; no barrier on the pages about whole campaigns."""

from __future__ import annotations

import re
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.looked import barriers
from tests.web.people import LAPTOP, PHONE, listens, tab_to
from turnkeeper.app.library import open_campaign
from turnkeeper.app.shelf.beginning import Begun, Wanted, begin
from turnkeeper.app.shelf.folder import KEY_LENGTH, Shelf

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow
OPEN_ALL = "for (const each of document.querySelectorAll('details')) each.open = true"
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def begun(folder: Path, name: str, rules: str = "glog") -> str:
    campaign = begin(folder, Wanted(name, rules, party="Varda\nOrlo"), Shelf(folder).names())
    assert isinstance(campaign, Begun)
    return campaign.campaign[:KEY_LENGTH]


def look_at(page: Page) -> None:
    """Look for barriers, and for what sticks out of the page."""
    assert not barriers(page)
    assert page.evaluate(WIDER) <= 0


def test_a_campaign_is_begun_by_keyboard_alone(screen: Screen, people: People) -> None:
    page = people.referee(screen, "/new")
    expect(page.locator("#name")).to_be_focused()  # the first field
    page.keyboard.type("The Long Barrow")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")
    expect(page.locator("input[name=rules]:checked")).to_have_value("fifth")
    page.keyboard.press("ArrowDown")
    tab_to(page, "id", "person-0-name")
    page.keyboard.type("Varda")
    page.keyboard.press("Tab")
    page.keyboard.type("12")
    for _ in range(3):
        page.keyboard.press("Enter")  # down the column, then to a row of its own
    page.keyboard.type("Orlo")
    tab_to(page, "name", "map")
    page.keyboard.press("ArrowDown")
    tab_to(page, "className", "primary")
    with page.expect_navigation(url="**/c/*"):
        page.keyboard.press("Enter")
    assert "The Long Barrow" in page.title()
    found = Shelf(screen.folder).find(page.url.rpartition("/")[2])
    assert found is not None
    with closing(open_campaign(found[0], read_only=True)) as campaign:
        assert [one.name for one in campaign.state.party.members] == ["Varda", "Orlo"]
        assert campaign.state.map.name == "sample"


def test_what_is_wrong_is_found_by_its_link_and_mended_in_place(screen: Screen, people: People) -> None:
    people.forgive("422")
    page = people.referee(screen, "/new")
    page.fill("#name", "Mended")
    page.get_by_label("Name, person 1").fill("Varda")
    page.get_by_label("strength, person 1").fill("twelve")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("alert").get_by_role("link").click()
    expect(page).to_have_url(re.compile("#party$"))
    look_at(page)
    assert page.input_value("#name") == "Mended"
    page.get_by_label("strength, person 1").fill("12")
    with page.expect_navigation(url="**/c/*"):
        page.get_by_role("button", name="Begin").click()


def look_at_both(page: Page) -> None:
    """Look for barriers as on a laptop by day, and as on a phone by night."""
    for (wide, high), theme in ((LAPTOP, "light"), (PHONE, "dark")):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": wide, "height": high})
        look_at(page)


def test_nobody_is_kept_out_of_the_list_empty_or_crowded(mortal: Screen, people: People) -> None:
    page = people.referee(mortal)
    for path in ("/", "/new"):
        page.goto(mortal.url(path))
        page.evaluate(OPEN_ALL)
        look_at_both(page)
    names = ("קבר המלך", "👑", "x" * 80, *(f"Campaign {number}" for number in range(12)))
    for name in names:
        begun(mortal.folder, name)
    there = Shelf(mortal.folder)
    there.put_away(next(iter(there.keys())))
    (mortal.folder / "torn.turnkeeper").write_text("torn")
    page.goto(mortal.url("/"))
    page.evaluate(OPEN_ALL)
    look_at_both(page)
    page.get_by_label("Find").fill("campaign 1")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".standing")).to_have_count(3)  # 1, 10 and 11


def test_nobody_is_kept_out_of_settings_and_house_rules(screen: Screen, people: People) -> None:
    people.forgive("422")
    # The rule set with the fewest fields: of all the others every sort stands in it too.
    key = begun(screen.folder, "Filled in", "quest-of-destiny")
    page = people.referee(screen, f"/c/{key}/settings")
    look_at(page)
    page.goto(screen.url(f"/c/{key}/house-rules"))
    listens(page)
    page.evaluate(OPEN_ALL)
    page.fill("[name='set:fight.round']", "2dd")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".house-line-wrong")).to_have_count(1)
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(OPEN_ALL)
    look_at(page)


def test_rules_are_tried_on_a_campaign_and_played_on_by(screen: Screen, people: People) -> None:
    key = begun(screen.folder, "Tried out")
    page = people.referee(screen, f"/c/{key}/house-rules")
    listens(page)
    page.get_by_text("Lights", exact=True).click()
    page.fill("[name='set:lights.torch.burns.ticks']", "3")
    page.get_by_role("button", name="Try them on this campaign").click()
    expect(page.locator("#tried")).to_contain_text("Every command comes out as it did")
    look_at(page)
    with page.expect_navigation(url="**/c/*"):
        page.get_by_role("button", name="Play on by these rules").click()
    assert key not in page.url
    assert "Tried out" in page.title()
