"""What a rule set says of attributes at work: checks and saves."""

from typing import Annotated, TypeAlias

from turnkeeper.rules.model.cite import CitesRule, CitesRules
from turnkeeper.rules.model.marks import ListSize
from turnkeeper.rules.model.values import AttributeName, DiceText, Positive

AttributeSteps: TypeAlias = Annotated[
    tuple[tuple[int, int], ...], ListSize(1, "an attribute gives nothing", "such as [[16, 1], [17, 2]]")
]


class ByAttribute(CitesRule, frozen=True):
    """A number that an attribute gives; 0 below the first step, and where it is not written.

    ``steps`` are pairs of the least of the attribute and the number from there on, the lowest first.
    """

    attribute: AttributeName
    steps: AttributeSteps

    def of(self, score: int | None) -> int:
        """Return the number that a score gives.

        >>> from turnkeeper.rules.model.cite import Cite
        >>> bonus = ByAttribute(Cite("X-RULE-1", "printed"), "dexterity", ((3, -3), (6, 0), (16, 1)))
        >>> [bonus.of(score) for score in (None, 2, 3, 5, 6, 15, 16, 18)]
        [0, 0, -3, -3, 0, 0, 1, 1]
        """
        reached = [number for least, number in self.steps if score is not None and least <= score]
        return reached[-1] if reached else 0


class Edge(CitesRule, frozen=True):
    """The dice of a check with advantage and with disadvantage, such as ``2d20kl1`` and ``2d20kh1``."""

    advantage: DiceText
    disadvantage: DiceText


class Modifier(CitesRule, frozen=True):
    """What attributes give that are no modifiers themselves: ``less`` that, ``divided``, rounded down.

    It is what each of them gives, or their sum, as is said where it stands.
    """

    attributes: tuple[AttributeName, ...]
    less: int = 0
    divided: Positive = 1

    def of(self, score: int) -> int:
        """Return the modifier of a score, or of a sum of scores.

        >>> from turnkeeper.rules.model.cite import Cite
        >>> half = Modifier(Cite("X-RULE-1", "printed"), ("strength",), 10, 2)
        >>> [half.of(score) for score in (1, 9, 10, 11, 12, 20)]
        [-5, -1, 0, 0, 1, 5]
        """
        return (score - self.less) // self.divided


class Checks(CitesRules, frozen=True):
    """A check or a save is thrown under an attribute; if ``equal``, the attribute itself succeeds too.

    Where checks are ``over``, the attribute is added to the throw instead, which has to come to more than the
    difficulty that is said with each; if ``equal``, to as much. Those named under ``modifier`` add that
    instead. Who saves with an attribute throws the one that ``saves`` names for it; and one that is not
    written of a character counts as that which it ``comes_from``.
    """

    dice: DiceText
    equal: bool
    over: bool = False
    edge: Edge | None = None
    modifier: Modifier | None = None
    comes_from: dict[AttributeName, AttributeName] = {}
    saves: dict[AttributeName, AttributeName] = {}
