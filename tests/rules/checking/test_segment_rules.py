"""What makes no sense of segments, loads, surprise and morale: all problems at once, with place and hint."""

from __future__ import annotations

import pytest

from tests.rules.bad_files import problems_of

BONUS = "{ rule = { id = 'B-SURP-1', origin = 'printed' }, attribute = 'dexterity', steps = [[16, 1]] }"
HEAD = '[ruleset]\nid = "house"\nname = "House"\nextends = "{}"\n'


def _told(differences: str, like: str = "advanced") -> list[tuple[str, str]]:
    return [(one.path, one.message) for one in problems_of(HEAD.format(like) + differences)]


def test_numbers_that_make_no_sense_are_told_all_at_once() -> None:
    told = _told(
        "[fight.order]\nspeed = -1\n"
        "[fight.order.segments]\nnumber = 0\n"
        "[morale]\neach_hit_die = 0\nmargins = [{ over = 0, breaks = 'flees' }]\n"
        "[characters.load]\nleast = -30\n"
        "[surprise.shorter]\nsteps = []\n"
    )
    assert {
        ("fight.order.speed", "-1 is too low"),
        ("fight.order.segments.number", "0 is too low"),
        ("morale.each_hit_die", "0 is too low"),
        ("morale.margins[0].over", "0 is too low"),
        ("characters.load.least", "-30 is too low"),
        ("surprise.shorter.steps", "an attribute gives nothing"),
    } <= set(told)


@pytest.mark.parametrize(
    "differences, path, message",
    [
        (
            "[fight.order.segments]\nnumber = 8\n",
            "fight.order.segments.number",
            "8 segments are 8 segments, and a round 1 round",
        ),
        (
            '[fight.order]\ndice = "1d12"\n',
            "fight.order.segments.number",
            "1d12 name segments of which a round with 10 has none",
        ),
        (
            '[fight.order]\nwalked = true\nphases = ["blows"]\n',
            "fight.order.walked",
            "a go has its segment and no phases to walk",
        ),
        ("[fight]\noff_clock = true\n", "fight.off_clock", "segments of a round pass time"),
        (
            '[fight.order]\nties = "weapons"\n',
            "fight.order.ties",
            "no weapon of a round with segments has a speed",
        ),
        ("[fight.order]\nspeed = 5\n", "fight.order.speed", "speed breaks no ties here"),
        (
            "[fight.order.weapons.missile]\nspeed = 5\n",
            "fight.order.weapons.missile.speed",
            "speed breaks no ties here",
        ),
        ("[surprise.shorter]\nsteps = [[6, 0], [3, 1]]\n", "surprise.shorter.steps[1]", "3 comes after 6"),
        (
            "[morale]\nmargins = [{ over = 9, breaks = 'a' }, { over = 9, breaks = 'b' }]\n",
            "morale.margins[1].over",
            "9 comes after 9",
        ),
        (
            "[characters.load]\nsteps = [{ up_to = 5, slowed = 2, less = 30 }]\n",
            "characters.load.steps[0].less",
            "a load slows by a factor or takes feet off, not both",
        ),
        (
            "[characters.load]\nsteps = [{ up_to = 5, slowed = 2 }]\n",
            "characters.load.least",
            "no load takes any feet off",
        ),
        ('[fight]\nafter = ["fougth"]\n', 'procedures."after a fight".also_on[0]', "nothing causes 'fought'"),
    ],
)
def test_what_does_not_fit_together_is_told_where_it_stands(
    differences: str, path: str, message: str
) -> None:
    assert (path, message) in _told(differences)


def test_surprise_by_the_throw_and_sooner_weapons_need_segments() -> None:
    told = _told(
        f'[surprise]\nby_throw = true\n[fight.order.weapons."two-handed"]\nadds = {BONUS}\n',
        "classic",
    )
    assert told == [
        (
            "surprise.by_throw",
            "surprise by the throw is counted in segments, which the round of a fight has not",
        ),
        ("fight.order.weapons.two-handed.adds", "the round has no segments to be sooner by"),
    ]


def test_surprise_shorter_by_an_attribute_goes_by_a_throw() -> None:
    told = _told(
        f"[surprise]\nshorter = {BONUS}\n",
        "classic",
    )
    assert told == [("surprise.shorter", "surprise does not go by what was thrown")]
