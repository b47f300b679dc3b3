"""What a rule set says of travel over hexes: what it is paid in, roads, marches, fatigue, navigation, mounts.

All currencies come to the same thing, an exact time for a hex: its own crossing time, hexes or miles in a
length of time, feet a round over its width; then multiplied by all that slows or quickens.
"""

from typing import Literal

from msgspec import Struct

from turnkeeper.chance.notation import parse_dice
from turnkeeper.rules.model.cases import Case
from turnkeeper.rules.model.cite import Cite, CitesRule, CitesRules
from turnkeeper.rules.model.procedures import Consequence
from turnkeeper.rules.model.values import (
    AttributeName,
    DiceText,
    EntryName,
    Factor,
    Length,
    NotNegative,
    PaceName,
    Percent,
    Positive,
    TableName,
    VehicleName,
)


class ByCrossing(Struct, frozen=True, tag_field="by", tag="crossing", forbid_unknown_fields=True):
    """Each class of country has a time of its own to cross a hex."""


class ByHexes(
    Struct, frozen=True, tag_field="by", tag="hexes", forbid_unknown_fields=True, omit_defaults=True
):
    """Hexes in a length of time, on foot and mounted; or miles, where a ``hex`` measures a number of those.

    Mounts that are ``pushed`` make more of them, for no longer than ``pushed_for`` a day where that is said;
    the day's march has as many for that, so that it is over sooner.
    """

    each: Length
    foot: Positive
    mounted: Positive
    hex: Positive = 1
    pushed: NotNegative = 0
    pushed_for: Length = ""


class ByFeet(Struct, frozen=True, tag_field="by", tag="feet", forbid_unknown_fields=True, omit_defaults=True):
    """The party's own feet a round, over a ``hex`` of a number of feet.

    A march makes ``times`` as much of them as is made where every step is looked at.
    """

    hex: Positive
    times: Factor = 1


Pay = ByCrossing | ByHexes | ByFeet


class Roads(CitesRule, frozen=True):
    """A way of one of these kinds multiplies the speed of travel.

    Where a class of terrain allows no fast pace, one that is ``faster`` allows the next faster one.
    """

    kinds: tuple[str, ...]
    times: Factor
    faster: bool = False


class HexSearch(CitesRules, frozen=True):
    """Searching a hex: a multiple of its crossing off the road, or a length."""

    times: NotNegative = 0
    takes: Length = ""


class Toil(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the way costs those who go it.

    It takes ``slowed`` times as long; and ``every`` whole length of it costs a slot of fatigue, or else it
    ``exerts`` an attribute. It is counted on from day to day for all
    who travel, by the weather where that tires. Those who are laden pay for each length of a day's march
    besides; who is hitched to a cart or wagon is only slowed. Its ``rule`` is that of what it is said of,
    where it names none.
    """

    rule: Cite | None = None
    every: Length = ""
    slowed: Factor = 1
    attribute: AttributeName = ""
    exerts: DiceText = ""
    also: tuple[Cite, ...] = ()


Traveller = Literal["all", "laden", "hitched"]


class Save(CitesRule, frozen=True):
    """For a forced stretch every traveller saves with an attribute, or it costs them something.

    They exert dice of it or take ``fatigue``. ``against`` is the difficulty, where a
    check has one, which ``rises`` with each further stretch; then it is a check and no save, unless
    it is to be ``saved``. It falls due for each stretch that is ``begun``, when a hex is reached or the march
    halts; or on the clock, as each whole stretch has ``ended``.
    """

    attribute: AttributeName
    exerts: DiceText = ""
    against: int | None = None
    rises: NotNegative = 0
    saved: bool = False
    fatigue: NotNegative = 0
    due: Literal["begun", "ended"] = "begun"


class March(CitesRules, frozen=True):
    """How long a day's march is, from one night's rest to the next, and how it may be forced.

    ``day`` is what it allows; each time it is forced it allows one ``forced`` more,
    by the rule of ``forcing`` where it has one of its own. The rest of a hex
    at the end of a day's march ``carries`` over into the next, or else a hex that cannot be reached any more
    within the ``counted`` stretch, the day or the ``watch``, is not begun at all. ``save`` follows
    each forced stretch, which ``pushes`` all mounts along, and so does what it says to ``do``. It can be
    forced as ``often`` as that, 0 for as often as a day is long.
    """

    day: Length
    forced: Length = ""
    forcing: Cite | None = None
    carries: bool = False
    counted: Literal["day", "watch"] = "day"
    watch: Length = ""
    pushes: bool = False
    save: Save | None = None
    do: tuple[Consequence, ...] = ()
    often: NotNegative = 0


class Travel(CitesRules, frozen=True):
    """Travel over hexes. ``toil`` is what it costs all, the laden, and those who are hitched to carts.

    ``landmarks`` is the rule of sights on entering a hex, ``sight`` that of sights from afar. Of
    the paces at which one travels the party takes the ``usual`` one until it says otherwise, the first where
    none is named; and the slowest, where one of it goes no faster than a ``laggard`` percentage of their
    rate.
    """

    pays: Pay
    landmarks: Cite | None = None
    sight: Cite | None = None
    roads: Roads | None = None
    search: HexSearch | None = None
    march: March | None = None
    toil: dict[EntryName, Toil] = {}
    usual: PaceName = ""
    laggard: Percent | None = None


Exempt = Literal["map", "landmark", "road", "guide"]
Discovery = Literal["explored", "settlement", "save"]


class Navigation(CitesRules, frozen=True):
    """How a party loses its way, and finds out that it has.

    Once in each march, and again in one of more than a day after each day of it, or else once in ``each``
    such length on the way, counted from midnight, the navigator saves with an ``attribute``, which goes
    against a difficulty where checks do, or ``dice`` decide by the hits that lose the way, unless something
    makes that needless: a map, a landmark in sight, a road, a navigator who knows the area. ``cases`` give
    difficulty or hits. A party that fails is lost and rolls on the ``veer`` table, whose entries turn the
    way left or right; of two turns in one hex the latest ``holds``, or the first. A hex that was explored
    gives ``advantage``, which takes the time of a search; one in which the party has been is ``found_out``.
    """

    veer: TableName
    each: Length = ""
    attribute: AttributeName = ""
    dice: DiceText = ""
    cases: tuple[Case, ...] = ()
    exempt: tuple[Exempt, ...] = ()
    advantage: tuple[Literal["explored"], ...] = ()
    found_out: tuple[Discovery, ...] = ()
    holds: Literal["latest", "first"] = "latest"


class PushDies(CitesRules, frozen=True):
    """A mount that was pushed dies when the dice show no more than a number: one throw a mount a day.

    The number is ``least`` on the first day, ``more_each_day`` higher on each further day in a row, and never
    over ``most``, where that is said, or over what the dice can show.
    """

    dice: DiceText
    least: NotNegative
    more_each_day: NotNegative
    most: int | None = None

    def dies_up_to(self, before: int) -> int:
        """Return the highest number that kills, after a number of days of pushing in a row.

        >>> push = PushDies(Cite("X-RULE-1", "printed"), "1d6", 2, 1)
        >>> [push.dies_up_to(before) for before in range(6)]
        [2, 3, 4, 5, 6, 6]
        """
        most = parse_dice(self.dice).maximum if self.most is None else self.most
        return min(self.least + self.more_each_day * before, most)


class VehicleKind(CitesRules, frozen=True):
    """Something that animals pull: the fewest and the most of them.

    What it ``carries`` is that number times the hit dice, or the pounds, of the animals hitched to it.
    """

    fewest: Positive
    most: int
    carries: Positive


class Mounts(CitesRules, frozen=True):
    """The items that a mount ``carries`` are that number times its hit dice; vehicles by their names.

    Or else the pounds that it can bear are ``written`` of it, and it carries that number times as many.
    """

    carries: Positive
    written: Literal["hd", "lb"] = "hd"
    push_dies: PushDies | None = None
    vehicles: dict[VehicleName, VehicleKind] = {}
