"""The bar of steps: one row, what has no room behind "More", and what stopped the game before all else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin, commits
from tests.web.looked import barriers
from tests.web.people import LAPTOP, PHONE, settled, until

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


def sat_down(
    screen: Screen, people: People, name: str, said: tuple[str, ...], *, rules: str = "glog"
) -> Page:
    """Return a referee's page on a laptop, ready for keys and with its letters there."""
    page = people.at_table(screen, begin(screen.folder, name, *said, rules=rules), size=LAPTOP)
    page.wait_for_selector("html[data-local-ready]", state="attached")
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    return page


def looked_at(page: Page, size: tuple[int, int]) -> None:
    """Make the window another size, and wait until the page has been drawn so."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


@pytest.mark.parametrize("scene", ["delve", "journey", "met"])
def test_the_bar_keeps_its_rows(screen: Screen, people: People, scene: str) -> None:
    """One on a laptop, two on a tablet; on a phone two of steps and one for all else."""
    said = {"delve": DELVE, "journey": JOURNEY, "met": CROWDED}[scene]
    rules = "dungeon-game" if scene == "journey" else "glog"
    page = sat_down(screen, people, f"Rows {scene}", said, rules=rules)
    if scene == "met":
        page.click("[data-aside]")
    for size, most in ((LAPTOP, 1), (TABLET, 2), (PHONE, 3)):
        looked_at(page, size)
        # With the gaps between them, which are a sixth of a row each.
        assert rows(page) < most * 1.2, size


def test_more_opens_by_its_key_shows_every_step_and_closes_by_escape(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "More", DELVE)
    hidden = cut_off(page)
    assert hidden
    page.keyboard.press(";")
    expect(page.locator("#steps-more")).to_have_attribute("open", "")
    page.wait_for_function("!document.querySelector('#part-steps .step[data-local-over]')")
    # Whoever opened it by key is at the first of what was not seen before.
    expect(page.locator(f"#part-steps [data-key='{hidden[0]}']")).to_be_focused()
    assert not barriers(page)
    page.keyboard.press("Escape")
    expect(page.locator("#steps-more")).not_to_have_attribute("open", "")
    # Enter means the first step again.
    expect(page.locator("body")).to_be_focused()
    until(page, lambda: cut_off(page) == hidden)
    page.click("#steps-more summary")
    expect(page.locator(f"#part-steps [data-key='{hidden[0]}']")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#steps-more summary")).to_be_focused()


def test_a_step_behind_more_is_taken_by_its_key_and_stands_in_help(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Behind", DELVE)
    assert "w" in cut_off(page)
    before = len(commits(screen.folder, "Behind"))
    page.keyboard.press("?")
    page.wait_for_selector(".help-keys kbd")
    assert {"w", ";"} <= set(page.locator(".help-keys kbd").all_inner_texts())
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
    for _ in range(40):
        if page.evaluate("document.activeElement.closest('#part-tools') !== null"):
            break
        keys.append(page.evaluate("document.activeElement.dataset.key"))
        page.keyboard.press("Tab")
    assert keys[-1] == ";"
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


def test_the_words_of_the_screen_take_what_the_terminals_take(screen: Screen, people: People) -> None:
    """`undo 3` in the palette, `go` to a commit that is offered, and one that is not there."""
    page = sat_down(screen, people, "Words", (*DELVE, "note oak", "note ash", "note elm"))
    before = commits(screen.folder, "Words")

    def typed(text: str) -> None:
        page.keyboard.press("/")
        page.fill("#palette-text", text)
        page.locator(f"#palette-offers[data-text='{text}']").wait_for(state="attached")

    typed("undo ")
    expect(page.locator("#palette-offers [data-piece='3']")).to_contain_text("note oak")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    told = page.locator("#part-outcome[data-outcome=moved]")
    expect(told).to_have_text("undo: note elm; note ash; note oak")
    expect(page.locator("#palette")).to_be_hidden()
    settled(page)
    assert commits(screen.folder, "Words") == before[:-3]
    typed("go elm")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(told).to_have_text("at: note elm")
    assert commits(screen.folder, "Words") == before
    expect(page.locator("#palette")).to_be_hidden()
    settled(page)
    typed("go ffffff")
    page.keyboard.press("Enter")
    expect(page.locator("#palette-fault")).to_contain_text("no commit")
    page.keyboard.press("Escape")
    expect(page.locator("#palette")).to_be_hidden()
    typed("why 1")
    page.keyboard.press("Enter")
    expect(page.locator("#why h2")).to_be_visible()


def test_what_stopped_the_game_is_read_before_the_steps_and_seen_at_once(
    screen: Screen, people: People
) -> None:
    """WCAG 2.2, 1.3.2 and 2.4.3: in the order of the page, not only to the eye."""
    page = sat_down(screen, people, "First", CROWDED)
    assert page.evaluate("""
        document.getElementById("part-interruption").compareDocumentPosition(document.querySelector(".bar"))
        & Node.DOCUMENT_POSITION_FOLLOWING
    """)
    for size in (LAPTOP, TABLET, PHONE):
        looked_at(page, size)
        box, bar = (page.locator(one).bounding_box() for one in ("#part-interruption", ".bar"))
        assert box is not None
        assert bar is not None
        # All that could be done about it is there without scrolling.
        assert box["y"] + box["height"] <= size[1], size
        assert size == LAPTOP or box["y"] + box["height"] <= bar["y"], size
        assert not barriers(page), size
