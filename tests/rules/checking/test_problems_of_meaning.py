"""What types cannot say: lengths, dice, totals, references and cites, each at its place and with its hint."""

from __future__ import annotations

import pytest

from tests.rules.bad_files import SMALL, changed, marked_place, problems_of
from turnkeeper.rules import Problem, builtin_text, load_rules

_HOUSE = 'rule = { id = "S-2", origin = "house", why = "A test." }'
_ON = "9, 2-4, 2 or less, or 12 or more"
_EACH = "each total has one entry"
_OMENS = "tables.omens.entries"
_ECHO = '{ effect = "start-timer", timer = "echo", lasts = "3 turns", warn = "1 turn" }'
_LAMP = 'every = "2 turns", start = 1, most = 3, sides = 6, over = 4'

# What is replaced, by what, the path, the message and the hint.
LENGTHS = {
    "unknown unit": (
        'takes = "6 turns"',
        'takes = "6 @@trun"',
        "activities.nap.takes",
        "'6 trun' is no length: no unit is called \"trun\"",
        "did you mean turn?",
    ),
    "zero cadence (T12)": (
        'name = "check"\ntable = "omens"\nscenes = ["cave"]\nevery = "1 turn"',
        'name = "check"\ntable = "omens"\nscenes = ["cave"]\nevery = "@@0 turns"',
        "procedures.check.every",
        "'0 turns' is no length: a length must be more than nothing",
        "",
    ),
    "negative cadence (T12)": (
        'every = "2 turns", start',
        'every = "@@-2 turns", start',
        "lights.lamp.burns.every",
        "'-2 turns' is no length: a length must be more than nothing",
        "",
    ),
    "blank length (T18)": (
        'lasts = "1 h"',
        'lasts = @@""',
        "lights.torch.burns.lasts",
        "a length is needed here",
        'such as "1 h"',
    ),
    "warning later than the start": (
        'warn = "1 turn"',
        'warn = @@"3 turns"',
        f"{_OMENS}[3].do[0].warn",
        "warns 3 turns before the end of 3 turns: no sooner than it starts",
        "warn later",
    ),
    "warning of what has no end (T18)": (
        'lasts = "3 turns", warn = "1 turn"',
        'warn = @@"1 turn"',
        f"{_OMENS}[3].do[0].warn",
        "a timer that runs until ended cannot warn of its end",
        "say what it lasts",
    ),
    "time of day past the day": (
        'dawn = "06:00"',
        'dawn = "@@25:00"',
        "time.times_of_day.dawn",
        "'25:00' is no time of day: past the end of the day, which lasts 24 h",
        'write it as "06:00"',
    ),
    "blank time of day": (
        'dawn = "06:00"',
        'dawn = @@" "',
        "time.times_of_day.dawn",
        "the time is blank",
        'write it as "06:00"',
    ),
    "time of day with the name of a unit": (
        "{ dawn = ",
        "{ @@turns = ",
        "time.times_of_day.turns",
        "turns is the name of a unit",
        "call the time of day something else",
    ),
}

DICE = {
    "healing": ('dice = "1d4"', 'dice = "1d@@x"', "activities.nap.heals.dice"),
    "table": ('dice = "1d2"', 'dice = "1d2+@@"', "tables.depths.dice"),
    "distance": ('dice = "2d6x10"', 'dice = "2d6 @@6"', "encounters.corridor.dice"),
    "order": (
        'dice = "1d20"\nattribute = "nerve"\nequal = true\nfirst',
        'dice = "1d20+@@"\nattribute = "nerve"\nequal = true\nfirst',
        "fight.order.dice",
    ),
    "morale": ('dice = "2d6"\nleast', 'dice = "2d6 @@morale"\nleast', "morale.dice"),
    "no dice at all": ('dice = "1d2"', 'dice = "@@"', "tables.depths.dice"),
}

TABLES = {
    "hole in the middle": (
        'entries = [\n  { on = "1", name = "beast"',
        'entries = @@[\n  { on = "1", name = "beast"',
        '{ on = "2-3", name = "gust"',
        '{ on = "2", name = "gust"',
        _OMENS,
        "no entry for 3",
        "1d6 gives 1 to 6",
    ),
    "holes at both ends": (
        'entries = [\n  { on = "2 or less", name = "foul" },',
        "entries = @@[",
        '{ on = "12 or more", name = "glad" },',
        "",
        "tables.mood.entries",
        "no entry for 2, 12",
        "2d6 gives 2 to 12",
    ),
    "overlap": (
        '{ on = "4", name = "weary"',
        '{ on = @@"3-4", name = "weary"',
        "",
        "",
        f"{_OMENS}[2].on",
        "3 is on 'gust' already",
        _EACH,
    ),
    "wide overlap": (
        '{ on = "12 or more", name = "glad" }',
        '{ on = @@"10 or more", name = "glad" }',
        "",
        "",
        "tables.mood.entries[2].on",
        "10 to 11 is on 'wary' already",
        _EACH,
    ),
    "beyond the dice": (
        '{ on = "6", name = "more"',
        '{ on = @@"6-7", name = "more"',
        "",
        "",
        f"{_OMENS}[4].on",
        "1d6 never comes to 7",
        "1d6 gives 1 to 6",
    ),
    "backwards": (
        '{ on = "3-11", name = "wary" }',
        '{ on = "3-11", name = "wary" },\n  { on = @@"9-5", name = "odd" }',
        "",
        "",
        "tables.mood.entries[2].on",
        "9-5 runs backwards",
        "2d6 gives 2 to 12",
    ),
    "no total": (
        '{ on = "2", name = "drip"',
        '{ on = @@"two", name = "drip"',
        "",
        "",
        "tables.depths.entries[1].on",
        "'two' is not a total, a range such as 2-4, '2 or less' or '12 or more'",
        _ON,
    ),
    "hole in totals with gaps": (
        'dice = "1d2"',
        'dice = "1d2*10"',
        'entries = [\n  { on = "1", name = "hush" },\n  { on = "2"',
        'entries = @@[\n  { on = "20"',
        "tables.depths.entries",
        "no entry for 10",
        "1d2*10 gives 10 to 20",
    ),
    "no entries": (
        "[reaction]",
        f'[tables.void]\ndice = "1d6"\n{_HOUSE}\nentries = @@[]\n[reaction]',
        "",
        "",
        "tables.void.entries",
        "a table needs entries",
        f"each stands on {_ON}",
    ),
    "loop": (
        '{ effect = "note", text = "water drips" }',
        '{ effect = "roll", table = "omens" }',
        '{ effect = "roll", table = "depths" }',
        '{ effect = "roll", table = @@"depths" }',
        f"{_OMENS}[4].do[0].table",
        "the tables roll on each other in a circle: omens -> depths -> omens",
        "nested tables must come to an end",
    ),
    "table that rolls on itself": (
        '{ effect = "note", text = "water drips" }',
        '{ effect = "roll", table = @@"depths" }',
        "",
        "",
        "tables.depths.entries[1].do[0].table",
        "the tables roll on each other in a circle: depths -> depths",
        "nested tables must come to an end",
    ),
    "hostile entries that no reaction has": (
        'table = "mood"',
        'table = "mood"\nhostile = [@@"furious"]',
        "",
        "",
        "reaction.hostile[0]",
        "tables.mood has no entry 'furious'",
        "one of foul, wary, glad",
    ),
    "effects of a reaction": (
        'name = "glad" }',
        'name = "glad", do = @@[{ effect = "fatigue" }] }',
        "",
        "",
        "tables.mood.entries[2].do",
        "tables.mood is the reaction's: its entries have no effects",
        "say it in text",
    ),
}

NUMBERS = {
    "no feet": ("feet = 120", "feet = @@0", "paces.slow.feet", "0 is too low", "at least 1"),
    "light below nothing": (
        "bright = 20",
        "bright = @@-5",
        "lights.torch.bright",
        "-5 is too low",
        "at least 0",
    ),
    "ticks below one": (
        "ticks = 1 }",
        "ticks = @@0 }",
        f"{_OMENS}[1].do[0].ticks",
        "0 is too low",
        "at least 1",
    ),
    "number without sense": (
        "feet = 120",
        "feet = @@99999999",
        "paces.slow.feet",
        "the number is beyond 1,000,000",
        "",
    ),
    "dice with one side": (
        _LAMP,
        'every = "2 turns", start = 1, most = 5, sides = @@1, over = 4',
        "lights.lamp.burns.sides",
        "1 is too low",
        "at least 2",
    ),
    "fewer dice at most than at first": (
        _LAMP,
        'every = "2 turns", start = 4, most = @@3, sides = 6, over = 4',
        "lights.lamp.burns.most",
        "3 dice at most, but it starts with 4",
        "at least 4",
    ),
    "dice that are always too high": (
        _LAMP,
        'every = "2 turns", start = 3, most = 3, sides = 6, over = @@2',
        "lights.lamp.burns.over",
        "3 dice always come to more than 2",
        "at least 3",
    ),
    "dice that are never too high": (
        _LAMP,
        'every = "2 turns", start = 1, most = 3, sides = 6, over = @@18',
        "lights.lamp.burns.over",
        "3d6 never come to more than 18, so it would burn for ever",
        "at most 17",
    ),
    "score outside morale": (
        "fixed = [2, 12]",
        "fixed = [2, @@13]",
        "morale.fixed[1]",
        "13 is no score: 2 to 12",
        "",
    ),
    "morale upside down": (
        "most = 12",
        "most = @@1",
        "morale.most",
        "1 is below the least, 2",
        "swap the two",
    ),
}

ACTIVITIES = {
    "words of another": (
        'says = ["nap", "take a nap"]',
        'says = ["nap", @@"wait"]',
        "activities.nap.says[1]",
        "'wait' means 'wait' already",
        "each activity has words of its own",
    ),
    "words that cannot be typed": (
        'says = ["nap", "take a nap"]',
        'says = [@@"Nap ", "take a nap"]',
        "activities.nap.says[0]",
        "'Nap ' cannot be said",
        "words in small letters, one space between",
    ),
    "no words": (
        'says = ["nap", "take a nap"]',
        "says = @@[]",
        "activities.nap.says",
        "nobody can say it",
        'such as says = ["nap"]',
    ),
    "length of its own and asked for": (
        'takes = "6 turns"',
        'takes = "6 turns"\nasks_length = @@true',
        "activities.nap.asks_length",
        "it has a length of its own and asks for one",
        "keep one of the two",
    ),
    "area without length": (
        'causes = ["loud"]\n\n[activities',
        'causes = ["loud"]\narea = @@"20 x 20 ft"\n\n[activities',
        "activities.shout.area",
        "an area needs the length that one area takes",
        'say takes = "1 turn"',
    ),
    "no area": (
        'takes = "6 turns"',
        'takes = "6 turns"\narea = @@"big"',
        "activities.nap.area",
        "'big' is not an area; write it as 20 x 20 ft",
        "",
    ),
    "heals nothing": (
        'heals = { dice = "1d4" }',
        "heals = @@{ below_zero_to_zero = true }",
        "activities.nap.heals",
        "heals nothing",
        'say dice = "1d6", level = true or all = true',
    ),
    "heals all and more": (
        'heals = { dice = "1d4" }',
        'heals = @@{ dice = "1d4", all = true }',
        "activities.nap.heals",
        "heals everything and a number besides",
        "keep one of the two",
    ),
    "answer that must say how long": (
        '{ effect = "activity", activity = "wait", takes = "1 turn" }',
        '@@{ effect = "activity", activity = "wait" }',
        f"{_OMENS}[2].do[0].choices[0].do[0]",
        "wait must be told how long",
        'say takes = "1 turn"',
    ),
    "answer that may not say how long": (
        'activity = "wait", takes = "1 turn"',
        'activity = "nap", takes = @@"1 turn"',
        f"{_OMENS}[2].do[0].choices[0].do[0].takes",
        "nap does not ask how long",
        "leave takes out",
    ),
}

NAMES = {
    "table of a procedure": (
        'table = "omens"',
        'table = @@"omen"',
        "procedures.check.table",
        "there is no table 'omen'",
        'did you mean "omens"?',
    ),
    "table of an effect": (
        'table = "depths"',
        'table = @@"deep"',
        f"{_OMENS}[4].do[0].table",
        "there is no table 'deep'",
        'did you mean "depths"?',
    ),
    "table of the reaction": (
        'table = "mood"',
        'table = @@"zzz"',
        "reaction.table",
        "there is no table 'zzz'",
        "known: omens, depths, mood",
    ),
    "scene of a procedure": (
        'scenes = ["cave"]',
        'scenes = ["cave", @@"cove"]',
        "procedures.check.scenes[1]",
        "there is no scene 'cove'",
        'did you mean "cave"?',
    ),
    "scene of a light": (
        "bright = 20",
        'burns_in.@@cavern = { by = "until-ended" }',
        "lights.torch.burns_in.cavern",
        "there is no scene 'cavern'",
        'did you mean "cave"?',
    ),
    "scene of an activity": (
        'takes = "6 turns"',
        'takes = "6 turns"\nscenes = [@@"town"]',
        "activities.nap.scenes[0]",
        "there is no scene 'town'",
        "known: cave",
    ),
    "procedure without a scene": (
        'scenes = ["cave"]',
        "scenes = @@[]",
        "procedures.check.scenes",
        "it is checked in no scene",
        "name one scene at least",
    ),
    "procedure that never comes": (
        'every = "1 turn"\nalso_on = ["loud"]',
        "",
        "procedures.check",
        "nothing brings it about",
        'say every = "1 turn" or also_on = ["loud"]',
    ),
    "keyword that nothing causes": (
        'also_on = ["loud"]',
        'also_on = ["loud", @@"bright"]',
        "procedures.check.also_on[1]",
        "nothing causes 'bright'",
        "known: loud",
    ),
    "keyword mistyped where it is caused": (
        'costs = "1 turn"\ncauses = { begun = ["loud"] }',
        'costs = "1 turn"\ncauses = { begun = [@@"luod"] }',
        "fight.causes.begun[0]",
        "nothing listens to 'luod'",
        'did you mean "loud"?',
    ),
    "activity of an answer": (
        'activity = "wait"',
        'activity = @@"wiat"',
        f"{_OMENS}[2].do[0].choices[0].do[0].activity",
        "there is no activity 'wiat'",
        'did you mean "wait"?',
    ),
    "attribute of the slots": (
        'slots = "bulk"',
        'slots = @@"bulge"',
        "characters.slots",
        "there is no attribute 'bulge'",
        'did you mean "bulk"?',
    ),
    "attribute of the order": (
        'attribute = "nerve"\nequal = true\nfirst',
        'attribute = @@"nevre"\nequal = true\nfirst',
        "fight.order.attribute",
        "there is no attribute 'nevre'",
        'did you mean "nerve"?',
    ),
    "attribute named twice": (
        'attributes = ["nerve", "bulk"]',
        'attributes = ["nerve", "bulk", @@"nerve"]',
        "characters.attributes[2]",
        "'nerve' is named twice",
        "keep one of the two",
    ),
    "names that differ by capitals": (
        "[tables.mood]",
        f'[tables.@@Omens]\ndice = "1d1"\n{_HOUSE}\nentries = [{{ on = "1", name = "x" }}]\n[tables.mood]',
        "tables.Omens",
        "'Omens' differs from 'omens' by capitals only",
        "names are compared without capitals",
    ),
    "name with spaces around": (
        "[paces.slow]",
        '[paces.@@" slow"]',
        'paces." slow"',
        "' slow' is no name",
        "1 to 60 characters, without spaces around them",
    ),
    "blank question": (
        'question = "Rest?"',
        'question = @@" "',
        f"{_OMENS}[2].do[0].question",
        "the question is blank",
        "say it in a few words",
    ),
    "no id": (
        'id = "small"',
        'id = @@"Small set"',
        "ruleset.id",
        "'Small set' is no id",
        "small letters, digits and hyphens, such as my-table",
    ),
    "blank name": ('name = "A small set"', 'name = @@""', "ruleset.name", "the name is blank", ""),
    "text that would upset a terminal": (
        'text = "water drips"',
        'text = @@"water\\u001b[2J"',
        "tables.depths.entries[1].do[0].text",
        "holds a character that cannot be shown",
        "leave control characters out",
    ),
    "two scenes to begin in": (
        "[characters]",
        (
            'start = true\n[scenes.town]\nrule = { id = "S-1", origin = "printed" }\n'
            'step = "1 h"\nstart = @@true\n[characters]'
        ),
        "scenes.town.start",
        "a campaign begins in 'cave' already",
        "one scene has start = true",
    ),
    "rule of rooms without rooms": (
        "[characters]",
        'rooms_rule = @@{ id = "S-1", origin = "printed" }\n[characters]',
        "scenes.cave.rooms_rule",
        "this scene has no rooms",
        "say rooms = true",
    ),
}

CITES = {
    "rule that is not in the register": (
        '[paces.slow]\nrule = { id = "S-1"',
        '[paces.slow]\nrule = { id = @@"S-11"',
        "paces.slow.rule.id",
        "there is no rule 'S-11'",
        'did you mean "S-1"?',
    ),
    "house cite without a reason": (
        'rule = { id = "S-2", origin = "house", why = "Somebody must." }',
        'rule = @@{ id = "S-2", origin = "house" }',
        "activities.shout.rule.why",
        "a house rule says why",
        'add why = "..."',
    ),
    "house rule of the register without a reason": (
        'why = "A test needs a table."\n\n[time]',
        'why = @@" "\n\n[time]',
        "register.S-2.why",
        "a house rule says why",
        'add why = "..."',
    ),
    "cite that claims more than the register": (
        'rule = { id = "S-2", origin = "house", why = "A test needs a mood." }',
        'rule = { id = "S-2", origin = @@"printed" }',
        "reaction.rule.origin",
        "S-2 is house in the register, not printed",
        'say origin = "house"',
    ),
    "rule that no entry cites": (
        "[register.S-2]",
        '[register.@@S-9]\norigin = "printed"\nsays = "Nothing else."\n[register.S-2]',
        "register.S-9",
        "no entry cites this rule",
        "cite it where it is carried out, or say engine = true",
    ),
    "rule that says nothing": (
        'says = "A turn is ten minutes."',
        'says = @@""',
        "register.S-1.says",
        "says is blank",
        "state the rule in your own words",
    ),
}

UNITS = {
    "units that contradict each other": (
        '{ name = "day", of = ["144 turns"] }',
        '{ name = "day", of = @@["144 turns"], length = "25 h" }',
        "time.units[1].of",
        "day: 25 h is 90000 s, but 144 turns make 86400 s",
        "correct one of them, or list under disputed what the rule set overrules",
    ),
}

EVERY = LENGTHS | NUMBERS | ACTIVITIES | NAMES | CITES | UNITS


@pytest.mark.parametrize("case", EVERY)
def test_a_fault_of_meaning_has_its_place_and_its_hint(case: str) -> None:
    old, new, path, message, hint = EVERY[case]
    changed_text = changed(old, new)
    if "@@" not in changed_text:
        # An entry without the name that is missing: the problem stands at its heading.
        changed_text = changed_text.replace(f"[{path}]", f"@@[{path}]")
    text, line, column = marked_place(changed_text)
    assert problems_of(text) == (Problem("my.toml", line, column, path, message, hint),)


@pytest.mark.parametrize("case", DICE)
def test_dice_that_cannot_be_read_are_told_where_they_go_wrong(case: str) -> None:
    old, new, path = DICE[case]
    text, line, column = marked_place(changed(old, new))
    (problem,) = problems_of(text)
    assert (problem.line, problem.column, problem.path) == (line, column, path)
    assert " is no throw: " in problem.message


@pytest.mark.parametrize("case", TABLES)
def test_a_table_covers_each_total_once_and_comes_to_an_end(case: str) -> None:
    old, new, old_2, new_2, path, message, hint = TABLES[case]
    text = changed(old, new)
    text, line, column = marked_place(changed(old_2, new_2, text) if old_2 else text)
    assert Problem("my.toml", line, column, path, message, hint) in problems_of(text)


def test_a_name_that_would_upset_a_terminal_is_shown_harmless() -> None:
    # small.toml has 137 lines, then comes an empty one.
    (problem,) = problems_of(SMALL + '\n["\\u001b[2J"]\n')
    assert str(problem).startswith('my.toml:139:2: "\\u001b[2J": unknown name')


@pytest.mark.slow
def test_a_file_of_nothing_but_faults_is_told_the_first_of_them() -> None:
    text = SMALL + "".join(f"\n[lights.l{number}]" for number in range(500))
    assert len(problems_of(text)) == 200


def test_a_small_set_without_faults_has_none() -> None:
    assert load_rules(SMALL, "my.toml", builtin_text).ruleset.id == "small"


def test_text_that_looks_like_code_stays_text() -> None:
    """T12: no text of a rule file is ever evaluated."""
    code = "__import__('os').system('true') ${HOME} {0.__class__} %s $(true) `true`"
    rules = load_rules(changed("water drips", code), "my.toml", builtin_text)
    (effect,) = rules.tables["depths"].entries[1].do
    assert getattr(effect, "text", None) == code


def test_code_where_dice_belong_is_a_problem_and_nothing_more() -> None:
    """T12: dice are a notation of their own, read and never run."""
    text, line, _ = marked_place(changed('dice = "1d2"', "dice = @@\"__import__('os').getpid()\""))
    (problem,) = problems_of(text)
    assert (problem.line, problem.path) == (line, "tables.depths.dice")
