"""A count in the record: undo, redo, replay and a reader that opens the campaign anew agree on every turn."""

from __future__ import annotations

from pathlib import Path

from tests.app.campaigns import begun, do, replay_text
from turnkeeper.app import codec
from turnkeeper.app.campaign import Campaign, blobs_of, facts_for, root_of
from turnkeeper.app.export import export_text
from turnkeeper.record.sqlite import SqliteStore
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.parts.counts import count

QUEST = load_builtin("quest-of-destiny")
FIGHT = (
    "party Varda order 12 hp 9/9; Orlo order 9",
    "foes goblins 3 order 5 morale 1",
    "fight",
    "surprise goblin 1 totally",
    "effect bless until Varda has acted",
    "timer oil 2 rounds",
)
FREE = (
    "act for 5",
    "act for 5",
    "act for 5",
    "act for 5",
    "act for 5",
    "hurt Varda 2",
    "kill goblin 2",
    "act for 5",
)


def fighting(campaign: Campaign) -> Campaign:
    for said in (*FIGHT, *FREE):
        do(campaign, said)
    return campaign


def test_undo_and_redo_go_turn_by_turn_and_give_the_same_dice() -> None:
    """T9: the same first segments fall again."""
    campaign = fighting(begun(rules=QUEST))
    there = campaign.state
    for _ in FREE + FIGHT[2:]:
        campaign.undo()
    assert campaign.state.count is None
    for said in (*FIGHT[2:], *FREE):
        do(campaign, said)
    assert campaign.state == there
    for _ in FREE:
        campaign.undo()
    for _ in FREE:
        campaign.redo()
    assert campaign.state == there


def test_what_is_exported_replays_to_the_same_count() -> None:
    campaign = fighting(begun(rules=QUEST))
    there = replay_text(export_text(campaign), "fight.play")
    assert not there.problems
    assert there.campaign is not None
    assert there.campaign.state == campaign.state


def test_a_campaign_that_is_opened_anew_stands_at_the_same_turn(tmp_path: Path) -> None:
    facts = facts_for("Barrow", "c1", "5eed", QUEST)
    store = SqliteStore.create(tmp_path / "b.turns", facts, root_of(QUEST), blobs=blobs_of(QUEST))
    there = fighting(Campaign(store)).state
    store.close()
    again = Campaign(SqliteStore.open(tmp_path / "b.turns"))
    assert again.state == there


def test_a_snapshot_keeps_the_whole_count() -> None:
    """With a casting, a wait, a burden and an effect in it."""
    campaign = fighting(begun(rules=QUEST))
    shown = count(campaign.state, campaign.book)
    assert shown is not None
    who = shown.up[0].who
    for said in (f"hamper {who} with load over heavy", f"cast light 9 then 2 by {who}", "delay"):
        do(campaign, said)
    assert codec.decode_state(codec.encode_state(campaign.state)) == campaign.state
