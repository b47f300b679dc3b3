"""House rules in a browser: a rule found by typing, entries that come and go in place, by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.campaigns import begin
from tests.web.looked import barriers
from tests.web.people import People, listens
from tests.web.served import Screen

pytestmark = pytest.mark.slow

MOSS = 'lights."glow moss"'
OPEN_ALL = "() => { for (const one of document.querySelectorAll('details')) one.open = true; }"


@pytest.fixture(scope="module")
def key(screen: Screen) -> str:
    return begin(screen.folder, "Ruled", "party Varda; Orlo")


def named(page: Page, name: str) -> Locator:
    """Return the field of a name, as it is seen."""
    return page.locator(f"[name='{name}']:not([type=hidden])")


def opened(people: People, screen: Screen, key: str) -> Page:
    """Return a page of house rules that listens."""
    page = people.referee(screen, f"/c/{key}/house-rules")
    listens(page)
    return page


class Held:
    """Holds the first request of a kind until it may go on, as a slow network does."""

    def __init__(self, page: Page, pattern: str) -> None:
        self._first: Route | None = None
        page.route(pattern, self._came)

    def _came(self, route: Route) -> None:
        if self._first is None:
            self._first = route
        else:
            route.continue_()

    def let_go(self) -> None:
        """Let the request go on."""
        assert self._first is not None
        self._first.continue_()


def test_a_rule_is_found_by_typing_and_reached_by_keyboard(screen: Screen, people: People, key: str) -> None:
    page = opened(people, screen, key)
    page.keyboard.press("/")
    expect(page.get_by_label("Find")).to_be_focused()
    page.keyboard.type("torch")
    expect(page.locator(".rules-found")).to_contain_text("found. Enter goes there.")
    expect(page.locator("#s-paces")).to_be_hidden()
    expect(page.locator("#s-scenes")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#s-lights h3", has_text="torch")).to_be_focused()
    page.keyboard.press("Tab")
    expect(named(page, "set:lights.torch.burns.by")).to_be_focused()
    page.get_by_label("Find").press("Escape")
    expect(page.locator("#s-paces")).to_be_visible()


def test_a_new_light_comes_into_its_section_and_what_is_typed_meanwhile_stays(
    screen: Screen, people: People, key: str
) -> None:
    page = opened(people, screen, key)
    page.get_by_role("link", name="Lights", exact=True).click()
    named(page, "set:lights.candle.bright").fill("7")
    named(page, "add:lights").fill("glow moss")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    kind = named(page, f"set:{MOSS}.burns.by")
    expect(kind).to_be_focused()
    assert named(page, "set:lights.candle.bright").input_value() == "7"
    assert page.locator(".rules-index", has_text="Lights 2").count() == 1

    # The answer comes only when more has been typed than was sent.
    held = Held(page, "**/house-rules")
    with page.expect_request("**/house-rules"):
        kind.select_option("clock")
    why = named(page, f"why:{MOSS}")
    why.fill("It grows")
    held.let_go()
    expect(named(page, f"set:{MOSS}.burns.lasts")).to_be_visible()
    expect(why).to_be_focused()
    assert why.input_value() == "It grows"
    page.keyboard.type(" here.")
    assert why.input_value() == "It grows here."
    named(page, f"set:{MOSS}.burns.lasts").fill("1 turn")
    for size in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.evaluate(OPEN_ALL)
        # The whole form is looked at elsewhere; what came into it is in this section.
        assert barriers(page, within="#s-lights") == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.get_by_role("button", name="Look them through").click()
    expect(page.get_by_text("All is well")).to_be_visible()
    page.get_by_role("button", name="Take out glow moss").click()
    expect(named(page, f"why:{MOSS}")).to_have_count(0)
    assert named(page, "set:lights.candle.bright").input_value() == "7"


def test_nothing_pressed_while_something_comes_is_lost(screen: Screen, people: People, key: str) -> None:
    page = opened(people, screen, key)
    page.get_by_role("link", name="Tables", exact=True).click()
    row = 'tables."encounter check".entries'
    held = Held(page, "**/house-rules")
    more = page.locator(f"button[name=more][value='{row}']")
    with page.expect_request("**/house-rules"):
        more.click()
    more.click()
    held.let_go()
    # GLOG's encounter check has six rows.
    expect(named(page, f"set:{row}[7].name")).to_be_visible()
