"""Sessions full of secrets for tests of what players get: what is played, and what must not be found in it.

Every secret that has a name holds `MARK`, which nothing else does. The others are looked for by what they
are: dice, ids, lines of the referee's log.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import strategies as st

from tests.play.strategies import steps
from turnkeeper.app import sharing
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import create, in_memory
from turnkeeper.app.maps import atlas, using
from turnkeeper.app.shelf.folder import KEY_LENGTH
from turnkeeper.chance.drivers import TypedFaces
from turnkeeper.hexes import name_of
from turnkeeper.play.fight import rounds
from turnkeeper.play.fight.able import now_up
from turnkeeper.play.journey.travel import HexEntered
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.play.registry import EVENT_KINDS, tell
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import builtin_text, load_rules
from turnkeeper.views.maps.sheets import known_to_players, searched
from turnkeeper.views.players import told as players_log

MARK = "zq"
SETS = ("glog", "dungeon-game", "cresthaven", "quest-of-destiny")
SEED = "zqseed"
ODD_POINTS = 7_919
DICE = re.compile(r"\b\d{0,2}d\d{1,3}\b|\d+d\d+ = ")
_TAGS_AND_IDS = re.compile(r"<[^>]*>|^id: .*$", re.MULTILINE)
SHORTEST = 12
"""A line of the referee's log that is shorter may stand in a sentence by chance."""

MAP = """\
0101 grass village "Alder" zqword
0102 grass "Kell zqlabel"
0103 grass "Ling zqlabel"
0104 hills "Fen zqlabel"
0201 hills
0202 woods "Hollin zqlabel"
0203 swamp
0204 sea
#: 0101 hidden zqstair: zqwet
#: 0101 note zqbribes
#: 0202 overt zqthorn: zqbare
#: 0203 hidden zqbarrow: zqgold
0101-0102-0103 road "zqroad"
0202-0203 river "zqriver"
"""
HEXES = ("0101", "0102", "0103", "0104", "0201", "0202", "0203")

TABLE = """
[tables.zqtable]
dice = "1d6"
rule = { id = "G-ENC-2", origin = "house", why = "It is met in this test alone." }
entries = [
  { on = "1-3", name = "zqghouls", text = "zqpale" },
  { on = "4-6", name = "zqwights", text = "zqcold" },
]
"""

secrets = st.sampled_from(
    (
        "secret note zqnote",
        "write Varda as notes zqsheet",
        "note zqtable note",
        "rule zqruling",
        "hide zqkey",
        "hide zqlever well behind zqstatue",
        "next encounter is zqowlbear",
        "meet zqtroll",
        "use table zqtable for encounters",
        "timer zqritual 3 turns",
        "timer zqcurse for Varda",
        "remind zqbell every 1 h",
        "mark 0102 as zqguarded",
        f"foes zqassassins 2 hp {ODD_POINTS}",
        f"foes zqwolves 2 hp {ODD_POINTS} weapon zqfang recovery 4",
        "timer zqstun 2 rounds for goblin 1",
        "effect zqdread on Varda until their next turn",
        "write Bram as notes zqtraitor",
        f'creature zqkind number 2 hp {ODD_POINTS} weapon "zqclub" note "zqsting"',
        "foes zqkind 1d4",
        "meet 2 zqshades hp 1d8-1",
        "foes zqbats 1d4 hp 1d4+7918 met as something",
        "chance 6 in 6",
        "reaction",
        "light torch for zqspy",
        "stock 7919 oil",
        "tide +1",
        "treacherous country",
        "no landmark in sight",
    )
)
outdoors = st.one_of(
    st.sampled_from(HEXES).map("stand at {}".format),
    st.sampled_from(HEXES).map("believe {}".format),
    st.sampled_from(HEXES).map("travel to {}".format),
    st.sampled_from(("travel south", "travel north-east", "search hex", "look out", "find out", "resume")),
)
fights = st.sampled_from(
    (
        "foes goblins 3 hp 4",
        "fight",
        "round",
        "done",
        "done Varda",
        "act dagger",
        "kill 1 goblins",
        "flee 1 goblins",
        "morale goblins",
        "morale Bram",
        "end fight",
        "count",
        "delay",
    )
)
open_ = st.sampled_from(
    ("hand out letter saying Come alone.", "take back handout letter", "weather storm", "undo", "camp")
)
sessions = st.lists(st.one_of(secrets, steps, outdoors, fights, open_), min_size=5, max_size=30)
showing = st.builds(
    sharing.Shown,
    time=st.sampled_from(("exact", "part", "day", "nothing")),
    weather=st.booleans(),
    numbers=st.booleans(),
    map=st.booleans(),
    light=st.booleans(),
    low=st.integers(0, 1000),
)


@cache
def rules_of(base: str) -> RuleSet:
    """Return a built-in rule set with one table more, of which players know nothing."""
    rule = next(iter(load_rules(builtin_text(base) or "", f"{base}.toml", builtin_text).register))
    head = f'[ruleset]\nid = "secretive"\nname = "Secretive"\nextends = "{base}"\n'
    return load_rules(head + TABLE.replace("G-ENC-2", rule), "secretive.toml", builtin_text)


def played(base: str, said: list[str], folder: Path | None = None) -> Campaign:
    """Play a session, in a folder or in memory; what the rules refuse is passed over, as at any table."""
    if folder is None:
        campaign = in_memory("Barrow", rules_of(base), seed=SEED)
    else:
        _, campaign = create(str(folder / "Barrow"), rules_of(base), seed=SEED)
    brought, _ = atlas.map_from("zqland", MAP, "land.txt")
    using.use(campaign, brought)
    begun = ("party Varda hp 5/7; Orlo hp 3/3", "hire Bram morale 7", "leave for wilderness", "stand at 0101")
    for one in (*begun, *said):
        _do(campaign, one)
    return campaign


def _do(campaign: Campaign, said: str) -> None:
    if said == "undo":
        campaign.undo()
        return
    try:
        command = campaign.parse(said)
    except SpeechError:
        return
    campaign.do(command, TypedFaces((), campaign.seeded()))


def leaks(data: bytes, campaign: Campaign) -> list[str]:
    """Return the secrets of the campaign that stand in bytes that a player got."""
    text = data.decode()
    plain = text
    for known in known_names(campaign):
        plain = plain.replace(known, "")
    found: list[str] = re.findall(rf"\w*{MARK}\w*", plain)
    found += DICE.findall(_TAGS_AND_IDS.sub(" ", plain))
    # As a word of its own: in an id or a mark these digits may stand by chance.
    found += re.findall(rf"\b{ODD_POINTS}\b", plain)
    found += [one for one in ids_of(campaign) if one in text]
    found += [line for line in lines_of_the_referee(campaign) if line in plain]
    return found


def known_names(campaign: Campaign) -> list[str]:
    """Return the names with the mark that players came to know: of hexes, landmarks, foes that acted."""
    state = campaign.state
    land = campaign.book.land(state.map.digest)
    explored, afar = known_to_players(land, state.journey)
    tiles = [tile for tile in land.tiles if tile.place in explored]
    overt = [tile for tile in land.tiles if tile.place in explored | afar]
    names = [label.text for tile in tiles for label in tile.labels]
    names += [mark.name for tile in overt for mark in tile.landmarks if not mark.hidden]
    names += [mark.text for tile in overt for mark in tile.landmarks if not mark.hidden]
    found = searched(state.journey) & explored
    names += [
        said
        for tile in tiles
        if tile.place in found
        for mark in tile.landmarks
        for said in (mark.name, mark.text)
    ]
    # Out of a hex that one explored one sees the roads and rivers, and hears what they are called.
    names += [way.name for way in land.ways if explored & set(way.hexes)]
    names += _who_acted(campaign)
    return sorted(names, key=len, reverse=True)


def _who_acted(campaign: Campaign) -> list[str]:
    """Return the sides that did something which everybody sees, or whose turn it is."""
    state = campaign.state
    sides = [one.name for one in state.sides if MARK in one.name]
    seen = [
        repr(event)
        for _, events in campaign.lineage()
        for event in events
        if type(event).__name__ in {"HasActed", "Activated", "SomeFell", "SomeFled", "FoeHurt", "RoundBegan"}
    ]
    current = rounds.now(state) if state.count is None else None
    up = {one.side for one in now_up(state)} if state.count is not None else set[str]()
    up |= set(current.who) if current is not None else set()
    return [name for name in sides if name in up or any(name in one for one in seen)]


def ids_of(campaign: Campaign) -> list[str]:
    """Return the ids of commits and of the campaign, and the digest of its map."""
    facts = campaign.store.facts
    commits = [commit.id for commit, _ in campaign.lineage()]
    return [*commits, facts.campaign[:KEY_LENGTH], facts.rules_digest, campaign.state.map.digest[:KEY_LENGTH]]


def lines_of_the_referee(campaign: Campaign) -> list[str]:
    """Return the lines of the log that only the referee may read."""
    return [
        line
        for _, events in campaign.lineage()
        for event in events
        if event.seen_by == "referee" and not isinstance(event, HexEntered)
        if len(line := tell(event, campaign.book)) >= SHORTEST
    ]


def true_place(campaign: Campaign) -> str:
    """Return the number of the hex where the party is, if it believes to be elsewhere; else nothing."""
    journey = campaign.state.journey
    return name_of(journey.where) if journey.astray and journey.where is not None else ""


def tell_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a leak: players are told every line of the referee's log."""
    monkeypatch.setattr(
        players_log, "SENTENCES", dict.fromkeys(EVENT_KINDS, lambda event, scene: tell(event, scene.book))
    )
    monkeypatch.setattr(players_log, "TOLD_ANYHOW", frozenset(EVENT_KINDS))
    players_log._KEPT.clear()


def encoded(view: object) -> bytes:
    """Return a view as bytes."""
    return msgspec.json.encode(view)
