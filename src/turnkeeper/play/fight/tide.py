"""The Tide of Battle: one signed number that favours a camp, and the moments at which a shift is proposed.

Above 0 it favours the party, below 0 the enemies, as a bonus to attack and defence. The program proposes a
step at the moments of the rule set, and the referee confirms it. It must not know how a fight is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.fight.able import is_down
from turnkeeper.play.fight.morale import base_morale
from turnkeeper.play.fight.sides import Side, meant
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, StepKind, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import party
from turnkeeper.play.party.party import living
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import TideMoment

Camp = Literal["party", "enemies"]
CAMPS: tuple[Camp, Camp] = ("party", "enemies")
MOST = 1_000
MOMENTS = {
    "first-down": "the first of {other} is down",
    "half-down": "half of {other} is down",
    "leader-falls": "the leader of {other} falls",
    "reinforcements": "{camp} get help",
    "totally-surprised": "{other} are totally surprised",
    "outnumbered": "{other} are outnumbered two to one",
}


class Proposal(Struct, frozen=True, array_like=True):
    """A proposed shift by one step, the moment that brought it up, and the camp that it favours."""

    moment: str
    favours: Camp

    @property
    def named(self) -> str:
        """Return the moment in the words by which it is answered: ``half down``."""
        return self.moment.replace("-", " ")


class TideNow(Struct, frozen=True, omit_defaults=True):
    """The Tide of this fight: its value, the shifts that are proposed, and those proposed already.

    ``counted`` is the size of each camp at the last look, ``before`` how many of it were down when the fight
    began and are none of its fighters; the referee names the ``leaders``.
    """

    value: int = 0
    proposed: tuple[Proposal, ...] = ()
    told: tuple[Proposal, ...] = ()
    counted: tuple[int, int] = (0, 0)
    leaders: tuple[str, ...] = ()
    before: tuple[int, int] = (0, 0)


class ShiftTide(Command, frozen=True, tag="tide"):
    """Shift the Tide of Battle: above 0 in the party's favour."""

    by: int


class AnswerTide(Command, frozen=True, tag="tide-answer"):
    """Confirm the latest shift of the Tide that is proposed, or that of a ``moment``, or decline it."""

    confirmed: bool
    moment: str = ""


class Lead(Command, frozen=True, tag="lead"):
    """Say who leads a side: the Tide may shift when they fall."""

    who: str


class TideBegan(Event, frozen=True, tag="tide-began.1"):
    """The Tide began at the difference of the highest Morale of each camp; ``counted`` is the size of each.

    ``before`` are how many of them were down already.
    """

    value: int
    counted: tuple[int, int]
    before: tuple[int, int] = (0, 0)


class TideProposed(Event, frozen=True, tag="tide-proposed.1"):
    """A shift by one step was proposed to the referee; ``counted`` is the size of each camp.

    ``also`` are the lesser moments that the same fall brought: they propose no step of their own.
    """

    moment: str
    favours: Camp
    counted: tuple[int, int]
    also: tuple[str, ...] = ()


class TideShifted(Event, frozen=True, tag="tide-shifted.1"):
    """The Tide shifted to ``now``; ``moment`` is empty where the referee shifted it unasked."""

    by: int
    now: int
    moment: str = ""

    @property
    def favours(self) -> Camp:
        """Return the camp that the shift favours."""
        return CAMPS[0 if self.by > 0 else 1]


class TideDeclined(Event, frozen=True, tag="tide-declined.1"):
    """The referee declined a proposed shift."""

    moment: str
    favours: Camp


class LeaderNamed(Event, frozen=True, tag="leader-named.1"):
    """The referee named a combatant as leader of their side."""

    who: str


def begin(decision: Decision) -> None:
    """Begin the Tide with a fight, where the rule set has one."""
    fight = decision.book.set.fight
    if fight is None or fight.tide is None:
        return
    state = decision.state
    ours = [base_morale(one, decision.book) or 0 for one in state.party.able]
    ours += [side.morale or 0 for side in state.sides if side.allied and side.standing]
    theirs = [side.morale or 0 for side in state.sides if not side.allied and side.standing]
    value = max(ours, default=0) - max(theirs, default=0)
    counted, down = _counted(state), _down(state)
    decision.record(TideBegan(value, counted, down, rule=fight.tide.rule.id))
    ours_count, theirs_count = counted[0] - down[0], counted[1] - down[1]
    if ours_count and theirs_count and max(ours_count, theirs_count) >= 2 * min(ours_count, theirs_count):
        _offer(decision, Proposal("outnumbered", CAMPS[0 if ours_count > theirs_count else 1]))


def look(decision: Decision) -> None:
    """Propose the shifts that have fallen due since the last look."""
    fight, now = decision.book.set.fight, decision.state.tide
    if now is None or fight is None or fight.tide is None:
        return
    state = decision.state
    for camp, other in (CAMPS, CAMPS[::-1]):
        told = [one.moment for one in now.told if one.favours == camp]
        fell = [one for one in _fallen(state, now, other) if one in fight.tide.shifts and one not in told]
        if fell and _stands(state, other):
            _offer(decision, Proposal(fell[0], camp), tuple(fell[1:]))
        if _counted(state)[CAMPS.index(camp)] > now.counted[CAMPS.index(camp)]:
            _offer(decision, Proposal("reinforcements", camp))


def surprised(decision: Decision, camp: Camp) -> None:
    """Propose the shift that total surprise of a whole camp gives to the other."""
    if decision.state.tide is not None:
        _offer(decision, Proposal("totally-surprised", CAMPS[1 - CAMPS.index(camp)]))


def _offer(decision: Decision, proposal: Proposal, also: tuple[str, ...] = ()) -> None:
    """Propose a shift to the referee, once for each moment and camp except for reinforcements."""
    fight, now = decision.book.set.fight, decision.state.tide
    if now is None or fight is None or fight.tide is None:
        return
    if proposal.moment not in fight.tide.shifts or proposal in now.told:
        return
    told = (proposal.moment, proposal.favours, _counted(decision.state), also)
    decision.record(TideProposed(*told, rule=fight.tide.rule.id, seen_by="referee"))


def _fallen(state: State, now: TideNow, camp: Camp) -> Iterator[TideMoment]:
    """Yield the moments that falls in a camp have brought so far, the gravest first."""
    which = CAMPS.index(camp)
    fell = _down(state)[which] - now.before[which]
    if any(is_down(state, name, ours=camp == "party") for name in now.leaders):
        yield "leader-falls"
    if fell > 0 and 2 * fell >= _counted(state)[which] - now.before[which]:
        yield "half-down"
    if fell > 0:
        yield "first-down"


def _stands(state: State, camp: Camp) -> bool:
    """Return whether anyone of a camp is left in the fight."""
    return (camp == "party" and bool(state.party.able)) or any(one.standing for one in _sides_of(state, camp))


def _sides_of(state: State, camp: Camp) -> Iterator[Side]:
    return (side for side in state.sides if side.allied == (camp == "party"))


def _counted(state: State) -> tuple[int, int]:
    """Return how many belong to each camp, the fallen and the fled included."""
    ours, theirs = (sum(side.count for side in _sides_of(state, camp)) for camp in CAMPS)
    return len(state.party.members) + ours, theirs


def _down(state: State) -> tuple[int, int]:
    members = sum(one.down for one in state.party.members)
    ours, theirs = (sum(side.down for side in _sides_of(state, camp)) for camp in CAMPS)
    return members + ours, theirs


def _running(decision: Decision) -> TideNow:
    if decision.state.tide is None:
        refuse("no-tide", "no Tide of Battle runs", "fight")
    return decision.state.tide


def _shift(decision: Decision, command: ShiftTide) -> None:
    now = _running(decision)
    if not command.by or abs(now.value + command.by) > MOST:
        refuse("number", f"the Tide stands at {now.value:+d}", "tide +1")
    decision.record(TideShifted(command.by, now.value + command.by))


def _answer(decision: Decision, command: AnswerTide) -> None:
    now = _running(decision)
    if not now.proposed:
        refuse("no-proposal", "no shift of the Tide is proposed", "tide +1")
    one, fight = _proposal(now, command.moment), decision.book.set.fight
    rule = fight.tide.rule.id if fight is not None and fight.tide is not None else ""
    if not command.confirmed:
        decision.record(TideDeclined(one.moment, one.favours, rule=rule, seen_by="referee"))
        return
    by = 1 if one.favours == "party" else -1
    decision.record(TideShifted(by, now.value + by, one.moment, rule=rule))


def _proposal(now: TideNow, said: str) -> Proposal:
    """Return the proposal that is answered: the latest, which was shown last, or the latest of a moment."""
    wanted = said.casefold().replace("-", " ")
    found = next((one for one in reversed(now.proposed) if wanted in {"", one.named}), None)
    if found is not None:
        return found
    hint = f"tide yes {now.proposed[-1].named}"
    return refuse("no-proposal", f"no shift of the Tide is proposed for {said!r}", hint)


def _lead(decision: Decision, command: Lead) -> None:
    now = _running(decision)
    found = meant(decision.state, command.who)
    if found is not None and found.number > found.side.count:
        names = f"{found.side.call(1)} to {found.side.count}"
        refuse("number", f"there are only {found.side.count} of {found.side.name}", f"leader {names}")
    name = found.side.call(found.number or 1) if found is not None else living(decision, command.who).name
    if name in now.leaders:
        refuse("leader", f"{name} leads already")
    decision.record(LeaderNamed(name))


def _began(state: State, event: TideBegan) -> State:
    return replace(state, tide=TideNow(event.value, counted=event.counted, before=event.before))


def _proposed(state: State, event: TideProposed) -> State:
    if state.tide is None:
        return state
    proposal = Proposal(event.moment, event.favours)
    # Reinforcements may come again; every other moment comes once.
    again = event.moment == "reinforcements"
    also = (Proposal(moment, event.favours) for moment in event.also)
    told = state.tide.told if again else (*state.tide.told, proposal, *also)
    now = replace(state.tide, proposed=(*state.tide.proposed, proposal), told=told, counted=event.counted)
    return replace(state, tide=now)


def _shifted(state: State, event: TideShifted) -> State:
    now = state.tide
    if now is None:
        return state
    left = _without(now.proposed, Proposal(event.moment, event.favours))
    return replace(state, tide=replace(now, value=event.now, proposed=left))


def _declined(state: State, event: TideDeclined) -> State:
    now = state.tide
    if now is None:
        return state
    left = _without(now.proposed, Proposal(event.moment, event.favours))
    return replace(state, tide=replace(now, proposed=left))


def _without(proposed: tuple[Proposal, ...], answered: Proposal) -> tuple[Proposal, ...]:
    """Return the proposals without one of those that are as the answered one."""
    at = next((at for at, one in enumerate(proposed) if one == answered), len(proposed))
    return (*proposed[:at], *proposed[at + 1 :])


def _led(state: State, event: LeaderNamed) -> State:
    now = state.tide
    return state if now is None else replace(state, tide=replace(now, leaders=(*now.leaders, event.who)))


def say(value: int) -> str:
    """Return the Tide in words, as the camp that it favours sees it: ``even``, ``+2 for the party``."""
    if not value:
        return "even"
    return f"+{abs(value)} for the {CAMPS[0] if value > 0 else CAMPS[1]}"


def moment_said(moment: TideMoment | str, favours: Camp) -> str:
    """Return a moment in words: ``half of the enemies is down``."""
    other = CAMPS[1 - CAMPS.index(favours)]
    text = MOMENTS.get(moment, moment)
    return text.format(camp=f"the {favours}", other=f"the {other}")


def _tell_proposed(event: TideProposed, _book: Rulebook) -> str:
    return f"the Tide would shift for the {event.favours}: {moment_said(event.moment, event.favours)}"


def _tell_shifted(event: TideShifted, _book: Rulebook) -> str:
    why = f" ({moment_said(event.moment, event.favours)})" if event.moment else ""
    return f"the Tide shifts: {say(event.now)}{why}"


def _tell_declined(event: TideDeclined, _book: Rulebook) -> str:
    moment = moment_said(event.moment, event.favours)
    return f"the Tide does not shift for the {event.favours} ({moment})"


def _leaders(state: State, book: Rulebook) -> Iterable[str]:
    fighting = () if state.count is None else (one.name for one in state.count.fighters.values())
    return dict.fromkeys([*party.names(state, book), *fighting])


def _open_moments(state: State, _book: Rulebook) -> Iterable[str]:
    return () if state.tide is None else dict.fromkeys(one.named for one in reversed(state.tide.proposed))


def _has_tide(book: Rulebook) -> bool:
    return book.set.fight is not None and book.set.fight.tide is not None


def _watch(decision: Decision, before: State) -> None:
    now = decision.state
    if now.party is not before.party or now.sides is not before.sides or now.tide is not before.tide:
        look(decision)


_SHIFTS = "[swing|swings|shift|shifts|move|moves|change|changes|turn|turns|goes|go|battle|of] [by]"
MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            AnswerTide,
            _answer,
            says=(
                Form("tide yes [{moment:what}]", {"confirmed": True}),
                Form("tide no [{moment:what}]", {"confirmed": False}),
            ),
            examples=("tide yes", "tide no", "tide yes outnumbered"),
            completes={"moment": _open_moments},
            step=StepKind("choice", "fight", ("tide yes", "tide no")),
        ),
        declare(
            ShiftTide,
            _shift,
            says="tide {by:signed}",
            heard=(
                f"tide {_SHIFTS} {{by:signed}} [for|favour] [our|party|players|side]",
                f"tide {_SHIFTS} {{by:times}} for|favour|up|to [by|our|party|players|ours|side|us]",
            ),
            examples="tide +1",
        ),
        declare(
            Lead,
            _lead,
            says="leader {who:who}",
            heard=("{who:who!} leads", "leader [make|name|appoint|is] {who:who!}"),
            examples="leader goblin 1",
            completes={"who": _leaders},
        ),
    ),
    events=(
        happens(TideBegan, _began, lambda event, _book: f"the Tide of Battle: {say(event.value)}"),
        happens(TideProposed, _proposed, _tell_proposed),
        happens(TideShifted, _shifted, _tell_shifted),
        happens(TideDeclined, _declined, _tell_declined),
        happens(LeaderNamed, _led, lambda event, _book: f"{event.who} leads"),
    ),
    serves=_has_tide,
    follows=_watch,
    slices=("tide",),
)
