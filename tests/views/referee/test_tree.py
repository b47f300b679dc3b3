"""The tree of commits for walking about in: stretches of a line, the forks beside it, what a commit is."""

from __future__ import annotations

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import in_memory
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.record import CommitId
from turnkeeper.rules import load_builtin
from turnkeeper.views.referee.tree import CommitDetails, about, around, ends, onward, up_to


def said(campaign: Campaign, *texts: str) -> list[str]:
    """Carry out what is said; returns the ids of the commits."""
    made = []
    for text in texts:
        done = Session(campaign).say(text)
        assert isinstance(done, CommandDone), text
        made.append(done.commit)
    return made


def begun() -> Campaign:
    return in_memory("barrow", load_builtin("glog"), seed="lantern")


def test_the_tree_shows_the_line_of_the_head_downwards_with_what_redo_leads_to() -> None:
    campaign = begun()
    first, second, third = said(campaign, "note one", "note two", "note three")
    campaign.undo()
    campaign.undo()
    shown = around(campaign)
    # The root, then one (here), then two and three, which were undone.
    assert [node.id for node in shown.nodes][1:] == [first, second, third]
    assert [(node.here, node.ahead) for node in shown.nodes][1:] == [
        (True, False),
        (False, True),
        (False, True),
    ]
    assert [node.depth for node in shown.nodes] == [0, 1, 2, 3]
    assert (shown.earlier, shown.later) == ("", "")


def test_a_way_not_taken_stands_as_a_fork_beside_the_commit_that_it_leaves() -> None:
    campaign = begun()
    first, other = said(campaign, "note one", "note other way")
    campaign.undo()
    (taken,) = said(campaign, "note this way")
    shown = around(campaign)
    beside = {node.id: [fork.id for fork in node.forks] for node in shown.nodes}
    assert beside[first] == [other]
    assert beside[taken] == []
    opened = onward(campaign, campaign.store.commit(CommitId(other)))
    assert [node.id for node in opened.nodes] == [other]
    assert not any(node.here or node.ahead for node in opened.nodes)


def test_a_long_line_is_shown_a_stretch_at_a_time_and_nothing_is_left_out() -> None:
    campaign = begun()
    made = said(campaign, *(f"note {number}" for number in range(25)))
    found: list[str] = []
    last = campaign.head
    while True:
        stretch = up_to(campaign, last, 10)
        found = [node.id for node in stretch.nodes] + found
        if not stretch.earlier:
            break
        last = campaign.store.commit(CommitId(stretch.earlier))
    # 25 commands and the beginning.
    assert len(found) == 26
    assert found[1:] == made


def test_what_follows_a_commit_is_paged_downwards_too() -> None:
    campaign = begun()
    made = said(campaign, *(f"note {number}" for number in range(25)))
    campaign.go(made[0])
    shown = onward(campaign, campaign.store.commit(CommitId(made[1])), 10)
    assert [node.id for node in shown.nodes] == made[1:11]
    assert shown.later == made[11]
    assert all(node.ahead for node in shown.nodes)


def test_the_forks_of_a_page_do_not_name_the_commit_that_the_next_page_begins_with() -> None:
    campaign = begun()
    made = said(campaign, *(f"note {number}" for number in range(25)))
    whole = around(campaign, 10)
    assert [node.id for node in whole.nodes] == made[-10:]
    earlier = up_to(campaign, campaign.store.commit(CommitId(whole.earlier)), 10, made[-10])
    assert [node.forks for node in earlier.nodes] == [()] * 10
    assert earlier.later == ""


def test_a_commit_in_the_middle_of_a_way_knows_what_came_after_it() -> None:
    campaign = begun()
    first, second = said(campaign, "note one", "note two")
    shown = up_to(campaign, campaign.store.commit(CommitId(first)))
    assert shown.later == second
    assert shown.nodes[-1].forks == ()


def test_a_commit_looked_at_tells_its_lines_and_how_far_back_it_is() -> None:
    campaign = begun()
    first, second, other = said(campaign, "note one", "note two", "note three")
    campaign.undo()
    said(campaign, "note four")
    back = about(campaign, first)
    assert isinstance(back, CommitDetails)
    # From four over two to one.
    assert back.back == 2
    assert "one" in back.lines[0].text
    aside = about(campaign, other)
    assert isinstance(aside, CommitDetails)
    assert aside.back is None
    at_two = about(campaign, second)
    assert isinstance(at_two, CommitDetails)
    assert {fork.id for fork in at_two.node.forks} == {other, campaign.head.id}


def test_a_commit_that_is_not_there_is_refused() -> None:
    assert isinstance(about(begun(), "0" * 32), Refusal)
    assert isinstance(about(begun(), "nonsense"), Refusal)


def test_the_ends_of_all_branches_are_listed_the_latest_first() -> None:
    campaign = begun()
    (one,) = said(campaign, "note one")
    campaign.undo()
    (two,) = said(campaign, "note two")
    found, more = ends(campaign)
    assert [(end.id, end.here) for end in found] == [(two, True), (one, False)]
    assert more == 0
