"""House rules as differences: a rule set that extends another says only what it changes.

Here the chain of files is read and merged from the bottom, and the options that each file names are switched
on: those of its base before its own differences, those that it brings itself after them. How a difference is
merged is in `merge`. This module must not know what any entry means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import cast

from turnkeeper.rules.problems import Fault, Problem, RulesFault, did_you_mean
from turnkeeper.rules.reading.merge import ABOUT, Merge, Resolved, about, leave_out, without
from turnkeeper.rules.reading.source import Source, read_source
from turnkeeper.rules.reading.switch import switch_on_named, switch_on_of_base
from turnkeeper.spelling import nearest

LONGEST_CHAIN = 16
_ENDING = ".toml"
_NO_OWN_ID = "a rule set that extends another needs an id of its own"
_OWN_ID = 'such as id = "my-table"'


def resolve(
    source: Source, base: Callable[[str], str | None], known: Callable[[], Iterable[str]]
) -> Resolved:
    """Return a file's data merged over everything that it extends.

    ``base`` gives the text of a rule set by its id, ``known`` the ids for a did-you-mean. Raises
    `RulesFault` for a base that is unknown, cannot be read or comes round again. One that is unknown but
    much like another is a problem that was found, and the other stands in for it.
    """
    chain, misnamed = _chain(source, base, known)
    resolved = Resolved(chain)
    resolved.found = tuple((len(chain) - above, problem) for above, problem in misnamed)
    switch_on_named(resolved, 0)
    for level, difference in enumerate(chain[1:], start=1):
        _merge(resolved, difference, level)
        switch_on_named(resolved, level)
    return resolved


def _merge(resolved: Resolved, difference: Source, level: int) -> None:
    switch_on_of_base(resolved, difference)
    remove = about(difference.data).get("remove")
    own = about(difference.data).get("id")
    # A difference must not pass for the rule set that it changes.
    same = own is None or own == about(resolved.data).get("id")
    own_id = [Fault((ABOUT, "id"), _NO_OWN_ID, _OWN_ID)] if same else []
    named = difference.name if own is None else own
    merge = Merge(resolved.voice(level), f'changed by the rule set "{named}"')
    for fault in [*leave_out(resolved, remove, (ABOUT, "remove"), merge), *own_id]:
        resolved.fail(fault, level)
    # What the base left out is done.
    base = cast("dict[str, object]", without(resolved.data, (ABOUT, "remove")))
    resolved.data = merge.tables(base, difference.data, ())


def _chain(
    source: Source, base: Callable[[str], str | None], known: Callable[[], Iterable[str]]
) -> tuple[list[Source], list[tuple[int, Problem]]]:
    """Return the files that extend each other, and the misnamed bases, each with its place from the end."""
    chain = [source]
    misnamed: list[tuple[int, Problem]] = []
    seen = {about(source.data).get("id")}
    while (wanted := about(chain[0].data).get("extends", "")) != "":
        if not isinstance(wanted, str):
            raise _bad_base(chain[0], "extends names one rule set", "write its id in quotes")
        if wanted == about(chain[0].data).get("id"):
            raise _bad_base(chain[0], _NO_OWN_ID, _OWN_ID)
        if wanted in seen:
            raise _bad_base(chain[0], f'"{wanted[:60]}" is extended in a circle', "leave out one extends")
        if len(chain) == LONGEST_CHAIN:
            raise _bad_base(chain[0], f"more than {LONGEST_CHAIN} rule sets extend each other")
        text = base(wanted)
        if text is None:
            message = f'there is no rule set "{wanted[:60]}" to extend'
            fault = _bad_base(chain[0], message, did_you_mean(wanted, known()))
            wanted = nearest(wanted, known()) or ""
            text = base(wanted)
            if text is None or wanted in seen:
                raise fault
            misnamed += [(len(chain), problem) for problem in fault.problems]
        seen.add(wanted)
        chain.insert(0, _read_base(text, wanted if wanted.endswith(_ENDING) else f"{wanted}.toml"))
    return chain, misnamed


@lru_cache(maxsize=8)
def _read_base(text: str, name: str) -> Source:
    """Return a base; the same ones are read again and again while house rules are written."""
    return read_source(text, name)


def _bad_base(source: Source, message: str, hint: str = "") -> RulesFault:
    path = (ABOUT, "extends")
    return RulesFault([source.spots[path].value.problem(path, message, hint)])
