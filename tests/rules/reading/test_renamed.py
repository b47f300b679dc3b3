"""What rule files called otherwise before loads to the same rules under its name of today."""

from __future__ import annotations

import pytest

from turnkeeper.rules import builtin_text, load_builtin, load_rules
from turnkeeper.rules.model.cases import Case
from turnkeeper.rules.model.travel import ByHexes, Toil
from turnkeeper.rules.problems import RulesFault
from turnkeeper.rules.reading.renamed import MOVED, former, modern


@pytest.mark.parametrize(
    "before, today",
    [
        ({"divided": 10}, {"times": "1/10"}),
        ({"divided": 2, "times": 6}, {"times": 3}),
        ({"divided": 4, "times": 6, "runs": True}, {"runs": True, "times": "3/2"}),
        ({"divided": 0}, {"divided": 0}),  # never was good, and is told as what it is
        ({"times": 2}, {"times": 2}),
    ],
)
def test_a_rate_that_was_divided_is_a_ratio(before: dict[str, object], today: dict[str, object]) -> None:
    assert modern({"paces": {"slow": before}}) == {"paces": {"slow": today}}


def test_what_surprise_costs_stands_by_itself_and_leaves_out_as_before() -> None:
    caught = {"rule": {"id": "D-ENC-2", "origin": "companion"}, "loses": "2 rounds"}
    said = {
        "ruleset": {"id": "x", "remove": ["fight.caught"]},
        "fight": {"round": "1 round", "caught": caught},
    }
    assert modern(said) == {
        "ruleset": {"id": "x", "remove": ["surprise"]},
        "fight": {"round": "1 round"},
        "surprise": caught,
    }


def test_options_are_read_under_the_names_of_today_too() -> None:
    option = {"says": "Slower.", "changes": {"paces": {"slow": {"divided": 2}}}, "remove": ["fight.caught"]}
    assert modern({"options": {"slow": option}}) == {
        "options": {
            "slow": {
                "says": "Slower.",
                "changes": {"paces": {"slow": {"times": "1/2"}}},
                "remove": ["surprise"],
            }
        }
    }


def test_miles_an_hour_are_hexes_that_measure_miles() -> None:
    differs = '[ruleset]\nid = "x"\nname = "X"\nextends = "quest-of-destiny"\n[travel.pays]\n'
    pays = 'by = "miles"\nhex = 6\nfoot = 2\nmounted = 4\npushed = 8\npushed_for = "2 hours"\n'
    rules = load_rules(differs + pays, "x.toml", builtin_text)
    assert rules.travel is not None
    assert rules.travel.pays == ByHexes("60 min", 2, 4, hex=6, pushed=8, pushed_for="2 hours")


def test_a_house_file_of_before_says_what_it_said() -> None:
    differs = '[ruleset]\nid = "x"\nname = "X"\nextends = "cresthaven"\n[paces.sneaking]\ndivided = 5\n'
    assert load_rules(differs, "x.toml", builtin_text).paces["sneaking"].times == "1/5"
    assert load_builtin("cresthaven").paces["sneaking"].times == "1/10"


def test_rest_of_before_gives_back_what_it_gave_back() -> None:
    relief, bed = {"each": "1 h"}, {"each": "7 days"}
    mana = {"each": "1 h", "percent": 10}
    said: dict[str, object] = {
        "activities": {"rest": {"relief": relief, "mana": mana}, "bed rest": {"bed_rest": bed}}
    }
    today: dict[str, object] = {
        "activities": {
            "rest": {"relief": {"fatigue": relief, "mana": mana}},
            "bed rest": {"relief": {"exertion": bed}},
        }
    }
    assert modern(said) == today
    assert modern(today) == today


@pytest.mark.parametrize(
    "before, today",
    [
        ('activities."bed rest".bed_rest', 'activities."bed rest".relief.exertion'),
        ("activities.rest.mana", "activities.rest.relief.mana"),
        ("activities.rest.relief.each", "activities.rest.relief.fatigue.each"),
        ("activities.rest.relief", "activities.rest.relief"),
        ("fight.caught.loses", "surprise.loses"),
        ("lights.mana", "lights.mana"),
        ('procedures."the wilds".often', 'procedures."the wilds".cases'),
        ("encounters.distances", "encounters.cases"),
    ],
)
def test_what_is_left_out_is_named_as_today(before: str, today: str) -> None:
    head = {"id": "x", "remove": [before, 3]}
    assert modern({"ruleset": head}) == {"ruleset": {"id": "x", "remove": [today, 3]}}


def test_a_word_for_fatigue_stands_with_the_other_words() -> None:
    differs = '[ruleset]\nid = "x"\nname = "X"\nextends = "fifth"\n[fatigue]\ncalled = "weariness"\n'
    rules = load_rules(differs, "x.toml", builtin_text)
    assert (rules.characters.word("fatigue"), rules.characters.word("tired")) == ("weariness", "exhausted")
    assert load_builtin("glog").characters.word("fatigue") == "fatigue"


def test_an_order_in_a_circle_is_one_of_each_who_is_seated() -> None:
    said: dict[str, object] = {"fight": {"order": {"by": "circle", "dice": "1d20"}}}
    assert modern(said) == {"fight": {"order": {"by": "each", "seated": True, "dice": "1d20"}}}


def test_the_segments_of_a_count_are_those_of_a_round() -> None:
    cast, disrupt, focus = ({"id": one, "origin": "printed"} for one in ("Q-1", "Q-2", "Q-3"))
    said: dict[str, object] = {
        "by": "count", "rule": cast, "segments": 10, "segment": "2 s",
        "rules": {"cast": cast, "disrupt": disrupt, "focus": focus},
    }  # fmt: skip
    today: dict[str, object] = {
        "by": "count",
        "rule": cast,
        "segments": {"rule": cast, "number": 10, "each": "2 s"},
        "casting": {"rule": cast, "spoilt": disrupt},
        "rules": {"focus": focus},
    }
    assert modern({"fight": {"order": said}}) == {"fight": {"order": today}}
    assert modern({"fight": {"order": today}}) == {"fight": {"order": today}}
    assert modern({"fight": {"order": {"segments": 6}}}) == {"fight": {"order": {"segments": {"number": 6}}}}


def test_how_spells_are_cast_is_said_of_an_order_and_no_more_of_its_segments() -> None:
    cast, spoilt = {"id": "V-1", "origin": "printed"}, {"id": "V-2", "origin": "printed"}
    said: dict[str, object] = {"segments": {"number": 10, "casting": cast, "spoilt": spoilt}}
    today: dict[str, object] = {"segments": {"number": 10}, "casting": {"rule": cast, "spoilt": spoilt}}
    assert modern({"fight": {"order": said}}) == {"fight": {"order": today}}
    left_out: dict[str, object] = {"ruleset": {"remove": ["fight.order.segments.casting"]}}
    assert modern(left_out) == {"ruleset": {"remove": ["fight.order.casting"]}}


@pytest.mark.parametrize(
    "each, lost",
    [({"segment": "1 segment"}, "10 segment"), ({}, "10 segment"), ({"segment": "2 s"}, "20 s")],
)
def test_what_surprise_adds_in_a_count_is_a_length_that_it_costs(each: dict[str, str], lost: str) -> None:
    said: dict[str, object] = {"fight": {"order": {**each, "surprise": {"total": 10, "partial": 0}}}}
    assert modern(said)["surprise"] == {"loses": lost, "partly": ""}


def test_paces_of_travel_are_said_with_those_on_foot_and_with_the_country() -> None:
    said: dict[str, object] = {
        "ruleset": {"id": "x", "remove": ["travel.paces.kinds.fast.finds", "travel.paces.at_most"]},
        "paces": {"slow": {"times": "2/3"}},
        "travel": {
            "hitched": 2,
            "paces": {
                "usual": "slow",
                "roads": True,
                "laggard": 50,
                "kinds": {"slow": {"times": "1/2", "finds": "better"}},
                "at_most": {"hills": "slow"},
            },
        },
    }
    today: dict[str, object] = {
        "ruleset": {"id": "x", "remove": ["paces.fast.travels.finds", "terrain.hills.at_most"]},
        "paces": {"slow": {"times": "2/3", "travels": {"times": "1/2", "finds": "better"}}},
        "terrain": {"hills": {"at_most": "slow"}},
        "travel": {
            "toil": {"hitched": {"slowed": 2}},
            "usual": "slow",
            "roads": {"faster": True},
            "laggard": 50,
        },
    }
    assert modern(said) == today
    assert modern(today) == today


def test_what_a_fight_causes_is_said_by_when_and_what_is_free_by_its_cost() -> None:
    recoveries = {
        "speak": {"recovery": 0, "standard": False},
        "draw": {"recovery": 1, "standard": True},
        "odd": {"recovery": 2, "standard": False},  # a cost tells it today, so that this is told as a fault
    }
    said: dict[str, object] = {
        "fight": {"causes": ["loud"], "after": ["fought"], "order": {"recoveries": recoveries}}
    }
    priced = {"speak": {"recovery": 0}, "draw": {"recovery": 1}, "odd": recoveries["odd"]}
    today: dict[str, object] = {
        "fight": {"causes": {"begun": ["loud"], "over": ["fought"]}, "order": {"recoveries": priced}}
    }
    assert modern(said) == today
    assert modern(today) == today


def test_what_makes_a_weapon_sooner_is_what_it_adds() -> None:
    gives = {"attribute": "dexterity", "steps": [[16, 1]]}
    said: dict[str, object] = {"fight": {"order": {"weapons": {"bow": {"sooner": gives}}}}}
    assert modern(said) == {"fight": {"order": {"weapons": {"bow": {"adds": gives}}}}}


def test_cases_stand_in_one_list_whatever_they_say() -> None:
    said: dict[str, object] = {
        "procedures": {
            "wilds": {"tables": [{"table": "a"}], "chances": [{"hits": 2}], "often": [{"every": "1 h"}]},
            "dungeon": {"chances": "none"},  # never was good, and is told as what it is
        },
        "encounters": {"tables": [{"table": "b"}], "distances": [{"dice": "2d6"}]},
        "navigation": {"each": "1 day", "against": [{"against": 5}]},
    }
    today: dict[str, object] = {
        "procedures": {
            "wilds": {"cases": [{"table": "a"}, {"hits": 2}, {"every": "1 h"}]},
            "dungeon": {"chances": "none"},
        },
        "encounters": {"cases": [{"table": "b"}, {"dice": "2d6"}]},
        "navigation": {"each": "1 day", "cases": [{"against": 5}]},
    }
    assert modern(said) == today
    assert modern(today) == today


def test_a_list_of_before_replaces_only_cases_that_say_of_the_same() -> None:
    """T-ENC-1: of a round, in a risky place every second; the chance there is the house's own."""
    head = '[ruleset]\nid = "x"\nname = "X"\nextends = "torchlit"\n[procedures.wandering]\n'
    base = load_builtin("torchlit").procedures["wandering"].cases
    mine = load_rules(head + 'chances = [{ levels = "2", hits = 2 }]\n', "x.toml", builtin_text)
    assert mine.procedures["wandering"].cases == (Case(levels="2", hits=2), *base)
    again = load_rules(head + 'often = [{ levels = "2", every = "1 h" }]\n', "x.toml", builtin_text)
    assert again.procedures["wandering"].cases == (Case(levels="2", every="1 h"),)
    today = load_rules(head + 'cases = [{ levels = "2", hits = 2 }]\n', "x.toml", builtin_text)
    assert today.procedures["wandering"].cases == (Case(levels="2", hits=2),)


def test_hit_dice_heal_as_before() -> None:
    said: dict[str, object] = {"hit_dice": {"adds": "constitution", "least": 1}}
    heals = {"hit_die": True, "adds": "constitution", "least": 1}
    assert modern(said) == {"recovery": {"heals": heals}}
    assert modern({"hit_dice": {"heals": heals}}) == {"recovery": {"heals": heals}}
    assert modern({"recovery": {"heals": heals}}) == {"recovery": {"heals": heals}}


def test_strains_and_nights_of_before_are_as_they_were() -> None:
    levels = [{"level": 1, "dice": "1d3"}]
    fatigue = {"takes": 2, "called": "exhaustion"}
    said: dict[str, object] = {
        "fatigue": fatigue,
        "exertion": {"never_for_saves": "x"},
        "recovery": {"levels": levels},
        "hit_dice": {"adds": "constitution"},
        "travel": {"tires": {"every": "2 h"}, "burden": {"slowed": 2, "each": "1 watch"}},
        "camp": {"sheltered": {"dice": "1d6", "recovery": True}, "unsheltered": {"exerts": "1d3"}},
        "ruleset": {"remove": ["exertion", "hit_dice.adds", "camp.sheltered.dice", "fatigue.called"]},
    }
    assert modern(said) == {
        "strains": {"fatigue": {"takes": 2}, "exertion": {"never_for_saves": "x"}},
        "characters": {"called": {"fatigue": "exhaustion"}},
        "travel": {"toil": {"all": {"every": "2 h"}, "laden": {"slowed": 2, "every": "1 watch"}}},
        "recovery": {"levels": levels, "heals": {"hit_die": True, "adds": "constitution"}},
        "camp": {"sheltered": {"heals": {"dice": "1d6", "hit_die": True}}, "unsheltered": {"exerts": "1d3"}},
        "ruleset": {
            "remove": [
                "strains.exertion",
                "recovery.heals.adds",
                "camp.sheltered.heals.dice",
                "characters.called.fatigue",
            ]
        },
    }


def test_rituals_are_activities_that_are_tried() -> None:
    rule = {"id": "X-1", "origin": "house", "why": "Ours."}
    said: dict[str, object] = {
        "ruleset": {"remove": ["rituals.song", "rituals"]},
        "rituals": {
            "song": {"rule": rule, "attribute": "wit", "takes": "1 min", "lasts": "1 h", "exact": 2},
            "word": {"rule": rule, "attribute": "wit"},
            "sigil": {"lasts": "20 min"},
            "phrase": {"takes": "1 min", "exact": 3},
        },
    }
    begins = {"effect": "start-timer", "each_level": True}
    assert modern(said) == {
        "ruleset": {
            "remove": ["activities.song", "activities.phrase", "activities.sigil", "activities.ceremony"]
        },
        "activities": {
            "song": {
                "says": ["song"],
                "rule": rule,
                "takes": "1 min",
                "trial": {"rule": rule, "attribute": "wit", "exact": 2},
                "do": [{**begins, "timer": "song", "lasts": "1 h"}],
            },
            "word": {
                "says": ["word"],
                "rule": rule,
                "instant": True,
                "trial": {"rule": rule, "attribute": "wit"},
            },
            "sigil": {"do": [{**begins, "timer": "sigil", "lasts": "20 min"}]},
            "phrase": {"takes": "1 min", "instant": False, "trial": {"exact": 3}},
        },
    }
    head = '[ruleset]\nid = "x"\nname = "X"\nextends = "dungeon-game"\n'
    mine = load_rules(head + '[rituals.sigil]\nlasts = "20 min"\n', "x.toml", builtin_text)
    sigil = load_builtin("dungeon-game").activities["sigil"]
    assert mine.activities["sigil"].trial == sigil.trial
    assert mine.activities["sigil"].takes == sigil.takes
    none = load_rules(head + 'remove = ["rituals"]\n', "x.toml", builtin_text)
    assert none.rituals == {}


def test_what_is_cut_short_says_in_one_place_what_becomes_of_it() -> None:
    rule, other = {"id": "X-1", "origin": "printed"}, {"id": "X-2", "origin": "printed"}
    lesser = {"rule": other, "after": "1 h", "activity": "nap"}
    good = {"rule": rule, "under": "1 h"}
    said: dict[str, object] = {
        "ruleset": {"remove": ['activities."long rest".lesser', "activities.nap.made_good"]},
        "activities": {
            "both": {"made_good": good, "lesser": lesser},
            "one": {"lesser": lesser},
            "other": {"made_good": good},
        },
    }
    counts = {"after": "1 h", "counts_as": "nap"}
    assert modern(said) == {
        "ruleset": {
            "remove": ['activities."long rest".cut_short.counts_as', "activities.nap.cut_short.under"]
        },
        "activities": {
            "both": {"cut_short": {**good, **counts}},
            "one": {"cut_short": {"rule": other, **counts}},
            "other": {"cut_short": good},
        },
    }


def test_meals_are_due_of_a_provision() -> None:
    rule = {"id": "X-1", "origin": "house", "why": "Ours."}
    meals = {"rule": rule, "due": "4 h", "overdue": "6 h", "item": "ration", "also": [rule]}
    kept = {"due": "4 h", "overdue": "6 h", "meals": rule}
    food = {"rule": rule, "item": "ration", "without": "1 day", "also": [rule]}
    whole: dict[str, object] = {"register": {}, "time": {}, "scenes": {}, "characters": {}}
    assert modern({**whole, "meals": meals, "provisions": {"eaten": food}}) == {
        **whole,
        "provisions": {"eaten": {**food, **kept, "also": [rule, rule]}},
    }
    assert modern({**whole, "meals": meals}) == {
        **whole,
        "provisions": {"meals": {"rule": rule, "item": "ration", **kept, "also": [rule]}},
    }
    assert modern({"meals": {"due": "5 h"}, "ruleset": {"remove": ["meals"]}}) == {
        "provisions": {"food": {"due": "5 h"}},
        "ruleset": {"remove": ["provisions.food.due", "provisions.food.overdue"]},
    }
    head = '[ruleset]\nid = "x"\nname = "X"\nextends = "cresthaven"\n'
    mine = load_rules(head + '[meals]\ndue = "5 h"\n', "x.toml", builtin_text).meals
    assert mine is not None
    assert (mine.due, mine.overdue, mine.item) == ("5 h", "6 h", "ration")
    assert load_rules(head + 'remove = ["meals"]\n', "x.toml", builtin_text).meals is None


def test_what_weather_and_a_cart_did_is_toil_and_needs_no_rule_of_its_own() -> None:
    said: dict[str, object] = {
        "ruleset": {"remove": ["weather.storm.travel", 'weather."heavy rain".fatigue_every']},
        "weather": {"storm": {"travel": 2, "fatigue_every": "1 h", "damp": True}},
        "travel": {"hitched": "3/2"},
    }
    assert modern(said) == {
        "ruleset": {"remove": ["weather.storm.toil.slowed", 'weather."heavy rain".toil.every']},
        "weather": {"storm": {"toil": {"slowed": 2, "every": "1 h"}, "damp": True}},
        "travel": {"toil": {"hitched": {"slowed": "3/2"}}},
    }
    head = '[ruleset]\nid = "x"\nname = "X"\nextends = "dungeon-game"\n'
    rules = load_rules(head + "[weather.rain]\ntravel = 2\n[travel]\nhitched = 3\n", "x.toml", builtin_text)
    assert rules.travel is not None
    assert rules.weather["rain"].toil == Toil(slowed=2)
    assert rules.travel.toil["hitched"].slowed == 3


def test_a_problem_in_a_section_of_before_is_told_where_it_is_written() -> None:
    text = (
        '[ruleset]\nid = "x"\nname = "X"\nextends = "glog"\n\n'
        "[fatigue]\nnonsense = 3\n\n"
        "[travel.burden]\nmore = 1\n"
    )
    with pytest.raises(RulesFault) as fault:
        load_rules(text, "old.toml", builtin_text)
    found = {one.path: one.line for one in fault.value.problems}
    assert found["strains.fatigue.nonsense"] == 7
    assert found["travel.toil.laden.more"] == 10


@pytest.mark.parametrize("now", MOVED.values())
def test_every_name_of_today_has_a_former_place(now: str) -> None:
    path = tuple(name if name != "*" else "any" for name in now.split("."))
    befores = [before.replace("*", "any") for before, after in MOVED.items() if after == now]
    assert set(befores) <= {".".join(map(str, one)) for one in former(path)}
