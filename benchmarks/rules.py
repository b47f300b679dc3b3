"""Rule sets: what it costs to load one, cold, each time in a process of its own.

Byte-compiled, the cases interleaved, each figure a median. A built-in set is trusted: read, parsed and built;
a user's file is checked besides; what a campaign keeps is only built. The yardstick is the standard parser on
the same text. The time of `import turnkeeper.rules` stands beside and is in none of the others.

    python benchmarks/rules.py [--rounds N]
"""

from __future__ import annotations

import argparse
import compileall
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import turnkeeper
from turnkeeper.rules import builtin_ids, builtin_text, encode_rules, load_builtin

RESULTS = Path(__file__).parent / "results" / "rules.md"
AIM_MS = 20
AIMED = "`load_builtin`"

_START = """
from time import perf_counter
start = perf_counter()
from turnkeeper.rules import *
from turnkeeper.rules.reading.load import builtin_text
imported = perf_counter()
{ready}
begin = perf_counter()
{case}
end = perf_counter()
print((imported - start) * 1_000, (end - begin) * 1_000)
"""
CASES = {
    AIMED: ("", "load_builtin({id!r})"),
    "checked, as a user's file": (
        "text = builtin_text({id!r})",
        "load_rules(text, '{id}.toml', builtin_text)",
    ),
    "decoded, as a campaign keeps it": ("kept = bytes.fromhex({kept!r})", "decode_rules(kept)"),
    "yardstick: `import tomllib`, `loads`": (
        "text = builtin_text({id!r})",
        "import tomllib; tomllib.loads(text)",
    ),
}


def timed(program: str) -> tuple[float, float]:
    """Return the milliseconds of the import and of the case in a fresh process."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, env=environment
    )
    imported, case = map(float, done.stdout.split())
    return imported, case


def measure(rounds: int) -> tuple[list[float], dict[tuple[str, str], list[float]]]:
    """Time every case of every set once a round, after a round that warms the disk."""
    imports: list[float] = []
    times: dict[tuple[str, str], list[float]] = {}
    for number in range(rounds + 1):
        for one in builtin_ids():
            kept = encode_rules(load_builtin(one)).hex()
            for name, (ready, case) in CASES.items():
                program = _START.format(
                    ready=ready.format(id=one, kept=kept), case=case.format(id=one, kept=kept)
                )
                imported, took = timed(program)
                if number:
                    imports.append(imported)
                    times.setdefault((one, name), []).append(took)
    return imports, times


def table(imports: list[float], times: dict[tuple[str, str], list[float]]) -> str:
    """Return the results as Markdown."""
    rows = [
        f"| {one} | {name} | {median(each):.1f} | {min(each):.1f} | {AIM_MS if name == AIMED else ''} |"
        for (one, name), each in times.items()
    ]
    sizes = ", ".join(f"{one} {len(builtin_text(one) or ''):,}" for one in builtin_ids())
    machine = f"CPython {platform.python_version()}, {os.cpu_count()} cores"
    return f"""# Rule sets

{datetime.now(UTC).date()}, {machine}. By `benchmarks/rules.py`.

Each in a fresh process, interleaved, {len(next(iter(times.values())))} rounds. Characters: {sizes}.
`import turnkeeper.rules`: median {median(imports):.1f}, least {min(imports):.1f}. Milliseconds:

| rule set | case | median | least | aim, below |
|---|---|---:|---:|---:|
{chr(10).join(rows)}

Most of a load is the standard parser and msgspec's first look at the types of the model, which the first
decoding pays as well; a second load in the same process costs neither.
"""


def main() -> None:
    """Measure, and write the results."""
    parser = argparse.ArgumentParser(description="rule sets, loaded cold")
    parser.add_argument("--rounds", type=int, default=9)
    asked = parser.parse_args()
    compileall.compile_dir(str(Path(turnkeeper.__file__).parent), quiet=1)
    text = table(*measure(asked.rounds))
    RESULTS.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
