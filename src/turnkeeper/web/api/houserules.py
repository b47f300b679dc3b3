"""House rules of a campaign: written as a file, looked through, tried on what was played, played on by."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from turnkeeper.app.session import Session
from turnkeeper.app.shelf.folder import KEY_LENGTH
from turnkeeper.app.shelf.house_files import house_file
from turnkeeper.app.shelf.playing_on import kept_beside, taken_over
from turnkeeper.app.shelf.rehearsal import Differently, rehearsed
from turnkeeper.record import StoreBusy
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import builtin_text, load_rules
from turnkeeper.web.acts import PlacedCampaign
from turnkeeper.web.api.campaigns import Given
from turnkeeper.web.api.playing import At
from turnkeeper.web.api.telling import noes

TAGS = ["house rules"]
LONGEST_FILE = 900_000
NAME = "house rules.toml"


class HouseFile(Struct, frozen=True):
    """The rules of a campaign as a house file: what they change of the rule set that they are built on."""

    id: str
    name: str
    house: str


class House(Struct, frozen=True, forbid_unknown_fields=True):
    """A house file as text."""

    house: Annotated[str, Meta(max_length=LONGEST_FILE)]


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """A house file to play on by; with ``instead``, in the place of the campaign as it was."""

    house: Annotated[str, Meta(max_length=LONGEST_FILE)]
    instead: bool = False


class Tried(Struct, frozen=True):
    """What came out differently when a campaign was played again under other rules.

    Of ``commands`` so many came out ``different``, of which the first are ``told``; ``thrown`` counts the
    throws that had to be made anew.
    """

    commands: int
    different: int
    thrown: int
    told: tuple[Differently, ...]


async def _read(text: str) -> RuleSet:
    """Return the rules of a house file; raises `RulesFault` with all that is wrong."""
    return await asyncio.to_thread(load_rules, text, NAME, builtin_text)


@get("/campaigns/{key:str}/house-rules", tags=TAGS, summary="The rules as a file", responses=noes(422, 503))
async def house_rules(table: At) -> HouseFile:
    """Return the rules by which a campaign is played, as a house file."""
    rules = await table.run(lambda session: session.campaign.book.set)
    return HouseFile(rules.ruleset.id, rules.ruleset.name, await asyncio.to_thread(house_file, rules))


@post(
    "/campaigns/{key:str}/house-rules/try",
    tags=TAGS,
    summary="Try house rules",
    status_code=200,
    responses=noes(422, 503),
)
async def try_out(table: At, data: JSONBody[House]) -> Tried:
    """Play the campaign again under other rules, with the same faces; nothing is changed by it.

    All that is wrong with the file is told at once.
    """
    rules = await _read(data.house)

    def tried(session: Session) -> Tried:
        found = rehearsed(session.campaign, rules)
        return Tried(found.commands, found.different, found.thrown, found.told)

    return await table.run(tried)


@post(
    "/campaigns/{key:str}/house-rules/play-on",
    tags=TAGS,
    summary="Play on by house rules",
    responses=noes(409, 422, 503),
)
async def play_on(table: At, tables: Given, data: JSONBody[PlayOn]) -> PlacedCampaign:
    """Go on under other rules, in a campaign of its own that was played again by them from the beginning."""
    rules, old = await _read(data.house), table.path

    def keep(session: Session) -> tuple[str, Path, str]:
        new, new_id = kept_beside(tables.shelf, session.campaign, old, rules)
        return session.campaign.store.facts.name, new, new_id[:KEY_LENGTH]

    name, new, key = await table.run(keep)
    if not data.instead:
        return PlacedCampaign(key, new.stem)
    await tables.close(table.key)
    with suppress(StoreBusy):
        await asyncio.to_thread(taken_over, tables.shelf, old, new, name)
        return PlacedCampaign(key, name)
    return PlacedCampaign(key, new.stem, f"{name} is open in another program, so both are listed.")


HANDLERS = (house_rules, try_out, play_on)
