"""What the server says of a fault is what the referee reads, and what was refused is easily said anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin
from turnkeeper.web.problems import encoded, problem

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow


def test_a_full_disk_is_told_with_what_would_help_and_the_next_success_ends_it(
    screen: Screen, people: People
) -> None:
    people.forgive("status of 422")
    page = people.at_table(screen, begin(screen.folder, "Full", "party Varda"), own=True)
    kind, body = encoded(
        problem(422, "cannot-write", "the disk is full", "Make room <there>."), as_json=False
    )

    def full(route: Route) -> None:
        route.fulfill(status=422, content_type=kind, body=body)

    page.route("**/say", full)
    page.keyboard.press("n")
    expect(page.locator("#connection")).to_have_text("the disk is full Make room <there>.")
    page.unroute("**/say", full)
    page.keyboard.press("n")
    page.locator("#part-outcome[data-outcome=done]").wait_for(state="attached")
    expect(page.locator("#connection")).to_have_text("")


def test_what_is_typed_after_a_refusal_takes_the_place_of_what_was_refused(
    screen: Screen, people: People
) -> None:
    """Whoever presses `/` once more, too: nothing is added to what the rules have refused."""
    page = people.at_table(screen, begin(screen.folder, "Refused", "enter dungeon Barrow"))
    page.wait_for_selector("html[data-local-ready]", state="attached")
    field = page.locator("#palette-text")
    page.keyboard.press("/")
    page.keyboard.type("enter dungeon Barrow")
    page.keyboard.press("Enter")
    expect(page.locator("#palette-fault")).to_contain_text("in Barrow already")
    page.keyboard.type("light torch")
    expect(field).to_have_value("light torch")
    page.keyboard.press("Control+a")
    page.keyboard.type("enter dungeon Barrow")
    page.keyboard.press("Enter")
    expect(page.locator("#palette-fault")).to_contain_text("in Barrow already")
    page.keyboard.press("Escape")
    expect(page.locator("#palette")).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type("light candle")
    expect(field).to_have_value("light candle")


def test_that_an_answer_takes_its_time_is_told_until_it_comes(screen: Screen, people: People) -> None:
    page = people.at_table(screen, begin(screen.folder, "Slow answer", "party Varda"), own=True)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/say", hold)
    page.keyboard.press("n")
    expect(page.locator("#connection")).to_have_text("Waiting for an answer.")
    held[0].continue_()
    page.locator("#part-outcome[data-outcome=done]").wait_for(state="attached")
    expect(page.locator("#connection")).to_have_text("")
