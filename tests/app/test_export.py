"""Any campaign becomes a text, and the text becomes the identical campaign again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from tests.app.campaigns import begun, replay_text
from tests.play.keeper import DATA
from turnkeeper.app.campaign import Campaign, Recorded, blobs_of, facts_for, root_of
from turnkeeper.app.export import export_text
from turnkeeper.app.outcomes import CommandDone
from turnkeeper.app.session import Session
from turnkeeper.app.shelf.calendar_files import use
from turnkeeper.calendars.model import CalendarData
from turnkeeper.calendars.reading import read_calendar
from turnkeeper.chance.throws import Answer, Throw, from_text
from turnkeeper.files.playthrough import print_playthrough, read_playthrough
from turnkeeper.files.rules_text import standing_alone, write_rules
from turnkeeper.play.kernel.speech import SpeechError
from turnkeeper.record.memory import MemoryStore
from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import builtin_text, digest, load_builtin, load_rules
from turnkeeper.time import Instant

HOUSE = """
[ruleset]
id = "my-table"
name = "My \\"table\\""
notice = "Back\\\\slash and \\u201cquotes\\u201d."
extends = "glog"
remove = ["lights.candle"]

[lights.torch]
burns = { by = "ticks", ticks = 3 }
shadow = 0

[activities."peer, and listen"]
rule = { id = "G-SEARCH-2", origin = "house", why = "A test needs an odd name." }
says = ["peer"]
takes = "20 rounds"
"""


def rules(name: str) -> RuleSet:
    """A built-in rule set, the house rules above, or a file of ``tests/rules/data``."""
    if name == "house":
        return load_rules(HOUSE, "house.toml", builtin_text)
    file = DATA / f"{name}.toml"
    if file.exists():
        return load_rules(file.read_text("utf-8"), file.name, builtin_text)
    return load_builtin(name)


def campaign(ruleset: RuleSet, *, seed: str = "barrow", at: Instant | None = None) -> Campaign:
    """A new campaign in memory."""
    root = root_of(ruleset) if at is None else root_of(ruleset, at)
    return Campaign(MemoryStore(facts_for("Barrow", "c1", seed, ruleset), root, blobs_of(ruleset)))


class Totals(Struct, frozen=True):
    """A referee who types totals and no faces: those that the campaign's own dice would come to."""

    of: Campaign

    def answer(self, throw: Throw, number: int) -> Answer:
        """Return the total as it is typed."""
        return from_text(throw, f"={self.of.seeded().answer(throw, number).total}")


# ---------------------------------------------------------------------------- sessions out of a small grammar

_who = st.sampled_from(["Varda", "Orlo", "bram"])
_light = st.sampled_from(["torch", "lantern", "Torches", "candle", "lamp"])
_length = st.sampled_from(["1 turn", "3 turns", "50 min", "1 h 20 min", "2 watches", "90 s", "7 turns"])
_few = st.integers(1, 4).map(str)


def _form(form: str, **slots: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(form.format, **slots)


_SAID = st.one_of(
    st.sampled_from(
        [
            "party Varda strength 8 wisdom 12 hp 5/7 carrying 7; Orlo wisdom 9 hp -1/6; Wolf",
            "hire Bram wisdom 8 hp 3/3 morale 7",
            "enter dungeon Barrow",
            "enter dungeon",
            "enter cave",
            "leave for wilderness",
            "leave for settlement Ford",
            "enter room Hall of Bones 20 x 30 ft",
            'enter room "20 x 20 ft"',
            "enter corridor",
            "hide lever well behind the third statue",
            "hide silver key",
            "search 20 x 20 ft behind the third statue",
            "search",
            "shout",
            "make noise",
            "break door",
            "pick lock by Varda",
            "move 50 ft quickly",
            "move 133 ft",
            "move 7 ft cautiously",
            "trap pit with spikes",
            "rest 1 h",
            "lunch",
            "night",
            "peer",
            "nap",
            "next",
            "resume",
            "abandon",
            "choose rest",
            "choose fatigue",
            "choose yes",
            "choose no",
            "wait until dawn",
            "wait until day 2 06:40",
            "stock 6 torches",
            "stock 12 rations",
            "stock 2 oil",
            "use 1 oil",
            "meet owlbear",
            "next encounter is a heap of bones",
            "reaction for Varda +1",
            "reaction",
            "part",
            "foes goblins 4 morale 7",
            "kill 1 goblins",
            "down 2 goblins",
            "morale goblins -1",
            "morale Bram",
            "fight",
            "fight ambush by goblins",
            "round",
            "end fight",
            "end timer bless",
            "remind feed the mule every 1 day",
            "note  the lever; is > rusted  = ?",
            "secret note Orlo is a spy",
            "ruling the door was never locked",
            "rule clock day 1 00:20",
            "rule clock day 1 08:00",
            "rule light torch 1 left",
            "rule light torch 20 min left",
            "rule stock rations 4",
            "rule wisdom of Wolf 10",
            "use table encounter check for wandering",
            "dismiss Wolf",
        ]
    ),
    _form("light {kind} for {who}", kind=_light, who=_who),
    _form("douse {kind}", kind=_light),
    _form("refuel {kind}", kind=_light),
    _form("hand {kind} to {who}", kind=_light, who=_who),
    _form("wait {length}", length=_length),
    _form("timer bless {length} for {who}", length=_length, who=_who),
    _form("timer bless {length} warn {warn}", length=_length, warn=_length),
    _form("timer curse for {who}", who=_who),
    _form("rule timer bless {length} left", length=_length),
    _form("hurt {who} {few}", who=_who, few=_few),
    _form("heal {who} {few}", who=_who, few=_few),
    _form("tire {who} {few}", who=_who, few=_few),
    _form("rule hp of {who} {few}", who=_who, few=_few),
)
_STEP = st.tuples(_SAID, st.sampled_from(["seeded", "seeded", "totals", "undo", "redo"]))
_OPENING = [
    "party Varda strength 8 wisdom 12 hp 5/7 carrying 7; Orlo wisdom 9 hp -1/6 level 2",
    "enter dungeon Barrow",
]


def carry_on(there: Campaign, said: str, how: str) -> None:
    """Say one thing, or go back or on; what is refused or is no command here changes nothing."""
    if how == "undo":
        there.undo()
    elif how == "redo":
        there.redo()
    else:
        try:
            there.do(there.parse(said), Totals(there) if how == "totals" else None)
        except SpeechError:
            return


def ids(there: Campaign) -> list[str]:
    """Every commit on the way to the head."""
    return [commit.id for commit, _ in there.lineage()]


@pytest.mark.slow
@given(
    name=st.sampled_from(["glog", "glog", "house", "small", "usage-dice"]),
    seed=st.sampled_from(["barrow", "", '"quoted" ', "ünïcode"]),
    begins=st.sampled_from([0, 8 * 3_600_000, -86_400_000, 123_456_789]),
    steps=st.lists(_STEP, max_size=25),
)
def test_the_replay_of_an_export_is_the_identical_campaign(
    name: str, seed: str, begins: int, steps: list[tuple[str, str]]
) -> None:
    here = campaign(rules(name), seed=seed, at=Instant(begins))
    for said, how in [(said, "seeded") for said in _OPENING] + steps:
        carry_on(here, said, how)
    text = export_text(here)
    replayed = replay_text(text, "barrow.play")
    there = replayed.campaign
    assert not replayed.problems
    assert there is not None
    assert there.state == here.state
    assert ids(there) == ids(here)
    assert replayed.commands == len(ids(here)) - 1
    assert export_text(there) == text
    assert print_playthrough(read_playthrough(text, "f").playthrough) == text
    for said in ("wait 3 turns", "shout", "reaction"):  # the same dice go on falling
        carry_on(here, said, "seeded")
        carry_on(there, said, "seeded")
    assert ids(there) == ids(here)
    assert there.state == here.state


# --------------------------------------------------------------------------------------- what an export holds


def test_an_export_reads_as_somebody_would_write_it() -> None:
    """G-ENC-1, G-ENC-2, G-SEARCH-2, by hand: a search is a turn, and a 9 in its check is a local effect."""
    here = campaign(rules("glog"), at=Instant(8 * 3_600_000))
    for said in ("enter dungeon Barrow", "light torch"):
        carry_on(here, said, "seeded")
    done = here.do(here.parse("note  up  early"))
    assert isinstance(done, Recorded)
    assert export_text(here) == (
        "rules: glog\n"
        "seed: barrow\n"
        "begins: day 1 08:00\n"
        "name: Barrow\n"
        "\n"
        "> enter dungeon Barrow\n"
        "= day 1 08:00  dungeon Barrow entered (G-TIME-2)\n"
        "= day 1 08:00  darkness: nothing burns\n"
        "\n"
        "> light torch\n"
        "= day 1 08:00  torch lit, 1 round to light (G-LIGHT-2)\n"
        "\n"
        "> note up early\n"
        "= day 1 08:00  up early\n"
    )


def test_faces_are_exported_as_they_fell_and_totals_as_they_were_typed() -> None:
    here = campaign(rules("glog"))
    carry_on(here, "reaction", "seeded")
    carry_on(here, "reaction", "totals")
    faces = [line for line in export_text(here).splitlines() if line.startswith("?")]
    assert "+" in faces[0]
    assert "+" not in faces[1]


def test_many_faces_are_told_on_several_lines() -> None:
    here = campaign(rules("glog"))
    for said in ("enter dungeon", "use table reaction for wandering", "wait 12 h"):
        carry_on(here, said, "seeded")
    text = export_text(here)
    lines = [line for line in text.splitlines() if line.startswith("?")]
    assert len(lines) > 2  # 72 checks of three characters and a blank, at 100 a line
    assert max(map(len, lines)) <= 102
    assert not replay_text(text, "f").problems


def test_any_branch_can_be_exported() -> None:
    here = campaign(rules("glog"))
    carry_on(here, "note left", "seeded")
    left = here.head.id
    here.undo()
    carry_on(here, "note right", "seeded")
    assert "> note left\n" in export_text(here, left)
    assert "> note left\n" not in export_text(here)


def test_rules_that_come_with_the_program_are_only_named_and_all_others_come_along() -> None:
    assert "|" not in export_text(campaign(rules("glog")))
    assert "\n| [lights.torch]\n" in export_text(campaign(rules("house")))


@pytest.mark.slow
def test_a_rule_set_of_a_known_name_but_other_rules_comes_along() -> None:
    """A campaign under an older glog keeps its own rules wherever it goes."""
    text = builtin_text("glog")
    assert text is not None
    older = load_rules(text.replace("ticks = 4", "ticks = 5"), "glog.toml", builtin_text)
    here = campaign(older)
    carry_on(here, "light lantern", "seeded")
    there = replay_text(export_text(here), "f")
    assert not there.problems
    assert there.campaign is not None
    assert digest(there.campaign.book.set) == digest(older)


# ------------------------------------------------------------------------------------- rules written as text


@pytest.mark.parametrize("name", ["glog", "small", "usage-dice", "twin"])
def test_rules_that_are_written_load_again_as_the_very_same(name: str) -> None:
    ours = rules(name)
    assert digest(load_rules(write_rules(ours), f"{name}.toml", builtin_text)) == digest(ours)


@pytest.mark.slow
def test_derived_rules_are_written_standing_alone() -> None:
    """What was left out of the base stays out, and a value set to nothing stays nothing."""
    ours = rules("house")
    again = load_rules(write_rules(ours), "house.toml", lambda _: None)
    assert digest(again) == digest(standing_alone(ours))
    assert again.lights["torch"].shadow == 0
    assert "candle" not in again.lights
    assert again.ruleset.notice == ours.ruleset.notice


def test_a_calendar_of_one_s_own_comes_along_in_the_header() -> None:
    campaign = begun()
    session = Session(campaign)
    session.say("party Varda")
    data = read_calendar(
        'parts = [{ name = "Up", days = 5 }]\n[calendar]\nid = "up"\nname = "Up"\n', "up.toml"
    )
    assert isinstance(use(session, data, "3 Up 7"), CommandDone)
    session.say("wait until 5 Up 7")
    session.say("use calendar harvest from 3rd of Harvest 1042")
    session.say("use calendar up from 1 Up 8")
    text = export_text(campaign)
    assert "calendar: up\n| parts = [" in text
    assert "calendar: harvest" not in text
    again = replay_text(text, "again.play")
    assert not again.problems
    assert again.campaign is not None
    assert again.campaign.state == campaign.state
    assert again.campaign.head.id == campaign.head.id


@pytest.mark.slow
@pytest.mark.parametrize("name", ["up", "harvest"])
def test_two_calendars_of_one_id_both_come_along_in_the_header(name: str) -> None:
    campaign = begun()
    session = Session(campaign)
    session.say("party Varda")

    def own(month: str) -> CalendarData:
        parts = f'parts = [{{ name = "{month}", days = 5 }}]'
        return read_calendar(f'{parts}\n[calendar]\nid = "{name}"\nname = "Own"\n', "own.toml")

    for month in ("Up", "Down", "Up"):
        done = use(session, own(month), f"3 {month} 7")
        assert isinstance(done, CommandDone), done
        assert isinstance(session.say(f"use calendar {name} from 4 {month} 7"), CommandDone)
    if name == "harvest":
        # By its name alone it is the one in use; after another, the program's in a campaign opened anew.
        session.say("use calendar plain from 1st of First month 7")
        campaign = Campaign(campaign.store)
        session = Session(campaign)
        assert isinstance(session.say("use calendar harvest from 3rd of Harvest 1042"), CommandDone)
    text = export_text(campaign)
    assert text.count(f"calendar: {name}\n| parts = [") == (2 if name == "up" else 3)
    again = replay_text(text, "again.play")
    assert not again.problems
    assert again.campaign is not None
    assert again.campaign.state == campaign.state
    assert again.campaign.head.id == campaign.head.id


def test_a_calendar_that_is_not_in_order_is_told_at_its_place_in_the_playthrough() -> None:
    parts = '| parts = [{ name = "Up", days = 5 }]\n'
    text = f'rules: glog\ncalendar: up\n{parts}| [calendar]\n| id = "down"\n| name = "Up"\n'
    told = replay_text(text, "bad.play").problems
    assert [(one.line, one.message) for one in told] == [(2, "the calendar below calls itself 'down'")]
    told = replay_text("rules: glog\ncalendar: up\n| parts = []\n", "bad.play").problems
    assert told
    assert all(one.file == "bad.play" for one in told)
