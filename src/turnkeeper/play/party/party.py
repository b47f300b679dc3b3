"""The party: characters and hirelings, their hit points and their fatigue."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.essence import Outlook, timeless
from turnkeeper.play.kernel.event import Event, Rolled, State, happens, one_by_one
from turnkeeper.play.kernel.introducing.newcomers import Newcomer
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import loads
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.orders import OrderByCount
from turnkeeper.time import ORIGIN, Instant

MOST_MEMBERS = 1000
TENTHS = 10
LEAST_SCORE = 6
"""No modifier of a score of up to 20 is so high: who writes it means the score."""


class ExertedScore(Struct, frozen=True, array_like=True):
    """The exerted points of an attribute."""

    attribute: str
    by: int


class Character(Struct, frozen=True, omit_defaults=True):
    """A member of the party. ``hp`` is ``None`` where hit points are not kept; fatigue is in slots.

    ``checked`` are the triggers by which a hireling's nerve was tested in this fight, or since the last one;
    a hireling whose nerve failed is ``broken``. ``exerted`` holds the exerted points of attributes, ``owes``
    the number of exertions still owed, ``in_bed`` the milliseconds of bed rest that have restored nothing.
    ``mana`` is in tenths of a point, and ``None`` where it is not kept; ``carrying`` in slots, or in pounds
    where the rule set weighs loads. ``order`` is an Initiative Order as written, or ``None`` where it
    follows from attributes and the ``modifier`` of the level; ``initiative`` is the die of the first turn,
    such as ``d8``, or empty for the rule set's die. ``wields`` is a class of weapons that counts for the
    order. ``notes`` are the referee's, ``portrait`` is the digest of a picture, empty for none. Who is
    ``senseless`` is down until roused; ``spent_dice`` are hit dice. ``formerly`` are earlier names, ``apart``
    says in words where one is who is not with the party.
    """

    name: str
    attributes: tuple[tuple[str, int], ...] = ()
    level: int = 1
    hp: int | None = None
    most_hp: int = 0
    morale: int | None = None
    carrying: int = 0
    reaction: int = 0
    hireling: bool = False
    fatigue: int = 0
    died: Instant | None = None
    checked: tuple[str, ...] = ()
    broken: bool = False
    exerted: tuple[ExertedScore, ...] = ()
    owes: int = 0
    in_bed: int = 0
    joined: Instant = ORIGIN
    mana: int | None = None
    most_mana: int = 0
    hit_die: str = ""
    race: str = ""
    order: int | None = None
    modifier: int = 0
    initiative: str = ""
    wields: str = ""
    notes: str = ""
    portrait: str = ""
    senseless: bool = False
    formerly: tuple[str, ...] = ()
    apart: str = ""
    spent_dice: int = 0

    @classmethod
    def of(cls, one: Newcomer, at: Instant = ORIGIN) -> Character:
        """Return a newcomer as a member of the party who joined at an instant."""
        return cls(
            one.name, one.attributes, one.level, one.hp, one.most_hp or 0, one.morale, one.carrying,
            one.reaction, one.hireling, joined=at, mana=None if one.mana is None else one.mana * TENTHS,
            most_mana=one.most_mana or 0, hit_die=one.hit_die, race=one.race,
            order=one.order, modifier=one.modifier, initiative=one.initiative, wields=one.wields,
        )  # fmt: skip

    def written(self, name: str) -> int | None:
        """Return an attribute as written, or ``None`` if it never was."""
        return next((value for key, value in self.attributes if key == name), None)

    def lost(self, name: str) -> int:
        """Return the exerted points of an attribute."""
        return next((one.by for one in self.exerted if one.attribute == name), 0)

    def attribute(self, name: str) -> int | None:
        """Return an attribute after exertion, or ``None`` if it was never written down."""
        written = self.written(name)
        return None if written is None else written - min(self.lost(name), max(written, 0))

    def over(self, book: Rulebook) -> int:
        """Return by how many slots load and fatigue exceed the inventory; 0 when unknown."""
        slots = self.attribute(book.set.characters.slots)
        return 0 if slots is None else max(0, self.carrying + self.fatigue - slots)

    @property
    def dead(self) -> bool:
        """Return whether the character has died."""
        return self.died is not None

    @property
    def down(self) -> bool:
        """Return whether the character is dead or senseless, or hit points are kept and none is left."""
        return self.dead or self.senseless or (self.hp is not None and self.hp <= 0)


class Party(Struct, frozen=True, omit_defaults=True):
    """All members, in the order in which they joined, which is also the marching order.

    The ``absent`` stayed behind or went ahead: nothing counts them until they are back.
    """

    members: tuple[Character, ...] = ()
    absent: tuple[Character, ...] = ()

    @property
    def everybody(self) -> tuple[Character, ...]:
        """Return the members and those who are apart from them."""
        return (*self.members, *self.absent)

    @property
    def living(self) -> tuple[Character, ...]:
        """Return the members who are not dead: those who eat, rest and tire."""
        return tuple(one for one in self.members if not one.dead)

    @property
    def able(self) -> tuple[Character, ...]:
        """Return the members who can act: those who test and are tested."""
        return tuple(one for one in self.members if not one.down)

    def find(self, name: str) -> Character | None:
        """Return the member of a name, ignoring case, or of one that they had before; else ``None``."""
        return _called(self.members, name)

    def missing(self, name: str) -> Character | None:
        """Return who is apart from the party under a name, or ``None``."""
        return _called(self.absent, name)

    def meant(self, name: str) -> Character | None:
        """Return the member of a name, or the only one whose first name it is; else ``None``."""
        wanted = [name.casefold()]
        called = [one for one in self.members if one.name.casefold().split()[:1] == wanted]
        return self.find(name) or (called[0] if len(called) == 1 else None)

    def canonical(self, name: str) -> str:
        """Return a name as its member writes it; a name outside the party stays as given."""
        found = self.meant(name)
        return name if found is None else found.name

    def changed(self, name: str, change: Callable[[Character], Character]) -> Party:
        """Return the party with one member changed."""
        return replace(self, members=tuple(change(one) if one.name == name else one for one in self.members))


def _called(some: tuple[Character, ...], name: str) -> Character | None:
    wanted = name.casefold()
    now = next((one for one in some if one.name.casefold() == wanted), None)
    if now is not None:
        return now
    return next((one for one in some if any(old.casefold() == wanted for old in one.formerly)), None)


class HitPointsChanged(Event, frozen=True, tag="hit-points-changed.1"):
    """A character's hit points changed ``by`` points to ``now``; lower throws, in ``less``, did not count.

    ``ruled`` says that the referee set them.
    """

    who: str
    by: int
    now: int
    rolled: Rolled | None = None
    less: tuple[Rolled, ...] = ()
    ruled: bool = False


def member(decision: Decision, name: str) -> Character:
    """Return the member of a name, whose first name is enough; refuses for a name outside the party."""
    found = decision.state.party.meant(name)
    if found is None and (away := decision.state.party.missing(name)) is not None:
        refuse("apart", f"{away.name} is not with the party: {away.apart}", f"rejoin {away.name}")
    if found is None:
        names = [one.name for one in decision.state.party.members]
        hint = closest(name, names, f"party {name}")
        refuse("unknown-name", f"nobody called {name!r} is in the party", hint)
    return found


def bearer(decision: Decision, name: str) -> str:
    """Return the name of a bearer: a member of the party, or any name while the party is empty."""
    return member(decision, name).name if name and decision.state.party.members else name


def change_hp(  # noqa: PLR0913 - whose, by how much, and the dice and the rule that say so
    decision: Decision,
    who: Character,
    by: int,
    rule: str = "",
    rolled: Rolled | None = None,
    *,
    less: tuple[Rolled, ...] = (),
) -> None:
    """Change hit points, never above the most nor below the least; nothing where they are not kept.

    A wound that takes nothing any more is recorded too.
    """
    if who.hp is None:
        return
    wound = by < 0
    by = min(by, max(0, who.most_hp - who.hp)) if by > 0 else by
    least = decision.book.set.characters.least_hp
    by = max(by, min(0, least - who.hp)) if least is not None else by
    if by or rolled or wound:
        now = who.hp + by
        decision.record(HitPointsChanged(who.name, by, now, rolled, less, rule=rule))


def require_sound(decision: Decision, one: Character) -> None:
    """Refuse a sheet of which two entries do not fit each other, or one does not fit the rule set."""
    if one.hp is not None and one.hp > one.most_hp:
        refuse("hit-points", f"{one.name} cannot have {one.hp} of {one.most_hp} hit points", "hp 5/7")
    if one.mana is not None and not 0 <= one.mana <= one.most_mana * TENTHS:
        left = one.mana // TENTHS
        refuse("mana", f"{one.name} cannot have {left} of {one.most_mana} mana", "mana 3/7")
    if one.carrying:
        joins = decision.state.party.find(one.name) is None
        loads.require_score(decision.book, one.name, dict(one.attributes), joins=joins)
    known = decision.state.party.find(one.name)
    for name, value in one.attributes:
        if known is None or known.attribute(name) != value:
            require_modifier(decision, one.name, name, value)
    races = decision.book.set.races
    if one.race and one.race not in races:
        hint = closest(one.race, races, ", ".join(races) or "this rule set names no races")
        refuse("unknown-race", f"there is no race {one.race!r}", hint)
    require_first_die(decision, one.initiative)


def require_modifier(decision: Decision, who: str, name: str, value: int) -> None:
    """Refuse the score of an attribute of which the rule set writes the modifier."""
    if name in decision.book.set.characters.modifiers and value >= LEAST_SCORE:
        message = f"{name} {value} of {who}: what is written here is the modifier, not the score"
        refuse("modifier", message, f"{name} 1, where the score gives 1")


def first_dice(book: Rulebook) -> tuple[str, ...]:
    """Return the dice by which a first turn may be thrown, the usual one first; none where any may."""
    order = book.set.order
    if not isinstance(order, OrderByCount) or not order.smaller:
        return ()
    return tuple(one.removeprefix("1") for one in (order.dice, *order.smaller))


def require_first_die(decision: Decision, die: str) -> None:
    """Refuse a die for the segment of a first turn that the rule set does not know."""
    known = first_dice(decision.book)
    if die and known and die not in known:
        message = (
            f"a first turn is thrown with {known[0]} or a smaller die, {', '.join(known[1:])}, not {die}"
        )
        refuse("initiative", message, f"initiative {known[1]}")


def living(decision: Decision, name: str) -> Character:
    """Return the living member of a name; refuses for a name outside the party and for the dead."""
    who = member(decision, name)
    if who.dead:
        refuse("dead", f"{who.name} is dead", "undo takes it back")
    return who


def require_able(decision: Decision) -> None:
    """Refuse where the party has members and none of them can act; an empty party passes."""
    members = decision.state.party.members
    if members and not decision.state.party.able:
        down = next((one.name for one in decision.state.party.living), "")
        hint = f"heal {down} 1, or wait" if down else "party Varda, if others go on"
        refuse("nobody", "nobody of the party is able to", hint)


def _hp_changed(state: State, event: HitPointsChanged) -> State:
    changed = state.party.changed(event.who, lambda one: replace(one, hp=(one.hp or 0) + event.by))
    return replace(state, party=changed)


_ON_THE_CLOCK = (
    "hp", "fatigue", "died", "checked", "broken", "exerted", "owes", "in_bed", "mana", "wields", "senseless",
)  # fmt: skip
"""The fields that time changes; all others of a character are written."""


def kept(then: State, now: State) -> State:
    """Return an earlier state with the present party: the same members, and the sheet of each.

    Members who have joined since are unhurt and rested. Who was there then has been since when they had been.
    """
    known = {one.name: one for one in then.party.everybody}

    def as_of(one: Character) -> Character:
        earlier = (known.get(name) for name in (one.name, *reversed(one.formerly)))
        found = next((found for found in earlier if found is not None), None)
        was = found or _rested(one)
        on_the_clock = {field: getattr(was, field) for field in _ON_THE_CLOCK}
        there = found is not None and bool(found.apart) <= bool(one.apart)
        return replace(one, joined=was.joined if there else min(one.joined, then.now), **on_the_clock)

    members, absent = (tuple(map(as_of, some)) for some in (now.party.members, now.party.absent))
    return replace(then, party=Party(members, absent))


def _rested(one: Character) -> Character:
    hp = None if one.hp is None else one.most_hp
    return Character(one.name, hp=hp, mana=None if one.mana is None else one.most_mana * TENTHS)


def _tell_hp(event: HitPointsChanged, _book: Rulebook) -> str:
    if event.ruled:
        return f"ruling: hp of {event.who} is {event.now}"
    verb = "regains" if event.by > 0 else "loses"
    less = "".join(f", better than {rolled}" for rolled in event.less)
    dice = f" ({event.rolled}{less})" if event.rolled else ""
    nothing = "regains nothing" if event.now > 0 else "has no more to lose"
    change = f"{verb} {abs(event.by)} hp{dice}" if event.by else f"{nothing}{dice}"
    return f"{event.who} {change}, has {event.now}"


def _regained(event: HitPointsChanged, _book: Rulebook) -> Hashable:
    return event.at if event.by >= 0 and not event.ruled else None


def names(state: State, _book: Rulebook) -> Iterable[str]:
    """Return the names of the members of the party."""
    return [one.name for one in state.party.members]


def _essence(seen: Outlook) -> Hashable:
    """Return the members; when they joined matters only where they get hungry, when they died never."""
    eats = seen.book.set.meals is not None or bool(seen.book.set.provisions)
    people = seen.state.party.everybody
    there = ((one, replace(one, died=None, notes="", portrait="", formerly=())) for one in people)
    return tuple((timeless(bare), one.dead, seen.ago(one.joined) if eats else None) for one, bare in there)


MECHANISM = Mechanism(
    events=(happens(HitPointsChanged, _hp_changed, _tell_hp, together=one_by_one(_regained, _tell_hp)),),
    completes={"who": names},
    slices=("party",),
    essence=_essence,
    keeps=kept,
)
