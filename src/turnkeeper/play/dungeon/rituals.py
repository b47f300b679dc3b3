"""Rituals: activities that are tried, each with its doer and its name; and how one says any kind of them."""

from __future__ import annotations

from msgspec.structs import replace

from turnkeeper.play.dungeon import activity
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command, Task
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.time import Duration

KIND = "ritual"
"""The kind of the tasks of rituals from before they were activities: such a task is resumed as one."""


class Perform(Command, frozen=True, tag="ritual"):
    """A character performs a ritual; its effect lasts as a timer."""

    kind: str
    name: str
    who: str
    lasts: Duration | None = None


def _pursue(decision: Decision, task: Task) -> None:
    activity.pursue(decision, replace(task, kind="", activity=task.what))


def _perform(decision: Decision, command: Perform) -> None:
    rituals = decision.book.set.rituals
    kind = command.kind.casefold()
    if kind not in rituals:
        otherwise = "one of " + ", ".join(rituals) if rituals else "begin a timer for it"
        refuse("unknown-ritual", f"there is no ritual {command.kind!r}", closest(kind, rituals, otherwise))
    done = activity.Do(kind, lasts=command.lasts, who=command.who, about=command.name)
    activity.begin(decision, done, rituals[kind])


MECHANISM = Mechanism(
    group="Activities",
    commands=(
        declare(
            Perform,
            _perform,
            says="ritual {name:name} as {kind:what} by {who:who} [for {lasts:length}]",
            heard=(
                (
                    "perform|do|begin|cast ritual {name:name} [as] {kind:what!} [by|for] {who:who} "
                    "[{lasts:length}]"
                ),
            ),
            examples=("ritual Ward as sigil by Varda", "ritual Ward as ceremony by Varda for 2 h"),
            completes={"kind": lambda _state, book: book.set.rituals},
            usual={"name": ("Ward", "Sight", "Summons", "Cleansing")},
        ),
    ),
    serves=lambda book: bool(book.set.rituals),
    resumes={KIND: _pursue},
)
