"""Many plans at once: some side by side, under several rule sets, with numbers that vary; on many processes.

Each is answered by itself. What was answered can be kept in a file, and is not worked out again from there.
"""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec import Struct

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.library import open_campaign
from turnkeeper.app.plans.answering import EXACTLY, PlanFault, PlanMethod, PlanOdds, plan_odds
from turnkeeper.app.plans.cluster import on_cluster
from turnkeeper.app.plans.figures import PlanFigure, figures_of
from turnkeeper.app.plans.sampled import sampled_odds
from turnkeeper.app.plans.source import PlanSource, read_source
from turnkeeper.odds.explore import Watcher, go_on
from turnkeeper.rules.reading.load import builtin_text

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future


FEW = 4
"""So few plans are answered in this process: starting others would take longer."""
AHEAD = 4
"""The plans that wait for each process."""


class GridPlan(Struct, frozen=True):
    """One plan of a grid: what tells it from the others, its text, and where it begins.

    It begins in the campaign of a file, if one is named.
    """

    labels: tuple[str, ...]
    text: str
    name: str
    campaign: str = ""
    how: PlanMethod = EXACTLY

    @property
    def key(self) -> str:
        """Return the key of the plan: equal plans by equal rules have equal keys."""
        stands = Path(self.campaign).stat().st_mtime_ns if self.campaign else 0
        rules = read_source(self.text, self.name)[0].rules
        text = (builtin_text(rules[0]) or "") if rules else ""
        how = self.how
        way = (str(how.sample), how.seed) if how.sample else ("floats",) if how.floats else ()
        said = "\0".join((text, self.text, self.campaign, str(stands), str(how.most), *way))
        return hashlib.sha256(said.encode()).hexdigest()


class GridAnswer(Struct, frozen=True):
    """The answer of one plan of a grid: its figures, or its faults; not all is known if `cut`."""

    labels: tuple[str, ...]
    figures: tuple[PlanFigure, ...] = ()
    wrong: str = ""
    cut: bool = False


class GridSource(Struct, frozen=True):
    """A source of plans with the name that tells it from others; it begins in a campaign's file, if named."""

    label: str
    source: PlanSource
    name: str
    campaign: str = ""
    how: PlanMethod = EXACTLY


class Grid(Struct, frozen=True):
    """Sources side by side, under rule sets; ``axes`` are the names of what tells the plans apart."""

    sources: tuple[GridSource, ...]
    rules: tuple[str, ...] = ()

    @property
    def axes(self) -> tuple[str, ...]:
        """Return the names of the labels of a plan."""
        told = ("plan",) if len(self.sources) > 1 else ()
        under = ("rules",) if len(self.rules) > 1 else ()
        return (*told, *under, *(one.word for one in self.sources[0].source.varies))

    @property
    def size(self) -> int:
        """Return how many plans there are."""
        return sum(one.source.cells for one in self.sources) * max(len(self.rules), 1)

    def plans(self) -> Iterator[GridPlan]:
        """Yield the plans one after the other."""
        for one in self.sources:
            for rules in self.rules or ("",):
                told = (one.label,) if len(self.sources) > 1 else ()
                under = (rules,) if len(self.rules) > 1 else ()
                for values, source in one.source.varied():
                    labels = (*told, *under, *map(str, values))
                    yield GridPlan(labels, source.under(rules), one.name, one.campaign, one.how)


def answer_plan(plan: GridPlan) -> GridAnswer:
    """Return the answer of one plan; its faults are told in it."""
    try:
        if plan.campaign:
            campaign = open_campaign(Path(plan.campaign), read_only=True)
            try:
                found = odds_of(plan, campaign)
            finally:
                campaign.close()
        else:
            found = odds_of(plan)
    except PlanFault as fault:
        return GridAnswer(plan.labels, wrong=str(fault))
    return GridAnswer(plan.labels, figures_of(found), cut=bool(found.causes))


def odds_of(
    plan: GridPlan,
    here: Campaign | None = None,
    *,
    tell: Callable[[int], None] | None = None,
    watcher: Watcher = go_on,
) -> PlanOdds:
    """Return the odds of a plan, exact or not as it says; raises `PlanFault`.

    Without ``tell``, which is told how often it was played, it is sampled whole or not at all. A ``watcher``
    can stop exploring.
    """
    how = plan.how
    if not how.sample:
        return plan_odds(plan.text, plan.name, here=here, most=how.most, floats=how.floats, watcher=watcher)
    found = sampled_odds(
        plan.text,
        plan.name,
        how.sample,
        seed=how.seed,
        here=here,
        most=how.most,
        tell=tell or (lambda _times: None),
    )
    if tell is None and found.sampled < how.sample:
        raise KeyboardInterrupt
    return found


class KeptAnswers(Protocol):
    """What was answered before, and where more of it is kept."""

    def find(self, plan: GridPlan) -> GridAnswer | None:
        """Return the answer of a plan, if it is known."""

    def keep(self, plan: GridPlan, answer: GridAnswer) -> None:
        """Keep an answer."""


class KeptNowhere:
    """Keeps no answers."""

    def find(self, plan: GridPlan) -> GridAnswer | None:  # noqa: ARG002 - of the protocol
        """Return nothing."""
        return None

    def keep(self, plan: GridPlan, answer: GridAnswer) -> None:
        """Do nothing."""


class _Line(Struct, frozen=True):
    key: str
    answer: GridAnswer


class KeptInFile:
    """Keeps answers as lines of a file; a line that was cut short is as if it had not been written."""

    def __init__(self, path: Path) -> None:
        """Read what a file keeps already, if it is there; raises ``OSError``."""
        self._path = path
        self._known: dict[str, GridAnswer] = {}
        cut = False
        for line in path.read_bytes().splitlines(keepends=True) if path.exists() else ():
            cut = not line.endswith(b"\n")
            try:
                one = msgspec.json.decode(line, type=_Line)
            except msgspec.MsgspecError:
                continue
            self._known[one.key] = one.answer
        with path.open("ab") as file:
            file.write(b"\n" if cut else b"")

    def find(self, plan: GridPlan) -> GridAnswer | None:
        """Return the answer of a plan, if it is known."""
        known = self._known.get(plan.key)
        return None if known is None else msgspec.structs.replace(known, labels=plan.labels)

    def keep(self, plan: GridPlan, answer: GridAnswer) -> None:
        """Write an answer at the end of the file."""
        self._known[plan.key] = answer
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(_Line(plan.key, answer)) + b"\n")


def answered(
    plans: Iterable[GridPlan],
    size: int,
    *,
    workers: int = 0,
    kept: KeptAnswers | None = None,
    cluster: str = "",
) -> Iterator[GridAnswer]:
    """Yield the answers of plans in their order, whatever the number of processes that work them out.

    Without ``workers`` it is one for each core; with the address of a ``cluster`` they work there, and
    nothing is answered here. Who stops reading stops them. Raises `NoCluster`.
    """
    kept = kept or KeptNowhere()
    if cluster:
        with on_cluster(cluster) as (executor, there):
            yield from _worked_out(plans, executor, there, kept)
        return
    workers = min(workers or os.cpu_count() or 1, size)
    if size <= FEW or workers <= 1:
        for plan in plans:
            yield kept.find(plan) or _kept(kept, plan, answer_plan(plan))
        return
    # Imported here because a single plan needs no processes.
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        yield from _worked_out(plans, pool, workers, kept)
    finally:
        pool.shutdown(cancel_futures=True)


def _worked_out(
    plans: Iterable[GridPlan], pool: Executor, workers: int, kept: KeptAnswers
) -> Iterator[GridAnswer]:
    waiting: deque[tuple[GridPlan, GridAnswer | Future[GridAnswer]]] = deque()
    try:
        for plan in plans:
            if len(waiting) >= workers * AHEAD:
                yield _received(kept, *waiting.popleft())
            waiting.append((plan, kept.find(plan) or pool.submit(answer_plan, plan)))
        while waiting:
            yield _received(kept, *waiting.popleft())
    finally:
        for _, one in waiting:
            if not isinstance(one, GridAnswer):
                one.cancel()


def _received(kept: KeptAnswers, plan: GridPlan, one: GridAnswer | Future[GridAnswer]) -> GridAnswer:
    return one if isinstance(one, GridAnswer) else _kept(kept, plan, one.result())


def _kept(kept: KeptAnswers, plan: GridPlan, answer: GridAnswer) -> GridAnswer:
    kept.keep(plan, answer)
    return answer


def require_same_axes(sources: Sequence[GridSource]) -> str:
    """Return why sources cannot stand side by side, or nothing."""
    words = {tuple(vary.word for vary in one.source.varies) for one in sources}
    return "" if len(words) == 1 else "plans side by side vary the same numbers, or none"
