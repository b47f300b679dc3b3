"""Reading what a referee types: every phrase of tests/phrases, in its setting, warm and in a fresh language.

python benchmarks/words.py [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.app.phrasebook import Phrase, campaign_in, meaning_of, near_misses, phrases  # noqa: E402
from turnkeeper.play.kernel import language, patterns, sentence, speech  # noqa: E402
from turnkeeper.play.kernel import phrases as heard  # noqa: E402
from turnkeeper.play.kernel.language import Language  # noqa: E402
from turnkeeper.play.registry import DECLARED  # noqa: E402

RESULT = ROOT / "benchmarks" / "results" / "words.md"
COLD = 40
LONG = 10_000
WRONG = (
    "tor" * (LONG // 3), "7" * LONG, "7 " * (LONG // 2), "light torch " * 900, "light " + '"' * LONG,
    "άναψε τον πυρσό", "άναψε τον πυρσό " * 600, "\x00\x07\x1b[2J" * 1_500, "light\x00torch", "search\nrest",
    "light torch; search; rest an hour; " * 280, "search and then rest an hour and then search",
    "party Search; Rest", "hurt " + "goblin 1+" * 1_200 + "1 4", "act dagger by " + "goblin 1+" * 20 + "1",
    "Varda " * 23, "torch, " * 12, "and " * 24, "60' x 60' " * 8, "d6 " * 24,
    "meet six goblins order 9 hp 4 morale 7 initiative d8 each 60 ft away hd 1 now here",
)  # fmt: skip
"""What nobody means: as long as can be sent, in another script, or several commands in one."""
IMPORTS = """
from time import process_time as now
import turnkeeper.rules.book, turnkeeper.play.kernel.speech
begun = now()
import turnkeeper.play.kernel.sentence, turnkeeper.play.kernel.remarks
took = now() - begun
import turnkeeper.play.kernel.slots
begun = now()
import turnkeeper.play.kernel.patterns, turnkeeper.play.kernel.phrases
took += now() - begun
import turnkeeper.app.campaign, turnkeeper.chance.drivers, turnkeeper.app.outcomes
begun = now()
import turnkeeper.app.understanding, turnkeeper.app.words
print((took + now() - begun) * 1000)
"""
"""Imports what reads phrases where all that it stands on is there already, and prints how long that takes."""


def ms(act: Callable[[], object]) -> float:
    """Return the processor time that an act takes."""
    begun = process_time()
    act()
    return (process_time() - begun) * 1_000


def read(phrase: Phrase) -> str:
    """Return the meaning of a phrase in its setting."""
    return meaning_of(campaign_in(phrase.setting), phrase.said)


def cold(phrase: Phrase) -> float:
    """Return the time of a phrase where nothing of a language was used before."""
    campaign = campaign_in(phrase.setting)
    for module in (language, patterns, heard, sentence, speech):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    campaign.language = Language(DECLARED, campaign.book)
    return ms(lambda: read(phrase))


def imported(rounds: int) -> float:
    """Return the time that importing the modules that read phrases adds to a start, the best of some."""
    with TemporaryDirectory() as kept:
        # The first writes the bytecode: compiling the source is not what is measured.
        env = {**os.environ, "PYTHONPYCACHEPREFIX": kept, "PYTHONDONTWRITEBYTECODE": ""}
        told = [
            subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, check=True, env=env)
            for _ in range(rounds + 1)
        ]
    return min(float(one.stdout) for one in told)


def row(name: str, times: list[float]) -> str:
    """Return a line of the table."""
    ranked = sorted(times)
    late = ranked[len(ranked) * 95 // 100]
    return f"| {name} | {len(ranked)} | {median(ranked):.2f} | {late:.2f} | {ranked[-1]:.2f} |"


def main() -> None:
    """Measure, and write the result."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    said, missed = phrases(), near_misses()
    for one in (*said, *missed):
        read(one)
    warm = [min(ms(lambda one=one: read(one)) for _ in range(rounds)) for one in said]
    near = [min(ms(lambda one=one: read(one)) for _ in range(rounds)) for one in missed]
    settings = sorted({one.setting for one in said})
    wrong = [Phrase(setting, one, ()) for setting in settings for one in WRONG]
    bad = [min(ms(lambda one=one: read(one)) for _ in range(rounds)) for one in wrong]
    first = [cold(one) for one in said[:: max(1, len(said) // COLD)]]
    RESULT.write_text(
        f"""# Reading what a referee types

{datetime.now(UTC):%Y-%m-%d}, CPython {platform.python_version()}. Made by `benchmarks/words.py`: milliseconds
of processor time, the best of {rounds} for each phrase of `tests/phrases` in its setting. Each is read to the
end: in the words of a form, freely, and ranked by what the rules allow. Aim: under 3 ms a phrase once warm,
under 50 ms for anything.

| what | phrases | median | 95 of 100 | longest |
|---|--:|--:|--:|--:|
{row("a phrase, warm", warm)}
{row("a near miss, warm", near)}
{row("what nobody means, warm", bad)}
{row("the first of a process", first)}

Importing the modules that read phrases adds {imported(rounds):.1f} ms to a start.
""",
        encoding="utf-8",
    )
    print(RESULT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
