"""Checks before every page and call: whom a request is for, where it comes from, how long its head is.

And the headers of every answer. These are plain ASGI, so that they hold for what no route matches too, where
Litestar calls no middleware; who may come in is not their business, and how large a body may be Litestar
watches over. Why not by its own means: `docs/decisions/0073-what-the-framework-does-at-the-door.md`.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Awaitable, Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from msgspec import Struct

from turnkeeper.web.problems import ProblemDetails, encoded, problem, wants_json

if TYPE_CHECKING:
    from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

LONGEST_PATH = 8_192
MOST_HEADERS = 100
LONGEST_HEADERS = 32_768
LARGEST_BODY = 1_000_000
"""The most that Litestar reads of a body, where a handler does not name one of the next two."""
LARGEST_TEXT = 16_000_000
LARGEST_FILE = 68_000_000

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# Under "no-referrer" browsers send "Origin: null" with a form, and over plain HTTP no Sec-Fetch-Site: our own
# forms could not be told from others'. Under "same-origin" other sites learn as little.
SAID_ALWAYS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"x-robots-tag", b"noindex, nofollow"),
)
# Browsers heed it where nobody can listen in, and complain of it elsewhere.
SAID_WHERE_SAFE: tuple[tuple[bytes, bytes], ...] = ((b"cross-origin-opener-policy", b"same-origin"),)
SAID_OF_PAGES: tuple[tuple[bytes, bytes], ...] = ((b"cache-control", b"no-store"),)
"""Only static files may be cached."""
_NAMES_OF_HOMES = ("", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain")
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?")
_PORTS = {"http": ":80", "https": ":443"}


class Hosts:
    """The names under which this server may be called.

    A stranger's page could give its own name our address and then read our answers; a number in place of a
    name cannot be bent like that.
    """

    def __init__(self, names: Iterable[str] = (), machine: str | None = None) -> None:
        """Take further names; ``machine`` is this machine's own, looked up by default."""
        own = (socket.gethostname() if machine is None else machine).partition(".")[0].casefold()
        homes = {own + ending for ending in _NAMES_OF_HOMES} if own else set()
        self._names = {"localhost", *homes, *(name.casefold() for name in names)}

    def allow(self, host: str) -> bool:
        """Return whether a Host header names us.

        >>> ours = Hosts(["table.example"], machine="den")
        >>> [ours.allow(host) for host in ("den.local:8000", "[::1]:8000", "10.0.0.7", "table.example")]
        [True, True, True, True]
        >>> [ours.allow(host) for host in ("evil.example", "den.evil.example", "den@evil", "")]
        [False, False, False, False]
        """
        parts = _HOST.fullmatch(host)
        if parts is None:
            return False
        name = parts[1].casefold().strip("[]").removesuffix(".")
        return name in self._names or name.endswith(".localhost") or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_ours(host: str, site: str, origin: str) -> bool:
    """Return whether a page of this very server sent a request.

    ``site`` and ``origin`` are the headers Sec-Fetch-Site and Origin, empty where there is none.

    >>> is_ours("den:8000", "", "http://den:8000"), is_ours("den:8000", "same-origin", "http://den:8000")
    (True, True)
    >>> is_ours("den:8000", "cross-site", "http://den:8000"), is_ours("den:8000", "", "http://den:8001")
    (False, False)
    >>> is_ours("den:8000", "", ""), is_ours("den:8000", "", "null")
    (False, False)
    """
    if site and site != "same-origin":
        return False
    if not origin:
        return site == "same-origin"
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    port = _PORTS.get(parts.scheme)
    if port is None or not parts.netloc:
        return False
    return parts.netloc.casefold().removesuffix(port) == host.casefold().removesuffix(port)


class RequestHead(Struct, frozen=True):
    """The checked parts of a request; headers that may stand only once, empty where there is none."""

    method: str
    path: str
    hosts: tuple[str, ...]
    size: int
    headers: int
    site: str
    origin: str
    accept: str
    cookie: bool
    bearer: bool


def asked(scope: HTTPScope) -> RequestHead:
    """Return the parts of a request that are checked."""
    raw = list(scope["headers"])
    named: dict[bytes, bytes] = dict(reversed(raw))
    said = {name: value.decode("latin-1") for name, value in named.items()}
    return RequestHead(
        method=scope["method"],
        path=scope["path"],
        hosts=tuple(value.decode("latin-1") for name, value in raw if name == b"host"),
        size=sum(len(name) + len(value) for name, value in raw),
        headers=len(raw),
        site=said.get(b"sec-fetch-site", ""),
        origin=said.get(b"origin", ""),
        accept=said.get(b"accept", ""),
        cookie=b"cookie" in named,
        bearer=said.get(b"authorization", "").startswith("Bearer "),
    )


def refusal(seen: RequestHead, query: bytes, hosts: Hosts) -> ProblemDetails | None:
    """Return why a request is refused, or ``None``."""
    if len(seen.path) + len(query) > LONGEST_PATH:
        return problem(414, "address-too-long", "This address is too long.")
    if seen.size > LONGEST_HEADERS or seen.headers > MOST_HEADERS:
        return problem(431, "headers-too-large", "This request says too much about itself.")
    if len(seen.hosts) != 1 or not hosts.allow(seen.hosts[0]):
        return problem(
            421,
            "unknown-host",
            "Turnkeeper is not known under this name.",
            "Open it by its number, such as 192.168.0.7, or start it with --host-name NAME.",
        )
    if seen.method not in SAFE_METHODS and not _may_change(seen):
        return problem(
            403,
            "cross-site",
            "This came from another page than Turnkeeper's own, so nothing was done.",
            "Open Turnkeeper's own page and do it there; a program sends a token and no cookie.",
        )
    return None


def _may_change(seen: RequestHead) -> bool:
    """Return whether an unsafe request may go on: our own page's, or a program's that no page imitates."""
    return (seen.bearer and not seen.cookie) or is_ours(seen.hosts[0], seen.site, seen.origin)


class RequestLimits:
    """Stands around an application."""

    def __init__(self, app: ASGIApp, hosts: Hosts | None = None) -> None:
        """Take the application, and the names under which it may be called."""
        self.app = app
        self.hosts = hosts or Hosts()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it at once."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        seen = asked(scope)
        saying = _saying(send, _said_of(seen, scope["scheme"]))
        no = refusal(seen, scope["query_string"], self.hosts)
        if no is None:
            await self.app(scope, receive, saying)
        else:
            await answer(saying, no, as_json=wants_json(seen.path, seen.accept))


def _said_of(seen: RequestHead, scheme: str) -> tuple[tuple[bytes, bytes], ...]:
    """Return the headers that an answer to a request bears."""
    safe = scheme == "https" or bool(seen.hosts and is_this_machine(_without_port(seen.hosts[0])))
    of_pages = () if seen.path.startswith("/static/") else SAID_OF_PAGES
    return (*SAID_ALWAYS, *(SAID_WHERE_SAFE if safe else ()), *of_pages)


def is_this_machine(name: str) -> bool:
    """Return whether the name or address of a host, without its port, means this machine alone."""
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def _without_port(host: str) -> str:
    return host if host.endswith("]") else host.rpartition(":")[0] or host


def _saying(send: Send, more: tuple[tuple[bytes, bytes], ...]) -> Send:
    """Return a ``send`` that adds what every answer says."""

    def say(message: Message) -> Awaitable[None]:
        if message["type"] == "http.response.start":
            ours = {name for name, _ in more}
            own = [pair for pair in message["headers"] if pair[0].lower() not in ours]
            message["headers"] = [*own, *more]
        return send(message)

    return say


async def answer(send: Send, no: ProblemDetails, *, as_json: bool) -> None:
    """Answer with a problem. The connection stays: closed at once, the answer might be lost on the way."""
    kind, body = encoded(no, as_json=as_json)
    kind = kind if as_json else f"{kind}; charset=utf-8"
    headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": no.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
