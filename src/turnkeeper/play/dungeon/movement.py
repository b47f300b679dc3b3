"""Movement in feet, at a pace of the rule set and the rate of the party; and the traps that haste springs.

Feet add up to time exactly: 50 ft and 150 ft are 200 ft. A fraction of a millisecond is owed, and paid by
the next move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.clock import questions
from turnkeeper.play.dungeon import activity
from turnkeeper.play.kernel.decision import Decision, closest, refuse, rule_out
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, Task, happens, unchanged
from turnkeeper.play.kernel.introducing.newcomers import example_people
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.scene import among_rooms
from turnkeeper.play.kernel.sentence import bases
from turnkeeper.play.kernel.slots import say_squares
from turnkeeper.play.party import abilities, wear
from turnkeeper.play.party.abilities import Tested
from turnkeeper.play.party.loads import attribute_of, load_of
from turnkeeper.play.party.party import Character
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.conduct import PaceKind
from turnkeeper.rules.model.orders import OrderByTests
from turnkeeper.rules.model.people import Traps
from turnkeeper.spelling.plurals import counted
from turnkeeper.time import NO_TIME, Duration

FARTHEST = 10_000_000


class Move(Command, frozen=True, tag="move"):
    """Move a distance in feet, or squares of the grid, at the given pace or else that of the last move."""

    feet: int = 0
    pace: str = ""
    squares: int = 0


class SpringTrap(Command, frozen=True, tag="trap"):
    """The party comes upon a trap: noticed at a careful pace, sprung at a quick one."""

    name: str


class TimeOwed(Event, frozen=True, tag="time-owed.1"):
    """A move took a fraction of a millisecond that the clock cannot show; the next move pays it."""

    parts: int
    of: int


class TrapNoticed(Event, frozen=True, tag="trap-noticed.1"):
    """The party saw a trap in time, because it moves at a pace that notices."""

    name: str


class TrapSprung(Event, frozen=True, tag="trap-sprung.1"):
    """Haste sprang a trap: the tests of the characters, and whether each may act to avoid it."""

    name: str
    tested: tuple[Tested, ...]


# The party's rate


class Rate(Struct, frozen=True):
    """How far a party goes in the length of `rate_each`, and the member whose rate that is.

    0 ft is a party that cannot move, because of a member's load or because the rule set gives no rates. An
    empty party has no slowest member, and goes as a character without a race.
    """

    feet: Fraction
    slowest: str = ""


def rate_each(book: Rulebook) -> Duration:
    """Return the length that rates are given for; no time where the rule set has none."""
    return NO_TIME if book.set.movement is None else book.duration(book.set.movement.each)


def rate_of(one: Character, book: Rulebook) -> Fraction:
    """Return the feet that a character goes with their load, 0 if it stops them."""
    rates = book.set.movement
    if rates is None:
        return Fraction(0)
    race = book.set.races.get(one.race) or book.set.races[rates.otherwise]
    load = load_of(one, book)
    if load is not None and load.holds:
        return Fraction(0)
    feet = Fraction(race.feet)
    if load is not None and load.slows:
        feet = Fraction(race.encumbered) if race.encumbered else race.feet / load.slowed
        if load.less and not race.encumbered:
            feet = max(feet - load.less, min(feet, Fraction(load.least)))
    return wear.of(book, one).rate(feet)


def rate(state: State, book: Rulebook) -> Rate:
    """Return the rate of a party, which is that of the first of its slowest living members."""
    rates, people = book.set.movement, state.party.living
    if rates is not None and not people:
        return Rate(Fraction(book.set.races[rates.otherwise].feet))
    slowest = min(people, key=lambda one: rate_of(one, book), default=None)
    return Rate(Fraction(0)) if slowest is None else Rate(rate_of(slowest, book), slowest.name)


def at_pace(feet: Fraction, pace: PaceKind) -> Fraction:
    """Return a rate as a pace changes it."""
    return feet * Fraction(pace.times)


def require_rate(decision: Decision) -> Rate:
    """Return the party's rate; refuses where there is none, and names whose load is too much by how much."""
    book, people = decision.book, decision.state.party.living
    if book.set.movement is None:
        rule_out("no-rates", "this rule set says nothing of the rate of a party", "next")
    if not people:
        hint = f"party Varda {book.set.movement.otherwise}"
        refuse("nobody", "nobody is in the party, and it goes at its slowest member's rate", hint)
    require_movable(decision, people)
    return rate(decision.state, book)


def require_movable(decision: Decision, people: Iterable[Character]) -> None:
    """Refuse when a load stops one of these characters, saying by how much."""
    for one in people:
        load = load_of(one, decision.book)
        if load is None or not load.holds:
            continue
        if load.bears < 0:
            attribute = attribute_of(decision.book)
            message = f"{one.name} cannot move: no load at all can be borne with that {attribute}"
            refuse("load", message, f"rule {attribute} of {one.name} 0, or dismiss {one.name}")
        message = f"{one.name} cannot move with {load.said}: {counted(load.too_much, load.unit)} too many"
        refuse("load", message, f"rule carrying of {one.name} {load.bears}")


# Moving


def pace_now(state: State, book: Rulebook) -> str:
    """Return the pace of the party's last move here, else the rule set's first; empty without any."""
    paces = book.set.paces
    return state.place.pace if state.place.pace in paces else next(iter(paces), "")


def pace_kept(state: State, book: Rulebook) -> str:
    """Return the pace of a move that says none: that of the last, but a risk is never taken unsaid.

    After a run, and after haste that sees no traps where there are rules of traps, it is the first.
    """
    key, paces = pace_now(state, book), book.set.paces
    last = paces.get(key)
    risky = last is not None and (last.runs or (book.set.traps is not None and not last.notices))
    return next(iter(paces)) if risky else key


def pace_of(decision: Decision, said: str) -> tuple[str, PaceKind]:
    """Return the pace of a word, ``quick`` or ``quickly``; of no word the last, else the first."""
    paces = decision.book.set.paces
    if not paces:
        rule_out("no-pace", "this rule set does not measure movement in feet", "next")
    if not said:
        key = pace_now(decision.state, decision.book)
        return key, paces[key]
    by_word = {word: key for key, one in paces.items() for word in (key.casefold(), *one.adverbs(key))}
    known = [word for key, one in paces.items() for word in one.adverbs(key)]
    folded = said.casefold()
    if folded not in by_word:
        several = [word for word in folded.split() if word in by_word]
        if len({by_word[word] for word in several}) > 1:
            refuse("two-paces", "one moves at one pace at a time", " or ".join(several))
        refuse("unknown-pace", f"there is no pace {said!r}", closest(said, known, " or ".join(known)))
    return by_word[folded], paces[by_word[folded]]


def distance(decision: Decision, feet: int, squares: int) -> int:
    """Return a distance in feet, given in feet or in squares of the grid."""
    if squares:
        rates = decision.book.set.movement
        if rates is None or not rates.square:
            hint = "move 50 ft" if decision.book.set.paces else "next"
            rule_out("no-grid", "this rule set has no grid of squares", hint)
        feet = squares * rates.square
    if not 0 < feet <= FARTHEST:
        refuse("distance", f"a move is 1 to {FARTHEST:,} ft", "move 50 ft")
    return feet


def _move(decision: Decision, command: Move) -> None:
    _require_no_run(decision, command)
    questions.require_free(decision)
    if not among_rooms(decision.state, decision.book):
        where = ", ".join(key for key, one in decision.book.set.scenes.items() if one.rooms)
        refuse("scene", "feet are counted underground", f"enter {where}" if where else "wait")
    feet = distance(decision, command.feet, command.squares)
    key, pace = pace_of(decision, command.pace or pace_kept(decision.state, decision.book))
    exact = _takes(decision, feet, pace) + decision.state.owed
    whole = exact.numerator // exact.denominator
    over = exact - whole
    if over != decision.state.owed:
        decision.record(TimeOwed(over.numerator, over.denominator, seen_by="referee"))
    takes = Duration(whole)
    said = say_squares(command.squares) if command.squares else f"{feet} ft"
    task = Task(
        f"move {said} {pace.adverbs(key)[0]}", decision.state.order, takes, takes, pace=key, feet=feet,
        rule=pace.rule.id,
    )  # fmt: skip
    activity.pursue(decision, task)


def _require_no_run(decision: Decision, command: Move) -> None:
    """Refuse to run flat out in a fight, except to charge or to flee."""
    if decision.state.fight is None or not decision.book.set.paces:
        return
    _, pace = pace_of(decision, command.pace or pace_kept(decision.state, decision.book))
    if pace.runs:
        said = say_squares(command.squares) if command.squares else f"{command.feet} ft"
        hint = f"charge {said}, or flee {said}"
        refuse("run", "in a fight one runs only to charge or to get away", hint)


def _takes(decision: Decision, feet: int, pace: PaceKind) -> Fraction:
    """Return the exact milliseconds that a distance takes at a pace."""
    if pace.feet:
        return Fraction(feet * decision.book.duration(pace.each).ms, pace.feet)
    return feet * rate_each(decision.book).ms / at_pace(require_rate(decision).feet, pace)


def _trap(decision: Decision, command: SpringTrap) -> None:
    traps = decision.book.set.traps
    if traps is None:
        rule_out("no-traps", "this rule set says nothing of traps", f"note {command.name}")
    _, pace = pace_of(decision, "")
    if pace.notices:
        decision.record(TrapNoticed(command.name, rule=pace.rule.id))
        return
    people = decision.state.party.able
    if not people:
        refuse("nobody", "nobody of the party can act", f"party {example_people(decision.book)[0]}")
    fight = decision.book.set.fight
    by = traps if traps.dice or fight is None else fight.order
    if not isinstance(by, Traps | OrderByTests) or not by.dice:
        rule_out("no-test", "nobody tests for initiative here", f"note {command.name}")
    abilities.require_written(people, by.attribute)
    tested = tuple(
        abilities.test(decision, who, by.attribute, by.dice, equal=bool(by.equal), rule=traps.rule.id)
        for who in people
    )
    decision.record(TrapSprung(command.name, tested, rule=traps.rule.id))


def _owed(state: State, event: TimeOwed) -> State:
    return replace(state, owed_parts=event.parts, owed_of=event.of)


def _tell_sprung(event: TrapSprung, _book: Rulebook) -> str:
    quick = [one.who for one in event.tested if one.succeeded]
    if not quick:
        return f"trap {event.name} sprung: nobody is quick enough"
    return f"trap {event.name} sprung: told what triggered it, with one action: {', '.join(quick)}"


def _paces(_state: State, book: Rulebook) -> Iterable[str]:
    return [word for name, pace in book.set.paces.items() for word in pace.adverbs(name)]


_WHITHER = (
    "[ahead|forward|on|further|down|along|up|back|in|at|north|south|east|west|left|right|more|extra|deeper|"
    "onward|straight|into|away|off|way|came] "
    "[corridor|passage|hall|hallway|tunnel|stairs]"
)
_GO = (
    "move|walk|go|march|advance|proceed|press|head|travel|continue|stride|trudge|cover|pace|step|amble|stroll|"
    "wander|shuffle|plod|pull|fall|back|edge|retrace|backtrack|retreat|withdraw"
)
_ADVERBS = (
    "quickly|quick|fast|running|run|sprint|dash|rush|hurry|hurriedly|race|jog|hustle|speed|haste|bolt|gallop",
    "cautiously|cautious|carefully|careful|slowly|slow|warily|creep|exploring|explore|mapping|inch",
    "sneaking|sneak|quietly|quiet|stealthily|stealth|silently|tiptoe|slink|skulk",
)
"""Words of any table for a way to move: a pace that is said by one of a row is heard by all of it."""
_SPEEDS = (
    "double|full|top|high|fast|quick|running speed|time|pace|tilt|clip",
    "half|slow|reduced|careful|cautious|easy speed|time|pace|walk",
)
"""The same in two words, for the first two rows."""


def _heard_of_moving(book: Rulebook) -> Iterator[Form]:
    """Yield other ways to say how far the party moves, and at which pace."""
    measures = ("{feet:feet}", "{squares:squares}") if has_grid(book) else ("{feet:feet}",)
    for measure in measures:
        yield Form(f"{_GO} {measure} [{{pace:pace!}}] {_WHITHER}")
        yield Form(f"{measure.replace('}', '!}')} [{{pace:pace!}}] {_WHITHER}")
        yield Form(f"double|turn back {measure} {_WHITHER}")
        yield Form(f"carry|press|push|keep on|going {measure} {_WHITHER}")
        yield Form(f"follow|take corridor|passage|hall|hallway|tunnel|stairs [for] {measure} {_WHITHER}")
    named = {name: _words_of(pace.adverbs(name)) for name, pace in book.set.paces.items()}
    sneaks = any("sneak" in own for own in named.values())
    for name, own in named.items():
        rows = [row for row in _ADVERBS if own & set(row.split("|"))]
        rows += [two for row, two in zip(_ADVERBS, _SPEEDS, strict=False) if row in rows]
        rows += [] if sneaks or "cautiously" not in own else [_ADVERBS[-1]]
        adverbs = book.set.paces[name].adverbs(name)
        for words in ("|".join(adverbs), *rows):
            for measure in measures:
                yield Form(f"{words} {measure} {_WHITHER}", {"pace": adverbs[0]})
                yield Form(f"{_GO} {measure} {words} {_WHITHER}", {"pace": adverbs[0]})


def _words_of(adverbs: Iterable[str]) -> set[str]:
    return {word for adverb in adverbs for word in (adverb, *bases(adverb))}


def has_grid(book: Rulebook) -> bool:
    """Return whether a rule set has a grid of squares."""
    return book.set.movement is not None and bool(book.set.movement.square)


MECHANISM = Mechanism(
    group="Movement",
    commands=(
        declare(
            Move,
            _move,
            serves=lambda book: bool(book.set.paces),
            help=(
                "Move so many feet or squares, at a pace of these rules; without "
                "a word the pace stays as it was, but a run or a risk is said each time."
            ),
            says=(
                "move {feet:feet} [{pace:pace}]",
                Form("move {squares:squares} [{pace:pace}]", serves=has_grid),
            ),
            heard=_heard_of_moving,
            examples=("move 200 ft cautiously", "move 50 ft", "move 12 squares"),
        ),
        declare(
            SpringTrap,
            _trap,
            serves=lambda book: book.set.traps is not None,
            says="trap {name:name}",
            heard=(
                "spring|trigger|activate trap {name:name}",
                "{name:name} trap springs|triggers|snaps|goes [off]",
            ),
            examples="trap pit with spikes",
            usual={"name": ("pit", "needle", "falling block")},
        ),
    ),
    events=(
        happens(TimeOwed, _owed, lambda event, _book: f"{event.parts}/{event.of} ms owed by the next move"),
        happens(TrapNoticed, unchanged, lambda event, _book: f"trap {event.name} noticed in time"),
        happens(TrapSprung, unchanged, _tell_sprung),
    ),
    completes={"pace": _paces},
    slices=("owed_parts", "owed_of"),
)
