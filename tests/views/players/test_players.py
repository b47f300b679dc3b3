"""What players see: nothing that they may not know, in what is said and in what is left out (decision 9)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.app import secretive
from tests.app.campaigns import begun, delving, do
from tests.often import times
from tests.play.keeper import CALM
from tests.play.wayfarers import QUIET
from tests.views.parts.test_wayfaring import abroad, place
from turnkeeper.app.campaign import Campaign
from turnkeeper.app.sharing import Shown
from turnkeeper.hexes import Hex
from turnkeeper.play.dungeon.meeting import Meeting
from turnkeeper.play.journey.travel import HexEntered
from turnkeeper.play.kernel.event import Audience
from turnkeeper.play.party.notes import Noted
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.time import Instant
from turnkeeper.views.maps.view import draw_land, map_view
from turnkeeper.views.parts import place as place_part
from turnkeeper.views.parts.party import members
from turnkeeper.views.players import fuzzy
from turnkeeper.views.players import told as players_log
from turnkeeper.views.players import view as players
from turnkeeper.views.players.view import PlayersView, players_view

EVERYTHING = Shown("exact", numbers=True)
HOUR = 3_600_000


def view(campaign: Campaign, shown: Shown = EVERYTHING) -> PlayersView:
    return players_view(campaign, shown)


def told(campaign: Campaign, shown: Shown = EVERYTHING) -> list[str]:
    return [one.text for one in view(campaign, shown).log]


# Time


@pytest.mark.parametrize(
    "shown,said,parts",
    [
        ("exact", "day 1 06:00", ("day 1", "06:00")),
        # G-TIME-1: watches of four hours, so 06:00 is in the second.
        ("part", "day 1, the second watch", ("day 1", "the second watch")),
        ("day", "day 1", ("", "day 1")),
        ("nothing", "", ("", "")),
    ],
)
def test_the_time_is_as_exact_as_the_referee_chose_in_all_that_is_said(
    shown: str, said: str, parts: tuple[str, str]
) -> None:
    campaign = abroad("glog", "hand out letter saying Come.")
    seen = view(campaign, replace(Shown(), time=shown))
    assert (seen.time, seen.log[-1].when, seen.day_and_time) == (said, said, parts)


@pytest.mark.parametrize(
    "hour,said",
    [(0, "night"), (5, "night"), (6, "morning"), (11, "morning"), (12, "afternoon"), (17, "afternoon"),
     (18, "evening"), (21, "evening"), (22, "night")],
)  # fmt: skip
def test_where_there_are_no_watches_the_part_of_the_day_is_said(hour: int, said: str) -> None:
    """Day from 06:00 to 18:00, evening the first third of the twelve hours of night: until 22:00."""
    campaign = begun(rules=load_builtin("quest-of-destiny"))
    assert fuzzy.part_of_day(campaign.state, campaign.book, Instant(hour * HOUR)) == said


# Light


def test_light_is_bright_low_or_dark_and_never_a_figure() -> None:
    """Called low with all of it left, a fresh torch is low; with the third by default it is not."""
    campaign = delving()
    bright, low = view(campaign), view(campaign, Shown(low=1000))
    assert bright.lights is not None
    assert low.lights is not None
    assert (bright.lights.level, low.lights.level) == ("bright", "low")
    assert [(one.kind, one.bearer, one.level) for one in low.lights.burning] == [("torch", "Orlo", "low")]
    do(campaign, "douse torch")
    dark = view(campaign)
    assert dark.lights is not None
    assert (dark.lights.level, dark.lights.burning) == ("dark", ())


def test_by_day_it_is_bright_however_low_the_torch() -> None:
    campaign = abroad("glog", "wait 4 h", "light torch for Varda")
    assert view(campaign, Shown(low=1000)).lights == players.LightsSeen(
        "bright", (players.LightSeen("torch", "Varda", "low"),)
    )


def test_a_light_that_nobody_of_the_party_bears_is_not_told_of() -> None:
    campaign = begun()
    for one in ("enter dungeon", "light torch for the spy", "party Varda", "light torch for Varda"):
        do(campaign, one)
    seen = view(campaign)
    assert seen.lights is not None
    assert [one.bearer for one in seen.lights.burning] == ["Varda"]
    assert "spy" not in secretive.encoded(seen).decode()


# People


def test_without_figures_wounds_and_weariness_are_words() -> None:
    campaign = delving("hurt Varda 2", "tire Orlo 2")  # Varda has 5 of 7 and then 3: less than half
    words = view(campaign, Shown()).party
    assert [(one.name, one.conditions, one.hp, one.fatigue) for one in words] == [
        ("Varda", ("badly hurt",), "", ""),
        ("Orlo", ("tired",), "", ""),
    ]
    assert [(one.hp, one.fatigue) for one in view(campaign).party] == [("3/7", ""), ("", "2")]


def test_weariness_has_the_word_of_the_game_on_every_screen() -> None:
    """Where the game says exhaustion, so do the screen, the log and the phones (F-EXH-1)."""
    campaign = begun(rules=load_builtin("fifth"))
    for one in ("party Varda hp 5/7", "tire Varda 2"):
        do(campaign, one)
    (varda,) = members(campaign.state, campaign.book)
    assert (varda.fatigue, varda.weary) == (2, "exhaustion 2")
    (seen,) = view(campaign).party
    assert (seen.fatigue, seen.called, seen.conditions) == ("2", "exhaustion", ("hurt", "exhausted"))
    assert "Varda is more exhausted." in told(campaign)
    assert "Varda has 2 exhaustion" in str(campaign.do(campaign.parse("tire Varda -3"), campaign.seeded()))


def test_morale_of_hirelings_is_never_shown_and_that_one_broke_is() -> None:
    campaign = delving("hire Bram morale 7")
    changed = replace(campaign.state.party.members[-1], morale=2)
    other = _with(
        campaign, party=replace(campaign.state.party, members=(*campaign.state.party.members[:-1], changed))
    )
    assert view(other) == view(campaign)
    broken = replace(changed, broken=True)
    fled = _with(campaign, party=replace(campaign.state.party, members=(broken,)))
    assert view(fled).party[0].conditions == ("broken",)


# Whose activation it is


def test_a_foe_is_named_when_it_acts_or_has_acted_and_not_before() -> None:
    """Q-REC-1: Varda acts at 2, the ghoul at 4, the assassin not before 9; a dagger takes Varda to later."""
    campaign = begun(rules=load_builtin("quest-of-destiny"))
    for one in ("party Varda order 12", "foes ghoul 1 order 3", "foes assassin 1 order 2"):
        do(campaign, one)
    do(campaign, "fight", "2", "4", "9")
    first = view(campaign).order
    assert first is not None
    assert (first.now, first.then) == (("Varda",), ())
    do(campaign, "act for 20")
    second = view(campaign).order
    assert second is not None
    assert (second.now, second.then) == (("ghoul",), ("Varda",))
    do(campaign, "act for 1")
    third = view(campaign).order
    assert third is not None
    assert third.now == ("ghoul",)
    assert "assassin" not in secretive.encoded(view(campaign)).decode()


def test_in_rounds_a_side_that_has_acted_stays_known_and_its_numbers_are_not_told() -> None:
    campaign = begun(rules=load_builtin("dungeon-game"))
    do(campaign, "party Varda agility 10")
    do(campaign, "foes goblins 6 hp 4")
    do(campaign, "fight", dice=CALM)
    do(campaign, "round", dice=None)
    seen = []
    for _ in range(2):
        order = view(campaign).order
        assert order is not None
        seen += [order.now]
        do(campaign, "done")
    assert sorted(seen) == [("Varda",), ("goblins",)]
    do(campaign, "round", dice=None)
    order = view(campaign).order
    assert order is not None
    assert {*order.now, *order.then} == {"Varda", "goblins"}
    assert order.where == "round 2"


# Places


def test_d_nav_2_while_lost_the_view_is_the_same_wherever_the_party_truly_is() -> None:
    campaign = abroad("glog", "stand at 0101", "travel to 0102", "believe 0103", "travel to 0105")
    assert campaign.state.journey.astray
    lost, seen = campaign.state.journey, secretive.encoded(view(campaign))
    for hex_ in ("0104", "0201", "0202", "0203", "0205"):
        trail = (*lost.trail[:-1], replace(lost.trail[-1], where=place(hex_)))
        other = _with(campaign, journey=replace(lost, trail=trail))
        assert secretive.encoded(view(other)) == seen


def test_a_goal_is_the_hex_that_was_chosen_and_not_its_label_on_the_referee_s_map() -> None:
    campaign = abroad("glog", "stand at 0101")
    do(campaign, "travel to Hollin", dice=CALM)
    text = secretive.encoded(view(campaign)).decode()
    assert "sets out for 0202" in text


def test_entering_a_hex_is_told_alike_whether_or_not_the_party_is_where_it_believes() -> None:
    book = abroad("glog").book
    scene = players_log.Scene(abroad("glog").state, book, EVERYTHING)
    audiences: tuple[tuple[Hex, Audience], ...] = ((place("0103"), "table"), (place("0202"), "referee"))
    told_of = [
        players_log.sentence(HexEntered(where, place("0103"), "flat", at=Instant(0), seen_by=who), scene)
        for where, who in audiences
    ]
    assert told_of == ["On to 0103.", "On to 0103."]


def test_a_label_is_said_of_a_hex_that_was_explored_and_of_no_other() -> None:
    campaign = abroad("glog", "stand at 0101")
    seen = view(campaign).where
    assert seen is not None
    assert (seen.hex, seen.label) == ("0101", "Alder")
    do(campaign, "believe 0103")
    seen = view(campaign).where
    assert seen is not None
    assert (seen.hex, seen.label) == ("0103", "")


def test_where_the_map_is_not_shown_no_hex_is_named() -> None:
    campaign = abroad("glog", "stand at 0101", "travel to 0102")
    hidden = Shown(map=False)
    assert (view(campaign, hidden).where, view(campaign, hidden).map) == (None, False)
    assert "0102" not in secretive.encoded(view(campaign, hidden)).decode()


# What happened


def test_what_happened_is_told_without_dice_scores_and_figures() -> None:
    campaign = delving("hurt Varda 2", "secret note the well is poisoned", "note the lever is rusted")
    assert told(campaign, Shown()) == [
        "Varda joins the party.",
        "Orlo joins the party.",
        "Into the dungeon: Barrow.",
        "It is dark: nothing burns.",
        "Orlo's torch is lit.",
        "Varda is hurt.",
    ]


def test_a_kind_of_event_that_is_not_on_the_list_says_nothing() -> None:
    scene = players_log.Scene(begun().state, begun().book, EVERYTHING)
    assert players_log.sentence(Noted("anything", at=Instant(0)), scene) == ""


def test_handouts_are_there_until_they_are_taken_back() -> None:
    campaign = delving("hand out letter saying Come / alone.")
    assert view(campaign).handouts == (players.HandoutSeen("letter", ("Come", "alone.")),)
    do(campaign, "take back handout letter")
    assert view(campaign).handouts == ()


# No secret gets out


def _with(campaign: Campaign, **slices: object) -> Campaign:
    """Return the campaign as it would be with other slices of its state."""
    other = Campaign(campaign.store)
    other.state = replace(campaign.state, **slices)
    return other


def _changed_in_secret(campaign: Campaign) -> Campaign:
    """Return a campaign that differs in much, and in nothing that players may see."""
    state = campaign.state
    sides = tuple(replace(one, morale=11, hp=one.hp + 5 if one.hp else 0) for one in state.sides)
    members = tuple(replace(one, morale=12, attributes=(), reaction=3) for one in state.party.members)
    met = Meeting("something else", state.now, arrives=Instant(state.now.ms + 600_000))
    plan = replace(state.journey.plan, veer=1)
    return _with(
        campaign,
        secrets=(),
        foretold="something else",
        meetings=(*state.meetings, met),
        sides=sides,
        party=replace(state.party, members=members),
        timers=type(state.timers)(),
        supplies=type(state.supplies)(),
        tide=None,
        windows=(),
        question=None,
        journey=replace(state.journey, notes=(), plan=plan, lost=state.now, in_sight=True, treacherous=True),
    )


bases = st.sampled_from(secretive.SETS)


@pytest.mark.slow
@settings(deadline=None, max_examples=times(40))
@given(bases, secretive.sessions, secretive.showing)
def test_no_secret_is_in_the_bytes_of_the_view(base: str, said: list[str], shown: Shown) -> None:
    campaign = secretive.played(base, said)
    assert secretive.leaks(secretive.encoded(players_view(campaign, shown)), campaign) == []


@pytest.mark.slow
@pytest.mark.long
@settings(deadline=None, max_examples=1_500)
@given(bases, secretive.sessions, secretive.showing)
def test_no_secret_is_in_the_bytes_of_any_view(base: str, said: list[str], shown: Shown) -> None:
    campaign = secretive.played(base, said)
    assert secretive.leaks(secretive.encoded(players_view(campaign, shown)), campaign) == []


@pytest.mark.slow
@settings(deadline=None, max_examples=times(25))
@given(bases, secretive.sessions, secretive.showing)
def test_what_is_secret_makes_no_difference_to_the_view(base: str, said: list[str], shown: Shown) -> None:
    campaign = secretive.played(base, said)
    other = _changed_in_secret(campaign)
    before, after = players_view(campaign, shown), players_view(other, shown)
    # Exertion is read off attributes, which are not there in the other.
    plain = [replace(one, conditions=()) for one in before.party]
    assert replace(before, party=tuple(plain)) == replace(
        after, party=tuple(replace(one, conditions=()) for one in after.party)
    )


@pytest.mark.slow
@settings(deadline=None, max_examples=times(25))
@given(bases, secretive.sessions, st.sampled_from(secretive.HEXES))
def test_d_nav_2_the_true_place_makes_no_difference_to_a_lost_party(
    base: str, said: list[str], hex_: str
) -> None:
    campaign = secretive.played(base, [*said, *LOST])
    journey = campaign.state.journey
    trail = (*journey.trail[:-1], replace(journey.trail[-1], where=place(hex_)))
    other = _with(campaign, journey=replace(journey, trail=trail))
    assume(journey.astray and other.state.journey.astray)
    assert view(other) == view(campaign)
    maps = [secretive.encoded(map_view(one, players=True)) for one in (campaign, other)]
    assert maps[0] == maps[1]
    drawn = [draw_land(one, players=True) for one in (campaign, other)]
    assert drawn[0] == drawn[1]


LOST = ["end fight", "end count", "leave for wilderness", "stand at 0101", "believe 0103"]
LEAKY = [
    "secret note zqnote",
    "hide zqkey",
    "next encounter is zqowlbear",
    "timer zqritual 3 turns",
    "leave for wilderness",
    "stand at 0102",
    "believe 0103",
    "travel south",
    f"foes zqassassins 2 hp {secretive.ODD_POINTS}",
]


def _tells_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = dict(players_log.SENTENCES)
    sentences[Noted] = lambda event, _scene: event.text
    monkeypatch.setattr(players_log, "SENTENCES", sentences)
    players_log._KEPT.clear()
    monkeypatch.setattr(players_log, "TOLD_ANYHOW", frozenset({Noted}))


def _knows_every_label(monkeypatch: pytest.MonkeyPatch) -> None:
    def label(state: object, book: object, place: Hex) -> str:
        del state, book, place
        return "Ling zqlabel"

    monkeypatch.setattr(players, "_label", label)


def _shows_the_head(monkeypatch: pytest.MonkeyPatch) -> None:
    real = place_part.spot
    monkeypatch.setattr(players, "spot", lambda state, book: real(state, book) + " 2d6 = 7")


@pytest.mark.parametrize(
    "leak",
    [_tells_notes, secretive.tell_all, _knows_every_label, _shows_the_head],
    ids=lambda leak: leak.__name__,
)
def test_the_search_finds_a_leak_that_was_planted(
    monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    campaign = secretive.played("glog", LEAKY)
    assert secretive.leaks(secretive.encoded(view(campaign)), campaign) == []
    leak(monkeypatch)
    assert secretive.leaks(secretive.encoded(view(campaign)), campaign) != []


def test_the_search_knows_ids_the_seed_and_figures_when_it_sees_them() -> None:
    campaign = secretive.played("glog", LEAKY)
    for secret in (campaign.head.id, campaign.store.facts.seed, str(secretive.ODD_POINTS), "hidden: zqkey"):
        assert secretive.leaks(f'{{"campaign": "{secret}"}}'.encode(), campaign) != []


def test_quiet_days_are_quiet() -> None:
    """The sessions do reach what they are for: a party that is lost, foes, handouts, a fight."""
    campaign = secretive.played("glog", [*LEAKY, "fight", "round", "hand out letter saying Come."])
    assert campaign.state.journey.astray
    assert campaign.state.fight is not None
    assert campaign.state.foretold == "zqowlbear"
    assert view(campaign).handouts != ()
    assert QUIET.faces


# Many alike


def test_players_are_told_in_one_line_what_befell_many_and_no_more_than_they_may_know() -> None:
    campaign = begun()
    for said in (
        "party Varda strength 20; Orlo strength 20; Ana strength 20",
        "enter dungeon",
        "light torch",
    ):
        do(campaign, said, dice=CALM)
    do(campaign, "tire Varda 1")
    assert told(campaign)[-1] == "Varda is more tired."
    # An 8 is weariness: a turn of rest, or a slot of fatigue for each (G-ENC-2).
    do(campaign, "search", "8")
    do(campaign, "choose fatigue")
    assert told(campaign)[-1] == "Varda, Orlo and Ana are more tired."
