"""axe finds nothing on any page in any state, by day and by candle-light, on a laptop, a tablet and a phone.

Themes and sizes are looked at in turn; in the long check each page and state in all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import pytest
from hypothesis import settings

from tests.web.campaigns import BARROW, begin, link
from tests.web.looked import barriers
from tests.web.people import LAPTOP, PHONE, People, follows, listens, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.served import Screen

pytestmark = pytest.mark.slow

TABLET = (768, 1024)
By = tuple[tuple[Literal["light", "dark"], tuple[int, int]], ...]
BY: Final[By] = (("light", LAPTOP), ("dark", PHONE))
TURNED: Final[By] = (("light", PHONE), ("dark", TABLET))
"""Pages and states that are of one kind are looked at in turn the one way and the other."""
EVERY: Final[By] = tuple((theme, size) for theme in ("light", "dark") for size in (LAPTOP, TABLET, PHONE))
CROWD = (
    "party " + "; ".join(f"Companion-with-a-long-name-{n} wisdom {6 + n}" for n in range(1, 9)),
    "enter dungeon The Barrow under the Hill of the Two Hundred Grieving Kings",
    *(f"light torch for Companion-with-a-long-name-{n}" for n in range(1, 9)),
    *(f"timer drip-{n} {n} turns" for n in range(1, 9)),
    *(f"foes goblins-of-tribe-{n} 8 morale 7 hp 3" for n in "abcde"),
)
COAST = ("party Varda wisdom 12 hp 5; Orlo", "leave for wilderness", "use map sample", "stand at 0709")
FIGHT = ("foes goblins 6 morale 7 hp 3", "fight ambush by goblins", "done goblins", "round", "kill Varda")


def clean(page: Page, what: str, by: By = BY) -> None:
    """Assert that nobody is kept out of a page as it stands, however it is lit and held."""
    found: list[str] = []
    in_turn = settings().max_examples <= settings.get_profile("default").max_examples
    for theme, (wide, high) in by if in_turn else EVERY:
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": wide, "height": high})
        # What sticks to an edge lies over what is not scrolled to yet: all of the page is looked at unrolled.
        whole = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": wide, "height": max(high, whole)})
        found += [f"{what}, {theme}, {wide}: {each}" for each in barriers(page)]
        across = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if across > 0:
            found.append(f"{what}, {theme}, {wide}: {across} px stand out on the right")
    assert not found, "\n".join(found)


LOOKED_UP = (
    "/dice?dice=2d6&do=throw&how=at-least&value=9",
    "/rules?rule=G-LIGHT-2",
    "/rules/cresthaven?option=segment-10s",
    "/rules/quest-of-destiny/house",
    "/rules/check",
    "/rules/cresthaven/edit",
)


def test_pages_beside_campaigns_keep_nobody_out(screen: Screen, people: People) -> None:
    begin(screen.folder, "Beside it", *BARROW)
    page = people.referee(screen)
    for path in ("/", "/new", "/credits", *LOOKED_UP):
        page.goto(screen.url(path))
        clean(page, path)


def test_pages_of_a_campaign_keep_nobody_out(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Pages", *BARROW, "wait 1 turn", "note a door of oak", "use map sample")
    page = people.referee(screen, "/credits")
    for path in (
        "history",
        "settings",
        "house-rules",
        "sharing",
        "log",
        "map/print",
        "dice",
        "rules/coverage",
    ):
        page.goto(screen.url(f"/c/{key}/{path}"))
        clean(page, path)
    page.goto(screen.url(f"/c/{key}/odds"))
    page.locator(".odds-one").first.wait_for()
    clean(page, "odds")


KNOWN = (
    "party Varda wisdom 12 hp 5/7; Orlo wisdom 9 hp 3",
    "use calendar harvest from 1st of Thaw 1",
    "event Market on 4th of Thaw 1",
    'creature ogre hp 20 note "eats horses"',
    *BARROW[1:],
)


def test_pages_of_whom_and_what_is_known_keep_nobody_out(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Known", *KNOWN)
    page = people.referee(screen, "/credits")
    for path in (
        "creatures",
        "people",
        "person?name=Varda",
        "calendar",
        "calendar/year",
        "story",
        "meet",
        "do",
    ):
        page.goto(screen.url(f"/c/{key}/{path}"))
        clean(page, path, TURNED)


def test_who_is_not_let_in_is_told_so_for_everyone(screen: Screen, people: People) -> None:
    people.forgive("status of 40[14]")
    page = people.somebody()
    for path in ("/", "/p/nobody-has-this-link"):
        page.goto(screen.url(path))
        clean(page, path)


STATES = {
    "empty": (),
    "a fight": (*BARROW, *FIGHT),
    "on the coast": COAST,
    "a crowd": CROWD,
    "a crowd that fights": (*CROWD, "fight", "choose fatigue", "round"),
}


def test_live_pages_keep_nobody_out(screen: Screen, people: People) -> None:
    page = people.referee(screen, "/credits")
    for state, said in STATES.items():
        key = begin(screen.folder, f"Live {state}", *said)
        page.goto(screen.url(f"/c/{key}"))
        follows(page)
        listens(page)
        clean(page, f"referee, {state}")
        page.goto(screen.url(f"/p/{link(screen.folder, f'Live {state}')}"))
        follows(page)
        clean(page, f"players, {state}")


LOST = (
    "use map sample",
    "enter wilderness",
    "stand at 1110",
    "believe 1109",
    "stock 6 rations",
    "mounts Bess hd 2",
)
AROUND_THE_TABLE = (
    "rule dexterity of Varda 1",
    "rule dexterity of Orlo 0",
    "enter dungeon Mill",
    "light torch for Varda",
    "turn order",
    "enter camp",
)
OTHER_STATES = {
    "lost": ("dungeon-game", LOST),
    "in camp, turns round the table": ("torchlit", AROUND_THE_TABLE),
    "two are met": (
        "cresthaven",
        ("enter dungeon", "light torch for Varda", "meet something", "meet 3 ogres"),
    ),
    "of the dead and the down": ("fifth", ("foes ogres 2 hp 9", "fight", "hurt Varda 9", "kill ogre 1")),
}


def test_states_of_other_games_keep_nobody_out(screen: Screen, people: People) -> None:
    page = people.referee(screen, "/credits")
    for state, (rules, said) in OTHER_STATES.items():
        key = begin(screen.folder, f"State {state}", "party Varda hp 9; Orlo hp 5", *said, rules=rules)
        page.goto(screen.url(f"/c/{key}"))
        follows(page)
        listens(page)
        clean(page, f"referee, {state}", TURNED)


def test_what_players_read_besides_keeps_nobody_out(screen: Screen, people: People) -> None:
    begin(screen.folder, "Read besides", *KNOWN, "wait 2 days")
    page = people.somebody()
    page.goto(screen.url(f"/p/{link(screen.folder, 'Read besides')}/calendar"))
    clean(page, "players, calendar")


def test_an_import_that_is_wrong_keeps_nobody_out(screen: Screen, people: People) -> None:
    people.forgive("status of 422")
    page = people.referee(screen)
    page.get_by_text("Import", exact=True).first.click()
    clean(page, "import")
    wrong = {"name": "wrong.play", "mimeType": "text/plain", "buffer": b"rules: glog\n> dance\n"}
    page.locator(".import input[type=file]").set_input_files(wrong)  # type: ignore[arg-type]
    page.locator(".import button").click()
    page.get_by_text("nothing was imported").wait_for()
    clean(page, "import with a problem")


def test_the_screen_of_other_games_keeps_nobody_out(screen: Screen, people: People) -> None:
    page = people.referee(screen, "/credits")
    for rules in ("dungeon-game", "cresthaven", "quest-of-destiny"):
        key = begin(screen.folder, f"Game {rules}", "party Mira; Tarn", "foes ghouls 3", "fight", rules=rules)
        page.goto(screen.url(f"/c/{key}"))
        follows(page)
        listens(page)
        clean(page, rules, TURNED)


def test_what_lies_over_the_screen_keeps_nobody_out(screen: Screen, people: People) -> None:
    page = people.at_table(screen, begin(screen.folder, "Lies over", *BARROW))

    page.keyboard.press("/")
    page.keyboard.type("light ")
    page.wait_for_selector("#palette-offers[data-text='light '] [role=option]")
    clean(page, "palette")
    page.keyboard.press("Escape")
    page.wait_for_selector("#palette", state="hidden")

    page.keyboard.press("?")
    page.wait_for_selector("#help-body :is(table, dl, ul)")
    clean(page, "help")
    page.keyboard.press("Escape")
    page.wait_for_selector("#help", state="hidden")

    page.locator("#part-log a.log-why").first.click()
    page.wait_for_selector("#sheet :is(h1, h2, p)")
    clean(page, "why")
    page.keyboard.press("Escape")
    page.wait_for_selector("#sheet", state="hidden")

    page.keyboard.press("d")
    page.keyboard.press("n")
    page.wait_for_selector("#part-throw:visible")
    settled(page)
    clean(page, "a throw")
    page.keyboard.press("Escape")
    page.wait_for_selector("#part-throw", state="hidden")
    settled(page)

    page.locator("[data-key='/']").click()
    page.fill("#palette-text", "meet goblins")
    page.keyboard.press("Enter")
    page.wait_for_selector("#part-interruption:visible")
    page.wait_for_selector("#palette", state="hidden")
    clean(page, "an interruption")


def test_nothing_moves_for_who_prefers_it_still(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Still", *BARROW)
    page = people.at_table(screen, key)
    page.keyboard.press("n")
    page.wait_for_selector("#part-outcome[data-outcome]", state="attached")
    moving = page.evaluate(
        """document.getAnimations().filter(one => one.effect.getComputedTiming().duration > 10)
           .map(one => one.animationName ?? one.transitionProperty)"""
    )
    assert not moving
