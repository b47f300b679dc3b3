"""Concentration is on one thing at a time, kept by a save against the wound, and lost with the senses."""

from __future__ import annotations

import pytest

from tests.play.keeper import house_rules, keep

VARDA = "party Varda constitution 14 con-save 4 hp 60/60; Orlo constitution 10 hp 9/9"
OLDER = house_rules('options = ["5.1"]\n', "fifth")
"""The older document."""


def test_f_spell_1_another_one_ends_the_first_and_each_has_its_own() -> None:
    keeper = keep(VARDA, rules="fifth")
    keeper.do("concentrate on bless 1 minute by Varda")
    keeper.do("concentrate on web 1 hour by Orlo")
    keeper.do("concentrate on fly 10 minutes by Varda")
    assert {one.called for one in keeper.state.timers.live.values()} == {"web (Orlo)", "fly (Varda)"}


def test_f_spell_1_it_ends_with_its_length_as_any_timer() -> None:
    keeper = keep(VARDA, "concentrate on bless 1 minute by Varda", rules="fifth")
    assert "timer bless (Varda) is over" in "; ".join(keeper.told("wait 1 minute"))


@pytest.mark.parametrize(
    "wound, face, holds",
    [(9, "6", True), (9, "5", False), (23, "7", True), (23, "6", False), (59, "20", False)],
)
def test_f_spell_1_ten_or_half_of_the_wound(wound: int, face: str, *, holds: bool) -> None:
    """Against 10, 11 and 29, with 4 besides: 20 and 4 are too little for the last."""
    keeper = keep(VARDA, "concentrate on bless by Varda", rules="fifth")
    keeper.do(f"hurt Varda {wound}", face)
    assert bool(keeper.state.timers.live) == holds


def test_f_spell_1_thirty_at_the_most_and_no_bound_in_the_older_document() -> None:
    """Half of 70 is 35: against 30 here, against 35 there."""
    strong = "party Varda con-save 25 hp 90/90"
    for rules, holds in (("fifth", True), (OLDER, False)):
        keeper = keep(strong, "concentrate on bless by Varda", rules=rules)
        keeper.do("hurt Varda 70", "5")
        assert bool(keeper.state.timers.live) == holds


def test_f_spell_1_the_fallen_and_the_dead_lose_it_without_a_save() -> None:
    keeper = keep(VARDA, "concentrate on bless by Varda", "concentrate on web by Orlo", rules="fifth")
    keeper.do("hurt Orlo 9")
    keeper.do("kill Varda")
    assert not keeper.state.timers.live


def test_b_spell_1_a_wound_of_one_point_ends_it_without_any_throw() -> None:
    keeper = keep("party Varda hp 6; Orlo hp 4", "concentrate on web by Varda", rules="classic")
    keeper.do("concentrate on fire by Orlo")
    assert "timer web (Varda) ended" in keeper.told("hurt Varda 1")
    assert [one.called for one in keeper.state.timers.live.values()] == ["fire (Orlo)"]


def test_who_is_healed_saves_for_nothing() -> None:
    keeper = keep(VARDA, "hurt Orlo 3", "concentrate on web by Orlo", rules="fifth")
    keeper.do("heal Orlo 2")
    assert keeper.state.timers.live


def test_the_clock_set_back_to_before_a_healing_is_no_wound_t2() -> None:
    keeper = keep(VARDA, "hurt Varda 30", "concentrate on web by Varda", "wait 1 minute", rules="fifth")
    keeper.do("heal Varda 20")
    keeper.do("rule clock 00:00:30")
    assert keeper.state.timers.live
    assert keeper.state.party.members[0].hp == 30


def test_one_stops_at_will_and_nobody_down_begins() -> None:
    keeper = keep(VARDA, "concentrate on bless by Varda", "stop concentrating by Varda", rules="fifth")
    assert not keeper.state.timers.live
    assert "Varda concentrates on nothing" in keeper.refused("stop concentrating by Varda").message
    keeper.do("hurt Orlo 9")
    assert "Orlo is down" in keeper.refused("concentrate on web by Orlo").message
