"""What a rule set says of the needs of a day and a night: the camp, its shelter, provisions and meals."""

from typing import Annotated, TypeAlias

from turnkeeper.rules.model.cite import Cite, CitesRules
from turnkeeper.rules.model.conduct import Healing
from turnkeeper.rules.model.endurance import Want
from turnkeeper.rules.model.marks import ListSize
from turnkeeper.rules.model.values import AttributeName, DiceText, Length, NotNegative, Phrase, Positive

ShelterRow: TypeAlias = Annotated[
    dict[str, NotNegative], ListSize(1, "the row is empty", "a number for each season")
]


class NaturalShelter(CitesRules, frozen=True):
    """Shelter that the country gives: found by a throw up to the number of the terrain and the season.

    ``found`` holds a row for each terrain, a number for each season; a number that the dice cannot exceed
    asks for no throw.
    """

    dice: DiceText
    found: dict[str, ShelterRow]


class Night(CitesRules, frozen=True):
    """What a night gives and costs: how it ``heals``, and what it ``exerts`` the next day."""

    heals: Healing | None = None
    exerts: DiceText = ""


class Camp(CitesRules, frozen=True):
    """A camp takes a length at least; a counted ``tent`` shelters it, else what the country gives."""

    takes: Length
    sheltered: Night
    unsheltered: Night
    tent: str = ""
    natural: NaturalShelter | None = None


class Provision(CitesRules, frozen=True):
    """An item that everybody needs each calendar day, whichever activities use it.

    Who has been ``without`` it for that long is in a ``condition``, which ``hampers`` checks of attributes
    and allows, with ``no_recovery``, no healing. That long is counted from when they last had some; where a
    day's serves the ``whole_day``, from the end of the day on which they had all of it. What going without
    costs besides is its ``want``. Where some are carried, it ``warns`` so long before the condition. Several
    are said as ``plural``.

    Where meals are kept, the next is ``due`` so long after the last one, and ``overdue`` after that; by the
    rule of ``meals``, where they have one of their own. A sleep that used some of the item is a meal.
    """

    item: str = ""
    without: Length = ""
    condition: Phrase = ""
    due: Length = ""
    overdue: Length = ""
    meals: Cite | None = None
    plural: str = ""
    each_day: Positive = 1
    whole_day: bool = False
    hampers: tuple[AttributeName, ...] = ()
    no_recovery: bool = False
    want: Want | None = None
    warns: Length = ""

    @property
    def several(self) -> str:
        """Return the name of several of the item."""
        return self.plural or f"{self.item}s"
