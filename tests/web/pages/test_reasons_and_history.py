"""Completion, help, reasons, rules and the tree of branches: pieces of a page, and pages of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.web.doors import OURS, SAID, House
from turnkeeper.app.library import open_campaign
from turnkeeper.views.referee.tree import MOST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from httpx import Response

PIECE = {"HX-Request": "true"}


class Asker:
    """Somebody who is let in and asks for pages of the one campaign."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._door = house.client(entered=True)
        self._client = self._door.__enter__()

    def get(self, path: str, headers: dict[str, str] | None = None) -> Response:
        return self._client.get(f"/c/{self.house.key}{path}", headers=headers)

    def say(self, text: str) -> None:
        said = self._client.post(f"/c/{self.house.key}/say", data={"text": text}, headers=OURS)
        assert said.status_code in {200, 303}, said.text

    def leave(self) -> None:
        self._door.__exit__(None, None, None)


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    asker = Asker(House(tmp_path_factory.mktemp("reasons") / "campaigns"))
    yield asker
    asker.leave()


def ids(folder: Path) -> list[str]:
    """Return the ids of the commits on the way to the head."""
    campaign = open_campaign(folder / "Barrow.turnkeeper", read_only=True)
    try:
        return [commit.id for commit, _ in campaign.lineage()]
    finally:
        campaign.close()


@pytest.mark.slow
def test_completion_is_a_listbox_of_options(asker: Asker) -> None:
    found = asker.get("/complete?text=light%20torch%20for%20").text
    assert 'role="listbox"' in found
    assert re.search(r'role="option"[^>]*data-piece="Varda"[^>]*data-start="16"', found)
    assert "<mark>WHO]</mark>" in found


@pytest.mark.slow
@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "{{7*7}}", '"><img src=x>', "a" * 1900])
def test_what_is_typed_comes_back_as_text_and_nothing_else(asker: Asker, text: str) -> None:
    found = asker.get(f"/complete?text={quote(text)}")
    assert found.status_code == 200
    assert "<script>" not in found.text
    assert "<img" not in found.text
    assert ">49<" not in found.text


@pytest.mark.parametrize("path", ["/help", "/why/last", "/rule/G-ENC-1", "/history/at/HEAD"])
def test_a_piece_alone_is_a_page_without_scripts(asker: Asker, path: str) -> None:
    path = path.replace("HEAD", ids(asker.house.folder)[-1])
    piece, page = asker.get(path, PIECE), asker.get(path)
    assert piece.status_code == page.status_code == 200
    assert "<html" not in piece.text
    assert page.text.startswith("<!doctype html>")
    assert "<h1" in page.text or "<h2" in page.text


def test_help_has_every_command_with_its_examples(asker: Asker) -> None:
    found = asker.get("/help", PIECE).text
    assert "light [N] LIGHT [for WHO]" in found
    assert 'data-opens="light torch for Orlo"' in found


def test_why_tells_command_rule_and_origin(asker: Asker) -> None:
    found = asker.get("/why/last", PIECE).text
    assert "light torch for Orlo" in found
    assert "G-LIGHT-2" in found
    assert "printed in the game" in found or "stated elsewhere" in found or "house default" in found


@pytest.mark.parametrize(
    "path", ["/why/12", "/why/nonsense.0", "/why/" + "a" * 32 + ".99", "/rule/X-1", "/history/at/zz",
             "/history/from/zz", "/history?at=zz", "/why/..%2f..%2fetc", "/rule/%00"]
)  # fmt: skip
def test_what_is_not_there_is_said_kindly(asker: Asker, path: str) -> None:
    page = asker.get(path)
    assert page.status_code == 404
    assert "<h" in page.text


@pytest.mark.slow
def test_the_tree_shows_forks_and_opens_them(asker: Asker) -> None:
    asker.say("note left")
    left = ids(asker.house.folder)[-1]
    asker.say("undo")
    asker.say("note right")
    tree = asker.get("/history").text
    assert "Another way: note left" in tree
    assert f"/history/from/{left}" in tree
    assert "note left" in asker.get(f"/history/from/{left}", PIECE).text
    look = asker.get(f"/history/at/{left}", PIECE).text
    assert "On another way" in look
    assert f'name="to" value="{left}"' in look
    asker.say("undo")


@pytest.mark.slow
def test_a_long_way_is_paged_and_every_commit_is_on_one_page(asker: Asker) -> None:
    for number in range(MOST + 5):
        asker.say(f"note number {number}")
    wanted = set(ids(asker.house.folder))
    text = asker.get("/history").text
    seen: list[str] = re.findall(r"/history/at/(\w{32})", text)
    while more := re.search(r'hx-get="/c/\w+(/history/before/[^"]+)"', text):
        text = asker.get(more[1].replace("&amp;", "&"), PIECE).text
        assert "<ol" not in text
        seen += re.findall(r"/history/at/(\w{32})", text)
    assert len(seen) == len(set(seen))
    assert wanted <= set(seen)
    # The campaign began, was prepared, and then the notes came.
    assert len(wanted) == 1 + len(SAID) + MOST + 5


# The log


@pytest.mark.slow
def test_the_log_is_a_page_that_leads_further_back(asker: Asker) -> None:
    for number in range(70):
        asker.say(f"note entry {number}")
    page = asker.get("/log")
    assert page.status_code == 200
    said = re.findall(r'log-words">([^<]*)<', page.text)
    # Sixty commands, the latest first; the link leads to those before.
    assert (said[0], said[-1], len(said)) == ("note entry 69", "note entry 10", 60)
    older = re.search(r'href="(/c/[^"]*/log\?before=[0-9a-f]+)"', page.text)
    assert older is not None
    before = asker.get(older[1].removeprefix(f"/c/{asker.house.key}"))
    assert re.findall(r'log-words">([^<]*)<', before.text)[0] == "note entry 9"
    assert asker.get("/log?before=nonsense").status_code == 404


@pytest.mark.slow
def test_a_look_back_shows_how_it_stood_and_moves_no_head(asker: Asker) -> None:
    before = ids(asker.house.folder)
    asker.say("note the lever is rusted")
    asker.say("note the chain is new")
    line = ids(asker.house.folder)
    back = asker.get(f"/then?at={line[len(before)]}", PIECE).text
    assert "A look back" in back
    assert "the lever is rusted" in back
    assert "the chain is new" not in back
    assert f'data-earlier="{before[-1]}"' in back
    assert f'data-later="{line[-1]}"' in back
    assert "As it stands" in asker.get("/then", PIECE).text
    assert "the campaign begins" in asker.get("/then?ms=-1").text
    assert asker.get("/then?at=zzzz").status_code == 404
    assert ids(asker.house.folder) == line
