"""Rule sets by their text or their id, and the bytes that a campaign keeps of them.

This module opens no paths: the built-in sets come with the package, every other text from the caller. How a
text is read and checked is in `reading`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from zlib import crc32

import msgspec

from turnkeeper.rules.model.ruleset import RuleSet, RuleSetHead
from turnkeeper.rules.problems import UnknownNameError, did_you_mean

_HOME = "turnkeeper.rules"
_FOLDERS = ("sets", "examples")


def load_rules(
    text: str, name: str, base: Callable[[str], str | None], options: tuple[str, ...] = ()
) -> RuleSet:
    """Return the rule set that a text states, with everything that it extends merged in.

    ``name`` is the file's name as problems show it. ``base`` gives the text of an extended rule set by its
    id. ``options`` are switched on over all that the text says. Raises `RulesFault` with all problems at
    once, and `UnknownNameError` for an option that it has not.
    """
    # Opening a campaign comes through this module too, and never needs what reads and checks files.
    from turnkeeper.rules.reading.decoding import read_rules

    return read_rules(text, name, base, known_ids, options)


def builtin_ids() -> tuple[str, ...]:
    """Return the ids of the rule sets that come with the program, each a whole game."""
    return _ids_in("sets")


def example_ids() -> tuple[str, ...]:
    """Return the ids of the examples that come with the program: differences from its games."""
    return _ids_in("examples")


def known_ids() -> tuple[str, ...]:
    """Return the ids of all that comes with the program, the games first."""
    return (*builtin_ids(), *example_ids())


def _ids_in(folder: str) -> tuple[str, ...]:
    from importlib.resources import files

    names = (entry.name for entry in files(_HOME).joinpath(folder).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def builtin_text(ruleset: str) -> str | None:
    """Return the text of a rule set or an example that comes with the program, or ``None``.

    It serves as the ``base`` of `load_rules`.
    """
    from turnkeeper.rules.model.values import is_id

    if not is_id(ruleset):
        return None
    for folder in _FOLDERS:
        try:
            return _packaged(f"{folder}/{ruleset}.toml").decode()
        except OSError:
            continue
    return None


def _packaged(name: str) -> bytes:
    """Return a file of this package; raises ``OSError`` when there is none."""
    # Whatever has loaded this module can read what lies beside it, and asking it costs nothing:
    # importlib.resources and pkgutil take longer to import than the file takes to read.
    match __spec__.loader:
        case SourceFileLoader() as loader:
            return loader.get_data(f"{__file__.removesuffix('reading/load.py')}{name}")
        case _:
            from importlib.resources import files

            return files(_HOME).joinpath(name).read_bytes()


def load_builtin(ruleset: str, options: tuple[str, ...] = ()) -> RuleSet:
    """Return a rule set that comes with the program, with some of its options on.

    Raises `UnknownNameError` for an id that none has, or an option that it has not.
    """
    text = builtin_text(ruleset)
    if text is None:
        message = f"there is no built-in rule set {ruleset[:60]!r}"
        raise UnknownNameError(message, did_you_mean(ruleset, known_ids()))
    if options:
        return load_rules(text, f"{ruleset}.toml", builtin_text, options)
    return _drawn(text, ruleset) or _trusted(text, f"{ruleset}.toml")


class CompiledRules(msgspec.Struct, frozen=True):
    """A rule set of ours as it was read from its file, and the checksum of the file's text."""

    of: int
    rules: RuleSet


def draw(text: str, ruleset: RuleSet) -> bytes:
    """Return a rule set of ours as `load_builtin` reads it at once, with no TOML to parse."""
    return msgspec.json.encode(CompiledRules(crc32(text.encode()), ruleset)) + b"\n"


def _drawn(text: str, ruleset: str) -> RuleSet | None:
    """Return the compiled form of this very text; ``None`` where the file has changed since."""
    try:
        kept = msgspec.json.decode(_packaged(f"compiled/{ruleset}.json"), type=CompiledRules)
    except (OSError, msgspec.DecodeError):
        return None
    return kept.rules if kept.of == crc32(text.encode()) else None


def load_example_head(example: str) -> tuple[RuleSetHead, int]:
    """Return the head of an example and the number of rules of its own; nothing is merged."""
    import tomllib

    data = tomllib.loads(_packaged(f"examples/{example}.toml").decode())
    return msgspec.convert(data["ruleset"], RuleSetHead), len(data["register"])


def _trusted(text: str, name: str) -> RuleSet:
    """Return a rule set of ours without its checks: those are for users' files, and our tests make them."""
    import tomllib

    try:
        data: dict[str, object] = tomllib.loads(text)
        about = data.get("ruleset")
        # With nothing to merge, what the file says is the rule set.
        if isinstance(about, dict) and not {"extends", "options"} & about.keys():
            return msgspec.convert(data, RuleSet)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError):
        return load_rules(text, name, builtin_text)  # which tells it with its place
    return load_rules(text, name, builtin_text)


def encode_rules(ruleset: RuleSet) -> bytes:
    """Return a rule set as the JSON that a campaign keeps: resolved, with nothing left to extend."""
    return msgspec.json.encode(ruleset)


def decode_rules(kept: bytes) -> RuleSet:
    """Return the rule set that `encode_rules` wrote, of whatever age.

    Raises ``msgspec.ValidationError`` for anything else.
    """
    try:
        return msgspec.json.decode(kept, type=RuleSet)
    except msgspec.ValidationError:
        # Few are so old that they call something otherwise; all others pay nothing for it.
        from turnkeeper.rules.reading.renamed import modern

        return msgspec.convert(modern(msgspec.json.decode(kept, type=dict[str, object])), RuleSet)


def digest(ruleset: RuleSet) -> str:
    """Return a fingerprint, 64 hex digits: equal for equal rule sets whatever file they were read from."""
    from hashlib import sha256

    return sha256(encode_rules(ruleset)).hexdigest()
