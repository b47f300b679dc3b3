"""What was met: its place and distance, when it is there, and its name.

One without a name has it from the side that joins a fight against the party: the referee need not name it
twice. This module must not know what a side does.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.event import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import NO_TIME, Instant

Spot = Literal["corridor", "room"]
SOMETHING = "something"
OFTEN_WANTED = ("bandits", "ghouls", "goblins", "rats", "skeletons", "wolves")
"""Creatures that are often met, offered after the kinds that the referee knows: house defaults."""


class Meeting(Struct, frozen=True, omit_defaults=True):
    """An encounter of the party: its place, its distance in feet, when it comes, and its reaction.

    One ``fought`` ends with the fight, one ``still`` may not be coming; ``yards`` means told in yards. One
    that comes closer was at its distance ``since`` an instant, else since it was met, and ``reaches`` the
    party at another. Over one that was ``let`` time passes until it is there.
    """

    what: str
    met: Instant
    spot: Spot = "corridor"
    feet: int | None = None
    arrives: Instant | None = None
    reaction: str = ""
    fought: bool = False
    still: bool = False
    yards: bool = False
    let: bool = False
    since: Instant | None = None
    reaches: Instant | None = None

    def coming(self, now: Instant) -> bool:
        """Return whether it is still to come into the room."""
        return self.arrives is not None and self.arrives > now

    def is_open(self, now: Instant) -> bool:
        """Return whether it holds the clock: it is there, and nobody let it come or be."""
        return not (self.let or self.fought or self.coming(now))

    def feet_at(self, now: Instant) -> int | None:
        """Return how far away it is, in whole feet begun; ``None`` where that is not known."""
        if self.feet is None or self.reaches is None:
            return self.feet
        whole = self.reaches - (self.since or self.met)
        left = self.reaches - now if now < self.reaches else NO_TIME
        return -(-self.feet * left.ms // whole.ms) if left else 0

    def let_come(self, reaches: Instant | None, now: Instant) -> Meeting:
        """Return it with time passing over it: it comes until an instant, or stays where it is."""
        if reaches is not None and reaches == self.reaches:
            return replace(self, let=True)
        feet, still = self.feet_at(now), reaches is None
        return replace(self, let=True, feet=feet, since=now, reaches=reaches, still=still)

    def there(self) -> Meeting:
        """Return it as it arrives, to be answered anew."""
        if self.reaches is None:
            return replace(self, let=False)
        return replace(self, let=False, feet=0, since=None, reaches=None, still=True)


def nameless(what: str) -> bool:
    """Return whether an encounter has no name yet: ``something``, or ``something 2``."""
    first, _, number = what.casefold().partition(" ")
    return first == SOMETHING and (not number or number.isdecimal())


def numbered(meetings: tuple[Meeting, ...], what: str) -> str:
    """Return the name of a new encounter, with the first number that sets it apart where it must."""
    taken = {one.what.casefold() for one in meetings}
    numbered = (f"{what} {number}" for number in range(2, len(taken) + 2))
    return next(name for name in (what, *numbered) if name.casefold() not in taken)


def here(meetings: tuple[Meeting, ...], at: Instant) -> list[str]:
    """Return the names of the encounters that are not still to come into the room."""
    return [one.what for one in meetings if not one.coming(at)]


def leaving(decision: Decision) -> tuple[str, ...]:
    """Return the encounters that follow a party elsewhere: those let come; refuses while any is open."""
    met = decision.state.meetings
    if open_now := [one.what for one in met if one.is_open(decision.at)]:
        one = open_now[0]
        hint = f"part from {one}: it stays behind; let {one} come: it follows"
        refuse("encounter", "the party has met something", hint)
    return tuple(one.what for one in met if one.let and one.reaches is not None)


def followed(meetings: tuple[Meeting, ...], names: tuple[str, ...]) -> tuple[Meeting, ...]:
    """Return the encounters that came after the party."""
    return tuple(one for one in meetings if one.what in names)


def fight_began(
    meetings: tuple[Meeting, ...], at: Instant, against: tuple[str, ...] = ()
) -> tuple[Meeting, ...]:
    """Return the encounters, those fought ``against`` marked, by default all that are here."""
    fought = against or here(meetings, at)
    return tuple(replace(one, fought=one.what in fought and not one.coming(at)) for one in meetings)


def joined(meetings: tuple[Meeting, ...], what: str) -> tuple[Meeting, ...]:
    """Return the encounters, the one of a name fought from now on as well."""
    return tuple(replace(one, fought=one.fought or one.what == what) for one in meetings)


def fight_ended(meetings: tuple[Meeting, ...]) -> tuple[Meeting, ...]:
    """Return the encounters left after a fight: those that came, or set out, since it began."""
    return tuple(one for one in meetings if not one.fought)


def met_unnamed(state: State, name: str) -> Meeting | None:
    """Return the latest unnamed encounter here that a new side of this name must be, or ``None``.

    It is ``None`` where an encounter has that name, or where a side has come up since that no encounter is
    named after: that side may then be the encounter.
    """
    named = {one.what.casefold() for one in state.meetings}
    if name.casefold() in named:
        return None
    others = (one for one in state.sides if not one.allied and one.name.casefold() not in named)
    since = max((one.came for one in others), default=None)
    there = (one for one in reversed(state.meetings) if nameless(one.what) and not one.coming(state.now))
    found = next(there, None)
    return None if found is None or (since is not None and since >= found.met) else found


def renamed(meetings: tuple[Meeting, ...], was: str, name: str, at: Instant) -> tuple[Meeting, ...]:
    """Return the encounters with the last one here of a name renamed."""
    found = _there(meetings, was, at)
    return tuple(replace(one, what=name) if one is found else one for one in meetings)


def _there(meetings: tuple[Meeting, ...], called: str, at: Instant) -> Meeting | None:
    """Return the latest encounter of a name that is not still to come into the room."""
    wanted = called.casefold()
    there = (one for one in reversed(meetings) if one.what.casefold() == wanted and not one.coming(at))
    return next(there, None)


def names_to_meet(state: State, _book: Rulebook) -> tuple[str, ...]:
    """Return usual names of an encounter: the kinds that are known, the latest first, then ours."""
    return tuple(dict.fromkeys((*(one.name for one in reversed(state.creatures)), *OFTEN_WANTED)))


AWAY = "[{feet:feet!} away|off|distant|ahead]"
_WHENCE = "[door|floor|ceiling|shadows|dark|water|ground|grave|above|below]"


def ways_to_meet(what: str, *, faced: bool = True) -> tuple[str, ...]:
    """Return how it is said that the party meets what a slot, or several, name; ``faced`` may be a foe."""
    return (
        f"meet|encounter|spot|notice|see|confront{'|face' if faced else ''} {what}",
        f"run|stumble|come|bump into|across|upon {what}",
        f"{what} appear|approach|arrive|come|emerge|enter|near",
        f"{what} show|shows|turn|pop up",
        f"{what} come|step|walk|slide|glide|lumber|turn|wander round|around|into|in|the corner|view|sight",
        (
            f"{what} leap|spring|crawl|slither|swarm|swoop|shuffle|shamble|lurch|jump|drop "
            f"[in|out|up|down|on|closer|from] {_WHENCE}"
        ),
        (f"{what} charge|rise|burst|rush|stumble|barge|storm in|out|up|down|along|through|from {_WHENCE}"),
        f"{what} wait|lurk|stand|sit|sleep|block|guard|bar here|ahead|there|way|path|passage|door|inside",
        f"encounter with {what}",
    )
