"""axe finds nothing on any page in any state, by day and by candle-light, on a laptop and on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.campaigns import BARROW, begin, link
from tests.web.looked import barriers
from tests.web.people import LAPTOP, PHONE, People

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.web.served import Screen

pytestmark = pytest.mark.slow

CROWD = (
    "party " + "; ".join(f"Companion-with-a-long-name-{n} wisdom {6 + n}" for n in range(1, 9)),
    "enter dungeon The Barrow under the Hill of the Two Hundred Grieving Kings",
    *(f"light torch for Companion-with-a-long-name-{n}" for n in range(1, 9)),
    *(f"timer drip-{n} {n} turns" for n in range(1, 9)),
    *(f"foes goblins-of-tribe-{n} 8 morale 7 hp 3" for n in "abcde"),
)
COAST = ("party Varda wisdom 12 hp 5; Orlo", "leave for wilderness", "use map sample", "stand at 0709")
FIGHT = ("foes goblins 6 morale 7 hp 3", "fight ambush by goblins", "done goblins", "round", "kill Varda")


def clean(page: Page) -> None:
    """Assert that nobody is kept out of a page as it stands, however it is lit and held."""
    found: list[str] = []
    for theme, (wide, high) in (("light", LAPTOP), ("dark", PHONE)):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type] - one of the two
        page.set_viewport_size({"width": wide, "height": high})
        found += [f"{theme} {wide}: {each}" for each in barriers(page)]
        across = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if across > 0:
            found.append(f"{theme} {wide}: {across} px stand out on the right")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", ["/", "/new", "/credits"])
def test_pages_beside_campaigns_keep_nobody_out(screen: Screen, people: People, path: str) -> None:
    begin(screen.folder, f"Beside {path.strip('/')}", *BARROW)
    clean(people.referee(screen, path))


@pytest.mark.parametrize("path", ["branches", "settings", "house-rules", "sharing", "log", "map/print"])
def test_pages_of_a_campaign_keep_nobody_out(screen: Screen, people: People, path: str) -> None:
    name = f"Page {path.replace('/', ' ')}"
    key = begin(screen.folder, name, *BARROW, "wait 1 turn", "note a door of oak", "use map sample")
    clean(people.referee(screen, f"/c/{key}/{path}"))


@pytest.mark.parametrize("path", ["/", "/p/nobody-has-this-link"])
def test_who_is_not_let_in_is_told_so_for_everyone(screen: Screen, people: People, path: str) -> None:
    people.forgive("status of 40[14]")
    page = people.somebody()
    page.goto(screen.url(path))
    clean(page)


STATES = {
    "empty": (),
    "underground": BARROW,
    "a fight": (*BARROW, *FIGHT),
    "on the coast": COAST,
    "a crowd": CROWD,
    "a crowd that fights": (*CROWD, "fight", "choose fatigue", "round"),
}


@pytest.mark.parametrize("state", STATES)
def test_the_referee_screen_keeps_nobody_out(screen: Screen, people: People, state: str) -> None:
    key = begin(screen.folder, f"Referee {state}", *STATES[state])
    clean(people.at_table(screen, key))


@pytest.mark.parametrize("state", STATES)
def test_the_players_page_keeps_nobody_out(screen: Screen, people: People, state: str) -> None:
    begin(screen.folder, f"Players {state}", *STATES[state])
    clean(people.player(screen.url(f"/p/{link(screen.folder, f'Players {state}')}")))


def interrupted(page: Page) -> None:
    """Have the game stopped by a meeting."""
    page.keyboard.press("/")
    page.fill("#palette-text", "meet goblins")
    page.keyboard.press("Enter")
    page.wait_for_selector("#part-interruption:visible")


def asked(page: Page) -> None:
    """Have a throw waited for."""
    page.keyboard.press("d")
    page.keyboard.press("n")
    page.wait_for_selector("#part-throw:visible")


def searching(page: Page) -> None:
    """Have the palette open with offers."""
    page.keyboard.press("/")
    page.keyboard.type("light ")
    page.wait_for_selector("#palette-offers [role=option]")


def helped(page: Page) -> None:
    """Have the help open."""
    page.keyboard.press("?")
    page.wait_for_selector("#help-body :is(table, dl, ul)")


def explained(page: Page) -> None:
    """Have a rule laid open."""
    page.locator("#part-log a.rule").first.click()
    page.wait_for_selector("#sheet :is(h1, h2, p)")


@pytest.mark.parametrize("act", [interrupted, asked, searching, helped, explained])
def test_what_lies_over_the_screen_keeps_nobody_out(
    screen: Screen, people: People, act: Callable[[Page], None]
) -> None:
    key = begin(screen.folder, f"Over {act.__name__}", *BARROW)
    page = people.at_table(screen, key)
    page.wait_for_selector("html[data-local-ready]", state="attached")
    act(page)
    clean(page)


@pytest.mark.parametrize("rules", ["dungeon-game", "cresthaven", "quest-of-destiny"])
def test_the_screen_of_other_games_keeps_nobody_out(screen: Screen, people: People, rules: str) -> None:
    key = begin(screen.folder, f"Game {rules}", "party Mira; Tarn", "foes ghouls 3", "fight", rules=rules)
    clean(people.at_table(screen, key))


def test_nothing_moves_for_who_prefers_it_still(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Still", *BARROW)
    page = people.at_table(screen, key, calm=True)
    page.keyboard.press("n")
    page.wait_for_selector("#part-outcome[data-outcome]", state="attached")
    moving = page.evaluate(
        """document.getAnimations().filter(one => one.effect.getComputedTiming().duration > 10)
           .map(one => one.animationName ?? one.transitionProperty)"""
    )
    assert not moving
