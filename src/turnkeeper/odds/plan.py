"""A plan as it is written: its commands, until when, how what comes up is answered, and its questions."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Opening = Literal["encounter", "question", "dark", "cut short", "fight"]
"""What can stand open after a command, for which a plan has answers."""
AskKind = Literal["when", "day", "chance", "count", "figure", "length"]


class Say(Struct, frozen=True):
    """A command, in the words of play."""

    text: str
    line: int
    column: int = 3


class StopHere(Struct, frozen=True):
    """The plan ends here; ``why`` names this end among the others."""

    why: str
    line: int


class Until(Struct, frozen=True):
    """What ends a loop: any of some conditions, or a length of time since the plan began."""

    conditions: tuple[str, ...]
    line: int
    column: int


class Loop(Struct, frozen=True):
    """Steps that are repeated: a number of times at most, or until something holds; 0 is without a bound."""

    times: int
    until: Until | None
    body: tuple[Step, ...]
    line: int


class If(Struct, frozen=True):
    """Steps that are done where a condition holds, and others where it does not."""

    condition: Until
    body: tuple[Step, ...]
    otherwise: tuple[Step, ...]
    line: int


class Gamble(Struct, frozen=True):
    """Steps that are done by a stated chance, and others where it fails: what the rules do not decide."""

    weight: int
    of: int
    body: tuple[Step, ...]
    otherwise: tuple[Step, ...]
    line: int


Step = Say | StopHere | Loop | If | Gamble


class When(Struct, frozen=True):
    """The answer to an open matter; ``about`` is a part of a question's text."""

    opening: Opening
    about: str
    body: tuple[Step, ...]
    line: int


class Ask(Struct, frozen=True):
    """One thing that is asked of a plan: ``what`` in the words of an observable, ``by`` a length of time.

    A figure and a chance ``at_end`` are those at the end of the plan; ``over`` asks all along that time.
    """

    text: str
    kind: AskKind
    what: str
    line: int
    column: int
    by: str = ""
    at_end: bool = False
    over: bool = False


class OddsPlan(Struct, frozen=True):
    """A whole plan. ``header`` is the text of its first lines, as a playthrough has them."""

    header: str
    steps: tuple[Step, ...]
    whens: tuple[When, ...]
    asks: tuple[Ask, ...]
