"""Declarations: each command has one, with its type, its help, its spoken forms and its decider.

The terminal, the playthrough file, completion and every other surface derive from declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, TypeVar

from msgspec import Struct

from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.event import Command, State
from turnkeeper.rules.book import Rulebook

Values = Callable[[State, Rulebook], Iterable[str]]
Usual = Values | tuple[str, ...]
Asked = TypeVar("Asked", bound="Command")


def always(_book: Rulebook) -> bool:
    """Return ``True`` for every rule set."""
    return True


class Form(Struct, frozen=True):
    """One way to say a command; ``fixed`` are the fields that this way sets.

    It is offered under the rule sets that it ``serves``, and understood under all, to refuse with a reason.
    A form that is only heard can have a ``cost``: it is meant where no cheaper reading is. It can be heard
    only where something is listed for a field that it ``needs``: one talks to those who are there. One that
    ``asks`` is never done unasked, since it does more than is said: the reason stands before the question.
    """

    text: str
    fixed: dict[str, object] = {}
    serves: Callable[[Rulebook], bool] = always
    cost: int = 0
    needs: str = ""
    asks: str = ""


Forms = str | Sequence[str | Form] | Callable[[Rulebook], Iterable[Form]]


class StepKind(Struct, frozen=True):
    """A kind of command on the step bar: its name, which has a key; its group; how its commands begin."""

    kind: str
    group: Literal["do", "time", "travel", "fight", "write"]
    begins: tuple[str, ...]


def _nothing(_book: Rulebook) -> Iterable[Form]:
    return ()


class Declared(Struct, frozen=True):
    """One command on every surface. ``forms`` depend on the rule set only where their words do.

    Its ``group`` is its mechanism's where it names none. ``heard`` are other ways to say it, which are
    understood in any order and never printed. It is offered under the rule sets that it ``serves``.
    ``completes`` gives the values of a field at present, ``usual`` those that are offered where nothing that
    is there could be listed. ``labels`` are what fields are called where they are filled in, where another
    word says more than for fields of that name elsewhere; ``step`` is the command's kind on the step bar.
    """

    command: type[Command]
    group: str
    help: str
    examples: tuple[str, ...]
    forms: Callable[[Rulebook], Iterable[Form]]
    decide: Callable[[Decision, Command], None]
    completes: Mapping[str, Values] = {}
    step: StepKind | None = None
    serves: Callable[[Rulebook], bool] = always
    heard: Callable[[Rulebook], Iterable[Form]] = _nothing
    labels: Mapping[str, str] = {}
    usual: Mapping[str, Usual] = {}


def declare(  # noqa: PLR0913 - a declaration is one row of a table
    command: type[Asked],
    decide: Callable[[Decision, Asked], None],
    *,
    says: Forms,
    heard: Forms = (),
    examples: str | tuple[str, ...],
    completes: Mapping[str, Values] | None = None,
    step: StepKind | None = None,
    labels: Mapping[str, str] | None = None,
    usual: Mapping[str, Usual] | None = None,
    serves: Callable[[Rulebook], bool] = always,
    group: str = "",
    help: str = "",  # noqa: A002 - it is what the person reads
) -> Declared:
    """Return a declaration; ``says`` and ``heard`` are one form, several, or a function of the rule set.

    The help is the first line of the command's docstring, or else ``help``, where more is to be said. In a
    form that is only heard, ``kick|bash`` is either word.
    """
    examples = (examples,) if isinstance(examples, str) else examples
    # `decide` is only called with commands of this type, by which it is looked up.
    decided: Callable[[Decision, Command], None] = decide  # type: ignore[assignment]
    help = help or (command.__doc__ or "").partition("\n")[0]  # noqa: A001 - as above
    return Declared(
        command,
        group,
        help,
        examples,
        _forms(says),
        decided,
        completes or {},
        step,
        serves,
        _forms(heard),
        labels or {},
        usual or {},
    )


def _forms(said: Forms) -> Callable[[Rulebook], Iterable[Form]]:
    if callable(said):
        return said
    fixed = tuple(
        Form(form) if isinstance(form, str) else form for form in ((said,) if isinstance(said, str) else said)
    )
    return lambda _book: fixed
