"""The fight, its sides and the Tide of Battle: who has acted, who acts now and who comes next in a round.

A count of segments is in `counts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from turnkeeper.play.fight import able, morale, rounds
from turnkeeper.play.fight.morale import tested_next
from turnkeeper.play.fight.rounds import Fighting
from turnkeeper.play.fight.sides import ENEMIES, MOST_OF_A_SIDE, PARTY, Side, say_numbers, side_named
from turnkeeper.play.fight.tide import moment_said, say
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.spelling.plurals import is_plural
from turnkeeper.views.parts.saying import named

Camp = Literal["party", "allies", "enemies"]
EntryState = Literal["acted", "acting", "coming", "surprised", "out"]
MOST_GOES = 8
MOST_WOUNDS = 6
MOST_POINTS = 12


class OrderEntry(Struct, frozen=True):
    """A place in the order of a round: a member or a side, and whether they have acted.

    Those of one ``go``, counted from 0, act together. ``note`` says what sets it apart (``quick``,
    ``broken``, ``has acted: 1-3``), ``why`` one who is out of it acts no more. ``say`` marks them as having
    acted, where they act now. ``standing`` of ``count`` are in the fight.
    """

    who: str
    camp: Camp
    state: EntryState
    go: int
    note: str = ""
    standing: int = 1
    count: int = 1
    say: str = ""
    why: str = ""

    @property
    def acts(self) -> str:
        """What marks them as having acted, behind their name: ``have acted``."""
        return "have acted" if self.count > 1 and is_plural(self.who) else "has acted"


class FightView(Struct, frozen=True):
    """The fight: which round it is, who acts in which order, and who is surprised.

    ``kind`` tells whether the program keeps an ``order`` or leaves it to the ``table``. ``before`` and
    ``after`` the enemies act those named, ``last`` the encumbered, where it goes by tests. ``ambush`` names
    who acts once before anyone, until the first round begins. ``acting`` can act,
    which ``now`` says in words; ``next`` comes then, ``coming`` are all the goes after them. ``castings`` are
    declared and have yet to take effect. ``entries`` are the order in figures, where commands are asked for.
    """

    kind: Literal["order", "table"]
    round: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    last: tuple[str, ...]
    ambush: str
    surprised: tuple[str, ...]
    acting: tuple[str, ...]
    title: str
    now: str
    next: str
    coming: tuple[str, ...]
    notes: tuple[str, ...]
    rule: str
    entries: tuple[OrderEntry, ...]
    castings: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The fight in words, with the first goes of its order."""
        return self.told(MOST_GOES)

    def told(self, most: int) -> tuple[str, ...]:
        """Return the fight in words: the round and its order, and who acts."""
        head = self.title
        if self.round and (self.before or self.after or self.last):
            last = f"; last {', '.join(self.last)}" if self.last else ""
            head += f": before {_names(self.before)}; after {_names(self.after)}{last}"
        head += f"; surprised {', '.join(self.surprised)}" if self.surprised else ""
        head += f"; declared {', '.join(self.castings)}" if self.castings else ""
        order = self._order(most)
        return (head, order) if order else (head,)

    @property
    def order(self) -> str:
        """Who acts now and the first of those after them: ``now Varda, then goblins, then Orlo``."""
        return self._order(MOST_GOES)

    def _order(self, most: int) -> str:
        if not self.acting:
            return self.now
        more = " ..." if len(self.coming) > most else ""
        return ", then ".join((f"now {self.now}", *self.coming[:most])) + more


class SideLine(Struct, frozen=True):
    """A side at a glance: how many stand, and in words what befell them; ``say`` tests its morale.

    ``tests`` are what would test it next by itself.
    """

    name: str
    camp: Camp
    standing: int
    count: int
    down: int
    dead: int
    fled: int
    broken: bool
    text: str
    say: str
    tests: tuple[str, ...] = ()


class TideView(Struct, frozen=True):
    """The Tide of Battle: a number, whom it favours, the shift proposed to the referee, and who leads.

    ``favours`` is the party, the enemies or nobody; whom it favours adds ``bonus`` to attacks and defences.
    ``text`` says it in words: ``+2 for the party, to attacks and defences``.
    """

    value: int
    favours: str
    bonus: int
    text: str
    proposed: tuple[str, ...]
    leaders: tuple[str, ...]


def fight(state: State, book: Rulebook, *, commands: bool = False) -> FightView | None:
    """Return the fight that goes on, or ``None``."""
    going, rules = state.fight, book.set.fight
    if going is None:
        return None
    now = rounds.now(state)
    surprised = tuple(one.who for one in going.surprised if one.rounds >= going.rounds)
    ambush = "" if going.rounds else going.ambush
    title = f"round {going.rounds}" if going.rounds else "no round yet"
    castings = tuple(f"{one.caster}: {one.what} in round {one.round}" for one in going.declared)
    notes = (
        f"{ambush} act once before anyone, in ambush" if ambush else "",
        f"surprised: {', '.join(surprised)}" if surprised else "",
        f"last, for what they carry: {', '.join(going.last)}" if going.last else "",
        f"declared: {', '.join(castings)}" if castings else "",
    )
    return FightView(
        kind="order" if going.goes or (rules is not None and rules.order is not None) else "table",
        round=going.rounds,
        before=going.before,
        after=going.after,
        last=going.last,
        ambush=ambush,
        surprised=surprised,
        acting=() if now is None else now.who,
        title=title if going.rounds or not ambush else f"ambush by {ambush}",
        now=_said(state, now.go) if now is not None else "all have acted" if going.goes else "",
        next="" if now is None or not now.then else _said(state, now.then[0]),
        coming=() if now is None else tuple(_said(state, one) for one in now.then),
        notes=tuple(filter(None, notes)),
        rule="" if rules is None else rules.order.rule.id if rules.order is not None else rules.rule.id,
        entries=(*_entries(going, now, state, book), *_caught(going, state)) if commands else (),
        castings=castings,
    )


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nobody"


def _said(state: State, go: rounds.Go) -> str:
    return rounds.say_go(state, go.who, go.note)


def _entries(going: Fighting, now: rounds.Now | None, state: State, book: Rulebook) -> Iterator[OrderEntry]:
    on = len(going.goes) if now is None else now.index
    several = now is not None and len(now.who) > 1
    for index, go in enumerate(going.goes):
        for name in go.who:
            acting = now is not None and index == on and name in now.who
            why = "" if acting else able.why_not(state, name, going.rounds)
            quiet: EntryState = "acted" if index <= on else "coming"
            missing: EntryState = "surprised" if why == "surprised" else "out"
            standing, count = _strength(state, name)
            yield OrderEntry(
                who=name,
                camp=camp_of(state, name),
                state="acting" if acting else missing if why else quiet,
                go=index,
                note=", ".join(
                    filter(None, ("quick action" if go.quick else go.note, why, _went(going, name, index)))
                ),
                standing=standing,
                count=count,
                say=("done " + named(name, book) if several else "done") if acting else "",
                why=why,
            )


def _caught(going: Fighting, state: State) -> Iterator[OrderEntry]:
    """Yield those whom surprise leaves out of the order of this round, at its end."""
    in_order = {name for go in going.goes for name in go.who}
    for one in going.surprised:
        if going.goes and one.rounds >= going.rounds and one.who not in in_order:
            standing, count = _strength(state, one.who)
            camp, after = camp_of(state, one.who), len(going.goes)
            yield OrderEntry(one.who, camp, "surprised", after, "surprised", standing, count)


def _went(going: Fighting, name: str, index: int) -> str:
    """Return which of a side have acted in the go that is on, where not all have."""
    numbers = next((one.numbers for one in going.went if one.who == name), ()) if index == going.go else ()
    known = tuple(one for one in numbers if one.last < MOST_OF_A_SIDE)
    return f"has acted: {say_numbers(known)}" if known and known[-1].last > 1 else ""


def _strength(state: State, name: str) -> tuple[int, int]:
    """Return how many stand of how many: of a side, of all enemies, or one alone."""
    side = None if state.party.find(name) is not None else side_named(state, name)
    if side is not None:
        return side.standing, side.count
    if name == ENEMIES:
        foes = [one for one in state.sides if not one.allied]
        return sum(one.standing for one in foes), sum(one.count for one in foes)
    return 1, 1


def camp_of(state: State, name: str) -> Camp:
    """Return for whom a member or a side fights."""
    if name == PARTY or state.party.find(name) is not None:
        return "party"
    side = side_named(state, name)
    return "allies" if side is not None and side.allied else "enemies"


# The sides


def sides(state: State, book: Rulebook, *, commands: bool = False) -> tuple[SideLine, ...]:
    """Return each side with what befell it; ``say`` is there where its nerve can be tested."""
    return tuple(
        SideLine(
            name=one.name,
            camp="allies" if one.allied else "enemies",
            standing=one.standing,
            count=one.count,
            down=one.down - one.dead,
            dead=one.dead,
            fled=one.fled,
            broken=one.broken,
            text=side_said(one),
            say=f"morale {named(one.name, book)}" if commands and is_tested(one, book) else "",
            tests=() if book.set.morale is None else tested_next(one, book.set.morale),
        )
        for one in state.sides
    )


def is_tested(one: Side, book: Rulebook) -> bool:
    """Return whether the nerve of a side can be tested."""
    rules = book.set.morale
    if rules is None or one.morale in {None, *rules.untested} or morale.is_steady(one, rules):
        return False
    return not one.broken and one.standing > 0


def nobody_fights(state: State) -> bool:
    """Return whether there are enemies, and none is left who fights."""
    enemies = [one for one in state.sides if not one.allied]
    return bool(enemies) and not any(one.standing and not one.broken for one in enemies)


def has_left(state: State) -> bool:
    """Return whether nobody of the party, nor of its allies, is left in the fight."""
    allied = any(one.standing for one in state.sides if one.allied)
    return not allied and all(able.is_out(state, one.name, 0) for one in state.party.members)


def side_said(one: Side) -> str:
    """Return a side in words: who stands, what befell which of them, and its morale."""
    befell = (
        ("dead", one.dead, one.slain),
        ("down", one.down - one.dead, None),
        ("fled", one.fled - one.surrendered, None if one.surrendered else one.gone),
        ("surrendered", one.surrendered, one.yielded),
    )
    parts = [
        f"{one.name}: {one.standing} of {one.count} standing",
        *(
            f"{many} {how}{'' if which is None or one.count == 1 else f' ({say_numbers(which)})'}"
            for how, many, which in befell
            if many
        ),
        _points_said(one),
        *_wounds(one),
        f"with {one.friend}" if one.friend else "",
        "" if one.morale is None else f"morale {one.morale}",
        "broken" if one.broken else "",
    ]
    return ", ".join(filter(None, parts))


def _points_said(one: Side) -> str:
    """Return the hit points of several, by number where each has their own."""
    if one.count == 1:
        return ""
    if not one.each:
        return f"hp {one.hp} each" if one.hp else ""
    more = " ..." if len(one.each) > MOST_POINTS else ""
    return f"hp {' '.join(map(str, one.each[:MOST_POINTS]))}{more}"


def _wounds(one: Side) -> Iterator[str]:
    """Yield who of those who stand is hurt, and how much is left of them."""
    if one.most(1) and one.count == 1:
        yield f"hp {one.most(1) - one.lost(1)}/{one.most(1)}"
        return
    hurt = [wound for wound in one.wounds if wound.lost and not one.state_of(wound.number)]
    for wound in hurt[:MOST_WOUNDS]:
        lost = wound.lost
        most = one.most(wound.number)
        left = f"hp {most - lost}" if most else f"lost {lost} hp"
        yield left if one.count == 1 else f"{one.call(wound.number)} {left}"
    if len(hurt) > MOST_WOUNDS:
        yield f"{len(hurt) - MOST_WOUNDS} more hurt"


# The Tide


def tide(state: State) -> TideView | None:
    """Return the Tide of Battle, or ``None`` where none runs."""
    now = state.tide
    if now is None:
        return None
    adds = f"{say(now.value)}, to attacks and defences" if now.value else "even, no bonus"
    leads = f"; leading: {', '.join(now.leaders)}" if now.leaders else ""
    return TideView(
        value=now.value,
        favours="party" if now.value > 0 else "enemies" if now.value < 0 else "nobody",
        bonus=abs(now.value),
        text=f"{adds}{leads}",
        proposed=tuple(
            f"+1 for the {one.favours}: {moment_said(one.moment, one.favours)}" for one in now.proposed
        ),
        leaders=now.leaders,
    )
