"""How the API answers: outcomes as they are, and each refusal as a problem (RFC 9457)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NoReturn, assert_never

from msgspec.structs import replace

from turnkeeper.app.outcomes import (
    CommandDone,
    MovedTo,
    NotUnderstood,
    Outcome,
    QuestionAnswered,
    Stale,
    ThrowWanted,
    WrongFaces,
)
from turnkeeper.app.shelf.folder import WrongField
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.web.problems import ProblemError, problem

DONE = CommandDone | MovedTo | ThrowWanted | QuestionAnswered
"""An outcome that is no refusal: done, the head moved, a throw is waited for, or a question answered."""

DESCRIPTIONS: Mapping[int, str] = {
    400: "The request does not fit its description.",
    401: "No token, or one that was revoked.",
    403: "It came from a page of another site.",
    404: "There is no such campaign, commit or link here.",
    409: "Another was quicker, or what is asked for is there already; nothing was done.",
    413: "The body is too large.",
    422: "The rules say no, or the words are not understood; `hint` says what would work.",
    500: "A fault of the server's own.",
    503: "The campaign is busy in another program; nothing was done.",
}
ALWAYS = (400, 401, 403, 404, 413, 500)


def statuses(path: str, method: str) -> tuple[int, ...]:
    """Return the problems that an operation may answer with.

    >>> statuses("/api/dice/odds", "get"), statuses("/api/campaigns/{key}/say", "post")
    ((400, 401, 403, 404, 413, 500, 422), (400, 401, 403, 404, 413, 500, 422, 409, 503))
    """
    changes = (409,) if method != "get" else ()
    return (*ALWAYS, 422, *changes, *((503,) if "{key}" in path else ()))


def to_response(outcome: Outcome) -> DONE:
    """Return the outcome of a command; raises a refusal as a problem."""
    match outcome:
        case CommandDone() | MovedTo() | ThrowWanted() | QuestionAnswered():
            return outcome
        case _:
            return refuse_outcome(outcome)


def refuse_outcome(outcome: NotUnderstood | WrongFaces | Refusal | Stale) -> NoReturn:
    """Raise an outcome that is a refusal as a problem."""
    match outcome:
        case NotUnderstood(code=code, message=message, hint=hint, column=column):
            raise ProblemError(replace(problem(422, code, message, hint), column=column))
        case Stale(head=head, since=since, message=message):
            raise ProblemError(replace(problem(409, "stale", message), head=head, since=since))
        case WrongFaces():
            raise ProblemError(problem(422, outcome.code, outcome.message, outcome.hint))
        case Refusal():
            told = problem(422, outcome.code, outcome.message, outcome.hint)
            raise ProblemError(replace(told, wants=outcome.wants, fields=outcome.fields))
        case _:
            assert_never(outcome)


def refuse_form(slips: Iterable[WrongField]) -> NoReturn:
    """Raise all that is wrong with a form as one problem."""
    all_wrong = tuple(slips)
    first = all_wrong[0]
    raise ProblemError(replace(problem(422, "does-not-fit", first.message, first.hint), wrong=all_wrong))
