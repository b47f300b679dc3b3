"""People at the screen: a new campaign to its first turn, and the cards of the party, by mouse or keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.campaigns import begin, commits
from tests.web.looked import barriers
from tests.web.people import LAPTOP, PHONE, People, follows, listens, settled, tab_to, until
from tests.web.served import Screen
from turnkeeper.rules import builtin_ids

pytestmark = pytest.mark.slow
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
LONG = "Bartholomew of the exceedingly long name that somebody thought a good joke"


class Mouse:
    """Clicks, and counts them."""

    def __init__(self) -> None:
        self.clicks = 0

    def click(self, place: Locator) -> None:
        place.click()
        self.clicks += 1


def passed(page: Page) -> None:
    """Wait until the first turn has passed: undo says what it would take back."""
    expect(page.locator("#part-outcome")).not_to_be_empty()
    settled(page)


@pytest.mark.parametrize("rules", builtin_ids())
def test_a_new_campaign_of_three_is_at_its_first_turn_after_seven_clicks(
    screen: Screen, people: People, rules: str
) -> None:
    page, mouse = people.referee(screen, "/new"), Mouse()
    columns = page.locator(".people-table thead th")
    mouse.click(page.locator(f"label[for=rules-{rules}]"))
    for number in (1, 2, 3):
        mouse.click(page.get_by_role("button", name="Add somebody"))
        expect(page.get_by_label(f"Name, person {number}")).not_to_have_value("")
    assert columns.count() > 5
    mouse.click(page.get_by_role("button", name="Begin"))
    listens(page)
    follows(page)
    expect(page.locator(".member")).to_have_count(3)
    mouse.click(page.locator("#part-steps [data-first]"))
    passed(page)
    assert mouse.clicks <= 7


def test_a_new_campaign_of_three_is_at_its_first_turn_by_keys_alone(screen: Screen, people: People) -> None:
    page = people.referee(screen, "/new")
    expect(page.locator("#name")).to_be_focused()
    expect(page.locator("#person-0-name")).to_be_visible()
    page.keyboard.type("By keys")
    tab_to(page, "id", "person-0-name")
    for name in ("Varda", "Orlo", LONG, "Bram"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.get_by_label("Name, person 5")).to_be_focused()
    tab_to(page, "className", "primary")
    with page.expect_navigation(url="**/c/*"):
        page.keyboard.press("Enter")
    listens(page)
    follows(page)
    expect(page.locator(".member-name")).to_have_text(["Varda", "Orlo", LONG, "Bram"])
    page.keyboard.press("n")
    passed(page)


def test_what_is_typed_while_other_columns_come_is_kept(screen: Screen, people: People) -> None:
    page = people.referee(screen, "/new", own=True)
    expect(page.locator("#person-0-name")).to_be_visible()
    later: list[Route] = []
    page.route("**/people", lambda route: route.continue_() if later else later.append(route))
    page.locator("#rules-dungeon-game").check()
    until(page, lambda: later)
    page.locator("#person-0-name").click()
    page.keyboard.type("Var")
    later[0].continue_()
    expect(page.get_by_label("agility, person 1")).to_be_visible()
    expect(page.locator("#person-0-name")).to_be_focused()
    page.keyboard.type("da")
    expect(page.locator("#person-0-name")).to_have_value("Varda")


def test_a_row_and_a_figure_that_one_is_in_stay_while_other_columns_come(
    screen: Screen, people: People
) -> None:
    page = people.referee(screen, "/new", own=True)
    expect(page.locator("#person-0-name")).to_be_visible()
    later: list[Route] = []
    page.route("**/people", lambda route: later.append(route))  # noqa: PLW0108 - it is asked what it takes
    page.locator("#rules-dungeon-game").check()
    until(page, lambda: later)
    page.locator("#person-0-name").click()
    for _ in range(3):
        page.keyboard.press("Enter")
    added = page.locator("#person-3-name")
    expect(added).to_be_focused()
    later[0].continue_()
    until(page, lambda: len(later) > 1)  # a row more than was sent: it is asked anew
    later[1].continue_()
    expect(page.get_by_label("agility, person 1")).to_be_visible()
    expect(added).to_be_focused()
    page.keyboard.type("Orlo")
    expect(added).to_have_value("Orlo")
    page.locator("#rules-glog").check()
    until(page, lambda: len(later) > 2)
    page.locator("[name='person.0.hp']").click()
    later[2].continue_()
    expect(page.get_by_label("agility, person 1")).to_have_count(0)
    expect(page.locator("[name='person.0.hp']")).to_be_focused()


def test_a_button_is_clicked_though_other_columns_come_while_it_is_pressed(
    screen: Screen, people: People
) -> None:
    page = people.referee(screen, "/new", own=True)
    later: list[Route] = []
    page.route("**/people", lambda route: route.continue_() if later else later.append(route))
    page.locator("#rules-dungeon-game").check()
    until(page, lambda: later)
    page.get_by_role("button", name="Add somebody").hover()
    page.mouse.down()
    with page.expect_response("**/people"):
        later[0].continue_()
    page.wait_for_timeout(100)
    page.mouse.up()
    expect(page.get_by_label("Name, person 1")).not_to_have_value("")
    expect(page.get_by_label("agility, person 1")).to_be_visible()


def test_a_column_says_which_rule_reads_it(screen: Screen, people: People) -> None:
    page = people.referee(screen, "/new")
    page.get_by_label("strength, person 2").focus()
    expect(page.locator("[data-people-why]")).to_contain_text("G-FAT-4")
    page.locator("thead th", has_text="reaction").hover()
    expect(page.locator("[data-people-why]")).to_contain_text("G-ENC-3")
    page.locator("#rules-dungeon-game").check()
    expect(page.get_by_label("agility, person 1")).to_be_visible()


def test_a_card_is_opened_changed_and_taken_back_by_keys_alone(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Cards", "party Varda hp 5/7; Orlo", "enter dungeon Barrow")
    page = people.at_table(screen, key)
    page.keyboard.press("@")
    expect(page.get_by_role("heading", name="People")).to_be_focused()
    assert not barriers(page)
    page.keyboard.press("2")
    expect(page.get_by_role("heading", name="Orlo")).to_be_focused()
    assert not barriers(page)
    page.get_by_label("wisdom").focus()
    page.keyboard.type("lots")
    page.keyboard.press("Enter")
    expect(page.get_by_text("wisdom wants a whole number")).to_be_visible()
    page.get_by_label("wisdom").fill("11")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet")).not_to_be_visible()
    expect(page.locator("#part-outcome")).to_contain_text("write Orlo as wisdom 11")
    settled(page)
    page.keyboard.press("z")
    expect(page.locator("#part-outcome")).to_contain_text("undo: write Orlo as wisdom 11")


def test_a_wound_and_a_newcomer_take_a_few_clicks(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Clicks", "party Varda hp 5/7", "enter dungeon Barrow")
    page, mouse = people.at_table(screen, key), Mouse()
    mouse.click(page.locator("a.member-name", has_text="Varda"))
    mouse.click(page.get_by_role("button", name="Loses"))
    expect(page.locator("#part-party")).to_contain_text("4/7")
    settled(page)
    mouse.click(page.get_by_role("link", name="Add or change"))
    mouse.click(page.get_by_role("button", name="Add somebody"))
    expect(page.get_by_label("Name, person 1")).to_have_value("Ansa")
    mouse.click(page.get_by_role("button", name="Add them"))
    expect(page.locator(".member-name")).to_have_text(["Varda", "Ansa"])
    settled(page)
    assert mouse.clicks == 5
    assert commits(screen.folder, "Clicks")[3:] == ["hurt Varda 1", "party Ansa wisdom 9"]


@pytest.mark.parametrize("size, theme", [(LAPTOP, "light"), (PHONE, "dark")])
def test_cards_and_tables_keep_nobody_out_and_stick_out_of_no_page(
    screen: Screen, people: People, size: tuple[int, int], theme: str
) -> None:
    name = f"Look {theme}"
    there = f'party Varda mana 3/7; "{LONG}" hp 1/6 hireling; Orlo "the Hawk"'
    key = begin(screen.folder, name, there, rules="cresthaven")
    page = people.at_table(screen, key, size=size, theme=theme)  # type: ignore[arg-type]
    for opened in (".people-way", f"a.member-name:text('{LONG}')"):
        page.locator(opened).click()
        expect(page.locator("#sheet")).to_be_visible()
        page.evaluate("for (const one of document.querySelectorAll('#sheet details')) one.open = true")
        assert not barriers(page)
        assert page.evaluate(WIDER) <= 0
        within = "(one) => one.scrollWidth - one.clientWidth"
        assert page.locator("#why").evaluate(within) <= 0
        page.keyboard.press("Escape")
