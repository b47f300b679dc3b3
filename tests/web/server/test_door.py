"""No token, no data; a player's token shows what players see and writes nothing; other sites do nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest
from litestar.routes import HTTPRoute

from tests.web.doors import HOST, OURS, House
from turnkeeper.web.credentials import SCOPES, Scope
from turnkeeper.web.pages.people import LARGEST_FORM
from turnkeeper.web.render import static
from turnkeeper.web.request_limits import LARGEST_BODY, LARGEST_FILE, LARGEST_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestar import Litestar

OPEN = {
    "/enter/{key:str}",
    "/static/{name:path}",
    "/credits",
    "/favicon.ico",
    "/p/{token:str}",
    "/p/{token:str}/events",
    "/p/{token:str}/mine",
    "/p/{token:str}/light",
    "/p/{token:str}/answer",
    "/p/{token:str}/map/land",
    "/p/{token:str}/map/hex/{name:str}",
    "/p/{token:str}/map/reach",
    "/p/{token:str}/display",
    "/p/{token:str}/display/events",
    "/p/{token:str}/display/map/land",
    "/p/{token:str}/picture/{digest:str}",
    "/p/{token:str}/story",
    "/p/{token:str}/calendar",
    "/api/player",
    "/api/player/story",
}
"""All that answers somebody who has not entered: the door itself, what is public, and players' own pages."""
PUBLIC = ("/static", "/credits", "/favicon.ico")
SECRETS = ("Varda", "Orlo", "Barrow", "encounter check", "G-ENC")
NOBODY = "nobody"
NO = {401, 403, 404, 405}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("house"))


def routes(app: Litestar) -> Iterator[tuple[str, str, bool]]:
    """Yield every path with every method that it has, and whether it says of itself that it is open."""
    for route in app.routes:
        assert isinstance(route, HTTPRoute), f"{route.path} is another kind of door; walk it here too"
        for method, found in route.route_handler_map.items():
            yield route.path, str(method), bool(found[0].opt.get("open"))


def address(path: str, key: str, token: str = NOBODY) -> str:
    """Return an address of a route: its campaign is there, its token is as said."""
    path = path.replace("{key:str}", key) if not path.startswith("/enter") else "/enter/guessed"
    path = path.replace("{token:str}", token)
    return re.sub(r"\{(\w+):\w+\}", "x", path)


@pytest.mark.slow
def test_nothing_is_open_but_what_has_to_be(house: House) -> None:
    found = {path for path, method, opened in routes(house.app) if opened and method != "OPTIONS"}
    assert found <= OPEN, f"open without need: {found - OPEN}"
    assert {"/enter/{key:str}", "/static/{name:path}", "/p/{token:str}"} <= found


@pytest.mark.slow
def test_who_shows_nothing_is_told_nothing_by_any_route(house: House) -> None:
    with house.client() as client:
        for path, method, opened in routes(house.app):
            answer = client.request(method, address(path, house.key), headers=OURS)
            if method == "OPTIONS" or path.startswith(PUBLIC):
                continue
            assert answer.status_code in (NO if opened else {401}), (method, path, answer.status_code)
            for secret in SECRETS:
                assert secret not in answer.text, (method, path)


@pytest.mark.slow
@pytest.mark.parametrize("guess", ["", "x", "tk_", "0" * 32, "../", "\u00e9" * 40], ids=ascii)
def test_a_guess_opens_nothing(house: House, guess: str) -> None:
    with house.client() as client:
        for name, value in (
            (b"Authorization", f"Bearer {guess}"),
            (b"Authorization", f"Basic {guess}"),
            (b"Cookie", f"{house.keys.cookie}={guess}"),
        ):
            assert client.get("/api/campaigns", headers={name: value.encode()}).status_code == 401


@pytest.mark.slow
def test_a_players_token_opens_no_route_of_the_referee(house: House) -> None:
    with house.client() as client:
        token = house.link(client)
        shows = (
            {"Authorization": f"Bearer {token}"},
            {"Cookie": f"{house.keys.cookie}={token}"},
            {"Authorization": f"Bearer {token}", "Cookie": f"{house.keys.cookie}={token}"},
        )
        before = house.head(client)
        for path, method, opened in routes(house.app):
            if opened or method == "OPTIONS":
                continue
            for headers in shows:
                answer = client.request(method, address(path, house.key, token), headers={**OURS, **headers})
                assert answer.status_code == 401, (method, path)
        assert house.head(client) == before


@pytest.mark.slow
def test_a_player_without_grants_changes_nothing(house: House) -> None:
    with house.client() as client:
        token, before = house.link(client), house.head(client)
        for path, form in (
            ("light", {"kind": "torch", "doing": "douse"}),
            ("answer", {"faces": "6", "ticket": ""}),
        ):
            assert client.post(f"/p/{token}/{path}", data=form, headers=OURS).status_code < 500
        assert house.head(client) == before


@pytest.mark.slow
def test_a_revoked_token_opens_nothing(house: House) -> None:
    with house.client() as client:
        token = house.link(client)
        base = f"/api/campaigns/{house.key}"
        assert client.get(f"/p/{token}").status_code == 200
        links = client.get(f"{base}/sharing", headers=house.bearer).json()["links"]
        assert client.delete(f"{base}/links/{links[-1]['id']}", headers=house.bearer).status_code == 204
        assert client.get(f"/p/{token}").status_code == 404
        assert client.get("/api/player", headers={"Authorization": f"Bearer {token}"}).status_code == 401


def test_a_programs_token_is_revoked(house: House) -> None:
    with house.client() as client:
        made = client.post("/api/tokens", json={"label": "board"}, headers=house.bearer).json()
        board = {"Authorization": f"Bearer {made['token']}"}
        assert client.get("/api/campaigns", headers=board).status_code == 200
        gone = client.delete(f"/api/tokens/{made['program']['id']}", headers=house.bearer)
        assert gone.status_code == 204
        assert client.get("/api/campaigns", headers=board).status_code == 401
        told = client.get("/api/tokens", headers=house.bearer).text
        assert made["token"] not in told


@pytest.mark.slow
def test_a_browser_enters_by_the_address_of_this_start_and_its_cookie_is_kept_from_scripts_and_sites(
    house: House,
) -> None:
    with house.client() as client:
        assert client.get("/").status_code == 401
        assert client.get("/enter/guessed").status_code == 403
        entered = client.get(f"/enter/{house.keys.entrance}")
        flags = entered.headers["set-cookie"]
        assert entered.status_code == 200
        assert "HttpOnly" in flags
        assert re.search("samesite=strict", flags, re.IGNORECASE)
        assert "Path=/" in flags
        assert client.get("/").status_code == 200
        assert client.post("/leave", headers=OURS).status_code == 200
        assert client.get("/").status_code == 401


@pytest.mark.slow
def test_the_cookie_outlives_the_server_and_the_address_of_the_start_does_not(house: House) -> None:
    with house.client(entered=True) as client:
        cookies = dict(client.cookies)
    again = House.__new__(House)
    from turnkeeper.web.app import create_app
    from turnkeeper.web.request_limits import Hosts, RequestLimits

    again.app = create_app(house.folder)
    again.shielded = RequestLimits(again.app, Hosts([HOST], machine="den"))
    again.keys = again.app.state["keys"]
    with again.client() as client:
        assert client.get(f"/enter/{house.keys.entrance}").status_code == 403
        client.cookies.update(cookies)
        assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": f"http://{HOST}.evil.example"},
        {"Origin": f"http://{HOST}:8000"},
        {"Origin": f"http://{HOST}", "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
    ids=str,
)
def test_what_another_site_sends_is_not_done(house: House, headers: dict[str, str]) -> None:
    with house.client(entered=True) as client:
        before = house.head(client)
        for path in (f"/c/{house.key}/say", f"/api/campaigns/{house.key}/say"):
            answer = client.post(path, data={"text": "next"}, headers=headers)
            assert answer.status_code == 403, path
        assert house.head(client) == before


@pytest.mark.slow
def test_our_own_page_is_heard(house: House) -> None:
    with house.client(entered=True) as client:
        before = house.head(client)
        said = client.post(
            f"/c/{house.key}/say", data={"text": "next"}, headers={**OURS, "HX-Request": "true"}
        )
        assert said.status_code == 200
        assert house.head(client) != before


@pytest.mark.parametrize(
    "host",
    ["evil.example", "testserver.local.evil.example", "den.evil.example", "127.0.0.1.evil.example", "-"],
)
def test_under_a_name_that_is_not_ours_nothing_is_told(house: House, host: str) -> None:
    with house.client(entered=True) as client:
        for path in ("/", f"/c/{house.key}", "/static/screen.css", "/nowhere"):
            assert client.get(path, headers={"Host": host}).status_code == 421, path


@pytest.mark.parametrize("host", ["den", "den.local:7077", "localhost:1", "[::1]:7077", "192.168.0.7:7077"])
def test_under_our_names_and_numbers_all_is_told(house: House, host: str) -> None:
    with house.client() as client:
        shown = client.get("/api/campaigns", headers={**house.bearer, "Host": host})
        assert shown.status_code == 200


@pytest.mark.slow
def test_every_answer_says_what_a_browser_must_not_do(house: House) -> None:
    with house.client(entered=True) as client:
        for path in ("/", "/nowhere", f"/c/{house.key}", "/api/campaigns", "/static/screen.css", "/p/nobody"):
            said = client.get(path).headers
            policy = said["content-security-policy"]
            assert "default-src 'none'" in policy, path
            assert "unsafe" not in policy, path
            assert said["x-content-type-options"] == "nosniff", path
            assert said["referrer-policy"] == "same-origin", path
            assert "cross-origin-opener-policy" not in said, "browsers complain of it where all can listen in"
            assert said["cross-origin-resource-policy"] == "same-origin", path
            assert "access-control-allow-origin" not in said, path
            if not path.startswith("/static"):
                assert said["cache-control"] == "no-store", path
        said = client.get("/", headers={"Host": "localhost:7077"}).headers
        assert said["cross-origin-opener-policy"] == "same-origin"


def test_a_script_is_kept_with_all_that_it_asks_for_until_any_static_file_changes(house: House) -> None:
    with house.client() as client:

        def kept(address: str) -> bool:
            said = client.get(address)
            assert said.status_code == 200
            return "immutable" in said.headers["cache-control"]

        address = static("live.js")
        assert kept(address)
        imported = re.findall(r'from "(\./[\w-]+\.js)"', client.get(address).text)
        assert imported
        assert all(kept(urljoin(address, one)) for one in imported)
        assert not kept("/static/live.js")
        assert not kept("/static/@0123456789/live.js")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/vendor/..%5c..%5capp.py",
        "/static/screen.css%00.png",
    ],
)
def test_no_path_leads_out_of_the_static_files(house: House, path: str) -> None:
    with house.client() as client:
        answer = client.get(path)
        assert answer.status_code in {400, 401, 404}
        assert "Litestar" not in answer.text
        assert "root:" not in answer.text


def test_where_whole_files_are_handed_in_and_nowhere_else_more_is_taken(house: House) -> None:
    larger = {}
    for route in house.app.routes:
        assert isinstance(route, HTTPRoute)
        for handler, _ in route.route_handler_map.values():
            if (most := handler.resolve_request_max_body_size()) != LARGEST_BODY:
                larger[route.path] = most
    assert larger == {
        "/import": LARGEST_FILE,
        "/api/campaigns/import": LARGEST_FILE,
        "/new": LARGEST_TEXT,
        "/api/campaigns": LARGEST_TEXT,
        "/api/campaigns/{key:str}/map": LARGEST_TEXT,
        "/api/campaigns/{key:str}/pictures": LARGEST_TEXT,
        "/c/{key:str}/map/import": LARGEST_TEXT,
        "/c/{key:str}/calendar": LARGEST_TEXT,
        "/c/{key:str}/creatures": LARGEST_TEXT,
        "/c/{key:str}/creatures/read": LARGEST_TEXT,
        "/c/{key:str}/do/{form_id:str}": LARGEST_TEXT,
        "/c/{key:str}/person": LARGEST_FORM,
        "/new/people": LARGEST_TEXT,
    }


@pytest.mark.parametrize("size", [1_000_001, 100_000_000])
def test_a_body_beyond_the_limit_is_refused_by_its_announced_length(house: House, size: int) -> None:
    with house.client(entered=True) as client:
        for path in (f"/c/{house.key}/say", f"/api/campaigns/{house.key}/say", "/api/campaigns/import"):
            if path.endswith("import") and size < 68_000_000:
                continue
            answer = client.post(path, content=b"", headers={**OURS, "Content-Length": str(size)})
            assert answer.status_code == 413, path


@pytest.mark.slow
def test_a_body_of_100_mb_in_pieces_is_not_gathered(house: House) -> None:
    """Without an announced length it is counted as it comes, and no more is taken than the limit."""
    taken = 0

    def pieces() -> Iterator[bytes]:
        nonlocal taken
        for _ in range(1_000):
            taken += 100_000
            yield b"x" * 100_000

    with house.client(entered=True) as client:
        answer = client.post(f"/api/campaigns/{house.key}/say", content=pieces(), headers=OURS)
    assert answer.status_code == 413


@pytest.mark.slow
def test_addresses_and_headers_have_bounds(house: House) -> None:
    with house.client(entered=True) as client:
        assert client.get("/" + "x" * 9_000).status_code == 414
        assert client.get("/?" + "x" * 9_000).status_code == 414
        assert client.get("/", headers={"X-Long": "x" * 40_000}).status_code == 431
        assert client.get("/", headers={f"X-{n}": "1" for n in range(120)}).status_code == 431


@pytest.mark.slow
def test_the_page_of_who_may_come_in_makes_and_revokes_tokens_and_turns_others_out(house: House) -> None:
    with house.client(entered=True) as client:
        made = client.post("/access/programs", data={"label": "<b>board"}, headers=OURS)
        [token] = re.findall(r'value="(tk_[^"]+)"', made.text)
        board = {"Authorization": f"Bearer {token}"}
        assert "&lt;b&gt;board" in made.text
        assert client.get("/api/campaigns", headers=board).status_code == 200
        assert token not in client.get("/access").text
        [found] = [one.id for one in house.keys.tokens if one.label == "<b>board"]
        client.post(f"/access/programs/{found}/revoke", headers=OURS)
        assert not house.keys.program(token)
        other = house.keys.admit()
        client.post("/access/others-leave", headers=OURS)
        assert not house.keys.browser(other)
        assert client.get("/access").status_code == 200


READS = ("/api/campaigns", "/api/campaigns/{key}/view", "/c/{key}", "/api/campaigns/{key}/export")
PLAYS = ("say", "answer", "give-up", "undo", "redo", "go", "throw/ask")
DOES_ALL = (
    ("GET", "/api/tokens"),
    ("POST", "/api/tokens"),
    ("DELETE", "/api/tokens/x"),
    ("GET", "/access"),
    ("POST", "/access/programs"),
    ("POST", "/access/others-leave"),
    ("POST", "/leave"),
    ("POST", "/api/campaigns"),
    ("PATCH", "/api/campaigns/{key}"),
    ("POST", "/api/campaigns/{key}/archive"),
    ("POST", "/api/campaigns/{key}/links"),
    ("PATCH", "/api/campaigns/{key}/sharing"),
    ("POST", "/c/{key}/say"),
)


@pytest.mark.slow
@pytest.mark.parametrize("scope", SCOPES)
def test_a_program_does_what_its_scope_allows_and_no_more(house: House, scope: Scope) -> None:
    token = house.keys.make_token("board", scope)[1]
    bearer = {**OURS, "Authorization": f"Bearer {token}"}
    with house.client() as client:

        def status(method: str, path: str) -> int:
            return client.request(method, path.format(key=house.key), headers=bearer).status_code

        assert {status("GET", path) for path in READS} == {200}
        play = {status("POST", f"/api/campaigns/{{key}}/{act}") == 403 for act in PLAYS}
        assert play == {scope == "look"}
        assert client.post("/api/dice/throw", json={"dice": "2d6"}, headers=bearer).status_code == 200
        if scope != "all":
            assert {status(*one) for one in DOES_ALL} == {403}
            said = client.post("/api/tokens", json={"label": "more"}, headers=bearer).json()
            assert said["code"] == "not-allowed"


@pytest.mark.slow
def test_a_new_token_has_the_scope_and_the_end_that_were_asked_for(house: House) -> None:
    with house.client(entered=True) as client:
        wanted = {"label": "board", "scope": "look", "days": 7}
        made = client.post("/api/tokens", json=wanted, headers=OURS).json()["program"]
        assert (made["scope"], made["ends_s"] - made["made_s"]) == ("look", 7 * 24 * 3600)
        plain = client.post("/api/tokens", json={"label": "ours"}, headers=OURS).json()["program"]
        assert (plain["scope"], plain["ends_s"]) == ("all", None)
        form = {"label": "form", "scope": "play", "days": "30"}
        assert "look on and say commands" in client.post("/access/programs", data=form, headers=OURS).text
        for wrong in ({"scope": "rule"}, {"days": 0}, {"days": 10**6}):
            sent = {"label": "x", **wrong}
            assert client.post("/api/tokens", json=sent, headers=OURS).status_code in {400, 422}


@pytest.mark.parametrize(
    "body, why",
    [
        (b"[" * 400_000, "too deep"),
        (b'{"text":' * 100_000, "too deep"),
        (b'{"text":"\xff\xfe"}', "UTF-8"),
        (b"\xff", "JSON"),
    ],
)
def test_a_body_that_cannot_be_read_is_the_callers_fault(house: House, body: bytes, why: str) -> None:
    with house.client(entered=True) as client:
        headers = {**OURS, "Content-Type": "application/json"}
        answer = client.post(f"/api/campaigns/{house.key}/say", content=body, headers=headers)
        assert answer.status_code == 400
        assert why in answer.json()["detail"]


def test_what_goes_wrong_is_told_without_what_is_inside(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> object:
        message = "a secret of the inside"
        raise RuntimeError(message)

    monkeypatch.setattr(house.app.state["tables"].shelf, "campaigns", broken)
    with house.client(entered=True) as client:
        for path in ("/", "/api/campaigns"):
            answer = client.get(path)
            assert answer.status_code == 500
            assert "inside" not in answer.text
            assert "Traceback" not in answer.text
