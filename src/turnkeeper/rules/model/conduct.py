"""What a rule set says the party can do: scenes, paces and activities, and the time each takes."""

import re
from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Struct

from turnkeeper.rules.model.cases import Case
from turnkeeper.rules.model.cite import Cite, CitesRule, CitesRules
from turnkeeper.rules.model.marks import ListSize, Reads
from turnkeeper.rules.model.procedures import Consequence
from turnkeeper.rules.model.values import (
    AREA_PATTERN,
    ActivityName,
    Area,
    AttributeName,
    DiceText,
    Factor,
    ItemName,
    Length,
    NotNegative,
    PercentOfMana,
    Phrase,
    Positive,
    SceneName,
    SpokenWords,
    TrackerName,
)


class SceneKind(CitesRules, frozen=True):
    """Where play happens. One step is what a single key passes; the dark ones need a light.

    A campaign begins in the scene with ``start``. Scenes with ``rooms`` have rooms and corridors;
    ``rooms_rule`` is the rule of what one sees on entering a room. Weather bears on those ``outdoors``; one
    that is ``dark_at_night`` needs a light between dusk and dawn.
    """

    step: Length
    dark: bool = False
    start: bool = False
    rooms: bool = False
    rooms_rule: Cite | None = None
    outdoors: bool = False
    dark_at_night: bool = False


class TravelPace(CitesRule, frozen=True):
    """What a pace is on the way over hexes: ``times`` the usual way, as on foot where it is not said.

    One finds the way the better or the worse at it; ``does`` tells what else it does.
    """

    times: Factor | None = None
    finds: Literal["better", "usual", "worse"] = "usual"
    does: str = ""


class PaceKind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A way to move, said as ``says`` or else with ``ly``. Who notices sees traps before they are sprung.

    Either it is a number of ``feet`` in ``each`` length, or else ``times`` the party's own rate. Who
    ``runs`` does so in a fight only to charge or to get away. A pace at which one ``travels`` says what it is
    over hexes. A move at it ``counts`` towards numbers that are kept: one for each such length of it.
    """

    rule: Cite
    feet: NotNegative = 0
    each: Length = ""
    notices: bool
    says: tuple[SpokenWords, ...] = ()
    times: Factor = 1
    runs: bool = False
    travels: TravelPace | None = None
    counts: dict[TrackerName, Length] = {}

    @property
    def way(self) -> Fraction:
        """Return how many times the usual way one makes over hexes."""
        own = None if self.travels is None else self.travels.times
        return Fraction(self.times if own is None else own)

    def adverbs(self, name: str) -> tuple[str, ...]:
        """Return the words that say how one moves at this pace, the usual one first."""
        return self.says or (f"{name}ly",)


class Healing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an activity or a night gives back: dice and the level, or all; below 0 perhaps exactly 0.

    With ``hit_die`` it is the die by which each recovers, changed by the attribute that ``adds``, which is
    written as a modifier. Where levels have recovery dice it may be dice besides, and whichever comes to more
    counts. It is ``least`` points at the least, or without any dice just as many. Whoever has fewer than
    ``from_hp`` gets nothing.
    """

    dice: Annotated[DiceText, Reads("hp")] = ""
    level: Annotated[bool, Reads("level")] = False
    all: Annotated[bool, Reads("hp")] = False
    below_zero_to_zero: bool = False
    hit_die: Annotated[bool, Reads("hp"), Reads("die")] = False
    adds: AttributeName = ""
    least: NotNegative = 0
    from_hp: int | None = None


Strain = Literal["fatigue", "exertion", "mana"]
"""What uses people up and rest gives back: fatigue in slots, exerted attributes, spent mana."""


class Relief(CitesRule, frozen=True):
    """What each such length of rest gives back of a strain; the remainder counts towards the next one.

    It is one slot of fatigue, one recovery die of the attribute that was exerted most, or of mana a
    ``percent`` of the most or what ``dice`` come to.
    """

    each: Length
    percent: Annotated[PercentOfMana, Reads("mana")] = 0
    dice: Annotated[DiceText, Reads("mana")] = ""


class CutShort(CitesRule, frozen=True, omit_defaults=False):  # kept rules say adds = "" aloud
    """What becomes of an activity that would be lost, when it is cut short.

    An interruption of less than ``under`` is made good by resuming it, ``adds`` longer. Where nothing makes
    it good, or until that is done, it ``counts_as`` another activity if it went on for so long, ``after``.
    """

    under: Length = ""
    adds: Length = ""
    after: Length = ""
    counts_as: ActivityName = ""


class Trial(CitesRule, frozen=True):
    """A check that an activity takes: by who does it, or whoever of the party is best at it.

    What it is ``against`` hangs on the circumstances; where no case fits there is nothing to gain. A throw
    under the attribute has no difficulty; one of exactly the attribute has what then begins last ``exact``
    times as long.
    """

    attribute: AttributeName
    against: tuple[Case, ...] = ()
    exact: Positive = 1


class Activity(CitesRules, frozen=True):
    """Something the party does, the time it takes and what it makes happen.

    ``takes`` is its length; an activity without one is told how long (``rest 2 turns``) or takes no time. One
    that may be ``longer`` takes it at least, and more where more is said.
    ``area``, such as ``20 x 20 ft``, is what one such length covers; larger areas take as many whole lengths
    as they need. ``causes`` are the keywords that procedures listen to. ``found`` is told at its end.
    ``searches`` uncovers hidden things where the party is. ``heals``, ``rations`` for each member and
    ``relief`` from each strain are what it gives and costs, and its end ``sheds`` slots of fatigue.

    ``times`` are dice for how many such lengths it takes, thrown when it begins; an ``instant`` one
    takes none, in a fight too. ``uses`` are items for each member besides rations. Cut short, it is left
    to be resumed or it is lost, but for the procedure when ``cut_short``; and a dark that falls does
    not cut short what would be lost; who ``keeps_light`` lights the next source when the last goes out.
    At its end it ``ends`` timers no longer than that. One that ``eats`` is a meal, one that ``sleeps``
    hears no reminders of meals. What lasts until a rest is over when one that ``rests`` is done. What it
    says to ``do`` follows at its end, such as a throw on a table for what it came to; told to the referee
    alone where it is ``secret``. That follows only where a ``trial``, if there is one, succeeds. It cannot
    begin while a timer runs that it is ``barred_by``, nor without one that it ``needs``. Its end lets those
    who did it ``spend`` hit dice, or gives spent ones back: ``all``, or up to ``half`` of what one has, at
    least one. While it lasts the budgets of time that it ``pays`` do not run, and its length, times the
    number said, is taken off them.
    """

    says: Annotated[tuple[SpokenWords, ...], ListSize(1, "nobody can say it", 'such as says = ["{name}"]')]
    takes: Length = ""
    asks_length: bool = False
    longer: bool = False
    area: Area = ""
    scenes: tuple[SceneName, ...] = ()
    causes: tuple[str, ...] = ()
    found: str = ""
    searches: bool = False
    safe: bool = False
    rations: NotNegative = 0
    heals: Healing | None = None
    relief: dict[Strain, Relief] = {}
    sheds: NotNegative = 0
    times: DiceText = ""
    instant: bool = False
    uses: dict[ItemName, Positive] = {}
    interrupted: Literal["resume", "lost"] = "resume"
    cut_short: CutShort | None = None
    keeps_light: bool = False
    ends: Length = ""
    eats: bool = False
    sleeps: bool = False
    pays: dict[TrackerName, Positive] = {}
    rests: bool = False
    do: tuple[Consequence, ...] = ()
    secret: bool = False
    trial: Trial | None = None
    barred_by: Phrase = ""
    needs: Phrase = ""
    hit_dice: Literal["", "spend", "all", "half"] = ""


def square_feet(text: str) -> int:
    """Return the area that ``20 x 30 ft`` names, in square feet; raises ``ValueError`` for anything else."""
    found = re.fullmatch(AREA_PATTERN, text)
    if found is None:
        message = f"{text!r} is not an area; write it as 20 x 20 ft"
        raise ValueError(message)
    return int(found[1]) * int(found[2])
