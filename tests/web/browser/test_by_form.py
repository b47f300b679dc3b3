"""Commands by form: by mouse alone, by keys alone, and what a refused command asks for in place."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin, commits, link
from tests.web.looked import barriers
from tests.web.people import PHONE, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

PARTY = ("party Varda wisdom 12; Orlo", "stock 4 torches", "enter dungeon Barrow", "light torch for Orlo")


def done(page: Page) -> None:
    page.locator("#part-outcome[data-outcome=done]").wait_for(state="attached")
    expect(page.locator("dialog[open]")).to_have_count(0)
    settled(page)


def choose(page: Page, sheet: str) -> None:
    """Open the sheet of a command by the mouse: two clicks."""
    page.locator("[data-dialog=doing]").click()
    page.locator(f'#doing a[href$="/do/{sheet}"]').first.click()
    page.locator("#command-form").wait_for()


def value(page: Page, field: str, said: str) -> None:
    page.locator(f'[data-field={field}] [data-field-value="{said}"]').click()


def do_it(page: Page) -> None:
    page.locator("#command-form button.first").click()
    done(page)


def test_a_light_is_handed_on_and_supplies_go_down_by_mouse_alone(screen: Screen, people: People) -> None:
    page = people.at_table(screen, begin(screen.folder, "By mouse", *PARTY))
    choose(page, "hand-light.hand")
    value(page, "kind", "torch")
    value(page, "bearer", "Orlo")
    value(page, "to", "Varda")
    expect(page.locator("#command-said .said-whole")).to_have_text("Says: hand torch from Orlo to Varda")
    assert barriers(page) == []
    do_it(page)
    choose(page, "use.use")
    value(page, "item", "torches")
    page.locator("[data-field=count] [data-field-step='1']").click()
    do_it(page)
    choose(page, "weather.weather")
    value(page, "weather", "storm")
    do_it(page)
    assert commits(screen.folder, "By mouse")[-3:] == [
        "hand torch from Orlo to Varda",
        "use 1 torches",
        "weather storm",
    ]


REST: tuple[tuple[str, dict[str, str], dict[str, str]], ...] = (
    ("remind.remind", {"name": "change the watch", "every": "1 hour"}, {}),
    ("light.light", {"kind": "candle", "bearer": "Varda"}, {}),
    ("note.secret", {}, {"text": "the lever is rusted"}),
    ("mounts.mounts", {"animals": "Bess lb 480"}, {}),
    ("ruling.ruling", {}, {"text": "the door was never locked"}),
    ("rule-score.rule", {"score": "hp", "who": "Orlo"}, {"value": "3"}),
    ("move.move", {"pace": "fast"}, {"feet": "90"}),
)
"""What else an evening has: the form, what is chosen in it by a click, and what has to be written."""


def test_the_rest_of_an_evening_has_its_forms(screen: Screen, people: People) -> None:
    said = ("party Varda perception 1 hp 9; Orlo hp 5", "stock 2 torches", "enter dungeon Barrow")
    page = people.at_table(screen, begin(screen.folder, "The rest", *said, rules="fifth"))
    for form, chosen, written in REST:
        choose(page, form)
        for field, what in chosen.items():
            value(page, field, what)
        for field, what in written.items():
            page.fill(f"#form-{field}", what)
        do_it(page)
    page.locator("#part-party .supplies").locator("button").last.click()
    settled(page)
    assert commits(screen.folder, "The rest")[4:] == [
        "remind change the watch every 1 hour",
        "light candle for Varda",
        "secret note the lever is rusted",
        "mounts Bess lb 480",
        "ruling the door was never locked",
        "rule hp of Orlo 3",
        "move 90 ft fast",
        "stock 1 torch",
    ]


def test_a_timer_is_set_by_keys_alone_and_what_is_wrong_stands_beside_its_field(
    screen: Screen, people: People
) -> None:
    page = people.at_table(screen, begin(screen.folder, "By keys form", *PARTY))
    page.keyboard.press(":")
    expect(page.locator("#doable-words")).to_be_focused()
    page.keyboard.type("begin a timer")
    page.keyboard.press("Enter")
    expect(page.locator("#form-name")).to_be_focused()
    page.keyboard.type("haste")
    page.keyboard.press("Tab")
    page.keyboard.type("2 sheep")
    expect(page.locator("[data-field=lasts] .field-problem")).to_contain_text("sheep")
    page.keyboard.press("Enter")
    expect(page.locator("#form-lasts")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("2 turns")
    expect(page.locator("#command-said .said-whole")).to_have_text("Says: timer haste 2 turns")
    page.keyboard.press("Enter")
    done(page)
    assert commits(screen.folder, "By keys form")[-1] == "timer haste 2 turns"
    # The focus is back on the page: the next key is a key again.
    page.keyboard.press(":")
    expect(page.locator("#doing .doable-lately a").first).to_contain_text("Timer")
    assert barriers(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_figure_that_a_round_wants_is_asked_for_in_place_and_the_round_begins(
    screen: Screen, people: People
) -> None:
    """G-INIT-1: who acts is thrown under Wisdom, which nobody wrote of Orlo."""
    page = people.at_table(screen, begin(screen.folder, "Asked by form", *PARTY, "fight 6 goblins"))
    page.locator("#part-steps").get_by_role("button", name="First round").click()
    asked = page.locator("#part-outcome [data-asked]")
    expect(asked.locator("label")).to_have_text("Wisdom of Orlo")
    expect(asked.locator(".asked-why")).to_contain_text("G-INIT-1")
    expect(asked.locator("input[type=number]")).to_be_focused()
    assert barriers(page, "#part-outcome") == []
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    done(page)
    said = commits(screen.folder, "Asked by form")
    assert said[-2] == "rule wisdom of Orlo 9"
    assert said[-1].startswith("round")


def test_a_fight_against_nobody_asks_against_whom_and_escape_leaves_it(
    screen: Screen, people: People
) -> None:
    page = people.at_table(screen, begin(screen.folder, "Whom", *PARTY), size=PHONE)
    page.keyboard.press("/")
    page.keyboard.type("fight")
    page.keyboard.press("Enter")
    asked = page.locator("#part-outcome [data-asked]")
    expect(asked.locator("#asked-count, #asked-foes").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    page.keyboard.press("/")
    page.keyboard.type("fight")
    page.keyboard.press("Enter")
    asked.locator("#asked-foes").fill("goblins")
    asked.locator("#asked-count").fill("3")
    page.keyboard.press("Enter")
    done(page)
    assert commits(screen.folder, "Whom")[-1].startswith("fight 3 goblins")


# A red square of 2 by 2 points.
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg=="
)


def test_a_handout_with_a_picture_lies_open_on_a_phone(screen: Screen, people: People) -> None:
    page = people.at_table(screen, begin(screen.folder, "Handout", *PARTY))
    phone = people.player(screen.url(f"/p/{link(screen.folder, 'Handout')}"))
    choose(page, "hand-out.hand")
    page.locator("#form-title").fill("torn letter")
    page.locator("#form-text").fill("Meet me at the mill.\nCome alone.")
    page.locator("#form-picture").set_input_files(
        {"name": "letter.png", "mimeType": "image/png", "buffer": PNG}
    )
    expect(page.locator("#command-said .said-whole")).to_contain_text("with picture")
    do_it(page)
    expect(phone.locator("#part-handouts summary")).to_have_text("torn letter")
    expect(phone.locator("#part-handouts p")).to_have_text("Meet me at the mill.Come alone.")
    picture = phone.locator("#part-handouts img")
    phone.wait_for_function("document.querySelector('#part-handouts img')?.naturalWidth === 2")
    # What else happens leaves it as it is.
    picture.evaluate("one => { one.dataset.localSame = 'yes'; }")
    page.keyboard.press("n")
    done(page)
    expect(phone.locator("#part-handouts img[data-local-same]")).to_have_count(1)
    assert barriers(phone) == []


def test_without_scripts_the_list_is_a_page_and_a_form_says_its_command(
    screen: Screen, people: People
) -> None:
    key = begin(screen.folder, "Plain form", *PARTY)
    page = people.referee(screen, f"/c/{key}/do", scripts=False)
    page.locator('a[href$="/do/note.secret"]').first.click()
    page.locator("#form-text").fill("Orlo is a spy")
    page.locator("#command-form button.first").click()
    page.wait_for_url(f"**/c/{key}")
    assert commits(screen.folder, "Plain form")[-1] == "secret note Orlo is a spy"


def test_feet_are_stepped_by_tens(screen: Screen, people: People) -> None:
    page = people.at_table(screen, begin(screen.folder, "By tens", *PARTY))
    choose(page, "move.move")
    more = page.locator("[data-field=feet]").get_by_role("button", name="10 more")
    more.click()
    from_there = int(page.locator("[data-field=feet] input").input_value())
    more.click()
    do_it(page)
    assert commits(screen.folder, "By tens")[-1].startswith(f"move {from_there + 10} ft")


def test_a_figure_that_a_rule_wants_is_given_by_mouse_from_one_that_is_usual(
    screen: Screen, people: People
) -> None:
    """G-INIT-1: a round is thrown under Wisdom. The first press puts in 10, and each after it counts."""
    said = (
        "party Varda; Orlo wisdom 9",
        "enter dungeon",
        "light torch for Varda",
        "foes rats 2 hp 1",
        "fight",
    )
    page = people.at_table(screen, begin(screen.folder, "Wanted by mouse", *said))
    page.locator("#part-steps button >> text=First round").click()
    asked = page.locator("[data-asked]")
    for number in ("10", "11", "12"):
        asked.get_by_role("button", name="one more").click()
        expect(asked.get_by_label("Wisdom of Varda", exact=True)).to_have_value(number)
    asked.get_by_role("button", name="Go on").click()
    done(page)
    assert [one.split(",")[0] for one in commits(screen.folder, "Wanted by mouse")[-2:]] == [
        "rule wisdom of Varda 12",
        "round",
    ]


def test_hit_points_are_lost_outside_of_a_fight_by_mouse(screen: Screen, people: People) -> None:
    page = people.at_table(screen, begin(screen.folder, "Lost by mouse", "party Varda hp 7; Orlo hp 5"))
    page.locator("#part-party").get_by_role("link", name="Varda").click()
    page.get_by_role("button", name="Hit points: one more").click()
    page.get_by_role("button", name="Hit points: one more").click()
    assert barriers(page) == []
    page.get_by_role("button", name="Loses").click()
    settled(page)
    expect(page.locator("#part-party")).to_contain_text("4/7")
    assert commits(screen.folder, "Lost by mouse")[-1] == "hurt Varda 3"
