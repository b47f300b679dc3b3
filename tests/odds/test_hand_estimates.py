"""The page of estimates by hand: what it says comes of its plans, and of arithmetic that knows no rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from textwrap import dedent

import pytest

from turnkeeper.app.plans.answering import plan_odds
from turnkeeper.odds.questions import Law

PAGE = (Path(__file__).parents[2] / "docs" / "hand-estimates.md").read_text("utf-8")
SECTIONS = PAGE.split("\n## ")[1:]
PLAN = re.compile(r"(?m)^    rules: .*\n(?:(?:    .*)?\n)+?(?=^\S)")
ROW = re.compile(r"(?m)^\| (?!asked)(\w.*?) \| (.*?) \| (.*?) \|$")
TURN = 600_000
TURNS_FOLLOWED = 40


def by(turns: int, chances: dict[int, Fraction]) -> Fraction:
    return sum((chance for at, chance in chances.items() if at <= turns), Fraction())


def average(chances: dict[int, Fraction]) -> Fraction:
    return sum((at * chance for at, chance in chances.items()), Fraction())


def met_in_three() -> tuple[Fraction, Fraction]:
    many = {n: comb(3, n) * Fraction(1, 6) ** n * Fraction(5, 6) ** (3 - n) for n in range(4)}
    return 1 - many[0], average(many)


def dark_after_two_ticks() -> tuple[Fraction, Fraction]:
    tick = Fraction(11, 36)
    dark = {n: (n - 1) * tick**2 * (1 - tick) ** (n - 2) for n in range(2, 7)}
    return 2 / tick, by(6, dark)


@cache
def below_nothing(left: int, turns: int) -> Fraction:
    """Return the chance that a count is first below 0 in exactly so many turns."""
    if left < 0 or not turns:
        return Fraction(int(left < 0 and not turns))
    ways = (left - face for face in range(1, 7))
    return sum((below_nothing(3 if to == 0 else to, turns - 1) for to in ways), Fraction()) / 6


def met_by_the_count() -> tuple[Fraction, Fraction]:
    met = {turns: below_nothing(20, turns) for turns in range(1, TURNS_FOLLOWED)}
    return average(met), by(5, met)


def shown(asked: str, figure: Fraction) -> str:
    return f"{float(figure * 100):.2f} %" if asked.startswith("chance") else f"{float(figure):.2f}"


def told(asked: str, law: Law) -> Fraction:
    if asked.startswith("chance"):
        return law.chance(lambda value: value is not None)
    assert law.mean is not None
    return law.mean / TURN if asked.startswith("turns") else law.mean


@pytest.mark.parametrize(
    "section, by_hand",
    list(zip(SECTIONS, (met_in_three, dark_after_two_ticks, met_by_the_count), strict=True)),
    ids=[one.partition(":")[0].partition(",")[0] for one in SECTIONS],
)
def test_what_the_page_says_is_true_comes_of_its_plan_and_of_arithmetic(
    section: str, by_hand: Callable[[], tuple[Fraction, ...]]
) -> None:
    (plan,) = PLAN.findall(section)
    answers = plan_odds(dedent(plan), "page.plan").answers
    rows = ROW.findall(section)
    for (asked, estimate, true), answer, figure in zip(rows, answers, by_hand(), strict=True):
        assert true == shown(asked, told(asked, answer.law)) == shown(asked, figure)
        assert estimate
