"""The server as a process: it says where it is, ends within bounds, and keeps to its folder."""

from __future__ import annotations

import json
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.web.served import Screen
from turnkeeper.app.library import create
from turnkeeper.rules.reading.load import load_builtin

pytestmark = pytest.mark.slow


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Screen]:
    """Return a server on a folder with one campaign."""
    folder = tmp_path / "campaigns"
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
