"""Surprise: an ambusher's check against each member's notice, and the distance that it leaves.

An encounter that surprises the party outdoors is much nearer than one seen from afar.
"""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.chance.throws import Band, Throw
from turnkeeper.play.dungeon import distance, encounters, movement
from turnkeeper.play.dungeon.meeting import Meeting
from turnkeeper.play.fight.able import Lost
from turnkeeper.play.fight.orders.opening import Opening, SideLoses, opening_of
from turnkeeper.play.fight.sides import ENEMIES, PARTY, side_named
from turnkeeper.play.journey.leg_time import pace_under_way
from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.essence import Outlook
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import abilities, wear
from turnkeeper.play.party.party import Character
from turnkeeper.play.sky import seasons
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.movement import Surprise
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.rules.model.people import Distance, Fight
from turnkeeper.time import NO_TIME, Duration, Instant

MOST_CHECK = 1000


class Noticed(Struct, frozen=True):
    """A member's notice, and whether they are surprised all the same."""

    who: str
    notice: int
    surprised: bool


class Taken(Struct, frozen=True, omit_defaults=True):
    """Those surprised at an instant, nobody perhaps, and the time that this costs them in a fight begun then.

    Where a throw says for how long, ``sides`` lose as many ``times`` the length.
    """

    at: Instant
    who: tuple[str, ...]
    loses: Duration
    sides: tuple[SideLoses, ...] = ()


class Ambush(Command, frozen=True, tag="ambush"):
    """An ambusher lies in wait: their check against what each of the party notices at its pace."""

    check: int


class Ambushed(Event, frozen=True, tag="ambushed.1"):
    """An ambusher's check was set against each member's notice at this pace; the surprised lose a length."""

    check: int
    pace: str
    noticed: tuple[Noticed, ...]
    loses: Duration


class Surprised(Command, frozen=True, tag=distance.SURPRISED):
    """What was met took the party by surprise: its distance is thrown anew."""

    what: str = ""


class EncounterSurprised(Event, frozen=True, tag="encounter-surprised.1"):
    """An encounter surprised the party, or was itself ``caught``: it is only this far away, in feet."""

    what: str
    rolled: Rolled
    feet: int | None = None
    yards: bool = False
    caught: bool = False


class ThrowSurprise(Command, frozen=True, tag=distance.THROW_SURPRISE):
    """Throw whether the sides that did not expect each other are surprised, or only one of them."""

    side: str = ""


class SideThrown(Struct, frozen=True, omit_defaults=True):
    """A side's throw for surprise."""

    side: str
    rolled: Rolled
    surprised: bool
    times: int = 0


class SurpriseThrown(Event, frozen=True, tag="surprise-thrown.1"):
    """Sides threw whether they are surprised; where only one is, it loses a length.

    Or each loses as many ``times`` the length as it threw.
    """

    sides: tuple[SideThrown, ...]
    loses: Duration

    @property
    def taken(self) -> tuple[str, ...]:
        """Return the one side that is surprised; nobody where both are."""
        found = tuple(one.side for one in self.sides if one.surprised)
        return found if len(found) == 1 else ()


def _throw_surprise(decision: Decision, command: ThrowSurprise) -> None:
    rules = decision.book.set.surprise
    if rules is None or not rules.dice:
        rule_out("no-surprise", "this rule set throws no dice for surprise", "note who is surprised")
    if decision.state.fight is not None:
        refuse("fight", "the fight has begun: nobody can be surprised any more", "end fight")
    thrown = tuple(_throw_for(decision, rules, side) for side in _unaware(decision, rules, command.side))
    loses = _loses(decision.book, rules)
    decision.record(SurpriseThrown(thrown, loses, rule=rules.rule.id))
    away = distance.here(decision)
    met = [one for one in decision.state.meetings if one.feet and one.met == decision.at]
    if away is not None and away.surprised and met and any(one.surprised for one in thrown):
        caught = not any(one.surprised for one in thrown if one.side == PARTY)
        _come_near(decision, met[-1].what, away, caught=caught)


def _loses(book: Rulebook, rules: Surprise) -> Duration:
    return book.duration(rules.loses) if rules.loses else NO_TIME


def _unaware(decision: Decision, rules: Surprise, said: str) -> tuple[str, ...]:
    """Return the sides that throw: those that do not expect the other; a light in the dark gives it away."""
    if said:
        return (PARTY if said.casefold() == PARTY else ENEMIES,)
    lit = rules.lights_warn and decision.state.lights.lit
    warned = lit and seasons.needs_light(decision.state, decision.book, decision.at)
    return (PARTY,) if warned else (PARTY, ENEMIES)


def _throw_for(decision: Decision, rules: Surprise, side: str) -> SideThrown:
    bands = (Band("surprised", None, rules.hits), Band("not surprised", rules.hits + 1, None))
    answer, rolled = decision.roll(Throw(f"surprise of {side}", rules.dice, bands, rules.rule.id))
    surprised = answer.band == 0
    return SideThrown(side, rolled, surprised, (answer.total or 0) if surprised and rules.by_throw else 0)


def _thrown(state: State, event: SurpriseThrown) -> State:
    sides = tuple(SideLoses(one.side, one.times) for one in event.sides if one.times)
    if sides:
        return replace(state, taken=Taken(event.at, (), event.loses, sides))
    return replace(state, taken=Taken(event.at, event.taken, event.loses))


def _tell_surprise_thrown(event: SurpriseThrown, book: Rulebook) -> str:
    told = [
        f"{one.side} {one.rolled.shown}{' surprised' if one.surprised else ''}"
        f"{f' for {book.scale.say(event.loses * one.times)}' if one.times else ''}"
        for one in event.sides
    ]
    if any(one.times for one in event.sides):
        return f"surprise: {', '.join(told)}"
    match sum(one.surprised for one in event.sides):
        case 0:
            then = ": nobody is surprised"
        case 1:
            then = f", losing {book.scale.say(event.loses)}" if event.taken and event.loses else ""
        case _:
            then = "; neither gains by it"
    return f"surprise: {', '.join(told)}{then}"


def _surprised(decision: Decision, command: Surprised) -> None:
    if not distance.surprise_changes(decision.book):
        hint = f"note {command.what or 'they'} took them by surprise"
        rule_out("no-distance", "surprise changes no distance here", hint)
    found, away = encounters.met_here(decision, command.what, "surprised by {}"), distance.here(decision)
    if away is None or not away.surprised or found.feet is None:
        hint = f"note {found.what} took them by surprise"
        refuse("no-distance", "surprise changes no distance here", hint)
    _come_near(decision, found.what, away)


def _come_near(decision: Decision, what: str, away: Distance, *, caught: bool = False) -> None:
    """Throw anew how far away an encounter is that took the party unawares, or was taken so."""
    feet, rolled = distance.throw(decision, away, away.surprised)
    yards = away.unit == "yd"
    decision.record(EncounterSurprised(what, rolled, feet, yards, caught, rule=away.rule.id))


def _nearer(state: State, event: EncounterSurprised) -> State:
    meetings = tuple(
        replace(one, feet=event.feet, yards=event.yards) if one.what == event.what else one
        for one in state.meetings
    )
    return replace(state, meetings=meetings)


def _tell_surprised(event: EncounterSurprised, _book: Rulebook) -> str:
    near = Meeting(event.what, event.at, feet=event.feet, still=True, yards=event.yards)
    said = f"{event.what} is surprised" if event.caught else f"surprised by {event.what}"
    return f"{said}, {distance.say(near)}"


def _ambush(decision: Decision, command: Ambush) -> None:
    rules = decision.book.set.surprise
    if rules is None or not rules.attribute:
        rule_out("no-surprise", "this rule set has no check for surprise", "note who is surprised")
    if decision.state.fight is not None:
        refuse("fight", "the fight has begun: nobody can be surprised any more", "end fight")
    if abs(command.check) > MOST_CHECK:
        refuse("number", f"a check of {command.check:,} is beyond {MOST_CHECK:,}", "ambush 14")
    if not (people := decision.state.party.able):
        refuse("nobody", "nobody of the party can be surprised", f"party Varda {rules.attribute} 1")
    for one in people:
        abilities.require_written((one,), abilities.meant(decision.book, one, rules.attribute), such=0)
    pace = pace_under_way(decision.state, decision.book) or movement.pace_of(decision, "")[0]
    noticed = tuple(
        Noticed(one.name, notice, surprised=command.check > notice)
        for one in people
        for notice in (_notice(decision.book, rules, one, pace),)
    )
    loses = _loses(decision.book, rules)
    decision.record(Ambushed(command.check, pace, noticed, loses, rule=rules.rule.id))


def _notice(book: Rulebook, rules: Surprise, who: Character, pace: str) -> int:
    """Return the score with which a member notices at a pace; to be hampered twice is no worse than once."""
    changed = rules.by_pace.get(pace, 0)
    if rules.hampered and wear.of(book, who).hampered:
        changed = max(rules.hampered, changed + rules.hampered)
    return rules.base + changed + abilities.adds(book, who, rules.attribute)


def _ambushed(state: State, event: Ambushed) -> State:
    who = tuple(one.who for one in event.noticed if one.surprised)
    return replace(state, taken=Taken(event.at, who, event.loses))


def either_side(decision: Decision, said: str) -> str:
    """Return the party or a side by its name; refuses for a stranger."""
    if said.casefold() == PARTY:
        return PARTY
    side = side_named(decision.state, said)
    if side is None:
        names = [PARTY, *(one.name for one in decision.state.sides)]
        refuse("unknown-side", f"nobody called {said!r} is faced", closest(said, names, f"foes {said} 6"))
    return side.name


def instead_of_ambush(decision: Decision, said: str, rules: Fight) -> str:
    """Return the command that surprises those whom a side comes upon, for want of ambushes."""
    who = _opposed_to(decision, said)
    counted = isinstance(rules.order, OrderByCount)
    surprised = f"fight, then surprise {who} totally" if counted else f"fight surprised {who}"
    return surprised if decision.book.set.surprise is not None else "fight"


def _opposed_to(decision: Decision, said: str) -> str:
    """Return the party, or for one of it the first of those whom it faces."""
    if decision.state.party.find(said) is None and said.casefold() != PARTY:
        return PARTY
    return next((one.name for one in decision.state.sides if not one.allied), "goblins")


def caught(decision: Decision, said: str, rules: Fight) -> tuple[Lost, ...]:
    """Return who is surprised, as said or found at this instant, and how many rounds that costs them."""
    found = decision.state.taken
    lost: tuple[Lost, ...] = ()
    if found is not None and found.at == decision.at:
        rounds = _rounds(decision, found.loses, rules)
        lost = tuple(Lost(one, rounds) for who in found.who for one in _sides_of(decision.state, who))
    by = decision.book.set.surprise
    if not said or (by is not None and by.by_throw):
        return lost
    if by is None:
        hint = f"fight ambush by {_opposed_to(decision, said)}" if rules.ambush else "note who is surprised"
        rule_out("no-surprise", "surprise costs no rounds in this rule set", hint)
    who = _one_said(decision, said)
    return (*lost, Lost(who, _rounds(decision, _loses(decision.book, by), rules)))


def _one_said(decision: Decision, said: str) -> str:
    member = decision.state.party.find(said)
    named = said.casefold() == ENEMIES and not decision.state.sides
    return ENEMIES if named else member.name if member is not None else either_side(decision, said)


def opening(decision: Decision, said: str) -> Opening:
    """Return the segments of surprise, as thrown at this instant; whom the referee names loses one."""
    rules, found = decision.book.set.surprise, decision.state.taken
    if rules is None or not rules.by_throw:
        return Opening()
    sides = () if found is None or found.at != decision.at else found.sides
    if said:
        sides = (*sides, SideLoses(_one_said(decision, said), 1))
    return opening_of(decision, rules, sides)


def _sides_of(state: State, who: str) -> tuple[str, ...]:
    """Return all sides of the enemies by name, where they are meant; else the one who is."""
    faced = tuple(one.name for one in state.sides if not one.allied)
    return faced if who == ENEMIES and faced else (who,)


def rule_of(decision: Decision) -> str:
    """Return the id of the rule by which the surprised lose rounds; empty where there is none."""
    by = decision.book.set.surprise
    return by.rule.id if by is not None else ""


def _rounds(decision: Decision, lost: Duration, rules: Fight) -> int:
    return -(-lost.ms // decision.book.duration(rules.round).ms)


def _tell_ambushed(event: Ambushed, book: Rulebook) -> str:
    surprised = [f"{one.who} ({one.notice})" for one in event.noticed if one.surprised]
    ready = [f"{one.who} ({one.notice})" for one in event.noticed if not one.surprised]
    losing = f", losing {book.scale.say(event.loses)}" if event.loses else ""
    lost = f"surprised{losing}: {', '.join(surprised)}"
    told = ([lost] if surprised else []) + ([f"not surprised: {', '.join(ready)}"] if ready else [])
    return f"ambush {event.check}: {'; '.join(told)}"


def loses_rounds(book: Rulebook) -> bool:
    """Return whether a side can be said to be surprised as a fight by rounds begins."""
    fight, by = book.set.fight, book.set.surprise
    return fight is not None and by is not None and not isinstance(fight.order, OrderByCount)


def _essence(outlook: Outlook) -> Hashable:
    """Return who is surprised at this instant: later it is over."""
    found = outlook.state.taken
    if found is None or found.at != outlook.state.now or not (found.who or found.sides):
        return None
    return outlook.relative(found)


_FOR_WHOM = "[against|vs|with {_foe:name}]"
MECHANISM = Mechanism(
    group="Encounters",
    commands=(
        declare(
            Ambush,
            _ambush,
            serves=lambda book: book.set.surprise is not None and bool(book.set.surprise.attribute),
            group="Fight",
            says="ambush {check:number}",
            examples="ambush 14",
            usual={"check": ("8", "10", "12", "15", "18", "20")},
        ),
        declare(
            ThrowSurprise,
            _throw_surprise,
            serves=lambda book: book.set.surprise is not None and bool(book.set.surprise.dice),
            says="throw surprise [for {side:name}]",
            heard=(
                f"roll|check|throw|test [for] surprise [of|for] [{{side:name!}}] {_FOR_WHOM}",
                f"surprise roll|check|throw [of|for] [{{side:name!}}] {_FOR_WHOM}",
            ),
            examples=("throw surprise", "throw surprise for party"),
            completes={"side": lambda _state, _book: (PARTY, ENEMIES)},
        ),
        declare(
            Surprised,
            _surprised,
            serves=distance.surprise_changes,
            says="surprised [by {what:what}]",
            heard=(
                "surprised|surprise [by! {what:what!}]",
                "{what:what!} surprise us|party",
                "roll|check|throw|test [for] surprise",
                "surprise roll|check|throw",
            ),
            examples=("surprised", "surprised by owlbear"),
            completes={"what": encounters.names},
        ),
    ),
    events=(
        happens(SurpriseThrown, _thrown, _tell_surprise_thrown),
        happens(Ambushed, _ambushed, _tell_ambushed),
        happens(EncounterSurprised, _nearer, _tell_surprised),
    ),
    slices=("taken",),
    essence=_essence,
)
