"""Under the open sky the map keeps its side of the page, whatever burns in the margin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.campaigns import begin
from tests.web.people import stands_still

if TYPE_CHECKING:
    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

JOURNEY = ("party Varda; Orlo", "enter wilderness", "use map sample", "stand at Ferrowhythe")


def test_a_torch_lit_on_a_journey_takes_no_room_from_the_map(screen: Screen, people: People) -> None:
    page = people.at_table(screen, begin(screen.folder, "Torchlit", *JOURNEY))
    page.set_viewport_size({"width": 1280, "height": 800})
    width = "() => document.querySelector('#part-map').getBoundingClientRect().width"
    stands_still(page.locator("#part-map"))
    before = page.evaluate(width)
    assert before > 400
    page.keyboard.press("/")
    page.keyboard.type("light torch for Orlo")
    page.keyboard.press("Enter")
    # It is drawn as what it is.
    page.locator("#part-lights .lamp.lit .lamp-torch").wait_for()
    stands_still(page.locator("#part-map"))
    assert page.evaluate(width) == before
