"""A checked file of rules: its problems, their places, and what would mend them.

The file is held in memory, reported on, and forgotten.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from msgspec import Struct

from turnkeeper.app.rulecheck import checked, checked_bytes, name_of
from turnkeeper.views import rulesheet
from turnkeeper.web import render
from turnkeeper.web.requests import Asked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnkeeper.app.rulecheck import RulesChecked
    from turnkeeper.views.rulesheet import RuleSheet

UNNAMED = "rules.toml"
"""The name of a text that came without a file."""


class CheckedFile(Struct, frozen=True):
    """A submitted file and the outcome of its check; for rules that hold, also their sheet."""

    text: str = ""
    found: RulesChecked | None = None
    sheet: RuleSheet | None = None


@get("/rules/check")
async def form() -> Response[str]:
    """Show where a file of rules is handed in."""
    return _page(CheckedFile())


@post("/rules/check", status_code=200)
async def look_through(request: Asked) -> Response[str]:
    """Look a file of rules through, or a text in its place."""
    form = await request.form()
    given = form.get("file")
    data = await given.read() if isinstance(given, UploadFile) else b""
    name = given.filename if isinstance(given, UploadFile) else ""
    return _page(await asyncio.to_thread(_looked, form, data, name))


def _looked(form: Mapping[str, object], data: bytes, name: str) -> CheckedFile:
    text = str(form.get("text", "")).replace("\r\n", "\n")
    if data:
        found, text, rules = checked_bytes(data, name_of(name, UNNAMED))
    elif text.strip():
        found, rules = checked(text, UNNAMED)
    else:
        return CheckedFile(text)
    return CheckedFile(text, found, rulesheet.sheet(rules) if rules is not None else None)


def _page(looked: CheckedFile) -> Response[str]:
    wrong = looked.found is not None and looked.found.problems
    return render.page("rule_check.html", {"looked": looked, "found": looked.found}, 422 if wrong else 200)


HANDLERS = (form, look_through)
