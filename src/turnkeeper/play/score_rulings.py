"""Rulings on the figures of a character or a side: a score is set, or rises."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnkeeper.play.fight import foes
from turnkeeper.play.fight.facing import MOST_HP
from turnkeeper.play.fight.sides import combatants, meant, side_changed, side_named
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import loads, party, scores
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook

BOUND = 1_000_000
_THROWN = ("reaction",)
"""Scores by whose names something is thrown: beside one a number is what the dice showed."""
OF_A_SIDE = frozenset({"morale", "hp"})
"""The figures of a side, by the names of its fields."""


class RuleScore(Command, frozen=True, tag="rule-score"):
    """Set something written of a character (hp, level, wisdom ...), or a side's morale or hp."""

    score: str
    who: str
    value: int


class RaiseScore(Command, frozen=True, tag="raise-score"):
    """Add to the level of a character, or to an attribute."""

    score: str
    who: str
    by: int


class LowerScore(Command, frozen=True, tag="lower-score"):
    """Take from the level of a character, or from an attribute."""

    score: str
    who: str
    by: int


class ScoreRuled(Event, frozen=True, tag="score-ruled.1"):
    """The referee set a score of a member of the party, or the morale of a side."""

    score: str
    who: str
    value: int
    side: bool = False


def _score(decision: Decision, command: RuleScore) -> None:
    score = command.score.casefold()
    if abs(command.value) > BOUND:
        refuse("number", f"{command.value} is beyond {BOUND:,}")
    side = side_named(decision.state, command.who)
    if score == "hp" and side is not None and not 0 < command.value <= MOST_HP:
        refuse("hit-points", f"each has 1 to {MOST_HP:,} hit points", f"rule hp of {side.name} 5")
    if score in OF_A_SIDE and side is not None:
        ruled = ScoreRuled(score, side.name, command.value, side=True, seen_by="referee")
        decision.record(ruled)
        return
    if (
        score == "hp"
        and decision.state.party.find(command.who) is None
        and meant(decision.state, command.who)
    ):
        foes.rule_left(decision, command.who, command.value)
        return
    known = scores.known(decision.book)
    if score not in known:
        hint = closest(score, known, ", ".join(known))
        refuse("unknown-score", f"{command.score!r} is not written of a character", hint)
    who = party.member(decision, command.who)
    least = scores.least(score)
    if least is not None and command.value < least:
        refuse("number", f"{score} is never less than {least}", f"rule {score} of {who.name} {least}")
    party.require_modifier(decision, who.name, score, command.value)
    if score == "carrying" and command.value:
        loads.require_score(decision.book, who.name, dict(who.attributes))
    if score == "hp" and who.hp is not None and command.value <= who.most_hp:
        by = command.value - who.hp
        decision.record(party.HitPointsChanged(who.name, by, command.value, ruled=True))
        return
    decision.record(ScoreRuled(score, who.name, command.value))


def _raise(decision: Decision, command: RaiseScore) -> None:
    _change(decision, command.score, command.who, command.by)


def _lower(decision: Decision, command: LowerScore) -> None:
    _change(decision, command.score, command.who, -command.by)


def _change(decision: Decision, said: str, whose: str, by: int) -> None:
    """Add to a score that rises and falls by itself; one that is not written has nothing to add to."""
    score, who = said.casefold(), party.member(decision, whose)
    if score not in _raised(decision.state, decision.book):
        hint = f"rule {score} of {who.name} {abs(by)}"
        refuse("unknown-score", f"{said!r} neither rises nor falls so", hint)
    value = who.level if score == "level" else who.written(score)
    if value is None:
        refuse("unwritten", f"the {score} of {who.name} is not written", f"rule {score} of {who.name} 9")
    _score(decision, RuleScore(score, who.name, value + by))


def _raised(_state: State, book: Rulebook) -> tuple[str, ...]:
    return ("level", *book.set.characters.attributes)


def _score_ruled(state: State, event: ScoreRuled) -> State:
    if event.side:
        ruled_one = {event.score: event.value}
        return side_changed(state, event.who, lambda one: replace(one, **ruled_one))

    def ruled(one: Character) -> Character:
        return scores.ruled(one, event.score, event.value)

    return replace(state, party=state.party.changed(event.who, ruled))


def _tell_score(event: ScoreRuled, _book: Rulebook) -> str:
    return f"ruling: {event.score} of {event.who} is {event.value}"


def _heard_of_figures() -> Iterator[Form]:
    """Yield the forms of a load and of a level in other words than the score has."""
    weighs = "{value:number} [pound|pounds|lb|lbs|coin|coins|slot|slots|burden|burdens] [weight|gear] [of]"
    yield Form(f"{{who:who}} carry|bear|lug|haul {weighs}", {"score": "carrying"})
    for says in (
        "level up {who:who} to! {value:number}",
        "{who:who} level|levels up to|level! {value:number} [to]",
        "{who:who} reach|gain|make|become level! {value:number}",
    ):
        yield Form(says, {"score": "level"})


def _added(_state: State, book: Rulebook) -> tuple[str, ...]:
    """Return the scores to which a number with a plus can only add: none that are written with a sign."""
    signed = book.set.characters.modifiers
    return ("level", *(one for one in book.set.characters.attributes if one not in signed))


_LEVELS = (
    "set|rule|make|raise|increase|bump level of|for {who:who} [up] [by] {by:more}",
    "level|levels {who:who} {by:more} [up]",
)
_ONE_LEVEL = (
    "level|levels up {who:who}",
    "{who:who} level|levels up",
    "{who:who} gains|gets|goes|earns level [up|next]",
)
"""How it is said that a character has risen by one level."""
_LEVELS_LOST = ("{who:who} loses {by:times} levels", "drain {by:times} levels from|of {who:who}")
_ONE_LEVEL_LOST = (
    "{who:who} loses level [drained]",
    "drain level from|of {who:who}",
    "level drain on|for {who:who}",
)
"""How it is said that a character has fallen by one level."""


def _heard_of_points() -> Iterator[Form]:
    """Yield the forms of hit points in more words than the score has."""
    points = "points|point|hp|hitpoints [hit]"
    yield Form("{who:who} at! {value:below} [points|hp|hit] [now]", {"score": "hp"})
    for score, words in (("hp", ""), ("most hp", "max|maximum|most ")):
        fixed: dict[str, object] = {"score": score}
        yield Form(
            f"set|put|rule|make|change|fix|correct {words}{points} [of|for] {{who:who}} {{value:number}}",
            fixed,
        )
        yield Form(f"{{who:who}} down {words}at! {{value:value}} [points|hp|hit] [only]", fixed)
        yield Form(
            f"{{who:who}} has|have|at|on {words}{{value:value}} {points} [left|remaining|only] [to]", fixed
        )
        yield Form(
            f"{{who:who}} down|drop|fall|up|back|rise|get|knock|reduce|bring|beat|sink|take [up|down] "
            f"{words}to! {{value:value}} [points|point|hp|hitpoints|hit] [left]",
            fixed,
        )


MECHANISM = Mechanism(
    group="Rulings",
    commands=(
        declare(
            RuleScore,
            _score,
            says="rule {score:what} of {who:who} {value:value}",
            heard=(
                "set|put|rule|make|change|fix {score:what!} of|for {who:who} [at] {value:number}",
                "{who:who} has|have {value:number} {score:what!}",
                "{score:what!} [of] {who:who} now|becomes|equals {value:number}",
                "{score:what!} [of] {who:who} falls|drops|sinks|rises to! {value:number}",
                Form("{score:name!} [of] {who:who} {value:number}", cost=1),
                *_heard_of_figures(),
                *_heard_of_points(),
            ),
            examples=("rule hp of Varda 5", "rule hp of goblin 2 3", "rule wisdom of Orlo 10"),
            completes={
                "score": lambda _state, book: scores.known(book),
                "score:name": lambda _state, book: [one for one in scores.known(book) if one not in _THROWN],
                "who": combatants,
            },
        ),
        declare(
            RaiseScore,
            _raise,
            says="rule {score:what} of {who:who} {by:times} more",
            heard=(
                "raise|increase|bump {score:what!} of|for {who:who} [up] by! {by:times}",
                "set|rule|make|raise|increase|bump {score:name!} of|for {who:who} [up] [by] {by:more}",
                "{score:name!} [of] {who:who} {by:more}",
                "{score:what!} [of] {who:who} rises|increases by! {by:times} [up]",
                "{who:who} gains|gets|wins|earns {by:times} {score:what!} [points|point|more|another]",
                *(Form(way, {"score": "level"}) for way in _LEVELS),
                *(Form(way, {"score": "level", "by": 1}) for way in _ONE_LEVEL),
            ),
            examples=("rule level of Varda 1 more", "rule wisdom of Orlo 2 more"),
            completes={
                "score": _raised,
                "score:name": _added,
                "who": lambda state, _book: [one.name for one in state.party.members],
            },
        ),
        declare(
            LowerScore,
            _lower,
            says="rule {score:what} of {who:who} {by:times} less",
            heard=(
                "lower|reduce|decrease|drop {score:what!} of|for {who:who} [down] by! {by:times}",
                "drain|sap|steal|take {by:times} {score:what!} [points|point] from|of {who:who}",
                "{score:what!} [of] {who:who} falls|drops|sinks|decreases by! {by:times} [down]",
                "{score:what!} [of] {who:who} [goes|went] down by! {by:times}",
                "{who:who} loses|drops {by:times} {score:what!} [points|point|more|another]",
                "{score:what!} [of] {who:who} {by:times} less|lower|fewer [points|point]",
                "{who:who} is drained|sapped [of|by] {by:times} {score:what!} [points|point]",
                *(Form(way, {"score": "level"}) for way in _LEVELS_LOST),
                *(Form(way, {"score": "level", "by": 1}) for way in _ONE_LEVEL_LOST),
            ),
            examples=("rule level of Varda 1 less", "rule wisdom of Orlo 2 less"),
            completes={
                "score": _raised,
                "who": lambda state, _book: [one.name for one in state.party.members],
            },
        ),
    ),
    events=(happens(ScoreRuled, _score_ruled, _tell_score),),
)
