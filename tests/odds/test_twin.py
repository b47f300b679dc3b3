"""Merged and unmerged: the odds of a plan are those of playing out every way that the dice can fall."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from tests.odds.delves import RULES, TURNS, answer, delve, people
from tests.play.keeper import Keeper, book_of, every_outcome
from turnkeeper.app.plans.answering import plan_odds
from turnkeeper.chance.throws import Driver, Throw
from turnkeeper.odds import commanding
from turnkeeper.odds.chain import Moves
from turnkeeper.play.decide import Decided, Needed, decide
from turnkeeper.play.dungeon.encounters import EncounterMet
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.play.sky.seasons import is_light
from turnkeeper.play.state import State

ASKED = ("when dark", "how many encounters", "most fatigue at the end", "how long")


class Twin:
    """Plays the same plan by a rule of its own, with every outcome of every throw, and merges nothing."""

    def __init__(self, rules: str) -> None:
        self.answer = answer(rules)
        self.keeper = Keeper(book_of(rules))
        for said in (people(rules), "enter dungeon Barrow", "light torch for Varda"):
            self.keeper.do(said)
        self.found: dict[str, dict[object, Fraction]] = defaultdict(lambda: defaultdict(Fraction))

    def outcomes(self, state: State, said: str) -> list[tuple[Fraction, Decided]]:
        def run(driver: Driver) -> Decided | Refusal | Throw:
            done = decide(self.keeper.book, state, self.keeper.parse(said), driver)
            return done.throw if isinstance(done, Needed) else done

        found = []
        for chance, end in every_outcome(run):
            assert isinstance(end, Decided), end
            found.append((chance, end))
        return found

    def next_said(self, state: State) -> str:
        if state.question is not None:
            return self.answer
        if any(one.is_open(state.now) for one in state.meetings):
            return "part"
        return "resume" if state.unfinished else ""

    def play(self, state: State, chance: Fraction, turns: int, met: int) -> None:
        said = self.next_said(state)
        if not said:
            dark = not is_light(state, self.keeper.book)
            if dark or turns == TURNS:
                passed = (state.now - self.keeper.now).ms
                tired = max(one.fatigue for one in state.party.members)
                self.found["when dark"][passed if dark else None] += chance
                self.found["how many encounters"][met] += chance
                self.found["most fatigue at the end"][tired] += chance
                self.found["how long"][passed] += chance
                return
            said, turns = "next", turns + 1
        for more, end in self.outcomes(state, said):
            new = sum(isinstance(event, EncounterMet) for event in end.events)
            self.play(end.state, chance * more, turns, met + new)


@pytest.mark.parametrize(
    "rules", [pytest.param(one, marks=[pytest.mark.slow] if one == "glog" else []) for one in RULES]
)
def test_merged_and_unmerged_are_the_same_weight_by_weight(rules: str) -> None:
    twin, laws = Twin(rules), delve(rules).laws()
    twin.play(twin.keeper.state, Fraction(1), 0, 0)
    for asked in ASKED:
        law = laws[asked]
        assert law.still_open == 0
        assert {value: Fraction(weight, law.total) for value, weight in law.weights} == twin.found[asked]


@pytest.mark.parametrize("rules", RULES)
def test_the_weights_of_every_situation_and_of_every_law_add_up_to_their_total(rules: str) -> None:
    for one in delve(rules).chain.situations:
        assert not isinstance(one, Moves) or sum(edge.weight for edge in one.edges) == one.total
    for law in delve(rules).laws().values():
        assert sum(weight for _, weight in law.weights) == law.total


WAITING = """
rules: glog
> party Varda; Orlo
> enter dungeon Barrow
> light lantern for Varda
> wait 3 turns
when a question: > choose fatigue
ask how long
ask how many encounters
ask most fatigue at the end
"""


@pytest.mark.slow
def test_a_command_in_parts_of_few_throws_has_the_odds_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commanding, "MOST_WAYS", 1_000_000)
    whole = plan_odds(WAITING, "waiting.plan")
    monkeypatch.setattr(commanding, "MOST_WAYS", 1)
    monkeypatch.setattr(commanding, "THROWS_A_PART", 1)
    parts = plan_odds(WAITING, "waiting.plan")
    assert [one.law for one in parts.answers] == [one.law for one in whole.answers]
    assert parts.decisions != whole.decisions
