"""A plan that is sampled: the workers do not matter, and what is broken off tells what was found so far."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from turnkeeper.app.plans import grid as grid_module
from turnkeeper.app.plans.answering import PlanMethod
from turnkeeper.app.plans.figures import PARTS
from turnkeeper.app.plans.grid import Grid, GridPlan, GridSource, answer_plan, answered
from turnkeeper.app.plans.sampled import sampled_odds
from turnkeeper.app.plans.source import read_source
from turnkeeper.views.odds_compared import compared

PLAN = (
    "rules: cresthaven\n> party Varda strength 0\n> enter dungeon Barrow\n> light lantern\n"
    "repeat 6 times\n  > next\nend\nask chance of an encounter by 6 turns\nask how many encounters\n"
)


@pytest.mark.slow
def test_any_number_of_workers_finds_the_same() -> None:
    plain = [sampled_odds(PLAN, "p", 120, seed="a", workers=some, most=3) for some in (1, 2, 3)]
    assert plain[0].answers == plain[1].answers == plain[2].answers
    assert plain[0].ends == plain[2].ends
    walked = [sampled_odds(PLAN, "p", 70_000, seed="a", workers=some) for some in (1, 2)]
    assert walked[0].answers == walked[1].answers
    assert walked[0].sampled == 70_000


@pytest.mark.slow
def test_one_in_six_every_second_turn_is_met_as_often_as_it_should_be() -> None:
    """Known answer: 1 - (5/6)^3 = 42.13 %; five standard deviations of 20,000 playings are 1.75 %."""
    found = sampled_odds(PLAN, "p", 20_000, seed="b").answers[0].law
    assert abs(found.chance(lambda value: value is not None) - (1 - Fraction(5, 6) ** 3)) < Fraction(
        175, 10_000
    )


@pytest.mark.slow
def test_what_is_broken_off_tells_what_was_found_so_far() -> None:
    def stop(times: int) -> None:
        if times >= 100:
            raise KeyboardInterrupt

    found = sampled_odds(PLAN, "p", 1000, seed="a", most=3, tell=stop)
    assert found.sampled == 100
    assert found.answers[0].law.total == 100


@pytest.mark.slow
def test_a_grid_is_sampled_and_each_figure_says_how_far_it_can_be_off() -> None:
    """Checked every second turn by 1 in 6: 1 - (5/6)^n; twice the interval of 19 in 20 is 1 in 10,000."""
    source, _ = read_source("vary times 2..6\n" + PLAN.replace("by 6 turns", "by 9 h"), "p")
    grid = Grid((GridSource("p", source, "p", how=PlanMethod(sample=5_000, seed="g")),))
    found = list(answered(grid.plans(), grid.size, workers=1))
    assert found == list(answered(grid.plans(), grid.size, workers=2))
    for one in found:
        chance, mean = one.figures
        assert chance.value is not None
        assert mean.value is not None
        assert chance.off
        checks = int(one.labels[0]) // 2
        assert abs(chance.value - (1 - Fraction(5, 6) ** checks) * PARTS) < 2 * chance.off
        assert abs(mean.value - Fraction(checks, 6) * PARTS) < 2 * mean.off
    assert "±" in compared(grid.axes, found).answers[0].rows[0].said


@pytest.mark.slow
def test_what_was_broken_off_of_a_grid_is_not_kept_for_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(*_args: object, **_said: object) -> object:
        return replace(sampled_odds(PLAN, "p", 10, seed="a"), sampled=3)

    monkeypatch.setattr(grid_module, "sampled_odds", broken_off)
    with pytest.raises(KeyboardInterrupt):
        answer_plan(GridPlan((), PLAN, "p", how=PlanMethod(sample=10)))
