"""Fatigue in slots: who is tired, by rest, marches, effects of procedures, or the referee."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.essence import Quantity
from turnkeeper.play.kernel.event import Command, Event, State, happens, together
from turnkeeper.play.kernel.mechanism import Mechanism, Occasion, carries
from turnkeeper.play.party import wear
from turnkeeper.play.party.party import Character, living
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.procedures import Fatigue


class Tire(Command, frozen=True, tag="tire"):
    """A character takes slots of fatigue; a negative number sheds them."""

    who: str
    slots: int


class FatigueChanged(Event, frozen=True, tag="fatigue-changed.1"):
    """A character's fatigue changed ``by`` slots to ``now``."""

    who: str
    by: int
    now: int


class FatigueTold(Event, frozen=True, tag="fatigue-told.1"):
    """A character's fatigue reached a level at which something holds, or of which they die."""

    who: str
    says: str
    dies: bool = False


MOST_TIMES = 8


def tire(decision: Decision, who: Character, by: int, rule: str = "") -> None:
    """Change a character's fatigue by slots, never below 0, and tell the levels that it reaches."""
    by = max(by, -who.fatigue)
    if not by:
        return
    decision.record(FatigueChanged(who.name, by, who.fatigue + by, rule=rule))
    rules = decision.book.set.strains.get("fatigue")
    for one in wear.reached(decision.book, who.fatigue, who.fatigue + by) if rules is not None else ():
        decision.record(FatigueTold(who.name, one.says, one.dies, rule=rules.rule.id if rules else ""))


def tire_all(decision: Decision, by: int, rule: str = "", only: str = "") -> None:
    """Change the fatigue of every living member by slots, or of the only one who is named."""
    for who in decision.state.party.living:
        if only in {"", who.name}:
            tire(decision, who, by, rule)


def _tire(decision: Decision, command: Tire) -> None:
    who = living(decision, command.who)
    if command.slots == 0 or who.fatigue + command.slots < 0:
        refuse("number", f"{who.name} has {amount(who.fatigue, decision.book)}", f"tire {who.name} 1")
    tire(decision, who, command.slots)


def amount(slots: int, book: Rulebook) -> str:
    """Return slots in the game's word: ``2 slots of fatigue``; a bare number where no load is in slots."""
    slot = "" if not book.set.characters.slots else "slot of " if slots == 1 else "slots of "
    return f"{slots} {slot}{book.set.characters.word('fatigue')}"


def _fatigue_changed(state: State, event: FatigueChanged) -> State:
    changed = state.party.changed(event.who, lambda one: replace(one, fatigue=one.fatigue + event.by))
    return replace(state, party=changed)


def _told(state: State, event: FatigueTold) -> State:
    if not event.dies:
        return state
    return replace(state, party=state.party.changed(event.who, lambda one: replace(one, died=event.at)))


def _tell_fatigue(event: FatigueChanged, book: Rulebook) -> str:
    return f"{event.who} {_changes(event.by, book)}, has {event.now}"


def _changes(by: int, book: Rulebook) -> str:
    return f"{'takes' if by > 0 else 'sheds'} {amount(abs(by), book)}"


def _tell_all(events: Sequence[FatigueChanged], book: Rulebook) -> str:
    """Return changes of fatigue as one: ``each takes 12 slots of fatigue: Varda 14, Orlo 13``."""
    by: dict[str, int] = {}
    for one in events:
        by[one.who] = by.get(one.who, 0) + one.by
    now = {one.who: one.now for one in events}
    parts = []
    for much in dict.fromkeys(by.values()):
        who = [name for name in by if by[name] == much]
        has = ", ".join(f"{name} {now[name]}" for name in who)
        parts.append(
            f"each {_changes(much, book)}: {has}"
            if len(who) > 1
            else f"{who[0]} {_changes(much, book)}, has {now[who[0]]}"
        )
    return "; ".join((*parts, *_say_when(events, book)))


def _say_when(events: Sequence[FatigueChanged], book: Rulebook) -> Iterator[str]:
    """Yield when slots fell due, where it was not at once: each time, or the first and the last of many."""
    times = tuple(dict.fromkeys(book.scale.say_time_of_day(one.at) for one in events))
    if len({one.at for one in events}) > 1:
        yield f"at {', '.join(times)}" if len(times) <= MOST_TIMES else f"from {times[0]} to {times[-1]}"


def _fatigue(decision: Decision, effect: Fatigue, occasion: Occasion) -> None:
    tire_all(decision, effect.slots, occasion.rule)


def _observed(state: State, _book: Rulebook, name: str) -> int | None:
    one = state.party.find(name)
    return None if one is None else one.fatigue


def _most(state: State, _book: Rulebook, _name: str) -> int | None:
    return max((one.fatigue for one in state.party.members), default=None)


MECHANISM = Mechanism(
    group="Party",
    commands=(
        declare(
            Tire,
            _tire,
            says="tire {who:who} {slots:number}",
            heard=(
                Form("{who:who} tired|exhausted|weary|fatigued", {"slots": 1}),
                "{who:who} tired|exhausted|weary|fatigued {slots:times} slots|slot|levels|level",
                "{slots:times} [slots|slot|levels|level|points|point] fatigue|exhaustion for|to|on {who:who}",
                "tire|exhaust|fatigue {who:who} [by] {slots:number}",
                (
                    "{who:who} gains|takes|suffers|gets {slots:times} "
                    "[slots|slot|levels|level|points|point] [of] fatigue|exhaustion"
                ),
            ),
            examples="tire Orlo 1",
        ),
    ),
    events=(
        happens(
            FatigueChanged,
            _fatigue_changed,
            _tell_fatigue,
            together=together(lambda event, _book: event.by > 0, _tell_all),
        ),
        happens(FatigueTold, _told, lambda event, _book: f"{event.who}: {event.says}"),
    ),
    effects=(carries(Fatigue, _fatigue),),
    observables=(
        Quantity("fatigue of {name}", "slots of fatigue", _observed),
        Quantity("most fatigue", "that of the weariest member", _most),
    ),
)
