"""What a rule set says of light: kinds of source, the currency in which each burns, and the table's own time.

Each currency says how it is ``drawn``, how lights burn by it (``said``), its values ``in_words``, and in how
many ``steps`` a source is used up by it: 0 where it has no steps. How much of a source is left is computed in
`play.dungeon.burning`; no other module knows one currency from another. The table's time comes in as
facts, an amount at once; nothing here reads a clock.
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Struct

from turnkeeper.chance.throws import Band
from turnkeeper.rules.model.cite import CitesRules
from turnkeeper.rules.model.marks import Bounds, ListSize
from turnkeeper.rules.model.values import Length, LowResult, NotNegative, Positive, SceneName, UsageDieSides
from turnkeeper.rules.problems import Fault

UsageDice: TypeAlias = Annotated[
    tuple[UsageDieSides, ...], ListSize(1, "there is no die to throw", "such as dice = [6, 4]")
]
"""The sides of the dice, the largest first."""


SecondLight = Literal["apart", "along", "instead", "asks"]
Drawn = Literal["clock", "ticks", "dice", "endless"]


class Currency(Struct, frozen=True, tag_field="by", forbid_unknown_fields=True):
    """What a source of light is used up by."""

    drawn: ClassVar[Drawn]
    said: ClassVar[str]
    in_words: ClassVar[str]

    @property
    def steps(self) -> int:
        """Return in how many steps a source is used up, or 0."""
        return 0

    @property
    def suffers(self) -> bool:
        """Return whether wind or wet does anything to a light of this currency."""
        return False

    @property
    def by_table(self) -> bool:
        """Return whether it is used up by the table's own time."""
        return False

    def faults(self) -> Iterator[Fault]:
        """Yield the faults between its values, each with its place inside the currency."""
        yield from ()


class ByClock(Currency, frozen=True, tag="clock"):
    """Burns a length of time, such as ``1 h`` or ``6 turns``."""

    drawn: ClassVar[Drawn] = "clock"
    said: ClassVar[str] = "by the clock"
    in_words: ClassVar[str] = "{lasts}"

    lasts: Length


class ByTicks(Currency, frozen=True, tag="ticks"):
    """Burns only when a table says so, and is out at the last of its ticks."""

    drawn: ClassVar[Drawn] = "ticks"
    said: ClassVar[str] = "by the ticks of the encounter check"
    in_words: ClassVar[str] = "{ticks} ticks"

    ticks: Positive

    @property
    def steps(self) -> int:
        """Return after how many ticks it is out."""
        return self.ticks


class ByUsageDice(Currency, frozen=True, tag="usage-dice"):
    """Every so often its dice are thrown together; too high a total adds a die, and ends it at the most dice.

    ``start`` dice at first, ``most`` at the end, each with ``sides``; a total over ``over`` is too high
    (every other turn, over 4 adds a die, over 4 on three dice puts it out). With ``damp`` one more
    is thrown in wind or wet, and any total that is too high then puts the source out at once.
    """

    drawn: ClassVar[Drawn] = "dice"
    said: ClassVar[str] = "by usage dice"
    in_words: ClassVar[str] = "{start}d{sides} every {every}, a die more over {over}, out at {most}"

    every: Length
    start: Positive
    most: Positive
    sides: Annotated[int, Bounds(2)]
    over: int
    damp: bool = False

    @property
    def suffers(self) -> bool:
        """Return whether wind or wet throws one die more."""
        return self.damp

    @property
    def steps(self) -> int:
        """Return after how many throws that were too high it is out."""
        return self.most - self.start + 1

    def thrown(self, step: int) -> str:
        """Return the dice that are thrown after some steps."""
        return f"{self.start + step}d{self.sides}"

    def bands(self, worse: str) -> tuple[Band, Band]:
        """Return the totals with which it burns on, and those that are ``worse``."""
        return Band("burns on", None, self.over), Band(worse, self.over + 1, None)

    def faults(self) -> Iterator[Fault]:
        """Yield the faults between its values."""
        if self.most < self.start:
            message = f"{self.most} dice at most, but it starts with {self.start}"
            yield Fault(("most",), message, f"at least {self.start}")
        if self.over < self.start:
            message = f"{self.start} dice always come to more than {self.over}"
            yield Fault(("over",), message, f"at least {self.start}")
        if self.over >= self.most * self.sides > 0:
            dice = f"{self.most}d{self.sides}"
            message = f"{dice} never come to more than {self.over}, so it would burn for ever"
            yield Fault(("over",), message, f"at most {self.most * self.sides - 1}")


def shrinking_faults(dice: tuple[int, ...], low: int) -> Iterator[Fault]:
    """Yield each die that never shows more than ``low``, or is no smaller than the one before."""
    for index, sides in enumerate(dice):
        if 1 < sides <= low:
            message = f"a die with {sides} sides never shows more than {low}"
            yield Fault(("dice", index), message, f"at least {low + 1}")
        elif index and sides >= dice[index - 1]:
            message = f"a die with {sides} sides is no smaller than the one before"
            yield Fault(("dice", index), message, "the largest die comes first")


class ByUsageDie(Currency, frozen=True, tag="usage-die"):
    """Every so often a die is thrown; a low result makes it the next smaller one, and the last goes out.

    ``dice`` are the sides of the dice in their order, such as 6 and 4; up to ``low`` is a low result.
    """

    drawn: ClassVar[Drawn] = "dice"
    said: ClassVar[str] = "by a usage die"
    in_words: ClassVar[str] = "dice of {dice} sides every {every}, the next at {low} or less"

    every: Length
    dice: UsageDice
    low: LowResult

    @property
    def damp(self) -> bool:
        """Return whether wind and wet reach it, which they do not."""
        return False

    @property
    def steps(self) -> int:
        """Return after how many low results it is out."""
        return len(self.dice)

    def thrown(self, step: int) -> str:
        """Return the die that is thrown after some steps."""
        return f"1d{self.dice[min(step, len(self.dice) - 1)]}"

    def bands(self, worse: str) -> tuple[Band, Band]:
        """Return the totals with which it burns on, and those that are ``worse``."""
        return Band("burns on", self.low + 1, None), Band(worse, None, self.low)

    def faults(self) -> Iterator[Fault]:
        """Yield the faults between its values."""
        yield from shrinking_faults(self.dice, self.low)


class ByTable(Currency, frozen=True, tag="table"):
    """Burns a length of the table's own time, such as ``1 h``, whatever time passes in the game.

    How that time counts is said of the `TableClock`.
    """

    drawn: ClassVar[Drawn] = "clock"
    said: ClassVar[str] = "by the table's own clock"
    in_words: ClassVar[str] = "{lasts} at the table"

    lasts: Length

    @property
    def by_table(self) -> bool:
        """Return that it is."""
        return True


class UntilEnded(Currency, frozen=True, tag="until-ended"):
    """Burns until it is put out."""

    drawn: ClassVar[Drawn] = "endless"
    said: ClassVar[str] = "until they are put out"
    in_words: ClassVar[str] = "until put out"


Burns = ByClock | ByTicks | ByUsageDice | ByUsageDie | ByTable | UntilEnded


class LightKind(CitesRules, frozen=True):
    """A kind of light source.

    ``burns`` holds everywhere but in the scenes that ``burns_in`` names. ``bright`` and ``shadow`` are in
    feet, the shadow beyond the bright; ``reach`` is in words, where no feet are said. ``lighting`` is what it
    takes to light it, and ``lighting_counts`` says whether that moves the clock always or only as a round of
    a fight. A source with ``fuel`` can be refuelled with that item and stays itself when empty; one without
    is used up.
    """

    burns: Burns
    burns_in: dict[SceneName, Burns] = {}
    bright: NotNegative = 0
    shadow: NotNegative = 0
    reach: str = ""
    lighting: Length = ""
    lighting_counts: Literal["in-fights", "always"] = "in-fights"
    fuel: str = ""
    plural: str = ""


class TableClock(CitesRules, frozen=True):
    """How lights burn by the table's time.

    A ``second`` light burns ``apart``, for all its time; or it goes ``along`` with those that burn and ends
    with them; or it is lit ``instead`` of them; or the referee ``asks`` which. The time ``stops_in_fights``,
    or runs on. More than ``asks_over`` at once is doubted: it counts only where it is said for sure.
    """

    second: SecondLight = "apart"
    stops_in_fights: bool = False
    asks_over: Length = ""
