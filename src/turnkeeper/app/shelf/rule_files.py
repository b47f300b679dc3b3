"""Rule sets that can be read: those that come along, and files of rules that lie beside the campaigns.

A file is found among those of the folder by its name alone, so that no name leads anywhere else. This module
must not know how a rule set is shown.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from turnkeeper.app.rulecheck import checked_bytes
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import RulesFault, UnknownNameError, did_you_mean
from turnkeeper.rules.reading.load import builtin_text, known_ids, load_builtin, load_rules
from turnkeeper.rules.reading.source import LARGEST_TEXT

ENDINGS = (".toml",)
MOST_FILES = 40
LARGEST_FILE = 4 * LARGEST_TEXT
"""A letter has at most four bytes."""
_MARKS = ("[ruleset]",)
"""What stands in every file of rules; others that lie about are none."""


class RuleFile(Struct, frozen=True):
    """A file of rules beside the campaigns: its name, its base, and the number of its problems."""

    file: str
    name: str
    extends: str = ""
    rules: int = 0
    problems: int = 0


def rule_files(folder: Path) -> tuple[RuleFile, ...]:
    """Return the files of rules that lie in a folder, by name; of very many the first."""
    found = (_seen(str(path), seen.st_mtime_ns, seen.st_size) for path, seen in _lying(folder))
    return tuple(one for one in found if one is not None)


def rule_set(which: str, folder: Path, options: tuple[str, ...] = ()) -> RuleSet:
    """Return a rule set by its id, or by its file's name in a folder, with some of its options on.

    Raises `UnknownNameError` for what there is not, and for an option that it has not; `RulesFault` for a
    file with problems.
    """
    if which in known_ids():
        return load_builtin(which, options)
    text = _text(which, folder)
    return load_rules(text, which, builtin_text, options)


def text_of(which: str, folder: Path) -> str:
    """Return the text of a rule set as its file has it; raises `UnknownNameError`, `RulesFault`."""
    return builtin_text(which) or _text(which, folder)


def _text(file: str, folder: Path) -> str:
    there = {path.name: path for path, _ in _lying(folder)}
    try:
        data = there[file].read_bytes()
    except (KeyError, OSError):
        message = f"there is no rule set {file[:60]!r} here"
        raise UnknownNameError(message, did_you_mean(file[:60], (*known_ids(), *there))) from None
    found, text, _ = checked_bytes(data, file)
    if not text and found.problems:
        raise RulesFault(found.problems)
    return text


def _lying(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Yield the plain files of a folder that may be rules, by name."""
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.name.casefold().endswith(ENDINGS))
    except OSError:
        return
    for name in names[:MOST_FILES]:
        try:
            seen = (folder / name).lstat()
        except OSError:
            continue  # it went while we looked
        if stat.S_ISREG(seen.st_mode) and seen.st_size <= LARGEST_FILE:
            yield folder / name, seen


@lru_cache(maxsize=MOST_FILES)
def _seen(path: str, _changed_ns: int, _size: int) -> RuleFile | None:
    """Return a file's summary, read once for as long as the file does not change."""
    file = Path(path)
    try:
        data = file.read_bytes()
    except OSError:
        return None
    if not any(mark.encode() in data for mark in _MARKS):
        return None
    found, _, rules = checked_bytes(data, file.name)
    if rules is None:
        return RuleFile(file.name, file.stem, problems=len(found.problems))
    about = rules.ruleset
    return RuleFile(file.name, about.name, about.extends or about.made_from, len(rules.register))
