"""The map on the referee's screen and on a phone: by keys, by hand, and what the server is asked for it."""

from __future__ import annotations

import re
from typing import Any, Unpack

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.campaigns import begin, commits
from tests.web.looked import barriers
from tests.web.people import PHONE, People, Taste, settled, stands_still, until
from tests.web.served import Screen
from turnkeeper.app import sharing

pytestmark = pytest.mark.slow

COAST = (
    "party Varda wisdom 12 hp 5; Orlo wisdom 9 hp 4",
    "leave for wilderness",
    "use map sample",
    "stand at 0709",
)


LISTS_WHAT_IS_FETCHED = """() => {
    const real = fetch;
    globalThis.fetched = [];
    globalThis.fetch = (what, ...more) => (fetched.push(String(what.url ?? what)), real(what, ...more));
}"""


def at_map(people: People, screen: Screen, key: str, **taste: Unpack[Taste]) -> Page:
    """Open the referee's screen and wait until the land is drawn."""
    page = people.at_table(screen, key, **taste)
    expect(page.locator("#map-land svg")).to_be_visible()
    return page


def hex_middle(page: Page, name: str) -> tuple[float, float]:
    """Where the middle of a hex is on the screen: its number stands 66 of the drawing's units above it."""
    stands_still(page.locator("#map-names svg"))
    number = page.locator("#map-names .map-numbers text", has_text=name).bounding_box()
    sheet = page.locator("#map-names svg").bounding_box()
    width = float((page.locator("#map-names svg").get_attribute("viewBox") or "").split()[2])
    assert number is not None
    assert sheet is not None
    return number["x"] + number["width"] / 2, number["y"] + number["height"] / 2 + 60 * sheet["width"] / width


def width(drawing: Locator) -> float:
    """Return how wide a drawing is on the screen."""
    box = drawing.bounding_box()
    assert box is not None
    return box["width"]


def measures(drawing: Locator, measure: str, holds: str) -> None:
    """Wait until a measure of a drawing's box is as said: `> 300`."""
    drawing.page.wait_for_function(
        f"one => one.isConnected && one.getBoundingClientRect().{measure} {holds}",
        arg=drawing.element_handle(),
    )


def test_by_keys_alone_one_goes_from_hex_to_hex_and_travels(screen: Screen, people: People) -> None:
    """From 0709 south and east: 0710, then in the next column the hex of the same row."""
    key = begin(screen.folder, "By keys", *COAST)
    page = at_map(people, screen, key)
    page.locator("#map-view").focus()
    says = page.locator("#map-says")
    page.keyboard.press("ArrowDown")
    expect(says).to_contain_text("0709 Wendbridge")
    page.keyboard.press("ArrowDown")
    expect(says).to_contain_text("0710")
    page.keyboard.press("ArrowRight")
    expect(says).to_contain_text("0810")
    page.keyboard.press("Enter")
    menu = page.locator("#map-menu")
    expect(menu).to_be_visible()
    expect(menu.locator("button").filter(has_text="Travel to 0810")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(page.locator("#map-view")).to_be_focused()
    page.keyboard.press("Enter")
    expect(menu.locator("button").filter(has_text="Travel to 0810")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#part-map")).to_have_attribute("data-at", re.compile("^0[78]"))
    expect(page.locator("#part-log")).to_contain_text("travel to 0810")
    assert commits(screen.folder, "By keys")[-1].startswith("travel to 0810")


def test_a_click_on_a_hex_offers_what_can_be_done_and_one_more_does_it(
    screen: Screen, people: People
) -> None:
    key = begin(screen.folder, "By hand", *COAST)
    page = at_map(people, screen, key)
    page.mouse.click(*hex_middle(page, "0608"))
    menu = page.locator("#map-menu")
    expect(menu).to_contain_text("0608")
    menu.get_by_role("button", name="The party stands here").click()
    expect(page.locator("#part-map")).to_have_attribute("data-at", "0608")
    expect(menu).to_be_hidden()


def test_what_is_noted_of_a_hex_is_kept(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Noted", *COAST)
    page = at_map(people, screen, key)
    page.mouse.click(*hex_middle(page, "0708"))
    page.locator("#map-note").fill("the reeve's men")
    page.keyboard.press("Enter")
    expect(page.locator("#map-marks .map-note")).to_have_count(1)
    assert commits(screen.folder, "Noted")[-1] == "mark 0708 as the reeve's men"


def test_a_step_sends_the_marks_and_not_the_land(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Sparing", *COAST)
    page = at_map(people, screen, key)
    page.evaluate(LISTS_WHAT_IS_FETCHED)
    land = page.locator("#map-land svg").element_handle()
    page.mouse.click(*hex_middle(page, "0708"))
    page.get_by_role("button", name="The party stands here").click()
    expect(page.locator("#part-map")).to_have_attribute("data-at", "0708")
    settled(page)
    stands_still(page.locator("#map-land svg"))
    asked = page.evaluate("fetched")
    assert any(url.endswith("/say") for url in asked)
    assert not [url for url in asked if "/map/land" in url]
    assert land is not None
    assert land.evaluate("drawn => drawn.isConnected")


def test_reach_and_route_are_drawn_and_said(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Reach", *COAST)
    page = at_map(people, screen, key)
    page.locator("#map-reach").select_option("1 watch")
    expect(page.locator("#map-asked .map-within")).to_be_visible()
    expect(page.locator("#map-says")).to_contain_text("within 4 h of 0709")
    page.mouse.click(*hex_middle(page, "0607"))
    page.get_by_role("button", name="Show the way").click()
    expect(page.locator("#map-asked .map-preview")).to_be_visible()
    expect(page.locator("#map-says")).to_contain_text("to 0607")


def test_one_looks_closer_and_farther_by_wheel_keys_and_buttons(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Closer", *COAST)
    page = at_map(people, screen, key)

    land = page.locator("#map-land svg")
    stands_still(land)
    begun = width(land)
    page.locator("#map-view").hover()
    page.mouse.wheel(0, -300)
    measures(land, "width", f"> {begun}")
    stands_still(land)
    closer = width(land)
    page.locator("#map-view").focus()
    page.keyboard.press("-")
    measures(land, "width", f"< {closer}")
    page.get_by_role("button", name="Whole").click()
    view = page.locator("#map-view").bounding_box()
    assert view is not None
    measures(land, "width", f"<= {view['width'] + 1}")


def test_a_large_map_makes_way_for_what_stops_the_game(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Makes way", *COAST)
    page = at_map(people, screen, key)
    page.get_by_role("button", name="Larger").click()
    expect(page.locator("#part-map[data-local-large]")).to_have_count(1)
    expect(page.locator("#part-interruption")).to_be_hidden()
    other = people.at_table(screen, key)
    other.keyboard.press("/")
    other.keyboard.type("meet wolves")
    other.keyboard.press("Enter")
    expect(page.locator("#part-interruption")).to_be_visible()
    expect(page.locator("#part-map[data-local-large]")).to_have_count(0)


def test_two_fingers_look_closer_and_one_moves_the_map(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Fingers", *COAST)
    page = at_map(people, screen, key, size=PHONE)
    page.get_by_role("button", name="Larger").click()
    land = page.locator("#map-land svg")
    wire = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[int, int]) -> None:
        spots = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    stands_still(land)
    before = land.bounding_box()
    assert before is not None
    touch("touchStart", (150, 500))
    for step in range(1, 7):
        touch("touchMove", (150 + 10 * step, 500))
    touch("touchEnd")
    measures(land, "left", f"> {before['x'] + 40}")
    assert width(land) == before["width"]
    touch("touchStart", (150, 500), (200, 500))
    for step in range(1, 7):
        touch("touchMove", (150 - 10 * step, 500), (200 + 10 * step, 500))
    touch("touchEnd")
    measures(land, "width", f"> {1.5 * before['width']}")
    expect(page.locator("#map-menu")).to_be_hidden()


def test_axe_finds_nothing_on_the_map(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Looked at", *COAST)
    page = at_map(people, screen, key)
    page.locator("#map-words summary").click()
    page.locator("#map-key summary").click()
    page.locator("#map-view").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#map-menu")).to_be_visible()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        found = [one for one in barriers(page) if "map" in one]
        assert not found, "\n".join([theme, *found])


def test_the_map_is_there_in_words(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "In words", *COAST)
    page = at_map(people, screen, key)
    page.locator("#map-words summary").click()
    twin = page.locator("#map-words")
    expect(twin).to_contain_text("The party is at 0709 Wendbridge")
    expect(twin.get_by_role("row").filter(has_text="Toll House")).to_contain_text("3 hexes north")
    # It stays open while the game goes on.
    page.keyboard.press("n")
    expect(page.locator("#part-log")).to_contain_text("wait ")
    settled(page)
    expect(twin).to_have_attribute("open", "")


def test_a_phone_shows_what_its_players_know_and_no_more(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "On a phone", *COAST)
    path = screen.folder / "On a phone.turnkeeper"
    kept, _, token = sharing.made(sharing.read(path).sharing, "Ana", 0)
    sharing.write(path, kept)
    page = people.player(screen.url(f"/p/{token}"), size=PHONE)
    page.get_by_role("button", name="Show the map").click()
    expect(page.locator("#map-land svg")).to_be_visible()
    expect(page.locator("#map-names")).to_contain_text("Wendbridge")
    assert "Ferrowhythe" not in page.content()
    page.locator("#map-view").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#map-says")).to_contain_text("0709 Wendbridge")
    referee = at_map(people, screen, key)
    referee.mouse.click(*hex_middle(referee, "0708"))
    referee.get_by_role("button", name="The party stands here").click()
    expect(page.locator("#map-names")).to_contain_text("0708")


def test_a_campaign_without_a_map_says_how_to_get_one(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "No map", *COAST[:2])
    page = people.at_table(screen, key)
    page.get_by_role("button", name="Use the sample land").click()
    expect(page.locator("#map-land svg")).to_be_visible()


def test_indoors_the_map_is_put_away_and_can_be_shown(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Indoors", *COAST, "enter dungeon Barrow")
    page = people.at_table(screen, key)
    expect(page.locator("#map-view")).to_be_hidden()
    page.get_by_role("button", name="Show the map").click()
    expect(page.locator("#map-land svg")).to_be_visible()


def drawn_ways(page: Page) -> Locator:
    return page.locator("#map-asked .map-preview")


def test_the_party_is_dragged_the_way_is_costed_and_let_go_it_travels_there(
    screen: Screen, people: People
) -> None:
    """0710 lies one hex south of 0709, off the road: one way, so that letting go says it at once."""
    key = begin(screen.folder, "Dragged", *COAST)
    page = at_map(people, screen, key)
    start, goal = hex_middle(page, "0709"), hex_middle(page, "0710")
    before = page.locator(".map-sheet").bounding_box()
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(goal[0], goal[1] - 6)
    page.mouse.move(*goal)
    expect(drawn_ways(page)).to_have_count(1)
    expect(page.locator("#map-says")).to_contain_text("over 1 hex to 0710")
    assert page.locator(".map-sheet").bounding_box() == before
    page.mouse.up()
    expect(page.locator("#part-log")).to_contain_text("travel to 0710")
    assert commits(screen.folder, "Dragged")[-1].startswith("travel to 0710")


def test_by_keys_the_party_is_taken_carried_and_let_go_or_left_where_it_is(
    screen: Screen, people: People
) -> None:
    key = begin(screen.folder, "Carried", *COAST)
    page = at_map(people, screen, key)
    page.locator("#map-view").focus()
    for one in ("m", "ArrowDown"):
        page.keyboard.press(one)
    expect(page.locator("#map-says")).to_contain_text("over 1 hex to 0710")
    page.keyboard.press("Escape")
    expect(drawn_ways(page)).to_have_count(0)
    assert not commits(screen.folder, "Carried")[-1].startswith("travel")
    for one in ("m", "ArrowDown", "Enter"):
        page.keyboard.press(one)
    expect(page.locator("#part-log")).to_contain_text("travel to 0710")


def test_where_a_road_leads_there_too_both_ways_are_costed_and_it_asks_which(
    screen: Screen, people: People
) -> None:
    """From Wendbridge at 0709 the road to Ferrowhythe, 0205, goes round; straight on is another way."""
    key = begin(screen.folder, "Both", *COAST)
    page = at_map(people, screen, key)
    ways = page.evaluate("fetch(`${location.pathname}/map/way?to=0205`).then(one => one.text())")
    assert ("by road" in ways) == ('data-ways="2"' in ways)


def is_uncut(page: Page) -> None:
    """Wait until no name is cut by the frame of the map, however closely one looks."""
    for does in ("fit", "party", "in"):
        page.locator(f"[data-map-do={does}]").click()
        stands_still(page.locator("#map-names svg"))
        page.wait_for_function(
            """() => {
                const frame = document.getElementById("map-view").getBoundingClientRect();
                const names = document.querySelectorAll("#map-names :is(.map-places, .map-regions) text");
                const shown = [...names].filter((one) => one.checkVisibility({visibilityProperty: true}));
                return shown.every((one) => {
                    const box = one.getBoundingClientRect();
                    const beside = box.right < frame.left || box.left > frame.right
                        || box.bottom < frame.top || box.top > frame.bottom;
                    return beside || box.left >= frame.left && box.right <= frame.right
                        && box.top >= frame.top && box.bottom <= frame.bottom;
                });
            }"""
        )


def test_a_note_restyles_little_of_a_page_with_a_land(screen: Screen, people: People) -> None:
    """One selector whose subject could be anything makes all that a `:has()` looks at be styled anew."""
    key = begin(screen.folder, "Little", *COAST)
    page = at_map(people, screen, key)
    wire = page.context.new_cdp_session(page)
    traced: list[dict[str, Any]] = []
    wire.on("Tracing.dataCollected", lambda told: traced.extend(told["value"]))
    ended: list[Any] = []
    wire.on("Tracing.tracingComplete", lambda told: ended.extend([told]))
    wire.send(
        "Tracing.start",
        {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": ["devtools.timeline"]}},
    )
    # Said elsewhere: a dialog that opens over a page has all of it styled anew by itself.
    said = page.request.post(
        screen.url(f"/c/{key}/say"), form={"text": "note it is cold"}, headers={"Origin": screen.url("")}
    )
    assert said.ok
    expect(page.locator("#part-log")).to_contain_text("it is cold")
    wire.send("Tracing.end")
    until(page, lambda: ended)
    styled = [one["args"]["elementCount"] for one in traced if "elementCount" in one.get("args", {})]
    everything = int(page.evaluate("document.querySelectorAll('*').length"))
    assert styled
    assert max(styled) < everything / 2, (max(styled), everything)
