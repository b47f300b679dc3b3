"""Every plan that comes along, cut short, has the odds of playing out each way that its dice can fall."""

from __future__ import annotations

import re
from collections import defaultdict
from copy import copy
from fractions import Fraction
from functools import partial

import pytest

from tests.odds.test_shipped import PLANS, SERVED
from tests.play.keeper import every_outcome
from turnkeeper.app.plans.answering import hear, made_ready
from turnkeeper.app.plans.source import read_source
from turnkeeper.chance.throws import Driver, Throw
from turnkeeper.odds.commanding import PlanCommands
from turnkeeper.odds.explore import explore
from turnkeeper.odds.law import law_of
from turnkeeper.odds.playing import Course, Played
from turnkeeper.odds.program import Elapsed, EndPlan, Program, Tell, Toss
from turnkeeper.odds.questions import HowItEnds, Law, Value, inquiry_of
from turnkeeper.play.decide import Decided, Needed, decide
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import builtin_text

ROUNDS = {"journey-straight": 1, "journey-by-road": 1, "hours-on-the-road": 1, "two-weapons": 3}
"""How often what is repeated in a plan is done here, if not twice: the ways multiply."""
SHORTER = {
    # Who rests may be weary again at once, without end.
    "glog": ("> choose rest", "> choose fatigue"),
    "hours-on-the-road": ("0304", "0305"),
}
"""What is said otherwise here under a rule set, or in a plan."""


def cut(name: str, rules: str) -> str:
    """Return a plan in which whatever is repeated is done once or some times at most."""
    text, rounds = PLANS[name].text, ROUNDS.get(name, 2)
    for one in (rules, name):
        text = text.replace(*SHORTER.get(one, ("", "")))
    text = re.sub(r"(?m)^(\s*repeat until .*?)(, at most \d+ times)?$", rf"\1, at most {rounds} times", text)
    return re.sub(r"(?m)^(\s*repeat) \d+ times$", rf"\1 {rounds} times", text)


class Unmerged:
    """Plays a plan with every outcome of every throw, and merges nothing."""

    def __init__(self, program: Program, book: Rulebook, commands: PlanCommands) -> None:
        self._program = program
        self._book = book
        self._commands = commands
        self.found: dict[Played, Fraction] = defaultdict(Fraction)

    def play(self, course: Course, chance: Fraction) -> None:
        course = copied(course)
        match course.settle():
            case None:
                self.found[course.result()] += chance
            case Tell(say=say):
                command = self._commands.command(say, course.state)

                def run(driver: Driver) -> Decided | Refusal | Throw:
                    done = decide(self._book, course.state, command, driver)
                    return done.throw if isinstance(done, Needed) else done

                for more, told in every_outcome(run):
                    assert isinstance(told, Decided | Refusal)
                    then = copied(course)
                    then.take(told)
                    self.play(then, chance * more)
            case Toss(weight=weight, of=of, yes=yes, no=no):
                for to, share in ((yes, Fraction(weight, of)), (no, 1 - Fraction(weight, of))):
                    if share:
                        course.leap(to)
                        self.play(course, chance * share)
            case Elapsed(ms=ms, yes=yes, no=no):
                course.leap(yes if course.passed >= ms else no)
                self.play(course, chance)
            case EndPlan(why=why):
                course.end(why)
                self.play(course, chance)
            case other:
                pytest.fail(f"nothing follows {other}")


def copied(course: Course) -> Course:
    """Return a course of its own that stands where another does."""
    found = copy(course)
    for name, value in vars(course).items():
        if isinstance(value, list):
            setattr(found, name, [copy(one) for one in value])
        elif isinstance(value, dict):
            setattr(found, name, dict(value))
    return found


def chances(law: Law) -> dict[Value, Fraction]:
    assert not law.still_open
    return {value: Fraction(weight, law.total) for value, weight in law.weights}


@pytest.mark.slow
@pytest.mark.parametrize("name, rules", SERVED)
def test_merged_and_unmerged_are_the_same_weight_by_weight(name: str, rules: str) -> None:
    text = read_source(cut(name, rules), name)[0].under(rules)
    program, campaign = made_ready(text, name, None, builtin_text)
    heard = partial(hear, campaign)
    twin = Unmerged(program, campaign.book, PlanCommands(heard))
    twin.play(Course(program, campaign.book, campaign.state), Fraction(1))
    assert sum(twin.found.values()) == 1
    chain = explore(program, campaign.book, campaign.state, heard)
    for number, query in enumerate(program.queries):
        known: dict[Value, Fraction] = defaultdict(Fraction)
        for played, chance in twin.found.items():
            known[played.values[number]] += chance
        assert chances(law_of(chain, inquiry_of(query))) == known, query.ask.text
    ends: dict[Value, Fraction] = defaultdict(Fraction)
    for played, chance in twin.found.items():
        ends[played.why] += chance
    assert chances(law_of(chain, HowItEnds())) == ends
