"""Morale: when a side or a hireling is checked, and the outcome.

A check comes by itself with the first death, when half a side is down, and when one alone has lost half its
health where that is tested at once, once each; the referee calls for
one after something frightening. Others come as a round ends: for one that fights alone at half its
health, for a group in which a member died. Hirelings check as monsters do.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from turnkeeper.chance.throws import Band, Throw
from turnkeeper.play.fight import sides
from turnkeeper.play.fight.sides import Side, side_changed, side_named
from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.essence import Condition, Quantity
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, WantedFigure, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.people import Morale, MoraleTrigger

TRIGGERS = {
    "first-death": "its first death",
    "half-down": "half of it is down",
    "alone-halved": "alone, and half its health lost",
    "frightening": "something frightening",
    "alone-at-half": "alone, and at half its health or less",
    "death-in-round": "a death in this round",
}
TRIGGERS_OF_PARTY = {
    **TRIGGERS,
    "first-death": "a death in the party",
    "half-down": "half of the party is down",
    "death-in-round": "a death in the party in this round",
}


class CheckMorale(Command, frozen=True, tag="morale"):
    """A side or a hireling checks morale, because of something frightening."""

    side: str
    modifier: int = 0


class MoraleChecked(Event, frozen=True, tag="morale-checked.1"):
    """The morale of a side or a hireling was checked against a score, or ``under`` it, and held or broke.

    With ``over``, the score was added to the throw, against that number.
    """

    side: str
    trigger: str
    score: int
    holds: bool
    rolled: Rolled
    breaks: str = ""
    hireling: bool = False
    under: bool = False
    over: int | None = None


def score_of(who: Character, morale: Morale) -> int | None:
    """Return a hireling's morale: as written, else by the level where hit dice give it."""
    if who.morale is not None or morale.with_hit_dice is None or not who.hireling:
        return who.morale
    return morale.with_hit_dice + morale.each_hit_die * who.level


def base_morale(who: Character, book: Rulebook) -> int | None:
    """Return a character's own Morale: by an attribute and by level.

    A morale written for them counts instead. ``None`` where neither that nor the attribute is written, or the
    rule set has no Tide.
    """
    fight = book.set.fight
    if fight is None or fight.tide is None:
        return None
    if who.morale is not None:
        return who.morale
    base = fight.tide.base
    score = None if base is None else who.attribute(base.attribute)
    if base is None or score is None:
        return None
    return base.of(score) + _of_band(fight.tide.by_level, who.level)


def _of_band(bands: tuple[tuple[int, int], ...], value: int) -> int:
    """Return the value of the highest band reached; 0 below the first."""
    return next((gives for least, gives in reversed(bands) if value >= least), 0)


def check_at_once(decision: Decision, name: str) -> None:
    """Check the morale of a side of which some fell or were hurt, where that is due at once."""
    for trigger in decision.book.set.morale.triggers if decision.book.set.morale else ():
        fallen = side_named(decision.state, name)
        if (
            fallen is not None
            and trigger not in fallen.checked
            and fallen.standing > 0
            and _due(fallen, trigger)
        ):
            check(decision, fallen, trigger)


def _due(side: Side, trigger: MoraleTrigger) -> bool:
    match trigger:
        case "first-death":
            return side.dead > 0
        case "half-down":
            return 2 * side.down >= side.count
        case "alone-halved":
            return side.count == 1 and at_half(side)
        case "frightening" | "alone-at-half" | "death-in-round":
            return False


def end_of_round(decision: Decision) -> None:
    """Make the morale checks that come with the end of a round."""
    rules, fight = decision.book.set.morale, decision.state.fight
    if rules is None or fight is None:
        return
    for side in decision.state.sides:
        trigger = next((one for one in rules.triggers if _due_now(side, one, fight.rounds)), None)
        if trigger is not None:
            check(decision, side, trigger)
    if "death-in-round" in rules.triggers and fight.died_in == fight.rounds:
        for who in decision.state.party.able:
            check_hireling(decision, who.name, "death-in-round", again=True)


def _due_now(side: Side, trigger: MoraleTrigger, number: int) -> bool:
    """Return whether a side checks as a round ends; the last one standing of a group counts as alone."""
    if side.standing == 0 or side.allied or (trigger == "alone-at-half" and number == 0):
        return False
    match trigger:
        case "alone-at-half":
            again = trigger in side.checked
            return side.standing == 1 and at_half(side) and (not again or side.hurt_in == number)
        case "death-in-round":
            return side.count > 1 and side.died_in == number
        case "first-death" | "half-down" | "alone-halved" | "frightening":
            return False


def at_half(side: Side) -> bool:
    """Return whether the only one standing is known to be at half its health or less."""
    last = side.first_standing()
    most = side.most(last)
    return side.half is not None or bool(most and 2 * side.lost(last) >= most)


def check(decision: Decision, side: Side, trigger: str, modifier: int = 0) -> None:
    """Check a side's morale: a throw over its score breaks it; a fixed score takes no modifier."""
    morale = decision.book.set.morale
    if morale is None or side.morale in {None, *morale.untested} or side.broken or is_steady(side, morale):
        return
    score = side.morale or 0
    score = score if score in morale.fixed else score + modifier
    _test(decision, morale, side.name, trigger, score)


def is_steady(side: Side, morale: Morale) -> bool:
    """Return whether a side has held so often in this fight that it is tested no more."""
    return 0 < morale.steady <= side.held


def check_hireling(decision: Decision, name: str, trigger: MoraleTrigger, *, again: bool = False) -> None:
    """Check a hireling's morale by a trigger of the party's, once each unless ``again``."""
    morale, who = decision.book.set.morale, decision.state.party.find(name)
    score = None if morale is None or who is None else score_of(who, morale)
    if morale is None or who is None or not who.hireling or score in {None, *morale.untested}:
        return
    if (again or trigger not in who.checked) and not who.broken:
        _test(decision, morale, who.name, trigger, score or 0, hireling=True)


def tested_next(side: Side, rules: Morale) -> tuple[str, ...]:
    """Return in words what would test a side next by itself."""
    if side.morale in {None, *rules.untested} or side.broken or side.allied:
        return ()
    if side.standing == 0 or is_steady(side, rules):
        return ()
    return tuple(text for one in rules.triggers if (text := _tested_at(side, one)))


def _tested_at(side: Side, trigger: MoraleTrigger) -> str:
    again = trigger in side.checked
    match trigger:
        case "first-death":
            return "" if again or side.dead else "the first death"
        case "half-down":
            more = -(-side.count // 2) - side.down
            return "" if again or more <= 0 or side.count == 1 else f"{more} more down"
        case "alone-halved":
            return "" if again or side.count > 1 else "half its health"
        case "alone-at-half":
            alone = "half its health" if side.standing == 1 else "the last one at half its health"
            return f"{alone}, hurt again" if again else alone
        case "death-in-round":
            return "a round with a death" if side.count > 1 else ""
        case "frightening":
            return ""


def _test(  # noqa: PLR0913 - whose nerve, why, against what
    decision: Decision, morale: Morale, name: str, trigger: str, score: int, *, hireling: bool = False
) -> None:
    under, added = morale.holds == "under", morale.holds == "added"
    most = score - 1 if under else score
    bands = (Band("holds", None, most), Band("breaks", most + 1, None))
    dice = morale.dice
    if added:
        bands = (Band("holds", morale.against, None), Band("breaks", None, morale.against - 1))
        dice = f"{dice}{score:+d}" if score else dice
    answer, rolled = decision.roll(Throw(f"morale of {name}", dice, bands, morale.rule.id))
    holds = answer.band == 0
    by = 0 if answer.total is None else answer.total - most
    worst = next((one.breaks for one in reversed(morale.margins) if by > one.over), morale.breaks)
    breaks = "" if holds else worst
    decision.record(
        MoraleChecked(
            name,
            trigger,
            score,
            holds,
            rolled,
            breaks,
            hireling,
            under,
            morale.against if added else None,
            rule=morale.rule.id,
        )
    )


def _check(decision: Decision, command: CheckMorale) -> None:
    morale = decision.book.set.morale
    if morale is None:
        rule_out("no-morale", "this rule set has no morale check", "note how they take it")
    side = side_named(decision.state, command.side)
    if side is not None and side.morale is not None:
        if side.broken:
            refuse("broken", f"{side.name} are broken already", "part, or end fight")
        if is_steady(side, morale):
            refuse("steady", f"{side.name} held {morale.steady} times and fight on to the end", "end fight")
        _require_tested(morale, side.name, side.morale)
        check(decision, side, "frightening", command.modifier)
        return
    who = decision.state.party.find(command.side)
    score = None if who is None else score_of(who, morale)
    if who is not None and score is not None:
        if who.dead or who.broken:
            gone = "dead" if who.dead else "broken already"
            refuse("broken", f"{who.name} is {gone}", f"dismiss {who.name}")
        _require_tested(morale, who.name, score)
        score = score if score in morale.fixed else score + command.modifier
        _test(decision, morale, who.name, "frightening", score, hireling=True)
        return
    if side is None and who is None:
        names = [
            *(one.name for one in decision.state.sides),
            *(one.name for one in decision.state.party.members),
        ]
        hint = closest(command.side, names, f"foes goblins 6 morale {morale.such}")
        refuse("unknown-side", f"nobody is called {command.side!r}", hint)
    name = side.name if side is not None else who.name if who is not None else command.side
    hint = f"rule morale of {name} {morale.such}"
    wants = (WantedFigure("morale", name, such=morale.such),)
    refuse("no-score", f"{name} has no morale score", hint, wants=wants)


def _require_tested(morale: Morale, name: str, score: int) -> None:
    """Refuse a test of one whose score is never tested."""
    if score in morale.untested:
        does = "never fights" if score == morale.least else "fights to the death"
        refuse("untested", f"{name}, with morale {score}, {does} and is never tested", "end fight")


def _checked(state: State, event: MoraleChecked) -> State:
    if event.hireling:
        return _hireling_checked(state, event)

    def tested(side: Side) -> Side:
        checked = side.checked if event.trigger in side.checked else (*side.checked, event.trigger)
        broken = side.broken or not event.holds
        return replace(side, checked=checked, broken=broken, held=side.held + event.holds)

    return side_changed(state, event.side, tested)


def _hireling_checked(state: State, event: MoraleChecked) -> State:
    def checked(one: Character) -> Character:
        told = one.checked if event.trigger in one.checked else (*one.checked, event.trigger)
        return replace(one, checked=told, broken=one.broken or not event.holds)

    return replace(state, party=state.party.changed(event.side, checked))


def rallied(one: Character) -> Character:
    """Return a member as a new fight finds them: with their morale unchecked."""
    return replace(one, checked=(), broken=False) if one.checked or one.broken else one


def _tell_checked(event: MoraleChecked, _book: Rulebook) -> str:
    why = (TRIGGERS_OF_PARTY if event.hireling else TRIGGERS).get(event.trigger, event.trigger)
    outcome = "holds" if event.holds else f"breaks: {event.breaks}"
    against = "under" if event.under else "against"
    score = event.score if event.over is None else event.over
    return f"morale of {event.side} {event.rolled.shown} {against} {score} ({why}): {outcome}"


def _who_checks(state: State, book: Rulebook) -> Iterable[str]:
    return [*sides.names(state, book), *(one.name for one in state.party.members if one.hireling)]


def _is_broken(state: State, _book: Rulebook, name: str) -> bool:
    side = side_named(state, name)
    return side is not None and side.broken


def _standing(state: State, _book: Rulebook, name: str) -> int | None:
    side = side_named(state, name)
    return None if side is None else side.standing


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            CheckMorale,
            _check,
            says=(
                "morale {side:name} {modifier:signed}",
                "morale {side:name}",
                "check morale of {side:name} {modifier:signed}",
                "check morale of {side:name}",
            ),
            heard=(
                (
                    "check|test|roll|throw|make morale [check|test|roll] [of|for] {side:name?} "
                    "[at] [{modifier:signed}]"
                ),
                "morale [check|test|roll] [of|for] {side:name?} [at] [{modifier:signed}]",
                "test|check|try nerve|nerves|resolve|courage [of|for] {side:name?} [{modifier:signed}]",
            ),
            examples=("morale goblins -1", "morale Bram"),
            completes={"side": _who_checks},
        ),
    ),
    events=(happens(MoraleChecked, _checked, _tell_checked),),
    serves=lambda book: book.set.morale is not None,
    observables=(
        Condition("{name} are broken", "the nerve of a side failed", _is_broken),
        Quantity("{name} standing", "members of a side who fight", _standing),
    ),
)
