"""Where campaigns lie: begun in a file or in memory, found in a folder, opened whole.

A campaign is one file that ends in `.turnkeeper`. This module knows files and rule sets; what a command
does to a campaign is not its business.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from turnkeeper.app.campaign import Campaign, blobs_of, facts_for, root_of
from turnkeeper.app.codec import Unreadable
from turnkeeper.chance.drivers import LONGEST_SEED
from turnkeeper.record import NotACampaign
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.time import ORIGIN, Instant

SUFFIX = ".turnkeeper"
MOST_NAMED = 8
_RULE_FILE = ".toml"


class NoCampaign(Exception):  # noqa: N818 - named by what happened
    """It is not clear which campaign is meant, or how one is to begin; ``hint`` says what would work."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def find(chosen: str, folder: Path) -> Path:
    """Return the file of the campaign that is meant: the one chosen, else the only one in the folder.

    Raises `NoCampaign` with a list of those there are.
    """
    if chosen:
        return _chosen(Path(chosen).expanduser(), folder)
    there = campaigns_in(folder)
    if len(there) == 1:
        return there[0]
    if not there:
        raise NoCampaign(
            "There is no campaign in this folder.",
            "Begin one with `turnkeeper new NAME`, look around in `turnkeeper sample`, "
            "or name one with --campaign PATH.",
        )
    raise NoCampaign(
        f"There are {len(there)} campaigns in this folder: {_names(there)}.",
        f"Say which: --campaign {there[0].stem}, or set TURNKEEPER_CAMPAIGN.",
    )


def _chosen(path: Path, folder: Path) -> Path:
    if path.exists():
        return path
    longer = path.with_name(path.name + SUFFIX)
    if longer.exists():
        return longer
    there = campaigns_in(path.parent if path.parent != Path() else folder)
    hint = f"There are: {_names(there)}." if there else "Begin one with `turnkeeper new NAME`."
    raise NoCampaign(f"There is no campaign {str(path)!r}.", hint)


def campaigns_in(folder: Path) -> list[Path]:
    """Return the campaigns of a folder by name; none when the folder cannot be read."""
    try:
        return sorted(Path(entry.path) for entry in os.scandir(folder) if entry.name.endswith(SUFFIX))
    except OSError:
        return []


def _names(paths: Iterable[Path]) -> str:
    names = [path.name for path in paths]
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


def open_campaign(path: Path, *, read_only: bool = False) -> Campaign:
    """Open a campaign's file; raises `RecordFault` when it cannot be, or was made by another version."""
    from turnkeeper.record.sqlite import SqliteStore

    store = SqliteStore.open(path, read_only=read_only)
    try:
        return Campaign(store)
    # What was put together by hand can go wrong in any way that reading has.
    except (msgspec.DecodeError, Unreadable, LookupError, TypeError, ValueError) as fault:
        store.close()
        hint = "It may have been made by another version of Turnkeeper; the file is as it was."
        raise NotACampaign(str(path), f"its contents are not understood: {fault}", hint) from fault
    except BaseException:
        store.close()
        raise


def create(name: str, ruleset: RuleSet, *, seed: str = "", begin: str = "") -> tuple[Path, Campaign]:
    """Begin a campaign in a new file named after it, and return both; nothing is ever overwritten.

    ``name`` may be a path. Without ``seed`` the dice are seeded at random; ``begin`` is an instant as the
    rule set says it. Raises `NoCampaign`, `RecordFault` and ``SpokenTimeError``.
    """
    from turnkeeper.record.sqlite import SqliteStore

    path = path_of(name)
    facts = facts_for(path.name.removesuffix(SUFFIX), random_id(), seed_for(seed), ruleset)
    root = root_of(ruleset, beginning(ruleset, begin))
    return path, Campaign(SqliteStore.create(path, facts, root, blobs=blobs_of(ruleset)))


def path_of(name: str) -> Path:
    """Return the file of a campaign of that name, which may be a path; raises `NoCampaign` for none."""
    path = Path(name).expanduser()
    if not path.name.removesuffix(SUFFIX):
        raise NoCampaign("A campaign needs a name.", "turnkeeper new Barrow")
    _require_text(path.name, "name")
    return path if path.name.endswith(SUFFIX) else path.with_name(path.name + SUFFIX)


def _require_text(said: str, what: str) -> None:
    """Raise `NoCampaign` for bytes of a command line that no letters can be read from."""
    try:
        said.encode()
    except UnicodeEncodeError:
        raise NoCampaign(f"A {what} is written in letters; this is not UTF-8.", "Type it anew.") from None


def in_memory(name: str, ruleset: RuleSet, *, seed: str = "", begin: str = "") -> Campaign:
    """Begin a campaign that lives as long as the program."""
    from turnkeeper.record.memory import MemoryStore

    facts = facts_for(name, random_id(), seed_for(seed), ruleset)
    root = root_of(ruleset, beginning(ruleset, begin))
    return Campaign(MemoryStore.create(facts, root, blobs=blobs_of(ruleset)))


def beginning(ruleset: RuleSet, said: str) -> Instant:
    """Return the instant at which a campaign begins: as said, else the rule set's first."""
    book = Rulebook(ruleset)
    return book.scale.parse_instant(said, book.times_of_day) if said else ORIGIN


def random_id() -> str:
    """Return 32 hexadecimal digits that nobody else has."""
    return os.urandom(16).hex()


def seed_for(said: str) -> str:
    """Return the seed of the dice: as said, else a random one; raises `NoCampaign` when it is too long."""
    _require_text(said, "seed")
    if len(said.encode()) > LONGEST_SEED:
        raise NoCampaign(f"A seed has at most {LONGEST_SEED} bytes.", "A few words are enough.")
    return said or random_id()


def rules_named(named: str, options: tuple[str, ...] = ()) -> RuleSet:
    """Return a rule set by the id of a built-in one or the path of a file, with some of its options on.

    Raises `UnknownNameError` for an id that none has or an option that the set has not, ``OSError`` and
    ``UnicodeDecodeError`` for a file that cannot be read, `RulesFault` for one with problems.
    """
    from turnkeeper.rules.reading.load import builtin_text, load_builtin, load_rules

    path = Path(named).expanduser()
    if path.suffix.casefold() != _RULE_FILE and not path.is_file():
        return load_builtin(named, options)
    return load_rules(path.read_text(encoding="utf-8"), str(path), builtin_text, options)


def write_whole(path: Path, data: bytes) -> None:
    """Put bytes in the place of a file, on the disk before it is replaced; raises ``OSError``."""
    new = path.with_name(f"{path.name}.{os.urandom(4).hex()}")
    handle = os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise
