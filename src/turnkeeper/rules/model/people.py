"""What a rule set says of those who act: characters, encounters, reaction, morale, the fight, traps."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from turnkeeper.rules.model.abilities import ByAttribute
from turnkeeper.rules.model.cases import Case
from turnkeeper.rules.model.cite import Cite, CitesRule, CitesRules
from turnkeeper.rules.model.marks import ListSize, Reads
from turnkeeper.rules.model.movement import Load
from turnkeeper.rules.model.orders import Order, Tide
from turnkeeper.rules.model.values import (
    AttributeName,
    DiceText,
    Length,
    NotNegative,
    Phrase,
    Positive,
    TableName,
)

Attributes: TypeAlias = Annotated[
    tuple[str, ...], ListSize(0, "{value!r} is named twice", "keep one of the two", distinct=True)
]


Written = Literal["mana", "die", "order", "modifier", "initiative"]
Condition = Literal["fatigue", "tired", "exerted", "burdened"]
"""What befalls characters under words of our own, for which a game may have others."""


class Characters(CitesRules, frozen=True):
    """The figures of a character: attributes by name, and the one that gives inventory slots.

    Each slot over the inventory costs 1 of everything named in ``burdened``. ``load`` is how a burden
    slows where it is not counted in slots. ``written`` is what else stands on the sheet: mana, the hit die of
    the class; or, for a count of segments, an Initiative Order, the modifier of the level, a starting die.
    Hit points never fall below ``least_hp``, where it is said. ``called`` are the game's own words for what
    befalls them, which everything that is shown, logged or told then uses. ``modifiers`` are attributes of
    which the modifier is written and not the score that it comes from, so that none is 6 or more.
    """

    attributes: Attributes
    modifiers: tuple[AttributeName, ...] = ()
    slots: Annotated[AttributeName, Reads("carrying")] = ""
    burdened: tuple[str, ...] = ()
    load: Load | None = None
    written: tuple[Written, ...] = ()
    least_hp: Annotated[int | None, Reads("hp")] = None
    called: dict[Condition, Phrase] = {}

    def word(self, condition: Condition) -> str:
        """Return the game's word for a condition; ours where it has none."""
        return self.called.get(condition, condition)


class Reaction(CitesRules, frozen=True):
    """How those met take to the party: a table, its throw changed by a modifier.

    What an attribute ``adds`` is that of who speaks for the party, unless a modifier of theirs is written.
    After one of the ``hostile`` entries a fight is offered first, after all others parting.
    """

    table: Annotated[TableName, Reads("reaction")]
    hostile: tuple[str, ...] = ()
    adds: ByAttribute | None = None


class Distance(CitesRule, frozen=True):
    """How far away an encounter is first noticed; dice in feet or yards. It may be ``coming``, or not yet.

    ``surprised`` are the dice for those whom it takes by surprise, where there are any.
    """

    dice: DiceText
    unit: Literal["ft", "yd"] = "ft"
    coming: bool = True
    surprised: DiceText = ""


class Approach(CitesRule, frozen=True):
    """How fast what comes closer does so: feet in each length."""

    feet: Positive
    each: Length


class EncounterPlace(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where an encounter is: in a room it comes at the start of the next unit, elsewhere at a distance.

    Without such a unit it is at its distance in rooms as well. ``open`` is the distance where there are none.
    What comes closer is there when its ``approach`` says so, without one at once. ``cases`` give the table of
    the encounters of which circumstances, where a place has none of its own, and other dice in the open.
    """

    rule: Cite
    enters_at_next: Length = ""
    corridor: Distance
    open: Distance | None = None
    approach: Approach | None = None
    cases: tuple[Case, ...] = ()
    also: tuple[Cite, ...] = ()


MoraleTrigger = Literal[
    "first-death", "half-down", "alone-halved", "frightening", "alone-at-half", "death-in-round"
]
"""One that came alone is halved as soon as half its health is lost, once. The last two come at the end of a
round, as often as they are so: one alone at half its health or less, at first and whenever it is hurt again;
a group that lost a member in the round."""


class MoraleMargin(Struct, frozen=True, forbid_unknown_fields=True):
    """What a side does whose throw came to more than ``over`` above its score."""

    over: Positive
    breaks: Phrase


class Morale(CitesRules, frozen=True):
    """A throw up to the score holds, or only one ``under`` it. A score among ``fixed`` takes no modifier.

    Or the score is ``added`` to the throw, which holds from the number on that it goes ``against``.
    Who has a score among the ``untested`` is never tested: they do not fight at all, or to the death.
    Where ``with_hit_dice`` is said, the score is that and as much for ``each_hit_die`` of those who are
    tested. Who ``breaks`` does so otherwise by the ``margins``, the least first. A side that
    held as often in a fight as it takes to be ``steady`` is tested no more; 0 is never.
    """

    dice: DiceText
    least: Annotated[int, Reads("morale"), Reads("hireling")]
    most: int
    holds: Literal["up-to", "under", "added"] = "up-to"
    against: NotNegative = 0
    with_hit_dice: Annotated[int | None, Reads("level")] = None
    each_hit_die: Positive = 1
    fixed: tuple[int, ...] = ()
    untested: tuple[int, ...] = ()
    triggers: tuple[MoraleTrigger, ...] = ()
    breaks: str = ""
    margins: tuple[MoraleMargin, ...] = ()
    steady: NotNegative = 0

    @property
    def such(self) -> int:
        """Return a score that these rules take, to show how one is said."""
        return min(self.most, max(self.least + 1, 7))


class Fight(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The clock of a fight: its round, its order, what it costs in all, and what it causes by being fought.

    ``costs`` is the whole length that a fight takes; a longer one takes as many as it needs. Without it the
    rounds add up on the clock, and at the end the rest of a length that ``fills`` names passes, counted
    as its turns are, unless the party has fled. A round passes when it is over; rounds that are
    ``off_clock`` pass no time on it. Without an ``order`` the table keeps it, and a round is only its time.
    ``causes`` are the keywords that it causes as it has ``begun``, and when it is ``over``.
    """

    rule: Cite
    round: Annotated[Length, Reads("hp")]
    costs: Length = ""
    order: Order | None = None
    tide: Tide | None = None
    causes: dict[Literal["begun", "over"], tuple[str, ...]] = {}
    ambush: bool = False
    fills: Length = ""
    off_clock: bool = False
    also: tuple[Cite, ...] = ()


class Traps(CitesRules, frozen=True):
    """A trap sprung in haste: every character tests as for initiative; who wins gets one action.

    Where ``dice`` and an ``attribute`` are said, they test by these, and as ``equal`` says.
    """

    dice: DiceText = ""
    attribute: AttributeName = ""
    equal: bool | None = None
