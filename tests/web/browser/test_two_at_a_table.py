"""The referee's screen in a browser, twice, and over what breaks in between."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.campaigns import BARROW, begin, commits
from tests.web.people import GONE, People, follows, goes_deaf, settled, until
from tests.web.served import Screen

pytestmark = pytest.mark.slow

CLOCK = ".clock-time"


def time_of(page: Page, expected: str) -> None:
    """Wait until a screen shows a time."""
    expect(page.locator(CLOCK)).to_have_text(expected)


def test_one_key_is_one_turn_and_one_takes_it_back(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "One key", *BARROW)
    page = people.at_table(screen, key)
    time_of(page, "00:00")
    page.keyboard.press("n")
    time_of(page, "00:10")
    undo = page.locator("#part-log [data-key=z]")
    expect(undo).to_contain_text("undo: wait 1 turn")
    settled(page)
    page.keyboard.press("z")
    time_of(page, "00:00")
    settled(page)
    page.locator("#part-log").get_by_text("redo").click()
    time_of(page, "00:10")
    assert commits(screen.folder, "One key")[-1].startswith("wait 1 turn")


def test_t7_two_screens_follow_each_other(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Two follow", *BARROW)
    one, other = people.at_table(screen, key), people.at_table(screen, key)
    one.keyboard.press("n")
    time_of(other, "00:10")
    time_of(one, "00:10")


def test_t7_the_same_click_on_two_screens_at_once_is_one_turn(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Two at once", *BARROW)
    one, other = (people.at_table(screen, key, own=True) for _ in range(2))
    # Neither click reaches the server until both are made: both are of what both saw.
    held: list[Route] = []
    for page in (one, other):
        page.route("**/say", lambda route: held.append(route))  # noqa: PLW0108 - its hooks need a function
        with page.expect_request("**/say"):
            page.keyboard.press("n")
    until(one, lambda: len(held) == 2)
    for route in held:
        route.continue_()
    for page in (one, other):
        expect(page.locator("#part-outcome[data-outcome=done]")).to_be_attached()
        time_of(page, "00:10")
    told = " ".join(page.locator("#part-outcome").inner_text() for page in (one, other))
    assert "the same" in told
    said = commits(screen.folder, "Two at once")
    assert [each.partition(",")[0] for each in said].count("wait 1 turn") == 1


def test_a_command_of_the_terminal_is_seen_within_seconds(screen: Screen, people: People) -> None:
    from turnkeeper.app.library import open_campaign
    from turnkeeper.app.session import Session

    key = begin(screen.folder, "Beside", *BARROW)
    page = people.at_table(screen, key)
    time_of(page, "00:00")
    campaign = open_campaign(screen.folder / "Beside.turnkeeper")
    Session(campaign).say("wait 1 round")
    campaign.close()
    expect(page.locator("#part-log")).to_contain_text("wait 1 round")


def test_a_server_killed_and_started_again_is_caught_up_with(mortal: Screen, people: People) -> None:
    people.forgive(GONE)
    key = begin(mortal.folder, "Killed", *BARROW)
    page = people.at_table(mortal, key)
    page.keyboard.press("n")
    time_of(page, "00:10")
    settled(page)
    mortal.kill()
    expect(page.locator("#connection")).to_contain_text("Connection lost")
    mortal.start()
    expect(page.locator("#connection")).not_to_contain_text("Connection lost")
    settled(page)
    # The cookie has outlived the server, and nothing was lost.
    page.keyboard.press("n")
    time_of(page, "00:20")
    settled(page)
    # F52: each start renews the one link for everyone at the table, and adds none.
    mortal.kill()
    mortal.start()
    page.goto(mortal.url(f"/c/{key}/sharing"))
    expect(page.locator(".sharing-link")).to_have_count(1)


def test_t8_a_screen_that_slept_shows_what_happened_meanwhile(mortal: Screen, people: People) -> None:
    people.forgive(GONE)
    key = begin(mortal.folder, "Asleep", *BARROW)
    asleep, awake = people.at_table(mortal, key, own=True), people.at_table(mortal, key)
    # A laptop with its lid closed: no script of the page runs, and its connections die.
    lid = asleep.context.new_cdp_session(asleep)
    lid.send("Page.setWebLifecycleState", {"state": "frozen"})
    goes_deaf(awake)
    mortal.kill()
    mortal.start()
    follows(awake)
    awake.keyboard.press("n")
    time_of(awake, "00:10")
    lid.send("Page.setWebLifecycleState", {"state": "active"})
    time_of(asleep, "00:10")


def test_a_lost_network_is_told_and_caught_up_with(screen: Screen, people: People) -> None:
    people.forgive(GONE)
    key = begin(screen.folder, "Offline", *BARROW)
    away, here = people.at_table(screen, key), people.at_table(screen, key)
    away.context.set_offline(offline=True)
    here.keyboard.press("n")
    time_of(here, "00:10")
    away.context.set_offline(offline=False)
    time_of(away, "00:10")


def test_a_page_follows_however_late_its_scripts_come(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Late", *BARROW)
    page = people.referee(screen, "/credits")

    def late(route: Route) -> None:
        page.wait_for_timeout(700)
        route.continue_()

    page.route("**/hx-sse.min.js*", late)
    page.goto(screen.url(f"/c/{key}"))
    follows(page)


def test_without_scripts_the_page_shows_how_it_stands(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "No scripts", *BARROW)
    page = people.referee(screen, f"/c/{key}", scripts=False)
    time_of(page, "00:00")
    expect(page.locator("#part-party")).to_contain_text("Varda")
    page.get_by_role("textbox", name="Command", exact=True).fill("wait 1 turn")
    page.get_by_role("button", name="Say it").click()
    time_of(page, "00:10")


def test_no_key_stands_on_two_buttons(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Keys", *BARROW)
    page = people.at_table(screen, key)
    keys = page.locator("main [data-key]:visible").evaluate_all("all => all.map(one => one.dataset.key)")
    assert sorted(keys) == sorted(set(keys))
