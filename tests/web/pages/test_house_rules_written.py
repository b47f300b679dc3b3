"""House rules as a text, from the first line to the table, in a browser without scripts."""

from __future__ import annotations

import html
from collections.abc import Iterator

import pytest
from httpx import Response
from litestar.testing import TestClient
from litestar.types import ASGIApp

from tests.web.doors import OURS, House
from tests.web.forms_sent import sent_of
from turnkeeper.rules.reading.load import builtin_text, load_rules

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("around") / "campaigns")


@pytest.fixture
def browser(house: House) -> Iterator[TestClient[ASGIApp]]:
    house.begin_anew()
    with house.client(entered=True) as client:
        yield client


class Written:
    """A page of house rules in a browser without scripts."""

    def __init__(self, browser: TestClient[ASGIApp], address: str) -> None:
        self.browser = browser
        self.address = address
        self.page = browser.get(address)
        self.typed = sent_of(self.page.text, "house-form", "id")

    @property
    def text(self) -> str:
        """Return the text as it stands on the page."""
        return self.typed["house"][0]

    def press(self, name: str, value: str) -> Response:
        """Press a button."""
        self.page = self.browser.post(self.address, data={**self.typed, name: [value]}, headers=OURS)
        if "text/html" in self.page.headers["content-type"]:
            self.typed = sent_of(self.page.text, "house-form", "id")
        return self.page


def here(house: House) -> str:
    return f"/c/{house.key}/house-rules"


def said(browser: TestClient[ASGIApp], key: str, text: str) -> None:
    answer = browser.post(f"/c/{key}/say", data={"text": text}, headers={**OURS, "HX-Request": "true"})
    assert answer.status_code == 200, (text, answer.text)


def played_on(browser: TestClient[ASGIApp], page: Written) -> str:
    """Play on by what was tried; return the new campaign's key."""
    tried = sent_of(page.page.text, f"{page.address}/play-on", "action")
    there = browser.post(f"{page.address}/play-on", data=tried, headers=OURS, follow_redirects=False)
    assert there.status_code == 303, there.text
    return there.headers["location"].removeprefix("/c/")


def test_what_the_house_adds_is_inserted_mended_tried_and_played(
    house: House, browser: TestClient[ASGIApp]
) -> None:
    page = Written(browser, here(house))
    page.typed |= {"section": ["lights"], "called": ["glow moss"]}
    assert page.press("do", "insert").status_code == 200
    assert '[lights."glow moss"]' in page.text
    assert "All is well" in page.page.text
    page.typed |= {"section": ["activities"], "called": ["forage"]}
    page.press("do", "insert")

    # Every problem at its line, all at once, and nothing that was typed is lost.
    page.typed["house"] = [
        page.text.replace("# bright = 20", 'bright = "a bit"').replace("[ruleset]", "[ruleset]\nwho = 1")
    ]
    wrong = page.press("do", "try")
    assert wrong.status_code == 422
    assert 'bright = "a bit"' in page.text
    number = page.text.split("\n").index('bright = "a bit"') + 1
    for line in (2, number):
        assert f'href="#line-{line}"' in wrong.text
        assert f'<div id="line-{line}" class="house-line house-line-wrong"' in wrong.text

    page.typed["house"] = [page.text.replace('"a bit"', "10").replace("who = 1\n", "")]
    page.typed["house"] = [
        page.text.replace('burns = { by = "ticks", ticks = 2 }', 'burns = { by = "clock", lasts = "1 turn" }')
    ]
    page.typed["house"] = [page.text.replace("# takes = ", "takes = ")]
    assert "Every command comes out as it did (3 in all)." in html.unescape(page.press("do", "try").text)

    # The file is what the terminal would take.
    file = page.press("do", "file").text
    assert file == page.text
    assert list(load_rules(file, "house.toml", builtin_text).lights) == [
        "torch",
        "lantern",
        "candle",
        "glow moss",
    ]

    page.press("do", "try")
    key = played_on(browser, page)
    said(browser, key, 'light "glow moss" for Varda')
    said(browser, key, "forage")
    log = browser.get(f"/c/{key}/log").text
    assert "glow moss (Varda) lit" in log
    assert "O-LIGHTS-GLOW-MOSS" in log
    assert "forage" in log


def test_values_options_and_entries_are_changed_by_fields_switches_and_buttons_alone(
    house: House, browser: TestClient[ASGIApp]
) -> None:
    page = Written(browser, here(house))
    page.typed["set:lights.candle.bright"] = ["7"]
    page.typed["option"] = ["encounters-by-watch"]
    changed = page.press("do", "check")
    assert "bright = 7" in page.text
    assert 'options = ["encounters-by-watch"]' in page.text
    assert "<strong>bright 7</strong>" in changed.text
    page.press("leave", "lights.lantern")
    assert 'remove = ["lights.lantern"]' in page.text
    page.press("take", 'tables."outdoor check by watch"')
    assert '[tables."outdoor check by watch"]' in page.text
    page.typed["house"] = [page.text.replace('on = "1"', 'on = "1-2"').replace('on = "2-6"', 'on = "3-6"')]
    assert page.press("do", "try").status_code == 200
    key = played_on(browser, page)
    assert "1-2" in browser.get(f"/c/{key}/rules").text


def test_a_referee_finds_an_entry_without_scripts_and_loses_nothing(
    house: House, browser: TestClient[ASGIApp]
) -> None:
    page = Written(browser, here(house))
    page.typed["set:lights.candle.bright"] = ["7"]
    page.typed["find"] = ["torch"]
    found = page.press("do", "find")
    assert found.status_code == 200
    assert "A torch is out at its second tick" in found.text
    assert 'name="take" value="lights.torch"' in found.text
    assert page.typed["set:lights.candle.bright"] == ["7"]
    page.typed["find"] = ["zeppelin"]
    assert "Nothing here has “zeppelin”." in page.press("do", "find").text


def test_a_text_that_cannot_be_read_is_kept_and_told(house: House, browser: TestClient[ASGIApp]) -> None:
    page = Written(browser, here(house))
    page.typed["house"] = ["[ruleset]\nid = "]
    wrong = page.press("do", "check")
    assert wrong.status_code == 422
    assert page.text == "[ruleset]\nid = "
    assert 'href="#line-2"' in wrong.text
    assert '<fieldset class="house-side" id="house-side" disabled>' in wrong.text


def test_a_script_is_sent_what_stands_beside_the_text_alone(
    house: House, browser: TestClient[ASGIApp]
) -> None:
    page = Written(browser, here(house))
    sent = {**page.typed, "house": ["[ruleset]\nid = 5\n"]}
    part = browser.post(page.address, data=sent, headers={**OURS, "HX-Request": "true"})
    assert part.status_code == 200
    assert "<html" not in part.text
    assert 'id="house-problems"' in part.text


def test_a_file_beside_the_campaigns_is_written_in_and_one_begun_over_a_game(
    house: House, browser: TestClient[ASGIApp]
) -> None:
    ours = '[ruleset]\nid = "stubs"\nname = "Stubs"\nextends = "glog"\n'
    ours += "\n# Ours.\n[lights.candle]\nburns.ticks = 1\n"
    (house.folder / "stubs.toml").write_text(ours)
    page = Written(browser, "/rules/stubs.toml/edit")
    assert page.text == ours
    page.typed["set:lights.candle.burns.ticks"] = ["3"]
    page.press("do", "check")
    assert page.text == ours.replace("ticks = 1", "ticks = 3")
    assert page.press("do", "file").text == page.text
    assert (house.folder / "stubs.toml").read_text() == ours
    new = browser.post("/new/by", data={"house": page.text}, headers=OURS)
    assert "burns.ticks = 3" in new.text
    begun = Written(browser, "/rules/quest-of-destiny/edit")
    assert 'extends = "quest-of-destiny"' in begun.text
    assert browser.get("/rules/nowhere.toml/edit").status_code == 404
    assert 'href="/rules/stubs.toml/edit"' in browser.get("/rules/stubs.toml").text
