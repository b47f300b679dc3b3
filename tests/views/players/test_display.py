"""The display of a table: made of the players' view, as the referee chose, and no secret in it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.app import secretive
from tests.app.campaigns import delving
from tests.often import times
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.sharing import Display, Displays, Sharing, Shown
from turnkeeper.views.players.display import display_view
from turnkeeper.views.players.view import players_view

HANDED = ("hand out letter saying Come alone.", "hand out map saying Here be goats.")


def shown(campaign: Campaign, shows: Displays, handout: str = "", allowed: Shown | None = None) -> str:
    """Return the kind of thing that is shown, and of a handout its title."""
    kept = Sharing(shown=allowed or Shown(), display=Display(shows, handout))
    found = display_view(campaign, kept)
    assert found.view == players_view(campaign, kept.shown)
    return found.shows if found.handout is None else f"{found.shows}: {found.handout.title}"


@pytest.mark.parametrize("shows", ["fight", "map", "handout"])
def test_where_what_was_chosen_is_not_there_the_clock_is_shown(shows: Displays) -> None:
    assert shown(delving(), shows) == "clock"


def test_a_fight_is_shown_while_it_lasts() -> None:
    campaign = delving("foes goblins 2 hp 3", "fight")
    assert shown(campaign, "fight") == "fight"
    assert shown(delving("foes goblins 2 hp 3", "fight", "end fight"), "fight") == "clock"


def test_of_handouts_the_one_that_was_chosen_is_shown_or_the_latest() -> None:
    campaign = delving(*HANDED)
    assert shown(campaign, "handout") == "handout: map"
    assert shown(campaign, "handout", "letter") == "handout: letter"
    assert shown(delving(*HANDED, "take back handout letter"), "handout", "letter") == "handout: map"


def test_the_curtain_is_there_at_all_times() -> None:
    assert shown(delving(), "curtain") == "curtain"


def test_the_map_is_shown_only_where_players_may_see_it() -> None:
    campaign = secretive.played("glog", [])
    assert shown(campaign, "map") == "map"
    assert shown(campaign, "map", allowed=Shown(map=False)) == "clock"


@pytest.mark.slow
@settings(deadline=None, max_examples=times(25))
@given(
    st.sampled_from(secretive.SETS),
    secretive.sessions,
    secretive.showing,
    st.sampled_from(("clock", "fight", "map", "handout", "curtain")),
)
def test_no_secret_is_in_the_bytes_of_the_display(
    base: str, said: list[str], allowed: Shown, shows: Displays
) -> None:
    campaign = secretive.played(base, said)
    found = display_view(campaign, Sharing(shown=allowed, display=Display(shows)))
    assert secretive.leaks(secretive.encoded(found), campaign) == []
