"""The maps of a campaign: kept under the digest of their text, read late, handed on in a playthrough."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.app.campaigns import begun, begun_at, do, replay_text
from turnkeeper.app.campaign import Campaign, Recorded
from turnkeeper.app.codec import Unreadable
from turnkeeper.app.export import export_text
from turnkeeper.app.library import open_campaign
from turnkeeper.app.maps.atlas import SAMPLE, Brought, kept_text, map_from, sample_land
from turnkeeper.app.replay import Replayed
from turnkeeper.files.maps.textmapper import MapRefused
from turnkeeper.files.playthrough import LONGEST_LINE
from turnkeeper.play.journey.mapping import MapInUse
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.record import Commit, UnknownBlob
from turnkeeper.record.memory import MemoryStore

COAST = '#: land The Coast\n0101 sea\n0102 coast town "Alder" 30\n#: 0102 hidden The Well: a rope\n'
MOORS = "0101 moor\n0102 moor\n0103 moor\n"


def brought(name: str, text: str) -> Brought:
    return map_from(name, text, f"{name}.txt")[0]


def use(campaign: Campaign, name: str, text: str) -> Recorded:
    """Use a map as the command line does: bring it, and say the beginning of its digest."""
    one = brought(name, text)
    campaign.atlas.bring(one)
    return do(campaign, f"use map {name} {one.digest[:12]}")


def digest_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()


# --- the store


def test_a_map_is_kept_verbatim_under_the_sha_256_of_its_text() -> None:
    campaign = begun()
    use(campaign, "coast", COAST)
    assert campaign.store.blob(digest_of(COAST)) == COAST.encode()
    assert campaign.state.map == MapInUse("coast", digest_of(COAST), (("coast", digest_of(COAST)),))


def test_a_land_is_read_once() -> None:
    campaign = begun()
    use(campaign, "coast", COAST)
    assert campaign.atlas.land(digest_of(COAST)) is campaign.atlas.land(digest_of(COAST))
    assert campaign.book.land(digest_of(COAST)) is campaign.atlas.land(digest_of(COAST))


def test_the_events_and_the_state_do_not_hold_the_land() -> None:
    """The commit is as long for a map of a thousand hexes as for one of two, but for the digits."""
    small, large = begun(), begun()
    long = "".join(f"{column:02}{row:02} forest\n" for column in range(1, 41) for row in range(1, 26))
    sizes = [len(use(one, "land", text).commit.events) for one, text in ((small, COAST), (large, long))]
    assert sizes[1] - sizes[0] == len("1000") - len("2")


def test_a_map_that_is_only_at_hand_or_refused_leaves_nothing_in_the_store() -> None:
    campaign = begun()
    campaign.atlas.bring(brought("coast", COAST))
    campaign.atlas.bring(brought("empty", "# nothing\n"))
    assert isinstance(campaign.do(campaign.parse("use map empty")), Refusal)
    for text in (COAST, "# nothing\n"):
        with pytest.raises(UnknownBlob):
            campaign.store.blob(digest_of(text))


def test_the_sample_is_kept_too_so_that_a_later_program_reads_the_same_land() -> None:
    campaign = begun()
    do(campaign, "use map sample")
    assert campaign.store.blob(sample_land().digest).decode() == sample_land().text


class Killed(MemoryStore):
    """A store whose process is killed just before a commit is appended."""

    def append(self, _commit: Commit, /, *, snapshot: bytes | None = None) -> Commit:
        del snapshot
        raise KeyboardInterrupt


def test_who_is_killed_before_the_commit_leaves_only_a_map_too_many() -> None:
    campaign = begun()
    campaign.store.__class__ = Killed
    with pytest.raises(KeyboardInterrupt):
        use(campaign, "coast", COAST)
    campaign.store.__class__ = MemoryStore
    again = Campaign(campaign.store)
    assert again.store.count() == 1
    assert again.state.map == MapInUse()
    assert again.store.blob(digest_of(COAST)) == COAST.encode()


# --- opened again


def test_a_campaign_that_is_opened_again_has_its_land_without_the_file(tmp_path: Path) -> None:
    path = tmp_path / "barrow.turnkeeper"
    campaign = begun_at(path)
    use(campaign, "coast", COAST)
    campaign.close()
    again = open_campaign(path)
    assert [tile.name for tile in again.book.land(again.state.map.digest).tiles] == ["", "Alder"]
    assert again.book.land(again.state.map.digest).tiles[1].landmarks[0].hidden
    again.close()


def test_undo_redo_and_another_branch_have_the_map_of_their_commit() -> None:
    campaign = begun()
    first = use(campaign, "coast", COAST)
    use(campaign, "moors", MOORS)
    campaign.undo()
    assert campaign.state.map.name == "coast"
    campaign.undo()
    assert campaign.state.map == MapInUse()
    campaign.redo()
    assert campaign.state.map.digest == digest_of(COAST)
    campaign.redo()
    assert len(campaign.book.land(campaign.state.map.digest).tiles) == 3
    campaign.go(first.commit.id)
    assert campaign.state.map.digest == digest_of(COAST)


def without_maps(campaign: Campaign) -> Campaign:
    """Return the same record opened where the blobs of its maps are gone."""
    other = MemoryStore.create(
        campaign.store.facts,
        campaign.lineage()[0][0],
        blobs={campaign.store.facts.rules_digest: campaign.store.blob(campaign.store.facts.rules_digest)},
    )
    for commit, _ in campaign.lineage()[1:]:
        other.append(commit)
    return Campaign(other)


def test_a_map_that_is_gone_is_told_only_when_it_is_needed() -> None:
    campaign = begun()
    use(campaign, "coast", COAST)
    use(campaign, "moors", MOORS)
    lost = without_maps(campaign)
    assert lost.state == campaign.state
    do(lost, "note it is all fog")
    gone = f"the map {digest_of(COAST)[:12]} of this campaign cannot be read: it is not kept in the campaign"
    with pytest.raises(Unreadable, match=gone):
        do(lost, "use map coast")
    with pytest.raises(Unreadable, match=digest_of(MOORS)[:12]):
        lost.book.land(lost.state.map.digest)


def test_a_map_that_is_not_as_it_was_is_told() -> None:
    campaign = begun()
    campaign.store.put_blob(digest_of(COAST), b"0101 sea\n")
    with pytest.raises(Unreadable, match="not as it was"):
        campaign.atlas.land(digest_of(COAST))


@pytest.mark.slow
@pytest.mark.parametrize("said", ["status", "do note hello"])
def test_a_command_that_needs_no_map_loads_nothing_that_reads_one(tmp_path: Path, said: str) -> None:
    """Nor does opening a campaign that is played on a map."""
    campaign = begun_at(tmp_path / "barrow.turnkeeper")
    use(campaign, "coast", COAST)
    campaign.close()
    look = (
        "import sys; from turnkeeper.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted(name for name in sys.modules if 'textmapper' in name))\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", look, *said.split()],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    *shown, loaded = told.stdout.splitlines()
    assert shown
    assert loaded == "[]"


# --- what is kept


@pytest.mark.parametrize(
    "written", ["0101 sea\n0102 hills\n", "0101 sea\r\n0102 hills\r\n", "\ufeff0101 sea\r\r\n0102 hills\r"]
)
def test_line_ends_and_byte_order_marks_do_not_make_another_map(written: str) -> None:
    assert kept_text(written) == "0101 sea\n0102 hills\n"


@pytest.mark.parametrize(
    "text, told",
    [
        ("0101 sea\n0102 b\x07ell\n", "f:2:7: the character U+0007 does not belong in a text (take it out)"),
        ("0101 sea\r0102 sea\n", "f:1:9: a carriage return within a line (take it out)"),
        # In a playthrough two characters stand before the line.
        (
            f"# {'x' * (LONGEST_LINE - 3)}\n",
            f"f:1:{LONGEST_LINE - 1}: 100,001 characters; a line has at most 100,000",
        ),
    ],
)
def test_a_text_that_no_playthrough_could_hold_is_refused_with_its_place(text: str, told: str) -> None:
    with pytest.raises(MapRefused) as fault:
        map_from("f", text, "f")
    assert str(fault.value) == told


def test_the_sample_land_is_frozen() -> None:
    """An export names it only by its name: a land that changes needs another name and another file."""
    assert sample_land().digest == "0e5d4fe3484750629459e7cd07dc0e16b4ef2982417c300359185163215115ea"
    assert sample_land().text == kept_text(sample_land().text)


# --- playthroughs


def replayed(text: str) -> Replayed:
    there = replay_text(text, "barrow.play")
    assert not there.problems, "\n".join(map(str, there.problems))
    return there


def assert_replays(campaign: Campaign) -> Campaign:
    there = replayed(export_text(campaign)).campaign
    assert there is not None
    assert (there.head.id, there.state) == (campaign.head.id, campaign.state)
    for name, digest in campaign.state.map.known:
        assert there.store.blob(digest) == campaign.store.blob(digest), name
    return there


def test_the_maps_that_were_used_come_along_and_replay_to_the_identical_campaign() -> None:
    campaign = begun()
    use(campaign, "coast", COAST)
    use(campaign, "moors", MOORS)
    do(campaign, "use map sample")
    text = export_text(campaign)
    assert "map: coast\n| #: land The Coast\n| 0101 sea\n" in text
    assert "map: sample\nseed:" in text
    assert_replays(campaign)


def test_maps_of_another_branch_do_not_come_along() -> None:
    campaign = begun()
    use(campaign, "coast", COAST)
    campaign.undo()
    use(campaign, "moors", MOORS)
    text = export_text(campaign)
    assert "Alder" not in text
    assert "0103 moor" in text


def test_several_maps_of_one_name_are_told_apart_by_digest_and_by_what_was_used_before() -> None:
    """Where a name alone was said, it means the same map after the replay."""
    campaign = begun()
    campaign.atlas.bring(brought("coast", COAST))
    do(campaign, "use map coast")
    use(campaign, "coast", MOORS)
    do(campaign, "use map sample")
    do(campaign, "use map Coast")
    assert campaign.state.map.digest == digest_of(MOORS)
    use(campaign, "sample", COAST)
    do(campaign, f"use map sample {sample_land().digest[:8]}")
    assert_replays(assert_replays(campaign))


def test_a_sample_of_another_program_comes_along_with_its_text() -> None:
    campaign = begun()
    old = brought(SAMPLE, "0101 sea\n")
    campaign.atlas.bring(old)
    do(campaign, "use map sample")
    assert campaign.state.map.digest == old.digest
    assert "map: sample\n| 0101 sea\n" in export_text(campaign)
    assert_replays(campaign)


lines_of_maps = st.lists(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]) | st.just("\t"), max_size=20), max_size=6
).map("\n".join)


@pytest.mark.slow
@given(lines_of_maps, st.sampled_from(["coast", " The  Coast", '"', "sample", "Old deadbeef"]))
def test_whatever_text_a_map_has_it_comes_along_to_the_letter(text: str, name: str) -> None:
    campaign = begun()
    one = brought(" ".join(name.replace('"', "quote").split()), f"0101 sea\n{text}")
    campaign.atlas.bring(one)
    do(campaign, f'use map "{one.name}" {one.digest}')
    assert_replays(campaign)


@pytest.mark.parametrize(
    "header, told",
    [
        (
            "map: coast\n",
            "f:2:6: the map 'coast' is missing (write it as | lines below, or map: sample)",
        ),
        ("map:\n", "f:2:5: map says nothing (map: ...)"),
        ("map: a\n| 0101 sea\n| 0102 s\rea\n", "f:4:9: a carriage return within a line (take it out)"),
    ],
)
def test_a_header_s_map_that_cannot_be_had_is_told_with_its_place(header: str, told: str) -> None:
    assert [str(one) for one in replay_text(f"rules: glog\n{header}", "f").problems] == [told]


@pytest.mark.slow
def test_a_map_and_a_rule_set_of_the_same_name_are_kept_apart() -> None:
    rules = '| [ruleset]\n| id = "coast"\n| name = "Coast"\n| extends = "glog"\n'
    text = f"rules: coast\n{rules}map: coast\n| 0101 sea\n> use map coast\n= the map is coast, 1 hex\n"
    there = replayed(text).campaign
    assert there is not None
    assert there.book.set.ruleset.id == "coast"
    assert_replays(there)
