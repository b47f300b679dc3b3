"""A campaign in memory or in a file, and its commands as they are said, for tests of the table."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tests.play.keeper import CALM, ByName
from turnkeeper.app import log, replay
from turnkeeper.app.campaign import Campaign, Recorded, blobs_of, facts_for, root_of
from turnkeeper.chance.drivers import TypedFaces
from turnkeeper.chance.throws import Driver
from turnkeeper.record.memory import MemoryStore
from turnkeeper.record.sqlite import SqliteStore
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.referee.facts import facts

GLOG = load_builtin("glog")
replay_text = partial(replay.replay_text, status=facts)
WISE = ByName({**CALM.faces, "wisdom of Varda": "5", "wisdom of Orlo": "15"})


def begun(seed: str = "5eed", rules: RuleSet = GLOG) -> Campaign:
    """Return a new campaign in memory."""
    store = MemoryStore.create(facts_for("Barrow", "c1", seed, rules), root_of(rules), blobs=blobs_of(rules))
    return Campaign(store)


def begun_at(path: Path, seed: str = "5eed") -> Campaign:
    """Return a new campaign in a file."""
    facts = facts_for("Barrow", "c1", seed, GLOG)
    return Campaign(SqliteStore.create(path, facts, root_of(GLOG), blobs=blobs_of(GLOG)))


def do(campaign: Campaign, said: str, *faces: str, dice: Driver | None = None) -> Recorded:
    """Carry a command out, with these faces and then the campaign's own dice."""
    driver = TypedFaces(faces, dice or campaign.seeded())
    done = campaign.do(campaign.parse(said), driver)
    assert isinstance(done, Recorded), f"{said}: {done}"
    return done


def lines(campaign: Campaign) -> list[str]:
    """Return the whole log as the terminal shows it."""
    return [str(line) for line in log.lines(campaign)]


DELVE = ("party Varda wisdom 12 hp 5/7; Orlo wisdom 9", "enter dungeon Barrow", "light torch for Orlo")


def delving(*said: str) -> Campaign:
    """Return a campaign whose party stands in a dungeon by the light of a torch."""
    campaign = begun()
    for one in (*DELVE, *said):
        do(campaign, one, dice=CALM)
    return campaign
