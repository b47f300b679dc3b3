"""The bar of steps: one row, what has no room behind "More", and what stopped the game before all else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin, commits
from tests.web.looked import barriers
from tests.web.people import LAPTOP, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

TABLET = (768, 1024)
DELVE = (
    "party Varda wisdom 12 hp 7; Orlo wisdom 9 hp 5",
    "stock 4 torches",
    "stock 4 rations",
    "enter dungeon Barrow",
    "light torch for Orlo",
    "enter room Hall of Antlers 20 x 20 ft",
)
# More steps than any evening offers: an encounter that was put aside, and a long task that it cut short.
CROWDED = (*DELVE, "next encounter is three hollow miners", "meet three hollow miners")
JOURNEY = (
    "party Varda agility 11 brawn 12 cunning 13; Orlo agility 10 brawn 9 cunning 9",
    "stock 6 rations",
    "enter wilderness",
    "use map sample",
    "stand at Nether Dunning",
)
ROW = "document.querySelector('#part-steps .step').getBoundingClientRect().height"
BAR = """() => {
    const bar = document.querySelector(".bar");
    const {paddingTop, paddingBottom} = getComputedStyle(bar);
    return bar.getBoundingClientRect().height - parseFloat(paddingTop) - parseFloat(paddingBottom);
}"""
CUT = "all => all.filter(one => getComputedStyle(one).visibility === 'hidden').map(one => one.dataset.key)"


def rows(page: Page) -> float:
    """Return how many rows of buttons the bar is high."""
    high: float = page.evaluate(BAR)
    row: float = page.evaluate(ROW)
    return high / row


def cut_off(page: Page) -> list[str]:
    """Return the keys of the steps for which the bar has no room."""
    keys: list[str] = page.eval_on_selector_all("#part-steps .step", CUT)
    return keys


def sat_down(  # noqa: PLR0913 - a page has this many parts
    screen: Screen,
    people: People,
    name: str,
    said: tuple[str, ...],
    size: tuple[int, int] = LAPTOP,
    *,
    rules: str = "glog",
) -> Page:
    """Return a referee's page of a size, ready for keys and with its letters there."""
    page = people.at_table(screen, begin(screen.folder, name, *said, rules=rules), size=size)
    page.wait_for_selector("html[data-local-ready]", state="attached")
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    return page


@pytest.mark.parametrize(
    "size, most", [(LAPTOP, 1), (TABLET, 2), (PHONE, 3)], ids=["laptop", "tablet", "phone"]
)
@pytest.mark.parametrize("scene", ["delve", "journey", "met"])
def test_the_bar_keeps_its_rows(
    screen: Screen, people: People, scene: str, size: tuple[int, int], most: int
) -> None:
    """One on a laptop, two on a tablet; on a phone two of steps and one for all else."""
    said = {"delve": DELVE, "journey": JOURNEY, "met": CROWDED}[scene]
    rules = "dungeon-game" if scene == "journey" else "glog"
    page = sat_down(screen, people, f"Rows {scene} {size[0]}", said, size, rules=rules)
    if scene == "met":
        page.click("[data-aside]")
    # A gap between two rows is less than a third of a row.
    assert rows(page) < most + 0.34 * (most - 1) + 0.05


def test_more_opens_by_its_key_shows_every_step_and_closes_by_escape(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "More", DELVE)
    hidden = cut_off(page)
    assert hidden
    page.keyboard.press("+")
    expect(page.locator("#steps-more")).to_have_attribute("open", "")
    page.wait_for_function("!document.querySelector('#part-steps .step[data-local-over]')")
    # Whoever opened it by key is at the first of what was not seen before.
    expect(page.locator(f"#part-steps [data-key='{hidden[0]}']")).to_be_focused()
    assert not barriers(page)
    page.keyboard.press("Escape")
    expect(page.locator("#steps-more")).not_to_have_attribute("open", "")
    expect(page.locator("#steps-more summary")).to_be_focused()
    assert cut_off(page) == hidden
    page.click("#steps-more summary")
    expect(page.locator(f"#part-steps [data-key='{hidden[0]}']")).to_be_visible()


def test_a_step_behind_more_is_taken_by_its_key_and_stands_in_help(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Behind", DELVE)
    assert "w" in cut_off(page)
    before = len(commits(screen.folder, "Behind"))
    page.keyboard.press("?")
    page.wait_for_selector(".help-keys kbd")
    assert {"w", "+"} <= set(page.locator(".help-keys kbd").all_inner_texts())
    page.keyboard.press("Escape")
    page.wait_for_selector("#help", state="hidden")
    page.keyboard.press("w")
    page.locator("#part-outcome[data-outcome=done]").wait_for(state="attached")
    assert len(commits(screen.folder, "Behind")) == before + 1


def test_nobody_comes_with_tab_to_a_step_that_is_not_seen(screen: Screen, people: People) -> None:
    """WCAG 2.2, 2.4.7 and 2.4.11."""
    page = sat_down(screen, people, "Tab", DELVE)
    hidden = cut_off(page)
    page.focus("#part-steps .step")
    keys: list[str] = []
    while not page.evaluate("document.activeElement.closest('#part-tools') !== null"):
        keys.append(page.evaluate("document.activeElement.dataset.key"))
        page.keyboard.press("Tab")
    assert keys[-1] == "+"
    assert not set(keys) & set(hidden)


def test_without_scripts_more_unfolds_all_the_same(screen: Screen, people: People) -> None:
    page = people.referee(screen, f"/c/{begin(screen.folder, 'Plain', *DELVE)}", size=LAPTOP, scripts=False)
    step = page.locator("#part-steps [data-key=w]")
    bar = page.locator(".bar")
    folded = bar.bounding_box()
    page.click("#steps-more summary")
    box, unfolded = step.bounding_box(), bar.bounding_box()
    assert box is not None
    assert folded is not None
    assert unfolded is not None
    assert unfolded["height"] > folded["height"]
    assert box["y"] + box["height"] <= unfolded["y"] + unfolded["height"]


@pytest.mark.parametrize("size", [LAPTOP, TABLET, PHONE], ids=["laptop", "tablet", "phone"])
def test_what_stopped_the_game_is_read_before_the_steps_and_seen_at_once(
    screen: Screen, people: People, size: tuple[int, int]
) -> None:
    """WCAG 2.2, 1.3.2 and 2.4.3: in the order of the page, not only to the eye."""
    page = sat_down(screen, people, f"First {size[0]}", CROWDED, size)
    halt = page.locator("#part-interruption")
    assert page.evaluate("""
        document.getElementById("part-interruption").compareDocumentPosition(document.querySelector(".bar"))
        & Node.DOCUMENT_POSITION_FOLLOWING
    """)
    box, bar = halt.bounding_box(), page.locator(".bar").bounding_box()
    assert box is not None
    assert bar is not None
    # All that could be done about it is there without scrolling.
    assert box["y"] + box["height"] <= size[1]
    if size != LAPTOP:
        assert box["y"] + box["height"] <= bar["y"]
    assert not barriers(page)
