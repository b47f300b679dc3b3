"""A small campaign to record: the same facts, root and children for every test of the record."""

from __future__ import annotations

from turnkeeper.record import FORMAT, CampaignFacts, Commit, make_commit

FACTS = CampaignFacts(FORMAT, "c0ffee", "Barrow", "5eed", "d19e57", 1_700_000_000_000)
ROOT = make_commit(None, b'{"kind": "begin"}', b"[]", b'[{"kind": "begun"}]', "begin", 1_700_000_000_000)


def child(parent: Commit, number: int, *, size: int = 0) -> Commit:
    """Give the child of a commit that has this number, with events of at least `size` bytes."""
    events = b'[{"n": %d, "pad": "%s"}]' % (number, b"x" * size)
    return make_commit(
        parent, b'{"do": %d}' % number, b"[[%d]]" % (number % 6 + 1), events, f"do {number}", number
    )
