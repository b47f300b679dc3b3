"""A plan answered by sampling, in batches on several processes: any number of them finds the same.

A plan whose situations can be explored is sampled by its chain, any other is played plainly.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.plans.answering import PlanOdds, hear, made_ready, told, told_as_faults
from turnkeeper.odds.explore import MOST_SITUATIONS, explore
from turnkeeper.odds.playing import PlainPlayer
from turnkeeper.odds.questions import HowItEnds, Value, inquiry_of
from turnkeeper.odds.sampling import BATCH, ChainSampler, law_of_counts
from turnkeeper.rules.reading.load import builtin_text

A_FEW = 50
"""The plain playings of a batch."""


class _Found(Struct):
    """How often each value came up for each question, and each end; and how often plans were played."""

    counts: list[Counter[Value]]
    ends: Counter[Value]
    times: int = 0

    def add(self, other: _Found) -> None:
        """Add what another batch came to."""
        for mine, theirs in zip(self.counts, other.counts, strict=True):
            mine.update(theirs)
        self.ends.update(other.ends)
        self.times += other.times


_Batch = Callable[[int, int], _Found]
"""What the batch of a number and a size comes to."""


def sampled_odds(  # noqa: PLR0913 - all that is chosen for a plan
    text: str,
    name: str,
    times: int,
    *,
    seed: str = "",
    workers: int = 1,
    here: Campaign | None = None,
    most: int = MOST_SITUATIONS,
    tell: Callable[[int], None] = lambda _times: None,
) -> PlanOdds:
    """Return the odds that a number of playings of a plan show; raises `PlanFault`.

    ``tell`` is told how many are done. Broken off by Ctrl+C, it returns what was found so far.
    """
    program, campaign = made_ready(text, name, here, builtin_text)
    book, heard, dice = campaign.book, partial(hear, campaign), seed.encode()
    with told_as_faults(name):
        chain = explore(program, book, campaign.state, heard, most=most)
        if chain.causes:
            player, size = PlainPlayer(program, book, campaign.state, heard), A_FEW
            batch: _Batch = partial(_played, player, dice, len(program.queries))
        else:
            inquiries = [*map(inquiry_of, program.queries), HowItEnds()]
            batch, size = partial(_walked, [ChainSampler(chain, one) for one in inquiries], dice), BATCH
        found = _Found([Counter() for _ in program.queries], Counter())
        sizes = [min(size, times - at) for at in range(0, times, size)]
        with suppress(KeyboardInterrupt):
            for one in _batches(batch, sizes, workers):
                found.add(one)
                tell(found.times)
    if not found.times:
        raise KeyboardInterrupt
    laws = [law_of_counts(one) for one in found.counts]
    began, day = campaign.state.now, book.scale.day.ms
    answers = tuple(told(query, law, began, day) for query, law in zip(program.queries, laws, strict=True))
    return PlanOdds(
        book,
        answers,
        law_of_counts(found.ends),
        len(chain.situations),
        chain.decisions,
        sampled=found.times,
    )


def _played(player: PlainPlayer, seed: bytes, questions: int, number: int, size: int) -> _Found:
    found = _Found([Counter() for _ in range(questions)], Counter(), size)
    for at in range(size):
        played = player.play(seed, number * A_FEW + at)
        for counts, value in zip(found.counts, played.values, strict=True):
            counts[value] += 1
        found.ends[played.why] += 1
    return found


def _walked(samplers: list[ChainSampler], seed: bytes, number: int, size: int) -> _Found:
    *counts, ends = (
        one.sample(bytes([place % 256]) + seed, number, size)[0] for place, one in enumerate(samplers)
    )
    return _Found(counts, ends, size)


def _batches(batch: _Batch, sizes: list[int], workers: int) -> Iterator[_Found]:
    """Yield what batches come to, in their order."""
    # Imported here because an exact answer needs no processes.
    from multiprocessing import get_all_start_methods, get_context

    if workers < 2 or len(sizes) < 2 or "fork" not in get_all_start_methods():  # noqa: PLR2004 - of one it needs no other
        yield from (batch(number, size) for number, size in enumerate(sizes))
        return
    # A process that is forked has the plan already: nothing has to be sent but the number of a batch.
    _HERE.append(batch)
    try:
        with get_context("fork").Pool(min(workers, len(sizes)), _ignore_stop) as pool:
            yield from pool.imap(_in_worker, enumerate(sizes))
    finally:
        _HERE.remove(batch)


_HERE: list[_Batch] = []


def _ignore_stop() -> None:
    """Leave Ctrl+C to the process that began this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _in_worker(job: tuple[int, int]) -> _Found:
    return _HERE[-1](*job)
