"""A plan that is sampled: the workers do not matter, and what is broken off tells what was found so far."""

from __future__ import annotations

from fractions import Fraction

import pytest

from turnkeeper.app.plans.sampled import sampled_odds

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


def test_one_in_six_every_second_turn_is_met_as_often_as_it_should_be() -> None:
    """Known answer: 1 - (5/6)^3 = 42.13 %; five standard deviations of 20,000 playings are 1.75 %."""
    found = sampled_odds(PLAN, "p", 20_000, seed="b").answers[0].law
    assert abs(found.chance(lambda value: value is not None) - (1 - Fraction(5, 6) ** 3)) < Fraction(
        175, 10_000
    )


def test_what_is_broken_off_tells_what_was_found_so_far() -> None:
    def stop(times: int) -> None:
        if times >= 100:
            raise KeyboardInterrupt

    found = sampled_odds(PLAN, "p", 1000, seed="a", most=3, tell=stop)
    assert found.sampled == 100
    assert found.answers[0].law.total == 100
