"""Plans whose answers are known by hand from the rules, exactly."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from turnkeeper.app.plans.answering import PlanFault, PlanOdds, plan_odds
from turnkeeper.odds.questions import Law
from turnkeeper.rules.reading.load import builtin_text
from turnkeeper.views.odds import plan_table

TURN = 600_000


def answered(text: str) -> PlanOdds:
    return plan_odds(text, "test.plan")


def law(text: str) -> Law:
    return answered(text).answers[0].law


def delve(rules: str, light: str, until: str, asked: str) -> Law:
    people = "party Varda; Orlo"
    return law(
        f"rules: {rules}\n> {people}\n> enter dungeon Barrow\n> light {light} for Varda\n"
        f"repeat until {until}\n  > next\nend\nwhen a question: > choose rest\nask {asked}\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("light, ticks", [("torch", 2), ("lantern", 4)])
def test_g_enc_2_a_tick_falls_on_7_to_8_of_2d6_and_a_light_lasts_so_many(light: str, ticks: int) -> None:
    """11 of 36 ways are a tick: the number of turns is negative binomial, its mean ticks x 36 / 11."""
    found = delve("glog", light, "dark", "when dark")
    tick = Fraction(11, 36)
    turns = {value: Fraction(weight, found.total) for value, weight in found.weights}
    assert turns[ticks * TURN] == tick**ticks
    assert turns[(ticks + 1) * TURN] == ticks * tick**ticks * (1 - tick)
    mean = found.mean
    assert mean is not None
    assert abs(mean / TURN - ticks / tick) < Fraction(1, 10**9)
    assert 0 < Fraction(found.still_open, found.total) < Fraction(1, 10**12)


@pytest.mark.slow
def test_one_in_six_every_second_turn_for_six_turns() -> None:
    """Known answer: 42.13 %, which is 1 - (5/6)^3; how many there are is binomial."""
    text = (
        "rules: cresthaven\n> party Varda strength 0\n> enter dungeon Barrow\n> light lantern\n"
        "repeat 6 times\n  > next\nend\n"
    )
    met = law(text + "ask chance of an encounter by 6 turns\n")
    assert met.chance(lambda value: value is not None) == 1 - Fraction(5, 6) ** 3
    many = law(text + "ask how many encounters\n")
    assert many.still_open == 0
    assert {value: Fraction(weight, many.total) for value, weight in many.weights} == {
        0: Fraction(125, 216),
        1: Fraction(75, 216),
        2: Fraction(15, 216),
        3: Fraction(1, 216),
    }


def test_what_the_rules_do_not_decide_is_a_stated_chance() -> None:
    """A pool of k d6 with a 1 among them: 16.67, 30.56, 42.13 % (known answers)."""
    text = (
        "rules: glog\n> party Varda hp 9/9\nrepeat 3 times\n"
        "  with chance 1 in 6\n    stop caught\n  else\n    > wait 1 min\n  end\nend\n"
    )
    ends = answered(text).ends
    assert dict(ends.weights)["caught"] * 216 == (216 - 125) * ends.total


def test_what_is_over_for_the_same_reason_is_one_situation_whenever_it_ends() -> None:
    """Three times a chance is taken, three times it is waited; it is over as caught, or at the end."""
    found = answered(
        "rules: glog\n> party Varda hp 9/9\nrepeat 3 times\n  with chance 1 in 6\n    stop caught\n  end\n"
        "  > wait 1 min\nend\nask how long\n"
    )
    assert found.situations == 1 + 3 + 3 + 2
    minutes = {
        value: Fraction(weight, found.answers[0].law.total) for value, weight in found.answers[0].law.weights
    }
    sixth, stays = Fraction(1, 6), Fraction(5, 6)
    assert minutes == {0: sixth, 60_000: stays * sixth, 120_000: stays**2 * sixth, 180_000: stays**3}


def test_where_one_stays_as_it_is_the_end_is_exact_and_nothing_is_open() -> None:
    """Each minute 1 in 3 opens it, else 1 in 4 is caught: 1/3 against 2/3 x 1/4 = 1/6, so 2 in 3 open it."""
    ends = answered(
        "rules: glog\n> party Varda\nrepeat until everyone is down\n"
        "  with chance 1 in 3\n    stop opened\n  end\n  with chance 1 in 4\n    stop caught\n  end\n"
        "  > wait 1 min\nend\n"
    ).ends
    assert ends.still_open == 0
    assert ends.chance(lambda value: value == "opened") == Fraction(2, 3)


def test_what_is_tried_again_at_the_same_instant_succeeds_at_last() -> None:
    text = (
        "rules: glog\n> party Varda\nrepeat until everyone is down\n"
        "  with chance 1 in 3\n    stop opened\n  end\nend\nask how long\n"
    )
    found = answered(text)
    assert found.ends.weights == (("opened", 1),)
    assert found.answers[0].law.weights == ((0, 1),)


def test_a_refusal_is_an_end_with_its_reason_and_the_weights_are_all_there() -> None:
    found = answered("rules: glog\n> party Varda\nwith chance 1 in 4\n  > douse torch\nend\nask how long\n")
    ends = dict(found.ends.weights)
    assert sum(ends.values()) == found.ends.total
    (refused,) = (name for name in ends if str(name).startswith("refused: "))
    assert Fraction(ends[refused], found.ends.total) == Fraction(1, 4)


def test_a_question_that_the_plan_says_nothing_of_is_an_end() -> None:
    found = answered(
        "rules: glog\n> party Varda\n> enter dungeon B\n> light lantern\nrepeat 1 times\n  > next\nend\n"
    )
    asked = {name for name, _ in found.ends.weights if str(name).startswith("asked")}
    assert len(asked) == 1


def test_what_is_met_as_the_light_goes_out_is_met_though_the_plan_says_nothing_of_the_dark() -> None:
    """Checked every third turn by 1 in 6: twice in six turns, whether the lantern goes out then or not."""
    text = (
        "rules: dungeon-game\n> party Varda\n> enter dungeon B\n> light lantern\n> wait 6 turns\n"
        "when an encounter: stop met\n"
    )
    ends = dict(answered(text).ends.weights)
    assert Fraction(ends["met"], sum(ends.values())) == 1 - Fraction(5, 6) ** 2


@pytest.mark.parametrize(
    "text, message",
    [
        ("rules: glog\n> party Varda\nrepeat until dark\n  > note x\nend\n", "never ends"),
        ("rules: glog\nrepeat until dark\n  if dark\n    stop x\n  end\nend\n", "circle"),
        ("rules: glog\n> party Varda\nrepeat until everyone is down\n  > wait 1 h\nend\n", "never ends"),
        ("rules: glog\n> dance on the table\n", ""),
        ("rules: glob\n> next\n", "no rule set"),
        ("> next\n", "rules are missing"),
    ],
)
def test_what_has_no_answer_is_told(text: str, message: str) -> None:
    with pytest.raises(PlanFault) as caught:
        answered(text)
    assert message in str(caught.value)


@pytest.mark.slow
def test_too_many_situations_are_told_and_what_is_known_is_exact() -> None:
    text = (
        "rules: glog\n> party Varda\n> enter dungeon B\n> light lantern\nrepeat until dark\n  > next\nend\n"
        "when a question: > choose rest\nask when dark\n"
    )
    whole = plan_odds(text, "test.plan").answers[0].law
    part = plan_odds(text, "test.plan", most=8)
    cut = part.answers[0].law
    assert part.causes
    assert sum(weight for _, weight in cut.weights) + cut.still_open == cut.total
    known = dict(whole.weights)
    for value, weight in cut.weights:
        assert Fraction(weight, cut.total) <= Fraction(known[value], whole.total)


def test_what_holds_from_the_start_on_is_certain_and_a_condition_at_the_end_is_yes_or_no() -> None:
    found = plan_table(
        answered(
            "rules: glog\n> party Varda\n> enter dungeon B\n> wait 1 min\n"
            "ask chance of dark\nask chance of dark at the end\nask chance of lost at the end\n"
        )
    )
    assert [one.sentence for one in found.answers] == [
        "chance of dark: 100.00 %, or 1 in 1",
        "chance of dark at the end: 100.00 %, or 1 in 1",
        "chance of lost at the end: 0.00 %, or 0 in 1",
    ]


RULES = Path(__file__).parent / "rules"


@pytest.mark.slow
@pytest.mark.parametrize("light, dice", [("candle", 3), ("torch", 2), ("lantern", 1)])
def test_d_light_1_a_light_is_out_after_2_or_4_4_or_10_4_turns_on_average(light: str, dice: int) -> None:
    """Every other turn its dice come to over 4 by so much: then one die more, and with three it is out."""
    over = {1: Fraction(2, 6), 2: Fraction(30, 36), 3: Fraction(212, 216)}
    mean = delve("dungeon-game", light, "dark", "when dark").mean
    assert mean is not None
    assert abs(mean / TURN - 2 * sum(1 / over[many] for many in range(dice, 4))) < Fraction(1, 10**9)


@pytest.mark.slow
def test_one_in_twelve_a_watch_over_a_day_of_six_watches() -> None:
    """Nothing by 59.33 %; one, two, three or four encounters by 32.36, 7.35, 0.89 and 0.06 %."""
    found = law(
        "rules: glog\n> party Varda hp 9/9\n> enter wilderness\n> no checks here\nrepeat 6 times\n"
        "  with chance 1 in 12\n    > meet goblins\n  end\n  > wait 1 min\nend\n"
        "when an encounter: > part\nask how many encounters\n"
    )
    chances = {value: Fraction(weight, found.total) for value, weight in found.weights}
    known = {0: "59.33", 1: "32.36", 2: "7.35", 3: "0.89", 4: "0.06"}
    assert {many: round(chances[many] * 100, 2) for many in known} == {
        many: Fraction(said) for many, said in known.items()
    }
    assert sum(chances.values()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("dice", range(1, 6))
def test_x_pool_2_a_pool_shows_a_1_as_often_as_its_dice_say(dice: int) -> None:
    """By 16.67, 30.56, 42.13, 51.77 and 59.81 %: a die for each turn, thrown by what is loud."""
    found = law(
        "rules: tension-pool\n> party Varda\n> enter dungeon Barrow\n> light lantern\n"
        f"repeat {dice} times\n  > next\nend\n> make noise\nask how many encounters\n"
    )
    assert Fraction(dict(found.weights)[0], found.total) == Fraction(5, 6) ** dice


@pytest.mark.slow
def test_a_delve_by_rules_in_data_with_fights_has_its_known_answer() -> None:
    """Worked out elsewhere, by a chain made by hand: mean turn of darkness 61.6919, P(dark) 0.998197066."""

    def library(name: str) -> str | None:
        return (RULES / "w3.toml").read_text("utf-8") if name == "w3" else builtin_text(name)

    found = plan_odds((RULES / "w3.plan").read_text("utf-8"), "w3.plan", library=library)
    dark = found.answers[0].law
    assert dark.mean is not None
    assert round(dark.mean / TURN, 4) == Fraction("61.6919")
    assert round(dark.chance(lambda value: value is not None), 9) == Fraction("0.998197066")


@pytest.mark.slow
@pytest.mark.parametrize("days", [0, 2])
def test_country_has_its_shares_however_one_goes_about_it(days: int) -> None:
    """X-SKY-3: of the heights a storm has 1 of 10 shares and snow 2, whatever nobody saw in between."""
    found = answered(
        "rules: weather-that-lasts\n> party Varda wisdom 12\n> enter wilderness\n> use map sample\n"
        "> stand at 0304\n> no checks here\n> climate heights at 0305\n> stand at 0305\n> stand at 0304\n"
        + "> wait until dawn\n" * days
        + "> stand at 0305\nask chance of weather storm at the end\nask chance of weather snow at the end\n"
    )
    laws = (one.law for one in found.answers)
    assert [dict(one.weights)[1] / Fraction(one.total) for one in laws] == [
        Fraction(1, 10),
        Fraction(2, 10),
    ]
