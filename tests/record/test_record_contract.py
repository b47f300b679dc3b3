"""What every store promises, told once and run on each; another store is one more line in STORES."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.often import times
from tests.record.campaigns import FACTS, ROOT, child
from turnkeeper.record import (
    Commit,
    CommitId,
    HeadMoved,
    Store,
    UnknownBlob,
    UnknownCommit,
    make_commit,
)
from turnkeeper.record.memory import MemoryStore
from turnkeeper.record.sqlite import SqliteStore

Make = Callable[[Path], Store]

STORES: dict[str, Make] = {
    "memory": lambda _: MemoryStore.create(FACTS, ROOT, blobs={"d19e57": b"rules"}),
    "sqlite": lambda path: SqliteStore.create(path, FACTS, ROOT, blobs={"d19e57": b"rules"}),
}


@pytest.fixture(params=STORES)
def make(request: pytest.FixtureRequest) -> Iterator[Make]:
    made: list[Store] = []

    def begin(path: Path) -> Store:
        made.append(STORES[request.param](path))
        return made[-1]

    yield begin
    for store in made:
        store.close()


@pytest.fixture
def store(make: Make, tmp_path: Path) -> Store:
    return make(tmp_path / "barrow")


def grow(store: Store, *numbers: int) -> list[Commit]:
    """Append a commit for each number under the head, and give them."""
    return [store.append(child(store.commit(store.head()), number)) for number in numbers]


def test_a_new_campaign_is_its_root_and_its_facts(store: Store) -> None:
    assert store.facts == FACTS
    assert store.head() == ROOT.id
    assert store.commit(ROOT.id) == ROOT
    assert store.lineage(ROOT.id) == [ROOT]
    assert store.tips() == [ROOT]
    assert store.children(ROOT.id) == []
    assert store.redo_of(ROOT.id) is None
    assert store.count() == 1


@pytest.mark.slow
def test_a_line_is_read_as_it_was_appended(store: Store) -> None:
    line = [ROOT, *grow(store, 1, 2, 3)]
    assert store.head() == line[-1].id
    assert store.lineage(line[-1].id) == line
    assert store.lineage(line[-1].id, above=line[1].id) == line[2:]
    assert store.lineage(line[1].id, above=line[1].id) == []
    assert store.events(line[-1].id, above=line[0].id) == [commit.events for commit in line[1:]]
    assert store.count() == 4


def test_undo_and_redo_without_limit(store: Store) -> None:
    line = [ROOT, *grow(store, 1, 2, 3)]
    for here, parent in zip(line[:0:-1], line[-2::-1], strict=True):
        store.move(parent.id, expected=here.id)
        assert store.redo_of(parent.id) == here.id
    for parent, here in pairwise(line):
        redo = store.redo_of(store.head())
        assert redo == here.id
        store.move(redo, expected=parent.id)
    assert store.redo_of(store.head()) is None


def test_t9_the_same_command_after_undo_is_the_very_same_commit(store: Store) -> None:
    first, second = grow(store, 1, 2)
    store.move(first.id, expected=second.id)
    again = replace(second, made_ms=99)
    assert again.id == second.id
    assert store.append(again) == second, "what was recorded first stays"
    assert store.head() == second.id
    assert store.count() == 3


def test_the_same_command_with_other_events_is_answered_with_those_recorded(store: Store) -> None:
    """A later version may decide otherwise; the facts that were recorded are the facts."""
    (first,) = grow(store, 1)
    store.move(ROOT.id, expected=first.id)
    changed = replace(first, events=b"[]")
    assert store.append(changed, snapshot=b"state after other events") == first
    assert store.nearest_snapshot(first.id) is None


def test_another_command_after_undo_is_a_branch_and_the_old_one_stays(store: Store) -> None:
    first, second = grow(store, 1, 2)
    store.move(first.id, expected=second.id)
    (other,) = grow(store, 3)
    assert store.children(first.id) == [second.id, other.id]
    assert store.tips() == [second, other]
    assert store.redo_of(first.id) == other.id
    assert store.lineage(other.id) == [ROOT, first, other]
    store.move(second.id, expected=other.id)
    assert store.redo_of(first.id) == second.id
    assert store.lineage(second.id) == [ROOT, first, second]


def test_a_visit_far_away_turns_every_redo_on_the_way(store: Store) -> None:
    a, b = grow(store, 1, 2)
    store.move(ROOT.id, expected=b.id)
    c, d = grow(store, 3, 4)
    store.move(c.id, expected=d.id)
    (e,) = grow(store, 5)
    store.move(b.id, expected=e.id)
    assert [store.redo_of(at.id) for at in (ROOT, a, c)] == [a.id, b.id, e.id]
    store.move(d.id, expected=b.id)
    assert [store.redo_of(at.id) for at in (ROOT, a, c)] == [c.id, b.id, d.id]


def test_the_way_is_refused_when_it_does_not_pass_there(store: Store) -> None:
    first, second = grow(store, 1, 2)
    store.move(first.id, expected=second.id)
    (other,) = grow(store, 3)
    for target, above in ((second, other), (first, second)):
        with pytest.raises(UnknownCommit):
            store.lineage(target.id, above=above.id)
        with pytest.raises(UnknownCommit):
            store.events(target.id, above=above.id)


def test_an_unknown_commit_is_named(store: Store) -> None:
    stranger = child(ROOT, 7).id
    asks: list[Callable[[], object]] = [
        lambda: store.commit(stranger),
        lambda: store.children(stranger),
        lambda: store.redo_of(stranger),
        lambda: store.lineage(stranger),
        lambda: store.lineage(ROOT.id, above=stranger),
        lambda: store.passes(stranger, ROOT.id),
        lambda: store.passes(ROOT.id, stranger),
        lambda: store.nearest_snapshot(stranger),
        lambda: store.put_snapshot(stranger, b""),
        lambda: store.move(stranger, expected=ROOT.id),
    ]
    for ask in asks:
        with pytest.raises(UnknownCommit, match=stranger) as caught:
            ask()
        assert caught.value.hint
    assert store.head() == ROOT.id


def test_t7_the_slower_of_two_writers_is_told_what_came_in_between(store: Store) -> None:
    mine = child(ROOT, 9)
    first, second = grow(store, 1, 2)
    with pytest.raises(HeadMoved, match='recorded "do 1" and 1 more; nothing of yours') as caught:
        store.append(mine)
    assert (caught.value.expected, caught.value.actual) == (ROOT.id, second.id)
    assert caught.value.between == ("do 1", "do 2")
    with pytest.raises(HeadMoved):
        store.move(ROOT.id, expected=first.id)
    assert store.lineage(store.head()) == [ROOT, first, second]
    assert store.count() == 3


def test_a_writer_is_told_when_the_head_went_back(store: Store) -> None:
    first, second = grow(store, 1, 2)
    store.move(first.id, expected=second.id)
    with pytest.raises(HeadMoved, match='moved the campaign to "do 1"') as caught:
        store.append(child(second, 3))
    assert caught.value.between == ()
    assert store.count() == 3


def test_a_commit_put_together_wrongly_is_our_own_fault(store: Store) -> None:
    good = child(ROOT, 1)
    for wrong in (replace(good, command=b"{}"), replace(good, depth=5), ROOT):
        with pytest.raises(ValueError, match="commit"):
            store.append(wrong)
    assert store.count() == 1


def test_a_campaign_begins_with_a_root_of_this_format(tmp_path: Path) -> None:
    for create in (MemoryStore.create, lambda facts, root: SqliteStore.create(tmp_path / "b", facts, root)):
        with pytest.raises(ValueError, match="root"):
            create(FACTS, child(ROOT, 1))
        with pytest.raises(ValueError, match="format"):
            create(replace(FACTS, format=2), ROOT)
        with pytest.raises(ValueError, match="content"):
            create(FACTS, replace(ROOT, answers=b"[[6]]"))


def test_a_campaign_can_be_renamed(store: Store) -> None:
    store.rename("The Barrow of Fáfnir")
    assert store.facts == replace(FACTS, name="The Barrow of Fáfnir")


def test_blobs_are_kept_as_they_came_first(store: Store) -> None:
    assert store.blob("d19e57") == b"rules"
    store.put_blob("ab", b"\x00other")
    store.put_blob("ab", b"late")
    assert store.blob("ab") == b"\x00other"
    with pytest.raises(UnknownBlob, match="cd"):
        store.blob("cd")


def test_the_nearest_snapshot_is_that_of_the_own_line(store: Store) -> None:
    assert store.nearest_snapshot(ROOT.id) is None
    first, second, third = grow(store, 1, 2, 3)
    store.put_snapshot(second.id, b"after second")
    store.move(first.id, expected=third.id)
    (other,) = grow(store, 4)
    assert store.nearest_snapshot(third.id) == (second.id, b"after second")
    assert store.nearest_snapshot(second.id) == (second.id, b"after second")
    assert store.nearest_snapshot(first.id) is None
    assert store.nearest_snapshot(other.id) is None
    store.put_snapshot(first.id, b"after first")
    store.put_snapshot(first.id, b"after first, again")
    assert store.nearest_snapshot(other.id) == (first.id, b"after first, again")
    last = child(other, 5)
    store.append(last, snapshot=b"after last")
    assert store.nearest_snapshot(last.id) == (last.id, b"after last")


def test_old_snapshots_thin_out_and_recent_ones_stay(store: Store) -> None:
    """After 150 puts at most 64 remain; the way back from age n to one is at most a small part of n."""
    line = [ROOT]
    for number in range(1, 151):
        line.append(child(line[-1], number))
        store.append(line[-1], snapshot=b"%d" % number)
    kept = set()
    for commit in line[1:]:
        found = store.nearest_snapshot(commit.id)
        at = 0 if found is None else int(found[1])
        kept.add(at)
        age = 150 - commit.depth
        assert commit.depth - at <= age // 10 + 1
    assert len(kept - {0}) <= 64


class Twin:
    """The tree as a schoolbook would tell it: every question is answered by looking everywhere."""

    def __init__(self) -> None:
        self.all = [ROOT]
        self.head = ROOT
        self.visits = [self.way(ROOT)]

    def way(self, commit: Commit) -> list[Commit]:
        above = [c for c in self.all if c.id == commit.parent]
        return [*(self.way(above[0]) if above else []), commit]

    def go(self, to: Commit) -> None:
        if to not in self.all:
            self.all.append(to)
        self.head = to
        self.visits.append(self.way(to))

    def children(self, commit: Commit) -> list[CommitId]:
        return [c.id for c in self.all if c.parent == commit.id]

    def redo(self, commit: Commit) -> CommitId | None:
        below = [w[w.index(commit) + 1].id for w in self.visits if commit in w[:-1]]
        return below[-1] if below else None


OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("do"), st.integers(0, 2)),
        st.tuples(st.just("undo"), st.integers(1, 3)),
        st.tuples(st.just("redo"), st.just(0)),
        st.tuples(st.just("visit"), st.integers(0, 40)),
        st.tuples(st.just("snapshot"), st.integers(0, 40)),
    ),
    max_size=40,
)


@settings(
    max_examples=times(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(operations=OPERATIONS)
def test_any_evening_leaves_the_tree_its_twin_has(
    make: Make, tmp_path_factory: pytest.TempPathFactory, operations: list[tuple[str, int]]
) -> None:
    """Append, undo, redo, branch and revisit in any order: every reading agrees with the twin's."""
    store = make(tmp_path_factory.mktemp("evening") / "barrow")
    twin = Twin()
    snapshots: dict[CommitId, bytes] = {}
    for name, number in operations:
        match name:
            case "do":
                to = store.append(child(twin.head, number))
            case "undo":
                to = twin.way(twin.head)[-number - 1 :][0]
                store.move(to.id, expected=twin.head.id)
            case "redo":
                redo = store.redo_of(twin.head.id)
                assert redo == twin.redo(twin.head)
                to = twin.head if redo is None else store.commit(redo)
                store.move(to.id, expected=twin.head.id)
            case "visit":
                to = twin.all[number % len(twin.all)]
                store.move(to.id, expected=twin.head.id)
            case _:
                to = twin.head
                at = twin.all[number % len(twin.all)].id
                snapshots[at] = b"after %d" % number
                store.put_snapshot(at, snapshots[at])
        twin.go(to)
    agree(store, twin, snapshots)
    store.close()


def agree(store: Store, twin: Twin, snapshots: dict[CommitId, bytes]) -> None:
    """Assert that every reading of the store is what the twin says."""
    assert store.head() == twin.head.id
    assert store.count() == len(twin.all)
    assert store.tips() == [c for c in twin.all if not twin.children(c)]
    for commit in twin.all:
        way = twin.way(commit)
        assert store.commit(commit.id) == commit
        assert store.lineage(commit.id) == way
        assert store.events(commit.id) == [c.events for c in way]
        assert store.children(commit.id) == twin.children(commit)
        assert store.redo_of(commit.id) == twin.redo(commit)
        for index, above in enumerate(way):
            assert store.lineage(commit.id, above=above.id) == way[index + 1 :]
        assert [store.passes(commit.id, c.id) for c in twin.all] == [c in way for c in twin.all]
        near = [(c.id, snapshots[c.id]) for c in way if c.id in snapshots]
        assert store.nearest_snapshot(commit.id) == (near[-1] if near else None)


def test_the_id_follows_from_parent_command_and_answers_alone() -> None:
    base = make_commit(ROOT, b"ab", b"c", b"[]", "one", 1)
    assert make_commit(ROOT, b"ab", b"c", b"[1]", "two", 2).id == base.id
    others = [
        make_commit(ROOT, b"a", b"bc", b"[]", "one", 1),
        make_commit(ROOT, b"abc", b"", b"[]", "one", 1),
        make_commit(base, b"ab", b"c", b"[]", "one", 1),
        make_commit(None, b"ab", b"c", b"[]", "one", 1),
    ]
    assert len({base.id, *(other.id for other in others)}) == 5
    assert len(base.id) == 32


def test_the_id_of_a_root_never_changes() -> None:
    """Seeded dice hang on it.

    By hand: blake2b, 16 bytes, person "turnkeeper/1", over three parts, each after its length in 8 bytes: no
    parent, "x", "[]".
    """
    told = bytes(8) + b"\x00\x00\x00\x00\x00\x00\x00\x01x" + b"\x00\x00\x00\x00\x00\x00\x00\x02[]"
    expected = blake2b(told, digest_size=16, person=b"turnkeeper/1").hexdigest()
    assert make_commit(None, b"x", b"[]", b"[]", "", 0).id == expected


def test_a_summary_is_one_line() -> None:
    assert make_commit(ROOT, b"", b"", b"", "note:\n the  door ", 0).summary == "note: the door"
