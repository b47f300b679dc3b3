"""The server as a process: it says where it is, ends within bounds, and keeps to its folder."""

from __future__ import annotations

import json
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from litestar.testing import TestClient
from litestar.types import ASGIApp

from tests.web.served import Screen
from turnkeeper.app import sharing
from turnkeeper.app.library import create
from turnkeeper.record import CannotWrite
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.web import serve
from turnkeeper.web.credentials import FILE, Credentials
from turnkeeper.web.open_tables import OpenTables

pytestmark = pytest.mark.slow


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Screen]:
    """Return a server on a folder with one campaign."""
    yield from serving_one(tmp_path / "campaigns")


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """Return a server that outlives a test, on a folder with one campaign."""
    folder = tmp_path_factory.mktemp("lasting") / "campaigns"
    yield from serving_one(folder)


def serving_one(folder: Path) -> Iterator[Screen]:
    folder.mkdir()
    create(str(folder / "Barrow"), load_builtin("glog"), seed="serve")[1].close()
    screen = Screen(folder).start()
    yield screen
    screen.stop()


def entered(screen: Screen) -> httpx.Client:
    client = httpx.Client(base_url=screen.address, follow_redirects=True, timeout=60)
    assert client.get(screen.enter).status_code == 200
    return client


def test_ctrl_c_ends_it_within_bounds_while_pages_are_open(own: Screen) -> None:
    with closing(entered(own)) as client:
        key = client.get(own.enter).text.partition("/c/")[2][:12]
        with client.stream("GET", f"/c/{key}/events") as stream:
            assert stream.status_code == 200
            assert next(stream.iter_text()).startswith("retry:")
            # A stream that holds the server would do so for ever; stopping waits a minute, and then it fails.
            assert own.stop() == 0
    assert "Traceback" not in own.log.read_text()


class Follower(threading.Thread):
    """One who follows a stream until it ends."""

    def __init__(self, client: httpx.Client, path: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(daemon=True)
        self.heard = ""
        self.began = threading.Event()
        self._stream = (client, path, headers)

    def run(self) -> None:
        """Listen."""
        client, path, headers = self._stream
        with client.stream("GET", path, headers=headers) as stream:
            for text in stream.iter_text():
                self.heard += text
                self.began.set()


@pytest.mark.parametrize("how", ["revoked", "turned out", "left", "revoked by another program"])
def test_who_may_not_be_here_any_more_hears_nothing_more(lasting: Screen, how: str) -> None:
    """The page's stream and the stream of events end at once, and say nothing of what comes after."""
    word = f"zwieback {how}"
    with closing(entered(lasting)) as referee, closing(entered(lasting)) as other:
        ours = {"Origin": lasting.address}
        key = referee.get(lasting.enter).text.partition("/c/")[2][:12]
        made = referee.post("/api/tokens", json={"label": "board"}, headers=ours).json()
        bearer = {"Authorization": f"Bearer {made['token']}"} if "revoked" in how else None
        if bearer:
            other.cookies.clear()
        streams = (f"/c/{key}/events", f"/api/campaigns/{key}/events")
        followers = [Follower(other, path, bearer) for path in streams]
        for one in followers:
            one.start()
            assert one.began.wait(60)
        match how:
            case "revoked":
                referee.delete(f"/api/tokens/{made['program']['id']}", headers=ours)
            case "turned out":
                referee.post("/access/others-leave", headers=ours)
            case "left":
                other.post("/leave", headers=ours)
            case _:
                assert Credentials(lasting.folder / FILE).revoke(made["program"]["id"])
                followers[0].join(60)  # it is looked at every second
        said = referee.post(f"/api/campaigns/{key}/say", json={"text": f"note {word}"}, headers=ours)
        assert said.status_code == 200
        for one in followers:
            one.join(60)
            assert not one.is_alive()
            assert word not in one.heard


def test_it_says_where_it_answers_and_how_and_starts_a_browser_with_a_code_that_opens_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The address with which a program is started stands in the list of processes."""
    opened: list[str] = []
    monkeypatch.setattr(serve, "_open_browser", opened.append)

    def serving(
        app: ASGIApp, listening: socket.socket, _tables: OpenTables, started: Callable[[], None]
    ) -> None:
        listening.close()
        started()
        with TestClient(app, base_url="http://127.0.0.1") as browser:
            path = urlsplit(opened[0]).path
            assert browser.get(path).status_code == 200
            browser.cookies.clear()
            assert browser.get(path).status_code == 403

    monkeypatch.setattr(serve, "_serve", serving)
    for local in (False, True):
        opened.clear()
        serve.run(tmp_path, serve.Options(port=0, local=local))
        lines = capsys.readouterr().out.splitlines()
        enter = next(line.split()[-1] for line in lines if "The referee" in line)
        assert opened[0].rpartition("/")[2] != enter.rpartition("/")[2]
        heard = " ".join(lines[1:3])
        assert ("this machine alone" in heard) if local else ("plain HTTP" in heard)
        assert "--local" in heard or local


def test_where_nothing_can_be_written_the_screen_starts_without_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    create(str(tmp_path / "Barrow"), load_builtin("glog"), seed="serve")[1].close()

    def refuse(path: Path, _kept: sharing.Sharing) -> None:
        raise CannotWrite(str(path), "its folder is read-only")

    def serving(_app: ASGIApp, at: socket.socket, _: OpenTables, started: Callable[[], None]) -> None:
        at.close()
        started()

    monkeypatch.setattr(sharing, "write", refuse)
    monkeypatch.setattr(serve, "_serve", serving)
    serve.run(tmp_path, serve.Options(port=0, local=True, browser=False))
    told = capsys.readouterr()
    assert "The referee" in told.out
    assert "The players" not in told.out
    assert "its folder is read-only" in told.err


def test_who_entered_before_a_kill_is_still_known_after_it(own: Screen) -> None:
    with closing(entered(own)) as client:
        address = own.address
        own.kill()
        own.start()
        assert own.address == address
        key = client.get(own.enter).text.partition("/c/")[2][:12]
        assert client.get(f"/c/{key}").status_code == 200


def test_a_players_link_of_an_earlier_start_still_works(own: Screen) -> None:
    earlier = own.players
    own.kill()
    own.start()
    assert earlier != own.players
    for link in (earlier, own.players):
        here = link.replace(link.split("/p/")[0], own.address)
        assert httpx.get(here, timeout=60).status_code == 200


def test_a_taken_port_is_passed_over(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = (str(tmp_path), "--port", str(port), "--no-browser", "--json", "--local")
        with subprocess.Popen(
            (sys.executable, "-P", "-m", "turnkeeper", "screen", *words), stdout=subprocess.PIPE, text=True
        ) as running:
            assert running.stdout is not None
            told = json.loads(running.stdout.readline())
            running.terminate()
    assert int(told["address"].rpartition(":")[2]) > port


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    ran = subprocess.run(
        (sys.executable, "-P", "-m", "turnkeeper", "screen", str(tmp_path / "none"), "--no-browser"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode != 0
    assert "There is no folder" in ran.stderr


def test_what_is_kept_of_keys_is_nobody_elses_to_read(own: Screen) -> None:
    entered(own).close()
    for name in (".turnkeeper-keys.json", "Barrow.table.json"):
        mode = (own.folder / name).stat().st_mode
        assert stat.S_IMODE(mode) == 0o600
