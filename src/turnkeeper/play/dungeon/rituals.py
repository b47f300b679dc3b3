"""Rituals: performed in their time, by a check, with effects that last as a timer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.play.clock import questions, timers
from turnkeeper.play.clock.clock import TaskEnded, carry_out
from turnkeeper.play.clock.timing import Timer
from turnkeeper.play.kernel.decision import closest, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.task import Task
from turnkeeper.play.party import abilities, party, saves
from turnkeeper.time import NO_TIME, Duration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.play.kernel.decision import Decision
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.rules.model.abilities import Ritual

KIND = "ritual"


class Perform(Command, frozen=True, tag="ritual"):
    """A character performs a ritual of a kind of the rule set, for a length if the kind allows one."""

    kind: str
    name: str
    who: str
    lasts: Duration | None = None


def pursue(decision: Decision, task: Task) -> None:
    """Carry out a ritual as far as it goes."""
    carry_out(decision, task, _finish)


def _perform(decision: Decision, command: Perform) -> None:
    rituals = decision.book.set.rituals
    kind = command.kind.casefold()
    if kind not in rituals:
        otherwise = "one of " + ", ".join(rituals) if rituals else "begin a timer for it"
        refuse("unknown-ritual", f"there is no ritual {command.kind!r}", closest(kind, rituals, otherwise))
    rules = rituals[kind]
    who = party.living(decision, command.who)
    saves.require_checks(decision)
    abilities.require_written((who,), rules.attribute)
    takes = _takes(decision, command, rules)
    if takes:
        questions.require_free(decision)
    else:
        questions.require_none(decision)
    task = Task(
        kind, decision.state.order, takes, takes, who=who.name, about=command.name, rule=rules.rule.id,
        kind=KIND,
    )  # fmt: skip
    pursue(decision, task)


def _takes(decision: Decision, command: Perform, rules: Ritual) -> Duration:
    least = decision.book.duration(rules.takes) if rules.takes else NO_TIME
    if command.lasts is None:
        return least
    said = f"{command.kind} {command.name} by {command.who}"
    if not rules.longer:
        refuse("length", f"a {command.kind} takes {rules.takes or 'no time'}", said)
    if command.lasts < least:
        refuse("length", f"a {command.kind} takes {rules.takes} at least", f"{said} for {rules.takes}")
    return command.lasts


def _finish(decision: Decision, task: Task) -> None:
    decision.record(TaskEnded.of(task))
    rules = decision.book.set.rituals[task.what]
    who = decision.state.party.find(task.who)
    if who is None or who.dead:
        return
    tested = saves.throw(decision, who, rules.attribute, rules.rule.id)
    if not tested.succeeded or not rules.lasts:
        return
    lasts = decision.book.duration(rules.lasts) * max(1, who.level) * (rules.exact if tested.exact else 1)
    timer = Timer(decision.state.order, f"{task.what} {task.about}", decision.at, lasts, who.name)
    timers.begin(decision, timer, rules.rule.id)


def _forms(book: Rulebook) -> Iterator[Form]:
    """Yield the command forms of each ritual of a rule set, by its own word and by ``ritual``."""
    for kind, rules in book.set.rituals.items():
        longer = " [for {lasts:length}]" if rules.longer else ""
        yield Form(f"{kind} {{name:name}} by {{who:who}}{longer}", {"kind": kind})
    yield Form("ritual {name:name} as {kind:what} by {who:who} [for {lasts:length}]")


MECHANISM = Mechanism(
    commands=(
        declare(
            Perform,
            _perform,
            group="Activities",
            help="Somebody performs a ritual; what comes of it lasts as a timer.",
            says=_forms,
            heard=(
                (
                    "perform|do|begin|cast ritual {name:name} [as] {kind:what!} [by|for] {who:who} "
                    "[{lasts:length}]"
                ),
            ),
            examples=("ritual Ward as sigil by Varda", "ritual Ward as ceremony by Varda for 2 h"),
            completes={"kind": lambda _state, book: book.set.rituals},
        ),
    ),
    serves=lambda book: bool(book.set.rituals),
    resumes={KIND: pursue},
)
