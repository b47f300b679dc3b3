"""Plans answered on a cluster: the same answers as here, and clear words where there is none."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from tests.needs import needs
from turnkeeper.app.plans import cluster
from turnkeeper.app.plans.cluster import NoCluster, on_cluster
from turnkeeper.app.plans.grid import Grid, GridSource, answered
from turnkeeper.app.plans.source import read_source

PLAN = """; How long there is light, by how many torches are brought.
rules: glog

> party Varda
> enter dungeon Barrow
> stock 1 torch
> light torch for Varda
repeat until dark or 4 h
  > next
end
when a question: > choose rest
when an encounter: > part

ask when dark
"""
# Its threads and its own ways to warn are no concern of ours.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Return the address of a cluster of two workers, each in a thread of this process."""
    needs(find_spec("distributed"), "the package distributed")
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        dashboard_address=None,
        host="127.0.0.1",
        protocol="tcp",
    ) as there:
        yield there.scheduler_address


def grid() -> Grid:
    source, problems = read_source(PLAN, "torches.plan", ("torch 1..3",))
    assert not problems
    return Grid((GridSource("torches", source, "torches.plan"),))


def test_a_cluster_answers_as_this_process_does(address: str) -> None:
    here = list(answered(grid().plans(), grid().size, workers=1))
    there = list(answered(grid().plans(), grid().size, cluster=address))
    assert [one.wrong for one in here] == [""] * 3
    assert there == here


def test_a_worker_of_another_version_is_not_asked(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = iter(["0.0.1"])
    monkeypatch.setattr(cluster, "_version", lambda: next(said, "0.0.2"))
    with pytest.raises(NoCluster, match=r"here is 0\.0\.1"), on_cluster(address):
        pass


@pytest.mark.parametrize(
    "said, message",
    [
        ("nonsense", "no address"),
        ("http://127.0.0.1:8786", "no address"),
        ("tcp://127.0.0.1:1", "no scheduler answers"),
    ],
)
def test_without_a_scheduler_it_says_so(said: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    needs(find_spec("distributed"), "the package distributed")
    monkeypatch.setattr(cluster, "PATIENCE_S", 1)
    with pytest.raises(NoCluster, match=message), on_cluster(said):
        pass


def test_without_its_package_it_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoCluster, match="extra package") as missing, on_cluster("tcp://127.0.0.1:1"):
        pass
    assert "turnkeeper[cluster]" in missing.value.hint
