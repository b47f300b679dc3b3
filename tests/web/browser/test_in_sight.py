"""What is wanted at once is seen at once, nothing moves that need not, and no key is dead in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.campaigns import begin, commits
from tests.web.looked import barriers
from tests.web.people import LAPTOP, PHONE, settled, stands_still
from turnkeeper.rules import builtin_ids, load_builtin

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import People
    from tests.web.served import Screen

pytestmark = pytest.mark.slow

TABLET = (768, 1024)
LOW_TABLET = (768, 800)
PARTY = (
    "party Varda wisdom 12 dexterity 12 agility 12 strength 12 intelligence 12 charisma 12 hp 7; Orlo hp 5"
)
PARTIES = {
    "glog": "party Varda wisdom 12 hp 7; Orlo wisdom 9 hp 5",
    "dungeon-game": "party Varda agility 11 brawn 12 cunning 13 hp 7; Orlo agility 10 brawn 9 cunning 9 hp 5",
    "cresthaven": "party Varda dexterity 1 hp 7; Orlo dexterity 0 hp 5",
    "quest-of-destiny": (
        "party Varda dexterity 14 intelligence 12 charisma 16 hp 14; "
        "Orlo dexterity 10 intelligence 16 charisma 12 hp 8"
    ),
}
TIDE = (
    PARTIES["quest-of-destiny"],
    "enter dungeon Quarry",
    "light torch for Orlo",
    "foes bandits 8 order 12",
    "fight",
)
PARTS = ("#part-clock", "#part-strip", ".bar", ".margin-people", "#part-party", ".log", ".centre-now")
PLACES = """names => Object.fromEntries(names.map(name => {
    const {left, top, width} = document.querySelector(name).getBoundingClientRect();
    return [name, [left, top, width].map(Math.round).join(" ")];
}))"""
UNSEEN = """() => {
    const waiting = document.querySelectorAll(
        "#part-interruption button, #part-unfinished button, #part-throw button, [data-first]");
    return [...waiting].filter(one => one.checkVisibility({checkVisibilityCSS: true})).filter(one => {
        const {left, top, right, bottom} = one.getBoundingClientRect();
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return bottom > innerHeight || top < 0 || right > innerWidth || !one.contains(over);
    }).map(one => one.textContent.trim());
}"""


def sat_down(
    screen: Screen, people: People, name: str, *said: str, rules: str = "glog", size: tuple[int, int] = LAPTOP
) -> Page:
    """Return a referee's page that is drawn, and hears keys."""
    page = people.at_table(screen, begin(screen.folder, name, *said, rules=rules), size=size)
    stands_still(page.locator("#part-log"))
    return page


def pressed(page: Page, *keys: str) -> None:
    """Press keys, each when the page shows what came of those before."""
    for key in keys:
        page.keyboard.press(key)
        settled(page)


# Nothing moves


@pytest.mark.parametrize("rules", PARTIES)
def test_nothing_moves_when_the_first_torch_is_lit_or_goes_out(
    screen: Screen, people: People, rules: str
) -> None:
    page = sat_down(screen, people, f"Still {rules}", PARTIES[rules], "enter dungeon", rules=rules)
    before = page.evaluate(PLACES, PARTS[:5])
    pressed(page, "l")
    expect(page.locator(".lamp.lit")).to_have_count(1)
    assert page.evaluate(PLACES, PARTS[:5]) == before
    pressed(page, "z")
    expect(page.locator(".lamp.lit")).to_have_count(0)
    assert page.evaluate(PLACES, PARTS[:5]) == before


def test_the_bar_and_the_margins_stay_when_a_fight_begins_and_when_the_party_comes_out(
    screen: Screen, people: People
) -> None:
    page = sat_down(screen, people, "Stay", PARTIES["glog"], "enter dungeon Barrow", "light torch for Orlo")
    stay = PARTS[:5]
    before = page.evaluate(PLACES, stay)
    for said in ("foes goblins 3 morale 7", "fight", "end fight", "timer bless 3 turns", "enter settlement"):
        pressed(page, "/")
        page.fill("#palette-text", said)
        pressed(page, "Enter")
        expect(page.locator("#palette")).to_be_hidden()
        assert page.evaluate(PLACES, stay) == before, said


# What waits is seen


@pytest.mark.parametrize("rules", PARTIES)
def test_an_encounter_is_answered_without_scrolling(screen: Screen, people: People, rules: str) -> None:
    said = (PARTIES[rules], "enter dungeon Barrow", "light torch for Orlo", "meet owlbear")
    page = sat_down(screen, people, f"Answer {rules}", *said, rules=rules)
    for wide, high in (LAPTOP, TABLET, LOW_TABLET):
        page.set_viewport_size({"width": wide, "height": high})
        stands_still(page.locator("#part-interruption"))
        assert not page.evaluate(UNSEEN), (wide, high)
        # Neither is it out of sight for who has scrolled down to read.
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert not page.evaluate(UNSEEN), (wide, high)
        page.evaluate("scrollTo(0, 0)")
    # Put aside, its answers are in the bar, which is in sight too.
    pressed(page, "Escape")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert not page.evaluate(UNSEEN)
    assert not barriers(page)


def test_on_a_telephone_the_bar_says_what_waits_above_with_its_answers(
    screen: Screen, people: People
) -> None:
    said = (PARTIES["glog"], "enter dungeon Barrow", "light torch for Orlo", "meet owlbears")
    page = sat_down(screen, people, "Scrolled past", *said, size=PHONE)
    above = page.locator("[data-waits-above]")
    expect(above).to_be_hidden()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(above).to_have_text("The party meets owlbears")
    reaction = page.get_by_role("button", name="Throw the reaction")
    expect(reaction).to_be_in_viewport(ratio=1)
    assert not barriers(page)
    above.tap()
    expect(page.locator("#interruption-title")).to_be_in_viewport()
    expect(page.locator("#interruption-title")).to_be_focused()
    expect(above).to_be_hidden()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    reaction.tap()
    settled(page)
    assert commits(screen.folder, "Scrolled past")[-1].startswith("reaction")


@pytest.mark.parametrize("rules", builtin_ids())
def test_of_several_that_were_met_what_comes_first_is_in_sight(
    screen: Screen, people: People, rules: str
) -> None:
    """The bar is not covered by the cards, of which one still asks who they are."""
    light = next(iter(load_builtin(rules).lights))
    said = ("party Varda hp 5; Orlo hp 4", "enter dungeon", f"light {light} for Varda")
    page = sat_down(screen, people, f"Several {rules}", *said, "meet something", "meet 3 ogres", rules=rules)
    for wide, high in (LAPTOP, TABLET, LOW_TABLET):
        page.set_viewport_size({"width": wide, "height": high})
        stands_still(page.locator("#part-encounters"))
        assert not page.evaluate(UNSEEN), (wide, high)


def test_a_tide_that_would_shift_is_answered_without_scrolling(screen: Screen, people: People) -> None:
    page = sat_down(screen, people, "Tide", *TIDE, rules="quest-of-destiny")
    shift = page.get_by_role("button", name="Shift the Tide")
    for wide, high in (LAPTOP, LOW_TABLET):
        page.set_viewport_size({"width": wide, "height": high})
        expect(shift).to_be_in_viewport(ratio=1)
        assert not page.evaluate(UNSEEN)


def test_a_larger_map_keeps_the_clock_the_bar_and_what_waits(screen: Screen, people: People) -> None:
    said = ("party Varda agility 11 brawn 12 cunning 13; Orlo", "use map sample", "enter wilderness")
    page = sat_down(screen, people, "Large", *said, rules="dungeon-game")
    page.get_by_role("button", name="Larger").click()
    for wide, high in (LAPTOP, TABLET, (390, 844)):
        page.set_viewport_size({"width": wide, "height": high})
        for part in (
            "#part-clock .clock-time",
            ".bar [data-first]",
            "#part-unfinished button >> nth=0",
            "#map-view",
        ):
            expect(page.locator(part)).to_be_in_viewport(ratio=0.9)
        assert not page.evaluate(UNSEEN)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert not barriers(page)
    before = len(commits(screen.folder, "Large"))
    pressed(page, "n")
    assert len(commits(screen.folder, "Large")) == before + 1


# Keys


def test_enter_never_presses_a_button_that_nobody_chose(screen: Screen, people: People) -> None:
    """A lamp that was put out by a click has a button that lights it, in the same place."""
    page = sat_down(screen, people, "Chosen", *(PARTIES["glog"], "enter dungeon", "light torch for Orlo"))
    page.get_by_role("button", name="douse torch").click()
    settled(page)
    pressed(page, "Enter")
    assert "light torch" not in commits(screen.folder, "Chosen")[-1]
    page.locator(".lamp button").focus()
    pressed(page, "Enter", "Enter")
    # The second Enter is the page's first step, and does not put it out again.
    assert commits(screen.folder, "Chosen")[-2].startswith("light torch")
    assert "douse" not in commits(screen.folder, "Chosen")[-1]


def test_enter_goes_to_the_answers_of_a_question_and_gives_none_by_itself(
    screen: Screen, people: People
) -> None:
    page = sat_down(
        screen, people, "Asked first", PARTIES["glog"], "enter dungeon Barrow", "light torch for Orlo"
    )
    pressed(page, "d", "n")
    page.keyboard.type("8")
    pressed(page, "Enter")
    expect(page.locator("#part-interruption")).to_be_visible()
    before = commits(screen.folder, "Asked first")
    pressed(page, "Enter")
    assert commits(screen.folder, "Asked first") == before
    expect(page.locator("#part-interruption .step >> nth=0")).to_be_focused()
    pressed(page, "Enter")
    assert commits(screen.folder, "Asked first")[-1].startswith("choose ")
