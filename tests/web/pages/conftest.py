"""A server for tests of pages asked for without a browser, and somebody who has come in by its address."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.web.served import Screen


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """Return a server whose folder holds what these tests begin, each under names of its own."""
    folder = tmp_path_factory.mktemp("asked") / "campaigns"
    folder.mkdir()
    screen = Screen(folder).start()
    yield screen
    assert screen.stop() == 0, screen.log.read_text()
    assert "Traceback" not in screen.log.read_text()


@pytest.fixture
def browser(served: Screen) -> Iterator[httpx.Client]:
    """Return a client that is the referee's."""
    origin = {"Origin": served.address}
    with httpx.Client(base_url=served.address, follow_redirects=True, headers=origin, timeout=120) as client:
        assert client.get(served.enter).status_code == 200
        yield client
