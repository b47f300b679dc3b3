"""The log folded and searched: folded and unfolded say the same events, and what is found holds the words."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.app.campaigns import begun, delving, do
from tests.often import times
from tests.play.keeper import CALM
from turnkeeper.app import log
from turnkeeper.app.campaign import Campaign
from turnkeeper.views.referee.folding import folds_of
from turnkeeper.views.referee.log import LogPage, log_page
from turnkeeper.views.referee.searching import find

SAID = st.sampled_from(
    ("wait 1 turn", "wait 20 min", "note a", "search", "next", "enter corridor", "wait 5 min")
)


def walked(*said: str) -> Campaign:
    """Return a campaign out of doors, where nothing burns down, that heard all this and met nothing."""
    campaign = begun()
    for one in ("party Varda", "enter dungeon Barrow", "light torch for Varda", *said):
        do(campaign, one, dice=CALM)
    return campaign


def told(page: LogPage) -> list[str]:
    return [line.ref for entry in page.entries for one in entry.groups for line in one.lines]


def test_a_quiet_stretch_is_one_line_with_its_times_its_turns_and_its_checks() -> None:
    campaign = delving(*["wait 1 turn"] * 4, "note a", "wait 1 turn")
    # Four turns of 10 minutes from midnight; a check falls due every third turn (G-ENC-1), and met nothing.
    (fold,) = log_page(campaign).folds
    checks = sum(one.kind == "checked.1" for one in log.lines(campaign) if one.at_ms <= 40 * 60_000)
    said = (
        f"4 turns, {checks} {'check' if checks == 1 else 'checks'}, nothing" if checks else "4 turns, nothing"
    )
    assert (fold.since, fold.until, fold.says) == ("day 1 00:00", "day 1 00:40", said)


def test_steps_of_different_length_are_said_by_the_clock() -> None:
    campaign = delving("wait 7 min", "wait 8 min", "note a")
    (fold,) = log_page(campaign).folds
    assert (fold.since, fold.until) == ("day 1 00:00", "day 1 00:15")
    assert "15 min" in fold.says


def test_the_latest_command_is_never_folded_and_neither_is_one_alone() -> None:
    assert log_page(delving("wait 1 turn", "wait 1 turn")).folds == ()
    assert log_page(delving("wait 1 turn", "note a")).folds == ()
    assert len(log_page(delving("wait 1 turn", "wait 1 turn", "wait 1 turn")).folds) == 1


@settings(deadline=None, max_examples=times(25))
@given(st.lists(SAID, max_size=25))
def test_folded_and_unfolded_say_the_same_events_and_nothing_is_lost(said: list[str]) -> None:
    campaign = begun()
    for one in ("party Varda", "enter dungeon Barrow", "light torch for Varda", *said):
        campaign.do(campaign.parse(one), campaign.seeded())
    folded, unfolded = (
        log_page(campaign, groups=200, lines=9_999),
        log_page(campaign, groups=200, lines=9_999),
    )
    assert told(folded) == [line.ref for group in unfolded.groups for line in group.lines]
    assert sum(len(one.groups) for one in folded.entries) == len(folded.groups)
    quiet = {one.commit for one in folded.groups if one.quiet}
    for entry in folded.entries:
        assert entry.fold is None or {one.commit for one in entry.groups} <= quiet
    # In a terminal too.
    lines = list(log.lines(campaign, each=False))
    assert set(folds_of(campaign, lines)) == {
        one.commit for entry in folded.entries if entry.fold for one in entry.groups
    }


def test_a_search_finds_all_commands_that_hold_all_the_words_and_pages_back() -> None:
    campaign = delving("note the lever is rusted", "search", "secret note the Lever moves", "note rusted")
    said = [one.said for one in find(campaign, "LEVER").groups]
    assert said == ["note the lever is rusted", "secret note the Lever moves"]
    assert [one.said for one in find(campaign, "lever rusted").groups] == ["note the lever is rusted"]
    # By a rule's id, and by the dice that fell.
    assert [one.said for one in find(campaign, "g-search-2").groups]
    first = find(campaign, "note", most=2)
    assert [one.said for one in first.groups] == ["secret note the Lever moves", "note rusted"]
    assert [one.said for one in find(campaign, "note", first.older).groups] == ["note the lever is rusted"]
    assert find(campaign, "nowhere").groups == ()
