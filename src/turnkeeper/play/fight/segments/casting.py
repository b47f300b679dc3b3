"""Castings and focuses in a count: segments until the effect or the action, then a recovery."""

from __future__ import annotations

from msgspec.structs import replace

from turnkeeper.play.fight.count import after_turn, counts, fighters, order_of
from turnkeeper.play.fight.counting import FOCUS, Doing, Fighter, about, recovery_of, when
from turnkeeper.play.fight.facing import MOST_RECOVERY
from turnkeeper.play.fight.segments.waiting import ready
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook


class Cast(Command, frozen=True, tag="cast"):
    """Cast: a number of segments until the effect, then a number to recover."""

    what: str
    takes: int
    recovery: int
    who: str = ""


class FocusOn(Command, frozen=True, tag="focus"):
    """Focus for a number of segments, such as aiming; then act."""

    takes: int
    what: str = ""
    who: str = ""


class SetAbout(Event, frozen=True, tag="set-about.1"):
    """A combatant began to cast or to focus at a segment; it takes until another."""

    fighter: int
    name: str
    doing: Doing
    segment: int
    due: int


def _cast(decision: Decision, command: Cast) -> None:
    one = ready(decision, command.who)
    if command.takes < 1:
        refuse("length", "a casting takes at least 1 segment", "cast fireball 3 then 4")
    _require_segments(command.takes, command.recovery)
    order = order_of(decision)
    if command.recovery < order.least:
        segments = "1 segment" if order.least == 1 else f"{order.least} segments"
        message = f"after its effect comes a recovery, of {segments} at least"
        refuse("recovery", message, f"cast {command.what} {command.takes} then {order.least}")
    recovery = recovery_of(one, command.what, command.recovery, order)
    _set_about(decision, one, Doing(command.what, "cast", recovery), command.takes)


def _focus(decision: Decision, command: FocusOn) -> None:
    one = ready(decision, command.who)
    if command.takes < 1:
        message = f"for how many segments does {one.name} focus?"
        refuse("length", message, "focus 2", fields=("takes",))
    _require_segments(command.takes, 0)
    order = order_of(decision)
    recovery = one.usual or order.least
    _set_about(decision, one, Doing(command.what or FOCUS, "focus", recovery), command.takes)


def _require_segments(*several: int) -> None:
    if any(not 0 <= one <= MOST_RECOVERY for one in several):
        refuse("recovery", f"that is 0 to {MOST_RECOVERY:,} segments", "cast fireball 3 then 4")


def _set_about(decision: Decision, one: Fighter, doing: Doing, takes: int) -> None:
    segment = one.due or 0
    began = SetAbout(
        one.id,
        one.name,
        doing,
        segment,
        segment + takes,
        rule=order_of(decision).cited(doing.how),
    )
    decision.record(began)


def _began(state: State, event: SetAbout) -> State:
    def begun(one: Fighter) -> Fighter:
        return replace(one, doing=event.doing, due=event.due, last=event.segment, waiting=False)

    return after_turn(state, event.fighter, event.segment, begun)


def _tell_began(event: SetAbout, book: Rulebook) -> str:
    until = "effect" if event.doing.how == "cast" else "ready"
    return (
        f"{when(event.segment, book)}, {event.name} {about(event.doing)}: {until} at {when(event.due, book)}"
    )


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            Cast,
            _cast,
            says="cast {what:what} {takes:number} then {recovery:number} [by {who:who}]",
            heard=(
                "cast {what:what} {takes:number} segments|segment then {recovery:number} [by {who:who}]",
                Form("cast {what:what} {takes:number} segments|segment [by {who:who}]", {"recovery": 0}),
            ),
            examples="cast fireball 3 then 4",
            completes={"who": fighters},
            usual={"what": ("a spell",)},
        ),
        declare(
            FocusOn,
            _focus,
            says="focus {takes:number} [on {what:what}] [by {who:who}]",
            heard=(
                (
                    "focus|aim|concentrate [take] [for] {takes:number} [segments|segment] [on|at "
                    "{what:what}] [by {who:who}]"
                ),
                "focus|aim|concentrate on|at {what:what} for {takes:number} segments|segment [by {who:who}]",
                Form("focus|aim|concentrate [on|at {what:what}] [take|careful] [by {who:who}]", {"takes": 0}),
            ),
            examples=("focus 2", "focus 2 on the ogre by Varda"),
            completes={"who": fighters, "what": fighters},
        ),
    ),
    events=(happens(SetAbout, _began, _tell_began),),
    serves=counts,
)
