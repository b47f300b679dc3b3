"""Rule sets to be read: what each says, its rules one by one, its file; and a file looked through."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from turnkeeper.app.rulecheck import RulesChecked, checked
from turnkeeper.app.shelf.rule_files import RuleFile, rule_files, rule_set, text_of
from turnkeeper.rules.reading.schema import schema_text
from turnkeeper.views import rulesheet
from turnkeeper.views.rulesheet import Covered, HouseChoice, RuleSheet, RuleText, coverage
from turnkeeper.web.api.campaigns import Given
from turnkeeper.web.api.playing import At

TAGS = ["rules"]
LONGEST_FILE = 900_000

Which = Annotated[
    str,
    PathParameter(
        description="A rule set's id, or the name of a file beside the campaigns, such as `ours.toml`.",
        max_length=200,
    ),
]
Options = Annotated[
    tuple[Annotated[str, Meta(max_length=100)], ...],
    QueryParameter(description="An option of the rule set to switch on; can be said again.", max_items=50),
]


class RuleFileText(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of rules as text."""

    text: Annotated[str, Meta(max_length=LONGEST_FILE)]


@get("/rules/files", tags=TAGS, summary="Files of rules")
async def files(tables: Given) -> tuple[RuleFile, ...]:
    """Return the files of rules that lie beside the campaigns; one with problems cannot be played by."""
    return await asyncio.to_thread(rule_files, tables.folder)


@get("/rules/schema", tags=TAGS, summary="The schema of rule files")
async def schema() -> dict[str, object]:
    """Return the JSON Schema of rule files, for editors."""
    found: dict[str, object] = msgspec.json.decode(await asyncio.to_thread(schema_text))
    return found


@post("/rules/check", tags=TAGS, summary="Check a file of rules", status_code=200)
async def check(data: JSONBody[RuleFileText]) -> RulesChecked:
    """Look a file of rules through; every problem is told at once, with its place and its line.

    Nothing of it is kept.
    """
    found, _ = await asyncio.to_thread(checked, data.text, "rules.toml")
    return found


@get("/rules/{which:str}", tags=TAGS, summary="What a rule set says")
async def says(tables: Given, which: Which, option: Options = ()) -> RuleSheet:
    """Return what a rule set says, section by section, with the rules that each entry carries out."""
    rules = await asyncio.to_thread(rule_set, which, tables.folder, option)
    return rulesheet.sheet(rules)


@get("/rules/{which:str}/house", tags=TAGS, summary="What the house chose")
async def house(tables: Given, which: Which, option: Options = ()) -> list[HouseChoice]:
    """Return the house choices of a rule set where its sources are silent, with their reasons."""
    rules = await asyncio.to_thread(rule_set, which, tables.folder, option)
    return rulesheet.house(rules)


@get("/rules/{which:str}/coverage", tags=TAGS, summary="Rule by rule")
async def covered(tables: Given, which: Which, option: Options = ()) -> list[Covered]:
    """Return every rule of a set, and which entries, tests and playthroughs show it."""
    rules = await asyncio.to_thread(rule_set, which, tables.folder, option)
    return await asyncio.to_thread(coverage, rules)


@get("/rules/{which:str}/why/{rule:str}", tags=TAGS, summary="One rule")
async def why(
    tables: Given,
    which: Which,
    rule: Annotated[str, PathParameter(description="A rule's id, such as `G-LIGHT-2`.", max_length=60)],
    option: Options = (),
) -> RuleText:
    """Return one rule in our words: its origin, the reason of a house choice, its entries."""
    rules = await asyncio.to_thread(rule_set, which, tables.folder, option)
    return rulesheet.explain(rules, rule)


@get("/rules/{which:str}/file", tags=TAGS, summary="A rule set as its file", media_type="text/plain")
async def file(tables: Given, which: Which) -> Response[str]:
    """Return a rule set as it is written, to copy from."""
    text = await asyncio.to_thread(text_of, which, tables.folder)
    return Response(text, media_type="text/plain")


@get("/campaigns/{key:str}/rules", tags=TAGS, summary="What a campaign's rules say")
async def says_here(table: At) -> RuleSheet:
    """Return what the rules say by which a campaign is played."""
    return rulesheet.sheet(await table.run(lambda desk: desk.campaign.book.set))


@get("/campaigns/{key:str}/coverage", tags=TAGS, summary="A campaign's rules one by one")
async def covered_here(table: At) -> list[Covered]:
    """Return every rule by which a campaign is played, and what shows it."""
    rules = await table.run(lambda desk: desk.campaign.book.set)
    return await asyncio.to_thread(coverage, rules)


HANDLERS = (files, schema, check, says, house, covered, why, file, says_here, covered_here)
