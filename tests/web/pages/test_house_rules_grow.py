"""House rules with entries of the house's own, from the first press of a button to the table, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from httpx import Response
from litestar.testing import TestClient
from litestar.types import ASGIApp

from tests.web.doors import OURS, House
from tests.web.forms_sent import sent_of
from turnkeeper.rules.reading.load import builtin_text, load_rules

pytestmark = pytest.mark.slow

MOSS = 'lights."glow moss"'


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("around") / "campaigns")


@pytest.fixture
def browser(house: House) -> Iterator[TestClient[ASGIApp]]:
    with house.client(entered=True) as client:
        yield client


class Form:
    """The form of house rules of one campaign, in a browser without scripts."""

    def __init__(self, browser: TestClient[ASGIApp], key: str) -> None:
        self.browser = browser
        self.address = f"/c/{key}/house-rules"
        self.page = browser.get(self.address)
        self.typed = sent_of(self.page.text, "rules-form")

    def type(self, **fields: str) -> None:
        """Type into fields, named by their ends."""
        for end, value in fields.items():
            (name,) = [one for one in self.typed if one.endswith(end.replace("__", "."))]
            self.typed[name] = [value]

    def press(self, name: str, value: str) -> Response:
        """Press a button, or type into a field and press Enter."""
        self.page = self.browser.post(self.address, data={**self.typed, name: [value]}, headers=OURS)
        if "text/html" in self.page.headers["content-type"]:
            self.typed = sent_of(self.page.text, "rules-form")
        return self.page


def said(browser: TestClient[ASGIApp], key: str, text: str) -> str:
    answer = browser.post(f"/c/{key}/say", data={"text": text}, headers={**OURS, "HX-Request": "true"})
    assert answer.status_code == 200, (text, answer.text)
    return answer.text


def played_on(browser: TestClient[ASGIApp], form: Form) -> str:
    """Play on by what was tried; return the new campaign's key."""
    tried = sent_of(form.page.text, f"{form.address}/play-on", "action")
    there = browser.post(f"{form.address}/play-on", data=tried, headers=OURS, follow_redirects=False)
    assert there.status_code == 303, there.text
    return there.headers["location"].removeprefix("/c/")


def test_what_the_house_adds_is_asked_for_looked_through_tried_and_played(
    house: House, browser: TestClient[ASGIApp]
) -> None:
    form = Form(browser, house.key)
    untouched = form.press("do", "file").text
    assert form.press("add:lights", "glow moss").status_code == 200
    assert 'role="alert"' not in form.page.text  # nobody is told at once what is missing yet
    assert form.typed["new:lights"] == ["glow moss"]
    assert form.press("add:activities", "forage").status_code == 200
    form.type(**{f"{MOSS}.burns.by": "clock", f"{MOSS}.bright": "a bit", "activities.forage.says": "forage"})

    # The one thing wrong that was typed, and what is still missing, each at its field; nothing is lost.
    wrong = form.press("do", "try")
    assert wrong.status_code == 422
    assert form.typed[f"set:{MOSS}.bright"] == ["a bit"]
    assert form.typed[f"set:{MOSS}.burns.by"] == ["clock"]
    assert f"set:{MOSS}.burns.lasts".replace('"', "&#34;") in wrong.text
    for message in ("must be a whole number", "lasts is missing", "a house rule says why"):
        assert message in wrong.text

    form.type(
        **{f"{MOSS}.bright": "10", f"{MOSS}.burns.lasts": "1 turn", "activities.forage.takes": "1 turn"}
    )
    form.typed |= {f"why:{MOSS}": ["It grows here."], "why:activities.forage": ["Mushrooms."]}
    assert form.press("do", "check").status_code == 200
    assert "All is well" in form.page.text

    # The file is what the terminal would take.
    file = form.press("do", "file").text
    assert file != untouched
    assert file.startswith(untouched.rstrip("\n"))
    rules = load_rules(file, "house.toml", builtin_text)
    assert list(rules.lights) == ["torch", "lantern", "candle", "glow moss"]

    # What was played does not know of either, so that nothing comes out otherwise.
    assert "Every command comes out as it did (3 in all)." in form.press("do", "try").text
    key = played_on(browser, form)
    said(browser, key, 'light "glow moss" for Varda')
    said(browser, key, "forage")
    page = browser.get(f"/c/{key}/log").text
    assert "glow moss (Varda) lit" in page
    assert "glow moss (Varda) goes out" in page
    assert "forage" in page
    assert "O-LIGHTS-GLOW-MOSS" in page


def test_a_kind_of_weather_and_a_row_of_a_table_come_to_be_by_buttons_alone(
    house: House, browser: TestClient[ASGIApp]
) -> None:
    form = Form(browser, next(iter(browser.get("/api/campaigns", headers=house.bearer).json()))["key"])
    form.press("add:weather", "ash rain")
    form.typed['why:weather."ash rain"'] = ["The mountain burns."]
    form.typed['set:weather."ash rain".travel'] = ["3"]
    row = 'tables."outdoor check".entries'
    form.press("more", row)
    last = f"{row}[{int(form.typed[f'rows:{row}'][0]) - 1}]"
    assert f"set:{last}.name" in form.typed
    form.press("drop", last)
    assert f"set:{last}.name" not in form.typed
    assert form.press("do", "try").status_code == 200
    key = played_on(browser, form)
    said(browser, key, 'weather "ash rain"')
    assert "ash rain" in browser.get(f"/c/{key}/log").text


def test_a_referee_finds_an_entry_without_scripts_and_loses_nothing(
    house: House, browser: TestClient[ASGIApp]
) -> None:
    form = Form(browser, next(iter(browser.get("/api/campaigns", headers=house.bearer).json()))["key"])
    form.type(lights__candle__bright="7")
    form.typed["find"] = ["torch"]
    page = form.press("do", "find")
    assert page.status_code == 200
    assert '<li><a href="#f-lights.torch">Lights: torch</a></li>' in page.text
    assert '<details id="s-lights" class="rule-section" open>' in page.text
    assert form.typed["set:lights.candle.bright"] == ["7"]
    form.typed["find"] = ["zeppelin"]
    assert "Nothing here has “zeppelin”." in form.press("do", "find").text
