"""Areas: what the referee sets for a place and the place keeps: its level, interval and chance of its checks.

The interval of checks belongs to the area, and so does their chance. A setting holds for
the place where the party is, and is there again when the party comes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from turnkeeper.play.clock import cases, checks
from turnkeeper.play.clock.check_times import CheckCount, Paced, counts_in
from turnkeeper.play.dungeon.place import AreaChance, Own
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Cadence, Rulebook
from turnkeeper.rules.model.procedures import Procedure
from turnkeeper.time import Duration

DEEPEST = 1000


class SetChecks(Command, frozen=True, tag="checks"):
    """Say how often this place is checked; it keeps that when the party leaves."""

    every: Duration | None = None
    use: str = ""


class SetChance(Command, frozen=True, tag="chance"):
    """Say at what chance a check of this place finds something."""

    hits: int
    of: int
    use: str = ""


class ChecksAsUsual(Command, frozen=True, tag="checks-as-usual"):
    """This place is checked as the rule set says again: as often, at the same chance."""

    use: str = ""


class SetDraught(Command, frozen=True, tag="draught"):
    """Say whether wind or wet reaches the lights in this place."""

    draughty: bool


class SetLevel(Command, frozen=True, tag="level"):
    """Say how deep or how dangerous this place is, where its checks go by that."""

    level: int


class CheckNow(Command, frozen=True, tag="check-now"):
    """Make a check now that would fall due by itself, such as that for encounters."""

    use: str = ""


class ChecksPaced(Event, frozen=True, tag="checks-paced.1"):
    """The interval of a procedure in this place was set; without a length it is never due.

    All checks are counted on as ``counts`` say; without them the interval counts as if it always held.
    """

    use: str
    check: str
    every: Duration | None = None
    counts: tuple[CheckCount, ...] | None = None


class ChanceSet(Event, frozen=True, tag="chance-set.1"):
    """The chance of a procedure in this place was set to ``hits`` in ``of``."""

    use: str
    check: str
    hits: int
    of: int


class ChecksMadeUsual(Event, frozen=True, tag="checks-made-usual.1"):
    """The interval and chance of a procedure in this place are those of the rule set again.

    All checks are counted on as ``counts`` say; without them the interval counts as if it always held.
    """

    use: str
    check: str
    counts: tuple[CheckCount, ...] | None = None


class DraughtChanged(Event, frozen=True, tag="draught-changed.1"):
    """It was set whether wind or wet reaches the lights in this place."""

    draughty: bool


class LevelSet(Event, frozen=True, tag="level-set.1"):
    """It was set how deep or how dangerous this place is."""

    level: int


def told(state: State, book: Rulebook) -> Iterator[str]:
    """Yield, in words, the settings of a place that differ from the rule set."""
    own, procedures = state.place.own, book.set.procedures
    for paced in own.paced:
        often = f"every {book.scale.say(paced.every)}" if paced.every is not None else "never"
        yield f"{_called(procedures, paced.use)} {often}"
    for chance in own.chances:
        yield f"{_called(procedures, chance.use)} {chance.hits} in {chance.of}"
    if own.draughty:
        yield "draughty"
    if own.level is not None:
        danger = cases.danger_here(state, book)
        yield danger or f"level {own.level}"


def _called(procedures: Mapping[str, Procedure], use: str) -> str:
    return procedures[use].name if use in procedures else use


def _meant(decision: Decision, use: str) -> Cadence:
    """Return the cadence of a name, or the only one that falls due here at an interval."""
    here = decision.book.cadences.get(decision.state.place.scene, ())
    known = {word: one for one in here for word in (one.procedure.name.casefold(), one.name.casefold())}
    if use:
        found = known.get(use.casefold())
        if found is None:
            hint = closest(use, known, ", ".join(one.name for one in here) or "enter another scene first")
            refuse("unknown-use", f"nothing called {use!r} is checked here", hint)
        return found
    often = [one for one in here if one.every is not None]
    if not often:
        refuse("no-checks", "nothing is checked here every so often", "enter another scene first")
    if len(often) > 1:
        names = " or ".join(one.name for one in often)
        refuse("which", f"which checks: {names}?", f"checks every 20 min for {often[0].name}")
    return often[0]


def _checks(decision: Decision, command: SetChecks) -> None:
    one = _meant(decision, command.use)
    procedure, never = one.procedure, f"no checks here for {one.name}"
    if command.every is not None and one.every is None:
        refuse("daily", f"the {procedure.name} comes once a day, at {procedure.at}", never)
    if command.every is not None and procedure.window is not None:
        refuse("window", f"the windows of the {procedure.name} stand on every {procedure.every}", never)
    paced = (*_unpaced(decision.state.place.own, one.name), Paced(one.name, command.every))
    counts = counts_in(decision, _paced_so(decision, paced))
    decision.record(
        ChecksPaced(
            one.name, procedure.name, command.every, counts, rule=procedure.rule.id, seen_by="referee"
        )
    )


def _check_now(decision: Decision, command: CheckNow) -> None:
    one = _meant(decision, command.use)
    checks.check(decision, one.name, one.procedure, "ruling")


def _chance(decision: Decision, command: SetChance) -> None:
    one = _meant(decision, command.use)
    name = one.procedure.name
    table = checks.table_here(decision.state, decision.book, one.name, one.procedure, decision.at)
    if not table:
        refuse("no-chance", f"the {name} throws on no table", f"checks every 20 min for {one.name}")
    of = decision.book.chance_in(table)
    if of is None:
        refuse("no-chance", f"the {name} is no chance in 6 but a table", f"use table TABLE for {one.name}")
    if command.of != of:
        refuse("chance", f"the {name} is thrown with a d{of}", f"chance {min(command.hits, of)} in {of}")
    if command.hits > of:
        refuse("chance", f"{command.hits} in {of} is more than always", f"chance {of} in {of}")
    decision.record(
        ChanceSet(one.name, name, command.hits, of, rule=one.procedure.rule.id, seen_by="referee")
    )


def _usual(decision: Decision, command: ChecksAsUsual) -> None:
    one = _meant(decision, command.use)
    own = decision.state.place.own
    if one.name not in {*(said.use for said in own.paced), *(said.use for said in own.chances)}:
        paced = one.every is not None and one.procedure.window is None
        hint = "checks every 20 min" if paced else f"no checks here for {one.name}"
        refuse("usual", f"the {one.procedure.name} is as usual here already", hint)
    name, rule = one.procedure.name, one.procedure.rule.id
    counts = counts_in(decision, _paced_so(decision, _unpaced(own, one.name)))
    decision.record(ChecksMadeUsual(one.name, name, counts, rule=rule, seen_by="referee"))


def _draught(decision: Decision, command: SetDraught) -> None:
    decision.record(DraughtChanged(command.draughty))


def _level(decision: Decision, command: SetLevel) -> None:
    if not 0 <= command.level <= DEEPEST:
        refuse("number", f"levels are 0 to {DEEPEST}", "place is level 3")
    decision.record(LevelSet(command.level))


def _with(state: State, own: Own, counts: tuple[CheckCount, ...] | None = None) -> State:
    place = state.place
    return replace(state, place=replace(place, own=own, counts=place.counts if counts is None else counts))


def _paced_so(decision: Decision, paced: tuple[Paced, ...]) -> State:
    return _with(decision.state, replace(decision.state.place.own, paced=paced))


def _unpaced(own: Own, use: str) -> tuple[Paced, ...]:
    """Return the intervals of an area without that of one procedure."""
    return tuple(one for one in own.paced if one.use != use)


def _paced(state: State, event: ChecksPaced) -> State:
    own = state.place.own
    paced = (*_unpaced(own, event.use), Paced(event.use, event.every))
    return _with(state, replace(own, paced=paced), event.counts)


def _chanced(state: State, event: ChanceSet) -> State:
    own = state.place.own
    others = tuple(one for one in own.chances if one.use != event.use)
    return _with(state, replace(own, chances=(*others, AreaChance(event.use, event.hits, event.of))))


def _made_usual(state: State, event: ChecksMadeUsual) -> State:
    own = state.place.own
    chances = tuple(one for one in own.chances if one.use != event.use)
    return _with(state, replace(own, paced=_unpaced(own, event.use), chances=chances), event.counts)


def _draughty(state: State, event: DraughtChanged) -> State:
    return _with(state, replace(state.place.own, draughty=event.draughty))


def _levelled(state: State, event: LevelSet) -> State:
    return _with(state, replace(state.place.own, level=event.level))


def _tell_paced(event: ChecksPaced, book: Rulebook) -> str:
    if event.every is None:
        return f"the {event.check} is not made here"
    return f"the {event.check} is made here every {book.scale.say(event.every)}"


def _tell_draught(event: DraughtChanged, _book: Rulebook) -> str:
    return "wind or wet reaches the lights here" if event.draughty else "the air is calm here"


def _tell_level(event: LevelSet, book: Rulebook) -> str:
    said = next((name for name, one in book.set.dangers.items() if one.level == event.level), "")
    return f"this place is {said or f'level {event.level}'}"


def _checked_here(state: State, book: Rulebook) -> Iterable[str]:
    return [one.name for one in book.cadences.get(state.place.scene, ())]


def _asks_for_level(book: Rulebook) -> bool:
    met = book.set.encounters.cases if book.set.encounters is not None else ()
    checked = (case for one in book.set.procedures.values() for case in one.cases)
    return any(case.levels for case in (*met, *checked))


def _forms_of_level(book: Rulebook) -> Iterator[Form]:
    """Yield the forms that say a level: by its number, or by the word that the rule set has for it."""
    yield from (Form(f"place is {name}", {"level": one.level}) for name, one in book.set.dangers.items())
    yield Form("place is level {level:number}")


def _heard_of_level(book: Rulebook) -> Iterator[Form]:
    yield Form("descend|go|climb|reach|enter [down|up] [to] [dungeon] level {level:number}")
    yield Form("dungeon level [is] {level:number}")
    for name, one in book.set.dangers.items():
        where = "place|room|dungeon|level|area|danger|corridor|camp"
        yield Form(f"{where} {name} [is|becomes|gets|now|here|level]", {"level": one.level})


_COMERS = "encounter|encounters|monster|monsters|beast|beasts|creature|creatures|visitors|company"

MECHANISM = Mechanism(
    group="Place",
    commands=(
        declare(
            SetChecks,
            _checks,
            says=(
                "checks every {every:length} [for {use:what}]",
                "no checks here [for {use:what}]",
            ),
            heard=(
                (
                    "check|checks|roll every|each {every:length} "
                    "[for] [wandering|random] [encounter|encounters|monster|monsters]"
                ),
            ),
            examples=("checks every 2 turns", "checks every 20 min", "no checks here for wandering"),
            completes={"use": _checked_here},
        ),
        declare(
            CheckNow,
            _check_now,
            group="Rulings",
            says="check now [for {use:what}]",
            heard=(
                f"random|wandering {_COMERS} [check|roll|now]",
                f"check|roll|throw [for] random|wandering {_COMERS} [now]",
                "check|roll|throw|make [for] wanderer|wanderers|randoms [now]",
                f"check|roll|throw|make for {_COMERS} [check|roll] [now]",
                (
                    "encounter|monster|wandering|wanderer|wm [random|wandering|monster] check|roll "
                    "[make|do|now|time] [die|dice]"
                ),
                "encounter|wandering|event|hazard|danger|dungeon die|dice [roll|throw|now]",
                "roll|throw|check underclock|overclock|tension [die|dice|pool]",
                "check [now] {use:what!}",
            ),
            examples="check now",
            completes={"use": _checked_here},
        ),
        declare(
            SetChance,
            _chance,
            says="chance {hits:times} in {of:times} [for {use:what}]",
            heard=("chance {hits:times} in {of:times} [encounter|encounters|for]",),
            examples=("chance 2 in 6", "chance 3 in 6 for wandering"),
            completes={"use": _checked_here},
        ),
        declare(
            ChecksAsUsual,
            _usual,
            says="checks as usual [for {use:what}]",
            examples="checks as usual",
            completes={"use": _checked_here},
        ),
        declare(
            SetDraught,
            _draught,
            says=(Form("place is draughty", {"draughty": True}), Form("place is calm", {"draughty": False})),
            heard=(
                Form("draughty|drafty|windy|breezy [place|room|corridor]", {"draughty": True}),
                Form("calm|sheltered|windless [place|room|corridor]", {"draughty": False}),
            ),
            examples=("place is draughty", "place is calm"),
        ),
        declare(
            SetLevel,
            _level,
            serves=_asks_for_level,
            says=_forms_of_level,
            heard=_heard_of_level,
            examples="place is level 3",
        ),
    ),
    events=(
        happens(ChecksPaced, _paced, _tell_paced),
        happens(
            ChanceSet,
            _chanced,
            lambda event, _book: f"the {event.check} finds something here {event.hits} in {event.of}",
        ),
        happens(
            ChecksMadeUsual,
            _made_usual,
            lambda event, _book: f"the {event.check} is made here as usual again",
        ),
        happens(DraughtChanged, _draughty, _tell_draught),
        happens(LevelSet, _levelled, _tell_level),
    ),
)
