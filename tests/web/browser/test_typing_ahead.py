"""Keys that are pressed before the page shows what came of the last one: none is lost, and none is doubled.

How long ago something was pressed is told to the page by the test, so that a slow machine changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin, commits
from tests.web.people import follows, listens, until

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

PARTY = ("party Varda wisdom 12; Orlo", "stock 4 torches", "enter dungeon Barrow", "light torch for Orlo")
CLOCK = "globalThis.testNow = 0; performance.now = () => globalThis.testNow;"
# A stream as slow as a bad network makes it, so that the answer to a post is always there first.
LATE_MS, VERY_LATE_MS = 300, 1600
SLOW_STREAM = """
const real = globalThis.fetch;
globalThis.fetch = async (asked, ...more) => {
    const response = await real(asked, ...more);
    if (!String(asked.url ?? asked).endsWith("/events")) return response;
    const slow = new TransformStream({
        transform: async (chunk, controller) => {
            await new Promise((done) => setTimeout(done, globalThis.testLate ?? LATE_MS));
            controller.enqueue(chunk);
        },
    });
    const { headers, status } = response;
    return new Response(response.body.pipeThrough(slow), { headers, status });
};
"""
SOON = "new Promise((done) => setTimeout(done, 100))"


def slow(late: int = LATE_MS) -> str:
    """Return the function that delays a page's stream, by milliseconds."""
    return SLOW_STREAM.replace("LATE_MS", str(late))


class Post:
    """Posts to one address that wait on their way, or their answers on the way back, until let through."""

    def __init__(self, page: Page, pattern: str, *, back: bool = False) -> None:
        self._page = page
        self._back = back
        self._held: list[Route] = []
        self._open = False
        page.route(pattern, self._hold)

    def _hold(self, route: Route) -> None:
        if self._open:
            route.continue_()
            return
        if self._back:
            self._answer = route.fetch(max_retries=3)
        self._held.append(route)

    def let_through(self) -> None:
        """Release the one that waits, and all that come after it."""
        until(self._page, lambda: self._held)
        self._open = True
        for route in self._held:
            if self._back:
                route.fulfill(response=self._answer)
            else:
                route.continue_()


def sat_down(screen: Screen, people: People, name: str, *scripts: str) -> Page:
    """Return a referee's page whose clock stands still."""
    page = people.somebody(own=True)
    for script in (CLOCK, *scripts):
        page.add_init_script(script)
    assert page.context.request.get(screen.enter).ok
    page.goto(screen.url(f"/c/{begin(screen.folder, name, *PARTY)}"))
    follows(page)
    listens(page)
    return page


def settled(page: Page) -> None:
    """Wait until the page shows all that was said, and has pressed all that waited."""
    page.wait_for_selector("html:not([data-local-busy])", state="attached")
    page.evaluate(SOON)
    page.wait_for_selector("html:not([data-local-busy])", state="attached")


def press(page: Page, *keys: str) -> None:
    """Press keys one after another without looking."""
    for key in keys:
        page.keyboard.press(key)


def test_dice_and_the_next_turn_are_typed_before_the_throw_is_even_asked(
    screen: Screen, people: People
) -> None:
    page = sat_down(screen, people, "Ahead")
    before = len(commits(screen.folder, "Ahead"))
    post = Post(page, "**/say")
    press(page, "d", "n", "6", "+", "5", "Enter", "n")
    post.let_through()
    expect(page.locator("#part-log")).to_contain_text("2d6 = 11")
    expect(
        page.locator("#part-log .log-commit, #part-log li", has_text="wait 1 turn").nth(1)
    ).to_be_attached()
    settled(page)
    assert len(commits(screen.folder, "Ahead")) == before + 2


def test_keys_that_were_not_meant_for_a_throw_are_let_go_when_one_is_asked(
    screen: Screen, people: People
) -> None:
    page = sat_down(screen, people, "Not meant")
    before = len(commits(screen.folder, "Not meant"))
    post = Post(page, "**/say")
    press(page, "d", "n", "n", "6")
    post.let_through()
    field = page.locator("#part-throw .throw-faces")
    expect(field).to_be_focused()
    settled(page)
    assert field.input_value() == ""
    assert len(commits(screen.folder, "Not meant")) == before


def test_faces_and_enter_are_typed_into_a_throw_that_is_shown_before_the_answer_is_there(
    screen: Screen, people: People
) -> None:
    """The stream may be quicker than the answer: whoever sees the field may use it, and take their time."""
    page = sat_down(screen, people, "Shown first")
    before = len(commits(screen.folder, "Shown first"))
    post = Post(page, "**/say", back=True)
    press(page, "d", "n")
    field = page.locator("#part-throw .throw-faces")
    expect(field).to_be_focused()
    page.evaluate("globalThis.testNow = 2000")
    press(page, "6", "+", "5")
    assert field.input_value() == "6+5"
    press(page, "Enter", "n")
    assert field.input_value() == "6+5"
    post.let_through()
    expect(page.locator("#part-log")).to_contain_text("2d6 = 11")
    expect(page.locator("#part-log li p", has_text="wait 1 turn")).to_have_count(2)
    settled(page)
    assert len(commits(screen.folder, "Shown first")) == before + 2


def test_keys_are_let_go_when_something_stops_the_game(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Stops")
    before = len(commits(screen.folder, "Stops"))
    post = Post(page, "**/say")
    press(page, "/")
    page.keyboard.type("meet owlbear")
    press(page, "Enter", "n", "n")
    post.let_through()
    page.wait_for_selector("#interruption-title", state="visible")
    settled(page)
    assert len(commits(screen.folder, "Stops")) == before + 1


def test_t7_who_sees_nothing_happen_and_presses_again_does_it_once(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Impatient")
    before = len(commits(screen.folder, "Impatient"))
    post = Post(page, "**/say")
    press(page, "n")
    page.evaluate("globalThis.testNow = 1000")
    press(page, "n", "n")
    post.let_through()
    expect(page.locator("#part-log")).to_contain_text("wait 1 turn")
    settled(page)
    assert len(commits(screen.folder, "Impatient")) == before + 1


def test_keys_wait_until_a_slow_stream_shows_that_a_throw_was_taken_back(
    screen: Screen, people: People
) -> None:
    """The answer is there before the page has changed; what is pressed between means the page to come."""
    page = sat_down(screen, people, "Slow", slow())
    field = page.locator("#part-throw .throw-faces")
    press(page, "d", "n")
    expect(field).to_be_focused()
    settled(page)
    with page.expect_response("**/give-up"):
        press(page, "Escape")
    press(page, "d", "n")
    page.wait_for_selector("#part-throw", state="hidden")
    expect(field).to_be_focused()
    settled(page)
    press(page, "a")
    expect(page.locator("#part-log")).to_contain_text("wait 1 turn")


def test_undo_after_undo_waits_for_a_slow_stream_though_its_head_was_shown_before(
    screen: Screen, people: People
) -> None:
    page = sat_down(screen, people, "Undone late", slow())
    before = len(commits(screen.folder, "Undone late"))
    for key, undone in (
        ("z", "light torch"),
        ("Shift+Z", "light torch"),
        ("z", "light torch"),
        ("z", "enter"),
    ):
        with page.expect_response("**/undo" if key == "z" else "**/redo"):
            press(page, key)
        settled(page)
        expect(page.locator("#part-outcome[data-outcome=moved]")).to_contain_text(undone)
    expect(page.locator("#part-log li p").first).to_contain_text("stock 4 torches")
    assert len(commits(screen.folder, "Undone late")) == before - 2


def test_nobody_is_told_that_somebody_was_quicker_who_was_they_themselves(
    screen: Screen, people: People
) -> None:
    """However late the stream is; and what one did oneself stays said when it comes."""
    page = sat_down(screen, people, "Very late", slow(VERY_LATE_MS))
    before = len(commits(screen.folder, "Very late"))
    for number in (1, 2):
        press(page, "n")
        expect(page.locator("#part-log li p", has_text="wait 1 turn")).to_have_count(number)
        settled(page)
        assert page.get_attribute("#part-outcome", "data-outcome") == "done"
        assert "wait 1 turn" in (page.text_content("#part-outcome") or "")
    assert len(commits(screen.folder, "Very late")) == before + 2


def test_who_goes_on_without_a_stream_goes_on_from_what_they_did(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Cut off", slow())
    page.evaluate("globalThis.testLate = 60_000")
    before = len(commits(screen.folder, "Cut off"))
    for _ in range(2):  # then the torch is out, which holds the clock
        with page.expect_response("**/say"):
            press(page, "n")
        page.evaluate("document.dispatchEvent(new CustomEvent('turnkeeper:lost'))")
        settled(page)
        assert page.get_attribute("#part-outcome", "data-outcome") == "done"
    assert len(commits(screen.folder, "Cut off")) == before + 2


def test_what_lies_over_the_page_is_gone_as_soon_as_escape_is_pressed(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Over")
    for _ in range(5):
        press(page, "/")
        page.wait_for_selector("#palette[open]")
        press(page, "Escape", "?")
        page.wait_for_selector("#help[open]")
        press(page, "Escape", "/")
        page.wait_for_selector("#palette[open]")
        press(page, "Escape")
