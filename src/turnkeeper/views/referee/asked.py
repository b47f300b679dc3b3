"""Advised commands as steps: the kind of each, and a label that says what it does.

Open matters speak in commands, for a terminal shows those; a button wants words (T21). A command that is not
known here is its own label.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from turnkeeper.play.clock.clock import said_left
from turnkeeper.play.dungeon.encounters import SOMETHING
from turnkeeper.play.fight import rounds
from turnkeeper.play.fight.segments.count import is_effect, now_up
from turnkeeper.play.fight.sides import PARTY
from turnkeeper.play.registry import REGISTRY
from turnkeeper.spelling.plurals import is_plural
from turnkeeper.views.parts.steps import SELDOM, KeyAssigner, NextStep

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnkeeper.play.state import State
    from turnkeeper.rules.book import Rulebook
    from turnkeeper.views.parts.steps import StepGroup

_LABELS = {
    "tide yes": "Shift the Tide",
    "tide no": "Leave the Tide",
    "reaction": "Throw the reaction",
    "fight": "Begin the fight",
    "part": "They part",
    "end fight": "End the fight",
    "end count": "End the count",
    "round": "Next round",
    "wait until dawn": "Wait until dawn",
    "force march": "Force the march",
    "camp": "Camp",
    "find out": "They find out where they are",
}


class StepBuilder:
    """Makes the steps of one state: each key is assigned once, a command asked for twice is the same step."""

    def __init__(self, state: State, book: Rulebook) -> None:
        """Take the state, and the rule set in whose words labels are said."""
        self.state = state
        self.book = book
        self._ring = KeyAssigner()
        self._made: dict[str, NextStep] = {}

    @cached_property
    def now(self) -> rounds.Now | None:
        """Return who acts now in an order of rounds; ``None`` where nobody does."""
        return rounds.now(self.state)

    def advised(self, say: str) -> NextStep:
        """Return an advised command as a step."""
        made = self._made.get(say)
        if made is None:
            kind, group = _kind(say, self.book)
            key, seldom = self._ring.give(kind, say), kind in SELDOM
            made = self._made[say] = NextStep(kind, self._label(say), say, key, group, seldom=seldom)
        return made

    def all_advised(self, says: Iterable[str]) -> tuple[NextStep, ...]:
        """Return advised commands as steps, in their order."""
        return tuple(map(self.advised, says))

    def step(  # noqa: PLR0913 - the parts of a step
        self,
        kind: str,
        label: str,
        say: str,
        group: StepGroup = "do",
        *,
        opens: bool = False,
        why: str = "",
        rule: str = "",
    ) -> NextStep:
        """Return a step of a label of its own."""
        key, seldom = self._ring.give(kind, say), kind in SELDOM
        return NextStep(kind, label, say, key, group, opens=opens, why=why, rule=rule, seldom=seldom)

    @property
    def note(self) -> NextStep:
        """Return the step that writes something down."""
        return self.step("note", "Note ...", "note ", "write", opens=True)

    def _label(self, say: str) -> str:
        """Return in words what an advised command does."""
        known, state = _LABELS.get(say), self.state
        if known is not None:
            return known
        verb, _, rest = say.partition(" ")
        match verb:
            case "choose":
                return _capital(rest)
            case "resume" | "abandon" if state.unfinished:
                task = state.unfinished[-1]
                left = f", {said_left(task, self.book)} left" if verb == "resume" else ""
                return f"{'Resume' if verb == 'resume' else 'Give up'}: {task.what}{left}"
            case "done":
                return f"{_capital(self._acting(rest))} acted"
            case "part":
                what = rest.removeprefix("from ").strip('"')
                return f"Part from {'the others' if what == SOMETHING else what}"
            case "act" | "recover" | "delay":
                return _turn(verb, rest, state)
            case _:
                return _capital(say)

    def _acting(self, name: str) -> str:
        """Return who has acted, with the verb: ``Varda has``, ``goblins have``."""
        if name or self.now is None:
            return f"{name.strip(chr(34))} has" if name else "all have"
        said = rounds.say_go(self.state, self.now.who)
        if said == PARTY:
            return "the party has"
        return f"{said} {'have' if len(self.now.who) > 1 or is_plural(said) else 'has'}"


def _kind(say: str, book: Rulebook) -> tuple[str, StepGroup]:
    step = REGISTRY.step_of(say)
    if step is not None:
        return step.kind, step.group
    activity = next((one for one in book.set.activities.values() if say in one.says), None)
    return ("sleep", "do") if activity is not None else (say.split(maxsplit=1)[0], "do")


def _turn(verb: str, rest: str, state: State) -> str:
    """Return the turn of a fighter in a count: ``Varda: act dagger``."""
    what, by, name = f" {rest}".rpartition(" by ")
    name, up = name.strip('"'), now_up(state)
    one = next((one for one in up if not by or one.name == name), None)
    who = name if by else one.name if one is not None else ""
    if one is not None and is_effect(one) and one.doing is not None and not what.strip() and verb == "act":
        return f"{who}: {one.doing.what} takes effect"
    does = f"{verb} {what.strip() if by else rest}".strip()
    return f"{who}: {does}" if who else _capital(does)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def unique(steps: Iterable[NextStep]) -> Iterator[NextStep]:
    """Yield steps, each command once."""
    seen: set[str] = set()
    for one in steps:
        if one.say not in seen:
            seen.add(one.say)
            yield one
