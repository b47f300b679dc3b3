"""Encounters: what the party meets, where, when it comes, and its reaction to the party.

In a room an encounter enters at the start of the next turn; in a corridor it is a distance away and coming.
One that was foretold comes next. There can be several: the noise of a fight may draw more.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial

from msgspec.structs import replace

from turnkeeper.play.clock.cases import fitting
from turnkeeper.play.dungeon import distance
from turnkeeper.play.dungeon.meeting import (
    AWAY,
    SOMETHING,
    Meeting,
    Spot,
    nameless,
    names_to_meet,
    numbered,
    ways_to_meet,
)
from turnkeeper.play.dungeon.place import ENCOUNTERS, SceneEntered
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.essence import Condition, Outlook, occurs, timeless
from turnkeeper.play.kernel.event import Audience, Command, Event, Rolled, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.play.kernel.scene import among_rooms
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.people import EncounterPlace
from turnkeeper.rules.model.procedures import MeetEncounter, RollTable
from turnkeeper.spelling.plurals import does
from turnkeeper.time import Instant, Rank

"""How far off something is, as it is heard."""


_HIDES = "hide|hidden|lurk|conceal|duck|shelter [stay|keep|away|out|down|cover] [from {what:what!}]"
_UNSEEN = "nothing is thrown for hiding here; if they are not seen, they part"


class Meet(Command, frozen=True, tag="meet"):
    """The party meets something now."""

    what: str
    feet: int = 0


class Part(Command, frozen=True, tag="part"):
    """An encounter is over: they parted. Say from whom when several are met."""

    what: str = ""


class EncounterMet(Event, frozen=True, tag="encounter-met.1"):
    """An encounter began. In a corridor it is at a distance; in a room it comes at an instant.

    ``rolled`` is the throw of the distance, ``picked`` those that chose it; the others are as in `Meeting`.
    """

    what: str
    spot: Spot = "corridor"
    feet: int | None = None
    arrives: Instant | None = None
    rolled: Rolled | None = None
    picked: tuple[Rolled, ...] = ()
    still: bool = False
    yards: bool = False
    reaches: Instant | None = None


class EncounterArrived(Event, frozen=True, tag="encounter-arrived.1"):
    """An encounter came into the room, or up to the party from a distance."""

    what: str
    near: bool = False


class EncounterOver(Event, frozen=True, tag="encounter-over.1"):
    """The encounter is over; so is the side of its name, where it was ``faced`` without a fight."""

    what: str
    faced: bool = False


def contents(decision: Decision) -> tuple[str, tuple[Rolled, ...]]:
    """Return the name of the encounter here, and the throws that chose it.

    It is the one foretold, else one from the place's table or that of the case which fits (or a table rolled
    on from there), else unnamed.
    """
    foretold = decision.state.foretold
    if foretold is not None and foretold != SOMETHING:
        return foretold, ()
    table = decision.state.place.table(ENCOUNTERS, _table_of_case(decision))
    name, picked = foretold or SOMETHING, []
    while table:
        lookup = decision.book.lookup(table)
        answer, rolled = decision.roll(lookup.throw)
        entry = lookup.entries[answer.band]
        name, table = entry.name, next((one.table for one in entry.do if isinstance(one, RollTable)), "")
        picked.append(rolled)
    return name, tuple(picked)


def _table_of_case(decision: Decision) -> str:
    """Return the table of encounters in such circumstances; empty where no case fits."""
    rules, state = decision.book.set.encounters, decision.state
    found = None if rules is None else fitting(state, decision.book, rules.cases, "table", decision.at)
    return "" if found is None else found.table


def meet_contents(decision: Decision, *, loud: bool) -> None:
    """Begin the encounter that a table asks for; the clock stops if the party meets it now."""
    what, picked = contents(decision)
    what = numbered(decision.state.meetings, what)
    place = _indoors(decision)
    if place is None or not _comes_later(decision, place):
        meet(decision, what, picked)
        return
    arrives = _next_turn(decision, place, loud=loud)
    booked = any(one.arrives == arrives for one in decision.state.meetings)
    # Before it enters, only the referee knows of an encounter.
    seen_by: Audience = "referee" if arrives > decision.at else "table"
    met = EncounterMet(what, "room", arrives=arrives, picked=picked, rule=place.rule.id, seen_by=seen_by)
    decision.record(met)
    if arrives == decision.at:
        decision.stop()
    elif not booked:
        _book(decision, arrives)


def meet(decision: Decision, what: str, picked: tuple[Rolled, ...] = (), said: int = 0) -> None:
    """Begin an encounter at once: at a distance, thrown or ``said``, else face to face in a room."""
    place, away = _indoors(decision), distance.here(decision)
    if place is not None and _comes_later(decision, place) and not said:
        met = EncounterMet(what, "room", arrives=decision.at, picked=picked, rule=place.rule.id)
    elif away is not None:
        feet, rolled = (said, None) if said else distance.throw(decision, away, away.dice)
        reaches = distance.reaches(decision, feet) if feet and away.coming else None
        met = EncounterMet(
            what, decision.state.place.spot, feet, rolled=rolled, picked=picked, still=not away.coming,
            yards=away.unit == "yd", reaches=reaches, rule=away.rule.id,
        )  # fmt: skip
        if reaches is not None:
            _book(decision, reaches)
    else:
        met = EncounterMet(what, decision.state.place.spot, said or None, picked=picked, still=bool(said))
    decision.record(met)
    decision.stop()


def _indoors(decision: Decision) -> EncounterPlace | None:
    """Return the rule for the place of an encounter, which applies to rooms and corridors only."""
    return decision.book.set.encounters if among_rooms(decision.state, decision.book) else None


def _comes_later(decision: Decision, place: EncounterPlace) -> bool:
    """Return whether an encounter here comes in from outside, rather than being seen at a distance."""
    return bool(place.enters_at_next) and decision.state.place.spot == "room"


def _next_turn(decision: Decision, place: EncounterPlace, *, loud: bool) -> Instant:
    """Return the start of the next turn of this scene.

    At a turn's end that is now; but a loud act made then belongs to the new turn, so it is a turn later.
    """
    turn = decision.book.duration(place.enters_at_next)
    turned = decision.state.place.turned
    passed = decision.at - turned
    return turned + turn * (passed // turn + 1 if loud else -(-passed.ms // turn.ms))


def schedule(decision: Decision, start: Instant, until: Instant) -> None:
    """Schedule the arrival of encounters that are still to come, into the room or from a distance."""
    if not decision.state.meetings:
        return
    arrivals = (at for one in decision.state.meetings for at in (one.arrives, one.reaches))
    for arrives in dict.fromkeys(at for at in arrivals if at is not None):
        if start < arrives <= until:
            _book(decision, arrives)


def _book(decision: Decision, arrives: Instant) -> None:
    decision.schedule(arrives, Rank.STARTS, decision.state.order, partial(arrive, arrives))


def arrive(arrives: Instant, decision: Decision) -> None:
    """Record what arrives at this instant, and stop the clock for it."""
    rule = decision.book.set.encounters.rule.id if decision.book.set.encounters else ""
    for meeting in decision.state.meetings if arrives == decision.at else ():
        enters = meeting.arrives == arrives and meeting.met < arrives
        near = meeting.reaches == arrives and not meeting.fought
        if enters or near:
            cite = distance.rule_of_approach(decision) if near else rule
            decision.record(EncounterArrived(meeting.what, near, at=arrives, rule=cite))
            decision.stop()


def _meet(decision: Decision, command: Meet) -> None:
    if nameless(command.what):
        meet(decision, numbered(decision.state.meetings, SOMETHING), said=command.feet)
        return
    meet_named(decision, command.what, command.feet)


def meet_named(decision: Decision, what: str, feet: int = 0) -> None:
    """Begin an encounter of a name, so far away as is said or thrown; refuses one that was met already."""
    if any(_same(one, what) for one in decision.state.meetings):
        refuse("met", f"the party has met {what} already", "part, or give the others another name")
    meet(decision, what, said=feet)


def leave_behind(decision: Decision) -> None:
    """End every encounter but those that come after the party, which goes elsewhere."""
    for one in decision.state.meetings:
        if one.reaches is None:
            _end(decision, one.what)


def _end(decision: Decision, what: str) -> None:
    """End an encounter, and with it the side of its name where no fight and no count goes on."""
    fighting = decision.state.fight is not None or decision.state.count is not None
    faced = any(side.name == what and not side.allied for side in decision.state.sides)
    decision.record(EncounterOver(what, faced and not fighting))


def _left_behind(decision: Decision, before: State) -> None:
    """Record which encounters stayed behind when the party went into another place."""
    if before.meetings and any(isinstance(one, SceneEntered) for one in decision.events):
        here = {one.what for one in decision.state.meetings}
        for one in before.meetings:
            if one.what not in here:
                decision.record(EncounterOver(one.what))


def _part(decision: Decision, command: Part) -> None:
    if decision.state.meetings and decision.state.fight is not None:
        refuse("fight", "a fight is going on", "end fight")
    _end(decision, met_here(decision, command.what, "part from {}").what)


def met_here(
    decision: Decision, name: str, said: str, of: Callable[[Meeting], bool] = lambda _: True
) -> Meeting:
    """Return the named encounter, or the only one ``of`` a kind; refuses with the command to be ``said``."""
    meetings = decision.state.meetings
    if not meetings:
        refuse("no-encounter", "nothing has been met", "meet owlbear, if something is")
    names = list(dict.fromkeys(one.what for one in meetings))
    meant = [one for one in meetings if of(one)] or meetings
    if not name and len({one.what for one in meant}) > 1:
        hint = " or ".join(said.format(one.what) for one in meant)
        refuse("which", f"several are met: {', '.join(names)}", hint)
    found = next((one for one in meetings if _same(one, name)), None) if name else meant[0]
    if found is None:
        hint = closest(name, names, said.format(names[0]))
        refuse("unknown-encounter", f"nothing called {name!r} is met", hint)
    return found


def _same(meeting: Meeting, name: str) -> bool:
    return meeting.what.casefold() == name.casefold()


def _met(state: State, event: EncounterMet) -> State:
    meeting = Meeting(
        event.what, event.at, event.spot, event.feet, event.arrives, still=event.still, yards=event.yards,
        reaches=event.reaches,
    )  # fmt: skip
    return replace(state, meetings=(*state.meetings, meeting), foretold=None)


def _arrived(state: State, event: EncounterArrived) -> State:
    meetings = tuple(one.there() if one.what == event.what else one for one in state.meetings)
    return replace(state, meetings=meetings)


def _over(state: State, event: EncounterOver) -> State:
    over = next((one for one in state.meetings if one.what == event.what), None)
    left = tuple(one for one in state.meetings if one is not over)
    if not event.faced:
        return replace(state, meetings=left)
    return replace(state, meetings=left, sides=tuple(one for one in state.sides if one.name != event.what))


def _tell_met(event: EncounterMet, book: Rulebook) -> str:
    if event.feet is not None:
        return f"encounter: {event.what}, {distance.say(event)}"
    if event.arrives is None:
        return f"encounter: {event.what}"
    if event.arrives == event.at:
        return f"encounter: {does(event.what, 'enter')}"
    return f"encounter: {does(event.what, 'come')} at {book.scale.say_time_of_day(event.arrives)}"


def _tell_arrived(event: EncounterArrived, _book: Rulebook) -> str:
    return f"encounter: {event.what}, here now" if event.near else f"encounter: {does(event.what, 'enter')}"


def names(state: State, _book: Rulebook) -> Iterable[str]:
    """Return the names of the encounters."""
    return [one.what for one in state.meetings]


def _left(state: State, book: Rulebook) -> Iterable[str]:
    """Return the names of the encounters that can be parted from: of none in a fight."""
    return names(state, book) if state.fight is None and state.count is None else ()


def _meet_one(decision: Decision, _effect: MeetEncounter, occasion: Occasion) -> None:
    meet_contents(decision, loud=bool(occasion.cause))


def _essence(seen: Outlook) -> Hashable:
    """Return the encounters; when one began matters if it has no name yet or is still to come."""
    return tuple(
        (
            timeless(replace(one, arrives=None)),
            one.arrives is not None and seen.ago(one.arrives),
            one.reaches is not None and (seen.ago(one.reaches), seen.ago(one.since or one.met)),
            seen.ago(one.met) if nameless(one.what) or one.coming(seen.now) else None,
        )
        for one in seen.state.meetings
    )


MECHANISM = Mechanism(
    group="Encounters",
    commands=(
        declare(
            Meet,
            _meet,
            says="meet {what:met} [{feet:feet} away]",
            heard=(
                *(f"{form} {AWAY}" for form in ways_to_meet("{what:met}")),
                "a|an {what:met} {feet:feet!} away|off|distant|ahead",
            ),
            examples=("meet owlbear", "meet owlbear 60 ft away"),
            usual={"what": names_to_meet},
        ),
        declare(
            Part,
            _part,
            says="part [from {what:what}]",
            heard=(
                "part|leave|withdraw|retreat|evade|avoid|bypass|ignore [from {what:what!}]",
                "{what:what!} leave|depart|withdraw|retreat|gone|go|wander [away] [off]",
                "leave alone",
                "flee|escape|run|retreat|back|walk away|off [from {what:what!}]",
                "flee|escape|run|retreat [for|back|it|up|down] [hall|passage|stairs] [from {what:what!}]",
                "sneak|slip|slink|creep|steal past|by|away|off [from] [{what:what!}]",
                "let [{what:what!}] go|pass|leave",
                Form(_HIDES, needs="what", asks=_UNSEEN),
                Form(f"{_HIDES} behind|in|under|among {{_where:name}}", needs="what", asks=_UNSEEN),
                Form("go|move|pass|walk on|away|past|by [from {what:what!}]", cost=1, needs="what"),
                "end encounter",
                "encounter over|ends|done [with {what:what!}]",
            ),
            examples=("part", "part from owlbear"),
            completes={"what": _left},
            step=StepKind("part", "do", ("part",)),
        ),
    ),
    events=(
        happens(EncounterMet, _met, _tell_met),
        happens(EncounterArrived, _arrived, _tell_arrived),
        happens(EncounterOver, _over, lambda event, _book: f"the encounter with {event.what} is over"),
    ),
    schedules=schedule,
    quietly=True,
    follows=_left_behind,
    effects=(carries(MeetEncounter, _meet_one),),
    slices=("meetings",),
    essence=_essence,
    observables=(
        Condition(
            "an encounter",
            "something was met and is not parted from",
            lambda state, _book, _name: bool(state.meetings),
        ),
        occurs("encounters", "what was met", EncounterMet),
    ),
)
