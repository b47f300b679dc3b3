"""W3, odds: a delve whose turns, fights and light are rules in data, beside what other libraries say by hand.

Ours explores the real rules (`tests/odds/rules/w3.toml`) and answers exactly; the peers are given the law of
one turn, worked out by hand, and move it on turn by turn: icepool and dyce in whole numbers, scipy in floats.
A chain by hand does the same in whole numbers with nothing but lists. All must come to the known mean turn of
darkness and its chance. Each figure is the least CPU time of some rounds, which a busy machine changes least:
quote ratios from one run.

    python benchmarks/w3_odds.py [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from fractions import Fraction
from functools import partial
from math import lcm
from pathlib import Path
from time import process_time
from warnings import simplefilter

import icepool
import numpy as np
from dyce import H
from dyce.evaluation import expand
from dyce.lifecycle import ExperimentalWarning
from scipy.sparse import csr_array

from turnkeeper.app.plans.answering import hear, made_ready
from turnkeeper.app.plans.shipped import BY_DAY, shipped_plans
from turnkeeper.app.plans.source import read_source
from turnkeeper.odds.chain import Chain
from turnkeeper.odds.explore import explore
from turnkeeper.odds.floating import FloatChain
from turnkeeper.odds.law import law_of
from turnkeeper.odds.program import Program
from turnkeeper.odds.questions import FirstTime, HowItEnds, Law, inquiry_of
from turnkeeper.odds.sampling import BATCH, ChainSampler
from turnkeeper.rules.reading.load import builtin_text

HERE = Path(__file__).parent
RULES = HERE.parent / "tests" / "odds" / "rules"
RESULTS = HERE / "results" / "w3_odds.md"
TICKS, POINTS, TURN = 12, 10, 600_000
TURNS = 286
"""So many turns the exact law follows until less than 1 in 10^12 is open; the peers go as far."""
DARK, OVER = TICKS * (POINTS + 1), TICKS * (POINTS + 1) + 1
MEAN, CHANCE = 61.6919, 0.998197066
SHELL = "delve-by-torchlight"
PEOPLE = ("Varda", "Orlo", "Bram", "Cora", "Dain", "Esk")


def library(name: str) -> str | None:
    """Return the text of a rule set."""
    return (RULES / "w3.toml").read_text("utf-8") if name == "w3" else builtin_text(name)


def explored(text: str) -> tuple[Program, Chain]:
    """Return a plan and its chain, by the real rules."""
    program, campaign = made_ready(text, "plan", None, library)
    return program, explore(program, campaign.book, campaign.state, partial(hear, campaign))


def number(ticks: int, points: int) -> int:
    """Return the number of a state."""
    return DARK if ticks == TICKS else OVER if not points else ticks * (POINTS + 1) + points


def turn_of(ticks: int, points: int) -> dict[int, Fraction]:
    """Return the law of a turn by hand.

    2d6: on 2 or 3 somebody comes and attacks on 10 of 36; on 4 or 5 a tick. A round that changes something is
    a flight by 10 of 17 and a blow by 7 of 17, for 15 of 36 flee and half of the other 21 hit.
    """
    attack, tick = Fraction(3, 36) * Fraction(10, 36), Fraction(7, 36)
    found = {number(ticks, points): 1 - attack - tick, number(ticks + 1, points): tick}
    for lost in range(points + 1):
        ways = Fraction(7, 17) ** lost * (Fraction(10, 17) if lost < points else 1)
        to = number(ticks, points - lost)
        found[to] = found.get(to, Fraction(0)) + attack * ways
    return found


def table() -> list[dict[int, Fraction]]:
    """Return the law of a turn from every state."""
    found = [
        turn_of(at // (POINTS + 1), at % (POINTS + 1)) if at % (POINTS + 1) else {} for at in range(DARK)
    ]
    return [*found, {}, {}]


def weights(law: dict[int, Fraction]) -> dict[int, int]:
    """Return a law in whole numbers."""
    of = max((chance.denominator for chance in law.values()), default=1)
    assert all(of % chance.denominator == 0 for chance in law.values())
    return {to: int(chance * of) for to, chance in law.items()}


def require_known(dark: list[float]) -> None:
    """Require the known answer of the chance of being dark by each turn."""
    by_turn = [now - before for before, now in zip([0.0, *dark], dark, strict=False)]
    mean = sum(turn * chance for turn, chance in enumerate(by_turn, 1)) / dark[-1]
    assert abs(dark[-1] - CHANCE) < 1e-9, dark[-1]
    assert abs(mean - MEAN) < 1e-4, mean


def by_icepool(laws: list[dict[int, Fraction]]) -> None:
    """Move an icepool die of states on, turn by turn."""
    dice = {at: icepool.Die(weights(law)) if law else icepool.Die({at: 1}) for at, law in enumerate(laws)}
    state, dark = icepool.Die({number(0, POINTS): 1}), []
    for _ in range(TURNS):
        state = state.map(dice)
        dark.append(float(state.probability(DARK)))
    require_known(dark)


def by_dyce(laws: list[dict[int, Fraction]]) -> None:
    """Move a dyce histogram of states on, turn by turn."""
    turns = {at: H(weights(law)) if law else H({at: 1}) for at, law in enumerate(laws)}
    state, dark = H({number(0, POINTS): 1}), []
    for _ in range(TURNS):
        state = expand(lambda found: turns[found.outcome], state, min_path_probability=Fraction(0))
        dark.append(state.get(DARK, 0) / state.total)
    require_known(dark)


def by_scipy(laws: list[dict[int, Fraction]]) -> None:
    """Move a vector of states on by a sparse matrix, in floats."""
    rows = [(to, at, float(chance)) for at, law in enumerate(laws) for to, chance in law.items()]
    rows += [(at, at, 1.0) for at in (DARK, OVER)]
    to, at, chance = zip(*rows, strict=True)
    matrix = csr_array((chance, (to, at)), shape=(OVER + 1, OVER + 1))
    state, dark = np.zeros(OVER + 1), []
    state[number(0, POINTS)] = 1
    for _ in range(TURNS):
        state = matrix @ state
        dark.append(float(state[DARK]))
    require_known(dark)


def by_hand(laws: list[dict[int, Fraction]]) -> None:
    """Move whole weights on in lists, over powers of one denominator, as one writes it for this alone."""
    of = lcm(*(chance.denominator for law in laws for chance in law.values()))
    links = [[(to, int(chance * of)) for to, chance in law.items()] for law in laws]
    state, dark, total = [0] * len(laws), [], 1
    state[number(0, POINTS)] = 1
    for _ in range(TURNS):
        then = [0] * len(laws)
        then[DARK], then[OVER] = state[DARK] * of, state[OVER] * of
        for at, weight in enumerate(state):
            if weight:
                for to, more in links[at]:
                    then[to] += weight * more
        state, total = then, total * of
        dark.append(state[DARK] / total)
    require_known(dark)


def by_us(answer: Callable[[], Law]) -> None:
    """Answer when it is dark, from the situations explored."""
    law = answer()
    assert max(value for value, _ in law.weights if isinstance(value, int)) == TURNS * TURN
    assert law.mean is not None
    assert abs(float(law.mean) / TURN - MEAN) < 1e-4
    assert abs(float(law.chance(lambda value: value is not None)) - CHANCE) < 1e-9


def by_randint(delves: int) -> None:
    """Play delves die by die."""
    die = random.randint
    for _ in range(delves):
        ticks, points = 0, POINTS
        while ticks < TICKS and points:
            fallen = die(1, 6) + die(1, 6)
            if fallen in {4, 5}:
                ticks += 1
            if fallen <= 3 and die(1, 6) + die(1, 6) <= 5:
                while points and die(1, 6) + die(1, 6) <= 7:
                    points -= die(1, 6) >= 4


def timed(rounds: int, work: Callable[[], object]) -> float:
    """Return the least CPU time that work takes, in milliseconds."""
    found = []
    for _ in range(rounds):
        began = process_time()
        work()
        found.append((process_time() - began) * 1000)
    return min(found)


def from_the_shell(rounds: int) -> float:
    """Return the least CPU time of a whole process that answers a plan, in milliseconds."""
    found = []
    for _ in range(rounds):
        before = os.times()
        subprocess.run([sys.executable, "-m", "turnkeeper", "odds", SHELL], check=True, capture_output=True)
        after = os.times()
        found.append(
            after.children_user + after.children_system - before.children_user - before.children_system
        )
    return min(found) * 1000


def growing() -> Iterator[tuple[str, str]]:
    """Yield plans that grow, each with a name: in hours, people, torches, hexes of the map and of the way."""
    plan = next(one.text for one in shipped_plans() if one.name == "torches-to-bring")
    delve = read_source(plan, "plan")[0].under("dungeon-game")
    for hours in (2, 4, 6, 8):
        yield f"{hours} hours", delve.replace("4 h", f"{hours} h")
    for many in (1, 2, 4, 6):
        yield f"{many} people", delve.replace("Varda; Orlo", "; ".join(PEOPLE[:many]))
    for torches in (1, 2, 4, 8):
        bound = f"repeat until {torches} h"
        yield (
            f"{torches} torches",
            delve.replace("20 torches", f"{torches} torches").replace("repeat until 4 h", bound),
        )
    for columns, rows in ((20, 5), (20, 50), (90, 99)):
        yield f"{columns * rows:,} hexes of map", journey(columns, rows, 3)
    for way in (1, 2, 4, 6):
        yield f"{way} hexes of way", journey(20, 20, way)


def journey(columns: int, rows: int, way: int) -> str:
    """Return the plan of a way of so many hexes over open country with a wood in each fifth hex."""
    hexes = [
        f"| {column:02}{row:02} {'forest' if (column + row) % 5 == 0 else 'grass'}"
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
    ]
    return "\n".join(
        (
            "rules: dungeon-game",
            "map: open",
            *hexes,
            "begins: day 1 06:00",
            "> party Varda agility 11 brawn 12 cunning 13 level 2 hp 9/9",
            "> enter wilderness",
            "> stock 40 rations",
            "> stock 40 water",
            "> use map open",
            "> stand at 0101",
            f"> travel to {way + 1:02}01",
            *(line.replace("6 days", "2 days") for line in BY_DAY),
            "ask on which day arrived",
            "ask how many encounters",
            "",
        )
    )


def growth() -> list[str]:
    """Return how situations and time grow."""
    lines = []
    for name, text in growing():
        began = process_time()
        program, chain = explored(text)
        found = process_time()
        for one in program.queries:
            law_of(chain, inquiry_of(one))
        told = process_time()
        lines.append(
            f"| {name} | {len(chain.situations):,} | {chain.decisions:,} | {(found - began) * 1000:,.0f} "
            f"| {(told - found) * 1000:,.0f} |"
        )
    return lines


def page(rounds: int) -> list[str]:
    """Run all beside each other and return the lines of the table."""
    text, laws = (RULES / "w3.plan").read_text("utf-8"), table()
    _, chain = explored(text)
    sampler, floats = ChainSampler(chain, FirstTime(0)), FloatChain(chain, FirstTime(0))
    cases: dict[str, Callable[[], object]] = {
        "turnkeeper: read the plan and explore the rules": lambda: explored(text),
        "turnkeeper: answer, whole numbers": lambda: by_us(lambda: law_of(chain, FirstTime(0))),
        "turnkeeper: lay out for floats": lambda: FloatChain(chain, FirstTime(0)),
        "turnkeeper: then answer, floats": lambda: by_us(floats.law),
        "turnkeeper: answer how it ends too": lambda: law_of(chain, HowItEnds()),
        "a chain by hand, whole numbers": lambda: by_hand(laws),
        "icepool, whole numbers": lambda: by_icepool(laws),
        "dyce, whole numbers": lambda: by_dyce(laws),
        "scipy.sparse, floats": lambda: by_scipy(laws),
    }
    took = {name: timed(rounds, work) for name, work in cases.items()}
    ours, floating = took["turnkeeper: answer, whole numbers"], took["turnkeeper: then answer, floats"]
    sampled = BATCH / timed(rounds, lambda: sampler.sample(b"w3", 0)) * 1000
    thrown = 2_000 / timed(rounds, lambda: by_randint(2_000)) * 1000
    met = f"{len(chain.situations):,} situations, {chain.decisions:,} decisions."
    return [
        "# W3: the odds of a delve",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, CPython {platform.python_version()}.",
        f"By `benchmarks/w3_odds.py`: the least CPU time of {rounds} rounds.",
        "",
        "## When it is dark, exactly",
        "",
        f"A torch of {TICKS} ticks, {POINTS} points, fights round by round. Ours reads the rules and follows",
        "until less than 1 in 10^12 is open; the peers are given the law of a turn, worked out by hand, and",
        f"move it as many turns, {TURNS}.",
        "",
        "| way | ms | times our answer | times ours in floats |",
        "|---|---:|---:|---:|",
        *(f"| {name} | {ms:,.1f} | {ms / ours:.2f} | {ms / floating:.1f} |" for name, ms in took.items()),
        "",
        f"Checked in the same run: all come to a mean turn of {MEAN} and a chance of {CHANCE}.",
        met,
        "",
        f"From the shell to the answer, `turnkeeper odds {SHELL}`: {from_the_shell(rounds):,.0f} ms.",
        "",
        "## Sampled, on one core",
        "",
        "| way | delves a second | times randint |",
        "|---|---:|---:|",
        f"| turnkeeper, from the situations | {sampled:,.0f} | {sampled / thrown:.1f} |",
        f"| random.randint, die by die | {thrown:,.0f} | 1.0 |",
        "",
        "## Growth",
        "",
        "`torches-to-bring` and a way over open country under A Dungeon Game, one run each, CPU time: an",
        "hour for each torch, a way of at most two days on 400 hexes, and one of three hexes on other maps.",
        "",
        "| with | situations | decisions | read and explore, ms | answer, ms |",
        "|---|---:|---:|---:|---:|",
        *growth(),
        "",
    ]


def main() -> None:
    """Write the table."""
    simplefilter("ignore", ExperimentalWarning)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    lines = page(parser.parse_args().rounds)
    RESULTS.write_text("\n".join(lines), "utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
