"""What a rule set says of who acts when: tests each round, dice for each or each side, or a count.

All of them are data over one model of a fight; which one a game has is a tag and no branch on its name.
"""

from collections.abc import Callable
from typing import Annotated, Literal

from turnkeeper.rules.model.abilities import ByAttribute, Modifier
from turnkeeper.rules.model.cite import Cite, CitesRule, CitesRules
from turnkeeper.rules.model.marks import Reads
from turnkeeper.rules.model.values import AttributeName, DiceText, Length, NotNegative, Phrase, Positive


class WeaponClass(CitesRule, frozen=True):
    """What a class of weapons does to the order: who wields one acts ``last`` of all, or tests otherwise.

    It ``adds`` a number, or what an attribute gives, to the attribute that is tested for the order; below 0
    it takes away. Where a round has segments, they act by as many sooner, but not before the first; by
    ``speed`` they come before slower ones where weapons break ties.
    """

    adds: int | ByAttribute = 0
    last: bool = False
    speed: NotNegative | None = None

    def worth(self, score: Callable[[str], int | None]) -> int:
        """Return the number it adds for someone with such scores of attributes.

        >>> WeaponClass(Cite("X-RULE-1", "companion"), adds=-2).worth(lambda _attribute: 12)
        -2
        """
        return self.adds if isinstance(self.adds, int) else self.adds.of(score(self.adds.attribute))


class OrderByTests(CitesRules, frozen=True, tag_field="by", tag="tests"):
    """Each round every character tests an attribute: success acts before the enemies, failure after.

    A test is a throw under the attribute; ``equal`` says whether the attribute itself succeeds, ``quick``
    that it then gives a quick action before anything else. Among themselves they act in order of the throw,
    from the low end or from the high. The encumbered throw nothing where they are ``laden_last``. Who
    ``fails`` acts ``after`` the enemies, or ``waits`` for the next round. Where it is not tested ``anew``,
    only the first round is, and in the others the whole party acts before the enemies.
    """

    dice: DiceText
    attribute: AttributeName
    equal: bool
    first: Literal["low", "high"]
    quick: bool = False
    laden_last: bool = False
    fails: Literal["after", "waits"] = "after"
    anew: bool = True
    weapons: Annotated[dict[str, WeaponClass], Reads("wields")] = {}


class Casting(CitesRules, frozen=True):
    """How spells are cast in a fight; where it can be ``spoilt``, not if its caster is hurt on the way.

    Where a round or a count has segments, a casting takes some, from its caster's go, and takes effect when
    they are over. Where not, it is declared before a round, and takes effect when its side's go comes.
    """

    spoilt: Cite | None = None


class RoundSegments(CitesRule, frozen=True):
    """The segments of a round, of ``each`` length: a side acts in that which its ``own`` die names.

    Or in that of the ``other`` side's die; then all who are against the party throw as one. The segments are
    counted so that who throws best acts first; in a count each has their own.
    """

    number: Positive
    each: Length
    on: Literal["own", "other"] = "own"

    def placed(self, total: int, *, first: Literal["low", "high"]) -> int:
        """Return the segment that a throw names: counted up where that puts the best first, else down.

        >>> ten = RoundSegments(Cite("X-RULE-1", "printed"), 10, "1 segment")
        >>> ten.placed(4, first="low"), ten.placed(4, first="high")
        (4, 7)
        """
        up = (first == "low") == (self.on == "own")
        return min(max(1, total if up else self.number + 1 - total), self.number)


class OrderBySides(CitesRules, frozen=True, tag_field="by", tag="sides"):
    """Each round every side throws its dice; the sides act in the order of what fell.

    Equals act together, or all of them throw ``again``; or, in a round with segments, the lowest speed of
    their ``weapons`` goes first, where whoever has none of these has ``speed``. What a side does it does in
    its ``phases``, one after another; where they are ``walked`` each is a go of its own, else they are told
    as a fight begins. ``weapons`` can put who wields them behind all sides. In a round with ``segments`` the
    dice name those.
    """

    dice: DiceText
    first: Literal["low", "high"]
    ties: Literal["together", "again", "weapons"] = "together"
    speed: NotNegative = 0
    phases: tuple[Phrase, ...] = ()
    walked: bool = False
    segments: RoundSegments | None = None
    casting: Casting | None = None
    weapons: Annotated[dict[str, WeaponClass], Reads("wields")] = {}


class OrderByEach(CitesRules, frozen=True, tag_field="by", tag="each"):
    """Every member and every side throws, as a fight begins or when they come into it.

    An attribute ``adds`` to the throw of a member, its written order to that of a side; fatigue
    takes from a member's as from any check. The order stays as it is from round to round, or is thrown
    ``anew`` in each; equals act as they like among themselves. The ``surprised`` throw other dice, where
    that is what surprise does.

    Where they are ``seated``, the enemies throw together, whoever is ahead begins, and so it goes round the
    table: as the party is written, whoever plays the enemies last. Such an order may be ``always`` on,
    outside of fights as well, where ``next`` passes the turn, and the step of the scene when all have had
    theirs.
    """

    dice: DiceText
    first: Literal["low", "high"] = "high"
    adds: AttributeName = ""
    anew: bool = False
    surprised: DiceText = ""
    seated: bool = False
    always: bool = False


class NamedRecovery(CitesRule, frozen=True):
    """What an action, or an attack with a weapon, costs in segments of recovery; ``says`` are other words.

    What costs nothing is free; a standard action costs something, whatever was said. ``attack`` is what who
    attacks is taken to do who has done nothing before and does not say with what.
    """

    recovery: NotNegative
    says: tuple[str, ...] = ()
    attack: bool = False

    @property
    def standard(self) -> bool:
        """Return whether it is a standard action, which costs something."""
        return self.recovery > 0


class Burdens(CitesRule, frozen=True):
    """The addition to every recovery by a condition of whoever acts, such as a load over heavy.

    ``adds`` holds for all actions; ``to`` adds to actions by name, and ``forbids`` rules some out. Of
    those of one ``kind``, such as loads, only the latest hampers a combatant.
    """

    kind: str = ""
    adds: int = 0
    to: dict[str, int] = {}
    forbids: tuple[str, ...] = ()


Moment = Literal["turn", "focus", "recover", "wait", "answer"]
"""What the count tells by a rule of its own: a turn, a wait, an answer out of turn and the like."""


class OrderByCount(CitesRules, frozen=True, tag_field="by", tag="count"):
    """Segments are counted up; each creature acts at its own, and again when it has recovered.

    ``dice`` give the segment of the first turn, for some creatures one of the ``smaller`` dice, or any other
    where none are named; ``segments`` make a round. Those of equal Order in a segment act at once, and
    whoever falls meanwhile acts in it all the same: ``falls`` says whether they fall when all ``equals``
    have acted, or all in the ``segment``. ``least`` is the least recovery of a standard
    action, ``recover`` that of a recovery action; ``opportunities`` are allowed in a round. Whoever has no
    Initiative Order written has the ``initiative`` of a sum of attributes, and the written level
    modifier. A count may run without any enemies. ``rules`` are those by which moments of it are told, where
    it is not ``rule`` itself.
    """

    dice: DiceText
    segments: RoundSegments
    least: NotNegative
    recover: NotNegative
    opportunities: NotNegative
    smaller: Annotated[tuple[DiceText, ...], Reads("initiative")] = ()
    falls: Literal["equals", "segment"] = "equals"
    casting: Casting | None = None
    initiative: Annotated[Modifier | None, Reads("order"), Reads("modifier")] = None
    recoveries: dict[str, NamedRecovery] = {}
    burdens: dict[str, Burdens] = {}
    rules: dict[Moment, Cite] = {}

    @property
    def actions(self) -> tuple[str, ...]:
        """Return the actions that have a recovery of their own, in all their words."""
        return tuple(word for name, one in self.recoveries.items() for word in (name, *one.says))

    def known_as(self, said: str) -> tuple[str, NamedRecovery] | None:
        """Return an action by one of its names; ``None`` for one without a recovery."""
        wanted = said.casefold()
        for name, one in self.recoveries.items():
            if wanted in {name.casefold(), *(word.casefold() for word in one.says)}:
                return name, one
        return None

    def cited(self, moment: Moment | Literal["cast", "disrupt"]) -> str:
        """Return the id of the rule by which a moment is told."""
        match moment:
            case "cast":
                said = None if self.casting is None else self.casting.rule
            case "disrupt":
                said = None if self.casting is None else self.casting.spoilt
            case _:
                said = self.rules.get(moment)
        return (said or self.rule).id


Order = OrderByTests | OrderBySides | OrderByEach | OrderByCount


TideMoment = Literal[
    "first-down", "half-down", "leader-falls", "reinforcements", "totally-surprised", "outnumbered"
]


class Tide(CitesRules, frozen=True):
    """The Tide of Battle: one signed number, a bonus for the side that it favours.

    ``shifts`` are the moments at which a step is proposed to the referee. An attribute gives ``base`` Morale;
    ``by_level`` is what a level adds, as pairs of the least level and what it adds from there on.
    """

    shifts: Annotated[tuple[TideMoment, ...], Reads("morale")] = ()
    base: ByAttribute | None = None
    by_level: Annotated[tuple[tuple[int, int], ...], Reads("level")] = ()
