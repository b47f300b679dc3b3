"""Steps, halts, undo and the log of the referee's screen: what is offered can be said and done."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.app.campaigns import begun, delving, do, replay_text
from tests.play.keeper import CALM
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.log import lines
from turnkeeper.app.outcomes import MovedTo
from turnkeeper.files.playthrough import decode_text
from turnkeeper.play.kernel.event import Refusal
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.parts.steps import KEYS, KeyAssigner, NextStep
from turnkeeper.views.referee.log import log_page, why_at
from turnkeeper.views.referee.view import RefereeView, referee_view

PLAYTHROUGHS = sorted((Path(__file__).parents[2] / "playthroughs").glob("*.play"))
RESERVED = frozenset("zydiZYDI/?;:@-")
"""Keys of undo, redo, dice, what stopped play, palette, help, steps, people, commands, log; of no step."""
FEW = tuple(one for one in PLAYTHROUGHS if one.stem.endswith("-session"))


@cache
def campaign_of(file: Path) -> Campaign:
    campaign = replay_text(decode_text(file.read_bytes(), file.name), file.name).campaign
    assert campaign is not None
    return campaign


def all_steps(view: RefereeView) -> list[NextStep]:
    """Return every step of a view, wherever it stands."""
    waiting = (step for one in view.matters for step in one.steps)
    unfinished = (step for one in view.unfinished for step in one.steps)
    return [
        *view.steps,
        *view.kindles,
        *waiting,
        *unfinished,
        *(view.halt.steps if view.halt is not None else ()),
    ]


def all_said(view: RefereeView) -> set[str]:
    """Return every command that a view offers in full."""
    said = {one.say for one in all_steps(view) if not one.opens}
    said |= {one.say for one in view.lights} | {one.say for one in view.timers}
    said |= {one.say for one in view.sides}
    if view.fight is not None:
        said |= {one.say for one in view.fight.entries}
    if view.count is not None:
        said |= {mover.say for one in view.count.segments for mover in one.movers}
    return said - {""}


def labels(view: RefereeView) -> dict[str, str]:
    return {one.say: one.label for one in view.steps}


# Laws over every state of every playthrough


def hold(file: Path, *, undone: bool = False) -> None:
    """Go back through a playthrough from its end; in each state what is offered parses and is not refused.

    With ``undone`` the view of a state is looked at again after undo and redo.
    """
    campaign = campaign_of(file)
    end, meant = campaign.head.id, cache(campaign.parse)
    while True:
        view = referee_view(campaign)
        where = f"{file.stem}, after {campaign.head.summary!r}"
        for said in all_said(view):
            decided = campaign.decide(meant(said))
            # A figure that nobody wrote is asked for in place.
            refused = isinstance(decided, Refusal) and not decided.wants
            assert not refused, f"{where}: {said}: {decided}"
        require_keys(view, where)
        moved = campaign.undo()
        if isinstance(moved, Refusal):
            break
        if undone:
            again = campaign.redo()
            assert isinstance(again, MovedTo)
            assert referee_view(campaign) == view, where
            campaign.undo()
    campaign.go(end)


def require_keys(view: RefereeView, where: str) -> None:
    keys: dict[str, str] = {}
    for one in all_steps(view):
        if one.key:
            assert keys.setdefault(one.key, one.say) == one.say, f"{where}: key {one.key}"
    assert not keys.keys() & RESERVED


@pytest.mark.slow
@pytest.mark.parametrize("file", FEW, ids=lambda file: file.stem)
def test_in_each_state_of_a_session_what_is_offered_can_be_done(file: Path) -> None:
    """T9 as well: the view of a state is the same after undo and redo."""
    hold(file, undone=True)


@pytest.mark.slow
@pytest.mark.parametrize("file", [one for one in PLAYTHROUGHS if one not in FEW], ids=lambda file: file.stem)
def test_in_each_state_of_every_playthrough_what_is_offered_can_be_done(file: Path) -> None:
    hold(file)


def test_no_two_kinds_of_step_share_a_key_and_none_is_reserved() -> None:
    assert len(set(KEYS.values())) == len(KEYS)
    assert not set(KEYS.values()) & RESERVED
    assert not any(key.isdecimal() for key in KEYS.values())


def test_a_key_is_given_to_one_command_and_digits_to_choices_in_turn() -> None:
    ring = KeyAssigner()
    assert (ring.give("step", "wait 1 turn"), ring.give("step", "wait 2 turns")) == ("n", "")
    assert ring.give("step", "wait 1 turn") == "n"
    assert [ring.give("choice", say) for say in ("choose a", "choose b", "choose a")] == ["1", "2", "1"]
    assert ring.give("hurt", "hurt ") == ""


# What is offered


@pytest.mark.parametrize(
    "rules, scene, says",
    [
        # G: a turn of 10 min has 60 rounds, an hour 6 turns, and a watch is the next larger unit.
        ("glog", "dungeon", ["wait 1 turn", "wait 1 round", "wait 6 turns", "wait 1 watch"]),
        ("glog", "wilderness", ["wait 1 watch", "wait 1 turn"]),
        ("dungeon-game", "dungeon", ["wait 1 turn", "wait 1 round", "wait 6 turns", "wait 1 watch"]),
        # C: no unit lies between a turn and the day; the step of the wilderness is an hour of the clock.
        ("cresthaven", "dungeon", ["wait 1 turn", "wait 1 round", "wait 6 turns"]),
        ("cresthaven", "wilderness", ["wait 6 turns", "wait 1 turn"]),
        # Q: an hour is the next larger unit of the phase, and said once.
        ("quest-of-destiny", "dungeon", ["wait 1 phase", "wait 1 moment", "wait 1 hour"]),
    ],
)
def test_time_is_offered_in_the_rule_set_s_units_the_step_of_the_scene_first(
    rules: str, scene: str, says: list[str]
) -> None:
    campaign = begun(rules=load_builtin(rules))
    do(campaign, f"enter {scene}")
    steps = [one for one in referee_view(campaign).steps if one.group == "time"]
    assert [one.say for one in steps if one.say.startswith("wait 1") or one.say == "wait 6 turns"] == says
    assert (steps[0].say, steps[0].key, steps[0].first) == (says[0], "n", True)
    assert steps[0].label == says[0].removeprefix("wait ")
    assert "wait until dawn" in [one.say for one in steps]


def test_what_a_step_says_it_does() -> None:
    """T21: the label names the length, the command says it, and so much time passes."""
    campaign = delving()
    step = referee_view(campaign).steps[0]
    do(campaign, step.say, dice=CALM)
    assert (step.label, campaign.state.now.ms) == ("1 turn", 600_000)


def test_what_would_be_refused_is_not_offered() -> None:
    campaign = begun()
    do(campaign, "party Varda hp 3/5")
    do(campaign, "stock 1 ration")
    assert "lunch" in labels(referee_view(campaign))
    do(campaign, "lunch", "3")
    # The one ration is eaten: no lunch and no night (G-HEAL-1, G-HEAL-2).
    assert not {"lunch", "night"} & labels(referee_view(campaign)).keys()


def test_a_question_leaves_nothing_but_its_choices() -> None:
    campaign = delving()
    do(campaign, "next", "8")  # weariness asks (G-ENC-2)
    view = referee_view(campaign)
    assert view.halt is not None
    assert (view.halt.kind, view.halt.rule) == ("question", "G-ENC-2")
    choices = [one for one in view.steps if one.kind == "choice"]
    assert [one.key for one in choices] == [str(number) for number in range(1, len(choices) + 1)]
    assert [one.say for one in view.steps] == [one.say for one in choices]
    assert not any(one.first for one in view.steps)
    assert view.halt.what[0] == "encounter check 8: weariness"
    # It stays until it is answered, and of what is done meanwhile it says nothing.
    do(campaign, "note they argue")
    later = referee_view(campaign).halt
    assert later is not None
    assert (later.kind, later.key, later.title, later.at) == (
        "question", view.halt.key, view.halt.title, view.halt.at,
    )  # fmt: skip
    assert later.what == ()


def test_in_a_fight_the_next_activation_comes_first_and_the_end_is_always_there() -> None:
    campaign = delving("foes goblins 3 morale 7", "fight")
    said = [one.say for one in referee_view(campaign).steps]
    assert said[0] == "round"
    assert "end fight" in said
    do(campaign, "round", "5", "15")
    steps = referee_view(campaign).steps
    # What is wanted in every round stands before what ends all rounds.
    assert [(one.say, one.label, one.key) for one in steps][:4] == [
        ("done", "Varda has acted", "a"),
        ("round", "Next round", "r"),
        ("morale goblins", "Morale of goblins", "m"),
        ("end fight", "End the fight", "q"),
    ]
    do(campaign, "kill 3 goblins")
    assert referee_view(campaign).steps[0].say == "end fight"


def test_dawn_is_waited_for_by_night_and_seldom_by_day_or_underground() -> None:
    """Of what there is no room for, what is wanted seldom goes first."""
    campaign = delving()

    def seldom() -> list[str]:
        return [one.say for one in referee_view(campaign).steps if one.seldom]

    rest = ["wait 1 round", "wait 1 watch", "wait until dawn", "enter wilderness ", "enter settlement "]
    assert seldom() == rest
    do(campaign, "enter wilderness")
    assert "wait until dawn" in {one.say for one in referee_view(campaign).steps}
    assert "wait until dawn" not in seldom()
    do(campaign, "wait until dawn", dice=CALM)
    assert "wait until dawn" in seldom()


@pytest.mark.parametrize("rules", ["glog", "dungeon-game", "cresthaven", "quest-of-destiny"])
def test_the_ways_into_the_other_scenes_are_at_hand_where_one_sets_out_from(rules: str) -> None:
    """Nobody need know a command to get into the dungeon; an encounter comes first."""

    def ways(campaign: Campaign) -> dict[str, bool]:
        return {one.label: one.seldom for one in referee_view(campaign).steps if one.kind == "scene"}

    campaign = begun(rules=load_builtin(rules))
    assert ways(campaign) == {"To the dungeon ...": False, "To the wilderness ...": False}
    do(campaign, "enter dungeon")
    assert ways(campaign) == {"To the wilderness ...": True, "To the settlement ...": True}
    do(campaign, "meet owlbear", "3 4")
    assert ways(campaign) == {}


def test_names_that_hold_words_of_commands_are_said_in_quotes() -> None:
    campaign = begun()
    do(campaign, 'party "Anna of Ash" wisdom 12')
    do(campaign, "enter dungeon")
    do(campaign, 'light torch for "Anna of Ash"')
    do(campaign, 'timer "ward for three" 3 turns')
    view = referee_view(campaign)
    assert view.lights[0].say == 'douse torch of "Anna of Ash"'
    for said in all_said(view):
        assert not isinstance(campaign.decide(campaign.parse(said)), Refusal), said


# Halts


def test_an_encounter_takes_the_middle_until_something_else_was_done() -> None:
    """T20: the hour is cut at the encounter's own minute, and the rule is said in words."""
    campaign = delving()
    do(campaign, "wait 1 h", "9", "2", "3 4")
    view = referee_view(campaign)
    assert view.halt is not None
    # A 9 is a local effect, a 2 an encounter (G-ENC-2): in a corridor it is noticed 7 x 10 ft off (G-ENC-4).
    assert (view.halt.kind, view.halt.title, view.halt.rule, view.halt.at) == (
        "encounter", "The party meets something", "G-ENC-4", "day 1 00:20",
    )  # fmt: skip
    assert view.halt.why.startswith("An encounter comes into a room")
    assert "encounter: something, 70 ft away and coming" in view.halt.what
    assert view.halt.left == "wait: 4 turns left"
    assert [one.say for one in view.halt.steps] == ["reaction", "part", "let it come", "abandon", "note "]
    # A fight is against somebody: its button asks who they are, until they are faced.
    (fight,) = [one for one in view.steps if one.kind == "fight"]
    assert (fight.say, fight.opens) == ("fight ", True)
    do(campaign, "reaction", "7")
    assert referee_view(campaign).halt is None
    assert "part" in labels(referee_view(campaign))
    do(campaign, "foes goblins 4")
    assert [one.say for one in referee_view(campaign).steps if one.kind == "fight"] == ["fight"]


def test_the_dark_takes_the_middle_with_a_light_to_light() -> None:
    campaign = delving()
    do(campaign, "wait 3 turns", "6", "6")
    halted = referee_view(campaign).halt
    assert halted is not None
    # At its second tick the torch is out (G-LIGHT-2), and nothing else burns.
    assert (halted.kind, halted.rule, halted.at) == ("dark", "G-LIGHT-2", "day 1 00:20")
    assert halted.steps[0].say == "light torch for Varda"
    # The title says already that nothing burns.
    assert halted.title == "Darkness: nothing burns"
    assert halted.what == ("encounter check 6: light", "1 light ticks once", "torch (Orlo) goes out")
    do(campaign, halted.steps[0].say)
    assert referee_view(campaign).halt is None


def test_coming_into_an_unlit_dungeon_stops_nobody_but_waits() -> None:
    campaign = begun()
    do(campaign, "party Varda")
    do(campaign, "enter dungeon")
    view = referee_view(campaign)
    assert view.halt is None
    assert view.matters[0].about == "it is dark"
    assert view.place.dark


# Undo, the log, the announcement


def test_undo_and_redo_say_what_they_would_do() -> None:
    campaign = begun()
    view = referee_view(campaign)
    assert (view.undo.can, view.redo.can) == (False, False)
    do(campaign, "enter dungeon Barrow")
    do(campaign, "search", "9")
    view = referee_view(campaign)
    assert (view.undo.can, view.undo.said) == (True, "undo: search, 2d6 = 9")
    campaign.undo()
    view = referee_view(campaign)
    assert (view.undo.said, view.redo.said) == ("undo: enter dungeon Barrow", "redo: search, 2d6 = 9")


def test_the_log_pages_back_to_the_beginning_and_leaves_nothing_out() -> None:
    campaign = delving(*["next"] * 30)
    whole = [line.text for line in lines(campaign)]
    told: list[str] = []
    page = log_page(campaign, groups=7, quiet=0)
    pages = 1
    while True:
        told = [line.text for group in page.groups for line in group.lines] + told
        if not page.older:
            break
        page = log_page(campaign, page.older, groups=7, quiet=0)
        pages += 1
    assert told == whole
    # 30 steps, 3 commands before them and the beginning: 34 groups are five pages of 7.
    assert pages == 5


def test_a_line_says_its_rule_and_why_by_its_ref() -> None:
    campaign = delving()
    do(campaign, "next", "6")
    ticked = next(
        one for group in log_page(campaign).groups for one in group.lines if one.kind == "lights-ticked.1"
    )
    because = why_at(campaign, ticked.ref)
    assert because is not None
    assert (because.rule, because.line.text, because.command) == ("G-ENC-2", ticked.text, "next, 2d6 = 6")
    assert because.dice == ()
    for nonsense in ("", "x", f"{campaign.head.id}.99", f"{campaign.head.id}.x", "nobody.0", ticked.ref * 2):
        assert why_at(campaign, nonsense) is None


def test_what_the_referee_alone_may_know_is_marked() -> None:
    campaign = delving("secret note Orlo is a spy", "note the lever is rusted")
    secret, open_one = (group.lines[-1].secret for group in log_page(campaign).groups[-2:])
    assert (secret, open_one) == (True, False)


def test_the_announcement_ends_each_sentence_once() -> None:
    """What a table says of a reaction is a sentence of its own (G-REACT-1)."""
    campaign = delving()
    do(campaign, "meet owlbear")
    do(campaign, "reaction", "11")
    said = referee_view(campaign).announcement
    assert said.endswith("trade.")
    assert ".." not in said


def test_the_announcement_says_what_changed_in_a_sentence() -> None:
    campaign = delving()
    before = referee_view(campaign)
    do(campaign, "next", "6")
    after = referee_view(campaign, before)
    # The check came to light, the torch has one of two ticks left.
    assert after.announcement == (
        "1 turn passed, day 1 00:10. Encounter check 6: light. 1 light ticks once. Torch (Orlo) burns low."
    )
    assert referee_view(campaign, after).announcement == ""
    campaign.undo()
    assert referee_view(campaign, after).announcement == "Undone: next, 2d6 = 6. It is day 1 00:00."
    # Two steps on and both back at once; then to another branch.
    do(campaign, "note a")
    do(campaign, "note b")
    noted = referee_view(campaign)
    campaign.undo()
    campaign.undo()
    assert referee_view(campaign, noted).announcement == "Undone: 2 commands. It is day 1 00:00."
    campaign.go(after.head)
    assert referee_view(campaign, noted).announcement == "Gone to: next, 2d6 = 6. It is day 1 00:10."


@pytest.mark.slow
def test_what_is_left_of_a_journey_is_the_referee_s_while_the_party_is_lost() -> None:
    """What the table hears of it would tell them in which country they truly are."""
    campaign = campaign_of(next(one for one in PLAYTHROUGHS if one.stem == "getting-lost"))
    end = campaign.head.id
    seen = set()
    while campaign.head.parent is not None:
        view = referee_view(campaign)
        astray = campaign.state.journey.lost is not None or campaign.state.journey.astray
        seen |= {(astray, one.secret) for one in view.unfinished if one.what.startswith("travel")}
        campaign.undo()
    campaign.go(end)
    assert seen <= {(True, True), (False, False)}
    assert seen
