"""A plan's text becomes the laws of what it asks, from its own beginning or from where a campaign stands."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from turnkeeper.app.campaign import Campaign, blobs_of, facts_for, root_of
from turnkeeper.app.header import read_header
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.app.understanding import understand
from turnkeeper.files.playthrough import read_playthrough
from turnkeeper.odds.chain import NEVER, Chain
from turnkeeper.odds.condense import NeverEndsError
from turnkeeper.odds.explore import MOST_SITUATIONS, PlanSpeechError, explore
from turnkeeper.odds.following import CircleError
from turnkeeper.odds.law import law_of
from turnkeeper.odds.program import make_program
from turnkeeper.odds.questions import AtEnd, FirstTime, HowItEnds, HowMany, Inquiry, Law
from turnkeeper.odds.reading import read_plan
from turnkeeper.record.memory import MemoryStore
from turnkeeper.rules.problems import Problem
from turnkeeper.rules.reading.load import builtin_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnkeeper.odds.plan import OddsPlan, Say
    from turnkeeper.odds.program import Program, Query
    from turnkeeper.play.kernel.event import Command
    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook

AnswerKind = Literal["time", "number"]


class PlanFault(Exception):  # noqa: N818 - a fault of the plan, not of the program
    """A plan that cannot be answered, with all that is wrong with it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        """Take the problems, at least one."""
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


class PlanAnswer(Struct, frozen=True):
    """What was asked, and its law: of lengths of time in milliseconds, or of numbers.

    ``within`` is the time within which it was asked, in milliseconds, 0 for the whole plan.
    """

    asked: str
    kind: AnswerKind
    law: Law
    within: int = 0
    chance: bool = False


class PlanOdds(Struct, frozen=True):
    """The answers of a plan, how it ends, and how many situations were met in how many decisions.

    ``causes`` are what made them too many, if they were: some of the law is open then.
    """

    book: Rulebook
    answers: tuple[PlanAnswer, ...]
    ends: Law
    situations: int
    decisions: int
    causes: tuple[str, ...] = ()


def plan_odds(
    text: str,
    name: str,
    *,
    here: Campaign | None = None,
    library: Callable[[str], str | None] = builtin_text,
    most: int = MOST_SITUATIONS,
) -> PlanOdds:
    """Return the odds of a plan, from its own beginning or from ``here``; raises `PlanFault`."""
    plan, problems = read_plan(text, name)
    campaign = _begun(plan, name, library) if here is None else here
    program, more = make_program(plan, campaign.book, name)
    if problems or more:
        raise PlanFault(tuple(sorted((*problems, *more))))
    try:
        chain = explore(program, campaign.book, campaign.state, partial(_hear, campaign), most=most)
        return _answered(program, chain, campaign.book)
    except PlanSpeechError as fault:
        place = fault.say
        raise PlanFault((Problem(name, place.line, place.column, "", fault.message, fault.hint),)) from fault
    except (CircleError, NeverEndsError) as fault:
        hint = "give the loop a bound, such as: repeat until dark, at most 60 times"
        raise PlanFault((Problem(name, 1, 1, "", str(fault), hint),)) from fault


def _begun(plan: OddsPlan, name: str, library: Callable[[str], str | None]) -> Campaign:
    """Return the campaign in which a plan with a header of its own begins; nothing keeps it."""
    reading = read_playthrough(plan.header, name)
    problems = list(reading.problems)
    begun = read_header(reading.playthrough, name, library, problems)
    if begun is None or problems:
        raise PlanFault(tuple(sorted(problems)))
    facts = facts_for(begun.called, "plan", "", begun.rules)
    campaign = Campaign(
        MemoryStore.create(facts, root_of(begun.rules, begun.at), blobs=blobs_of(begun.rules))
    )
    for brought in begun.maps:
        campaign.atlas.bring(brought)
    return campaign


def _hear(campaign: Campaign, say: Say, state: State) -> Command:
    """Return what a command means in a state, understood as everywhere; raises `PlanSpeechError`."""
    there = copy(campaign)
    there.state = state
    said = understand(there, say.text)
    if isinstance(said, NotUnderstood):
        raise PlanSpeechError(say, said.message, said.hint)
    return said.command


def _answered(program: Program, chain: Chain, book: Rulebook) -> PlanOdds:
    answers = tuple(_answer(one, chain) for one in program.queries)
    ends = law_of(chain, HowItEnds())
    return PlanOdds(book, answers, ends, len(chain.situations), chain.decisions, chain.causes)


def _answer(query: Query, chain: Chain) -> PlanAnswer:
    until = query.by_ms or NEVER
    question: Inquiry
    kind: AnswerKind = "number"
    if query.watch != NEVER:
        question, kind = FirstTime(query.watch, until), "time"
    elif query.count != NEVER:
        question = HowMany(query.count, until)
    elif query.label != NEVER:
        question = AtEnd(query.label, until)
    else:
        question, kind = HowItEnds(times=True, until=until), "time"
    chance = query.ask.kind == "chance"
    return PlanAnswer(query.ask.text, kind, law_of(chain, question), query.by_ms, chance)
