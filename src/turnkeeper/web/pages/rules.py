"""Rule sets for reading: the entries of each, its house choices, its rules one by one; and a file checked.

A file that is checked is held in memory, reported on, and forgotten.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from msgspec import Struct

from turnkeeper.app.rulecheck import checked, checked_bytes, name_of, told
from turnkeeper.app.session import Session
from turnkeeper.app.shelf.rule_files import rule_files, rule_set, text_of
from turnkeeper.rules import DEFAULT_GAME
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import RulesFault, UnknownNameError
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.rules.reading.schema import schema_text
from turnkeeper.views import rulesheet
from turnkeeper.views.choices import rule_choices
from turnkeeper.views.rulesheet import RuleText, coverage
from turnkeeper.web import render
from turnkeeper.web.open_tables import OpenTable, OpenTables
from turnkeeper.web.render import download
from turnkeeper.web.requests import Asked, typed, uploaded

if TYPE_CHECKING:
    from litestar.handlers import HTTPRouteHandler

View = Callable[[RuleSet], tuple[str, Mapping[str, object]]]
"""How a rule set is drawn: a template and its values."""

LONGEST_ASKED = 60
UNNAMED = "rules.toml"
"""The name of a text that came without a file."""
TOML = "application/toml"


class RulesPlace(Struct, frozen=True):
    """Where a rule set is read: the base of its pages' addresses, and the query of each."""

    base: str
    query: str = ""


# All of them


@get("/rules", sync_to_thread=True)
def rules(tables: OpenTables, rule: str = "") -> Response[str]:
    """List the rule sets, and tell of one rule by its id."""
    rule = rule.strip()[:LONGEST_ASKED]
    counts = {one.id: one for one in rulesheet.listed()}
    game = rulesheet.game_of(rule, DEFAULT_GAME) if rule else DEFAULT_GAME
    told, fault = _looked_up(game, rule)
    values = {
        "choices": [(one, counts[one.id]) for one in rule_choices()],
        "files": rule_files(tables.folder),
        "wanted": rule,
        "told": told,
        "fault": fault,
        "game": game,
    }
    return render.page("rules.html", values, 404 if fault is not None else 200)


def _looked_up(game: str, rule: str) -> tuple[RuleText | None, UnknownNameError | None]:
    if not rule:
        return None, None
    try:
        return rulesheet.explain(load_builtin(game), rule), None
    except UnknownNameError as fault:
        return None, fault


@get("/rules/schema.json", sync_to_thread=True)
def schema() -> Response[bytes]:
    """Hand out the schema of rule files, for editors."""
    return download(schema_text().encode(), "ruleset.schema.json", "application/schema+json")


# A file of rules: its problems, their places, and what would mend them


@get("/rules/check")
async def form() -> Response[str]:
    """Show where a file of rules is handed in."""
    return render.page("rule_check.html", {"text": "", "found": None, "sheet": None})


@post("/rules/check", status_code=200)
async def look_through(request: Asked) -> Response[str]:
    """Look a file of rules through, or a text in its place."""
    (data, name), text = await uploaded(request), await typed(request, "text")
    return await asyncio.to_thread(_looked, text, data, name_of(name, UNNAMED))


def _looked(text: str, data: bytes, name: str) -> Response[str]:
    found, rules = None, None
    if data:
        found, text, rules = checked_bytes(data, name)
    elif text.strip():
        found, rules = checked(text, UNNAMED)
    sheet = None if rules is None else rulesheet.sheet(rules)
    wrong = found is not None and found.problems
    return render.page(
        "rule_check.html", {"text": text, "found": found, "sheet": sheet}, 422 if wrong else 200
    )


# One of them


@get("/rules/{which:str}/file", sync_to_thread=True)
def file(tables: OpenTables, which: FromPath[str]) -> Response[bytes]:
    """Hand out a rule set as its file."""
    try:
        text = text_of(which, tables.folder)
    except UnknownNameError as fault:
        raise NotFoundException(str(fault)) from fault
    name = which if "." in which else f"{which}.toml"
    return download(text.encode(), name, TOML)


def _says(_rules: RuleSet) -> tuple[str, Mapping[str, object]]:
    return "rule_set.html", {"tab": "says"}


def _house(rules: RuleSet) -> tuple[str, Mapping[str, object]]:
    return "rule_house.html", {"tab": "house", "chosen": rulesheet.house(rules)}


def _coverage(rules: RuleSet) -> tuple[str, Mapping[str, object]]:
    found = coverage(rules)
    values = {
        "tab": "coverage",
        "covered": found,
        "lacking": [one for one in found if one.missing],
        "engine": rulesheet.BY_ENGINE,
    }
    return "rule_coverage.html", values


def _pages(end: str, view: View) -> tuple[HTTPRouteHandler, HTTPRouteHandler]:
    """Return the pages that show a rule set, and the rules of a campaign, in one way."""

    @get(f"/rules/{{which:str}}{end}", sync_to_thread=True)
    def of_a_set(request: Asked, tables: OpenTables, which: FromPath[str]) -> Response[str]:
        options = tuple(dict.fromkeys(request.query_params.getall("option", [])))
        try:
            rules = rule_set(which, tables.folder, options)
        except RulesFault:
            return _faulty(tables, which)
        except UnknownNameError as fault:
            raise NotFoundException(str(fault)) from fault
        query = urlencode([("option", option) for option in options])
        place = RulesPlace(f"/rules/{quote(which, safe='')}", f"?{query}" if query else "")
        return _drawn(rules, view, place, {"which": which, "options_on": options})

    @get(f"/c/{{key:str}}/rules{end}")
    async def of_a_campaign(table: OpenTable) -> Response[str]:
        def kept(session: Session) -> tuple[RuleSet, str]:
            return session.campaign.book.set, session.campaign.store.facts.name

        rules, name = await table.run(kept)
        values = {"key": table.key, "campaign": name, "which": ""}
        return await asyncio.to_thread(_drawn, rules, view, RulesPlace(f"/c/{table.key}/rules"), values)

    return of_a_set, of_a_campaign


def _faulty(tables: OpenTables, which: str) -> Response[str]:
    """Show the problems of a file beside the campaigns."""
    try:
        text = text_of(which, tables.folder)
    except RulesFault as fault:
        found = told(which, "", fault.problems)
    else:
        found, _ = checked(text, which)
    return render.page("rule_file.html", {"found": found})


def _drawn(rules: RuleSet, view: View, place: RulesPlace, values: Mapping[str, object]) -> Response[str]:
    template, more = view(rules)
    return render.page(template, {**values, **more, "place": place, "sheet": rulesheet.sheet(rules)})


says_of_a_set, says_of_a_campaign = _pages("", _says)
house_of_a_set, house_of_a_campaign = _pages("/house", _house)
coverage_of_a_set, coverage_of_a_campaign = _pages("/coverage", _coverage)
