"""Sampling: exact lies where samples say, by the chain and by plain play; any order of work is the same."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import partial

import pytest

from tests.odds.delves import RULES, delve
from turnkeeper.app.plans.answering import hear, made_ready
from turnkeeper.odds.explore import explore
from turnkeeper.odds.law import law_of
from turnkeeper.odds.questions import Law, Value, inquiry_of
from turnkeeper.odds.sampling import ChainSampler
from turnkeeper.rules.reading.load import builtin_text

PLAYINGS = 400
BATCHES = 8


def require_close(exact: Law, found: Counter[Value]) -> None:
    """Require each value as often as it should come up, within five standard deviations."""
    of = found.total()
    assert set(found) <= {value for value, _ in exact.weights}
    for value, weight in exact.weights:
        chance = Fraction(weight, exact.total)
        away = found[value] - chance * of
        assert away * away <= 25 * of * chance * (1 - chance) + 9, (value, found[value], float(chance * of))


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_what_is_exact_lies_where_the_chain_and_plain_play_say(rules: str) -> None:
    program, chain, player = delve(rules)
    played = [player.play(b"seed", number) for number in range(PLAYINGS)]
    for place, query in enumerate(program.queries):
        exact = law_of(chain, inquiry_of(query))
        require_close(exact, Counter(one.values[place] for one in played))
        sampler, found = ChainSampler(chain, inquiry_of(query)), Counter[Value]()
        for number in range(BATCHES):
            counts, unknown = sampler.sample(b"seed", number, 4096)
            assert unknown == 0
            found += counts
        require_close(exact, found)


@pytest.mark.slow
def test_a_playing_and_a_batch_hang_on_the_seed_and_their_number_alone() -> None:
    program, chain, player = delve("glog")
    assert player.play(b"a", 3) == player.play(b"a", 3)
    first = ChainSampler(chain, inquiry_of(program.queries[1]))
    again = ChainSampler(chain, inquiry_of(program.queries[1]))
    forward = [first.sample(b"a", number, 500) for number in (0, 1, 2)]
    assert forward == [again.sample(b"a", number, 500) for number in (2, 1, 0)][::-1]
    assert forward[0] != forward[1]


def test_what_was_not_explored_is_not_known_to_the_sample_either() -> None:
    text = (
        "rules: cresthaven\n> party Varda strength 0\n> enter dungeon B\n> light lantern\n"
        "repeat 9 times\n  > next\nend\nask how long\n"
    )
    program, campaign = made_ready(text, "plan", None, builtin_text)
    cut = explore(program, campaign.book, campaign.state, partial(hear, campaign), most=8)
    counts, unknown = ChainSampler(cut, inquiry_of(program.queries[0])).sample(b"", 0, 1000)
    assert counts.total() + unknown == 1000
    assert unknown > 0


@pytest.mark.slow
def test_an_exact_answer_loads_neither_arrays_nor_processes() -> None:
    script = (
        "import sys\nfrom turnkeeper.app.plans.grid import answered\n"
        "from turnkeeper.app.plans.answering import plan_odds\n"
        "plan_odds('rules: glog\\n> party Varda\\n> wait 1 min\\nask how long\\n', 'p')\n"
        "print(not {'numpy', 'multiprocessing'}.isdisjoint(sys.modules))"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"
