"""How the API tells what came of a request: values as they are, and each no as a problem (RFC 9457)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NoReturn

from litestar.openapi import ResponseSpec
from msgspec.structs import replace

from turnkeeper.app.outcomes import (
    CommandDone,
    MovedTo,
    NotUnderstood,
    Outcome,
    Stale,
    ThrowWanted,
)
from turnkeeper.app.shelf.folder import Slip
from turnkeeper.web.problems import PROBLEM_JSON, ProblemDetails, ProblemError, WrongField, problem, refuse

__all__ = ["came_of", "noes", "refuse", "wrong"]

DONE = CommandDone | MovedTo | ThrowWanted
"""What is not a no: it was done, the head moved, or a throw is waited for."""

MEANS: Mapping[int, str] = {
    400: "The request does not fit its description.",
    401: "No token, or one that holds no more.",
    403: "It came from a page of another site.",
    404: "There is no such campaign, commit or link here.",
    409: "Somebody was quicker, or what is asked for is there already; nothing was done.",
    413: "The body is too large.",
    422: "The rules say no, or the words are not understood; `hint` says what would work.",
    500: "A fault of the server's own.",
    503: "The campaign is busy in another program; nothing was done.",
}
ALWAYS = (400, 401, 403, 404, 413, 500)


def noes(*more: int) -> dict[int, ResponseSpec]:
    """Return how a handler's noes are described: those that every handler has, and its own."""
    return {
        status: ResponseSpec(
            ProblemDetails, generate_examples=False, description=MEANS[status], media_type=PROBLEM_JSON
        )
        for status in (*ALWAYS, *more)
    }


def came_of(outcome: Outcome) -> DONE:
    """Return what came of a command; a no is raised."""
    match outcome:
        case CommandDone() | MovedTo() | ThrowWanted():
            return outcome
        case NotUnderstood(code=code, message=message, hint=hint, column=column):
            raise ProblemError(replace(problem(422, code, message, hint), column=column))
        case Stale(head=head, since=since, message=message):
            raise ProblemError(replace(problem(409, "stale", message), head=head, since=since))
        case _:
            raise ProblemError(problem(422, outcome.code, outcome.message, outcome.hint))


def wrong(slips: Iterable[Slip]) -> NoReturn:
    """Say all that is wrong with what was filled in."""
    all_wrong = tuple(WrongField(one.field, one.message, one.hint, one.line, one.column) for one in slips)
    first = all_wrong[0]
    raise ProblemError(replace(problem(422, "does-not-fit", first.message, first.hint), wrong=all_wrong))
