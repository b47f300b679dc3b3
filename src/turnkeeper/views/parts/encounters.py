"""Encounters: each by itself, how far it is and for how long, and the questions about it before a fight.

The questions are the figures that the rule set reads of them; none of it knows a game. Whoever was faced
before comes first among the creatures that are offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.dungeon import distance
from turnkeeper.play.dungeon.creatures import known
from turnkeeper.play.dungeon.meeting import OFTEN_WANTED, Meeting, nameless
from turnkeeper.play.fight.sides import Side
from turnkeeper.play.kernel.introducing.creatures import Creature
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.spelling.plurals import counted, plural
from turnkeeper.time import NO_TIME
from turnkeeper.views.parts.fights import side_said
from turnkeeper.views.parts.matters import may_surprise, throws_surprise
from turnkeeper.views.parts.saying import named, per_mille, until
from turnkeeper.views.parts.steps import KEYS, NextStep, StepBuilder

MOST_OFFERED = 100
ENOUGH_KNOWN = 4
"""The number of known kinds from which no other names are offered."""


class MeetingLine(Struct, frozen=True):
    """An encounter: its name, its distance or time, and its reaction; ``text`` says all of it.

    ``away`` is its distance, ``when`` until it is there, ``ago`` since it was met, ``near_of_1000`` how much
    of the way it has come. ``side`` says who they are, once they are faced, ``facts`` what else is written
    of their kind. ``met`` asks who they are, by the name to answer with, where that is open. ``secret`` says
    that players do not know of it yet; one ``fought`` is in the fight that goes on. One that ``lurks`` may
    lie in wait, which its check decides. ``steps`` answer it, where buttons are asked for.
    """

    what: str
    text: str
    reaction: str
    away: str = ""
    when: str = ""
    ago: str = ""
    near_of_1000: int = -1
    side: str = ""
    facts: tuple[str, ...] = ()
    met: str = ""
    secret: bool = False
    fought: bool = False
    lurks: bool = False
    says: tuple[str, ...] = ()
    steps: tuple[NextStep, ...] = ()

    @property
    def unnamed(self) -> bool:
        """Whether it has no name yet."""
        return nameless(self.what)

    @property
    def title(self) -> str:
        """The name as a heading: ``Goblins``."""
        return self.what[:1].upper() + self.what[1:]


class CreatureField(Struct, frozen=True):
    """A figure that the rule set reads of those who are faced: its name in a form, a label, an example."""

    name: str
    label: str
    hint: str
    rule: str = ""


class CreatureLine(Struct, frozen=True):
    """A kind of creature as it is offered: how it is called, how many come, and its figures by field."""

    name: str
    many: str
    figures: dict[str, str]
    text: str


def meetings(state: State, book: Rulebook) -> tuple[MeetingLine, ...]:
    """Return the encounters that have not parted."""
    return tuple(_line(one, state, book) for one in state.meetings)


def _line(one: Meeting, state: State, book: Rulebook) -> MeetingLine:
    """Return one encounter, in words and in figures."""
    coming, scale = one.coming(state.now), book.scale.plain
    away = distance.say(replace(one, feet=one.feet_at(state.now))) if one.feet is not None else ""
    arrives = one.arrives if coming else None
    enters = "" if arrives is None else f"comes at {book.scale.say_time_of_day(arrives)}"
    text = ", ".join(filter(None, (one.what, away, enters, one.reaction)))
    there = one.reaches if one.reaches is not None and one.reaches > state.now else arrives
    since, kind = one.since or one.met, _kind_of(one, state)
    side = next((side for side in state.sides if _is(side, one)), None)
    asks = book.set.fight is not None and side is None and not coming and not one.fought
    return MeetingLine(
        what=one.what,
        text=text,
        reaction=one.reaction,
        away=away or enters,
        when="" if there is None else f"here in {until(there - state.now, book.scale)}",
        ago=f"met {scale.say(state.now - one.met)} ago" if state.now - one.met > NO_TIME else "",
        near_of_1000=-1 if there is None else per_mille((state.now - since).ms, (there - since).ms),
        side="" if side is None else _side(side),
        facts=() if kind is None else tuple(_facts(kind)),
        met=one.what if asks else "",
        secret=coming,
        fought=one.fought,
        lurks=_lurks(one, state, book),
        says=tuple(answers_to(one, state, book)),
    )


def _is(side: Side, one: Meeting) -> bool:
    return side.name.casefold() == one.what.casefold() and not side.allied


def _side(side: Side) -> str:
    """Return a side before a fight: how many, and their figures."""
    _, _, more = side_said(side).partition(" standing")
    return f"{counted(side.count, side.name)}{more}"


def _kind_of(one: Meeting, state: State) -> Creature | None:
    return None if nameless(one.what) else known(state, one.what)


def _facts(kind: Creature) -> Iterator[str]:
    """Yield the figures of a kind that no rule reads, for the referee's eyes."""
    if kind.weapon:
        yield kind.weapon + ("" if kind.recovery is None else f", recovery {kind.recovery}")
    elif kind.recovery is not None:
        yield f"recovery {kind.recovery}"
    if kind.speed is not None:
        yield f"speed {kind.speed}"
    if kind.note:
        yield kind.note


# Answers, in the order of play


def answers_to(one: Meeting, state: State, book: Rulebook) -> Iterator[str]:
    """Yield the commands for one encounter as they come in play: surprise, reaction, time, parting."""
    if one.fought or state.fight is not None or state.count is not None:
        return
    several = len(state.meetings) > 1
    name = named(one.what, book)
    unsure = not one.reaction and not one.coming(state.now)
    rules, by_distance = book.set.surprise, distance.surprise_changes_here(state, book)
    if throws_surprise(one, state, book):
        yield "throw surprise"
    elif unsure and one.feet and by_distance and not (rules is not None and rules.dice):
        yield f"surprised by {name}"
    if unsure and book.set.reaction is not None:
        kind = _kind_of(one, state)
        modifier = kind.reaction if kind is not None else 0
        alone = sum(not each.reaction for each in state.meetings) == 1
        said = "reaction" if alone and not modifier else f"reaction of {name}"
        yield said + (f" with {modifier:+d}" if modifier else "")
    if one.is_open(state.now):
        come = "come" if one.feet_at(state.now) else "be"
        yield f"let {name if several else 'it'} {come}"
    yield f"part from {name}" if several else "part"
    unnamed, reaction = nameless(one.what), book.set.reaction
    attacks = reaction is not None and one.reaction in reaction.hostile
    if book.set.fight is not None and state.party.able and (attacks or not unnamed):
        yield f"fight with {name}" if several or unnamed else "fight"


def _lurks(one: Meeting, state: State, book: Rulebook) -> bool:
    by_check = book.set.surprise is not None and bool(book.set.surprise.attribute)
    return by_check and not (one.reaction or one.fought) and may_surprise(one, state, book)


_LABELS = {
    "throw": "Surprise",
    "surprised": "They surprise us",
    "reaction": "Reaction",
    "part": "They part",
    "fight": "Fight",
}
"""What answers say on a card, whose heading says of whom."""


def steps(one: MeetingLine, make: StepBuilder, enter: str) -> tuple[NextStep, ...]:
    """Return the answers of a card as buttons; the keys of their kinds are the card's own.

    One that Enter says takes Enter here too. Where who lies in wait has a check, it is asked for.
    """
    answers = tuple(
        replace(
            each,
            label=_LABELS.get(each.kind, each.label),
            key=KEYS.get(each.kind, ""),
            first=each.say == enter,
        )
        for each in make.all_advised(one.says)
    )
    rules = make.book.set.surprise
    if not one.lurks or rules is None:
        return answers
    lurks = make.step("ambush", "They lie in wait ...", "ambush ", "fight", opens=True, rule=rules.rule.id)
    return (lurks, *answers)


# What is asked


def fields(book: Rulebook) -> tuple[CreatureField, ...]:
    """Return the figures that the rule set reads of those who are faced, besides their name and number."""
    return tuple(_fields(book))


def _fields(book: Rulebook) -> Iterator[CreatureField]:
    rules, fight = book.set.morale, book.set.fight
    if fight is None:
        return
    yield CreatureField("hp", "Hit points", "4 or 1d8")
    if rules is not None and rules.with_hit_dice is not None:
        yield CreatureField("hd", "Hit dice", "1", rules.rule.id)
    if rules is not None:
        by_dice = rules.with_hit_dice is not None
        each = f"{rules.each_hit_die} x HD" if rules.each_hit_die > 1 else "HD"
        hint = f"{rules.with_hit_dice} + {each}" if by_dice else f"{rules.least} to {rules.most}"
        yield CreatureField("morale", "Morale", hint, rules.rule.id)
    order = fight.order
    if isinstance(order, OrderByCount):
        yield CreatureField("order", "Initiative Order", "9", order.rule.id)
        yield CreatureField("initiative", "First turn", (*order.smaller, "d8")[0].lstrip("1"), order.rule.id)
        first = next(iter(order.recoveries), "")
        yield CreatureField("weapon", "Weapon", first or "claws", order.rule.id)
        recovery = order.recoveries[first].recovery if first else order.least
        yield CreatureField("recovery", "Recovery", str(recovery), order.rule.id)


def creatures(state: State, book: Rulebook) -> tuple[CreatureLine, ...]:
    """Return the kinds that are known, the one used last first."""
    asked = [one.name for one in fields(book)]
    latest = islice(reversed(state.creatures), MOST_OFFERED)
    return tuple(_offered(one, asked) for one in latest)


def often_wanted(known_kinds: Sequence[CreatureLine]) -> tuple[str, ...]:
    """Return the names that are offered beside the kinds that are known, as long as those are few."""
    if len(known_kinds) >= ENOUGH_KNOWN:
        return ()
    there = {one.name.casefold() for one in known_kinds}
    return tuple(name for name in OFTEN_WANTED if name not in there)


def _offered(one: Creature, asked: list[str]) -> CreatureLine:
    figures = {name: str(value) for name in asked if (value := getattr(one, name)) not in (None, 0, "")}
    many = str(one.number) if one.number else ""
    text = ", ".join(f"{name} {value}" for name, value in figures.items())
    return CreatureLine(one.name if many == "1" else plural(one.name), many, figures, text)
