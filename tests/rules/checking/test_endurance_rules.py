"""What is said of fatigue, wants, hit dice, concentration and paces must fit, all of it at once."""

from __future__ import annotations

import pytest

from tests.rules.bad_files import problems_of

HEAD = '[ruleset]\nid = "o"\nname = "O"\nextends = "fifth"\n'
REMOVE = '[ruleset]\nid = "o"\nname = "O"\nextends = "fifth"\nremove = ["{}"]\n'

# What is said, the path of the problem and its message.
NONSENSE = {
    "levels out of order": (
        HEAD + '[strains.fatigue]\nlevels = [{ on = 3, says = "x" }, { on = 3, says = "y" }]\n',
        "strains.fatigue.levels[1].on",
        "3 comes after 3",
    ),
    "something after death": (
        HEAD + '[strains.fatigue]\nlevels = [{ on = 1, says = "x", dies = true }, { on = 2, says = "y" }]\n',
        "strains.fatigue.levels[1]",
        "whoever has it is dead already",
    ),
    "a strain that is none": (
        HEAD + "[strains.boredom]\n" + 'rule = { id = "F-EXH-1", origin = "printed" }\n',
        "strains.boredom",
        "'boredom' is no strain of which rules are said",
    ),
    "a difficulty that no save goes against": (
        HEAD + '[concentration]\nattribute = ""\n',
        "concentration.attribute",
        "a difficulty is said, and no save goes against it",
    ),
    "weather that exerts": (
        HEAD + '[weather.fair.toil]\nexerts = "1d3"\nattribute = "strength"\n',
        "weather.fair.toil",
        "weather costs all a slot of fatigue",
    ),
    "a cart that tires": (
        HEAD + '[travel.toil.hitched]\nslowed = 2\nevery = "1 hour"\n',
        "travel.toil.hitched",
        "a cart or wagon slows the way and costs nothing more",
    ),
    "toil of nobody": (
        HEAD + '[travel.toil.mounted]\nrule = { id = "F-EXH-1", origin = "printed" }\n',
        "travel.toil.mounted",
        "'mounted' are none that travel",
    ),
    "no level": (
        HEAD + "[strains.fatigue]\nlevels = []\n",
        "strains.fatigue.levels",
        "no level does anything",
    ),
    "a level of nothing": (
        HEAD + '[strains.fatigue]\nlevels = [{ on = 0, says = "x" }]\n',
        "strains.fatigue.levels[0].on",
        "0 is too low",
    ),
    "a level slowed by nothing": (
        HEAD + '[strains.fatigue]\nlevels = [{ on = 1, says = "x", slowed = "1/0" }]\n',
        "strains.fatigue.levels[0].slowed",
        "'1/0' is no factor",
    ),
    "a level that is negative": (
        HEAD + "[strains.fatigue]\ntakes = -2\n",
        "strains.fatigue.takes",
        "-2 is too low",
    ),
    "a want that nobody could meet": (
        HEAD + "[provisions.water.want]\nfewer = 3\n",
        "provisions.water.want.fewer",
        "fewer than 3 is what everybody has who has the 2 of a day",
    ),
    "a want of an unknown attribute": (
        HEAD + '[provisions.food.want]\nadds = "luck"\n',
        "provisions.food.want.adds",
        "there is no attribute 'luck'",
    ),
    "hit dice that are not written": (
        HEAD + '[characters]\nwritten = ["order"]\n',
        "recovery.heals.hit_die",
        "nobody has it: die is not written of characters",
    ),
    "hit dice that nothing says": (
        REMOVE.format("recovery"),
        'activities."short rest".hit_dice',
        "nothing says what hit dice give",
    ),
    "hit dice that no rest lets one spend": (
        HEAD + '[activities."short rest"]\nhit_dice = ""\n',
        "recovery.heals",
        "no rest lets anybody spend hit dice",
    ),
    "more at the most than at the least": (
        HEAD + "[concentration]\nmost = 5\n",
        "concentration.most",
        "5 is below the least, 10",
    ),
    "divided by nothing": (HEAD + "[concentration]\ndivided = 0\n", "concentration.divided", "0 is too low"),
    "barred by what nothing begins": (
        HEAD + '[activities.ritual]\nbarred_by = "a long rest is behind then"\n',
        "activities.ritual.barred_by",
        "nothing begins a timer 'a long rest is behind then'",
    ),
    "needing what nothing begins": (
        HEAD + '[activities.ritual]\nneeds = "a long rest is behind then"\n',
        "activities.ritual.needs",
        "nothing begins a timer 'a long rest is behind then'",
    ),
    "needing what it begins itself alone": (
        HEAD
        + '[activities.ritual]\nneeds = "calm"\n'
        + 'do = [{ effect = "start-timer", timer = "calm", lasts = "1 h" }]\n',
        "activities.ritual.needs",
        "nothing but this activity begins 'calm', so that it never can be done",
    ),
    "barred by what it ends itself alone": (
        HEAD
        + '[activities.ritual]\nbarred_by = "noise"\n'
        + 'do = [{ effect = "start-timer", timer = "noise", until = "ritual" }]\n',
        "activities.ritual.do[0].until",
        "what ends 'noise' is barred by it",
    ),
    "no lesser than itself": (
        HEAD + '[activities."long rest".cut_short]\ncounts_as = "long rest"\n',
        'activities."long rest".cut_short.counts_as',
        "it is no lesser than itself",
    ),
    "a lesser one after no time": (
        REMOVE.format("activities.long rest.cut_short.after"),
        'activities."long rest".cut_short.after',
        "it does not say after how long",
    ),
    "a pace that there is not": (
        HEAD + '[travel]\nusual = "brisk"\n',
        "travel.usual",
        "there is no pace 'brisk'",
    ),
    "a fastest pace that there is not": (
        HEAD + '[terrain.hills]\nat_most = "dashing"\n',
        "terrain.hills.at_most",
        "dashing is no pace of travel",
    ),
    "a pace of 0": (
        HEAD + "[paces.slow.travels]\ntimes = 0\n",
        "paces.slow.travels.times",
        "0 is too low",
    ),
    "a way without a difficulty": (
        HEAD + "[navigation]\nagainst = []\n",
        "navigation.cases",
        "checks go over a difficulty here, and none is said",
    ),
    "a save without a difficulty": (
        HEAD + '[procedures.cold]\ndo = [{ effect = "save", attribute = "constitution" }]\n',
        "procedures.cold.do[0].against",
        "a save needs a difficulty",
    ),
    "a trial without a case": (
        HEAD + "[activities.forage.trial]\nagainst = []\n",
        "activities.forage.trial.against",
        "no difficulty is said",
    ),
    "an attribute that comes from one that comes from another": (
        HEAD + '[checks.comes_from]\nsurvival = "perception"\n',
        "checks.comes_from.survival",
        "'survival' comes from 'perception', which comes from another itself",
    ),
    "a surprise that costs nothing": (
        HEAD + '[fight.order]\nsurprised = ""\n',
        "surprise.loses",
        "surprise costs nothing",
    ),
    "surprised by nothing": (
        REMOVE.format("surprise"),
        "fight.order.surprised",
        "nothing says who is surprised",
    ),
}


@pytest.mark.parametrize("case", NONSENSE)
def test_nonsense_is_told_at_its_place(case: str) -> None:
    text, path, message = NONSENSE[case]
    found = problems_of(text)
    assert (path, message) in [(one.path, one.message) for one in found], found


def test_all_of_it_at_once() -> None:
    text = HEAD + (
        "[strains.fatigue]\ntakes = -2\n[concentration]\nmost = 5\ndivided = 0\n"
        '[travel]\nusual = "brisk"\n[navigation]\nagainst = []\n'
    )
    assert {one.path for one in problems_of(text)} == {
        "strains.fatigue.takes",
        "concentration.most",
        "concentration.divided",
        "travel.usual",
        "navigation.cases",
    }


UNDER = (
    '[ruleset]\nid = "o"\nname = "O"\nextends = "dungeon-game"\n'
    '[register.O-1]\norigin = "house"\nsays = "x"\nwhy = "x"\n'
)
CITE = 'rule = { id = "O-1", origin = "house", why = "A test." }'


@pytest.mark.parametrize(
    "said, path, message",
    [
        (
            f'[checks.modifier]\n{CITE}\nattributes = ["brawn"]\n',
            "checks.modifier",
            "a throw under an attribute adds no modifier",
        ),
        (
            "[navigation]\nagainst = [{ against = 10 }]\n",
            "navigation.cases",
            "a throw under an attribute has no difficulty",
        ),
        (
            "[travel.march.save]\nrises = 1\n",
            "travel.march.save.rises",
            "only a throw against a difficulty has that",
        ),
    ],
)
def test_what_is_thrown_under_an_attribute_has_no_difficulty(said: str, path: str, message: str) -> None:
    assert (path, message) in [(one.path, one.message) for one in problems_of(UNDER + said)]
