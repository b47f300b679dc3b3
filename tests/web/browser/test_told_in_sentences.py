"""Those who do not see the page are told in sentences: the throw that is waited for, what was not done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import BARROW, begin
from tests.web.people import settled

if TYPE_CHECKING:
    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow


def test_a_throw_that_is_waited_for_is_told_as_a_sentence(screen: Screen, people: People) -> None:
    page = people.at_table(screen, begin(screen.folder, "Told", *BARROW))
    told = page.locator("#told")
    page.keyboard.press("d")
    page.keyboard.press("n")
    expect(told).to_have_text("Encounter check: throw 2d6.")
    settled(page)
    expect(page.locator("#part-throw .throw-faces")).to_be_focused()


def test_a_refusal_and_what_would_work_are_told_as_a_sentence_each(screen: Screen, people: People) -> None:
    page = people.at_table(screen, begin(screen.folder, "Told no", *BARROW))
    page.evaluate(
        """() => {
            document.getElementById("part-outcome").innerHTML =
                "<p><strong>no fight is going on</strong></p>\\n<p class='hint'>fight</p>";
            document.dispatchEvent(new CustomEvent("turnkeeper:outcome", { detail: { outcome: "refused" } }));
        }"""
    )
    expect(page.locator("#told")).to_have_text("No fight is going on. Fight.")
