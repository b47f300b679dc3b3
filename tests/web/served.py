"""The screen as a process of its own, which can be killed and started again on the same port and folder."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from secrets import randbelow
from urllib.parse import urlsplit

WAITS_S = 60
# Below where systems take ports for those who call: while a server is down nobody else is given its port.
PORTS = range(12_000, 32_000)


class Screen:
    """``turnkeeper screen`` on a folder of campaigns."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = self.enter = self.players = ""
        self._port = PORTS[randbelow(len(PORTS))]
        self._running: subprocess.Popen[str] | None = None

    def start(self) -> Screen:
        """Start it and wait until it has said where it is; the second time on the port of the first."""
        words = (str(self.folder), "--port", str(self._port), "--no-browser", "--json")
        environment = {name: value for name, value in os.environ.items() if name != "TURNKEEPER_CAMPAIGN"}
        with self.log.open("a") as log:
            self._running = subprocess.Popen(
                (sys.executable, "-P", "-m", "turnkeeper", "screen", *words),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
            )
        assert self._running.stdout is not None
        said = self._running.stdout.readline()
        assert said, f"the screen did not start: {self.log.read_text()}"
        told = json.loads(said)
        self.address, self.enter = told["address"].rstrip("/"), told["enter"]
        self.players = told.get("players") or ""
        self._port = urlsplit(self.address).port or 80
        return self

    @property
    def log(self) -> Path:
        """The file of what the server complains about."""
        return self.folder.with_name(self.folder.name + ".log")

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._running is not None
        return self._running.pid

    def kill(self) -> None:
        """Kill it with no chance to tidy up, as a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end, as Ctrl+C does, and return its exit code."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> int:
        if self._running is None:
            return 0
        running, self._running = self._running, None
        running.send_signal(how)
        try:
            return running.wait(WAITS_S)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
            raise
        finally:
            assert running.stdout is not None
            running.stdout.close()

    def url(self, path: str) -> str:
        """Return the whole address of a path."""
        return self.address + path
