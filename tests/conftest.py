"""What all tests share: how hard hypothesis looks, chosen by ``./check --quick | --long``."""

from __future__ import annotations

import gc
import os

from hypothesis import settings

# Where nobody can ask "did you change that?", a law must be tried on the same examples each time.
_IN_CI = bool(os.environ.get("CI"))

for _name, _examples in (("quick", 10), ("default", 100), ("long", 2_000)):
    # No deadline: how long something takes is measured in benchmarks/, never asserted here.
    settings.register_profile(_name, max_examples=_examples, deadline=None, derandomize=_IN_CI)

settings.load_profile("default")

# A test leaves little that goes round in circles: to look for it seldom saves a twentieth of the time.
gc.set_threshold(100_000, 20, 20)


def pytest_collection_finish() -> None:
    """Keep the collector of garbage away from the thousands of tests, which live as long as the process."""
    gc.collect()
    gc.freeze()
