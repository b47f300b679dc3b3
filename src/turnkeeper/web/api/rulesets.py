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
from turnkeeper.web.open_tables import OpenTable, OpenTables

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


@get("/rules/files", tags=TAGS, summary="Files of rules", sync_to_thread=True)
def files(tables: OpenTables) -> tuple[RuleFile, ...]:
    """Return the files of rules that lie beside the campaigns; one with problems cannot be played by."""
    return rule_files(tables.folder)


@get("/rules/schema", tags=TAGS, summary="The schema of rule files", sync_to_thread=True)
def schema() -> dict[str, object]:
    """Return the JSON Schema of rule files, for editors."""
    found: dict[str, object] = msgspec.json.decode(schema_text())
    return found


@post(
    "/rules/check",
    tags=TAGS,
    summary="Check a file of rules",
    status_code=200,
    sync_to_thread=True,
    scope="look",
)
def check(data: JSONBody[RuleFileText]) -> RulesChecked:
    """Look a file of rules through; every problem is told at once, with its place and its line.

    Nothing of it is kept.
    """
    return checked(data.text, "rules.toml")[0]


@get("/rules/{which:str}", tags=TAGS, summary="What a rule set says", sync_to_thread=True)
def says(tables: OpenTables, which: Which, option: Options = ()) -> RuleSheet:
    """Return a rule set, section by section, with the rules that each entry carries out."""
    return rulesheet.sheet(rule_set(which, tables.folder, option))


@get("/rules/{which:str}/house", tags=TAGS, summary="What the house chose", sync_to_thread=True)
def house(tables: OpenTables, which: Which, option: Options = ()) -> list[HouseChoice]:
    """Return the house choices of a rule set where its sources are silent, with their reasons."""
    return rulesheet.house(rule_set(which, tables.folder, option))


@get("/rules/{which:str}/coverage", tags=TAGS, summary="Rule by rule", sync_to_thread=True)
def covered(tables: OpenTables, which: Which, option: Options = ()) -> list[Covered]:
    """Return every rule of a set, and which entries, tests and playthroughs show it."""
    return coverage(rule_set(which, tables.folder, option))


@get("/rules/{which:str}/why/{rule:str}", tags=TAGS, summary="One rule", sync_to_thread=True)
def why(
    tables: OpenTables,
    which: Which,
    rule: Annotated[str, PathParameter(description="A rule's id, such as `G-LIGHT-2`.", max_length=60)],
    option: Options = (),
) -> RuleText:
    """Return one rule in our words: its origin, the reason of a house choice, its entries."""
    return rulesheet.explain(rule_set(which, tables.folder, option), rule)


@get(
    "/rules/{which:str}/file",
    tags=TAGS,
    summary="A rule set as its file",
    media_type="text/plain",
    sync_to_thread=True,
)
def file(tables: OpenTables, which: Which) -> Response[str]:
    """Return a rule set as it is written, to copy from."""
    return Response(text_of(which, tables.folder), media_type="text/plain")


@get("/campaigns/{key:str}/rules", tags=TAGS, summary="What a campaign's rules say")
async def says_here(table: OpenTable) -> RuleSheet:
    """Return the rules by which a campaign is played."""
    return rulesheet.sheet(await table.run(lambda session: session.campaign.book.set))


@get("/campaigns/{key:str}/coverage", tags=TAGS, summary="A campaign's rules one by one")
async def covered_here(table: OpenTable) -> list[Covered]:
    """Return every rule by which a campaign is played, and what shows it."""
    rules = await table.run(lambda session: session.campaign.book.set)
    return await asyncio.to_thread(coverage, rules)
