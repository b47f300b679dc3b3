"""Rule sets for reading: the entries of each, its house choices, and its rules one by one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, SkipValidation
from msgspec import Struct

from turnkeeper.app.rulecheck import checked, told
from turnkeeper.app.shelf.rule_files import rule_files, rule_set, text_of
from turnkeeper.rules import DEFAULT_GAME
from turnkeeper.rules.problems import RulesFault, UnknownNameError
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.rules.reading.schema import schema_text
from turnkeeper.views import rulesheet
from turnkeeper.views.choices import rule_choices
from turnkeeper.views.rulesheet import coverage
from turnkeeper.web import render
from turnkeeper.web.open_tables import OpenTable, OpenTables
from turnkeeper.web.render import download
from turnkeeper.web.requests import Asked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnkeeper.app.session import Session
    from turnkeeper.rules.model.ruleset import RuleSet
    from turnkeeper.views.rulesheet import RuleText

    View = Callable[[RuleSet], tuple[str, Mapping[str, object]]]
    """How a rule set is drawn: a template and its values."""

Given = NamedDependency[SkipValidation[OpenTables]]

LONGEST_ASKED = 60
TOML = "application/toml"


class RulesPlace(Struct, frozen=True):
    """Where a rule set is read: the base of its pages' addresses, and the query of each."""

    base: str
    query: str = ""


# All of them


@get("/rules")
async def rules(tables: Given, rule: str = "") -> Response[str]:
    """List the rule sets, and tell of one rule by its id."""
    return await asyncio.to_thread(_listed, tables, rule.strip()[:LONGEST_ASKED])


def _listed(tables: OpenTables, rule: str) -> Response[str]:
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


@get("/rules/schema.json")
async def schema() -> Response[bytes]:
    """Hand out the schema of rule files, for editors."""
    text = await asyncio.to_thread(schema_text)
    return download(text.encode(), "ruleset.schema.json", "application/schema+json")


# One of them


@get("/rules/{which:str}")
async def what_it_says(request: Asked, tables: Given, which: FromPath[str]) -> Response[str]:
    """Show the entries of a rule set."""
    return await asyncio.to_thread(_one, request, tables, which, _says)


@get("/rules/{which:str}/house")
async def what_the_house_chose(request: Asked, tables: Given, which: FromPath[str]) -> Response[str]:
    """Show the house choices of a rule set, with their reasons."""
    return await asyncio.to_thread(_one, request, tables, which, _house)


@get("/rules/{which:str}/coverage")
async def rule_by_rule(request: Asked, tables: Given, which: FromPath[str]) -> Response[str]:
    """Show the rules of a set one by one, and what each rests on."""
    return await asyncio.to_thread(_one, request, tables, which, _coverage)


@get("/rules/{which:str}/file")
async def file(tables: Given, which: FromPath[str]) -> Response[bytes]:
    """Hand out a rule set as its file."""
    try:
        text = await asyncio.to_thread(text_of, which, tables.folder)
    except UnknownNameError as fault:
        raise NotFoundException(str(fault)) from fault
    name = which if "." in which else f"{which}.toml"
    return download(text.encode(), name, TOML)


@get("/c/{key:str}/rules")
async def says_here(table: OpenTable) -> Response[str]:
    """Show the entries of a campaign's rules."""
    return await _here(table, _says)


@get("/c/{key:str}/rules/house")
async def house_here(table: OpenTable) -> Response[str]:
    """Show the house choices in the rules of a campaign."""
    return await _here(table, _house)


@get("/c/{key:str}/rules/coverage")
async def coverage_here(table: OpenTable) -> Response[str]:
    """Show the rules of a campaign one by one."""
    return await _here(table, _coverage)


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


def _one(request: Asked, tables: OpenTables, which: str, view: View) -> Response[str]:
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


def _faulty(tables: OpenTables, which: str) -> Response[str]:
    """Show the problems of a file beside the campaigns."""
    try:
        text = text_of(which, tables.folder)
    except RulesFault as fault:
        found = told(which, "", fault.problems)
    else:
        found, _ = checked(text, which)
    return render.page("rule_file.html", {"found": found})


async def _here(table: OpenTable, view: View) -> Response[str]:
    def kept(session: Session) -> tuple[RuleSet, str]:
        return session.campaign.book.set, session.campaign.store.facts.name

    rules, name = await table.run(kept)
    place, values = RulesPlace(f"/c/{table.key}/rules"), {"key": table.key, "campaign": name, "which": ""}
    return await asyncio.to_thread(_drawn, rules, view, place, values)


def _drawn(rules: RuleSet, view: View, place: RulesPlace, values: Mapping[str, object]) -> Response[str]:
    template, more = view(rules)
    return render.page(template, {**values, **more, "place": place, "sheet": rulesheet.sheet(rules)})


HANDLERS = (
    rules, schema, what_it_says, what_the_house_chose, rule_by_rule, file,
    says_here, house_here, coverage_here,
)  # fmt: skip
