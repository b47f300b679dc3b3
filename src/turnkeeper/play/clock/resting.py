"""Rest and its effects: wounds heal, fatigue is shed, mana returns, and an interrupted rest may be lost.

What each length of rest gives counts also when the rest was interrupted; what its end gives does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play.clock import tracking
from turnkeeper.play.clock.clock import Left, interrupt
from turnkeeper.play.clock.timers import REST, TimerEnded, begin, say_until
from turnkeeper.play.clock.timing import Timer
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.event import Event, State, WantedFigure, happens, quietly, unchanged
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import abilities, exertion, fatigue, hit_dice, mana, party, provisions
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.conduct import Activity, Healing, Relief, Strain
from turnkeeper.rules.model.procedures import AddTo, Consequence, Reset, SetTo, StartTimerEffect, TakeFrom
from turnkeeper.time import NO_TIME, Duration, Instant


class Rested(Event, frozen=True, tag="rested.1"):
    """Rest was turned into relief of fatigue; ``over`` is the remainder, kept for later."""

    over: Duration


class TaskLost(Event, frozen=True, tag="task-lost.1"):
    """A task that must be done in one go was interrupted after ``took``, and has no effect."""

    what: str
    took: Duration
    activity: str = ""


def cut_short(decision: Decision, left: Left, activity: Activity | None) -> bool:
    """Keep the rest of an interrupted task, to be resumed; return whether it is lost instead.

     Where a short interruption can be made good, the task is kept for that long and takes more time
    . A task that stopped because too much fell due at once was not disturbed, and can be resumed
     in any case.
    """
    task = left.task
    if activity is None or activity.interrupted == "resume" or left.why:
        interrupt(decision, task, left.why)
        return False
    if activity.cut_short is not None and activity.cut_short.under:
        adds = activity.cut_short.adds
        more = decision.book.duration(adds) if adds else NO_TIME
        until = decision.at + decision.book.duration(activity.cut_short.under)
        kept = replace(task, takes=task.takes + more, left=task.left + more, until=until)
        interrupt(decision, kept, longer=more)
        return False
    decision.record(TaskLost(task.what, task.takes - task.left, task.activity, rule=task.rule))
    return True


def require_hit_dice(decision: Decision, activity: Activity, resting: str) -> None:
    """Refuse a rest that heals by a hit die or attribute never written down for one who is hurt."""
    healing = activity.heals
    if healing is None or not healing.hit_die:
        return
    hurt = [who for who in resters(decision, resting) if who.hp is not None and who.hp < who.most_hp]
    dieless = [who.name for who in hurt if not hit_dice.die_of(decision.book, who, healing)]
    if dieless:
        message = f"the hit die of {', '.join(dieless)} was never written down"
        wants = (WantedFigure("die", name, 2, 8) for name in dieless)
        refuse("no-die", message, f"rule die of {dieless[0]} 8", wants=wants)
    if healing.adds:
        abilities.require_written(hurt, healing.adds, such=0)


def require_due(decision: Decision, activity: Activity, who: str) -> None:
    """Refuse an activity that a running timer bars, for its doer, or that needs one which does not run."""
    needs, name = activity.needs, activity.says[0]
    if needs and not decision.state.timers.named(needs):
        begins = (one.says[0] for one in decision.book.set.activities.values() if _begins(one, needs))
        refuse("not-yet", f"no {name} before this: {needs}", " or ".join(begins) or f"timer {needs}")
    barring = decision.state.timers.binding(activity.barred_by, who) if activity.barred_by else []
    if barring:
        _refuse_barred(decision, name, barring[0])


def _refuse_barred(decision: Decision, name: str, by: Timer) -> None:
    """Refuse an activity while a timer runs; the activity that ends that timer is what would work."""
    ending = decision.book.set.activities.get(by.until)
    if by.due is not None:
        left = f" for {decision.book.scale.say_clock(by.due - decision.at)} more"
    else:
        left = f" {say_until(by)}" if by.until else ""
    hint = f"end timer {by.called}" if ending is None else ending.says[0]
    refuse("too-soon", f"{by.called}: no {name}{left}", hint)


def _begins(activity: Activity, timer: str) -> bool:
    return any(isinstance(one, StartTimerEffect) and one.timer == timer for one in activity.do)


def resters(decision: Decision, who: str) -> tuple[Character, ...]:
    """Return those who do an activity: the one who is named, or else every living member."""
    return tuple(one for one in decision.state.party.living if who in {"", one.name})


def all_rest(state: State, who: str) -> bool:
    """Return whether what this one does, or everybody where nobody is named, is done by the whole party."""
    return not who or all(who == one.name for one in state.party.living)


def is_of_all(activity: Activity, effect: Consequence) -> bool:
    """Return whether an effect of an activity asks that the whole party does it.

    A tracker is the party's, and no rest of one of them changes it.
    """
    return activity.rests and isinstance(effect, AddTo | TakeFrom | SetTo | Reset)


def heal_all(decision: Decision, healing: Healing, resting: str, rule: str, what: str = "healing") -> None:
    """Heal those who rest as is said, but whom a lack bars from recovering."""
    for who in provisions.recovering(decision, resters(decision, resting)):
        _heal(decision, who, healing, rule, what)


def _heal(decision: Decision, who: Character, healing: Healing, rule: str, what: str) -> None:
    if who.hp is None or who.hp >= who.most_hp:
        return
    if healing.from_hp is not None and who.hp < healing.from_hp:
        return
    if who.hp < 0 and healing.below_zero_to_zero:
        party.change_hp(decision, who, -who.hp, rule)
        return
    if healing.all:
        party.change_hp(decision, who, who.most_hp - who.hp, rule)
        return
    throws = [Throw(f"{what} of {who.name}", healing.dice, (), rule)] if healing.dice else []
    throws += [hit_dice.throw(decision.book, who, healing, what, rule)] if healing.hit_die else []
    rolls = [decision.roll(asked)[1] for asked in throws]
    rolls.sort(key=lambda rolled: rolled.total or 0, reverse=True)
    best = rolls[0] if rolls else None
    points = (who.level if healing.level else 0) + (0 if best is None else best.total or 0)
    party.change_hp(decision, who, max(points, healing.least), rule, best, less=tuple(rolls[1:]))


def rested(decision: Decision, activity: Activity, who: str, since: Instant, counts: Activity | None) -> None:
    """Give the effects of a rest's length, ended or not; its budgets are what it ``counts`` as.

    Budgets are the party's: who rests alone pays none.
    """
    length = decision.at - since
    if length <= NO_TIME:
        return
    for strain, relieve in _RELIEVES.items():
        if strain in activity.relief:
            relieve(decision, length, activity.relief[strain], who)
    if not all_rest(decision.state, who):
        return
    tracking.rested(decision, activity, since, counts)
    if activity.sleeps:
        provisions.wake(decision, since)


def _relieve(decision: Decision, length: Duration, relief: Relief, resting: str) -> None:
    """Shed a slot for each whole relief of rest, with the remainder of earlier rests.

    Rest is not saved up: without fatigue it counts for nothing.
    """
    tired = max((who.fatigue for who in resters(decision, resting)), default=0)
    if tired <= 0:
        return
    once = decision.book.duration(relief.each)
    # What a rest of another kind left over is never more than a part of one length of this.
    total = Duration(min(decision.state.rested, once.ms - 1)) + length
    slots = total // once
    over = total % once if tired > slots else NO_TIME
    decision.record(Rested(over, rule=relief.rule.id))
    if slots:
        fatigue.tire_all(decision, -slots, relief.rule.id, resting)


def _regain(decision: Decision, length: Duration, relief: Relief, resting: str) -> None:
    mana.regain(decision, length, relief, resters(decision, resting))


_RELIEVES: Mapping[Strain, Callable[[Decision, Duration, Relief, str], None]] = {
    "fatigue": _relieve,
    "exertion": exertion.rested_in_bed,
    "mana": _regain,
}


def _rested(state: State, event: Rested) -> State:
    by = event.over.ms - state.rested
    return replace(state, rested=state.rested + by)


def _tell_rested(event: Rested, book: Rulebook) -> str:
    over = f"; {book.scale.say(event.over)} of it towards the next slot" if event.over else ""
    return f"rest counts{over}"


def _tell_lost(event: TaskLost, book: Rulebook) -> str:
    took = book.scale.say(event.took)
    return f"{event.what} cut short after {took}: it counts only without interruption, so begin it anew"


def end_lasting(
    decision: Decision, activity: str, who: str = "", *, rests: bool, broken: bool = False
) -> None:
    """End the timers of who did it that last until this activity, or until any rest if ``rests``."""
    until = {activity, REST} if rests else {activity}
    _end_timers(decision, who, lambda timer: timer.until in until and not (broken and timer.unbroken))


def end_outlasted(
    decision: Decision, activity: Activity, took: Duration, who: str, at_once: Duration
) -> None:
    """End the timers that last until a rest which this one, cut short or not, was as long as.

    What a sleep is to end another sleep ends, or a rest of a whole day, which has a night in it. What it took
    ``at_once`` counts where it must be unbroken.
    """

    def outlasted(timer: Timer) -> bool:
        return _outlasts(decision.book, activity, at_once if timer.unbroken else took, timer.until)

    if activity.rests:
        _end_timers(decision, who, outlasted)


def _outlasts(book: Rulebook, activity: Activity, took: Duration, until: str) -> bool:
    other = book.set.activities.get(until)
    if other is None or not other.rests or not other.takes:
        return False
    asleep = activity.sleeps or not other.sleeps or took >= book.scale.day
    return asleep and took >= book.duration(other.takes)


def _end_timers(decision: Decision, who: str, ended: Callable[[Timer], bool]) -> None:
    """End timers for those who rest; what runs for everybody goes on for each of the others."""
    over = [timer for timer in decision.state.timers.live.values() if ended(timer)]
    if not over:
        return
    people = decision.state.party
    others = [one.name for one in people.living if one.name != who] if who else []
    spared = {*others, *(one.name for one in people.absent)}
    for timer in over:
        if timer.who not in spared:
            decision.record(TimerEnded(timer.id, timer.called, seen_by=timer.seen_by))
            for name in others if not timer.who else ():
                begin(decision, replace(timer, id=decision.state.order, began=decision.at, who=name))


def end_short(decision: Decision, most: Duration, rule: str = "") -> None:
    """End every running timer whose whole length is at most ``most``."""
    for timer in decision.state.timers.live.values():
        if timer.lasts is not None and timer.lasts <= most and timer.every is None:
            over = TimerEnded(timer.id, timer.called, early=True, rule=rule, seen_by=timer.seen_by)
            decision.record(over)


MECHANISM = Mechanism(
    events=(
        happens(Rested, _rested, _tell_rested, quiet=quietly),
        happens(TaskLost, unchanged, _tell_lost),
    ),
    slices=("rested",),
)
