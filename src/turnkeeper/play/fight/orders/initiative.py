"""Initiative rolled where no fight goes on yet: the fight begins, and its first round with its order."""

from __future__ import annotations

from turnkeeper.play.fight.count import counts
from turnkeeper.play.fight.facing import opponents
from turnkeeper.play.fight.fight import NextRound, StartFight
from turnkeeper.play.fight.sides import fights
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import declare
from turnkeeper.play.kernel.event import Command
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party import notes


class RollInitiative(Command, frozen=True, tag="roll-initiative"):
    """The fight with whoever is met begins, and its first round with the order of who acts."""

    against: str = ""


def _roll(decision: Decision, command: RollInitiative) -> None:
    if decision.state.fight is not None:
        refuse("fight", "a fight is going on already", "act" if counts(decision.book) else "round")
    decision.registry.decide(decision, StartFight(against=command.against))
    question = decision.state.question
    if question is None:
        decision.registry.decide(decision, NextRound())
    else:
        notes.write(decision, f"initiative is not rolled yet: first {question.text} After that, round")


MECHANISM = Mechanism(
    group="Fight",
    commands=(
        declare(
            RollInitiative,
            _roll,
            says=("roll initiative", "roll initiative against {against:what}"),
            heard=(
                "initiative [roll|throw|check|make] [for|against|with] {against:what!}",
                "initiative [roll|throw|check|make] [for|against|with]",
            ),
            examples="roll initiative",
            completes={"against": opponents},
            serves=lambda book: not counts(book),
        ),
    ),
    serves=fights,
)
