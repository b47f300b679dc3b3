"""Steps: commands as buttons, each with a label, the command that it says, and a key.

A label says exactly what happens (T21), and the command is said in full, so that a page that is old does
nothing else than what it shows. A command that is not known here is its own label. A kind of step has the
same key in every game, and no two kinds share one. Which are frequent is worked out in `referee.offered`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal

from msgspec import Struct

from turnkeeper.play.clock.clock import said_left
from turnkeeper.play.dungeon.meeting import nameless
from turnkeeper.play.fight import rounds
from turnkeeper.play.fight.able import now_up
from turnkeeper.play.fight.count import is_effect
from turnkeeper.play.fight.sides import PARTY
from turnkeeper.play.registry import REGISTRY
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.spelling.plurals import is_plural
from turnkeeper.spelling.sentences import capitalised

StepGroup = Literal["time", "fight", "do", "travel", "write"]

KEYS: dict[str, str] = {
    "step": "n",
    "until": "N",
    "less": "t",
    "hour": "h",
    "unit": "w",
    "dawn": "k",
    "dusk": ",",
    "resume": "u",
    "abandon": "b",
    "search": "s",
    "eat": "e",
    "rest": "p",
    "sleep": "o",
    "camp": "c",
    "light": "l",
    "travel": "g",
    "force march": ".",
    "fight": "f",
    "activation": "a",
    "round": "r",
    "end fight": "q",
    "reaction": "v",
    "part": "j",
    "meet": "E",
    "morale": "m",
    "note": "x",
}
"""The key of each kind of step; a choice among several has a digit, and other kinds have none."""
MOST_DIGITS = 9
SELDOM = frozenset({"less", "unit", "dusk", "abandon", "delay", "step in", "join"})
"""Kinds of steps that are not wanted every few minutes, wherever they are offered."""


class NextStep(Struct, frozen=True):
    """A button. ``kind`` names what kind of step it is, ``key`` is its key, empty for none.

    ``first`` is the one that Enter and the space bar take. One that ``opens`` is the beginning of a command,
    whose form asks for the rest. ``why`` is the longer text of it, ``rule`` its rule. A ``seldom``
    one stands behind the others, where space may be short; its key works all the same.
    """

    kind: str
    label: str
    say: str
    key: str = ""
    group: StepGroup = "do"
    first: bool = False
    opens: bool = False
    why: str = ""
    rule: str = ""
    seldom: bool = False


class KeyAssigner:
    """Assigns keys, each to one command: the first to ask for a key has it."""

    def __init__(self) -> None:
        """Begin with every key still there."""
        self._given: dict[str, str] = {}

    def give(self, kind: str, say: str) -> str:
        """Return the key of a kind of step for a command; nothing when another command has it."""
        if kind == "choice":
            return self._digit(say)
        key = KEYS.get(kind, "")
        return key if key and self._given.setdefault(key, say) == say else ""

    def _digit(self, say: str) -> str:
        """Return the digit of a choice: the one it has, else the next that is free."""
        for key in map(str, range(1, MOST_DIGITS + 1)):
            if self._given.setdefault(key, say) == say:
                return key
        return ""


# Commands as steps

_LABELS = {
    "tide yes": "Shift the Tide",
    "tide no": "Leave the Tide",
    "reaction": "Throw the reaction",
    "fight": "Begin the fight",
    "part": "They part",
    "let it come": "Let it come",
    "let it be": "Let it be: time passes",
    "in the dark": "Go on in the dark",
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
            known = REGISTRY.step_of(say)
            rests = any(say in one.says for one in self.book.set.activities.values())
            kind = known.kind if known is not None else "sleep" if rests else say.split(maxsplit=1)[0]
            group = "do" if known is None else known.group
            made = self._made[say] = self.step(kind, self._label(say), say, group)
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
        if say == "round" and state.fight is not None and not state.fight.rounds:
            return "First round"
        if known is not None:
            return known
        verb, _, rest = say.partition(" ")
        match verb:
            case "choose":
                return capitalised(rest)
            case "resume" | "abandon" if state.unfinished:
                task = state.unfinished[-1]
                left = f", {said_left(task, self.book.plain)} left" if verb == "resume" else ""
                return f"{'Resume' if verb == 'resume' else 'Give up'}: {task.what}{left}"
            case "done":
                return f"{capitalised(self._acting(rest))} acted"
            case "let":
                return "Let it be: time passes" if rest.endswith(" be") else "Let it come"
            case "part":
                what = rest.removeprefix("from ").strip('"')
                return f"Part from {'the others' if nameless(what) else what}"
            case "act" | "recover" | "delay":
                return _turn(verb, rest, state)
            case _:
                return capitalised(say)

    def _acting(self, name: str) -> str:
        """Return who has acted, with the verb: ``Varda has``, ``goblins have``."""
        if name or self.now is None:
            return f"{name.strip(chr(34))} has" if name else "all have"
        said = rounds.say_go(self.state, self.now.who)
        if said == PARTY:
            return "the party has"
        return f"{said} {'have' if len(self.now.who) > 1 or is_plural(said) else 'has'}"


def _turn(verb: str, rest: str, state: State) -> str:
    """Return the turn of a fighter in a count: ``Varda: act dagger``."""
    what, by, name = f" {rest}".rpartition(" by ")
    name, up = name.strip('"'), now_up(state)
    one = next((one for one in up if not by or one.name == name), None)
    who = name if by else one.name if one is not None else ""
    if one is not None and is_effect(one) and one.doing is not None and not what.strip() and verb == "act":
        return f"{who}: {one.doing.what} takes effect"
    does = f"{verb} {what.strip() if by else rest}".strip()
    return f"{who}: {does}" if who else capitalised(does)


def unique(steps: Iterable[NextStep]) -> Iterator[NextStep]:
    """Yield steps, each command once."""
    seen: set[str] = set()
    for one in steps:
        if one.say not in seen:
            seen.add(one.say)
            yield one
