"""What is dragged with the mouse is dragged with a finger on a tablet too: the party, a token, the strip."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin, commits
from tests.web.people import settled, stands_still

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

TABLET = (768, 1024)
MOVES = 8


class Finger:
    """One finger on a page, that is put down, moved and lifted."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._wire = page.context.new_cdp_session(page)
        self._at = (0.0, 0.0)

    def down(self, at: tuple[float, float]) -> None:
        """Put it down on a place of the window."""
        self._at = at
        self._send("touchStart", at)

    def move(self, to: tuple[float, float]) -> None:
        """Move it as a hand does, in several steps."""
        (from_x, from_y), (to_x, to_y) = self._at, to
        for step in range(1, MOVES + 1):
            part = step / MOVES
            self._send("touchMove", (from_x + (to_x - from_x) * part, from_y + (to_y - from_y) * part))
        self._at = to

    def up(self) -> None:
        """Lift it."""
        self._send("touchEnd")

    def _send(self, kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        self._wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(place: Locator) -> tuple[float, float]:
    """Return the middle of the visible part of a place."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def sat_down(screen: Screen, people: People, name: str, *said: str, rules: str) -> Page:
    """Return the referee's page on a tablet."""
    key = begin(screen.folder, name, *said, rules=rules)
    page = people.at_table(screen, key, size=TABLET, touch=True)
    stands_still(page.locator("#part-steps"))
    return page


def test_the_party_is_carried_over_the_map(screen: Screen, people: People) -> None:
    said = ("party Varda cunning 13 brawn 12; Orlo cunning 9 brawn 9", "enter wilderness", "use map sample")
    page = sat_down(screen, people, "Carried off", *said, "stand at 0709", rules="dungeon-game")
    party = page.locator("#map-view .map-party-ring")
    party.scroll_into_view_if_needed()
    stands_still(party)
    ring = party.bounding_box()
    assert ring is not None
    across, down = middle(party)
    finger = Finger(page)
    finger.down((across, down))
    finger.move((across, down + ring["height"]))
    expect(page.locator("#map-says")).to_contain_text("over 1 hex")
    finger.up()
    expect(page.locator("#part-log")).to_contain_text("0710")
    assert commits(screen.folder, "Carried off")[-1].startswith("travel to 0710")


def test_a_token_is_carried_to_a_later_segment(screen: Screen, people: People) -> None:
    said = (
        "party Ansa dexterity 14 intelligence 12 hp 9; Bero dexterity 9 intelligence 9 hp 9",
        "foes goblins 2 hp 5",
        "fight",
    )
    page = sat_down(screen, people, "Later", *said, rules="quest-of-destiny")
    token = page.locator(".token[data-delay]").first
    who = token.get_attribute("data-delay")
    token.scroll_into_view_if_needed()
    finger = Finger(page)
    finger.down(middle(token))
    finger.move(middle(page.locator('.segment[data-segment="9"]').first))
    finger.up()
    page.locator("#part-outcome[data-outcome=done]").wait_for(state="attached")
    settled(page)
    assert commits(screen.folder, "Later")[-1] == f"delay until 9 by {who}"


def test_the_strip_looks_back_and_nothing_changes(screen: Screen, people: People) -> None:
    said = ("party Varda hp 4", "enter dungeon", "light torch for Varda", "no checks here", "wait 2 turns")
    page = sat_down(screen, people, "Strip", *said, rules="classic")
    needle = page.locator(".scrub-at")
    across, down = middle(needle)
    before = commits(screen.folder, "Strip")
    finger = Finger(page)
    finger.down((across, down))
    finger.move((across - 40, down))
    expect(page.locator("#then")).to_contain_text("A look back")
    finger.up()
    expect(page.locator("#then")).to_be_hidden()
    assert commits(screen.folder, "Strip") == before
