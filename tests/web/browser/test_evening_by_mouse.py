"""An evening of each game by mouse alone, or with a finger on a tablet: nothing is typed from the form on.

From a new campaign into the dark, to somebody of whom nothing is written, through the fight, on the way and
through the night: until it is another day.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import commits
from tests.web.people import LAPTOP, follows, listens, settled, until
from turnkeeper.app.shelf.handing_on import file_name_for
from turnkeeper.rules import builtin_ids

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

TABLET = (768, 1024)
MOUSE = frozenset({"advanced", "cresthaven", "fifth", "quest-of-destiny"})
"""The games that are played by mouse on a laptop; the others are with a finger on a tablet."""
NIGHT = {
    "advanced": "",
    "classic": "",
    "cresthaven": "Long rest",
    "dungeon-game": "Camp",
    "fifth": "Long rest",
    "glog": "Night",
    "quest-of-destiny": "Extended rest",
    "torchlit": "Rest",
}
"""How the night's rest begins on its step; of two games the step out of doors is a whole day."""


FIRST_TURN_CLICKS = 20
"""At most, from the form of a new campaign into the dark with a light: each takes under three seconds."""


class Pointer:
    """A mouse or a finger; whatever it does is answered and shown before the next, and counted."""

    def __init__(self, page: Page, *, finger: bool) -> None:
        self.page = page
        self.count = 0
        self.finger = finger

    def press(self, place: Locator) -> None:
        """Press the first that is seen of a place."""
        self.count += 1
        one = place.locator("visible=true").first
        if self.finger:
            one.tap()
        else:
            one.click()
        if self.page.locator("#part-head").count():
            settled(self.page)

    def button(self, label: str, within: str = "body") -> Locator:
        """Return the buttons whose words begin so."""
        return self.page.locator(f"{within} :is(button, summary)").filter(
            has_text=re.compile(rf"^\s*{re.escape(label)}")
        )

    def step(self, label: str) -> None:
        """Press a step, wherever it stands: behind *More*, if there is no room."""
        steps = self.button(label, "main")
        if not steps.locator("visible=true").count():
            self.press(self.page.locator("#steps-more summary"))
        self.press(steps)

    def into(self, scene: str) -> None:
        """Go into another scene, by its form as it opens."""
        self.step(f"To the {scene}")
        self.page.locator("#command-form").wait_for()
        self.press(self.button("Do it", "dialog[open]"))
        expect(self.page.locator("dialog[open]")).to_have_count(0)
        settled(self.page)


def begun(screen: Screen, people: People, rules: str) -> Pointer:
    """Begin a campaign by the form: the rules, four people and the sample land, and nothing typed."""
    size = LAPTOP if rules in MOUSE else TABLET
    page = people.referee(screen, "/new", size=size, touch=size == TABLET)
    hand = Pointer(page, finger=size == TABLET)
    hand.press(page.locator(f"label[for=rules-{rules}]"))
    for number in range(1, 5):
        hand.press(hand.button("Add somebody"))
        expect(page.get_by_label(f"Name, person {number}")).not_to_have_value("")
    hand.press(page.locator("label[for=map-sample]"))
    page.locator("#seed").evaluate("one => { one.value = 'lantern'; }")  # the same dice each time
    hand.press(page.locator("button.primary"))
    listens(page)
    follows(page)
    return hand


def fought(hand: Pointer) -> None:
    """Three of whom nothing is known are met, named, given hit points and fought down."""
    page = hand.page
    if not page.locator(".encounter").count():
        hand.step("They meet")
    hand.press(page.locator(".meet-kind >> text=ghouls"))
    hand.press(page.locator(".meet-numbers button >> text=3"))
    expect(page.locator(".encounter-side")).to_contain_text("3 ghouls")
    hand.press(hand.button("Fight", ".encounter"))
    expect(page.locator("#part-fight")).to_be_visible()
    for many in range(5, 0, -1):
        asked = page.locator(".fighter-asks")
        expect(asked).to_have_count(many)
        hand.press(asked.first.locator("input"))
        hand.press(page.locator("[data-fray-digit='1']"))
        hand.press(page.locator("[data-fray-digit='2']"))
        hand.press(asked.first.locator("button"))
    expect(page.locator(".fighter-points .digits >> text=12/12")).to_have_count(7)
    hand.press(page.locator("#part-steps [data-first]"))
    hand.press(page.locator('.fighter:has(input[value="ghoul 2"]) .fighter-name'))
    hand.press(page.locator("[data-fray-digit='7']"))
    hand.press(hand.button("Wound"))
    expect(page.locator('.fighter:has(input[value="ghoul 2"])')).to_contain_text("5/12")
    hand.press(page.locator(".troop:not(.party) [data-fray-all]"))
    hand.press(hand.button("Dead", "#fray"))
    hand.step("End the fight")
    expect(page.locator("#part-fight")).to_be_hidden()


def answered(hand: Pointer) -> None:
    """Answer what came in between: who is met goes, in the dark they go on, a question has an answer."""
    page = hand.page
    for _ in range(9):
        asked = page.locator("[data-asked]")
        if asked.locator("visible=true").count():
            hand.press(asked.get_by_role("button", name="one more"))
            hand.press(hand.button("Go on:", "[data-asked]"))
            continue
        open_now = (
            hand.button("They part", ".encounter"),
            hand.button("Go on in the dark", "#part-interruption"),
            page.locator("#part-interruption [data-key='1']"),
        )
        waiting = next((one for one in open_now if one.locator("visible=true").count()), None)
        if waiting is None:
            return
        hand.press(waiting)


def went_on(hand: Pointer, rest: str) -> None:
    """Go on until it is another day: the night's rest where it is offered, else what comes first."""
    page = hand.page
    ways = (
        hand.button(rest or "Sleep", "#part-interruption"),
        page.locator("#part-interruption .step"),
        page.locator("#part-steps [data-first]"),
    )

    def is_another_day() -> bool:
        answered(hand)
        if page.locator(".clock-day").inner_text().startswith("day 2"):
            return True
        page.wait_for_timeout(300)  # two clicks within less are one
        hand.press(next(one for one in ways if one.locator("visible=true").count()))
        return False

    until(page, is_another_day)


@pytest.mark.parametrize("rules", builtin_ids())
def test_an_evening_needs_no_keyboard(screen: Screen, people: People, rules: str) -> None:
    hand = begun(screen, people, rules)
    page = hand.page
    name = page.locator("h1").inner_text()
    hand.into("dungeon")
    hand.step("Light ")
    expect(page.locator(".lamp.lit")).to_have_count(1)
    assert hand.count < FIRST_TURN_CLICKS
    fought(hand)
    answered(hand)
    if rules == "torchlit":  # nobody travels by its rules, and camp is made underground (T-REST-1)
        hand.into("camp")
        assert hand.button(NIGHT[rules], "#part-steps").count()
    else:
        hand.into("wilderness")
        hand.step("Stand at")
        hand.step("Travel to")
        hand.press(page.locator("dialog[open] [data-field-value='Wendbridge']"))
        hand.press(hand.button("Do it", "dialog[open]"))
        settled(page)
    went_on(hand, NIGHT[rules])
    rest = NIGHT[rules].casefold()
    said = commits(screen.folder, file_name_for(name, ""))
    assert any(one.startswith(rest) for one in said)
    assert rules == "torchlit" or any(one.startswith("travel to Wendbridge") for one in said)
