"""What a rule set says of the table's own time: what it burns, where it stands still, when it is doubted.

That time comes in as facts, so much of it at once; nothing here reads a clock.
"""

from typing import Literal

from turnkeeper.rules.model.cite import CitesRules
from turnkeeper.rules.model.values import Length

SecondLight = Literal["apart", "along", "instead", "asks"]


class TableClock(CitesRules, frozen=True):
    """How lights burn by the table's time.

    A ``second`` light burns ``apart``, for all its time; or it goes ``along`` with those that burn and ends
    with them; or it is lit ``instead`` of them; or the referee ``asks`` which. The time ``stops_in_fights``,
    or runs on. More than ``asks_over`` at once is doubted: it counts only where it is said for sure.
    """

    second: SecondLight = "apart"
    stops_in_fights: bool = False
    asks_over: Length = ""
