"""Whatever is typed anywhere, it is shown as it was typed: no page is changed by it, no file, no other page.

Every text of every declared command and every field of every form on every page is filled in with what has
broken others: tags, templates, paths, NUL, control letters, letters that run from right to left, lengths.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from tests.web.doors import OURS, SAID, House
from tests.web.server.test_door import address, routes
from turnkeeper.app.library import in_memory
from turnkeeper.app.session import Session
from turnkeeper.play.registry import DECLARED
from turnkeeper.rules import load_builtin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestar.testing import TestClient
    from litestar.types import ASGIApp


HOSTILE = {
    "tag": "<x-evil onevil=1>",
    "closing": "\"'></script><x-evil>",
    "attribute": '" onevil="1',
    "jinja": "{{7*191}}{%x%}",
    "path": "../../evil",
    "nul": "a%00b\x00c",
    "header": "a\r\nSet-Cookie: evil=1",
    "right-to-left": "\u202egro.\u2066evil\u2069",
    "control": "a\x07\x1b[31mb\x7f\x85",
    "long": "y" * 5_000,
    "wide": "\U0001f525\u0301\u0301\u200d" * 20,
    "format": "%s%n{0}{x!r}${y}",
}
STREAMS = ("/events",)
# The long check tries each by itself.
WORST = "".join(HOSTILE[name] for name in ("jinja", "control", "tag"))
hostile_texts = pytest.mark.parametrize(
    "hostile",
    [
        pytest.param(WORST, id="worst", marks=pytest.mark.slow),
        *(pytest.param(text, id=name, marks=pytest.mark.long) for name, text in HOSTILE.items()),
    ],
)


class Looked(HTMLParser):
    """What a page is made of, as a browser would have it: strange tags and attributes, and its forms."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.strange: list[str] = []
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.strange += [tag for found in (tag, *given) if "evil" in found]
        self.strange += [f"{tag} {name}" for name in given if name.startswith("on") or name == "style"]
        self.strange += [
            f"{name}={value}" for name, value in given.items() if value.startswith("javascript:")
        ]
        if tag == "form":
            self.forms.append((given.get("hx-post") or given.get("action", ""), {}))
        elif tag in {"input", "textarea", "select", "button"} and self.forms and given.get("name"):
            kind = given.get("type", "text" if tag == "input" else tag)
            self.forms[-1][1][given["name"]] = kind


def require_harmless(body: str, headers: object, what: object) -> None:
    found = Looked(body)
    assert not found.strange, (what, found.strange)
    assert "1337" not in body, (what, "a template was evaluated")
    assert "Traceback" not in body, what
    assert "evil=1" not in str(headers), what


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("around") / "campaigns")


def spoken(hostile: str) -> Iterator[str]:
    """Yield every example of every declared command with the text in place of each of its words in turn."""
    plain = hostile.replace('"', "'")
    for one in DECLARED:
        for example in one.examples:
            words = example.split(" ")
            for at in range(1, len(words)):
                yield " ".join([*words[:at], f'"{plain}"', *words[at + 1 :]])


def test_every_declared_command_has_an_example_to_exchange_words_in() -> None:
    assert all(one.examples for one in DECLARED)


@hostile_texts
def test_no_command_with_it_breaks_a_page(house: House, hostile: str) -> None:
    with house.client(entered=True) as client:
        for said in spoken(hostile):
            answer = client.post(
                f"/c/{house.key}/say", data={"text": said}, headers={**OURS, "HX-Request": "true"}
            )
            assert answer.status_code in {200, 422}, (said, answer.status_code)
            require_harmless(answer.text, answer.headers, said)
        client.post(f"/c/{house.key}/say", data={"text": f"note {hostile}"}, headers=OURS)
        look_at_everything(house, client)


def look_at_everything(house: House, client: TestClient[ASGIApp]) -> None:
    """Look at every page that the referee or a player can open, and at every value of the API."""
    token = house.link(client)
    head = house.head(client)
    for path, method, _ in routes(house.app):
        if method != "GET" or path.endswith(STREAMS) or path.startswith(("/static", "/enter")):
            continue
        where = address(path, house.key, token).replace("/x", f"/{head}")
        answer = client.get(where, headers=house.bearer if path.startswith("/api") else {})
        assert answer.status_code < 500, (where, answer.status_code)
        kind = answer.headers.get("content-type", "")
        if "html" in kind or "svg" in kind:
            require_harmless(answer.text, answer.headers, where)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "evil=1" not in str(answer.headers)


@hostile_texts
def test_no_field_of_a_form_with_it_breaks_a_page_or_leaves_the_folder(house: House, hostile: str) -> None:
    around = house.folder.parent
    before = sorted(around.iterdir())
    with house.client(entered=True) as client:
        filled = 0
        for page in (
            "/",
            "/new",
            "/dice",
            "/rules",
            "/rules/check",
            "/rules/glog/edit",
            *(f"/c/{house.key}{rest}" for rest in PAGES),
        ):
            shown = client.get(page)
            assert shown.status_code == 200, page
            for action, fields in Looked(shown.text).forms:
                if leads_away(action):
                    continue
                form = {name: hostile if kind in TYPED else "" for name, kind in fields.items()}
                answer = client.post(action or page, data=form, headers=OURS)
                assert answer.status_code < 500, (action, form, answer.status_code)
                require_harmless(answer.text, answer.headers, (action, form))
                filled += 1
        assert filled > len(PAGES)
        look_at_everything(house, client)
    assert sorted(around.iterdir()) == before
    assert all(one.resolve().is_relative_to(house.folder) for one in house.folder.rglob("*"))


WHOLE = ("export", "export?form=playthrough", "map/land", "map/print", "map/hex/0101", "house-rules/file")
PAGES = ("", "/history", "/settings", "/house-rules", "/sharing", "/help", "/dice", "/odds")
TYPED = {"text", "search", "textarea", "number", "password", "hidden", "select"}


def leads_away(action: str) -> bool:
    """Return whether a form would take the campaign away from the tests that come after, or the browser."""
    return action.endswith(("/archive", "/leave"))


@hostile_texts
def test_no_campaign_named_so_breaks_the_list_or_leaves_the_folder(house: House, hostile: str) -> None:
    around = house.folder.parent
    before = sorted(around.iterdir())
    with house.client(entered=True) as client:
        for told in (
            {"name": hostile[:90], "party": "Varda wisdom 12"},
            {"name": "Plain", "party": hostile},
            {
                "name": "Plain",
                "map": "own",
                "map_name": hostile[:200],
                "map_text": f'0101 forest "{hostile}"\n0102 plain "Ash"',
            },
            {"name": "Plain", "rules": hostile[:100]},
            {"name": "Plain", "house": hostile},
        ):
            answer = client.post("/api/campaigns", json=told, headers=house.bearer)
            assert answer.status_code in {201, 422}, (told, answer.text)
            if answer.status_code != 201:
                continue
            key = answer.json()["key"]
            client.post(f"/c/{key}/say", data={"text": f'mark 0101 as "{hostile[:60]}"'}, headers=OURS)
            for path in (f"/c/{key}", *(f"/c/{key}/{rest}" for rest in WHOLE), "/"):
                shown = client.get(path)
                assert shown.status_code in ({200, 404} if "map" in path else {200}), (told, path)
                assert "evil=1" not in str(shown.headers)
                if re.search("html|svg", shown.headers["content-type"]):
                    require_harmless(shown.text, shown.headers, (told, path))
    assert sorted(around.iterdir()) == before
    assert all(one.resolve().is_relative_to(house.folder) for one in house.folder.rglob("*"))


def test_the_sample_that_is_played_has_its_people() -> None:
    """The walk above would find little in an empty campaign."""
    campaign = in_memory("Barrow", load_builtin("glog"))
    for said in SAID:
        Session(campaign).say(said)
    assert campaign.state.party.members


def test_a_page_that_is_broken_by_a_text_would_be_found() -> None:
    for page in ("<p><x-evil>", "<p onevil=1>", '<a href="javascript:x">', "<p style=x>", "<p onclick=x>"):
        assert Looked(page).strange, page
    assert not Looked("<p>&lt;x-evil&gt;</p>").strange


@pytest.mark.slow
def test_what_was_typed_is_there_to_be_read(house: House) -> None:
    """The walks above would find nothing wrong where nothing is shown."""
    with house.client(entered=True) as client:
        client.post(f"/c/{house.key}/say", data={"text": f"note {HOSTILE['tag']}"}, headers=OURS)
        assert "&lt;x-evil onevil=1&gt;" in client.get(f"/c/{house.key}").text
