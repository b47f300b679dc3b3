"""Waiting in a count, and stepping in later."""

from __future__ import annotations

from msgspec.structs import replace

from turnkeeper.play.fight import count
from turnkeeper.play.fight.able import is_awake
from turnkeeper.play.fight.count import at_segment, counts, fighters, known, order_of, running, up
from turnkeeper.play.fight.counting import Fighter, said, segment_now, segment_said, when
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.remarks import ODD
from turnkeeper.rules.book import Rulebook


class Delay(Command, frozen=True, tag="delay"):
    """The combatant who is up waits, and may step in later, or is to do so at the segment of ``until``.

    With ``segments`` they step in that many segments later.
    """

    who: str = ""
    until: int = 0
    segments: int = 0


class Waited(Event, frozen=True, tag="waited.1"):
    """A combatant who was up waits for a later segment: for that of ``until``, or until they step in."""

    fighter: int
    name: str
    segment: int
    until: int = 0


def turn_of(decision: Decision, who: str) -> Fighter:
    """Return the combatant who acts now, or one who waited and steps in.

    Whoever is down, and up before one who is named, is laid aside.
    """
    going = running(decision)
    found = going.named(who) if who else None
    if found is not None and found.waiting:
        return stepping_in(decision, known(decision, who), None)
    if found is not None:
        _lay_aside(decision, found)
    return up(decision, who)


def _lay_aside(decision: Decision, before: Fighter) -> None:
    """Have those who are down wait from their turn on, until they are made to recover."""
    while (first := count.next_up(decision)) is not None and first.id != before.id:
        if count.is_effect(first) or is_awake(decision.state, first):
            return
        count.reach(decision, first)
        segment, rule = first.due or 0, order_of(decision).cited("wait")
        decision.record(Waited(first.id, first.name, segment, rule=rule))


def stepping_in(decision: Decision, one: Fighter, within: int | None) -> Fighter:
    """Return a combatant who waited, at the segment in which they step in, with the clock there.

    That is the current one, or a later one before which nobody acts; never the one in which they began to
    wait.
    """
    going, order = running(decision), order_of(decision)
    segment = max(segment_now(going), one.last + 1)
    if within is not None:
        if not 1 <= within <= order.segments.number:
            refuse(
                "segment",
                f"a round has the segments 1 to {order.segments.number}",
                f"step in {one.name} at 4",
            )
        segment = segment_said(segment, within, order)
    first = count.next_up(decision)
    if first is not None and first.due is not None and first.due <= segment and segment != going.segment:
        message = f"{first.name} acts before {one.name} steps in at {said(segment, order)}"
        refuse("turn", message, f"{first.name} now, at {said(first.due, order)}")
    # The recovery counts from the segment in which they step in.
    there = replace(one, due=segment)
    count.reach(decision, there)
    return there


def ready(decision: Decision, who: str) -> Fighter:
    """Return the combatant who acts now; refuses if they are down, or if their casting comes first."""
    one = turn_of(decision, who)
    if count.is_effect(one):
        refuse("casting", f"the casting of {one.name} comes first", "act")
    require_awake(decision, one)
    return one


def require_awake(decision: Decision, one: Fighter) -> None:
    """Refuse anything but a recovery action by one who is down, and was so before this segment."""
    if not is_awake(decision.state, one):
        refuse("down", f"{one.name} is down, and can only recover", f"recover by {one.name}")


def _delay(decision: Decision, command: Delay) -> None:
    if command.who and (found := running(decision).named(command.who)) is not None and found.waiting:
        refuse("waiting", f"{found.name} is waiting already", f"step in {found.name}")
    one = turn_of(decision, command.who)
    if (
        is_awake(decision.state, one) or command.until or command.segments
    ):  # who is down can be laid aside, and no more
        one = ready(decision, one.name)
    order, segment = order_of(decision), one.due or 0
    until = 0
    if command.until:
        if not 1 <= command.until <= order.segments.number:
            refuse("segment", f"a round has the segments 1 to {order.segments.number}", "delay until 5")
        until = segment_said(segment + 1, command.until, order)
    if command.segments:
        if not 1 <= command.segments <= order.segments.number:
            refuse("segment", f"one waits for 1 to {order.segments.number} segments", "delay 2 segments")
        until = segment + command.segments
    decision.record(Waited(one.id, one.name, segment, until, rule=order.cited("wait")))


def _waited(state: State, event: Waited) -> State:
    if state.count is None:
        return state
    # A combatant who has focused and waits keeps the focus.
    one = state.count.fighters[event.fighter]
    going = at_segment(state, state.count, one, event.segment)
    waits = not event.until
    later = replace(one, due=event.until or None, waiting=waits, last=event.segment)
    return replace(state, count=going.set(later))


def _tell(event: Waited, book: Rulebook) -> str:
    until = f" until {when(event.until, book)}" if event.until else ""
    return f"{when(event.segment, book)}, {event.name} waits{until}"


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            Delay,
            _delay,
            help=(
                "Wait, to step in later, or at a segment of this round or the next. "
                "One who is down is laid aside so, until recovered."
            ),
            says=(
                "delay [by {who:who}]",
                "delay until {until:number} [by {who:who}]",
                Form("delay 1 segment [by {who:who}]", {"segments": 1}),
                "delay {segments:times} segments [by {who:who}]",
            ),
            heard=(
                "delay|wait|hold|ready [action|back|off|fire] [by {who:who}]",
                "delay|wait|hold|ready [action|back|off|fire] until|till|to! {until:number} [by {who:who}]",
                "delay|wait|hold|ready for|by! {segments:times} [by {who:who}]",
                # A bare number could be a segment too, which when it is past is a whole round away.
                Form("delay|wait|hold|ready {segments:times} [by {who:who}]", cost=ODD),
                Form("delay|wait|hold|ready {until:number} [by {who:who}]", cost=ODD),
                (
                    "delay|wait|hold|ready until|till|to|for segment {until:number} [action] [turn] "
                    "[by {who:who}]"
                ),
                "delay|wait|hold|ready segment! {until:times} [by {who:who}]",
                "{who:who!} on hold",
                "delay|wait|hold|ready turn [until|till|to! {until:number}] [by {who:who}]",
                (
                    "delay|wait|hold|ready {segments:times} segments|segment [for] [action] [turn] "
                    "[by {who:who}]"
                ),
            ),
            examples=("delay", "delay until 5 by Varda", "delay 2 segments"),
            completes={"who": fighters},
            step=StepKind("delay", "fight", ("delay",)),
        ),
    ),
    events=(happens(Waited, _waited, _tell),),
    serves=counts,
)
