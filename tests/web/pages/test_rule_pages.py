"""Rule sets on the screen: what they say and why, rule by rule, and a file of rules looked through."""

from __future__ import annotations

import re
import tempfile
from html import unescape
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.web.doors import OURS, House
from tests.web.pages.test_hostile_text import hostile_texts, require_harmless
from turnkeeper.rules.reading.load import builtin_text, known_ids, load_builtin
from turnkeeper.rules.reading.schema import schema_text
from turnkeeper.rules.reading.source import LARGEST_TEXT
from turnkeeper.web.request_limits import LARGEST_BODY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from httpx import Response
    from litestar.testing import TestClient
    from litestar.types import ASGIApp

    Client = TestClient[ASGIApp]

STUBS = """[ruleset]
id = "stubs"
name = "GLOG with stubs"
extends = "glog"

[lights.candle]
rule = { id = "G-LIGHT-2", origin = "house", why = "Our candles are stubs." }
burns = { by = "ticks", ticks = 1 }
"""
BAD = '[ruleset]\nid = "bad"\nname = "Bad"\nextends = "glog"\n[lights.torch]\nbrihgt = 20\nshadow = "x"\n'


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House(tmp_path_factory.mktemp("rules") / "campaigns")
    (house.folder / "stubs.toml").write_text(STUBS)
    (house.folder / "bad.toml").write_text(BAD)
    (house.folder.parent / "secret.toml").write_text(STUBS.replace("GLOG with stubs", "SECRET"))
    return house


@pytest.fixture
def client(house: House) -> Iterator[Client]:
    with house.client(entered=True) as client:
        yield client


def words(page: str) -> str:
    """Return the text of a page, without its tags and with single blanks."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def handed_in(client: Client, text: str = "", file: tuple[str, bytes] | None = None) -> Response:
    fields = {"text": (None, text)}
    return client.post("/rules/check", files=fields | ({"file": file} if file else {}), headers=OURS)


# ------------------------------------------------------------------ all of them


@pytest.mark.slow
def test_all_that_come_along_and_those_beside_the_campaigns_are_listed(client: Client) -> None:
    page = client.get("/rules").text
    for one in known_ids():
        assert f'href="/rules/{one}"' in page
    assert 'href="/rules/stubs.toml"' in page
    assert "stubs.toml , changes glog, 38 rules" in words(page)
    assert "bad.toml : 2 problems" in words(page)


@pytest.mark.slow
def test_a_rule_is_looked_up_by_its_id_in_whichever_game_has_it(client: Client) -> None:
    told = words(client.get("/rules", params={"rule": "c-time-1"}).text)
    assert load_builtin("cresthaven").register["C-TIME-1"].says in told
    slip = client.get("/rules", params={"rule": "G-LIGTH-2"})
    assert slip.status_code == 404
    assert 'did you mean "G-LIGHT-2"?' in unescape(slip.text)


@pytest.mark.slow
def test_the_schema_is_handed_out(client: Client) -> None:
    handed = client.get("/rules/schema.json")
    assert handed.text == schema_text()
    assert "attachment" in handed.headers["content-disposition"]


# ------------------------------------------------------------------ one of them


@pytest.mark.slow
def test_a_set_says_its_values_its_rules_and_its_reasons(client: Client) -> None:
    page = client.get("/rules/glog")
    told = words(page.text)
    assert "burns by ticks, ticks 2" in told
    assert "G-LIGHT-2 printed . A torch is out at its second tick, a lantern at its fourth." in told
    assert "G-LIGHT-2 house default . The printed rule leaves candles out." in told
    assert 'href="/rules/glog/coverage#G-LIGHT-2"' in page.text
    # 38 rules stand in its register.
    assert len(load_builtin("glog").register) == 38
    assert "38 rules:" in told


@pytest.mark.slow
@pytest.mark.parametrize("which", [*known_ids(), "stubs.toml"])
def test_every_set_has_its_three_pages_and_its_file(client: Client, which: str) -> None:
    for rest in ("", "/house", "/coverage"):
        page = client.get(f"/rules/{which}{rest}")
        assert page.status_code == 200, rest
        ids = re.findall(r'\bid="([^"]+)"', page.text)
        assert len(ids) == len(set(ids)), (rest, sorted(one for one in ids if ids.count(one) > 1))
        for target in re.findall(r'href="#([^"]+)"', page.text):
            assert target in ids, (rest, target)
    text = builtin_text(which) or STUBS
    assert client.get(f"/rules/{which}/file").text == text


def test_what_the_house_chose_stands_with_its_rule_and_its_reason(client: Client) -> None:
    told = words(client.get("/rules/stubs.toml/house").text)
    assert "lights.candle G-LIGHT-2 Our candles are stubs." in told
    assert "The printed rule leaves candles out." not in told


@pytest.mark.slow
def test_rule_by_rule_tests_and_playthroughs_show_it(client: Client) -> None:
    page = client.get("/rules/glog/coverage").text
    assert "38 rules; nothing is missing ." in words(page).replace("missing.", "missing .")
    for rule in load_builtin("glog").register:
        assert f'id="{rule}"' in page
    assert re.search(r"Shown by \d+ tests and \d+ playthroughs : G-LIGHT-2", words(page))
    assert "light-by-ticks.play" in page


@pytest.mark.slow
def test_what_a_rule_lacks_is_said(client: Client, house: House) -> None:
    odd = '\n[register.H-ODD-1]\norigin = "printed"\nsays = "A rule that nothing carries out."\n'
    (house.folder / "odd.toml").write_text(STUBS + odd)
    told = words(client.get("/rules/odd.toml/coverage").text)
    (house.folder / "odd.toml").unlink()
    assert "1 lack something: H-ODD-1 (an entry, a test, a playthrough)" in told


@pytest.mark.slow
def test_another_reading_is_shown_when_it_is_asked_for(client: Client) -> None:
    plain = client.get("/rules/glog").text
    otherwise = client.get("/rules/glog", params={"option": "encounters-by-watch"}).text
    assert plain != otherwise
    assert 'href="/rules/glog/coverage?option=encounters-by-watch"' in otherwise
    assert re.search(r'value="encounters-by-watch" checked', otherwise)


@pytest.mark.slow
def test_a_file_with_problems_is_told_with_its_lines_in_place_of_its_values(client: Client) -> None:
    page = client.get("/rules/bad.toml").text
    assert "bad.toml has 2 problems" in page
    assert "<mark>brihgt = 20</mark>" in page


@pytest.mark.slow
@pytest.mark.parametrize(
    "which", ["glgo", "secret.toml", "..%2Fsecret.toml", "%2Fetc%2Fpasswd", "stubs", "x%00.toml", "{{7*191}}"]
)
def test_what_is_not_there_is_not_found_and_nothing_outside_is(client: Client, which: str) -> None:
    for rest in ("", "/house", "/coverage", "/file"):
        answer = client.get(f"/rules/{which}{rest}")
        assert answer.status_code == 404, rest
        assert "SECRET" not in answer.text
        require_harmless(answer.text, answer.headers, which)


@pytest.mark.slow
def test_an_option_that_a_set_has_not_is_not_found(client: Client) -> None:
    answer = client.get("/rules/glog", params={"option": "<x-evil>"})
    assert answer.status_code == 404
    require_harmless(answer.text, answer.headers, "option")


@pytest.mark.slow
def test_a_campaign_shows_the_rules_that_it_keeps(client: Client, house: House) -> None:
    page = client.get(f"/c/{house.key}/rules").text
    assert f'<a href="/c/{house.key}/rules" aria-current="page">Rules</a>' in page
    assert f'href="/c/{house.key}/house-rules"' in page
    assert f'href="/c/{house.key}/rules/coverage#G-LIGHT-2"' in page
    assert 'type="checkbox"' not in page
    for rest in ("house", "coverage"):
        assert client.get(f"/c/{house.key}/rules/{rest}").status_code == 200


# ------------------------------------------------------------------ looked through


@pytest.mark.slow
def test_nothing_handed_in_is_nothing_wrong(client: Client) -> None:
    page = handed_in(client)
    assert page.status_code == 200
    assert "check-problems" not in page.text


@pytest.mark.slow
def test_a_text_with_problems_gets_them_all_with_place_line_and_hint(client: Client) -> None:
    page = handed_in(client, BAD)
    assert page.status_code == 422
    told = words(page.text)
    assert "rules.toml has 2 problems" in told
    assert "line 6, column 1 lights.torch.brihgt brihgt = 20 unknown name" in told
    assert 'did you mean "bright"?' in told
    assert "line 7, column 10" in told
    # What was typed stands there again.
    assert "brihgt = 20\nshadow = &#34;x&#34;" in page.text


@pytest.mark.slow
def test_a_file_in_order_says_so_what_it_says_and_how_to_play_by_it(client: Client) -> None:
    page = handed_in(client, file=("C:\\mine\\stubs.toml", STUBS.encode()))
    assert page.status_code == 200
    told = words(page.text)
    assert "stubs.toml is in order: GLOG with stubs, 38 rules." in told
    assert "Our candles are stubs." in told
    assert 'action="/new/by"' in page.text


def test_what_is_no_text_is_told(client: Client) -> None:
    page = handed_in(client, file=("ours.toml", b"\xff\xfe\x00x"))
    assert page.status_code == 422
    assert "not text in UTF-8" in page.text


def test_what_is_handed_in_is_bounded_and_never_on_the_disk(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what is larger than any body that is taken would be put on the disk."""

    def rolled(_self: object) -> None:
        pytest.fail("it was written to the disk")

    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", rolled)
    large = handed_in(client, file=("ours.toml", b"#" * (LARGEST_BODY - 1_000)))
    assert large.status_code == 422
    assert f"a rule file has at most {LARGEST_TEXT:,}" in large.text
    assert handed_in(client, file=("ours.toml", b"#" * (LARGEST_BODY + 1))).status_code == 413


@hostile_texts
def test_whatever_is_handed_in_is_shown_as_it_was_typed(client: Client, house: House, hostile: str) -> None:
    before = sorted(house.folder.parent.rglob("*"))
    plain = hostile.replace("\\", "").replace('"', "'").replace("\x00", "").replace("\r", "")
    for text in (
        hostile,
        f'[ruleset]\nid = "x"\nname = """{plain}"""\nextends = "glog"\n["{plain[:200]}"]\n',
    ):
        answer = handed_in(client, text)
        assert answer.status_code in {200, 422}
        require_harmless(answer.text, answer.headers, "text")
    name = re.sub(r"[\x00\r\n\"]", "", hostile)[:200] + ".toml"
    answer = handed_in(client, file=(name, BAD.encode()))
    assert answer.status_code in {200, 422}
    require_harmless(answer.text, answer.headers, "name")
    for field in ("rule", "option"):
        answer = client.get("/rules" if field == "rule" else "/rules/glog", params={field: hostile})
        assert answer.status_code in {200, 404}, field
        require_harmless(answer.text, answer.headers, field)
    assert sorted(house.folder.parent.rglob("*")) == before


# ------------------------------------------------------------------ programs


@pytest.mark.slow
def test_programs_read_the_same(client: Client, house: House) -> None:
    def told(path: str) -> Any:  # noqa: ANN401 - whatever is there
        answer = client.get(f"/api/{path}", headers=house.bearer)
        assert answer.status_code == 200, answer.text
        return answer.json()

    assert [one["file"] for one in told("rules/files")] == ["bad.toml", "stubs.toml"]
    assert told("rules/stubs.toml")["name"] == "GLOG with stubs"
    chosen = {"where": "lights.candle", "rule": "G-LIGHT-2", "why": "Our candles are stubs."}
    assert chosen in told("rules/stubs.toml/house")
    assert [one["id"] for one in told("rules/glog/coverage")] == list(load_builtin("glog").register)
    assert told("rules/glog/why/g-light-2")["id"] == "G-LIGHT-2"
    assert told(f"campaigns/{house.key}/rules") == told("rules/glog")
    assert told(f"campaigns/{house.key}/coverage") == told("rules/glog/coverage")
    assert told("rules/schema") == msgspec.json.decode(schema_text())
    assert client.get("/api/rules/stubs.toml/file", headers=house.bearer).text == STUBS


@pytest.mark.slow
def test_programs_have_files_looked_through(client: Client, house: House) -> None:
    told = client.post("/api/rules/check", json={"text": BAD}, headers=house.bearer).json()
    assert told["said"] == "rules.toml has 2 problems"
    first = told["problems"][0]
    assert (first["line"], first["column"], first["at"]) == (6, 1, "brihgt = 20")
    assert (
        client.post("/api/rules/check", json={"text": STUBS}, headers=house.bearer).json()["problems"] == []
    )
    assert client.get("/api/rules/bad.toml", headers=house.bearer).json()["wrong"][0]["line"] == 6


@pytest.mark.slow
def test_a_file_that_was_handed_out_is_in_order(client: Client) -> None:
    assert "is in order" in handed_in(client, client.get("/rules/glog/file").text).text
