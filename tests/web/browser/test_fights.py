"""A fight in the referee's hands: its rows by keys alone, by mouse alone, under a finger, and its track.

Keys are counted: a round of four against six with three wounds takes at most 15, here without waiting.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.campaigns import begin, commits
from tests.web.hands import Hand
from tests.web.looked import barriers
from tests.web.people import LAPTOP, PHONE, People, settled
from tests.web.served import Screen

pytestmark = pytest.mark.slow

MOST_KEYS = 15
FINGER = 44
SCORES = {
    "advanced": "",
    "glog": "wisdom 12",
    "dungeon-game": "agility 12",
    "cresthaven": "",
    "classic": "",
    "quest-of-destiny": "order 12",
}
ROUNDS = ("glog", "dungeon-game", "cresthaven", "classic", "advanced")


def party(rules: str) -> str:
    names = ("Varda", "Orlo", "Wulf", "Bram")
    return "party " + "; ".join(f"{name} {SCORES[rules]} hp 9/9".replace("  ", " ") for name in names)


def fighting(screen: Screen, people: People, name: str, rules: str = "glog", *said: str) -> Page:
    """Open the screen of four against six goblins."""
    begun = ("round",) if rules in ROUNDS else ()
    told = (party(rules), "foes goblins 6 hp 9", "fight", *begun, *said)
    return people.at_table(screen, begin(screen.folder, name, *told, rules=rules))


def row(page: Page, name: str) -> Locator:
    """Return the row of one in the fight."""
    return page.locator(f'.fighter:has(input[value="{name}"])')


def name_of(page: Page, name: str) -> Locator:
    """Return the place of a row that one clicks on to choose it."""
    return row(page, name).locator(".fighter-name").first


def digit(page: Page, number: int) -> Locator:
    return page.locator(f'[data-fray-digit="{number}"]')


def test_several_are_chosen_with_shift_and_what_befalls_them_is_one_step(
    screen: Screen, people: People
) -> None:
    page = fighting(screen, people, "Several")
    before = len(commits(screen.folder, "Several"))
    name_of(page, "goblin 2").click()
    Hand(page).press("Shift+ArrowDown", "Shift+ArrowDown", "3", "Enter")
    expect(row(page, "goblin 4")).to_contain_text("6/9")
    settled(page)
    assert commits(screen.folder, "Several")[before:] == ["hurt goblin 2+3+4 3"]
    # They stay chosen, a plus heals, and a word befalls them all.
    Hand(page).press("+", "1", "Enter")
    expect(row(page, "goblin 4")).to_contain_text("7/9")
    settled(page)
    Hand(page).press("Shift+F")
    expect(page.locator(".aside > summary")).to_have_text("3 fled")
    settled(page)
    assert commits(screen.folder, "Several")[before + 1 :] == ["heal goblin 2+3+4 1", "flee goblin 2+3+4"]
    page.keyboard.press("z")
    expect(row(page, "goblin 3")).to_be_visible()


def test_enter_on_a_row_does_nothing_without_a_number_and_escape_gives_the_keys_back(
    screen: Screen, people: People
) -> None:
    page = fighting(screen, people, "Nothing said")
    before = commits(screen.folder, "Nothing said")
    Hand(page).press("ArrowDown", "Enter", "3", "Escape", "Enter")
    expect(page.locator("#fray-points")).to_have_value("")
    assert commits(screen.folder, "Nothing said") == before
    Hand(page).press("Escape")
    expect(page.locator(".fighter input:checked")).to_have_count(0)
    Hand(page).press("Enter")
    expect(page.locator("#part-fight .entry.acted")).to_have_count(1)


def test_who_dies_is_laid_aside_and_the_next_row_takes_the_keys(screen: Screen, people: People) -> None:
    page = fighting(screen, people, "Laid aside")
    name_of(page, "goblin 3").click()
    Hand(page).press("9", "Enter")
    expect(page.locator(".aside > summary")).to_have_text("1 dead")
    settled(page)
    expect(row(page, "goblin 4").locator("input")).to_be_focused()
    expect(page.locator(".fighter input:checked")).to_have_count(0)


def test_a_condition_takes_two_clicks_and_tells_its_end(screen: Screen, people: People) -> None:
    page = fighting(screen, people, "Conditions")
    name_of(page, "goblin 5").click()
    Hand(page).click(
        page.locator("#fray-lasting > summary"), page.get_by_role("button", name="stunned their turn")
    )
    expect(row(page, "goblin 5")).to_contain_text("stunned until they have acted")
    settled(page)
    expect(page.locator("#fray-lasting")).not_to_have_attribute("open", "")
    assert commits(screen.folder, "Conditions")[-1] == "effect stunned on goblin 5 until their next turn"


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_in_a_count_several_are_stunned_for_segments_and_every_length_is_in_reach(
    screen: Screen, people: People, size: tuple[int, int]
) -> None:
    name = f"Segments {size[0]}"
    told = (party("quest-of-destiny"), "foes goblins 6 hp 9", "fight")
    key = begin(screen.folder, name, *told, rules="quest-of-destiny")
    page = people.at_table(screen, key, size=size)
    for who in ("goblin 1", "goblin 3"):
        row(page, who).get_by_role("checkbox").check()
    page.locator("#fray-lasting > summary").click()
    lengths = page.locator("#fray-lasting tr").last.get_by_role("button")
    expect(lengths).to_have_count(5)
    for one in lengths.all():
        expect(one).to_be_in_viewport(ratio=1)
    assert not barriers(page, "#fray-lasting")
    page.get_by_role("button", name="held 3 segments").click()
    expect(row(page, "goblin 3")).to_contain_text("held 3 segments")
    settled(page)
    assert commits(screen.folder, name)[-1] == "timer held 3 segments for goblin 1+3"


def test_what_else_one_can_do_is_two_clicks_or_a_key_away_and_a_condition_ends_in_its_row(
    screen: Screen, people: People
) -> None:
    page = fighting(screen, people, "Menu", "quest-of-destiny", "timer bless 3 rounds for Orlo")
    hand = Hand(page)
    hand.click(
        row(page, "goblin 2").locator("[data-fray-menu]"), page.locator("#fray-doing a", has_text="Cast")
    )
    expect(page.locator("#command-form [name=f-who]")).to_have_value("goblin 2")
    assert hand.count == 2
    page.keyboard.press("Escape")
    expect(page.locator("#doing")).to_be_hidden()
    name_of(page, "Wulf").click()
    page.keyboard.press("Shift+A")
    expect(page.locator("#fray-doing a").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#fray-doing")).not_to_have_attribute("open", "")
    row(page, "Orlo").get_by_role("button", name="end bless").click()
    expect(row(page, "Orlo")).not_to_contain_text("bless")
    assert not barriers(page)


def test_hit_points_that_nobody_wrote_are_asked_for_in_the_row(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Asked in a row", "party Varda wisdom 12", "foes goblins 2", "fight", "round")
    page = people.at_table(screen, key)
    row(page, "Varda").get_by_label("hit points").fill("7")
    page.keyboard.press("Enter")
    expect(row(page, "Varda")).to_contain_text("7/7")
    settled(page)
    page.get_by_label("hit points each").fill("5")
    page.keyboard.press("Enter")
    expect(row(page, "goblin 2")).to_contain_text("5/5")


def test_a_token_is_dragged_to_a_later_segment_by_hand_or_with_the_arrows(
    screen: Screen, people: People
) -> None:
    pair = "party Varda order 14 initiative d4; Orlo order 12 initiative d4"
    said = (pair, "foes ogre 1 order 9 hp 20", "fight")
    page = people.at_table(screen, begin(screen.folder, "Track", *said, rules="quest-of-destiny"))
    token = page.locator(".token[data-delay]").first
    who = token.inner_text()
    token.drag_to(page.locator('.segment[data-segment="9"]').first)
    expect(page.locator('.segment[data-segment="9"]').first).to_contain_text(who)
    settled(page)
    assert commits(screen.folder, "Track")[-1] == f"delay until 9 by {who}"
    token = page.locator(".token[data-delay]").first
    who = token.inner_text()
    token.focus()
    Hand(page).press("ArrowRight", "ArrowRight", "Enter")
    settled(page)
    assert commits(screen.folder, "Track")[-1].endswith(f"by {who}")
    assert commits(screen.folder, "Track")[-1].startswith("delay until")


def test_a_long_touch_chooses_one_more_and_every_target_is_as_wide_as_a_finger(
    screen: Screen, people: People
) -> None:
    key = begin(screen.folder, "Touch", party("glog"), "foes goblins 6 hp 9", "fight", "round")
    page = people.at_table(screen, key, size=PHONE)
    name_of(page, "goblin 1").tap()
    row(page, "goblin 3").locator("input").tap()
    expect(page.locator("[data-fray-chosen]")).to_have_text("goblin 1 + goblin 3")
    for place in ("#fray .fighter > label", "#fray .fray-bar button", "#fray .fray-bar summary"):
        for one in page.locator(place).all():
            box = one.bounding_box() if one.is_visible() else None
            assert box is None or box["height"] >= FINGER, (place, box)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_rows_work_without_scripts(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Plain rows", party("glog"), "foes goblins 6 hp 9", "fight", "round")
    page = people.referee(screen, f"/c/{key}", scripts=False)
    page.locator('input[value="goblin 1"]').check()
    page.locator('input[value="Orlo"]').check()
    page.locator("#fray-points").fill("2")
    page.get_by_role("button", name="Wound").click()
    assert commits(screen.folder, "Plain rows")[-1] == "hurt Orlo + goblin 1 2"


def test_forty_foes_are_told_by_their_numbers_and_the_hurt_by_a_row(screen: Screen, people: People) -> None:
    key = begin(
        screen.folder, "Forty", party("glog"), "foes goblins 40 morale 12 hp 9", "fight", "round",
        "hurt goblin 17 4", "kill goblin 3",
    )  # fmt: skip
    page = people.at_table(screen, key)
    expect(page.locator(".fresh .fighter")).to_have_count(38)
    expect(row(page, "goblin 17")).to_contain_text("5/9")
    page.locator('.fresh input[value="goblin 22"]').locator("..").click()
    Hand(page).press("5", "Enter")
    expect(row(page, "goblin 22")).to_contain_text("4/9")


def test_three_wounds_and_the_next_round_are_typed_without_waiting_for_the_page(
    screen: Screen, people: People
) -> None:
    page = fighting(screen, people, "Ahead of it")
    before = len(commits(screen.folder, "Ahead of it"))
    hand = Hand(page)
    hand.press("ArrowDown", "4", "Enter", "ArrowDown", "3", "Enter", "Shift+ArrowDown", "2", "Enter", "r")
    expect(page.locator("#fight-title")).to_contain_text("round 2")
    settled(page)
    said = commits(screen.folder, "Ahead of it")[before:]
    assert said[:3] == ["hurt Varda 4", "hurt Orlo 3", "hurt Orlo + Wulf 2"]
    assert hand.count <= MOST_KEYS
