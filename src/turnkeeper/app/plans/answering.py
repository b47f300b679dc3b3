"""A plan's text becomes the laws of what it asks, from its own beginning or from where a campaign stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from fractions import Fraction
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from turnkeeper.app.campaign import Campaign, blobs_of, facts_for, root_of
from turnkeeper.app.header import read_header
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.app.plans.source import read_source
from turnkeeper.app.understanding import understand
from turnkeeper.files.playthrough import read_playthrough
from turnkeeper.odds.chain import NEVER, Chain
from turnkeeper.odds.commanding import PlanSpeechError
from turnkeeper.odds.condense import NeverEndsError
from turnkeeper.odds.explore import MOST_SITUATIONS, Watcher, explore, go_on
from turnkeeper.odds.following import CircleError
from turnkeeper.odds.law import law_of
from turnkeeper.odds.plan import OddsPlan, Say
from turnkeeper.odds.program import Program, Query, make_program
from turnkeeper.odds.questions import HowItEnds, Inquiry, Law, Value, inquiry_of
from turnkeeper.odds.reading import read_plan
from turnkeeper.play.kernel.event import Command
from turnkeeper.play.state import State
from turnkeeper.record.memory import MemoryStore
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.problems import Problem
from turnkeeper.rules.reading.load import builtin_text
from turnkeeper.time import Instant

AnswerKind = Literal["time", "day", "number"]
STEPS = 12
"""The parts into which a length of time is divided when something is asked all along it."""


class PlanFault(Exception):  # noqa: N818 - a fault of the plan, not of the program
    """A plan that cannot be answered, with all that is wrong with it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        """Take the problems, at least one."""
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


class PlanMethod(Struct, frozen=True, kw_only=True):
    """How a plan is answered: exactly, or in ``floats``, by exploring ``most`` situations.

    With a ``sample`` it is played that often instead, by the dice of a ``seed``.
    """

    most: Annotated[int, Meta(ge=1, le=1_000_000)] = MOST_SITUATIONS
    sample: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    seed: Annotated[str, Meta(max_length=200)] = ""
    floats: bool = False

    @property
    def method(self) -> PlanMethod:
        """The method alone, of a request that says more."""
        return PlanMethod(most=self.most, sample=self.sample, seed=self.seed, floats=self.floats)


EXACTLY = PlanMethod()


class PlanAnswer(Struct, frozen=True):
    """What was asked, and its law: of times in milliseconds, of days of the campaign, or of numbers.

    ``within`` is the time within which it was asked, in milliseconds, 0 for the whole plan. ``along`` are the
    laws at instants before, where it was asked all along that time.
    """

    asked: str
    kind: AnswerKind
    law: Law
    within: int = 0
    chance: bool = False
    along: tuple[tuple[int, Law], ...] = ()


class PlanOdds(Struct, frozen=True):
    """The answers of a plan, how it ends, and how many situations were met in how many decisions.

    ``causes`` are what made them too many, if they were or exploring was ``stopped``: some of the law is open
    then. Where the plan was ``sampled`` so often, the weights are how often each value came up. By so much
    any chance can be ``off`` that was worked out in floating point.
    """

    book: Rulebook
    answers: tuple[PlanAnswer, ...]
    ends: Law
    situations: int
    decisions: int
    causes: tuple[str, ...] = ()
    sampled: int = 0
    stopped: bool = False
    off: Fraction = Fraction(0)


def plan_odds(  # noqa: PLR0913 - all that is chosen for a plan
    text: str,
    name: str,
    *,
    here: Campaign | None = None,
    library: Callable[[str], str | None] = builtin_text,
    most: int = MOST_SITUATIONS,
    rules: str = "",
    floats: bool = False,
    watcher: Watcher = go_on,
) -> PlanOdds:
    """Return the odds of a plan, from its own beginning or from ``here``; raises `PlanFault`.

    With ``rules`` it is played by that rule set in place of the first of its header. With ``floats`` it is
    answered in floating point, else exactly. A ``watcher`` is told how far it is explored and can stop that:
    the part known by then is the answer.
    """
    program, campaign = made_ready(text, name, here, library, rules)
    with told_as_faults(name):
        heard = partial(hear, campaign)
        chain = explore(program, campaign.book, campaign.state, heard, most=most, watcher=watcher)
        return _answered(program, chain, campaign, _in_floats if floats else law_of)


def made_ready(
    text: str, name: str, here: Campaign | None, library: Callable[[str], str | None], rules: str = ""
) -> tuple[Program, Campaign]:
    """Return a plan made ready, and the campaign in which it begins; raises `PlanFault`."""
    source, faults = read_source(text, name)
    if faults:
        raise PlanFault(faults)
    plan, problems = read_plan(source.under(rules), name)
    campaign = _begun(plan, name, library) if here is None else here
    program, more = make_program(plan, campaign.book, name)
    if problems or more:
        raise PlanFault(tuple(sorted((*problems, *more))))
    return program, campaign


@contextmanager
def told_as_faults(name: str) -> Iterator[None]:
    """Raise as a `PlanFault` a fault of a plan that is found while it is followed."""
    try:
        yield
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


def hear(campaign: Campaign, say: Say, state: State) -> Command:
    """Return the meaning of a command in a state, understood as everywhere; raises `PlanSpeechError`."""
    there = copy(campaign)
    there.state = state
    said = understand(there, say.text)
    if isinstance(said, NotUnderstood):
        raise PlanSpeechError(say, said.message, said.hint)
    return said.command


_LawOf = Callable[[Chain, Inquiry], Law]


def _in_floats(chain: Chain, question: Inquiry) -> Law:
    """Return the law of the question, in floating point."""
    # Imported here because it loads numpy, which an exact answer does without.
    from turnkeeper.odds.floating import FloatChain

    return FloatChain(chain, question).law()


def _answered(program: Program, chain: Chain, campaign: Campaign, law: _LawOf) -> PlanOdds:
    book, began = campaign.book, campaign.state.now
    answers = tuple(_answer(one, chain, law, began, book.scale.day.ms) for one in program.queries)
    ends = law(chain, HowItEnds())
    off = max(one.off for one in (ends, *(one.law for one in answers)))
    met = len(chain.situations)
    return PlanOdds(book, answers, ends, met, chain.decisions, chain.causes, stopped=chain.stopped, off=off)


def _answer(query: Query, chain: Chain, law: _LawOf, began: Instant, day: int) -> PlanAnswer:
    found = told(query, law(chain, inquiry_of(query)), began, day)
    if not query.ask.over or found.kind != "number":
        return found
    times = [query.by_ms * step // STEPS for step in range(1, STEPS)]
    along = (*((at, law(chain, inquiry_of(query, at))) for at in times), (query.by_ms, found.law))
    return replace(found, along=along)


def told(query: Query, law: Law, began: Instant, day: int) -> PlanAnswer:
    """Return the answer to a question with its law."""
    kind: AnswerKind = "number" if query.count != NEVER or query.label != NEVER else "time"
    if query.ask.kind == "day":
        law, kind = _by_days(law, began.ms, day), "day"
    return PlanAnswer(query.ask.text, kind, law, query.by_ms, query.ask.kind == "chance")


def _by_days(law: Law, began: int, day: int) -> Law:
    """Return a law of lengths of time as one of days of the campaign, of which the first is 1."""
    weights: dict[Value, int] = {}
    for value, weight in law.weights:
        key = (began + value) // day + 1 if isinstance(value, int) else value
        weights[key] = weights.get(key, 0) + weight
    return replace(law, weights=tuple(weights.items()))
