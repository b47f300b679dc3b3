"""No effect of a set may come back to where it began: each of a circle is told where it stands."""

from __future__ import annotations

from tests.rules.bad_files import changed, problems_of
from tests.rules.checking.test_tracker_problems import ADD, CITE, DREAD, GOOD, PANIC
from turnkeeper.rules import builtin_text, load_rules


def circles(text: str) -> dict[str, str]:
    """Return the circles that are told of a text, by their paths."""
    found = {one.path: one.message for one in problems_of(text)}
    return {path: said.partition(": ")[2] for path, said in found.items() if "in a circle" in said}


def test_a_pool_whose_table_fills_it_is_a_circle() -> None:
    text = changed('{ effect = "add", tracker = "dread", dice = "1d4" }', ADD, GOOD)
    text = changed('{ on = "9 or more", name = "panic", do = [{ effect = "fatigue" }] },', "", text)
    assert circles(text) == {
        "trackers.pool.counts.table": "trackers.pool -> tables.fates -> trackers.pool",
        "tables.fates.entries[0].do[0]": "tables.fates -> trackers.pool -> tables.fates",
    }


def test_two_numbers_that_feed_each_other_are_a_circle_and_each_effect_of_it_is_told() -> None:
    text = changed(PANIC, PANIC.replace('"fatigue"', '"add", tracker = "gloom"'), GOOD)
    text += f"""
[trackers.gloom]
{CITE}
name = "gloom"
counts = {{ by = "number", thresholds = [
  {{ on = "1 or more", name = "dusk", do = [{{ effect = "add", tracker = "dread" }}] }},
] }}
"""
    assert circles(text) == {
        f"{DREAD}.thresholds[0].do[0]": "trackers.dread -> trackers.gloom -> trackers.dread",
        "trackers.gloom.counts.thresholds[0].do[0]": "trackers.gloom -> trackers.dread -> trackers.gloom",
    }


def test_a_circle_through_tables_and_trackers_is_told_at_every_effect_of_it() -> None:
    text = changed(PANIC, PANIC.replace('"fatigue"', '"roll", table = "fates"'), GOOD)
    assert circles(text) == {
        f"{DREAD}.thresholds[0].do[0]": "trackers.dread -> tables.fates -> trackers.dread",
        "tables.fates.entries[0].do[0]": "tables.fates -> trackers.dread -> tables.fates",
    }


def test_what_the_referee_answers_or_time_brings_is_no_circle() -> None:
    asks = (
        '{ effect = "ask-referee", question = "On?", choices = '
        '[{ name = "yes", do = [{ effect = "throw", tracker = "pool" }] }] }'
    )
    woe = '{ effect = "add", tracker = "dread", dice = "1d4" }'
    load_rules(changed(woe, f"{woe}, {asks}", GOOD), "my.toml", builtin_text)
    again = changed(
        'name = "comes"', 'name = "comes", do = [{ effect = "set", tracker = "beast", to = 1 }]', GOOD
    )
    load_rules(again, "my.toml", builtin_text)


def test_two_circles_of_tables_alone_are_told_once_each() -> None:
    """They were before there were trackers."""
    text = changed(
        '{ on = "2", name = "drip", do = [{ effect = "note", text = "water drips" }] }',
        '{ on = "2", name = "drip", do = [{ effect = "roll", table = "omens" }] }',
        GOOD,
    )
    assert [one.message.partition(":")[0] for one in problems_of(text)] == [
        "the tables roll on each other in a circle"
    ] * 2
