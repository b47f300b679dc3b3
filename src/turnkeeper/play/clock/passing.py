"""Passing time: waiting, resuming an interrupted task, and answering the question of a table.

The mechanism that begins a kind of task also declares how it resumes; a wait is a task of no kind.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from turnkeeper.play.clock import questions, when
from turnkeeper.play.clock.clock import TaskAbandoned, TaskResumed
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Command, State, Task
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion
from turnkeeper.play.kernel.sentence import IDLE
from turnkeeper.play.sky import calendar
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import NO_TIME, Duration, with_synonyms


class Wait(Command, frozen=True, tag="wait"):
    """Pass a length of time, in any unit."""

    lasts: Duration


class WaitUntil(Command, frozen=True, tag="wait-until"):
    """Pass time until a time of day, a day, or a unit's end."""

    until: str


class Next(Command, frozen=True, tag="next"):
    """Pass one step of the scene."""


class Resume(Command, frozen=True, tag="resume"):
    """Go on with what was left unfinished."""


class Abandon(Command, frozen=True, tag="abandon"):
    """Give up what was left unfinished."""


class Choose(Command, frozen=True, tag="choose"):
    """Answer a question that a table asked; the first letters are enough."""

    choice: str


def _wait_for(decision: Decision, lasts: Duration, what: str) -> None:
    questions.require_free(decision)
    if lasts <= NO_TIME:
        refuse("length", "time passes forwards; a ruling can set it back", "rule clock day 1 08:00")
    decision.registry.resumes[""](decision, Task(what, decision.state.order, lasts, lasts))


def _wait(decision: Decision, command: Wait) -> None:
    _wait_for(decision, command.lasts, "wait")


def _wait_until(decision: Decision, command: WaitUntil) -> None:
    until = when.instant_meant(decision, command.until)
    _wait_for(decision, until - decision.at, f"wait until {command.until.removeprefix('until ')}")


def step_of(state: State, book: Rulebook) -> Duration:
    """Return the length of one step here: that of the scene, else the rule set's smallest scene step."""
    scenes = book.set.scenes
    scene = scenes.get(state.place.scene)
    return book.duration(scene.step) if scene else min(book.duration(one.step) for one in scenes.values())


def _step(decision: Decision, _command: Next) -> None:
    if decision.registry.pass_on(decision):
        return
    questions.require_free(decision)
    _wait_for(decision, step_of(decision.state, decision.book), "wait")


def _last(decision: Decision) -> Task:
    if not decision.state.unfinished:
        refuse("nothing-unfinished", "nothing was left unfinished", "next lets a step pass")
    return decision.state.unfinished[-1]


def _resume(decision: Decision, _command: Resume) -> None:
    questions.require_unfought(decision)
    task = _last(decision)
    questions.require_free(decision, decision.book.activity(task.activity) if task.activity else None)
    if task.where and task.where != decision.state.place.called:
        refuse("elsewhere", f"{task.what} was begun in {task.where}", "go back there, or abandon")
    if task.until is not None and decision.at >= task.until:
        refuse("too-late", f"{task.what} was left for too long", "abandon, and begin it anew")
    decision.record(TaskResumed(task.what))
    decision.registry.resumes[task.kind](decision, replace(task, until=None))


def _abandon(decision: Decision, _command: Abandon) -> None:
    decision.record(TaskAbandoned(_last(decision).what))


def _choose(decision: Decision, command: Choose) -> None:
    asked = decision.state.question
    if asked is None:
        refuse("no-question", "nothing is waiting for a choice", "status shows what waits")
    choices = decision.book.questions(asked.table)[asked.number].choices
    wanted = command.choice.casefold()
    found = [one for one in choices if one.name.casefold() == wanted]
    found = found or [one for one in choices if one.name.casefold().startswith(wanted)]
    if len(found) != 1:
        names = [one.name for one in choices]
        hint = closest(command.choice, names, " or ".join(names))
        refuse("choice", f"{command.choice!r} is not one of the choices", hint)
    if not questions.is_open(found[0], decision.state, free=True):
        refuse("fight", f"no time to {found[0].name} in a fight", "another choice, or end fight first")
    decision.record(questions.Chosen(found[0].name, rule=asked.rule, seen_by=asked.seen_by))
    for effect in found[0].do:
        decision.carry_out(effect, Occasion(asked.rule, asked.seen_by))


def _with_turns(state: State, _book: Rulebook) -> Iterable[str]:
    """Return something where turns are kept: elsewhere nobody is next."""
    kept = (state.fight, state.count, state.turn_order)
    return () if all(one is None for one in kept) else ("next",)


def _until(state: State, book: Rulebook) -> Iterable[str]:
    units = (f"next {unit.name}" for unit in book.set.time.units)
    return [*book.times_of_day, *units, *calendar.weekdays(state)]


def _times_in(text: str, _state: State, book: Rulebook) -> Iterable[str]:
    """Return the times of day that a text has other names for: ``next morning``."""
    words = text.casefold().split()
    return (name for name in with_synonyms(book.times_of_day) if name in words)


_IDLE = "|".join(sorted(IDLE))

MECHANISM = Mechanism(
    group="Time",
    commands=(
        declare(
            Next,
            _step,
            help=(
                "Let one step of the scene pass, a turn or a watch; where turns are kept, one of them. In a "
                "fight whoever is up has acted, and after all of them the next round begins."
            ),
            says="next",
            heard=(
                "next",
                "next step [pass|go|over|on|to]",
                Form(
                    "next up|player|one|combatant|creature|character|actor|fighter [pass|go|over|on|to|up]",
                    needs="turn",
                ),
                Form("next turn", cost=1),
            ),
            examples="next",
            completes={"turn": _with_turns},
        ),
        declare(
            Wait,
            _wait,
            says=("wait [for] {lasts:length}", "advance {lasts:length}"),
            heard=(
                (
                    "wait|pass|spend|burn|linger|idle|loiter|hang|stay|stand|skip|sit|remain|dawdle|waste|"
                    "halt|tarry|bide|stop|hold|pause|kill "
                    f"[time|around|about|on|tight|still|put|quiet|quietly|guard|lookout] [{_IDLE}] "
                    "[for] {lasts:length} [for {_for:who!}]"
                ),
                f"{_IDLE} {{lasts:length}} [of]",
                "explore|wander|roam|prowl [around|about|on] [for] {lasts:length}",
                "{lasts:length} lost|wasted",
                "nothing happen|occur|come [for] {lasts:length}",
                "add|plus {lasts:length}",
                "call|say|make|give it {lasts:length}",
                "tick [off|away|down] {lasts:length}",
                "{lasts:length} [for]",
                "next|end|finish|take|cost {lasts:length} [up]",
                "eat|chew up|through {lasts:length}",
                "{lasts:length} pass|go|goes|elapse|later|gone|slip|roll|tick|drag|over [by|past|on|have]",
                "{lasts:length} uneventful [next]",
                (
                    "advance|forward|skip|jump|move|push|roll|wind time|clock|ahead|fast|on|forward "
                    "[by|on|ahead] {lasts:length}"
                ),
            ),
            examples=("wait 3 turns", "wait 30 min", "advance 1 h 20 min"),
        ),
        declare(
            WaitUntil,
            _wait_until,
            says=("wait until {until:until}", "advance until {until:until}"),
            heard=(
                (
                    "wait|pass|stay|skip|jump|advance|linger [out] [storm|rain|snow|fog|night|day] "
                    "until {until:until}"
                ),
                "wait|skip|jump|advance|forward time|ahead|fast|forward [on] to|until {until:until}",
                "until {until:until}",
                "skip|jump|advance|forward to {until:until}",
                "break|strike camp|tents at {until:until}",
                Form("set|head|ride|move|march|leave|start off|out|again at {until:until}", cost=2),
                Form("up|rise|leave at! {until:until!}", cost=1),
                "next {until:until!}",
                "break|strike|leave camp [at] {until:until!}",
                "[till|until] next|following {until:until!}",
            ),
            examples=("wait until dawn", "wait until day 3 06:40"),
            step=StepKind("dawn", "time", ("wait until dawn",)),
        ),
        declare(
            Resume,
            _resume,
            says="resume",
            heard=(
                "resume|continue|proceed",
                "go|carry|keep|press|march|push on|going",
                "resume|continue journey|travel|task|search|walk|march|rest",
                "go|carry|keep|press on|going journey|travel|task|search|walk|march|rest [with]",
                "finish it|task|work",
            ),
            examples="resume",
            step=StepKind("resume", "time", ("resume",)),
        ),
        declare(
            Abandon,
            _abandon,
            says="abandon",
            heard=(
                "abandon|stop|quit|cancel",
                "give up",
                "never mind",
                "abandon|stop|cancel|break off|task|journey|search|work|rest",
            ),
            examples="abandon",
            step=StepKind("abandon", "time", ("abandon",)),
        ),
        declare(
            Choose,
            _choose,
            says="choose {choice:what}",
            heard=(
                "choose|pick|answer|select|take {choice:what!}",
                "{choice:what!}",
            ),
            examples="choose rest 1 turn",
            completes={"choice": questions.choices_now},
            step=StepKind("choice", "do", ("choose",)),
        ),
    ),
    completes={"until": _until},
    names_more={_until: _times_in},
)
