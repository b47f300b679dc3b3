"""What a file may say wrong of trackers, each at its place and with its hint; circles of effects too."""

from __future__ import annotations

import pytest

from tests.rules.bad_files import SMALL, changed, marked_place, problems_of
from turnkeeper.rules import Problem, RuleSet, builtin_text, load_rules

CITE = 'rule = { id = "S-2", origin = "house", why = "A test." }'
GOOD = f"""{SMALL}
[trackers.dread]
{CITE}
name = "dread"

[trackers.dread.counts]
by = "number"
start = 3
least = 0
most = 9
thresholds = [
  {{ on = "9 or more", name = "panic", do = [{{ effect = "fatigue" }}] }},
  {{ on = "0", name = "calm", do = [{{ effect = "set", tracker = "dread", to = 3 }}] }},
]

[trackers.pool]
{CITE}
name = "the pool"
counts = {{ by = "pool", sides = 6, full = 4, table = "fates" }}

[trackers.rest]
{CITE}
name = "rest"
counts = {{ by = "budget", lasts = "5 turns", scenes = ["cave"], name = "weary" }}

[trackers.beast]
{CITE}
name = "beast"
counts = {{ by = "interval", each = "1 turn", dice = "2d6", scenes = ["cave"], name = "comes" }}

[tables.fates]
dice = "1d6"
{CITE}
entries = [
  {{ on = "1", name = "woe", do = [{{ effect = "add", tracker = "dread", dice = "1d4" }}] }},
  {{ on = "2-6", name = "weal" }},
]

[tables.calms]
dice = "1d2"
{CITE}
entries = [{{ on = "1-2", name = "long" }}]

[procedures.dawdling]
{CITE}
name = "dawdling"
scenes = ["cave"]
every = "1 turn"
do = [{{ effect = "add", tracker = "pool" }}, {{ effect = "take", tracker = "dread", count = 2 }}]
"""

DREAD = "trackers.dread.counts"
ADD = '{ effect = "add", tracker = "pool" }'
_TAKE = '{ effect = "take", tracker = "dread", count = 2 }'
PANIC = 'do = [{ effect = "fatigue" }] },\n  { on = "0"'
_CIRCLE = "set or reset it to what leads to nothing, or leave this out"

# What is replaced, by what, the path, the message and the hint.
CASES = {
    "unknown tracker": (
        ADD,
        '{ effect = "add", tracker = @@"pol" }',
        "procedures.dawdling.do[0].tracker",
        "there is no tracker 'pol'",
        'did you mean "pool"?',
    ),
    "a pool is not thrown by an effect for numbers": (
        _TAKE,
        f'{_TAKE}, {{ effect = "throw", tracker = @@"dread" }}',
        "procedures.dawdling.do[2].tracker",
        "dread is a number: it is never thrown",
        "it can be added to or taken from or set or reset",
    ),
    "a budget is only reset": (
        _TAKE,
        f'{_TAKE}, {{ effect = "add", tracker = @@"rest" }}',
        "procedures.dawdling.do[2].tracker",
        "rest is a budget: it is never added to",
        "it can be reset",
    ),
    "set beyond the bounds": (
        'tracker = "dread", to = 3',
        'tracker = "dread", to = @@12',
        f"{DREAD}.thresholds[1].do[0].to",
        "dread never comes to 12",
        "at least 0, at most 9",
    ),
    "a pool set beyond its dice": (
        ADD,
        '{ effect = "set", tracker = "pool", to = @@5 }',
        "procedures.dawdling.do[0].to",
        "pool never holds 5 dice",
        "0 to 4",
    ),
    "an interval of nothing": (
        ADD,
        f'{ADD}, {{ effect = "set", tracker = "beast", to = @@0 }}',
        "procedures.dawdling.do[1].to",
        "an interval is at least 1 long",
        "to = 1",
    ),
    "an amount below 1": (
        'tracker = "dread", count = 2',
        'tracker = "dread", count = @@-2',
        "procedures.dawdling.do[1].count",
        "-2 is too low",
        'at least 1; add and take are two effects: effect = "take"',
    ),
    "an amount twice": (
        'tracker = "dread", count = 2',
        'tracker = "dread", dice = "1d6", count = @@2',
        "procedures.dawdling.do[1].count",
        "the dice say how much already",
        "keep count or dice",
    ),
    "dice that can be negative": (
        'tracker = "dread", dice = "1d4"',
        'tracker = "dread", dice = @@"1d4-2"',
        "tables.fates.entries[0].do[0].dice",
        "1d4-2 can come to less than nothing",
        "such as 1d6",
    ),
    "dice that are none": (
        'tracker = "dread", dice = "1d4"',
        'tracker = "dread", dice = "1@@z4"',
        "tables.fates.entries[0].do[0].dice",
        "'1z4' is no throw: 'z' means nothing in dice notation",
        "dice look like 3d6, 4d6kh3, 2d6+1, 2 in 6",
    ),
    "start out of bounds": (
        "start = 3",
        "start = @@12",
        f"{DREAD}.start",
        "12 is out of its bounds",
        "at least 0, at most 9",
    ),
    "bounds that cross": (
        "least = 0\nmost = 9",
        "least = 10\nmost = @@9",
        f"{DREAD}.most",
        "9 is below the least, 10",
        "swap the two",
    ),
    "threshold that cannot be read": (
        'on = "9 or more"',
        'on = @@"nine"',
        f"{DREAD}.thresholds[0].on",
        "'nine' is not a total, a range such as 2-4, '2 or less' or '12 or more'",
        "3, 1-3, 0 or less, or 12 or more",
    ),
    "threshold backwards": (
        'on = "9 or more"',
        'on = @@"9-7"',
        f"{DREAD}.thresholds[0].on",
        "9-7 runs backwards",
        "7-9",
    ),
    "threshold out of reach, above the bounds": (
        'on = "9 or more"',
        'on = @@"10 or more"',
        f"{DREAD}.thresholds[0].on",
        "dread never comes to 10 or more",
        "it comes to 0 at the least and 9 at the most",
    ),
    "threshold out of reach, for nothing leads there": (
        '{ effect = "add", tracker = "dread", dice = "1d4" }',
        '{ effect = "note", text = "woe" }',
        f"{DREAD}.thresholds[0].on",
        "dread never comes to 9 or more",
        "it comes to 0 at the least and 3 at the most",
    ),
    "threshold without a name": (
        'name = "panic"',
        'name = @@" "',
        f"{DREAD}.thresholds[0].name",
        "the name is blank",
        "say it in a few words",
    ),
    "a pool of dice with one side": (
        "sides = 6, full",
        "sides = @@1, full",
        "trackers.pool.counts.sides",
        "there is no die with 1 sides",
        "2 to 1,000",
    ),
    "a pool that is always full": (
        "full = 4",
        "full = @@0",
        "trackers.pool.counts.full",
        "0 is too low",
        "at least 1",
    ),
    "a pool without end": (
        "full = 4",
        "full = @@1000",
        "trackers.pool.counts.full",
        "a pool of 1,000 dice has no end: nobody throws so many",
        "at most 100",
    ),
    "a pool that is read off a table of other dice": (
        'table = "fates"',
        'table = @@"mood"',
        "trackers.pool.counts.table",
        "tables.mood is thrown with 2d6, not with one die of the pool",
        'dice = "1d6"',
    ),
    "a budget of no length": (
        'lasts = "5 turns"',
        'lasts = "@@0 turns"',
        "trackers.rest.counts.lasts",
        "'0 turns' is no length: a length must be more than nothing",
        "",
    ),
    "a budget in no scene": (
        'lasts = "5 turns", scenes = ["cave"]',
        'lasts = "5 turns", scenes = @@[]',
        "trackers.rest.counts.scenes",
        "its time passes in no scene",
        "name one scene at least",
    ),
    "a budget in a scene that there is not": (
        'lasts = "5 turns", scenes = ["cave"]',
        'lasts = "5 turns", scenes = [@@"cavern"]',
        "trackers.rest.counts.scenes[0]",
        "there is no scene 'cavern'",
        'did you mean "cave"?',
    ),
    "an interval by nothing": (
        'dice = "2d6", scenes',
        "scenes",
        "trackers.beast.counts",
        "dice or a table say how long it is",
        'such as dice = "2d6"',
    ),
    "an interval by dice that can be 0": (
        'dice = "2d6", scenes',
        'dice = @@"1d6-1", scenes',
        "trackers.beast.counts.dice",
        "1d6-1 can come to less than 1",
        "at least 1, such as 2d6",
    ),
    "an interval by a table that does not set it": (
        'dice = "2d6", scenes',
        'table = "calms", scenes',
        "tables.calms.entries[0]",
        "it does not say how long beast is",
        '{ effect = "set", tracker = "beast", to = 3 }',
    ),
    "two trackers of one name": (
        'name = "the pool"',
        'name = @@"Dread"',
        "trackers.pool.name",
        "'Dread' means 'dread' already",
        "each tracker has a name of its own",
    ),
    "rest that pays back what is no budget": (
        'says = ["wait"]',
        'says = ["wait"]\npays = { dread = @@2 }',
        "activities.wait.pays.dread",
        "dread is a number: only a budget is paid back",
        '{ effect = "reset", tracker = "dread" }',
    ),
    "rest that pays nothing back": (
        'says = ["wait"]',
        'says = ["wait"]\npays = { rest = @@0 }',
        "activities.wait.pays.rest",
        "0 is too low",
        "at least 1",
    ),
    "a procedure from which nothing comes": (
        'table = "omens"',
        'table = ""',
        "procedures.check",
        "nothing comes of it",
        'say table = "..." or do = [...]',
    ),
    "lights that there are not": (
        'effect = "tick-light", ticks = 1',
        'effect = "tick-light", kinds = [@@"tourch"]',
        "tables.omens.entries[1].do[0].kinds[0]",
        "there is no light 'tourch'",
        'did you mean "torch"?',
    ),
    "a die that steps up": (
        'burns = { by = "clock", lasts = "1 h" }',
        'burns = { by = "usage-die", every = "1 turn", dice = [4, @@6], low = 2 }',
        "lights.torch.burns.dice[1]",
        "a die with 6 sides is no smaller than the one before",
        "the largest die comes first",
    ),
    "a die that is always low": (
        'burns = { by = "clock", lasts = "1 h" }',
        'burns = { by = "usage-die", every = "1 turn", dice = [6, @@2], low = 2 }',
        "lights.torch.burns.dice[1]",
        "a die with 2 sides never shows more than 2",
        "at least 3",
    ),
    "a die that is never low": (
        'burns = { by = "clock", lasts = "1 h" }',
        'burns = { by = "usage-die", every = "1 turn", dice = [6, 4], low = @@0 }',
        "lights.torch.burns.low",
        "no die shows 0, so it would burn for ever",
        "at least 1",
    ),
    "a light without a die": (
        'burns = { by = "clock", lasts = "1 h" }',
        'burns = { by = "usage-die", every = "1 turn", dice = @@[], low = 2 }',
        "lights.torch.burns.dice",
        "there is no die to throw",
        "such as dice = [6, 4]",
    ),
    "windows counted by what is less than none": (
        'every = "1 turn"\nalso_on = ["loud"]',
        'every = "2 turns"\ncounted = "clock"\nwindow = { dice = "1d2", each = "1 turn", count = @@"1d3-2" }',
        "procedures.check.window.count",
        "1d3-2 can come to less than none",
        "such as 1d3-1",
    ),
    # What follows in a circle
    "a threshold that leads to itself by a set": (
        'tracker = "dread", to = 3',
        'tracker = "dread", to = 0',
        f"{DREAD}.thresholds[1].do[0]",
        "what follows runs in a circle: trackers.dread -> trackers.dread",
        _CIRCLE,
    ),
    "a threshold that adds to its own number": (
        PANIC,
        PANIC.replace('{ effect = "fatigue" }', '@@{ effect = "take", tracker = "dread" }'),
        f"{DREAD}.thresholds[0].do[0]",
        "what follows runs in a circle: trackers.dread -> trackers.dread",
        _CIRCLE,
    ),
}


def test_what_is_changed_below_is_in_order() -> None:
    assert isinstance(load_rules(GOOD, "my.toml", builtin_text), RuleSet)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_what_is_wrong_has_its_place_and_its_hint(case: tuple[str, str, str, str, str]) -> None:
    old, new, path, message, hint = case
    text = changed(old, new, GOOD)
    if "@@" not in text:
        (problem,) = problems_of(text)
        assert (problem.path, problem.message, problem.hint) == (path, message, hint)
        return
    text, line, column = marked_place(text)
    assert problems_of(text) == (Problem("my.toml", line, column, path, message, hint),)


def test_what_no_effect_changes_is_the_referee_s_to_change_and_all_its_thresholds_can_be_reached() -> None:
    text = (
        GOOD
        + f"""
[trackers.favour]
{CITE}
name = "favour"
counts = {{ by = "number", most = 5, thresholds = [{{ on = "5", name = "a boon" }}] }}

[trackers.luck]
{CITE}
name = "luck"
counts = {{ by = "pool", sides = 6, full = 3, table = "fates" }}
"""
    )
    assert "favour" in load_rules(text, "my.toml", builtin_text).trackers
