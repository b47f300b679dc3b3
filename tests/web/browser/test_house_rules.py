"""House rules in a browser: problems beside their lines, fields and text in step, by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.campaigns import begin
from tests.web.looked import barriers
from tests.web.people import People, listens
from tests.web.served import Screen

pytestmark = pytest.mark.slow

TORCH = '\n[lights.torch]\nburns = { ticks = 3 }  # soaked\nbright = "far"\n'
SIZES = ((1280, 800), (390, 844))


@pytest.fixture(scope="module")
def key(screen: Screen) -> str:
    return begin(screen.folder, "Ruled", "party Varda; Orlo")


def named(page: Page, name: str) -> Locator:
    """Return the field of a name, as it is seen."""
    return page.locator(f"[name='{name}']:not([type=hidden])")


def opened(people: People, screen: Screen, key: str) -> Page:
    """Return a page of house rules that listens."""
    page = people.referee(screen, f"/c/{key}/house-rules", own=True)
    listens(page)
    return page


def type_in(page: Page, text: str) -> None:
    """Type at the end of the text."""
    page.locator("#house-text").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(text)


def value(page: Page) -> str:
    return page.locator("#house-text").input_value()


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
        """Release the request."""
        assert self._first is not None
        self._first.continue_()


def test_problems_and_differences_stand_beside_their_lines_as_one_types(
    screen: Screen, people: People, key: str
) -> None:
    page = opened(people, screen, key)
    type_in(page, TORCH)
    wrong = page.locator("#house-lines .house-line-wrong")
    expect(wrong).to_have_count(1)
    expect(wrong).to_contain_text('bright = "far"')
    expect(wrong).to_contain_text("must be a whole number")
    expect(page.locator(".house-line-changed", has_text="ticks = 3")).to_contain_text("instead of 2")
    expect(page.locator("#house-said")).to_contain_text("1 thing is still to mend")
    expect(page.locator("#house-text")).to_have_attribute("aria-invalid", "true")
    # The mark goes along with its line before anybody was asked.
    page.keyboard.press("Control+Home")
    page.keyboard.press("Enter")
    expect(page.locator("#house-lines .house-line-wrong")).to_contain_text('bright = "far"')
    page.keyboard.press("F8")
    page.keyboard.type("25")
    expect(page.locator("#house-said")).to_contain_text("All is well")
    assert "bright = 25" in value(page)
    expect(named(page, "set:lights.torch.bright")).to_have_value("25")
    expect(page.locator("#house-changes")).to_contain_text("bright 25 instead of 20")


def test_the_numbers_and_the_text_stand_on_the_same_lines(screen: Screen, people: People, key: str) -> None:
    page = opened(people, screen, key)
    type_in(
        page,
        TORCH + "".join(f"# a long line, {number} {'and longer ' * 9}\n" for number in range(60)),
    )
    expect(page.locator(".house-line-wrong")).to_have_count(1)
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        heights = page.evaluate("""() => {
            const text = document.getElementById("house-text");
            const lines = document.getElementById("house-lines");
            const place = one => { const {top, width} = one.getBoundingClientRect(); return [top, width]; };
            return [text.scrollHeight - lines.offsetHeight, text.scrollTop, place(text), place(lines)];
        }""")
        assert heights[:2] == [0, 0]
        assert heights[2] == heights[3]
        assert barriers(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= wide


def test_a_problem_is_gone_to_from_the_list_by_keyboard(screen: Screen, people: People, key: str) -> None:
    page = opened(people, screen, key)
    type_in(page, TORCH)
    link = page.locator("#house-problems").get_by_role("link", name="line 8")
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#house-text")).to_be_focused()
    assert page.evaluate("getSelection().toString()") == '"far"'


def test_fields_and_switches_write_the_text_and_keep_its_comments(
    screen: Screen, people: People, key: str
) -> None:
    page = opened(people, screen, key)
    type_in(page, TORCH.replace('"far"', "30"))
    ticks = named(page, "set:lights.torch.burns.ticks")
    expect(ticks).to_have_value("3")
    ticks.fill("5")
    page.keyboard.press("Tab")
    expect(page.locator("#house-lines")).to_contain_text("burns = { ticks = 5 }  # soaked")
    expect(page.locator("#f-lights\\.torch\\.burns_in\\.wilderness\\.lasts")).to_be_focused()
    by_watch = page.get_by_role("switch", name="Outdoors one check a watch")
    by_watch.check()
    expect(page.locator("#house-lines")).to_contain_text('options = ["encounters-by-watch"]')
    by_watch.uncheck()
    expect(page.locator("#house-lines")).to_contain_text("options = []")


def test_what_is_typed_while_an_answer_comes_is_kept_and_what_was_pressed_is_done(
    screen: Screen, people: People, key: str
) -> None:
    page = opened(people, screen, key)
    held = Held(page, "**/house-rules")
    page.locator("#house-called").fill("glow moss")
    page.locator("#house-insert").select_option("lights")
    with page.expect_request("**/house-rules"):
        page.get_by_role("button", name="Insert").click()
    type_in(page, "\n# typed meanwhile\n")
    held.let_go()
    expect(page.locator("#house-lines")).to_contain_text('[lights."glow moss"]')
    assert "# typed meanwhile\n\n[register.O-LIGHTS-GLOW-MOSS]" in value(page)
    expect(page.locator("#house-said")).to_contain_text("All is well")


def test_a_rule_is_found_by_typing_put_into_the_text_and_left_out_by_keyboard(
    screen: Screen, people: People, key: str
) -> None:
    page = opened(people, screen, key)
    page.keyboard.press("/")
    expect(page.get_by_label("Find a rule")).to_be_focused()
    page.keyboard.type("lantern")
    take = page.get_by_role("button", name=re.compile("Put it into the text ?: lantern"))
    expect(take).to_be_visible()
    expect(page.get_by_label("Find a rule")).to_be_focused()
    take.press("Enter")
    expect(page.locator("#house-text")).to_be_focused()
    assert "[lights.lantern]\n" in value(page)
    page.get_by_role("button", name=re.compile("Play without it ?: lantern")).press("Enter")
    expect(page.locator("#house-lines")).to_contain_text('remove = ["lights.lantern"]')


def test_fields_wait_while_the_text_cannot_be_read(screen: Screen, people: People, key: str) -> None:
    page = opened(people, screen, key)
    type_in(page, "\n[lights.torch]\nburns = {\n")
    expect(page.locator("#house-side")).to_have_attribute("disabled", "")
    expect(page.get_by_text("These wait until the text can be read.")).to_be_visible()
    assert barriers(page) == []
    for _ in range(2):
        page.keyboard.press("Backspace")
    page.keyboard.type("{ ticks = 4 }")
    expect(named(page, "set:lights.torch.burns.ticks")).to_have_value("4")


def test_nothing_is_lost_when_the_server_does_not_answer(screen: Screen, people: People, key: str) -> None:
    people.forgive("Failed to load resource")
    page = opened(people, screen, key)
    page.route("**/house-rules", lambda route: route.abort())
    type_in(page, "\n# still here\n")
    expect(page.locator("#house-said")).to_contain_text("Turnkeeper does not answer")
    assert "# still here" in value(page)
