"""A mechanism is one file and one name in the registry: here is one, and all that it declares is there."""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from tests.play.keeper import HOUR, MINUTE, book_of
from turnkeeper.chance.drivers import TypedFaces
from turnkeeper.play.clock.clock import TaskEnded, TaskInterrupted, carry_out
from turnkeeper.play.decide import Decided, decide
from turnkeeper.play.dungeon.place import begin
from turnkeeper.play.kernel.decision import Decision
from turnkeeper.play.kernel.declare import StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, Refusal, Task, happens, unchanged
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, Registry, carries
from turnkeeper.play.registry import EVENT_KINDS, MECHANISMS, REGISTRY
from turnkeeper.play.state import State
from turnkeeper.rules.model.procedures import Effect
from turnkeeper.time import ORIGIN, Instant, Rank

# --- the mechanism: signs in the sky, each of which comes true after an hour


class Heaven(State, frozen=True, omit_defaults=True):
    """The state of a game with signs in it."""

    signs: tuple[tuple[str, Instant], ...] = ()


class SeeSign(Command, frozen=True, tag="see-sign"):
    """See a sign."""

    name: str


class ReadSigns(Command, frozen=True, tag="read-signs"):
    """Read the signs for half an hour."""

    sign: str


class SignSeen(Event, frozen=True, tag="sign-seen.1"):
    """A sign was seen."""

    name: str


class SignCameTrue(Event, frozen=True, tag="sign-came-true.1"):
    """What a sign foretold has come."""

    name: str


class SignMourned(Event, frozen=True, tag="sign-mourned.1"):
    """Somebody who saw the signs is dead."""


class ShowSign(Struct, frozen=True):
    """An effect of a procedure that shows a sign."""

    name: str


def signs(state: State) -> tuple[tuple[str, Instant], ...]:
    assert isinstance(state, Heaven)
    return state.signs


def seen(state: State, event: SignSeen) -> State:
    return replace(state, signs=(*signs(state), (event.name, event.at)))


def came_true(state: State, event: SignCameTrue) -> State:
    return replace(state, signs=tuple(one for one in signs(state) if one[0] != event.name))


def schedule(decision: Decision, start: Instant, until: Instant) -> None:
    for name, at in signs(decision.state):
        if start < at + HOUR <= until:
            decision.schedule(at + HOUR, Rank.ENDS, 0, partial(come_true, name))


def come_true(name: str, decision: Decision) -> None:
    decision.record(SignCameTrue(name))
    decision.stop()


def read_on(decision: Decision, task: Task) -> None:
    carry_out(decision, task, lambda decision, task: decision.record(TaskEnded.of(task)))


def read(decision: Decision, command: ReadSigns) -> None:
    task = Task(f"divine {command.sign}", decision.state.order, MINUTE * 30, MINUTE * 30, kind="signs")
    read_on(decision, task)


def mourn(decision: Decision, before: State) -> None:
    if len(decision.state.party.living) < len(before.party.living):
        decision.record(SignMourned())


def show(decision: Decision, effect: ShowSign, occasion: Occasion) -> None:
    decision.record(SignSeen(effect.name, rule=occasion.rule))


SIGNS = Mechanism(
    group="Sky",
    commands=(
        declare(
            SeeSign,
            lambda decision, command: decision.record(SignSeen(command.name)),
            says="see {name:name}",
            examples="see comet",
            step=StepKind("sign", "do", ("see",)),
        ),
        declare(
            ReadSigns,
            read,
            says="divine {sign:name}",
            examples="divine comet",
            completes={"sign": lambda state, _book: [name for name, _ in signs(state)]},
        ),
    ),
    events=(
        happens(SignSeen, seen, lambda event, _book: f"{event.name} seen"),
        happens(SignCameTrue, came_true, lambda event, _book: f"{event.name} comes true"),
        happens(SignMourned, unchanged, lambda _event, _book: "the signs are mourned"),
    ),
    schedules=schedule,
    resumes={"signs": read_on},
    effects=(carries(ShowSign, show),),  # type: ignore[type-var]
    follows=mourn,
    serves=lambda book: book.set.ruleset.id == "glog",
)
ALL = Registry((*MECHANISMS, SIGNS))
LANGUAGE = Language(ALL.declared, book_of())


class Game:
    """A game played with all mechanisms and this one."""

    def __init__(self) -> None:
        self.state: State = ALL.evolve(Heaven(), begin(book_of(), ORIGIN))

    def do(self, said: str) -> list[Event]:
        told = decide(book_of(), self.state, LANGUAGE.parse(said), TypedFaces(("12",) * 9), registry=ALL)
        assert isinstance(told, Decided), told
        self.state = told.state
        return list(told.events)

    def kinds(self, said: str) -> list[str]:
        return [type(event).__name__ for event in self.do(said)]


def test_its_command_is_spoken_and_its_event_told_and_evolved() -> None:
    game = Game()
    (event,) = game.do("see comet")
    assert ALL.tell(event, book_of()) == "comet seen"
    assert signs(game.state) == (("comet", ORIGIN),)


def test_what_it_schedules_comes_at_its_instant_and_stops_the_clock() -> None:
    game = Game()
    game.do("see comet")
    assert game.kinds("wait 90 min") == ["SignCameTrue", "TaskInterrupted"]
    assert game.state.now == ORIGIN + HOUR


def test_its_task_is_resumed_by_what_it_declares() -> None:
    game = Game()
    game.do("see comet")
    game.do("wait 40 min")
    assert game.kinds("divine comet") == ["SignCameTrue", "TaskInterrupted"]
    last = game.state.unfinished[-1]
    assert (last.kind, last.left) == ("signs", MINUTE * 10)
    assert game.kinds("resume") == ["TaskResumed", "TaskEnded"]
    assert game.state.now == ORIGIN + MINUTE * 70


def test_what_follows_from_a_change_follows_any_command() -> None:
    game = Game()
    game.do("party Varda hp 1/1; Orlo")
    assert game.kinds("kill Varda")[-1] == "SignMourned"


def test_it_carries_out_its_effect_and_says_what_kind_of_step_it_is() -> None:
    decision = Decision(book_of(), Game().state, TypedFaces(()), ALL)
    effect: Effect = ShowSign("halo")  # type: ignore[assignment]
    decision.carry_out(effect, Occasion("G-SKY-1"))
    assert [(type(one).__name__, one.rule) for one in decision.events] == [("SignSeen", "G-SKY-1")]
    found = ALL.step_of("see comet")
    assert found is not None
    assert found.kind == "sign"


def test_its_names_complete_and_it_is_offered_where_it_serves() -> None:
    game = Game()
    game.do("see comet")
    read_it = next(one for one in ALL.declared if one.command is ReadSigns)
    values = ALL.values(read_it, "sign", "name")
    assert values is not None
    assert list(values(game.state, book_of())) == ["comet"]
    assert (read_it.group, read_it.help) == ("Sky", "Read the signs for half an hour.")
    assert ALL.serves(read_it, book_of())
    assert not ALL.serves(read_it, book_of("cresthaven"))


def test_no_other_mechanism_knows_it() -> None:
    """The registry that play runs on is as it was."""
    assert not [one for one in REGISTRY.declared if one.command in {SeeSign, ReadSigns}]
    told = decide(book_of(), State(), LANGUAGE.parse("note x"), TypedFaces(()))
    assert not isinstance(told, Refusal)
    assert TaskInterrupted in EVENT_KINDS
    assert SignSeen not in EVENT_KINDS
