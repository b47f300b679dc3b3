"""Missing and unknown names and wrong kinds of value, each at its place and with its hint."""

from __future__ import annotations

import pytest

from tests.rules.bad_files import SMALL, changed, marked_place, problems_of
from turnkeeper.rules import Problem

_CITE = '{ id = "S-1", origin = "printed" }'

CASES = {
    "unknown name": (
        "bright = 20",
        "@@brigth = 20",
        "lights.torch.brigth",
        "unknown name",
        'did you mean "bright"?',
    ),
    "unknown name that is like nothing": (
        "feet = 120",
        "feet = 120\n@@zzz = 1",
        "paces.slow.zzz",
        "unknown name",
        "known: rule, feet, each, notices, says, times, runs, travels, counts",
    ),
    "a name that is none of a closed list": (
        "asks_length = true",
        f'asks_length = true\nrelief = {{ @@fatige = {{ rule = {_CITE}, each = "1 h" }} }}',
        "activities.wait.relief.fatige",
        "'fatige' is none of fatigue, exertion, mana",
        'did you mean "fatigue"?',
    ),
    "a part that stands somewhere else": (
        "[paces.slow]",
        "[@@order]\n[paces.slow]",
        "order",
        "unknown name",
        "it stands under fight",
    ),
    "a fact of another section": (
        "notices = true",
        "notices = true\n@@bright = 20",
        "paces.slow.bright",
        "unknown name",
        "it stands under lights.NAME",
    ),
    "a factor with a point": (
        "notices = true",
        "notices = true\ntimes = @@0.75",
        "paces.slow.times",
        "must be a whole number or a ratio, not 0.75",
        'such as "3/4"',
    ),
    "unknown section": (
        "[paces.slow]",
        "[@@scene]\n[paces.slow]",
        "scene",
        "unknown name",
        'did you mean "scenes"?',
    ),
    "missing name": (
        (
            '[paces.slow]\nrule = { id = "S-1", origin = "printed" }\nfeet = 120\neach = "1 turn"\n'
            "notices = true"
        ),
        '@@[paces.slow]\nrule = { id = "S-1", origin = "printed" }\nfeet = 120\neach = "1 turn"',
        "paces.slow.notices",
        "notices is missing",
        "true or false",
    ),
    "missing cite": (
        f"[paces.slow]\nrule = {_CITE}",
        "@@[paces.slow]",
        "paces.slow.rule",
        "rule is missing",
        "cite a rule of the register",
    ),
    "missing name in a list": (
        '{ on = "1", name = "hush" }',
        '@@{ on = "1" }',
        "tables.depths.entries[0].name",
        "name is missing",
        "a few words, or a sentence",
    ),
    "number for text": (
        '{ on = "1", name = "hush" }',
        '{ on = @@1, name = "hush" }',
        "tables.depths.entries[0].on",
        "must be a text, not the number 1",
        "put it in quotes",
    ),
    "text for number": (
        "feet = 120",
        'feet = @@"120"',
        "paces.slow.feet",
        "must be a whole number, not the text '120'",
        "without quotes or a point",
    ),
    "number with a point": (
        "feet = 120",
        "feet = @@120.0",
        "paces.slow.feet",
        "must be a whole number, not 120.0",
        "without quotes or a point",
    ),
    "text for yes or no": (
        "notices = true",
        'notices = @@"yes"',
        "paces.slow.notices",
        "must be true or false, not the text 'yes'",
        "without quotes",
    ),
    "text for list": (
        'says = ["shout"]',
        'says = @@"shout"',
        "activities.shout.says",
        "must be a list, not the text 'shout'",
        "put it in [ ]",
    ),
    "text for table": (
        'heals = { dice = "1d4" }',
        'heals = @@"1d4"',
        "activities.nap.heals",
        "must be a table of names, not the text '1d4'",
        "name = value pairs, in { } or under a [heading]",
    ),
    "time of day without quotes": (
        'dawn = "06:00"',
        "dawn = @@06:00:00",
        "time.times_of_day.dawn",
        "must be a text, not 06:00:00",
        "put it in quotes",
    ),
    "unknown word": (
        'first = "high"',
        'first = @@"hihg"',
        "fight.order.first",
        "'hihg' is none of high, low",
        'did you mean "high"?',
    ),
    "unknown origin": (
        '[register.S-1]\norigin = "printed"',
        '[register.S-1]\norigin = @@"print"',
        "register.S-1.origin",
        "'print' is none of companion, house, printed",
        'did you mean "printed"?',
    ),
    "unknown kind": (
        'burns = { by = "clock", lasts = "1 h" }',
        'burns = { by = @@"tick", ticks = 2 }',
        "lights.torch.burns.by",
        "'tick' is none of clock, ticks, usage-dice, usage-die, table, until-ended",
        'did you mean "ticks"?',
    ),
    "missing kind": (
        'burns = { by = "clock", lasts = "1 h" }',
        'burns = @@{ lasts = "1 h" }',
        "lights.torch.burns.by",
        "by is missing",
        "known: clock, ticks, usage-dice, usage-die, table, until-ended",
    ),
    "fault inside a kind": (
        'burns = { by = "clock", lasts = "1 h" }',
        'burns = { by = "clock", lasts = "1 h", @@ticks = 2 }',
        "lights.torch.burns.ticks",
        "unknown name",
        "known: by, lasts",
    ),
    "unknown effect": (
        'do = [{ effect = "encounter" }]',
        'do = [{ effect = @@"encouter" }]',
        "tables.omens.entries[0].do[0].effect",
        (
            "'encouter' is none of encounter, foretell, tick-light, burn, note, fatigue, save, roll, "
            "start-timer, end-timer, gain, lose, uncover, weather, next-weather, add, take, set, reset, "
            "throw, ask-referee, veer"
        ),
        'did you mean "encounter"?',
    ),
    "effect that is not allowed in an answer": (
        '{ effect = "fatigue", slots = 1 }',
        '{ effect = @@"roll", table = "depths" }',
        "tables.omens.entries[2].do[0].choices[1].do[0].effect",
        (
            "'roll' is none of note, fatigue, activity, start-timer, end-timer, gain, lose, tick-light, "
            "burn, weather, add, take, set, reset, throw"
        ),
        "",
    ),
    "effect that is allowed in an answer only": (
        '{ effect = "encounter" }',
        '{ effect = @@"activity", activity = "nap" }',
        "tables.omens.entries[0].do[0].effect",
        (
            "'activity' is none of encounter, foretell, tick-light, burn, note, fatigue, save, roll, "
            "start-timer, end-timer, gain, lose, uncover, weather, next-weather, add, take, set, reset, "
            "throw, ask-referee, veer"
        ),
        "",
    ),
    "unknown morale trigger": (
        "fixed = [2, 12]",
        'fixed = [2, 12]\ntriggers = [@@"first-deaht"]',
        "morale.triggers[0]",
        (
            "'first-deaht' is none of alone-at-half, alone-halved, death-in-round, first-death, frightening, "
            "half-down"
        ),
        'did you mean "first-death"?',
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_fault_of_shape_has_its_place_and_its_hint(case: str) -> None:
    old, new, path, message, hint = CASES[case]
    text, line, column = marked_place(changed(old, new))
    (problem,) = problems_of(text)
    assert problem == Problem("my.toml", line, column, path, message, hint)


def test_a_problem_in_one_line_by_hand() -> None:
    # Line 18 of small.toml, the 17th counted from 0.
    assert SMALL.splitlines()[17] == '  { name = "day", of = ["144 turns"] },'
    (problem,) = problems_of(changed('"144 turns"', "144"))
    # Two spaces, `{ name = "day", ` of 16 and `of = [` of 6 make 24 characters before the number.
    assert str(problem) == (
        "my.toml:18:25: time.units[1].of[0]: must be a text, not the number 144 (put it in quotes)"
    )


def test_an_empty_file_is_told_every_section_that_must_be_there() -> None:
    assert problems_of("") == tuple(
        Problem("my.toml", 1, 1, name, f"{name} is missing", "a table of names")
        for name in ("characters", "register", "ruleset", "scenes", "time")
    )


def test_a_section_that_is_no_table_is_one_problem_and_the_rest_is_still_checked() -> None:
    text = changed('each = "1 turn"', 'each = "1 trun"')
    problems = problems_of(text + '\n[lights.rush]\nrule = 3\nburns = { by = "until-ended" }\n')
    assert [(problem.path, problem.message) for problem in problems] == [
        ("paces.slow.each", "'1 trun' is no length: no unit is called \"trun\""),
        ("lights.rush.rule", "must be a table of names, not the number 3"),
    ]


def test_ten_faults_are_ten_problems_in_the_order_of_the_file() -> None:
    text = SMALL
    for old, new in [
        ('name = "A small set"', 'nam = "A small set"'),  # 1 and 2: unknown nam, missing name
        ('origin = "house"\nsays', 'origin = "hause"\nsays'),  # 3
        ("feet = 120", "feet = 0"),  # 4
        ('says = ["nap", "take a nap"]', 'says = ["nap", "wait"]'),  # 5
        ('lasts = "1 h"', 'lasts = "an hurr"'),  # 6
        ("bright = 20", 'bright = "20"'),  # 7, which hides 6
        ('table = "omens"', 'table = "omen"'),  # 8
        ('{ on = "2-3", name = "gust"', '{ on = "2", name = "gust"'),  # 9
        ('attribute = "nerve"\nequal = true\nfirst', 'attribute = "nervy"\nequal = true\nfirst'),  # 10
        ('dice = "1d2"', 'dice = "1d"'),  # 11
    ]:
        text = changed(old, new, text)
    problems = problems_of(text)
    assert [problem.path for problem in problems] == [
        "ruleset.name",
        "ruleset.nam",
        "register.S-2.origin",
        "paces.slow.feet",
        "activities.nap.says[1]",
        "lights.torch.bright",
        "procedures.check.table",
        "tables.omens.entries",
        "tables.depths.dice",
        "fight.order.attribute",
    ]
    assert [problem.line for problem in problems] == sorted(problem.line for problem in problems)
