"""Faults and refusals as problems, answered as a page or as JSON; of a fault of our own nothing but that."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.types import ExceptionHandlersMap
from msgspec.structs import replace

from turnkeeper.app.codec import Unreadable
from turnkeeper.app.library import NoCampaign
from turnkeeper.app.maps.routes import NoWay
from turnkeeper.app.shelf.folder import WrongField
from turnkeeper.chance.limits import DiceError
from turnkeeper.chance.pools import OddsError
from turnkeeper.files.maps.textmapper import MapRefused
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.record import AlreadyThere, HeadMoved, RecordFault, StoreBusy, UnknownBlob, UnknownCommit
from turnkeeper.rules.problems import RulesFault, UnknownNameError
from turnkeeper.time import SpokenTimeError
from turnkeeper.web import problems
from turnkeeper.web.problems import ProblemDetails, ProblemError, problem

AnyRequest = Request[Any, Any, Any]
log = logging.getLogger("turnkeeper.web")

SAID: Mapping[int, tuple[str, str, str]] = {
    400: ("bad-request", "This request was not understood.", ""),
    401: (
        "not-entered",
        "This browser has not entered yet.",
        "Open the address that Turnkeeper printed when it was started; a program sends a token.",
    ),
    403: (
        "wrong-key",
        "This address belongs to an earlier start.",
        "Open the one that Turnkeeper printed when it was started last.",
    ),
    404: ("not-found", "There is nothing here.", "It may have been renamed, archived or revoked."),
    405: ("wrong-method", "This cannot be done here.", ""),
    415: ("wrong-type", "This kind of contents is not understood here.", ""),
    429: ("too-many", "This is asked for too often.", "Wait a moment."),
}
SAYS_MORE = frozenset({400, 422})
MOST_PARTS = 5
RECORD_STATUS: Mapping[type[RecordFault], int] = {
    HeadMoved: 409,
    AlreadyThere: 409,
    UnknownCommit: 404,
    UnknownBlob: 404,
    StoreBusy: 503,
}
CODES: Mapping[type[Exception], str] = {
    SpokenTimeError: "speech",
    DiceError: "speech",
    SpeechError: "speech",
    UnknownNameError: "unknown-name",
    NoWay: "no-way",
    NoCampaign: "no-campaign",
    OddsError: "odds",
    Unreadable: "unreadable",
}
"""The codes of faults in what was said; a fault may have a ``message``, a ``hint`` and a ``column``."""


def problem_of(fault: Exception) -> ProblemDetails:
    """Return a fault as a problem; a fault of our own says nothing but that there was one."""
    match fault:
        case RecursionError() if "deserializing" in str(fault):
            return problem(400, "bad-request", "This is nested too deep to be read.")
        case UnicodeDecodeError():
            return problem(400, "bad-request", "This is not text in UTF-8.")
        case HTTPException(status_code=status):
            code, message, hint = SAID.get(status, ("failed", "This did not work.", ""))
            return problem(status, code, _detail(fault) or message, hint)
        case RecordFault():
            status = RECORD_STATUS.get(type(fault), 422)
            return problem(status, _code(type(fault).__name__), str(fault), fault.hint)
        case RulesFault(problems=problems):
            wrong = tuple(
                WrongField(one.path, one.message, one.hint, one.line, one.column) for one in problems
            )
            found = problem(422, "rules", f"These rules do not hold: {problems[0].message}", problems[0].hint)
            return replace(found, wrong=wrong)
        case MapRefused(problem=no):
            return problem(422, "map", f"line {no.line}, column {no.column}: {no.message}", no.hint)
        case _:
            return _of_words(fault)


def _of_words(fault: Exception) -> ProblemDetails:
    code = next((code for kind, code in CODES.items() if isinstance(fault, kind)), "")
    if not code:
        return problem(
            500, "our-fault", "Something went wrong here; nothing was lost.", "Load the page again."
        )
    said = problem(422, code, getattr(fault, "message", str(fault)), getattr(fault, "hint", ""))
    return replace(said, column=getattr(fault, "column", 0))


def _code(name: str) -> str:
    """Return the name of a fault as a code: ``HeadMoved`` is ``head-moved``."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


def _detail(fault: HTTPException) -> str:
    """Return the parts of a request that do not fit, where they are known."""
    extra = fault.extra if isinstance(fault.extra, list) else []
    parts = [f"{one.get('key', '?')}: {one.get('message', '')}" for one in extra if isinstance(one, dict)]
    if parts:
        return "This does not fit: " + "; ".join(parts[:MOST_PARTS])
    return fault.detail if fault.status_code in SAYS_MORE and " " in fault.detail else ""


def on_fault(request: AnyRequest, fault: Exception) -> Response[bytes]:
    """Answer with a problem, as a page or as JSON, as the request wants it."""
    match fault:
        case ProblemError():
            told = fault.problem
        case RequestEntityTooLarge():
            most = (request.route_handler.resolve_request_max_body_size() or 0) // 1_000_000
            told = problem(413, "too-large", f"This is too large: at most {most} MB are taken here.")
        case _:
            told = problem_of(fault)
    if told.code == "our-fault":
        log.error("a fault of our own", exc_info=fault)
    as_json = problems.wants_json(request.url.path, request.headers.get("accept", ""))
    kind, body = problems.encoded(told, as_json=as_json)
    headers = {"www-authenticate": "Bearer"} if told.code == "not-entered" and as_json else {}
    return Response(body, status_code=told.status, media_type=kind, headers=headers)


ON_FAULT: ExceptionHandlersMap = {HTTPException: on_fault, Exception: on_fault}
