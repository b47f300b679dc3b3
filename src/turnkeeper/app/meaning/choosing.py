"""Which of the readings of a sentence is meant: the cheapest that the rules allow now, or a question."""

from __future__ import annotations

from turnkeeper.app.meaning.joined import two_commands
from turnkeeper.app.meaning.saying import NEAR, Meaning, Saying
from turnkeeper.app.outcomes import MOST_CHOICES, NotUnderstood, asked
from turnkeeper.play.kernel.language import Heard, Understood

MOST_LOOKED_AT = 6


def best_of(saying: Saying, found: list[Heard]) -> Meaning:
    """Return the reading that is meant; one that takes much for granted may be two commands, or a remark."""
    best = min(found, key=lambda one: one.rank)
    if best.cost <= NEAR:
        return chosen(saying, found)
    if best.doubtful:
        return NotUnderstood("part of it would be a mere remark", f"say: {best.said.text}", 1)
    return two_commands(saying) or chosen(saying, found)


def chosen(saying: Saying, found: list[Heard]) -> Meaning:
    """Return the cheapest reading that the rules allow now, or the cheapest; ask where two are as near.

    A reading that takes more for granted is not looked at: a refusal keeps its own reason.
    """
    ranked = sorted(found, key=lambda one: one.rank)
    near_first = [one for one in ranked if one.cost <= ranked[0].cost + NEAR][:MOST_LOOKED_AT]
    if len(found) == 1:
        return _unasked(found[0])
    allowed = [one for one in near_first if saying.allows(one.said)]
    # Where nothing can be done, what a form says in its own words is told why not, or what is plainly meant.
    said_so = [one for one in ranked if not one.said.free and ranked[0].cost > NEAR]
    best = (allowed or said_so or ranked)[0]
    near = tuple(one.said.text for one in allowed if one.rank == best.rank)[:MOST_CHOICES]
    return _unasked(best) if len(near) <= 1 else asked("this could mean more than one thing", near)


def _unasked(one: Heard) -> Understood | NotUnderstood:
    """Return the meaning of a reading, or the question whether it is, where it does more than was said."""
    return asked(one.asks, (one.said.text,)) if one.asks else one.said
