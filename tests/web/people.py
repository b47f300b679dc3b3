"""People with browsers, each with one to themselves; whatever went wrong in them comes out at the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack
from urllib.parse import urljoin, urlsplit

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import (
        Browser,
        BrowserContext,
        ConsoleMessage,
        Locator,
        Page,
        Request,
        WebError,
    )

    from tests.web.served import Screen

LAPTOP = (1280, 800)
PHONE = (390, 844)
WAITS_MS = 20_000
_MOST_IDLE = 6
# Looking at every frame makes the browser draw each of them.
_LOOKS_EVERY_MS = 25
_WITHOUT_A_HOST = ("data", "blob", "about")
# A server that was killed is not there to answer: what a browser then writes is no fault of the page.
GONE = r"ERR_(CONNECTION_|INCOMPLETE_CHUNKED|INTERNET_DISCONNECTED|EMPTY_RESPONSE)|htmx:\S*error: "


# The first message brings the whole page: until it is there, whatever one looks at may be replaced.
_FOLLOWS = """addEventListener("htmx:sse:after:message", () => {
    document.documentElement.dataset.localFollows = "";
})"""
# A revision is a server's mark and a number. What an earlier server answered, the stream of this one is past.
_IS_SETTLED = """() => {
    const [toldBy, told] = (document.getElementById("part-outcome")?.dataset.revision ?? "").split("-");
    const [shownBy, shown] = document.getElementById("part-head").dataset.revision.split("-");
    const late = toldBy === shownBy && Number(told) > Number(shown);
    return !late && !("localBusy" in document.documentElement.dataset);
}"""
_STANDS_STILL = """async one => {
    await document.fonts.ready;
    const place = () => JSON.stringify(one.getBoundingClientRect());
    for (let before = "", still = 0; still < 3; before = place()) {
        await new Promise(requestAnimationFrame);
        still = place() === before ? still + 1 : 0;
    }
}"""


def listens(page: Page) -> None:
    """Wait until a page of the referee's hears keys: its scripts may come long after what it shows."""
    page.wait_for_selector("html[data-local-ready]", state="attached")


def follows(page: Page) -> None:
    """Wait until a live page has heard how all stands, and so hears of what happens."""
    page.wait_for_selector("html[data-local-follows]", state="attached")


def goes_deaf(page: Page) -> None:
    """Make `follows` mean from here on: again, after the stream that is broken now."""
    page.evaluate("delete document.documentElement.dataset.localFollows")


def settled(page: Page) -> None:
    """Wait until all that was said on a page is answered, and shown, however late the stream brings it."""
    page.wait_for_function(_IS_SETTLED, polling=_LOOKS_EVERY_MS)


def stands_still(place: Locator) -> None:
    """Wait until something is where it stays: letters may come late, and push it aside."""
    place.evaluate(_STANDS_STILL)


def until(page: Page, holds: Callable[[], object]) -> None:
    """Wait until something holds while the page goes on; fails when it never does."""
    for _ in range(WAITS_MS // 20):
        if holds():
            return
        page.wait_for_timeout(20)
    pytest.fail("it never came to that")


def tab_to(page: Page, property_: str, value: str) -> None:
    """Press Tab until a property of what is focused has a value; fails where Tab never leads there."""
    for _ in range(200):
        if page.evaluate(f"document.activeElement.{property_}") == value:
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab leads nowhere whose {property_} is {value}")


class Taste(TypedDict, total=False):
    """What somebody's browser prefers; nothing ``moves`` for whom it need not: that takes half the time.

    A telephone is one of ``touch``, and another size is where it is said.

    One of its own was nobody's before and will be nobody's after: what is done to its network or its scripts
    stays with it, and no request of it gets past a route that is set later.
    """

    size: tuple[int, int]
    theme: Literal["light", "dark"]
    moves: bool
    touch: bool
    scripts: bool
    own: bool


class Browsers:
    """Browsers lent to one test after the other and cleared between: a warm one takes half the time."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._idle: list[tuple[Taste, BrowserContext]] = []

    def lend(self, taste: Taste) -> BrowserContext:
        """Return a browser with one page for as long as a test takes."""
        for place, (had, context) in enumerate(self._idle):
            if had == taste and not taste.get("own"):
                del self._idle[place]
                return context
        return self._new(taste)

    def _new(self, taste: Taste) -> BrowserContext:
        wide, high = size = taste.get("size", LAPTOP)
        context = self._chromium.new_context(
            viewport={"width": wide, "height": high},
            has_touch=taste.get("touch", size == PHONE),
            is_mobile=size == PHONE,
            color_scheme=taste.get("theme", "light"),
            reduced_motion="no-preference" if taste.get("moves") else "reduce",
            java_script_enabled=taste.get("scripts", True),
        )
        context.set_default_timeout(WAITS_MS)
        context.add_init_script(_FOLLOWS)
        if taste.get("own"):
            # Requests of a page without any route are not stopped; the first after one is set may get past.
            context.route("**/nothing-that-is-there", lambda route: route.abort())
        context.new_page()
        return context

    def take_back(self, taste: Taste, context: BrowserContext) -> None:
        """Clear a browser for whoever comes next, or close it where that cannot be done."""
        if taste.get("own") or not taste.get("scripts", True) or not _cleared(taste, context):
            context.close()
            return
        self._idle.append((taste, context))
        if len(self._idle) > _MOST_IDLE:
            self._idle.pop(0)[1].close()

    def close(self) -> None:
        """Close all that nobody has."""
        for _, context in self._idle:
            context.close()


def _cleared(taste: Taste, context: BrowserContext) -> bool:
    """Return whether a browser is as it was when it was new, on a file of the server that it was last at."""
    from playwright.sync_api import Error

    page, *others = context.pages
    wide, high = taste.get("size", LAPTOP)
    try:
        for other in others:
            other.close()
        page.unroute_all(behavior="ignoreErrors")
        page.emulate_media(
            media="null",
            color_scheme=taste.get("theme", "light"),
            reduced_motion="no-preference" if taste.get("moves") else "reduce",
            forced_colors="none",
            contrast="no-preference",
        )
        page.set_viewport_size({"width": wide, "height": high})
        page.goto(urljoin(page.url, "/favicon.ico"))
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        context.clear_cookies()
    except Error:
        return False
    return True


class People:
    """Opens pages and keeps what their consoles, errors and requests say."""

    def __init__(self, browsers: Browsers) -> None:
        self._browsers = browsers
        self._lent: list[tuple[Taste, BrowserContext]] = []
        self._forgiven: list[str] = []
        self._said: list[str] = []
        self.requests: list[str] = []
        self.hosts = {"127.0.0.1"}

    def referee(self, screen: Screen, path: str = "/", **taste: Unpack[Taste]) -> Page:
        """Open a laptop that has come in by the address that the server printed, at a path."""
        page = self.somebody(**taste)
        assert page.context.request.get(screen.enter).ok
        page.goto(screen.url(path))
        return page

    def at_table(self, screen: Screen, key: str, **taste: Unpack[Taste]) -> Page:
        """Open the referee's screen of a campaign, and wait until it follows and hears keys."""
        page = self.referee(screen, f"/c/{key}", **taste)
        follows(page)
        listens(page)
        return page

    def player(self, address: str, **taste: Unpack[Taste]) -> Page:
        """Open a phone at a link, and wait until it follows: before that a button is one of a plain form."""
        taste.setdefault("size", PHONE)
        page = self.somebody(**taste)
        page.goto(address)
        follows(page)
        return page

    def somebody(self, **taste: Unpack[Taste]) -> Page:
        """Open an empty page of somebody whom the server does not know."""
        context = self._browsers.lend(taste)
        context.on("console", self._heard)
        context.on("weberror", self._threw)
        context.on("request", self._asked)
        self._lent.append((taste, context))
        return context.pages[0]

    def forgive(self, *patterns: str) -> None:
        """Allow complaints of the consoles in a test that breaks something on purpose."""
        self._forgiven += patterns

    def _heard(self, said: ConsoleMessage) -> None:
        if said.type in {"error", "warning"}:
            where = said.location.get("url", "")
            self._said.append(f"console {said.type}: {said.text} {where}")

    def _threw(self, fault: WebError) -> None:
        self._said.append(f"uncaught: {fault.error}")

    def _asked(self, request: Request) -> None:
        self.requests.append(request.url)

    @property
    def complaints(self) -> list[str]:
        """What went wrong so far and was not forgiven."""
        said = [each for each in self._said if not any(re.search(one, each) for one in self._forgiven)]
        return said + [f"left the machine: {each}" for each in self.requests if not self._stays(each)]

    def _stays(self, address: str) -> bool:
        parts = urlsplit(address)
        return parts.scheme in _WITHOUT_A_HOST or parts.hostname in self.hosts

    def leave(self) -> None:
        """Give back all browsers of this test."""
        for taste, context in self._lent:
            context.remove_listener("console", self._heard)
            context.remove_listener("weberror", self._threw)
            context.remove_listener("request", self._asked)
            self._browsers.take_back(taste, context)
