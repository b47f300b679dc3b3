"""What a program does with a campaign through the API, from its beginning to its archive."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.doors import House

if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestar.testing import TestClient
    from litestar.types import ASGIApp


class Program:
    """A program with a token."""

    def __init__(self, house: House, client: TestClient[ASGIApp]) -> None:
        self.house = house
        self.client = client
        self.key = house.key

    def ask(self, method: str, path: str, expect: int = 200, **more: Any) -> Any:  # noqa: ANN401 - JSON
        """Return the answer of the API under a campaign, or with a leading slash under the API."""
        where = f"/api{path}" if path.startswith("/") else f"/api/campaigns/{self.key}/{path}".rstrip("/")
        answer = self.client.request(method, where, headers=self.house.bearer, **more)
        assert answer.status_code == expect, answer.text
        return answer.json() if "json" in answer.headers.get("content-type", "") else answer.content

    def say(self, text: str, expect: int = 200, **more: object) -> Any:  # noqa: ANN401 - JSON
        return self.ask("POST", "say", expect, json={"text": text, **more})


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("house"))


@pytest.fixture
def program(house: House) -> Iterator[Program]:
    """Return a program with a campaign of its own."""
    house.begin_anew()
    with house.client() as client:
        yield Program(house, client)


@pytest.mark.slow
def test_what_two_programs_say_at_once_of_one_head_is_done_once(program: Program) -> None:
    """T7: two screens do not double the clock."""
    seen = program.ask("GET", "view")["head"]
    first, second = program.say("search", seen=seen), program.say("search", seen=seen)
    assert (first["already"], second["already"]) == (False, True)
    assert second["commit"] == first["commit"] == program.ask("GET", "view")["head"]
    stale = program.say("next", 409, seen=seen)
    assert (stale["code"], stale["head"]) == ("stale", first["commit"])


@pytest.mark.slow
def test_undo_then_the_same_command_gives_the_same_commit(program: Program) -> None:
    """T9: the same dice fall."""
    first = program.say("search")
    assert program.ask("POST", "undo", json={})["outcome"] == "moved"
    assert program.say("search")["commit"] == first["commit"]
    assert program.ask("POST", "redo", 422, json={})["code"] == "nothing-to-redo"


@pytest.mark.slow
def test_several_are_undone_at_once_by_number_or_as_they_are_said(program: Program) -> None:
    """Said or asked for, it is one move and the same text."""
    for text in ("note oak", "note ash", "note elm"):
        program.say(text)
    asked = program.ask("POST", "undo", json={"times": 2})
    assert asked["said"] == "undo: note elm; note ash"
    assert program.say("r 2")["said"] == "redo: note ash; note elm"
    assert program.say("u 2") == asked
    program.ask("POST", "undo", 400, json={"times": 0})
    assert {"undo", "redo", "go"} <= {one["kind"] for one in program.ask("GET", "commands")}


@pytest.mark.slow
def test_a_throw_is_waited_for_answered_and_taken_back(program: Program) -> None:
    assert program.ask("GET", "throw") is None
    assert program.say("search", dice="typed")["outcome"] == "asked"
    assert program.ask("GET", "throw")["shapes"] == ["d6", "d6"]
    wrong = program.ask("POST", "answer", 422, json={"faces": "13"})
    assert wrong["code"] == "faces"
    assert program.ask("POST", "give-up")["outcome"] == "moved"
    assert program.ask("POST", "give-up", 422)["code"] == "no-throw"


@pytest.mark.slow
def test_the_throws_ahead_are_told_and_faces_find_theirs_by_name(program: Program) -> None:
    found = program.ask("POST", "throws", json={"text": "search"})
    assert [throw["name"] for throw in found["throws"]] == ["encounter check"]
    assert found["depends"] is True
    assert program.ask("POST", "throws", 422, json={"text": "flibber"})["code"] == "speech"
    left = program.ask("POST", "say", 422, json={"text": "search", "faces": ["encounter check=5+6", "3"]})
    assert "1 throw was asked for (encounter check: 2d6)" in left["detail"]
    done = program.ask("POST", "say", json={"text": "search", "faces": ["encounter check=1+2"]})
    assert [filled["name"] for filled in done["filled"]] == ["encounter distance"]


@pytest.mark.slow
def test_a_throw_is_handed_only_to_a_link_that_may_answer(program: Program) -> None:
    link = program.ask("POST", "links", 201, json={"label": "Anna"})["link"]
    program.say("search", dice="typed")
    hand = {"link": link["id"], "number": 1}
    assert program.ask("POST", "throw/ask", 404, json=hand)["code"] == "no-link"
    program.ask("PATCH", f"links/{link['id']}", json={"answers": True})
    assert program.ask("POST", "throw/ask", json=hand)["outcome"] == "asked"
    program.ask("DELETE", f"links/{link['id']}", 204)
    assert program.ask("POST", "throw/ask", 404, json=hand)["code"] == "no-link"


@pytest.mark.slow
def test_a_campaign_handed_on_as_a_file_comes_back_with_all_its_branches(program: Program) -> None:
    """T24: nothing is lost on the way out and in."""
    program.say("search")
    program.ask("POST", "undo", json={})
    program.say("note bones")
    before = [(one["summary"], one["depth"]) for one in program.ask("GET", "branches")["ends"]]
    data = program.ask("GET", "export")
    came = program.ask("POST", "/campaigns/import?name=again.turnkeeper", 201, content=data)
    assert came["key"] != program.key
    program.key = came["key"]
    assert [(one["summary"], one["depth"]) for one in program.ask("GET", "branches")["ends"]] == before


@pytest.mark.slow
def test_a_playthrough_handed_on_is_let_in_and_stands_where_it_stood(program: Program) -> None:
    program.say("search")
    at = program.ask("GET", "view")["clock"]["instant"]
    text = program.ask("GET", "playthrough")
    program.key = program.ask("POST", "/campaigns/import?name=again.play", 201, content=text)["key"]
    assert program.ask("GET", "view")["clock"]["instant"] == at


@pytest.mark.slow
@pytest.mark.parametrize(
    "data", [b"", b"nothing of ours", b"SQLite format 3\x00" + b"x" * 5_000, b"\xff\xfe\x00"]
)
def test_what_is_no_campaign_is_not_let_in(program: Program, data: bytes) -> None:
    before = program.ask("GET", "/campaigns")
    no = program.ask("POST", "/campaigns/import", 422, content=data)
    assert no["detail"]
    assert program.ask("GET", "/campaigns") == before


@pytest.mark.slow
def test_a_campaign_is_renamed_put_away_and_brought_back(program: Program) -> None:
    assert program.ask("PATCH", "", json={"name": "The Barrow, again"})["name"] == "The Barrow, again"
    program.key = program.ask("POST", "archive")["key"]
    assert program.ask("GET", "")["archived"] is True
    assert program.ask("GET", "view", 404)["code"] == "not-found"
    program.key = program.ask("POST", "bring-back")["key"]
    assert program.ask("GET", "view")["campaign"] == "The Barrow, again"


def test_all_that_is_wrong_with_a_new_campaign_is_told_at_once(program: Program) -> None:
    wrong = program.ask(
        "POST", "/campaigns", 422, json={"name": " ", "rules": "nothing", "begin": "soon", "map": "own"}
    )["wrong"]
    assert {one["field"] for one in wrong} >= {"name", "rules", "map_text"}


@pytest.mark.slow
def test_house_rules_are_tried_and_played_on_by(program: Program) -> None:
    program.say("light torch for Orlo")
    house = program.ask("GET", "house-rules")["house"]
    assert program.ask("POST", "house-rules/try", json={"house": house})["different"] == 0
    ours = f'{house}\n[lights.torch]\nburns = {{ ticks = 3 }}\nbright = "far"\n'
    checked = program.ask("POST", "/house-rules/check", json={"house": ours})
    assert [(one["line"], one["path"]) for one in checked["problems"]] == [(8, "lights.torch.bright")]
    assert checked["changes"][0] == {
        "path": "lights.torch.burns.ticks",
        "line": 7,
        "says": "torch: burns ticks 3 instead of 2",
    }
    wrong = program.ask("POST", "house-rules/try", 422, json={"house": "[ruleset]\nid = 3\n"})
    assert wrong["code"] == "rules"
    assert wrong["wrong"][0]["line"] > 0
    other = program.ask("POST", "house-rules/play-on", 201, json={"house": house})
    assert other["key"] != program.key


@pytest.mark.slow
def test_a_map_is_brought_looked_at_and_asked(program: Program) -> None:
    assert program.ask("GET", "map") is None
    assert program.ask("GET", "map/land", 404)["code"] == "no-map"
    program.ask("POST", "map", json={"name": "Vale", "text": "sample"})
    assert program.ask("GET", "map")["hexes"] > 10
    assert program.ask("GET", "map/land")["svg"].startswith("<")
    assert program.ask("GET", "map/hexes/0101")["spot"]["hex"] == "0101"
    assert program.ask("GET", "map/hexes/9999", 404)["code"] == "no-hex"
    assert program.ask("POST", "map", 422, json={"name": "Vale", "text": "no hex here"})["code"] == "no-hexes"


def test_what_players_see_is_agreed_on_and_told_to_their_token(program: Program) -> None:
    made = program.ask("POST", "links", 201, json={"label": "Anna", "character": "Orlo"})
    player = {"Authorization": f"Bearer {made['token']}"}
    seen = program.client.get("/api/player", headers=player).json()
    assert seen["seat"]["character"] == "Orlo"
    program.ask("PATCH", "sharing", json={"shown": {"time": "exact"}})
    later = program.client.get("/api/player", headers=player).json()
    assert later["view"]["time"] != seen["view"]["time"]
    told = program.ask("GET", "sharing")
    assert told["shown"]["time"] == "exact"
    assert made["token"] not in str(told)


@pytest.mark.slow
def test_dice_are_odd_exactly_and_fall_the_same_by_one_seed(program: Program) -> None:
    odds = program.ask("GET", "/dice/odds?dice=2d6")
    assert [one["weight"] for one in odds["odds"]] == [str(w) for w in (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)]
    thrown = {"dice": "3d6", "times": 5, "seed": "lantern"}
    assert program.ask("POST", "/dice/throw", json=thrown) == program.ask("POST", "/dice/throw", json=thrown)
    assert program.ask("GET", "/dice/odds?dice=3dx", 422)["column"] > 0


@pytest.mark.slow
def test_what_is_not_known_is_answered_as_a_problem(program: Program) -> None:
    for path in ("/nowhere", "/campaigns/none", "/campaigns/none/view"):
        no = program.ask("GET", path, 404)
        assert (no["status"], no["code"]) == (404, "not-found")
    assert program.ask("POST", "say", 400, json={"text": 3})["code"] == "bad-request"
    assert program.ask("POST", "say", 400, json={"text": "search", "texr": ""})["code"] == "bad-request"
    assert program.ask("POST", "say", 400, content=b"{")["code"] == "bad-request"
    assert program.ask("DELETE", "say", 405)["code"] == "wrong-method"


HOUSE = '[ruleset]\nid = "ours"\nname = "Ours"\nextends = "glog"\n[lights.torch]\nburns.ticks = 3\n'


@pytest.mark.slow
def test_a_campaign_begun_with_a_house_file_is_played_by_it(program: Program) -> None:
    """What is sent is taken or refused, and never left aside."""
    begun = program.ask("POST", "/campaigns", 201, json={"name": "House", "house": HOUSE})
    assert program.ask("GET", f"/campaigns/{begun['key']}")["rules"] == "Ours"
    mapped = {"name": "Mapped", "map_name": "coast", "map_text": "0101 sea", "rules": "glog"}
    begun = program.ask("POST", "/campaigns", 201, json=mapped)
    assert "the map is coast" in str(program.ask("GET", f"/campaigns/{begun['key']}/log"))


def test_a_rule_set_and_a_house_file_at_once_are_refused(program: Program) -> None:
    both = {"name": "Both", "rules": "glog", "house": HOUSE}
    assert "send one of the two" in str(program.ask("POST", "/campaigns", 422, json=both))
    two = {"name": "Two", "map": "sample", "map_text": "0101 sea"}
    assert "send one of the two" in str(program.ask("POST", "/campaigns", 422, json=two))


@pytest.mark.slow
def test_a_picture_is_brought_then_named_by_a_command_and_looked_at(program: Program) -> None:
    data = b"\x89PNG\r\n\x1a\nletter"
    brought = program.ask("POST", "pictures", json={"data": b64encode(data).decode()})["picture"]
    program.say(f"hand out letter with picture {brought}")
    assert program.ask("GET", f"pictures/{brought}") == data
    assert program.ask("GET", "pictures/0000000000000000", 404)["code"] == "no-picture"
    no = program.ask("POST", "pictures", 422, json={"data": b64encode(b"<svg/>").decode()})
    assert no["code"] == "picture"
