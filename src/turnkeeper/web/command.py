"""`turnkeeper screen`, as the command line finds it by name: light to look at, heavy when it runs."""

from __future__ import annotations

from pathlib import Path

PORT = 7077


def screen(  # noqa: PLR0913 - the options of a command
    folder: Path = Path(),
    *,
    port: int = PORT,
    local: bool = False,
    host_name: tuple[str, ...] = (),
    browser: bool = True,
    sample: bool = False,
    json: bool = False,
) -> int:
    """Run the evening in a browser; players look on from their phones.

    Parameters
    ----------
    folder
        Where the campaigns lie; this folder if not said.
    port
        The port to answer on; when it is taken, one of the next. 0 takes any.
    local
        Answer this machine alone: nobody else can look on.
    host_name
        A further name under which this machine is called; can be said again.
    browser
        Open the referee's screen in the browser of this machine.
    sample
        See that there is a sample campaign, and open it.
    json
        Say the addresses as one line of JSON, for programs.

    """
    from turnkeeper.web.serve import Options, run

    run(folder, Options(port, local, host_name, browser, sample, json))
    return 0
