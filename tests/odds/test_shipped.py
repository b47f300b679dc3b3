"""The plans that come along, each under every rule set that it serves, and what is known by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from turnkeeper.app.plans.answering import PlanOdds, plan_odds
from turnkeeper.app.plans.shipped import shipped_plans
from turnkeeper.app.plans.source import read_source
from turnkeeper.odds.questions import Value
from turnkeeper.rules.reading.load import builtin_ids

PLANS = {one.name: one for one in shipped_plans()}
SERVED = [(one.name, rules) for one in PLANS.values() for rules in read_source(one.text, one.name)[0].rules]
TURN = 600_000
LONG = {"hours-on-the-road", "two-weapons", "journey-straight", "underclock", "torches-to-bring"}


def answered(name: str, rules: str = "") -> PlanOdds:
    return plan_odds(PLANS[name].text, f"{name}.plan", rules=rules)


def chances(found: PlanOdds, at: int) -> dict[Value, Fraction]:
    law = found.answers[at].law
    return {value: Fraction(weight, law.total) for value, weight in law.weights}


def test_every_rule_set_has_a_plan() -> None:
    assert set(builtin_ids()) <= {rules for _, rules in SERVED}


@pytest.mark.parametrize(
    "name, rules",
    [pytest.param(*one, marks=[pytest.mark.slow] if one[0] in LONG else []) for one in SERVED],
)
def test_a_shipped_plan_ends_as_planned_under_each_rule_set_that_it_serves(name: str, rules: str) -> None:
    found = answered(name, rules)
    assert PLANS[name].about
    assert len(found.answers) > 1
    assert [why for why, _ in found.ends.weights] == [""]
    assert not found.causes
    assert all(one.law.still_open * 10**9 < one.law.total for one in found.answers)


@pytest.mark.slow
def test_d_hex_5_two_mounts_pushed_day_after_day() -> None:
    """Each dies on 2, 3, 4 in 6 ...: alive after one day 4/6, after two 12/36, after three 24/216 = 1/9."""
    found = answered("week-of-pushing")
    alive = [Fraction(4, 6), Fraction(12, 36), Fraction(1, 9), Fraction(1, 6) * Fraction(1, 9), Fraction(0)]
    gone = [Fraction(0), *((1 - one) ** 2 for one in alive)]
    days = chances(found, 1)
    assert days == {day: now - before for day, (before, now) in enumerate(pairwise(gone), 1)}
    over = dict(found.answers[0].along)
    third = over[3 * 24 * 3_600_000]
    assert {value: Fraction(weight, third.total) for value, weight in third.weights} == {
        2: Fraction(1, 81),
        1: Fraction(16, 81),
        0: Fraction(64, 81),
    }


def test_b_surp_1_either_side_is_surprised_alone_by_2_in_6_and_not_the_other() -> None:
    found = answered("surprise-by-sides")
    assert chances(found, 0)[True] == Fraction(1, 3) * Fraction(2, 3)
    assert chances(found, 1)[True] == Fraction(1, 3) * Fraction(2, 3)
    # They act first where the enemies alone are surprised, and where no side gains: 21 of 36, on ties too.
    assert chances(found, 2)[True] == Fraction(2, 9) + Fraction(5, 9) * Fraction(21, 36)


def test_g_mor_2_a_band_of_morale_7_tests_twice_and_15_of_36_are_over_it() -> None:
    """The first death and half of the side: it holds if both throws do."""
    source, _ = read_source(PLANS["morale-of-a-band"].text, "m")
    (text,) = (one.text for values, one in source.varied() if values == (7,))
    found = plan_odds(text, "m")
    assert chances(found, 0)[False] == Fraction(21, 36) ** 2


@pytest.mark.slow
def test_a_tension_pool_that_was_filled_twice_showed_no_1_on_twelve_dice() -> None:
    """Twelve turns and four risks fill it twice; six dice show no 1 by (5/6)^6 (X-POOL-1, X-POOL-2)."""
    none = chances(answered("tension-pool"), 1)[0]
    assert none == Fraction(5, 6) ** 12


def test_the_camp_in_winter_mountains_has_shelter_as_d_camp_1_says_and_meets_by_2_in_6() -> None:
    assert chances(answered("winter-camp"), 1) == {0: Fraction(2, 3), 1: Fraction(1, 3)}


@pytest.mark.slow
def test_a_place_is_checked_as_often_as_is_said_and_meets_by_1_in_6() -> None:
    source, _ = read_source(PLANS["checks-by-area"].text, "c")
    for (every,), one in source.varied():
        met = chances(plan_odds(one.text, "c"), 1)
        assert met[None] == Fraction(5, 6) ** (6 // every)


@pytest.mark.slow
def test_f_spell_2_rituals_one_after_the_other_are_checked_every_hour_by_1_in_6() -> None:
    """So many of eleven minutes come past one hour from the sixth on, past two from the eleventh on."""
    source, _ = read_source(PLANS["rituals-by-the-hour"].text, "r")
    for (times,), one in source.varied():
        met = chances(plan_odds(one.text, "r"), 0)
        assert met[None] == Fraction(5, 6) ** (times * 11 // 60)


@pytest.mark.slow
def test_d_rit_1_a_ceremony_of_six_turns_is_checked_twice_by_1_in_6() -> None:
    met = chances(answered("ceremony-underground"), 0)
    assert met == {3 * TURN: Fraction(1, 6), 6 * TURN: Fraction(5, 36), None: Fraction(25, 36)}
