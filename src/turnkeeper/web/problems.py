"""Problems (RFC 9457), as JSON for programs and as a page for people.

The page needs no template: it is used before any page can be drawn, and when drawing failed.
"""

from __future__ import annotations

from html import escape
from http import HTTPStatus
from typing import NoReturn, TypeVar

import msgspec
from msgspec import Struct

from turnkeeper.app.shelf.folder import WrongField
from turnkeeper.play.kernel.event import WantedFigure

PROBLEM_JSON = "application/problem+json"
HTML = "text/html"
API = "/api"
Found = TypeVar("Found")


class ProblemDetails(Struct, frozen=True, omit_defaults=True):
    """A problem as RFC 9457 describes it, in words for people too.

    A refusal that more would help has the figures that it ``wants`` written down (`rule wisdom of Varda 10`),
    and the ``fields`` of the command that it wants said.

    ``code`` is stable and says what happened, ``detail`` says it in a sentence, ``hint`` what would work,
    ``column`` (from 1) where in the text. Where the campaign had moved on, ``head`` is the commit at which it
    stands and ``since`` the last command done. For a form, ``wrong`` has all its faults.
    """

    status: int
    title: str
    code: str
    detail: str
    type: str = "about:blank"
    hint: str = ""
    column: int = 0
    head: str = ""
    since: str = ""
    wrong: tuple[WrongField, ...] = ()
    wants: tuple[WantedFigure, ...] = ()
    fields: tuple[str, ...] = ()


def problem(status: int, code: str, detail: str, hint: str = "") -> ProblemDetails:
    """Return a problem of an HTTP status."""
    return ProblemDetails(status, HTTPStatus(status).phrase, code, detail, hint=hint)


class ProblemError(Exception):
    """A problem to be answered with."""

    def __init__(self, problem: ProblemDetails) -> None:
        """Keep the problem."""
        super().__init__(problem.detail)
        self.problem = problem


def refuse(status: int, code: str, detail: str, hint: str = "") -> NoReturn:
    """Raise a problem of an HTTP status."""
    raise ProblemError(problem(status, code, detail, hint))


def require(found: Found | None, code: str, detail: str, hint: str = "") -> Found:
    """Return the value that was found; raises a problem (404) where there is none."""
    if found is None:
        refuse(404, code, detail, hint)
    return found


def wants_json(path: str, accept: str) -> bool:
    """Return whether a program asks: it calls the API, or prefers JSON to a page."""
    if path == API or path.startswith(API + "/"):
        return True
    return "json" in accept and "text/html" not in accept


def encoded(found: ProblemDetails, *, as_json: bool) -> tuple[str, bytes]:
    """Return a problem's media type and bytes."""
    if as_json:
        return PROBLEM_JSON, msgspec.json.encode(found)
    hint = f"<p>{escape(found.hint)}</p>" if found.hint else ""
    return HTML, _PAGE.format(title=escape(found.detail), hint=hint).encode()


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} &#183; Turnkeeper</title>
<link rel="stylesheet" href="/static/screen.css">
<link rel="icon" href="/static/flame.svg" type="image/svg+xml">
</head>
<body class="refused-page">
<main id="main">
<h1>{title}</h1>
{hint}
<p><a href="/">To the campaigns</a></p>
</main>
</body>
</html>
"""
