"""Looking back: how it stood at any commit is what was seen there, and looking changes nothing."""

from __future__ import annotations

import pytest

from tests.app.campaigns import delving, do
from tests.play.keeper import CALM
from turnkeeper.app.campaign import Campaign
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.views.referee.looking_back import LookBack, look_back, look_back_to
from turnkeeper.views.referee.view import RefereeView, referee_view

SAID = ("wait 1 turn", "note the door is oak", "light torch for Orlo", "wait 2 turns", "timer bless 4 turns")


def walked() -> tuple[Campaign, list[RefereeView]]:
    """Return a campaign and what was seen after each of its last commands."""
    campaign = delving()
    seen = [referee_view(campaign)]
    for said in SAID:
        do(campaign, said, dice=CALM)
        seen.append(referee_view(campaign))
    return campaign, seen


def back(told: LookBack | Refusal) -> LookBack:
    assert isinstance(told, LookBack)
    return told


def test_it_is_seen_as_it_was_seen_then_but_that_redo_leads_on() -> None:
    campaign, seen = walked()
    for before in seen[:-1]:
        then = back(look_back(campaign, before.head))
        assert not then.is_head
        assert then.view.redo.can
        assert {**view_of(then.view)} == view_of(before)


def view_of(view: RefereeView) -> dict[str, object]:
    fields = set(view.__struct_fields__) - {"redo"}
    return {name: getattr(view, name) for name in fields}


def test_looking_moves_no_head_and_changes_no_state() -> None:
    campaign, seen = walked()
    state, head, moves = campaign.state, campaign.head, campaign.moves
    for before in seen:
        look_back(campaign, before.head)
        look_back_to(campaign, before.clock.now_ms)
    assert (campaign.state, campaign.head, campaign.moves) == (state, head, moves)
    assert campaign.store.head() == head.id
    assert referee_view(campaign) == seen[-1]


def test_from_each_the_one_before_and_the_one_after_are_found() -> None:
    campaign, seen = walked()
    then = back(look_back(campaign, ""))
    assert then.is_head
    assert then.later == ""
    for before in reversed(seen[:-1]):
        earlier = back(look_back(campaign, then.earlier))
        assert (earlier.commit, earlier.later) == (before.head, then.commit)
        then = earlier


@pytest.mark.parametrize("minutes, which", [(10, 3), (11, 3), (29, 3), (30, 5), (9, 0), (999, 5)])
def test_an_instant_is_after_the_last_command_that_was_over_by_then(minutes: int, which: int) -> None:
    """A turn, a note and a torch lit at 00:10, two turns until 00:30, and then a timer."""
    campaign, seen = walked()
    began = seen[0].clock.now_ms
    assert look_back_to(campaign, began + minutes * 60_000).commit == seen[which].head


def test_what_is_no_commit_is_refused() -> None:
    campaign, _ = walked()
    assert isinstance(look_back(campaign, "zzzz"), Refusal)
