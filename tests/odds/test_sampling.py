"""Sampling: exact lies where samples say, by the chain and by plain play; any order of work is the same."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import partial

import pytest

from turnkeeper.app.plans.answering import hear, made_ready
from turnkeeper.odds.chain import Chain
from turnkeeper.odds.explore import explore
from turnkeeper.odds.law import law_of
from turnkeeper.odds.playing import PlainPlayer
from turnkeeper.odds.program import Program
from turnkeeper.odds.questions import Law, Value, inquiry_of
from turnkeeper.odds.sampling import ChainSampler
from turnkeeper.rules.reading.load import builtin_text

GAMES = {
    "glog": ("party Varda; Orlo", "choose rest"),
    "cresthaven": ("party Varda strength 0; Orlo strength 0", "choose rest"),
    "dungeon-game": ("party Varda; Orlo", "choose rest"),
}
PLAYINGS = 400
BATCHES = 8


def begun(rules: str) -> tuple[Program, Chain, PlainPlayer]:
    people, answer = GAMES[rules]
    text = (
        f"rules: {rules}\n> {people}\n> enter dungeon Barrow\n> light torch for Varda\n"
        "repeat until dark, at most 4 times\n  > next\nend\n"
        f"with chance 1 in 3\n  stop early\nend\nwhen a question: > {answer}\n"
        "ask when dark\nask how many encounters\nask how many encounters by 2 turns\n"
        "ask chance of an encounter by 3 turns\nask most fatigue at the end\nask lights burning by 2 turns\n"
        "ask how long\nask how long by 3 turns\n"
    )
    program, campaign = made_ready(text, "plan", None, builtin_text)
    heard = partial(hear, campaign)
    chain = explore(program, campaign.book, campaign.state, heard)
    return program, chain, PlainPlayer(program, campaign.book, campaign.state, heard)


def require_close(exact: Law, found: Counter[Value]) -> None:
    """Require each value as often as it should come up, within five standard deviations."""
    of = found.total()
    assert set(found) <= {value for value, _ in exact.weights}
    for value, weight in exact.weights:
        chance = Fraction(weight, exact.total)
        away = found[value] - chance * of
        assert away * away <= 25 * of * chance * (1 - chance) + 9, (value, found[value], float(chance * of))


@pytest.mark.slow
@pytest.mark.parametrize("rules", list(GAMES))
def test_what_is_exact_lies_where_the_chain_and_plain_play_say(rules: str) -> None:
    program, chain, player = begun(rules)
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


def test_a_playing_and_a_batch_hang_on_the_seed_and_their_number_alone() -> None:
    program, chain, player = begun("cresthaven")
    assert player.play(b"a", 3) == begun("cresthaven")[2].play(b"a", 3)
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


def test_an_exact_answer_loads_no_arrays() -> None:
    script = (
        "import sys\nfrom turnkeeper.app.plans.answering import plan_odds\n"
        "plan_odds('rules: glog\\n> party Varda\\n> wait 1 min\\nask how long\\n', 'p')\n"
        "print('numpy' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"
