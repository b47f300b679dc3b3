"""The declaration of a mechanism, and the registry that combines such declarations.

A mechanism is one module of play with one `Mechanism` at its end, which holds everything that the rest of the
program must know of it. Nothing else lists what a mechanism has, so adding one touches no other. This module
must not know any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, partial
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from turnkeeper.play.kernel.decision import Decision, Halted
from turnkeeper.play.kernel.declare import Declared, Form, StepKind, Values, always
from turnkeeper.play.kernel.essence import Essence, Essences, Observable, Outlook
from turnkeeper.play.kernel.event import Audience, Command, Event, Happening, Keep, Past, State, Task
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.procedures import ChoiceEffect, Effect
from turnkeeper.time import NO_TIME, Duration, Instant

AnyEffect = Effect | ChoiceEffect
NamedIn = Callable[[str, State, Rulebook], Iterable[str]]
"""What a text names of values that are too many to be listed."""

Carried = TypeVar("Carried", bound="AnyEffect")


class Occasion(Struct, frozen=True):
    """Why an effect is carried out: the rule, who sees it, and the keyword, empty where its time came.

    ``table`` is the table that gave the effect, if one did; ``ruled`` says that the referee ruled it;
    ``who`` did what brought it, ``about`` a person or a thing, and so well that it lasts ``times`` as long;
    it ``took`` a length of time.
    """

    rule: str
    seen_by: Audience = "table"
    cause: str = ""
    table: str = ""
    ruled: bool = False
    who: str = ""
    about: str = ""
    times: int = 1
    took: Duration = NO_TIME


class Hold(Struct, frozen=True):
    """An open matter that holds the clock: the code and text of the refusal, and what answers it."""

    code: str
    text: str
    hint: str


class Carries(Struct, frozen=True):
    """An effect of procedures, and the function that carries it out."""

    effect: type[AnyEffect]
    out: Callable[[Decision, AnyEffect, Occasion], None]


def carries(effect: type[Carried], out: Callable[[Decision, Carried, Occasion], None]) -> Carries:
    """Return the declaration that a mechanism carries out an effect."""
    # `out` is only called with effects of this type, by which it is looked up.
    return Carries(effect, out)  # type: ignore[arg-type]


class Mechanism(Struct, frozen=True, kw_only=True):
    """One mechanism of play; all but its own concerns may be left out.

    ``group`` is the heading of its commands in help. ``schedules`` books on the walk what falls due after
    one instant and up to another; ``quietly`` says that it does so also while the clock is set forward
    past it. ``resumes`` continues interrupted tasks of its kinds. ``holds`` gives what of it stands open
    and holds the clock. ``effects`` are those of procedures that it carries out. ``follows`` is called
    after each command with the state before it, and records what follows from the change; ``watches``
    does so after each event of some kinds, at once. ``passes`` does what ``next`` means while something
    of it goes on, and returns whether that was all: else time passes. ``serves`` says for which rule sets
    its commands are of use, ``completes`` gives the values of its kinds of slot; where they are too many
    to be listed, ``names_more`` returns what else a text names, by the function that lists the others.
    ``slices`` are its fields of the state; ``keeps`` returns an earlier state with the parts of them as
    they are now that do not hang on the clock. ``numbers`` are those that it gave to what was begun and
    goes on, ``essence`` is the part of its slices that the future can depend on: all of them, where it is
    not given. ``observables`` are what a plan can ask of it.
    """

    group: str = ""
    commands: tuple[Declared, ...] = ()
    events: tuple[Happening, ...] = ()
    schedules: Callable[[Decision, Instant, Instant], None] | None = None
    quietly: bool = False
    resumes: Mapping[str, Callable[[Decision, Task], None]] = {}
    holds: Callable[[State, Rulebook], Hold | None] | None = None
    effects: tuple[Carries, ...] = ()
    follows: Callable[[Decision, State], None] | None = None
    watches: Mapping[type[Event], Callable[[Decision, State], None]] = {}
    passes: Callable[[Decision], bool] | None = None
    serves: Callable[[Rulebook], bool] = always
    completes: Mapping[str, Values] = {}
    names_more: Mapping[Values, NamedIn] = {}
    slices: tuple[str, ...] = ()
    keeps: Keep | None = None
    numbers: Callable[[State], Iterable[int]] | None = None
    essence: Essence | None = None
    observables: tuple[Observable, ...] = ()


class Registry:
    """The mechanisms combined: decides a command, evolves an event, carries out an effect."""

    def __init__(self, mechanisms: Iterable[Mechanism]) -> None:
        """Combine mechanisms; their order decides at one instant where nothing else does."""
        self.mechanisms = tuple(mechanisms)
        self.declared: tuple[Declared, ...] = tuple(
            replace(one, group=one.group or each.group) for each in self.mechanisms for one in each.commands
        )
        self.schedules = tuple(each.schedules for each in self.mechanisms if each.schedules is not None)
        self.quiet = tuple(each.schedules for each in self.mechanisms if each.schedules and each.quietly)
        self.follows = tuple(each.follows for each in self.mechanisms if each.follows is not None)
        self.watches = {kind: watch for each in self.mechanisms for kind, watch in each.watches.items()}
        self._passes = tuple(each.passes for each in self.mechanisms if each.passes is not None)
        self.observables = tuple(one for each in self.mechanisms for one in each.observables)
        self.resumes = {kind: go_on for each in self.mechanisms for kind, go_on in each.resumes.items()}
        self._holds = tuple(each.holds for each in self.mechanisms if each.holds is not None)
        self._keeps = tuple(each.keeps for each in self.mechanisms if each.keeps is not None)
        self._numbers = tuple(each.numbers for each in self.mechanisms if each.numbers is not None)
        self._essences = tuple(
            each.essence or partial(_whole, each.slices)
            for each in self.mechanisms
            if each.essence is not None or each.slices
        )
        self._deciders = {one.command: one.decide for one in self.declared}
        self._events = {one.kind: one for each in self.mechanisms for one in each.events}
        self._effects = {one.effect: one.out for each in self.mechanisms for one in each.effects}

    def decide(self, decision: Decision, command: Command) -> None:
        """Decide a command, and record what follows from it; of the clock set back nothing does."""
        before = decision.state
        with suppress(Halted):
            self._deciders[type(command)](decision, command)
        if any(self._events[type(one)].back is not None and one.at < before.now for one in decision.events):
            before = decision.state
        for follow in self.follows:
            follow(decision, before)

    def evolve(self, state: State, event: Event, past: Past | None = None) -> State:
        """Return the state after an event, at the event's instant: total, pure, without throws.

        An event that goes back needs the ``past``: the states of the line of events before it.
        """
        one = self._events[type(event)]
        if one.back is not None:
            return replace(one.back(state, event, past, self._keep), now=event.at)
        after = one.evolve(state, event)
        if after is state:
            return state if state.now is event.at else replace(state, now=event.at)
        # It is fresh and nobody has seen it: its clock is set in place of one more copy.
        force_setattr(after, "now", event.at)
        return after

    def _keep(self, then: State, now: State) -> State:
        """Return an earlier state with what does not hang on the clock as it is now."""
        for keep in self._keeps:
            then = keep(then, now)
        return then

    def pass_on(self, decision: Decision) -> bool:
        """Do what comes next in whatever goes on; return ``False`` where time passes instead."""
        return any(passes(decision) for passes in self._passes)

    def hold(self, state: State, book: Rulebook) -> Hold | None:
        """Return the first of what stands open and holds the clock, or ``None`` when time may pass."""
        return next(self.holds(state, book), None)

    def holds(self, state: State, book: Rulebook) -> Iterator[Hold]:
        """Yield all that stands open and holds the clock, the most pressing first."""
        return (one for holds in self._holds if (one := holds(state, book)) is not None)

    def carry_out(self, decision: Decision, effect: AnyEffect, occasion: Occasion) -> None:
        """Carry out an effect of a procedure."""
        self._effects[type(effect)](decision, effect, occasion)

    def carries(self, effect: AnyEffect) -> bool:
        """Return whether any procedure can have an effect; some belong to the one table that uses them."""
        return type(effect) in self._effects

    def tell(self, event: Event, book: Rulebook) -> str:
        """Return an event in words, as a line of the log without its time and rule."""
        return self._events[type(event)].tell(event, book)

    def is_news(self, event: Event, book: Rulebook) -> bool:
        """Return whether players could decide by an event: it is not only kept count of."""
        quiet = self._events[type(event)].quiet
        return quiet is None or not quiet(event, book)

    def happening(self, event: Event) -> Happening:
        """Return the declaration of an event's kind."""
        return self._events[type(event)]

    def serves(self, one: Declared, book: Rulebook, form: Form | None = None) -> bool:
        """Return whether a command, or one form of it, is offered under a rule set."""
        return (
            self._mechanism_of[one.command].serves(book)
            and one.serves(book)
            and (form is None or form.serves(book))
        )

    def essence(self, state: State, book: Rulebook, scenes: frozenset[str] | None = None) -> Hashable:
        """Return the part of a state that its future can depend on, within some scenes, or in any.

        States of equal essence answer the same command with the same faces alike.
        """
        within = frozenset(book.set.scenes) if scenes is None else scenes
        outlook = Outlook(state, book, within, self._numbers)
        return tuple(part(outlook) for part in self._essences)

    def essences(self, book: Rulebook) -> Essences:
        """Return a keeper of the essences of many states under a rule set, which tells them apart."""
        return Essences(book, self._essences, self._numbers)

    def values(self, declared: Declared, field: str, kind: str) -> Values | None:
        """Return the function that lists the values of a slot; ``None`` where no mechanism declares one.

        One of a field and a kind, as in ``side:who``, goes before that of the field.
        """
        own = declared.completes
        return own.get(f"{field}:{kind}") or own.get(field) or self._completes.get(kind)

    def named_in(self, text: str, values: Values, state: State, book: Rulebook) -> Iterable[str]:
        """Return the values of a slot that a text names, besides those that are listed."""
        named = self._named.get(values)
        return () if named is None else named(text, state, book)

    def step_of(self, say: str) -> StepKind | None:
        """Return the kind of a command in words on the step bar; ``None`` for one of no kind."""
        return next((step for begins, step in self._steps if f"{say} ".startswith(f"{begins} ")), None)

    @cached_property
    def _mechanism_of(self) -> dict[type[Command], Mechanism]:
        return {one.command: each for each in self.mechanisms for one in each.commands}

    @cached_property
    def _completes(self) -> dict[str, Values]:
        return {kind: values for each in self.mechanisms for kind, values in each.completes.items()}

    @cached_property
    def _named(self) -> dict[Values, NamedIn]:
        return {values: named for each in self.mechanisms for values, named in each.names_more.items()}

    @cached_property
    def _steps(self) -> tuple[tuple[str, StepKind], ...]:
        """Return the beginnings of commands on the step bar with their kinds, the longest first."""
        found = {begins: step for one in self.declared for begins, step in _beginnings(one)}
        return tuple(sorted(found.items(), key=lambda one: -len(one[0])))


def _whole(slices: tuple[str, ...], outlook: Outlook) -> Hashable:
    """Return the essence of a mechanism that declares none: its slices as they are."""
    return tuple([outlook.relative(getattr(outlook.state, name)) for name in slices])


def _beginnings(one: Declared) -> Iterator[tuple[str, StepKind]]:
    if one.step is not None:
        yield from ((begins, one.step) for begins in one.step.begins)
