"""What a rule file says of a count of segments, rests made good and marches by the hour; and its faults."""

from __future__ import annotations

import pytest

from tests.rules.bad_files import problems_of

HEAD = '[ruleset]\nid = "house"\nname = "House rules"\nextends = "quest-of-destiny"\n'
REST = '[activities."extended rest"]\n'
MARCH = "[travel.march.save]\n"

TRIAL = '[activities.search.trial]\nrule = { id = "Q-TRAV-1", origin = "house", why = "Ours." }\n'
BY_LEVEL = "each_level = true\n"
FAULTS = {
    "a round of other segments": (
        "[fight.order.segments]\nnumber = 6\n",
        "6 segments are 6 segments, and a round 1 round",
    ),
    "surprise between segments": (
        '[surprise]\nloses = "2 s"\n',
        "2 s are no whole number of segments",
    ),
    "no segments": ("[fight.order.segments]\nnumber = 0\n", "0 is too low"),
    "an attribute that is none": (
        '[fight.order.initiative]\nattributes = ["dexterity", "wits"]\n',
        "there is no attribute 'wits'",
    ),
    "divided by nothing": ("[fight.order.initiative]\ndivided = 0\n", "0 is too low"),
    "a recovery below nothing": ("[fight.order.recoveries.dagger]\nrecovery = -1\n", "-1 is too low"),
    "a word of two recoveries": (
        '[fight.order.recoveries.bow]\nsays = ["dagger"]\n',
        "'dagger' is said of 'dagger' already",
    ),
    "a tide of nothing": ('[fight.tide.base]\nattribute = "charm"\n', "there is no attribute 'charm'"),
    "bands out of order": ("[fight.tide]\nby_level = [[11, 1], [5, 2]]\n", "5 comes after 11"),
    "made good without being lost": (
        REST + 'interrupted = "resume"\n',
        "only what is lost when it is cut short is made good or counts as another",
    ),
    "made good within no length": (REST + 'cut_short = { under = "a while" }\n', "'a while' is no length"),
    "longer than dice": (
        REST + 'times = "1d4"\n',
        "what may take longer takes a length of its own at least, and no dice or area",
    ),
    "sheds less than nothing": (REST + "sheds = -1\n", "-1 is too low"),
    "a difficulty under the attribute": (
        "[checks]\nover = false\n",
        "a throw under an attribute has no difficulty",
    ),
    "a march that costs two things": (
        MARCH + 'exerts = "1d3"\n',
        "a failure costs something: say it in one way",
    ),
    "a march that costs nothing": (MARCH + "fatigue = 0\n", "a failure costs something: say it in one way"),
    "a march that gives": (MARCH + "fatigue = -1\n", "-1 is too low"),
    "a march tested by nothing": (MARCH + 'attribute = "grit"\n', "there is no attribute 'grit'"),
    "a gallop slower than a walk": (
        "[travel.pays]\npushed = 2\n",
        "2 in 1 hour are no faster than the 3 of mounts",
    ),
    "a gallop that loses hexes": (
        "[travel.march]\ncarries = false\n",
        "it ends in the middle of a hex, and what is left of that is lost",
    ),
    "a gallop of no length": ('[travel.pays]\npushed_for = "far"\n', "'far' is no length"),
    "a ritual without a difficulty": (
        '[rituals.song]\nrule = { id = "Q-TRAV-1", origin = "house", why = "Ours." }\nattribute = "wisdom"\n',
        "no difficulty is said",
    ),
    "exactly a difficulty": (
        TRIAL + 'attribute = "wisdom"\nagainst = [{ against = 10 }]\nexact = 2\n',
        "no throw over a difficulty is exactly it",
    ),
    "a check that nobody makes by their level": (
        '[[procedures.wandering.do]]\neffect = "start-timer"\ntimer = "x"\nlasts = "1 h"\n' + BY_LEVEL,
        "only what somebody does has a level",
    ),
}


@pytest.mark.parametrize("text, message", FAULTS.values(), ids=FAULTS)
def test_what_makes_no_sense_is_told(text: str, message: str) -> None:
    told = [problem.message for problem in problems_of(HEAD + text)]
    assert [one for one in told if one.startswith(message)], told
