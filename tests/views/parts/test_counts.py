"""Status, advice and completion in a count of segments, and the Tide of Battle."""

from __future__ import annotations

import pytest

from tests.app.campaigns import begun, do
from turnkeeper.app.campaign import Campaign
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.views.complete import complete
from turnkeeper.views.parts.counts import CountView, count
from turnkeeper.views.parts.fights import TideView, tide
from turnkeeper.views.parts.matters import Matter, matters

QUEST = load_builtin("quest-of-destiny")


def counted(party: str, *firsts: int, foes: str = "", start: str = "fight") -> Campaign:
    """Return a campaign in a fight or a count; the first segments fall in the order of joining."""
    campaign = begun(rules=QUEST)
    do(campaign, f"party {party}")
    if foes:
        do(campaign, f"foes {foes}")
    do(campaign, start, *map(str, firsts))
    return campaign


def view(campaign: Campaign) -> CountView:
    found = count(campaign.state, campaign.book)
    assert found is not None
    return found


def tide_of(campaign: Campaign) -> TideView:
    found = tide(campaign.state)
    assert found is not None
    return found


def advice(campaign: Campaign) -> tuple[Matter, ...]:
    return matters(campaign.state, campaign.book)


def waits(campaign: Campaign) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.about, one.says) for one in advice(campaign)]


def offered(campaign: Campaign, text: str) -> list[str]:
    return [text[: one.start] + one.text for one in complete(campaign, text)]


# --- the track


def test_before_anybody_has_acted_the_first_turns_stand_in_order() -> None:
    """Q-INIT-4: Varda and Orlo are equal at 3 and act at once; then the goblins."""
    campaign = counted("Varda order 9; Orlo order 9", 3, 3, 5, 5, 7, foes="goblins 3 order 2")
    assert view(campaign).lines == (
        "nobody has acted yet, now Varda + Orlo at once at round 1 segment 3",
        "then round 1: 5 goblin 1+2, 7 goblin 3",
    )


def test_the_track_goes_round_by_round_with_castings_waits_and_burdens() -> None:
    """Q-REC-3, Q-REC-5, Q-REC-6, Q-INIT-6."""
    campaign = counted("Varda order 9; Orlo order 8; Sefa order 7", 3, 4, 5, start="count")
    for said in ("cast fireball 9 then 4", "act dagger", "delay", "hamper Orlo with load over heavy"):
        do(campaign, said)
    assert view(campaign).lines == (
        "round 1 segment 5, now Orlo at round 1 segment 10",
        "then round 2: 2 Varda (fireball)",
        "waiting: Sefa",
        "about: Varda casts fireball until round 2 segment 2",
        "hampered: Orlo (load over heavy)",
    )
    do(campaign, "act dagger")
    do(campaign, "step in Sefa with dagger")
    do(campaign, "act")
    do(campaign, "opportunity by Sefa")
    assert view(campaign).answered == ("Sefa 1 of 3",)


def test_forty_are_told_as_the_next_dozen_and_how_many_more_and_on_request_all() -> None:
    campaign = counted("Varda order 9", 1, *(2 + number % 9 for number in range(39)), foes="goblins 39")
    shown = view(campaign)
    assert (len(shown.up), len(shown.coming)) == (1, 39)
    assert shown.lines[-1].endswith(", and 27 more")
    # Of 39 numbers 0 to 38, five leave 0, 1 and 2 when divided by 9 and four each of the others.
    assert shown.told(39)[1].startswith("then round 1: 2 goblin 1+10+19+28+37, 3 goblin 2+11+20+29+38, ")
    assert shown.told(39)[-1].endswith(", 10 goblin 9+18+27+36")
    assert shown.brief == "nobody has acted yet, now Varda at round 1 segment 1"


@pytest.mark.slow
def test_thousands_at_once_are_counted_and_not_listed() -> None:
    campaign = begun(rules=QUEST)
    for said in ("party Varda order 9", "foes goblins 3000"):
        do(campaign, said)
    do(campaign, "fight", "9", *["1"] * 3000)
    shown = view(campaign)
    assert (len(shown.up), len(shown.coming)) == (3000, 1)
    assert shown.brief == "nobody has acted yet, now 3,000 at once at round 1 segment 1"


def test_the_fallen_are_not_shown() -> None:
    campaign = counted("Varda order 9", 3, 4, 5, foes="goblins 2")
    do(campaign, "kill goblin 1")
    assert view(campaign).lines[1:] == ("then round 1: 5 goblin 2",)
    do(campaign, "kill goblin 2")
    do(campaign, "kill Varda")
    assert view(campaign).lines[0] == "nobody has acted yet, nobody is left to act"


# --- the Tide


def test_the_tide_is_shown_for_whom_it_favours_with_its_bonus() -> None:
    """Q-TIDE-1."""
    campaign = counted("Varda morale 3", 3, 4, foes="ogre 1 morale 1")
    shown = tide_of(campaign)
    assert (shown.favours, shown.bonus, shown.text) == (
        "party",
        2,
        "+2 for the party, to attacks and defences",
    )
    do(campaign, "tide -2")
    assert (tide_of(campaign).favours, tide_of(campaign).text) == ("nobody", "even, no bonus")
    do(campaign, "tide -1")
    do(campaign, "leader ogre")
    shown = tide_of(campaign)
    assert (shown.value, shown.favours, shown.bonus) == (-1, "enemies", 1)
    assert shown.text == "+1 for the enemies, to attacks and defences; leading: ogre"


def test_a_proposal_is_advised_in_secret_with_both_answers() -> None:
    """Q-TIDE-3."""
    campaign = counted("Varda; Orlo", 3, 4, 5, foes="ogre 1")
    first = advice(campaign)[0]
    assert first.about == "the Tide would shift for the party: the enemies are outnumbered two to one"
    assert (first.says, first.secret) == (("tide yes", "tide no"), True)
    do(campaign, "tide no")
    assert not any("Tide" in about for about, _ in waits(campaign))


# --- advice


def test_each_step_is_advised_for_whoever_is_up() -> None:
    campaign = counted("Varda order 9 hp 3/3; Orlo order 9", 3, 4, start="count")
    assert waits(campaign)[-1] == (
        "in the count, now Varda",
        ("act dagger", "act for 7", "delay", "end count"),
    )
    do(campaign, "cast light 4 then 2")
    do(campaign, "act long sword")
    assert waits(campaign)[-1] == ("in the count, now Varda", ("act", "end count"))
    do(campaign, "act")
    do(campaign, "hurt Varda 3")
    # Who is down is laid aside by itself, until somebody has them recover.
    assert waits(campaign)[-2:] == [
        (
            "in the count, now Orlo",
            ("act long sword by Orlo", "act for 7 by Orlo", "delay by Orlo", "end count"),
        ),
        ("down, and laid aside", ("recover by Varda",)),
    ]
    do(campaign, "act long sword by Orlo")
    assert waits(campaign)[-1] == ("waiting to step in", ("recover by Varda",))
    do(campaign, "recover by Varda")
    assert all("Varda" not in say for say in waits(campaign)[0][1])


def test_who_waits_and_who_came_late_is_advised() -> None:
    campaign = counted("Varda order 9", 3, 4, foes="ogre 1")
    do(campaign, "delay")
    do(campaign, "foes wolves 2")
    do(campaign, "hire Bram")
    told = dict(waits(campaign))
    assert told["not in the count yet"] == ("join count Bram", "join count wolves")
    # Whoever waits cannot step in at the segment in which they began to, and at the next the ogre acts first.
    assert told["waiting to step in"] == ()
    assert Matter("waiting to step in", ()).lead == "waiting to step in"
    do(campaign, "act for 7")
    assert dict(waits(campaign))["waiting to step in"] == ("step in Varda with dagger",)
    do(campaign, "step in Varda with dagger")


def test_when_no_enemy_is_left_the_end_is_advised() -> None:
    campaign = counted("Varda order 9", 3, 4, foes="ogre 1")
    do(campaign, "kill ogre")
    assert ("no enemy is left who fights", ("end fight",)) in waits(campaign)


def test_every_step_that_is_advised_can_be_said() -> None:
    campaign = counted("Varda order 9; Orlo order 9", 3, 3, 5, foes="ogre 1")
    do(campaign, "foes wolves 2")
    for one in advice(campaign):
        for step in one.says:
            campaign.parse(step)


# --- completion


@pytest.mark.parametrize(
    "text, lines",
    [
        (
            "act dagger by ",
            [f"act dagger by {one}" for one in ("Varda", "goblin 2", "goblin 1", "goblins", "wolves")],
        ),
        ("act da", ["act dagger"]),
        ("act long", ["act long sword", "act longsword"]),
        ("delay by g", ["delay by goblin 2", "delay by goblin 1"]),
        (
            "hamper Varda with ",
            [f"hamper Varda with {one}" for one in ("load over medium", "load over heavy", "concentrating")],
        ),
        ("surprise g", ["surprise goblins", "surprise goblin 2", "surprise goblin 1"]),
        ("effect bless until g", ["effect bless until goblin 2", "effect bless until goblin 1"]),
        ("join count ", ["join count wolves"]),
        ("step in ", []),
        ("leader V", ["leader Varda"]),
        ("tide ", ["tide yes", "tide no"]),
    ],
)
def test_fighters_actions_and_burdens_are_completed(text: str, lines: list[str]) -> None:
    campaign = counted("Varda order 9", 3, 5, 4, foes="goblins 2")
    do(campaign, "foes wolves 2")
    assert offered(campaign, text) == lines


def test_whoever_waits_is_offered_to_step_in_and_whoever_casts_to_be_disrupted() -> None:
    campaign = counted("Varda order 9; Orlo order 8", 3, 5, start="count")
    do(campaign, "delay")
    do(campaign, "cast light 3 then 1")
    assert offered(campaign, "step in ") == ["step in Varda"]
    assert offered(campaign, "disrupt ") == ["disrupt Orlo"]
    assert offered(campaign, "effect ward until s") == ["effect ward until short rest"]


def test_whoever_comes_after_the_fallen_is_advised_and_thousands_are_not_listed() -> None:
    campaign = counted("Varda", 9, 2, 3, foes="goblins 2")
    do(campaign, "kill 1 goblins")
    assert waits(campaign)[-1][0] == "in the count, now goblin 2"
    do(campaign, "kill 1 goblins")
    assert waits(campaign)[-1][0] == "in the count, now Varda"
    many = counted("Varda", 9, *[2] * 20, foes="goblins 20")
    assert waits(many)[-1][0].endswith("goblin 5 and goblin 6 and 14 more")
