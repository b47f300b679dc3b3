"""What the party has before it, as the text of a plan: the journey, the delve, the rest or the fight.

It is a beginning that the referee goes on with: what it asks is the house's choice.
"""

from __future__ import annotations

from collections.abc import Callable

from turnkeeper.app.plans.shipped import BY_DAY, said_plan, way_back
from turnkeeper.play.journey import whereabouts
from turnkeeper.play.kernel.scene import outdoors
from turnkeeper.play.state import State
from turnkeeper.rules.book import Rulebook
from turnkeeper.views.parts.steps import StepBuilder
from turnkeeper.views.referee.offered import steps

RESTS = {"camp", "sleep", "rest", "night"}
MOST_ASKED = 8


def planned(state: State, book: Rulebook, wanted: str = "") -> str:
    """Return the plan that is wanted, by its word in `_PLANS`, or as said, or else what presses most."""
    if wanted and wanted not in _PLANS:
        return "\n".join([said_plan(wanted, way_back(state, book)), *_answers(book)]) + "\n"
    of = wanted or next(one for one, (lies_before, _) in _PLANS.items() if lies_before(state, book))
    return "\n".join(_PLANS[of][1](state, book)) + "\n"


def _fight(state: State, _book: Rulebook) -> list[str]:
    sides = [one.name for one in state.sides if one.standing]
    names = [*(one.name for one in state.party.able), *sides]
    if state.count is not None:
        asks = [f"ask how many activations of {name}" for name in names[:MOST_ASKED]]
        return ["; Everyone does again what they did last.", "repeat until 3 rounds", "  > act", "end", *asks]
    asks = [f"ask chance of {name} acts now at the end" for name in names[:MOST_ASKED]]
    return ["; Who acts first in the next round.", "> round", *asks]


def _journey(_state: State, book: Rulebook) -> list[str]:
    tired = (
        ["ask most fatigue at the end"]
        if book.set.travel is not None and "all" in book.set.travel.toil
        else []
    )
    return [
        "; On to where the journey goes, by day.",
        *BY_DAY,
        *_answers(book),
        "",
        "ask on which day arrived",
        "ask chance of lost",
        "ask how many encounters",
        *tired,
    ]


def _rest(state: State, book: Rulebook) -> list[str]:
    found = [one for one in steps(StepBuilder(state, book)) if one.kind in RESTS]
    said = found[0].say if found else "wait 8 h"
    hurt = [one.name for one in state.party.living if one.hp is not None]
    return [
        "; A rest here.",
        f"> {said}",
        *_answers(book),
        "",
        "ask how long",
        "ask how many encounters",
        *(f"ask hit points of {name} at the end" for name in hurt[:MOST_ASKED]),
    ]


def _answers(book: Rulebook) -> list[str]:
    """Return the answers to what comes up: parting, and of each choice the first."""
    asked = {one.question: one.choices[0].name for table in book.set.tables for one in book.questions(table)}
    chosen = (f"when a question about {_bare(text)}: > choose {name}" for text, name in asked.items())
    return ["when an encounter: > part", *chosen]


def _bare(question: str) -> str:
    """Return a question up to what a line of a plan cannot say."""
    return question.partition(":")[0].partition(">")[0].strip()


def _delve(_state: State, book: Rulebook) -> list[str]:
    return [
        "; On as it goes, until it is dark.",
        "repeat until dark or 4 h",
        "  > next",
        "end",
        *_answers(book),
        "",
        "ask when dark",
        "ask how many encounters",
        "ask chance of an encounter by 1 h",
    ]


_PLANS: dict[str, tuple[Callable[[State, Rulebook], bool], Callable[[State, Rulebook], list[str]]]] = {
    "fight": (lambda state, _: state.fight is not None or state.count is not None, _fight),
    "journey": (lambda state, _: whereabouts.under_way(state) is not None, _journey),
    "rest": (lambda state, book: outdoors(state, book) and bool(state.party.members), _rest),
    "delve": (lambda _state, _book: True, _delve),
}
"""What can lie before a party, the most pressing first: whether it does, and the plan of it."""
