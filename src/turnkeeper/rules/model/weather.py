"""What a rule set says of the sky: kinds of weather and what each does, and the seasons with their daylight.

Weather bears on scenes that lie outdoors, and nowhere else.
"""

from turnkeeper.rules.model.cite import CitesRules
from turnkeeper.rules.model.values import Factor, Length, NotNegative, SpokenWords, TimeOfDay


class WeatherKind(CitesRules, frozen=True):
    """A kind of weather, and what it does to those who are out in it.

    ``says`` are its other names. ``travel`` is how many times as long travel takes, ``fatigue_every`` how
    much of it costs a slot of fatigue, ``sight`` how many hexes away one still sees at most. ``damp`` is wind
    or wet, bad for open lights. A campaign begins in the weather with ``start``, else in the first.
    """

    says: tuple[SpokenWords, ...] = ()
    travel: Factor = 1
    fatigue_every: Length = ""
    sight: NotNegative | None = None
    damp: bool = False
    start: bool = False


class SeasonKind(CitesRules, frozen=True):
    """A season: when day breaks and when night falls, and how long it lasts before the next one comes.

    Without ``lasts`` it stays until the referee says otherwise. Seasons follow each other in the order of
    the file, the first after the last.
    """

    dawn: TimeOfDay
    dusk: TimeOfDay
    lasts: Length = ""
