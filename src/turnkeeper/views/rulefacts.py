"""What an entry of a rule set says, fact by fact in a few plain words, drawn from its data as it stands.

A new field shows up by itself. This module must not know which sections there are, nor how a fact is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from turnkeeper.rules.model.cite import is_cite
from turnkeeper.rules.problems import Path
from turnkeeper.rules.reading.merge import is_other_kind

CITES = frozenset({"rule", "also"})
"""Where an entry cites the rules that it carries out as a whole."""
_NOT_FACTS = CITES | {"rooms_rule"}
_DOES = frozenset({"do", "choices"})
_LEADS = frozenset({"on", "name", "text", "do"})


class RuleFact(Struct, frozen=True):
    """One statement of an entry: its subject and its value; in a row of a table the totals lead."""

    name: str
    says: str

    def __str__(self) -> str:
        """Return it in a few plain words."""
        return " ".join(filter(None, (self.name, self.says)))


def facts(value: object) -> Iterator[RuleFact]:
    """Yield the facts of an entry, each in a few plain words; a list of tables gives a fact for each."""
    if not isinstance(value, dict):
        yield RuleFact("", _plain(value))
        return
    for key, inner in value.items():
        if key not in _NOT_FACTS and _is_said(inner):
            yield from _facts_of((str(key),), inner)


def _facts_of(path: tuple[str, ...], value: object) -> Iterator[RuleFact]:
    """Yield the facts at a path of an entry; a table within it has facts of its own."""
    if isinstance(value, dict) and not is_cite(value):
        inner = {key: one for key, one in value.items() if _is_table(one) and key not in _DOES | _NOT_FACTS}
        flat = {key: one for key, one in value.items() if key not in inner}
        if flat and _plain(flat):
            yield RuleFact(named(path), _plain(flat))
        for key, one in inner.items():
            yield from _facts_of((*path, str(key)), one)
    elif isinstance(value, list | tuple) and _is_table(value) and path[-1] not in _DOES:
        yield from (_row(one) for one in value)
    else:
        yield RuleFact(named(path), "" if value is True or is_cite(value) else _plain(value))


def _is_table(value: object) -> bool:
    """Return whether a value is a table of the file or a list of such, and no cite."""
    if isinstance(value, list | tuple):
        return any(map(_is_table, value))
    return isinstance(value, dict) and not is_cite(value)


def named(path: tuple[str, ...]) -> str:
    """Return the name of a place within an entry: the field after the part that holds it."""
    return " ".join(part.replace("_", " ") for part in path[-2:])


def _is_said(value: object) -> bool:
    """Return whether a value says anything."""
    return value is not False and value not in ((), [], {}, "")


def _row(row: object) -> RuleFact:
    """Return a row of a table of the file: its totals or its name lead, the rest follows."""
    if not isinstance(row, dict):
        return RuleFact("", _plain(row))
    lead = [_plain(row[key]) for key in ("on", "name") if key in row]
    rest = [_pair(str(key), value) for key, value in row.items() if key not in _LEADS | _NOT_FACTS and value]
    does = [f"({', '.join(_plain(one) for one in row['do'])})"] if row.get("do") else []
    says = ", ".join([*filter(None, [" ".join([*lead[1:], *does])]), *rest])
    return RuleFact(lead[0] if lead else "", says)


def _plain(value: object) -> str:
    match value:
        case dict():
            told = ((key, inner) for key, inner in value.items() if key not in _NOT_FACTS and _is_said(inner))
            return ", ".join(_pair(str(key), inner) for key, inner in told)
        case list() | tuple():
            rows = (f"({_plain(one)})" if isinstance(one, list | tuple) else _plain(one) for one in value)
            return ", ".join(rows)
        case _:
            return str(value)


def _pair(key: str, value: object) -> str:
    """Return a key and its value; what merely tags a variant goes by its value alone."""
    if key in {"effect", "by"}:
        return str(value).replace("-", " ") if key == "effect" else f"by {value}"
    if value is True or is_cite(value):
        return named((key,))
    if key == "choices" and isinstance(value, list | tuple):
        return " or ".join(str(one.get("name", one)) if isinstance(one, dict) else str(one) for one in value)
    if key == "do":
        return _plain(value)
    return f"{named((key,))} {_plain(value)}"


def unlike(now: object, before: object, path: Path) -> Iterator[tuple[Path, object, object]]:
    """Yield the paths at which two values are not alike, with both values; the rules that they cite aside."""
    if isinstance(now, dict) and isinstance(before, dict) and not is_other_kind(before, now):
        for name in dict.fromkeys((*before, *now)):
            if name not in CITES and not is_cite(now.get(name, before.get(name))):
                yield from unlike(now.get(name), before.get(name), (*path, str(name)))
    elif now != before:
        yield path, now, before


def otherwise(one: object, other: object) -> tuple[object, object]:
    """Return two values that are not alike; of two lists only the rows that differ."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return [row for row in one if row not in other], [row for row in other if row not in one]
    return one, other


def in_words(what: str, value: object) -> str:
    """Return a value in words, after the name of its field."""
    match value:
        case None:
            return ""
        case bool():
            said = "yes" if value else "no"
        case dict() | list() | tuple():
            inner = {"": value} if isinstance(value, list | tuple) else value
            said = "; ".join(str(one).strip() for one in facts(inner)) or "nothing"
        case _:
            said = str(value) or "nothing"
    return f"{what} {said}".strip()
