"""Weather and seasons: words that name one thing only, one beginning, and days that break before they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnkeeper.rules.model.procedures import ChangeWeather
from turnkeeper.rules.reading.problems import Fault, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnkeeper.rules.model.ground import Ground
    from turnkeeper.rules.reading.problems import Path


def weather_faults(ground: Ground) -> Iterator[Fault]:
    """Yield every fault of the weather."""
    yield from _kinds(ground)
    yield from _words(ground)
    for path, part in ground.parts:
        if isinstance(part, ChangeWeather) and part.weather not in ground.names["weather"]:
            hint = did_you_mean(part.weather, ground.names["weather"])
            yield Fault((*path, "weather"), f"there is no weather {part.weather[:60]!r}", hint)


def _kinds(ground: Ground) -> Iterator[Fault]:
    first: list[str] = []
    for name, kind in ground.rules.weather.items():
        path: Path = ("weather", name)
        if kind.start and first:
            message = f"a campaign begins with {first[0]!r} already"
            yield Fault((*path, "start"), message, "one weather has start = true")
        first += [name] if kind.start else []
        if kind.travel < 1:
            yield Fault((*path, "travel"), f"{kind.travel} is too low", "at least 1")
        if kind.sight is not None and kind.sight < 0:
            yield Fault((*path, "sight"), f"{kind.sight} is too low", "at least 0")


def _words(ground: Ground) -> Iterator[Fault]:
    named = {name.casefold(): name for name in ground.rules.weather}
    for name, kind in ground.rules.weather.items():
        for index, said in enumerate(kind.says):
            path: Path = ("weather", name, "says", index)
            words = " ".join(said.casefold().split())
            if not words or words != said:
                yield Fault(
                    path, f"{said[:60]!r} cannot be said", "words in small letters, one space between"
                )
            elif named.setdefault(words, name) != name:
                yield Fault(path, f"{said!r} means {named[words]!r} already", "each word means one weather")
