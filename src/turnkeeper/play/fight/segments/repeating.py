"""Repetition in a count: all do again what they did last, for a number of rounds or segments.

The activations are computed first, and then the clock goes there; what stops it on the way stops them too.
One event keeps, for each who acted, how often and when they act again. Castings come into effect in their
place, and what lasts until the end of an activation ends at its instant. Nothing here knows what an
activation does.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.clock.clock import spend, untold
from turnkeeper.play.fight import count, effects
from turnkeeper.play.fight.able import has_fallen, out_of
from turnkeeper.play.fight.count import counts, is_effect, order_of, running
from turnkeeper.play.fight.counting import Count, Fighter, forbidding, instant_of, segment_now, when
from turnkeeper.play.fight.segments.prices import require_allowed
from turnkeeper.play.fight.segments.waiting import require_awake
from turnkeeper.play.fight.sides import PARTY
from turnkeeper.play.kernel.decision import Decision, Visit, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, Task, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.time import Duration, Instant, Rank

Queue = list[Fighter]
Out = dict[int, str]
Unable = Callable[[Fighter], bool]
Marks = list[tuple[Instant, Visit]]

MOST_SEGMENTS = 50_000
MOST_TOLD = 8
LAST = 1 << 62  # after everything else that is booked for an instant


class Repeat(Command, frozen=True, tag="repeat"):
    """Everybody does again what they did last, for a number of rounds or segments."""

    segments: int = 0
    rounds: int = 0


class Again(Struct, frozen=True, array_like=True):
    """A combatant's repetitions: how many, the segment of the last, and that of the next activation.

    A casting that came into effect counts as one of them, and ``came`` is its segment.
    """

    fighter: int
    times: int
    last: int
    due: int
    came: int = 0


class CameMeanwhile(Struct, frozen=True, array_like=True):
    """A casting that came into effect at a segment."""

    name: str
    what: str
    segment: int


class TurnsRepeated(Event, frozen=True, tag="turns-repeated.1"):
    """Activations were repeated, the last at a segment; ``names`` are those of the first who acted."""

    turns: int
    segment: int
    again: tuple[Again, ...]
    names: tuple[str, ...]
    came: tuple[CameMeanwhile, ...] = ()


class RepeatPlan(Struct, frozen=True):
    """The activations to come: how often each acts, and who ends them, having nothing to repeat.

    ``turns`` is how many there are in all, ``segment`` that of the last.
    """

    again: tuple[Again, ...]
    turns: int
    segment: int
    blocked: Fighter | None = None


def _repeat(decision: Decision, command: Repeat) -> None:
    order, going = order_of(decision), running(decision)
    owed = next((one for one in going.together() if has_fallen(decision.state, one)), None)
    if owed is not None:
        refuse("owed", f"{owed.name} fell, and acts all the same in this segment", f"act by {owed.name}")
    last = segment_now(going) + _segments(command, order)
    queue = _queue(going)
    out, unable = _out(decision.state, queue), _unable(decision.state, order)
    plan = _planned(queue, out, unable, last)
    if not plan.turns:
        _refuse_none(decision, plan, out, order)
    length = decision.book.duration(order.segments.each)
    marks = _marks(decision, going, plan, out, length)
    _let_pass(decision, plan, marks, _Watch(decision, going, queue, order))
    if decision.stopped:
        # The activations of the instant at which the clock stopped come after whatever stopped it.
        over = (decision.at - going.began - Duration(1)) // length + 1
        plan = _planned(queue, out, unable, min(over, last))
    if plan.turns:
        decision.record(_repeated(going, plan, order))


def _segments(command: Repeat, order: OrderByCount) -> int:
    if command.segments <= 0 and command.rounds <= 0:
        refuse("length", "say for how long", "repeat for 2 rounds")
    segments = command.segments or command.rounds * order.segments.number
    if segments > MOST_SEGMENTS:
        most = MOST_SEGMENTS // order.segments.number
        refuse("too-long", f"at most {most:,} rounds are repeated at once", f"repeat for {most} rounds")
    return segments


# Computing the activations


def _queue(going: Count) -> Queue:
    """Return all who wait for their segment, in order."""
    fighters = dict(going.fighters.items())
    return [fighters[number] for _, _, number in going.queue]


def _out(state: State, queue: Queue) -> Out:
    """Return those in the queue who will leave instead of acting, by number, and why."""
    found = ((one.id, out_of(state, one)) for one in queue)
    return {number: why for number, why in found if why}


def _unable(state: State, order: OrderByCount) -> Unable:
    """Return a function that says whether a combatant has nothing that they could do again."""
    down = {one.name for one in state.party.members if one.down}

    def unable(one: Fighter) -> bool:
        hampered = bool(one.burdens and forbidding(one, one.what, order))
        return one.usual < 1 or hampered or (one.side == PARTY and one.name in down)

    return unable


def _planned(queue: Queue, out: Out, unable: Unable, last: int) -> RepeatPlan:
    """Compute the activations up to a segment, or up to a combatant who has nothing to repeat.

    Everybody's recovery stays as it is, so a division says how often they act: no turn is counted up.
    """
    in_time = takewhile(lambda one: (one.due or 0) <= last, queue)
    takers = [one for one in in_time if one.id not in out]
    ends = [(_segment_of(one, 1 + is_effect(one)), -one.order, one.id) for one in takers if unable(one)]
    until: tuple[int, ...] = min([*ends, (last + 1,)])
    each = (_again(one, until) for one in takers)
    again = tuple(sorted((one for one in each if one.times), key=lambda one: one.fighter))
    turns, segment = sum(one.times for one in again), max((one.last for one in again), default=0)
    blocked = next((one for one in takers if one.id == until[-1]), None) if until in ends else None
    return RepeatPlan(again, turns, segment, blocked)


def _again(one: Fighter, until: tuple[int, ...]) -> Again:
    """Return the repetitions of a combatant before a place in the order: segment, negated order, id."""
    due, place = one.due or 0, (-one.order, one.id)
    casting = one.doing if is_effect(one) and (due, *place) <= until else None
    first = due if casting is None else due + casting.recovery
    by = until[0] - (place >= until[1:])
    times = (by - first) // one.usual + 1 if first <= by else 0
    following = first + times * one.usual
    last = following - one.usual if times else due
    came = 0 if casting is None else due
    return Again(one.id, times + (casting is not None), last, following, came)


def _refuse_none(decision: Decision, plan: RepeatPlan, out: Out, order: OrderByCount) -> None:
    """Refuse where nobody acts: say who cannot, or when the next one does."""
    one = plan.blocked
    if one is not None and one.usual:
        require_awake(decision, one)
        require_allowed(one, one.what, order)
    if one is not None:
        refuse("usual", f"{one.name} has done nothing yet that could be repeated", f"act by {one.name}")
    going = running(decision)
    due = next((key[0] for key in going.queue if key[2] not in out), None)
    if due is None:
        refuse("nobody", "nobody is left to act", "end fight, or end count")
    refuse("nobody", "nobody acts as soon as that", f"repeat for {due - segment_now(going)} segments")


# Passing the time


def _marks(decision: Decision, going: Count, plan: RepeatPlan, out: Out, length: Duration) -> Marks:
    """Return the visits on the way, in order: timers that end with an activation, and those out who leave."""
    acts = {one.fighter: one for one in plan.again}
    found: list[tuple[int, int, Visit]] = []
    for number, why in out.items():
        one = going.fighters[number]
        if one.key is not None and one.key[0] <= plan.segment:
            found.append((*one.key[:2], partial(_leave, one, why)))
    for tied in going.tied:
        one = going.fighters[tied.fighter]
        times = max(1, tied.acted - one.acted)
        if one.id in acts and times <= acts[one.id].times:
            found.append((_segment_of(one, times), -one.order, partial(_end_tied, tied.timer)))
    found.sort(key=lambda mark: mark[:2])
    return [(max(instant_of(going, segment, length), decision.at), visit) for segment, _, visit in found]


def _segment_of(one: Fighter, time: int) -> int:
    """Return the segment of a combatant's activation, with 1 for the next."""
    due = one.due or 0
    if one.doing is not None and is_effect(one) and time > 1:
        return due + one.doing.recovery + (time - 2) * one.usual
    return due + (time - 1) * one.usual


def _leave(one: Fighter, why: str, decision: Decision) -> None:
    if not decision.stopped:
        count.let_leave(decision, one, why)


def _end_tied(timer: int, decision: Decision) -> None:
    if not decision.stopped:
        effects.end(decision, timer)


class _Watch:
    """Stops the clock at the first segment at which those who can act have changed."""

    def __init__(self, decision: Decision, going: Count, queue: Queue, order: OrderByCount) -> None:
        self.going, self.order, self.length = going, order, decision.book.duration(order.segments.each)
        self.queue, self.seen = queue, decision.state

    def book(self, decision: Decision, segment: int, last: int) -> None:
        """Book a look at a segment, and at each one after it up to the last."""
        at = instant_of(self.going, segment, self.length)
        decision.schedule(at, Rank.STARTS, LAST, partial(self._visit, segment, last))

    def _visit(self, segment: int, last: int, decision: Decision) -> None:
        was, now = self.seen, decision.state
        self.seen = now
        same = was.party is now.party and was.sides is now.sides and was.fight is now.fight
        if not same and self._stand(was) != self._stand(now):
            decision.stop()
        if segment < last:
            self.book(decision, segment + 1, last)

    def _stand(self, state: State) -> tuple[Out, list[bool]]:
        unable = _unable(state, self.order)
        return _out(state, self.queue), [unable(one) for one in self.queue]


def _let_pass(decision: Decision, plan: RepeatPlan, marks: Marks, watch: _Watch) -> None:
    """Move the clock to the last activation, with the visits at their instants on the way."""
    start, until = decision.at, instant_of(watch.going, plan.segment, watch.length)
    for at, visit in marks:
        if at <= start:
            visit(decision)
    if until <= start:
        return

    def book(decision: Decision, start: Instant, until: Instant) -> None:
        alone = decision.walk is not None and decision.walk.next_at == until
        first = plan.segment if alone else (start - watch.going.began) // watch.length + 2
        watch.book(decision, first, plan.segment)
        for number, (at, visit) in enumerate(marks, 1):
            if at > start:
                decision.schedule(at, Rank.STARTS, LAST + number, visit)

    spend(decision, Task("count", decision.state.order, until - start, until - start), untold, also=book)


def _repeated(going: Count, plan: RepeatPlan, order: OrderByCount) -> TurnsRepeated:
    casters = sorted(
        (one.came, -going.fighters[one.fighter].order, one.fighter) for one in plan.again if one.came
    )
    came = tuple(_came(going.fighters[number], segment) for segment, _, number in casters)
    names = tuple(going.fighters[one.fighter].name for one in plan.again[:MOST_TOLD])
    return TurnsRepeated(plan.turns, plan.segment, plan.again, names, came, rule=order.cited("turn"))


def _came(one: Fighter, segment: int) -> CameMeanwhile:
    return CameMeanwhile(one.name, "" if one.doing is None else one.doing.what, segment)


# Evolving


def _evolved(state: State, event: TurnsRepeated) -> State:
    before = going = state.count
    if before is None or going is None:
        return state
    fighters = dict(going.fighters.items())
    going = going.set_all(_acted(fighters[one.fighter], one) for one in event.again)
    going = replace(going, segment=event.segment, serial=going.serial + event.turns)
    last = [going.fighters[one.fighter] for one in event.again if one.last == event.segment]
    actor = max(last, key=lambda one: (-one.order, one.id), default=None)
    if actor is not None:
        begun = event.segment == before.segment and actor.id in going.ready
        ready = going.ready if begun else _ready(state, going, actor, last)
        going = replace(going, actor=actor.id, ready=ready)
    return replace(state, count=going)


def _ready(state: State, going: Count, actor: Fighter, last: list[Fighter]) -> tuple[int, ...]:
    """Return all who were due at once with the latest who acted: those who did, and those who have yet to."""
    left = [one for one in going.at_once(replace(actor, due=actor.last)) if not out_of(state, one)]
    here = sorted((*last, *left), key=lambda one: (-one.order, one.id))
    return tuple(one.id for one in here if going.whole or one.order == actor.order)


def _acted(one: Fighter, again: Again) -> Fighter:
    times = one.acted + again.times
    return replace(one, due=again.due, acted=times, last=again.last, doing=None, waiting=False)


def _tell(event: TurnsRepeated, book: Rulebook) -> str:
    each = [f"{name} {one.times}" for name, one in zip(event.names, event.again, strict=False)]
    more = len(event.again) - len(each)
    who = ", ".join(each) + (f" and {more:,} more" if more else "")
    turns = "1 turn" if event.turns == 1 else f"{event.turns:,} turns"
    told = f"{turns} as before until {when(event.segment, book)}: {who}"
    for one in event.came[:MOST_TOLD]:
        told += f"; {one.what} of {one.name} takes effect at {when(one.segment, book)}"
    others = len(event.came) - MOST_TOLD
    return told + (f"; and {others:,} more castings" if others > 0 else "")


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            Repeat,
            _repeat,
            says=(
                Form("repeat for 1 round", {"rounds": 1}),
                Form("repeat for 1 segment", {"segments": 1}),
                "repeat for {rounds:times} rounds",
                "repeat for {segments:times} segments",
            ),
            heard=(
                "repeat [for] {rounds:times} rounds|round",
                "repeat [for] {segments:times} segments|segment",
                "go|carry on [for] {rounds:times} rounds|round",
                "same [thing] [for] {rounds:times} rounds|round",
            ),
            examples="repeat for 2 rounds",
        ),
    ),
    events=(happens(TurnsRepeated, _evolved, _tell),),
    serves=counts,
)
