"""A server, a Chromium, and people with browsers; a test fails on whatever went wrong in one of them.

The server and the Chromium live as long as the tests do; each person and each campaign is a test's own.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.needs import needs
from tests.web.people import WAITS_MS, Browsers, People
from tests.web.served import Screen
from tools.pictures import CHROMIUMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

# It looks for no updates and the like; and what a page asks for elsewhere is not found.
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the browser tests last: beside a Chromium once started no test can run an event loop of its own."""
    items.sort(key=lambda item: "chromium" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Return a Chromium, started once."""
    from playwright.sync_api import expect, sync_playwright

    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    needs(found, "a Chromium on the PATH")
    expect.set_options(timeout=WAITS_MS)
    as_root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=[*FLAGS, *as_root])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """Return a server that all tests share, on a folder where each keeps campaigns of its own."""
    folder = tmp_path_factory.mktemp("screen") / "campaigns"
    folder.mkdir()
    screen = Screen(folder).start()
    yield screen
    assert screen.stop() == 0, screen.log.read_text()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Screen]:
    """Return a server of the test's own, to be killed and started again."""
    folder = tmp_path / "campaigns"
    folder.mkdir()
    screen = Screen(folder).start()
    yield screen
    screen.stop()


@pytest.fixture(scope="session")
def browsers(chromium: Browser) -> Iterator[Browsers]:
    """Return the lender of browsers."""
    browsers = Browsers(chromium)
    yield browsers
    browsers.close()


@pytest.fixture
def people(browsers: Browsers) -> Iterator[People]:
    """Return who opens browsers; in the end no console has complained and no request left the machine."""
    people = People(browsers)
    yield people
    complaints = people.complaints
    people.leave()
    assert not complaints
