"""Time spent on what the rules have no length of their own for: the referee says how long it takes.

An activity of the rules with effects of its own is never done so: it is refused by its name.
"""

from __future__ import annotations

from turnkeeper.play.clock import questions
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, Task
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.sentence import bases
from turnkeeper.play.party import party
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.conduct import Activity
from turnkeeper.time import NO_TIME, Duration


class Spend(Command, frozen=True, tag="spend-time"):
    """Spend a length of time on what the rules give no length for; the log says on what."""

    lasts: Duration
    about: str
    who: str = ""


def _spend(decision: Decision, command: Spend) -> None:
    questions.require_free(decision)
    if command.lasts <= NO_TIME:
        refuse("length", "a length of time must be more than nothing", "say it as 30 min")
    who = party.living(decision, command.who).name if command.who else ""
    if named := activity_named(decision.book, command.about):
        does = f"{named} by {who}" if who else named
        refuse("activity", f"{named} is an activity of these rules, with effects of its own", does)
    task = Task(command.about, decision.state.order, command.lasts, command.lasts, who=who)
    decision.registry.resumes[""](decision, task)


def activity_named(book: Rulebook, about: str) -> str:
    """Return the activity of the rules that words begin with, where it has effects; else nothing."""
    words = [bases(word) for word in about.casefold().split()]
    for activity in book.set.activities.values():
        for said in activity.says if _has_effect(activity) else ():
            own = said.casefold().split()
            if own[0] in words[0] and all(any(one in each for each in words) for one in own[1:]):
                return said
    return ""


def _has_effect(activity: Activity) -> bool:
    """Return whether an activity has effects besides its time."""
    effects = (activity.do, activity.trial, activity.searches, activity.rests, activity.sleeps, activity.eats)
    return any(map(bool, (*effects, activity.heals, activity.causes, activity.times, activity.instant)))


MECHANISM = Mechanism(
    group="Time",
    commands=(
        declare(
            Spend,
            _spend,
            says="spend {lasts:length} on {about:about} [by {who:who}]",
            heard=("spend|take|need|use|devote {lasts:length} on! {about:about} [by {who:who}]",),
            examples=("spend 10 min on haggling at the gate", "spend 1 h on mending by Varda"),
        ),
    ),
)
