"""Who rests alone has rested alone: what holds for the others goes on."""

from __future__ import annotations

import pytest

from tests.play.keeper import DAY, HOUR, TURN, ByName, Keeper, keep

QUIET = ByName(
    dict.fromkeys(("encounter check", "morning check", "afternoon check", "night check"), "6")
    | {"encounter check window": "24"}
)


def _running(keeper: Keeper) -> set[tuple[str, str]]:
    return {(one.name, one.who) for one in keeper.state.timers.live.values()}


def test_who_sleeps_alone_lifts_only_their_own() -> None:
    keeper = keep("party Mira; Tobb; Vess", rules="classic", dice=QUIET)
    keeper.do("effect doze on Vess until sleep")
    keeper.do("effect doze on Tobb until sleep")
    keeper.do("effect stiff on Tobb until rest")
    keeper.do("sleep by Vess", dice=QUIET)
    assert _running(keeper) == {("doze", "Tobb"), ("stiff", "Tobb")}
    keeper.do("sleep", dice=QUIET)
    assert not _running(keeper)


def test_b_spell_2_who_slept_alone_learns_and_the_others_have_still_learnt() -> None:
    keeper = keep("party Mira; Tobb; Vess", "learn spells", rules="classic", dice=QUIET)
    keeper.do("sleep by Vess", dice=QUIET)
    assert _running(keeper) == {("spells were learnt", "Mira"), ("spells were learnt", "Tobb")}
    assert keeper.refused("learn spells by Mira").code == "too-soon"
    keeper.do("learn spells by Vess", dice=QUIET)
    assert keeper.refused("learn spells by Vess").code == "too-soon"


def test_what_all_had_and_some_were_rid_of_comes_to_those_anew() -> None:
    """B-REST-1: six turns make all weary, Tobb rests a turn and is not; six more turns, and he is again."""
    keeper = keep("party Mira; Tobb", "enter dungeon Deep", "light lantern for Mira", rules="classic")
    keeper.do("wait 6 turns", dice=QUIET)
    weary = "weary: 1 less to hit and to damage"
    assert _running(keeper) == {(weary, "")}
    keeper.do("rest by Tobb", dice=QUIET)
    assert _running(keeper) == {(weary, "Mira")}
    keeper.do("wait 5 turns", dice=QUIET)
    assert _running(keeper) == {(weary, "Mira"), (weary, "Tobb")}


def test_a_budget_of_all_is_not_paid_by_one_and_runs_on_meanwhile() -> None:
    """B-REST-1: three turns, then three in which only Tobb rests, are an hour without rest for the party."""
    keeper = keep("party Mira; Tobb", "enter dungeon Deep", "light lantern for Mira", rules="classic")
    keeper.do("wait 3 turns", dice=QUIET)
    keeper.do("rest 3 turns by Tobb", dice=QUIET)
    assert [one.began.ms for one in keeper.state.timers.live.values()] == [6 * TURN.ms]


def test_who_is_alone_in_the_party_rests_for_all_of_it() -> None:
    keeper = keep("party Mira", "enter dungeon Deep", "light lantern for Mira", rules="classic")
    keeper.do("wait 3 turns", dice=QUIET)
    keeper.do("rest 3 turns by Mira", dice=QUIET)
    keeper.do("wait 5 turns", dice=QUIET)
    assert not keeper.state.timers.live


@pytest.mark.parametrize("said, until", [("sleep by Tobb", 0), ("sleep", 8 * HOUR.ms)])
def test_a_march_begins_anew_only_when_all_have_slept(said: str, until: int) -> None:
    keeper = keep("party Mira; Tobb", rules="classic", dice=QUIET)
    keeper.do(said, dice=QUIET)
    slept = keeper.state.journey.slept
    assert (slept.ms if slept is not None else 0) == until


def test_v_rest_4_nights_without_sleep_are_those_of_the_party() -> None:
    """Two whole days awake are two nights; Tobb sleeps alone, and the party still has two."""
    keeper = keep("party Mira; Tobb", rules="advanced", dice=QUIET)
    keeper.do("wait 2 days", dice=QUIET)
    exhausted = "exhausted: 2 less, or 10 in the hundred"
    assert _running(keeper) == {(exhausted, "")}
    keeper.do("sleep by Tobb", dice=QUIET)
    assert _running(keeper) == {(exhausted, "Mira")}
    assert keeper.now.ms == 2 * DAY.ms + 8 * HOUR.ms
    nights = keeper.state.trackers.last("nights without sleep")
    assert nights is not None
    assert nights.value == 2


def test_who_is_apart_is_not_rested_by_the_others() -> None:
    keeper = keep("party Mira; Tobb", rules="classic", dice=QUIET)
    keeper.do("effect doze on Tobb until sleep")
    keeper.do("stay behind Tobb")
    keeper.do("sleep", dice=QUIET)
    assert _running(keeper) == {("doze", "Tobb")}
