"""Castings and actions held back in a round that has segments.

A casting begins with its caster's go and takes effect when its segments are over, in this round or a later
one, unless its caster is hurt meanwhile. Whoever holds back acts in a later segment of the round.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from turnkeeper.play.fight import fight_time, rounds
from turnkeeper.play.fight.able import is_out
from turnkeeper.play.fight.count import counts
from turnkeeper.play.fight.rounds import CastingOn, Fighting, Go, HasActed, Now
from turnkeeper.play.fight.sides import called, combatants, side_named
from turnkeeper.play.kernel.decision import Decision, refuse, rule_out
from turnkeeper.play.kernel.declare import StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import RoundSegments

MOST_SEGMENTS = 1_000


class CastInRound(Command, frozen=True, tag="cast-in-round"):
    """Begin to cast: a number of segments until the effect. A wound on the way spoils it."""

    what: str
    takes: int
    who: str = ""


class HoldBack(Command, frozen=True, tag="hold-back"):
    """Hold back: act in a later segment of the round, or after those who are next."""

    until: int = 0
    who: str = ""


class CastingBegan(Event, frozen=True, tag="casting-began.1"):
    """A combatant began to cast in a go, and the casting takes effect in a segment counted from this round.

    One after the ``last`` segment takes effect in a later round. ``number`` is that of one of a side.
    """

    go: int
    who: str
    what: str
    due: int
    last: int
    number: int = 0


class CastingSpoilt(Event, frozen=True, tag="casting-spoilt.1"):
    """A casting came to nothing: its caster was hurt, or acts no more."""

    who: str
    what: str
    number: int = 0


class HeldBack(Event, frozen=True, tag="held-back.1"):
    """A member or a side holds back in a go, and acts in a later segment."""

    go: int
    who: str
    until: int


def _segments(decision: Decision) -> RoundSegments:
    rules = fight_time.segments_of(decision.book)
    if rules is None:
        hint = "act, delay, or cast light 3 then 4" if counts(decision.book) else "done"
        rule_out("no-segments", "a round has no segments in this game", hint)
    return rules


def _last(decision: Decision, rules: RoundSegments) -> int:
    """Return the last segment of the round, or of the surprise before any round."""
    fight = decision.state.fight
    if fight is not None and not fight.rounds:
        return fight.opening // decision.book.duration(rules.each)
    return rules.number


def _one(decision: Decision, said: str, hint: str) -> tuple[Now, str, int]:
    current, who, number = rounds.in_turn(decision, said)
    if len(who) > 1:
        refuse("who", f"who of them? {rounds.say_now(decision.state)}", hint.format(who[0]))
    if current.go.casting:
        refuse("casting", f"{current.go.casting} takes effect first", "done")
    return current, who[0], number


def _cast(decision: Decision, command: CastInRound) -> None:
    casting = fight_time.casting_of(decision.book)
    rules = _segments(decision)
    if casting is None:
        rule_out("no-casting", "this game does not say how long a casting takes", "done")
    current, who, number = _one(decision, command.who, f"cast {command.what} {command.takes} by {{}}")
    if not 1 <= command.takes <= MOST_SEGMENTS:
        refuse("length", f"a casting takes 1 to {MOST_SEGMENTS:,} segments", f"cast {command.what} 3")
    side = side_named(decision.state, who) if decision.state.party.find(who) is None else None
    if side is not None and side.standing > 1 and not number:
        hint = f"cast {command.what} {command.takes} by {side.call(side.first_standing())}"
        refuse("which", f"which of {side.name} casts?", hint)
    fight_time.reach(decision, current.go.segment)
    due = max(current.go.segment, 1) + command.takes
    last = _last(decision, rules)
    decision.record(CastingBegan(current.index, who, command.what, due, last, number, rule=casting.rule.id))


def _hold(decision: Decision, command: HoldBack) -> None:
    rules = _segments(decision)
    current, who, number = _one(decision, command.who, "hold by {}")
    if number:
        refuse("which", f"{who} act as one in an order", f"hold by {who}")
    last = _last(decision, rules)
    until = command.until or next((go.segment for go in current.then if who not in go.who), 0)
    if not until:
        refuse("segment", f"nobody acts after {who}", f"hold until {last}")
    if not current.go.segment < until <= last:
        refuse(
            "segment",
            f"the segments still to come are {current.go.segment + 1} to {last}",
            f"hold until {last}",
        )
    fight_time.reach(decision, current.go.segment)
    decision.record(HeldBack(current.index, who, until, rule=rules.rule.id))


# What becomes of them


def _began(state: State, event: CastingBegan) -> State:
    fight = state.fight
    if fight is None:
        return state
    if event.due > event.last:
        left = CastingOn(event.who, event.number, event.what, event.due - event.last)
        fight = replace(fight, castings=(*fight.castings, left))
    else:
        go = Go((event.who,), segment=event.due, casting=event.what, number=event.number)
        fight = _inserted(fight, event.go, go)
    return rounds.acted(replace(state, fight=fight), HasActed(event.go, (event.who,), event.number))


def _held(state: State, event: HeldBack) -> State:
    if state.fight is None:
        return state
    fight = _inserted(state.fight, event.go, Go((event.who,), segment=event.until))
    return rounds.acted(replace(state, fight=fight), HasActed(event.go, (event.who,)))


def _inserted(fight: Fighting, after: int, go: Go) -> Fighting:
    """Return the fight with one more go: a casting before those of its segment, any other after them."""
    places = (
        index
        for index in range(after + 1, len(fight.goes))
        if fight.goes[index].segment > go.segment
        or (go.casting and not fight.goes[index].casting and fight.goes[index].segment == go.segment)
    )
    at = next(places, len(fight.goes))
    return replace(fight, goes=(*fight.goes[:at], go, *fight.goes[at:]))


def _spoilt(state: State, event: CastingSpoilt) -> State:
    fight = state.fight
    if fight is None:
        return state
    at = next((index for index, go in _on_the_way(fight) if _same(go, event)), None)
    if at is None:
        left = tuple(one for one in fight.castings if not _same_left(one, event))
        return replace(state, fight=replace(fight, castings=left))
    fight = replace(fight, goes=fight.goes[:at] + fight.goes[at + 1 :])
    if at == fight.go:
        fight = replace(fight, went=(), ready=())
    return rounds.begun(replace(state, fight=fight))


def _on_the_way(fight: Fighting) -> Iterable[tuple[int, Go]]:
    """Return the castings that have yet to take effect in this round, each with the number of its go."""
    done = {fight.go} if any(one.who in fight.goes[fight.go].who for one in fight.went) else set()
    return [
        (index, go)
        for index, go in enumerate(fight.goes)
        if go.casting and index >= fight.go and index not in done
    ]


def _same(go: Go, event: CastingSpoilt) -> bool:
    return (go.who, go.number, go.casting) == ((event.who,), event.number, event.what)


def _same_left(one: CastingOn, event: CastingSpoilt) -> bool:
    return (one.who, one.number, one.what) == (event.who, event.number, event.what)


def _watch(decision: Decision, before: State) -> None:
    """Spoil the castings of those who were hurt by the command, or can act no more."""
    now, casting = decision.state, fight_time.casting_of(decision.book)
    if now.fight is None or casting is None or casting.spoilt is None:
        return
    for one in begun_castings(now.fight):
        if is_hurt(before, now, one.who, one.number):
            decision.record(CastingSpoilt(one.who, one.what, one.number, rule=casting.spoilt.id))


def begun_castings(fight: Fighting) -> tuple[CastingOn, ...]:
    """Return the castings that have yet to take effect: in this round, then those that go on after it."""
    left = (CastingOn(go.who[0], go.number, go.casting, 0) for _, go in _on_the_way(fight))
    return (*left, *fight.castings)


def is_hurt(before: State, now: State, who: str, number: int) -> bool:
    """Return whether a command hurt a combatant, or took them out of the fight."""
    was, one = before.party.find(who), now.party.find(who)
    if one is not None:
        hp = None if was is None else was.hp
        return (hp is not None and one.hp is not None and one.hp < hp) or is_out(now, who, 0)
    old, side = side_named(before, who), side_named(now, who)
    if side is None or old is None:
        return side is None
    number = number or side.first_standing() or 1
    return side.lost(number) > old.lost(number) or is_out(now, who, number)


def _tell_began(event: CastingBegan, _book: Rulebook) -> str:
    who = called(event.who, event.number) if event.number else event.who
    due = f"segment {event.due}"
    if event.due > event.last:
        due = f"segment {event.due - event.last} of the next round"
    return f"{who} begins to cast {event.what}: it takes effect in {due}"


def _tell_spoilt(event: CastingSpoilt, _book: Rulebook) -> str:
    who = called(event.who, event.number) if event.number else event.who
    return f"{event.what} of {who} is spoilt"


def _acting(state: State, _book: Rulebook) -> Iterable[str]:
    current = rounds.now(state)
    return () if current is None else current.who


def has_segments(book: Rulebook) -> bool:
    """Return whether the rounds of a rule set have segments."""
    return fight_time.segments_of(book) is not None


def _casts(book: Rulebook) -> bool:
    return fight_time.casting_of(book) is not None


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            CastInRound,
            _cast,
            serves=_casts,
            says="cast {what:what} {takes:number} [by {who:who}]",
            heard=(
                "cast {what:what} [takes|taking|for] {takes:number} [segments|segment] [by {who:who}]",
                "{who:who!} casts {what:what} [takes|taking|for] {takes:number} [segments|segment]",
            ),
            examples=("cast sleep 1 by Varda", "cast fireball 3"),
            completes={"who": combatants},
            step=StepKind("cast", "fight", ("cast",)),
            usual={"what": ("a spell",)},
        ),
        declare(
            HoldBack,
            _hold,
            says=("hold [by {who:who}]", "hold until {until:number} [by {who:who}]"),
            heard=(
                "hold|delay|wait [back|action] [until] [segment] [{until:number}] [by {who:who}]",
                "{who:who!} holds|waits|delays [back|action] [until] [segment] [{until:number}]",
            ),
            examples=("hold by Varda", "hold until 8 by Varda"),
            completes={"who": _acting},
            step=StepKind("hold", "fight", ("hold",)),
        ),
    ),
    events=(
        happens(CastingBegan, _began, _tell_began),
        happens(CastingSpoilt, _spoilt, _tell_spoilt),
        happens(HeldBack, _held, lambda event, _book: f"{event.who} holds back until segment {event.until}"),
    ),
    serves=has_segments,
    follows=_watch,
)
