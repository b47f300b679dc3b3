"""A campaign renamed again and again beneath those who play it: nothing that was acknowledged is lost.

The screen, a program at its API and two shells say commands to one campaign, while it gets another name every
50 milliseconds and now and then goes into the archive and back. Run as a program, this file is one of the
shells: it says notes until it is told to stop, and writes down each that was acknowledged.
"""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.web.served import Screen
from turnkeeper.app.library import SUFFIX, campaigns_in, create
from turnkeeper.app.shelf.folder import ARCHIVE
from turnkeeper.cli.main import main
from turnkeeper.record.sqlite import SqliteStore
from turnkeeper.rules.reading.load import load_builtin

MINUTES = 10
RENAMED_EACH_S = 0.05
SHELLS = 2
ARCHIVED_EACH = 40
"""After as many renamings the campaign goes into the archive and comes back."""
_PATIENCE_S = 60


def shell(folder: Path, name: str) -> None:
    """Say notes to the only campaign of a folder until standard input ends; print the acknowledged ones."""
    os.chdir(folder)
    told_to_stop = threading.Thread(target=sys.stdin.read, daemon=True)
    told_to_stop.start()
    number = 0
    while told_to_stop.is_alive():
        number += 1
        note = f"note {name} {number}"
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as complaint:
            code = main(["do", note])
        if code == 0:
            print(note, flush=True)  # noqa: T201 - what this program is for
        elif code not in {3, 4}:  # the file was on its way, or another was quicker
            print(f"! {code} {complaint.getvalue()}", flush=True)  # noqa: T201


class Caller:
    """A program at the API of a screen."""

    def __init__(self, screen: Screen) -> None:
        self._at = urlsplit(screen.address).netloc
        with closing(http.client.HTTPConnection(self._at, timeout=_PATIENCE_S)) as door:
            door.request("GET", urlsplit(screen.enter).path)
            answer = door.getresponse()
            answer.read()
        cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
        made = self._ask(
            "POST", "/api/tokens", {"label": "stress"}, {"Cookie": cookie, "Origin": screen.address}
        )
        self._token = {"Authorization": f"Bearer {made[1]['token']}"}

    def __call__(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, str]]:
        """Return the status and the answer of a call."""
        return self._ask(method, path, body, self._token)

    def _ask(
        self, method: str, path: str, body: object, headers: dict[str, str]
    ) -> tuple[int, dict[str, str]]:
        with closing(http.client.HTTPConnection(self._at, timeout=_PATIENCE_S)) as line:
            sent = {**headers, "Content-Type": "application/json"}
            line.request(method, path, None if body is None else json.dumps(body), sent)
            answer = line.getresponse()
            return answer.status, json.loads(answer.read())


@contextmanager
def shells(folder: Path, told: list[str]) -> Iterator[None]:
    """Run shells in a folder; when they have ended, what they printed is told."""
    begun = [
        subprocess.Popen(
            (sys.executable, __file__, str(folder), f"shell-{number}"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        for number in range(SHELLS)
    ]
    lines: list[list[str]] = [[] for _ in begun]
    readers = [
        threading.Thread(target=lambda one=one, into=into: into.extend(one.stdout or ()))
        for one, into in zip(begun, lines, strict=True)
    ]
    for reader in readers:
        reader.start()
    try:
        yield
    finally:
        for one, reader in zip(begun, readers, strict=True):
            assert one.stdin is not None
            one.stdin.close()
            one.wait(_PATIENCE_S)
            reader.join(_PATIENCE_S)
            assert one.stdout is not None
            one.stdout.close()
        told += [line.strip() for one in lines for line in one]


def writing(caller: Caller, key: str, until: float, told: list[str]) -> None:
    """Say notes by the API; tell those that were acknowledged, and each answer that nobody should get."""
    number = 0
    while time.monotonic() < until:
        number += 1
        note = f"note api {number}"
        status, answer = caller("POST", f"/api/campaigns/{key}/say", {"text": note})
        if status == 200:
            told.append(note)
        elif status not in {404, 409, 422, 503}:  # it was on its way, or another was quicker
            told.append(f"! {status} {answer}")


def renaming(caller: Caller, key: str, until: float, told: list[str]) -> None:
    """Give the campaign another name again and again; put it away and bring it back now and then."""
    number = 0
    while time.monotonic() < until:
        number += 1
        calls: list[tuple[str, str, object]] = [
            ("PATCH", f"/api/campaigns/{key}", {"name": f"Barrow {['even', 'odd'][number % 2]}"})
        ]
        if number % ARCHIVED_EACH == 0:
            calls += [("POST", f"/api/campaigns/{key}/{way}", None) for way in ("archive", "bring-back")]
        for call in calls:
            status, answer = caller(*call)
            if status >= 500 and status != 503:
                told.append(f"! {status} {answer}")
        time.sleep(RENAMED_EACH_S)


def in_threads(*work: Callable[[], None]) -> None:
    threads = [threading.Thread(target=one) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.long
@pytest.mark.timeout(MINUTES * 60 + 5 * _PATIENCE_S)
def test_nothing_acknowledged_is_lost_while_a_campaign_is_renamed_again_and_again(tmp_path: Path) -> None:
    folder = tmp_path / "campaigns"
    folder.mkdir()
    _, campaign = create(str(folder / "barrow"), load_builtin("glog"), seed="lantern")
    key = campaign.store.facts.campaign[:12]
    campaign.close()
    seconds = float(os.environ.get("TURNKEEPER_STRESS_S") or MINUTES * 60)
    screen = Screen(folder).start()
    told: list[str] = []
    try:
        caller, until = Caller(screen), time.monotonic() + seconds
        with shells(folder, told):
            in_threads(lambda: writing(caller, key, until, told), lambda: renaming(caller, key, until, told))
        # Wherever it was last, it comes back.
        caller("POST", f"/api/campaigns/{key}/bring-back")
    finally:
        screen.stop()
    assert not [line for line in told if line.startswith("!")]
    (path,) = campaigns_in(folder)
    with closing(SqliteStore.open(path)) as store:
        store.examine()
        kept = {commit.summary for commit in store.lineage(store.head())}
    assert not set(told) - kept
    for who in ("api", "shell-0", "shell-1"):
        assert sum(who in note for note in told) > 2, "each wrote"
    assert not campaigns_in(folder / ARCHIVE)
    assert [one.name for one in folder.glob(f"*{SUFFIX}*") if one.name[0] != "."] == [path.name], (
        "no leftovers"
    )
    assert not screen.log.read_text()


if __name__ == "__main__":
    shell(Path(sys.argv[1]), sys.argv[2])
