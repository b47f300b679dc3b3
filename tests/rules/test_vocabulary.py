"""How many games each field of a rule file serves: a vocabulary is worth what several of them say in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import fields

from turnkeeper.rules import builtin_ids, load_builtin


def _parts(value: object) -> Iterator[Struct]:
    """Yield every part of a rule set, itself included."""
    inner: object = ()
    match value:
        case Struct():
            yield value
            inner = [getattr(value, one.name) for one in fields(value)]
        case dict():
            inner = value.values()
        case tuple() | list():
            inner = value
        case _:
            return
    for one in inner:
        yield from _parts(one)


def games_of_fields() -> dict[str, set[str]]:
    """Return, for each field in which some game says something of its own, the games that do.

    What is at its default is not said. An option counts by what it is, not by what it would change.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for game in builtin_ids():
        for part in _parts(load_builtin(game)):
            for one in fields(part):
                said = getattr(part, one.name)
                empty = one.default_factory in {dict, list, tuple} and not said
                if said != one.default and not empty:
                    found[f"{type(part).__name__}.{one.encode_name}"].add(game)
    return found


def test_at_most_one_field_in_three_serves_a_single_game() -> None:
    games = games_of_fields()
    alone = [name for name, those in games.items() if len(those) == 1]
    assert len(builtin_ids()) == 8
    assert len(alone) * 3 <= len(games), sorted(alone)
