"""A player's phone in a browser: it follows, catches up, does what was granted, and ends when revoked."""

from __future__ import annotations

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.web.campaigns import BARROW, begin
from tests.web.looked import barriers
from tests.web.people import GONE, PHONE, People, follows, stands_still, until
from tests.web.served import Screen
from turnkeeper.app import sharing
from turnkeeper.app.session import Session
from turnkeeper.app.sharing import Shown

pytestmark = pytest.mark.slow

FIRST_LOAD = 150_000


def invite(
    screen: Screen, name: str, *, light: bool = False, answers: bool = False, shown: Shown | None = None
) -> tuple[str, str]:
    """Invite a player who plays Varda; return the address of their page and the link's id."""
    path = screen.folder / f"{name}.turnkeeper"
    kept, link, token = sharing.made(sharing.Sharing(shown=shown or Shown()), "Ana", 0, "Varda")
    sharing.write(path, sharing.granted(kept, link.id, light=light, answers=answers))
    return screen.url(f"/p/{token}"), link.id


def say(referee: Page, text: str) -> None:
    """Say something on the referee's screen, as its palette does."""
    referee.evaluate(
        """text => fetch(location.pathname + "/say", {
            method: "POST", headers: {"HX-Request": "true"}, body: new URLSearchParams({text})
        })""",
        text,
    )


def test_the_phone_follows_by_itself(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Follows", *BARROW)
    phone = people.player(invite(screen, "Follows")[0])
    referee = people.referee(screen, f"/c/{key}")
    expect(phone.locator("#part-party")).to_contain_text("Varda")
    say(referee, "hand out torn letter saying Come / alone.")
    expect(phone.locator(".handout[open]")).to_contain_text("alone.")
    say(referee, "douse torch")
    expect(phone.locator("#part-clock")).to_contain_text("Dark")
    say(referee, "undo")
    expect(phone.locator("#part-clock")).to_contain_text("Bright")


def test_a_page_that_slept_or_lost_the_network_catches_up(screen: Screen, people: People) -> None:
    people.forgive(GONE)
    key = begin(screen.folder, "Slept", *BARROW)
    phone = people.player(invite(screen, "Slept")[0])
    referee = people.referee(screen, f"/c/{key}")
    expect(phone.locator("#part-log")).to_contain_text("torch is lit")
    phone.context.set_offline(True)
    expect(phone.locator("#connection")).to_contain_text("Connection lost, trying again")
    say(referee, "hand out letter saying You missed this.")
    phone.context.set_offline(False)
    expect(phone.locator(".handout")).to_contain_text("You missed this.")
    expect(phone.locator("#connection")).to_be_empty()


def test_a_server_that_was_killed_and_started_again_is_found_again(mortal: Screen, people: People) -> None:
    people.forgive(GONE)
    begin(mortal.folder, "Killed", *BARROW)
    phone = people.player(invite(mortal, "Killed")[0])
    expect(phone.locator("#part-log")).to_contain_text("torch is lit")
    mortal.kill()
    expect(phone.locator("#connection")).to_contain_text("Connection lost, trying again")
    from turnkeeper.app.library import open_campaign

    campaign = open_campaign(mortal.folder / "Killed.turnkeeper")
    Session(campaign).say("hand out letter saying You missed this.")
    campaign.close()
    mortal.start()
    expect(phone.locator(".handout")).to_contain_text("You missed this.")


def test_a_granted_player_lights_and_puts_out_their_own_torch(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Own torch", *BARROW)
    phone = people.player(invite(screen, "Own torch", light=True)[0])
    referee = people.referee(screen, f"/c/{key}")
    phone.get_by_role("button", name="Light a torch").click()
    expect(phone.locator(".mine-told")).to_have_text("Your torch burns.")
    expect(phone.locator(".hearth-burning")).to_contain_text("Varda\N{RIGHT SINGLE QUOTATION MARK}s torch")
    expect(referee.locator("#part-lights")).to_contain_text("torch (Varda)")
    phone.get_by_role("button", name="Put out the torch").click()
    expect(phone.locator(".mine-told")).to_have_text("Your torch is out.")


def test_what_changes_while_a_phone_asks_for_its_own_is_asked_for_too(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Late answer", *BARROW)
    phone = people.player(invite(screen, "Late answer", light=True)[0], own=True)
    referee = people.referee(screen, f"/c/{key}")
    under_way: list[tuple[Route, APIResponse]] = []
    phone.route("**/mine", lambda route: under_way.append((route, route.fetch(max_retries=3))), times=1)
    say(referee, "light torch for Varda")
    until(phone, lambda: under_way)
    burns = phone.locator(".hearth-burning").filter(has_text="Varda\N{RIGHT SINGLE QUOTATION MARK}s torch")
    expect(burns).to_have_count(1)
    say(referee, "douse torch of Varda")
    expect(burns).to_have_count(0)
    # Only now comes the answer of when the torch still burned.
    [(route, answer)] = under_way
    route.fulfill(response=answer)
    expect(phone.get_by_role("button", name="Light a torch")).to_be_visible()
    expect(phone.get_by_role("button", name="Put out the torch")).to_have_count(0)


def test_a_throw_is_asked_of_a_player_and_answered_on_the_phone(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Asked", *BARROW)
    path = screen.folder / "Asked.turnkeeper"
    address, _ = invite(screen, "Asked", answers=True)
    kept = sharing.read(path).sharing
    sharing.write(path, sharing.Sharing("typed", kept.shown, kept.links))
    phone, other = people.player(address), people.player(address)
    referee = people.referee(screen, f"/c/{key}")
    expect(phone.locator("#mine")).to_be_hidden()
    for one in (phone, other):
        one.evaluate("() => { navigator.vibrate = pattern => { globalThis.testBuzzed = pattern.length; }; }")
    phone.locator("[data-knocks]").tap()
    expect(phone.locator("[data-knocks]")).to_have_text("No knock for my throw")
    phone.evaluate("globalThis.testBuzzed = 0; document.documentElement.dataset.localHeard = ''")
    say(referee, "search")
    referee.get_by_role("button", name="Ask Ana").click()
    expect(referee.locator(".throw-asked")).to_have_text("Ana is asked.")
    expect(phone.locator("#mine")).to_contain_text("2d6")
    # Only where that was chosen, it knocks and buzzes; every tab says what waits.
    expect(phone).to_have_title("Your throw \u00b7 Asked")
    expect(other).to_have_title("Your throw \u00b7 Asked")
    phone.wait_for_function("globalThis.testBuzzed > 0")
    assert phone.evaluate("document.documentElement.dataset.localHeard") == "knock"
    assert other.evaluate("globalThis.testBuzzed") is None
    assert barriers(phone) == []
    phone.get_by_label("What came up").fill("9+9")
    phone.get_by_role("button", name="Done").click()
    expect(phone.locator(".mine-told")).not_to_be_empty()
    phone.get_by_label("What came up").fill("6+6")
    phone.get_by_role("button", name="Done").click()
    expect(referee.locator("#part-throw")).to_be_hidden()
    expect(referee.locator("#part-log")).to_contain_text("2d6 = 12")
    expect(other.locator("#mine")).to_be_hidden()
    expect(phone).to_have_title("Asked")


def test_a_grant_reaches_a_page_that_is_open(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Granted", *BARROW)
    address, link = invite(screen, "Granted")
    phone = people.player(address)
    expect(phone.locator("#part-party")).to_contain_text("Varda")
    expect(phone.locator("#mine")).to_be_hidden()
    referee = people.referee(screen, f"/c/{key}/sharing")
    referee.locator(f"#link-{link}").get_by_label("light and put out").check()
    referee.locator(f"#link-{link}").get_by_role("button", name="Save").click()
    expect(phone.get_by_role("button", name="Light a torch")).to_be_visible()


def test_the_page_of_a_revoked_link_goes_at_once(screen: Screen, people: People) -> None:
    people.forgive(GONE, "404")
    key = begin(screen.folder, "Revoked", *BARROW)
    address, link = invite(screen, "Revoked")
    phone = people.player(address)
    expect(phone.locator("#part-party")).to_contain_text("Varda")
    referee = people.referee(screen, f"/c/{key}/sharing")
    assert barriers(referee) == []
    referee.locator(f"#link-{link}").get_by_role("button", name="Revoke").click()
    expect(phone.get_by_role("heading", name="This link holds no longer")).to_be_visible()
    assert "Varda" not in phone.content()
    assert barriers(phone) == []


def test_the_referee_makes_a_link_and_points_a_phone_at_it(screen: Screen, people: People) -> None:
    key = begin(screen.folder, "Made", *BARROW)
    referee = people.referee(screen, f"/c/{key}/sharing")
    referee.get_by_label("Who it is for").first.fill("Ben")
    referee.get_by_label("Plays").first.select_option("Orlo")
    referee.get_by_role("button", name="Make a link").click()
    code = referee.get_by_role("img", name="QR code of the link for Ben")
    expect(code).to_be_visible()
    assert code.evaluate("one => one.decode().then(() => one.naturalWidth > 0)")
    address = referee.get_by_label("Address for Ben").input_value()
    assert barriers(referee) == []
    phone = people.player(screen.url("/p/" + address.rpartition("/p/")[2]))
    expect(phone.locator("#part-party")).to_contain_text("Orlo")


def test_the_map_comes_when_it_is_wanted(screen: Screen, people: People) -> None:
    travel = ("party Varda", "leave for wilderness", "use map sample", "stand at 0504")
    begin(screen.folder, "Mapped", *travel)
    phone = people.player(invite(screen, "Mapped")[0])
    expect(phone.locator("#part-map")).to_be_visible()
    expect(phone.locator("#map-body")).to_be_hidden()
    assert not any("map.js" in one for one in people.requests)
    phone.get_by_role("button", name="Show the map").click()
    expect(phone.locator("#map-land svg")).to_be_visible()
    assert barriers(phone) == []
    phone.reload()
    expect(phone.locator("#map-land svg")).to_be_visible()


@pytest.mark.parametrize("where", ["dungeon", "wilderness"])
def test_the_first_load_on_a_phone_is_under_150_kb(screen: Screen, people: People, where: str) -> None:
    said = (
        BARROW
        if where == "dungeon"
        else ("party Varda", "leave for wilderness", "use map sample", "stand at 0504")
    )
    begin(screen.folder, f"First {where}", *said)
    phone = people.somebody(size=PHONE, own=True)
    network, sizes = phone.context.new_cdp_session(phone), []
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    phone.goto(invite(screen, f"First {where}", light=True, answers=True)[0])
    follows(phone)
    stands_still(phone.locator("#part-party"))
    assert 0 < sum(sizes) < FIRST_LOAD
