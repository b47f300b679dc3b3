"""What a rule set says of the sky: kinds of weather and what each does, and the seasons with their daylight.

Weather bears on scenes that lie outdoors, and nowhere else.
"""

from fractions import Fraction

from turnkeeper.rules.model.cite import CitesRules
from turnkeeper.rules.model.travel import Toil
from turnkeeper.rules.model.values import Length, NotNegative, SpokenWords, TimeOfDay


class WeatherKind(CitesRules, frozen=True):
    """A kind of weather, and what it does to those who are out in it.

    ``says`` are its other names. ``toil`` is what the way costs in it, in place of what it costs all who
    travel; ``sight`` is how many hexes away one still sees at most. ``damp`` is wind or wet, bad for open
    lights. A campaign begins in the weather with ``start``, else in the first.
    """

    says: tuple[SpokenWords, ...] = ()
    toil: Toil | None = None
    sight: NotNegative | None = None
    damp: bool = False
    start: bool = False

    @property
    def slowed(self) -> Fraction:
        """Return how many times as long travel takes in it."""
        return Fraction(1 if self.toil is None else self.toil.slowed)

    @property
    def tires_every(self) -> str:
        """Return the length of travel in it that costs a slot of fatigue; empty where it costs the usual."""
        return "" if self.toil is None else self.toil.every


class SeasonKind(CitesRules, frozen=True):
    """A season: when day breaks and when night falls, and how long it lasts before the next one comes.

    Without ``lasts`` it stays until the referee says otherwise. Seasons follow each other in the order of
    the file, the first after the last.
    """

    dawn: TimeOfDay
    dusk: TimeOfDay
    lasts: Length = ""
