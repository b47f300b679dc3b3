"""House rules of a campaign: a text that is checked, tried on the campaign so far, played on by."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from turnkeeper.app.rulecheck import Marked
from turnkeeper.app.session import Session
from turnkeeper.app.shelf.house_files import house_file
from turnkeeper.app.shelf.house_text import FILE, house_text
from turnkeeper.app.shelf.rehearsal import Differently, rehearsed
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import builtin_text, load_rules
from turnkeeper.views.house_differences import differences
from turnkeeper.web import acts
from turnkeeper.web.acts import PlacedCampaign
from turnkeeper.web.open_tables import OpenTable, OpenTables

TAGS = ["house rules"]
LONGEST_FILE = 900_000


class HouseFile(Struct, frozen=True):
    """The rules of a campaign as a house file: their changes to the rule set that they are built on."""

    id: str
    name: str
    house: str


class ChangedRule(Struct, frozen=True):
    """One thing that house rules change, in words, and the line that says so; 0 where none does."""

    path: str
    line: int
    says: str


class HouseChecked(Struct, frozen=True):
    """The check of a text of house rules: all its problems, and its changes to its base."""

    said: str
    problems: tuple[Marked, ...]
    changes: tuple[ChangedRule, ...]


class House(Struct, frozen=True, forbid_unknown_fields=True):
    """A house file as text."""

    house: Annotated[str, Meta(max_length=LONGEST_FILE)]


class PlayOnRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A house file to play on by; with ``instead``, in the place of the campaign as it was."""

    house: Annotated[str, Meta(max_length=LONGEST_FILE)]
    instead: bool = False


class Tried(Struct, frozen=True):
    """The differences in a campaign that was played again under other rules.

    ``different`` of all ``commands`` came out otherwise, the first of which are ``told``; ``thrown`` counts
    the throws that had to be made anew.
    """

    commands: int
    different: int
    thrown: int
    told: tuple[Differently, ...]


@get("/campaigns/{key:str}/house-rules", tags=TAGS, summary="The rules as a file")
async def house_rules(table: OpenTable) -> HouseFile:
    """Return the rules by which a campaign is played, as a house file."""
    return await house_of(table)


@post(
    "/house-rules/check",
    tags=TAGS,
    summary="Check house rules",
    status_code=200,
    sync_to_thread=True,
    scope="look",
)
def check(data: JSONBody[House]) -> HouseChecked:
    """Check a text of house rules: return all its problems and its changes, each with its line.

    Nothing of it is kept.
    """
    house = house_text(data.house)
    changed = [ChangedRule(one.path, one.line, str(one)) for one in differences(house)]
    return HouseChecked(house.found.said, house.found.problems, tuple(changed))


@post(
    "/campaigns/{key:str}/house-rules/try",
    tags=TAGS,
    summary="Try house rules",
    status_code=200,
    scope="look",
)
async def try_out(table: OpenTable, data: JSONBody[House]) -> Tried:
    """Play the campaign again under other rules, with the same faces; nothing is changed by it.

    All that is wrong with the file is told at once.
    """
    return await tried_on(table, await read(data.house))


@post("/campaigns/{key:str}/house-rules/play-on", tags=TAGS, summary="Play on by house rules")
async def play_on(table: OpenTable, tables: OpenTables, data: JSONBody[PlayOnRequest]) -> PlacedCampaign:
    """Go on under other rules, in a campaign of its own that was played again by them from the beginning."""
    return await acts.play_on(table, tables, await read(data.house), instead=data.instead)


# What the page of house rules does too


async def house_of(table: OpenTable) -> HouseFile:
    """Return the rules by which a campaign is played, as a house file."""
    rules = await table.run(lambda session: session.campaign.book.set)
    return HouseFile(rules.ruleset.id, rules.ruleset.name, await asyncio.to_thread(house_file, rules))


async def read(text: str) -> RuleSet:
    """Return the rules of a house file; raises `RulesFault` with all problems."""
    return await asyncio.to_thread(load_rules, text.replace("\r\n", "\n"), FILE, builtin_text)


async def tried_on(table: OpenTable, rules: RuleSet) -> Tried:
    """Play a campaign again under other rules; return the differences."""

    def tried(session: Session) -> Tried:
        found = rehearsed(session.campaign, rules)
        return Tried(found.commands, found.different, found.thrown, found.told)

    return await table.run(tried)
