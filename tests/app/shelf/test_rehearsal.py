"""A campaign under other rules: played again with the same faces, and told what came out differently."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from tests.app.campaigns import GLOG, delving, do, lines
from turnkeeper.app.library import open_campaign
from turnkeeper.app.maps import atlas, using
from turnkeeper.app.shelf.folder import Shelf
from turnkeeper.app.shelf.rehearsal import played_on, rehearsed
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import builtin_text, load_rules

HEAD = '[ruleset]\nid = "ours"\nname = "Ours"\nextends = "glog"\n'


def house(text: str) -> RuleSet:
    return load_rules(HEAD + text, "ours.toml", builtin_text)


def test_rules_that_were_not_needed_yet_change_nothing_that_was() -> None:
    campaign = delving("next", "search", "note the wrong door")
    anew = rehearsed(campaign, house('[terrain.flat]\ncrossing = "5 h"\n'))
    assert (anew.commands, anew.different, anew.thrown, anew.told) == (6, 0, 0, ())
    assert lines(anew.campaign) == lines(campaign)
    assert anew.campaign.state == campaign.state


def test_a_torch_that_burns_longer_is_told_at_the_command_where_it_went_out() -> None:
    campaign = delving()
    # The check of a turn in the dungeon ticks the lights on a 6 (G-ENC-2); a torch is out at its second tick.
    do(campaign, "next", "6")
    do(campaign, "next", "6")
    do(campaign, "note it is dark")
    anew = rehearsed(campaign, house("[lights.torch]\nburns.ticks = 3\n"))
    assert (anew.commands, anew.different, anew.thrown) == (6, 1, 0)
    (told,) = anew.told
    assert (told.number, told.command) == (5, "next")
    assert any("goes out" in line for line in told.gone)
    assert not any("goes out" in line for line in told.new)
    # The campaign that it was made from is as it was.
    assert campaign.head.depth == 6


def test_faces_fall_as_they_fell_and_only_those_that_no_longer_fit_are_thrown() -> None:
    campaign = delving()
    do(campaign, "next", "4")
    do(campaign, "part")
    do(campaign, "next", "9")
    met = '{ on = "1-4", name = "encounter", do = [{ effect = "encounter" }] }'
    entries = met + ', { on = "5-8", name = "nothing" }'
    checks = f'[tables."encounter check"]\ndice = "1d8"\nentries = [{entries}]\n'
    anew = rehearsed(campaign, house(checks))
    # The 4 of the first turn is a face of the new die as well; no such die shows 9.
    assert anew.thrown == 1
    assert rehearsed(campaign, house(checks)).campaign.head.id == anew.campaign.head.id


def test_a_command_that_the_rules_now_refuse_is_left_out_and_told() -> None:
    campaign = delving("light candle for Varda")
    anew = rehearsed(campaign, load_rules(HEAD + 'remove = ["lights.candle"]\n', "ours.toml", builtin_text))
    (told,) = anew.told
    assert told.command == "light candle for Varda"
    assert told.refused
    assert anew.campaign.head.depth == campaign.head.depth - 1


def test_a_map_comes_along() -> None:
    campaign = delving()
    using.use(campaign, atlas.map_from("coast", atlas.sample_text(), "coast")[0])
    anew = rehearsed(campaign, house(""))
    assert anew.different == 0
    assert anew.campaign.state.map == campaign.state.map
    assert anew.campaign.atlas.text(campaign.state.map.digest) == campaign.atlas.text(
        campaign.state.map.digest
    )


def test_it_is_kept_in_a_file_of_its_own_under_the_new_rules(tmp_path: Path) -> None:
    campaign = delving("next")
    path = tmp_path / "barrow.turnkeeper"
    played_on(campaign, house(""), path, "ab" * 16).campaign.close()
    with closing(open_campaign(path)) as kept:
        assert kept.book.set.ruleset.name == "Ours"
        assert kept.state == campaign.state
    assert [one.key for one in Shelf(tmp_path).campaigns()] == ["abababababab"]


def test_played_again_under_its_own_rules_it_is_the_same_to_the_last_commit() -> None:
    campaign = delving("next", "next", "search")
    assert rehearsed(campaign, campaign.book.set).campaign.head.id == campaign.head.id


def test_it_begins_when_the_campaign_began() -> None:
    campaign = delving()
    assert rehearsed(campaign, replace(GLOG)).campaign.state.now == campaign.state.now
