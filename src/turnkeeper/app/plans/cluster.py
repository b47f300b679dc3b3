"""Plans answered on a cluster that is there already, through dask: the same code, and so the same answers.

Its package is an extra, which only this module imports, and only where a cluster is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor

_ADDRESS = re.compile(r"(?:tcp|tls)://[\w.:\[\]-]{1,253}:\d{1,5}", re.ASCII)
_HINT = "dask scheduler tells its address, such as tcp://10.0.0.7:8786"
PATIENCE_S = 5
"""So long a scheduler is waited for."""


class NoCluster(Exception):  # noqa: N818 - named by what is wrong
    """A cluster that cannot answer plans, and what to do about it."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@contextmanager
def on_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield what carries out work on the cluster of an address, and how many processes or threads it has.

    Raises `NoCluster` where the extra is not installed, where no scheduler answers, where it has no worker,
    and where a worker has no Turnkeeper of this very version: its answers could be others.
    """
    if not _ADDRESS.fullmatch(address):
        raise NoCluster(f"{address[:90]!r} is no address of a scheduler", _HINT)
    try:
        from distributed import Client
    except ModuleNotFoundError as fault:
        message = "clusters need the extra package distributed"
        raise NoCluster(message, 'pip install "turnkeeper[cluster]"') from fault
    try:
        client = Client(address, timeout=PATIENCE_S, set_as_default=False)  # type: ignore[no-untyped-call]
    except OSError as fault:
        raise NoCluster(f"no scheduler answers at {address}", _HINT) from fault
    with client:
        workers = client.scheduler_info(n_workers=-1)["workers"]
        if not workers:
            raise NoCluster(f"the cluster at {address} has no worker", f"dask worker {address} starts one")
        ours = _version()
        for name, theirs in client.run(_version, on_error="return").items():
            if theirs != ours:
                told = theirs if isinstance(theirs, str) else "no Turnkeeper"
                raise NoCluster(
                    f"the worker {name} has {told}, and here is {ours}", "install the same everywhere"
                )
        executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
        yield executor, sum(one["nthreads"] for one in workers.values())


def _version() -> str:
    from importlib.metadata import version

    return version("turnkeeper")
