"""Time does not walk past what stands open: whatever is said, the clock stands until that is answered."""

from __future__ import annotations

import pytest

from tests.play.keeper import Keeper
from tests.play.kernel.test_offered import answer, stands
from turnkeeper.play.clock_rulings import RuleClock
from turnkeeper.play.decide import Decided
from turnkeeper.play.dungeon import dark
from turnkeeper.play.registry import DECLARED
from turnkeeper.rules import builtin_ids

LIT = ("enter dungeon Barrow", "light torch for Varda")
ON_A_MAP = ("enter wilderness", "use map sample", "stand at Ferrowhythe", "stock 9 rations")
MET = {
    "underground": (*LIT, "meet owlbear 70 ft away"),
    "with several": (*LIT, "meet owlbear 70 ft away", "meet goblins 30 ft away"),
    "on the way": (*ON_A_MAP, "meet owlbear 70 ft away"),
    "in a town": ("enter settlement Oakham", "meet owlbear"),
}
SAID = (
    *("next", "wait 1 turn", "wait 30 min", "wait until dawn", "wait until something happens", "advance 1 h"),
    *("resume", "move 60 ft", "move 6 squares", "search", "search 40x40", "search hex", "look out", "listen"),
    *(
        "rest",
        "rest 1 h",
        "rest until dawn",
        "short rest",
        "long rest",
        "extended rest",
        "night",
        "sleep",
        "camp",
    ),
    *("bed rest for 1 day", "lunch", "eat", "eat and drink", "forage", "hunt", "travel s", "travel to 0304"),
    *(
        "push n",
        "force march",
        "pick lock",
        "break door",
        "force door",
        "identify",
        "read",
        "study",
        "attempt",
    ),
)
"""What takes time in one game or another, besides the examples of every command."""


def passed(keeper: Keeper) -> list[str]:
    """Return the texts by which time passes just now, but for a ruling of the clock."""
    found = []
    for text in dict.fromkeys((*SAID, *(text for one in DECLARED for text in one.examples))):
        decided = answer(keeper, text)
        if isinstance(decided, Decided) and decided.state.now != keeper.now:
            found += [] if isinstance(keeper.parse(text), RuleClock) else [text]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("scene", MET.values(), ids=MET)
@pytest.mark.parametrize("rules", builtin_ids())
def test_nothing_that_is_said_passes_time_over_an_encounter(rules: str, scene: tuple[str, ...]) -> None:
    keeper = stands(rules, scene)
    assert keeper.state.meetings
    assert not passed(keeper)


@pytest.mark.slow
@pytest.mark.parametrize("rules", builtin_ids())
def test_the_same_words_pass_time_where_nothing_stands_open(rules: str) -> None:
    assert {"next", "wait 30 min", "wait until dawn"} <= set(passed(stands(rules, LIT)))


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["advanced", "classic", "cresthaven", "fifth", "quest-of-destiny"])
def test_nothing_that_is_said_passes_time_over_the_dark_where_the_last_light_went_out(rules: str) -> None:
    keeper = stands(rules, (*LIT, "no checks here", "rule light torch 1 min left", "wait 30 min"))
    assert dark.holds(keeper.state, keeper.book) is not None
    lights = {text for text in passed(keeper) if text.startswith(("light ", "refuel "))}
    assert set(passed(keeper)) == lights
