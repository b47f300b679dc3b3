"""Everything by keys: commands, the palette, help, what stopped the game, real dice, the tree of branches.

T7: nothing is doubled, however impatient the fingers are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin, commits
from tests.web.looked import barriers
from tests.web.people import GONE, until

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

PARTY = ("party Varda wisdom 12; Orlo", "stock 4 torches", "enter dungeon Barrow", "light torch for Orlo")
FOCUS = "document.activeElement.id"


def sat_down(screen: Screen, people: People, name: str, *said: str) -> Page:
    """Return a referee's page, ready for keys."""
    return people.at_table(screen, begin(screen.folder, name, *(said or PARTY)), own=True)


def came(page: Page, outcome: str) -> str:
    """Wait for what came of a command, and return its words."""
    part = page.locator(f"#part-outcome[data-outcome={outcome}]")
    part.wait_for(state="attached")
    return part.inner_text().strip()


def settled(page: Page) -> None:
    """Wait until the page shows all that was said."""
    page.wait_for_selector("html:not([data-local-busy])", state="attached")


def test_one_key_is_one_turn_and_a_key_held_down_is_one_too(screen: Screen, people: People) -> None:
    """T7: the repeats of a key are not commands."""
    page = sat_down(screen, people, "Held", *PARTY[:2])
    before = len(commits(screen.folder, "Held"))
    page.keyboard.down("n")
    for _ in range(5):
        page.keyboard.down("n")
    page.keyboard.up("n")
    came(page, "done")
    settled(page)
    assert len(commits(screen.folder, "Held")) == before + 1


def test_enter_held_down_on_a_button_presses_it_once(screen: Screen, people: People) -> None:
    """T7: a browser presses a button again and again as long as Enter is held on it."""
    page = sat_down(screen, people, "Enter", *PARTY[:2])
    before = len(commits(screen.folder, "Enter"))
    page.focus("[data-key=n]")
    for _ in range(6):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    came(page, "done")
    settled(page)
    assert len(commits(screen.folder, "Enter")) == before + 1


def test_a_double_click_is_one_command(screen: Screen, people: People) -> None:
    """T7: so are two clicks in the time of one."""
    page = sat_down(screen, people, "Twice", *PARTY[:2])
    before = len(commits(screen.folder, "Twice"))
    page.dblclick("[data-key=n]")
    came(page, "done")
    settled(page)
    assert len(commits(screen.folder, "Twice")) == before + 1


def test_whoever_clicks_on_and_on_is_heard(screen: Screen, people: People) -> None:
    """Each click comes sooner after the last than two on purpose do; the third is not a part of the first."""
    page = sat_down(screen, people, "On and on", *PARTY[:2])
    before = len(commits(screen.folder, "On and on"))
    for _ in range(4):
        page.click("[data-key=n]")
        page.wait_for_timeout(200)
    settled(page)
    assert len(commits(screen.folder, "On and on")) >= before + 2


def test_keys_are_letters_while_somebody_types(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Letters")
    before = commits(screen.folder, "Letters")
    page.keyboard.press("/")
    page.keyboard.type("nz?nz")
    assert page.input_value("#palette-text") == "nz?nz"
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    page.keyboard.press("F9")
    assert commits(screen.folder, "Letters") == before


def test_the_palette_completes_marks_what_is_wrong_and_gives_the_focus_back(
    screen: Screen, people: People
) -> None:
    page = sat_down(screen, people, "Palette")
    page.focus("[data-key='?']")
    page.keyboard.press("/")
    page.wait_for_selector("#palette-offers [role=option]")
    page.keyboard.type("dou")
    page.wait_for_selector("#palette-offers[data-text=dou]", state="attached")
    page.keyboard.press("Tab")
    page.wait_for_selector("#palette-offers [data-piece=torch]")
    page.keyboard.press("ArrowDown")
    chosen = page.get_attribute("#palette-text", "aria-activedescendant")
    assert page.get_attribute(f"#{chosen}", "aria-selected") == "true"
    page.keyboard.press("Tab")
    assert page.input_value("#palette-text") == "douse torch"
    page.fill("#palette-text", "douse torhc")
    page.keyboard.press("Enter")
    fault = page.locator("#palette-fault p").first
    fault.wait_for()
    assert page.input_value("#palette-text") == "douse torhc"
    assert page.evaluate(FOCUS) == "palette-text"
    page.fill("#palette-text", "note the door is oak")
    page.keyboard.press("Enter")
    page.wait_for_selector("#palette", state="hidden")
    assert "the door is oak" in came(page, "done")
    assert page.evaluate("document.activeElement.dataset.key") == "?"


def test_what_was_said_lately_is_said_again_with_two_keys(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Lately", *PARTY, "note first", "note second")
    page.keyboard.press("/")
    page.wait_for_selector("#palette-offers [data-piece='note second']")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert "note second" in came(page, "done")


def test_words_of_the_screen_itself_open_what_they_name(screen: Screen, people: People) -> None:
    """As in the terminal: `why`, `? torch`, `history`; nothing of it is recorded."""
    page = sat_down(screen, people, "Own words")
    before = commits(screen.folder, "Own words")

    def say(text: str) -> None:
        page.keyboard.press("/")
        page.fill("#palette-text", text)
        page.keyboard.press("Enter")
        page.wait_for_selector("#palette", state="hidden")
        settled(page)

    say("why")
    page.wait_for_selector("#sheet h2")
    assert "G-LIGHT-2" in page.inner_text("#why")
    page.keyboard.press("Escape")
    page.wait_for_selector("#sheet", state="hidden")
    say("? torch")
    expect(page.locator("[data-found]")).to_contain_text(" found")
    page.keyboard.press("Escape")
    page.wait_for_selector("#help", state="hidden")
    say("history")
    page.wait_for_url("**/history")
    assert commits(screen.folder, "Own words") == before


def test_undo_says_what_it_undoes_and_shift_with_z_does_it_again(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Back", *PARTY, "note a door")
    assert "note a door" in page.inner_text("[data-key=z]")
    page.keyboard.press("z")
    assert came(page, "moved") == "undo: note a door"
    settled(page)
    page.keyboard.press("Shift+Z")
    page.locator("#part-outcome", has_text="redo: note a door").wait_for()


def test_real_dice_are_typed_just_once(screen: Screen, people: People) -> None:
    """A throw names itself; faces that do not fit are told beside the field, and nothing is recorded."""
    page = sat_down(screen, people, "Faces")
    before = len(commits(screen.folder, "Faces"))
    page.keyboard.press("d")
    page.keyboard.press("n")
    field = page.locator("#part-throw .throw-faces")
    field.wait_for()
    assert "encounter check" in page.inner_text("#throw-title").casefold()
    expect(page.locator("#part-throw .throw-faces")).to_be_focused()
    settled(page)
    page.keyboard.type("77")
    page.keyboard.press("Enter")
    page.wait_for_selector("#throw-fault:not(:empty)")
    assert len(commits(screen.folder, "Faces")) == before
    assert not barriers(page)
    page.keyboard.type("6+6")
    page.keyboard.press("Enter")
    page.wait_for_selector("#part-throw", state="hidden")
    assert "2d6 = 12" in came(page, "done")
    assert len(commits(screen.folder, "Faces")) == before + 1
    assert page.get_attribute("[data-dice-once]", "aria-pressed") == "false"


def test_a_throw_can_be_left_to_the_campaigns_dice_or_taken_back(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Leave")
    before = len(commits(screen.folder, "Leave"))
    page.keyboard.press("d")
    page.keyboard.press("n")
    expect(page.locator("#part-throw .throw-faces")).to_be_focused()
    settled(page)
    page.keyboard.press("Escape")
    page.wait_for_selector("#part-throw", state="hidden")
    assert len(commits(screen.folder, "Leave")) == before
    settled(page)
    page.keyboard.press("d")
    page.keyboard.press("n")
    expect(page.locator("#part-throw .throw-faces")).to_be_focused()
    settled(page)
    page.keyboard.press("a")
    page.wait_for_selector("#part-throw", state="hidden")
    came(page, "done")
    assert len(commits(screen.folder, "Leave")) == before + 1


def test_what_stopped_the_game_is_put_aside_and_called_back(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Stopped", *PARTY)
    page.keyboard.press("/")
    page.keyboard.type("meet owlbear")
    page.keyboard.press("Enter")
    page.wait_for_selector("#interruption-title", state="visible")
    expect(page.locator("#told-now")).to_contain_text("owlbear")
    assert not barriers(page)
    page.keyboard.press("Escape")
    page.wait_for_selector("#interruption-title", state="hidden")
    page.keyboard.press("i")
    page.wait_for_selector("#interruption-title", state="visible")
    assert page.evaluate(FOCUS) == "interruption-title"


def test_help_has_every_key_on_the_page_and_is_searched(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Helped")
    there = page.eval_on_selector_all("[data-key]", "all => all.map(one => one.dataset.key.split(' ')[0])")
    page.keyboard.press("?")
    page.wait_for_selector(".help-keys kbd")
    listed = page.eval_on_selector_all(".help-keys kbd", "all => all.map(one => one.textContent)")
    assert set(there) <= set(listed)
    assert not barriers(page)
    page.keyboard.type("torch")
    expect(page.locator("[data-found]")).to_contain_text(" found")
    shown = page.locator(".help-topic:visible")
    assert 0 < shown.count() < page.locator(".help-topic").count()
    page.keyboard.press("Escape")
    page.wait_for_selector("#help", state="hidden")


def test_a_dialog_that_was_clicked_open_is_not_opened_again_by_enter(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Clicked")
    page.locator("[data-dialog=help]").first.click()
    page.wait_for_selector(".help-keys kbd")
    page.keyboard.press("Escape")
    page.wait_for_selector("#help", state="hidden")
    until(page, lambda: page.evaluate("document.activeElement === document.body"))
    page.keyboard.press("Enter")
    expect(page.locator("#part-outcome")).to_contain_text("turn")
    expect(page.locator("#help")).to_be_hidden()


def test_why_a_line_happened_opens_over_the_page_and_the_focus_comes_back(
    screen: Screen, people: People
) -> None:
    page = sat_down(screen, people, "Why")
    page.locator("#part-log a[data-sheet]", has=page.locator(".rule")).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet h2")
    assert "G-" in page.inner_text("#why")
    assert not barriers(page)
    page.keyboard.press("Escape")
    page.wait_for_selector("#sheet", state="hidden")
    assert page.evaluate("Boolean(document.activeElement.closest('#part-log'))")


def test_a_lost_connection_is_said_and_found_again(mortal: Screen, people: People) -> None:
    """What was typed is not lost, and saying it again does it once (T7)."""
    people.forgive(GONE, "Failed to fetch")
    page = sat_down(mortal, people, "Lost")
    before = len(commits(mortal.folder, "Lost"))
    page.keyboard.press("/")
    page.wait_for_selector("#palette-offers [role=option]")
    mortal.kill()
    expect(page.locator("#connection")).to_contain_text("Connection lost")
    page.keyboard.type("note nobody hears this")
    page.keyboard.press("Enter")
    page.wait_for_selector("#palette-fault:not(:empty)")
    assert page.input_value("#palette-text") == "note nobody hears this"
    mortal.start()
    expect(page.locator("#connection")).not_to_contain_text("Connection lost")
    page.keyboard.press("Enter")
    came(page, "done")
    assert len(commits(mortal.folder, "Lost")) == before + 1


def test_t7_what_was_done_but_never_answered_is_not_done_twice_when_it_is_said_again(
    screen: Screen, people: People
) -> None:
    people.forgive("ERR_FAILED", "Failed to fetch")
    page = sat_down(screen, people, "Unanswered", *PARTY[:2])
    before = len(commits(screen.folder, "Unanswered"))

    def swallow(route: Route) -> None:
        route.fetch(max_retries=3)
        route.abort()

    page.route("**/say", swallow, times=1)
    page.keyboard.press("n")
    expect(page.locator("#connection")).to_contain_text("No answer came")
    # The stream tells of it all the same, so that the page shows the new head by now.
    expect(page.locator("#part-log")).to_contain_text("wait 1 turn")
    settled(page)
    page.keyboard.press("n")
    assert "done once" in came(page, "done")
    assert len(commits(screen.folder, "Unanswered")) == before + 1


def test_the_tree_goes_anywhere_after_showing_what_it_is(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Tree", *PARTY, "note left", "note further left")
    page.keyboard.press("z")
    came(page, "moved")
    settled(page)
    page.keyboard.press("/")
    page.keyboard.type("note right")
    page.keyboard.press("Enter")
    came(page, "done")
    settled(page)
    page.goto(page.url + "/history")
    page.wait_for_selector("html[data-local-ready]", state="attached")
    assert not barriers(page)
    page.click("details.tree-fork summary")
    page.click(".tree .tree .tree-commit")
    page.wait_for_selector("#sheet h2")
    assert "further left" in page.inner_text("#why")
    assert not barriers(page)
    page.click("#why button:has-text('Go there')")
    page.wait_for_url("**/c/*")
    page.wait_for_selector("#part-log")
    assert "note further left" in page.inner_text("[data-key=z]")


def test_light_or_dark_is_kept_until_it_is_as_the_system_says_again(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Theme")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_text("Light and sound").click()
    page.click("[data-theme-toggle]")
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    assert page.evaluate(ground) == dark
    page.get_by_text("Light and sound").click()
    page.click("[data-theme-toggle]")
    assert page.evaluate(ground) == light
    # The choice is gone: from now on the system decides.
    assert page.evaluate("localStorage.length") == 0
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ground) == dark


def test_a_question_is_answered_while_it_is_typed_and_then_on_the_page(
    screen: Screen, people: People
) -> None:
    page = sat_down(screen, people, "Enquired")
    before = commits(screen.folder, "Enquired")
    page.keyboard.press("/")
    page.keyboard.type("how many torches are left")
    page.wait_for_selector(".palette-answer:has-text('3 torches')")
    page.keyboard.press("Enter")
    assert came(page, "answered") == "3 torches"
    assert not page.locator("#palette").is_visible()
    assert page.locator("#part-outcome").is_visible()
    until(page, lambda: page.inner_text("#told") == "3 torches.")
    assert commits(screen.folder, "Enquired") == before
