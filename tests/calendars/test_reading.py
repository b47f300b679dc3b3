"""Calendar files: ours are in order, and all that is wrong in another is told at once, with its place."""

from __future__ import annotations

import pytest

from turnkeeper.calendars.reading import load_preset, preset_ids, preset_text, read_calendar
from turnkeeper.rules.problems import Problem, RulesFault

_HEAD = '[calendar]\nid = "x"\nname = "X"\n'


def _problems(text: str) -> tuple[Problem, ...]:
    with pytest.raises(RulesFault) as told:
        read_calendar(text, "x.toml")
    return told.value.problems


def _said(text: str) -> str:
    return "\n".join(f"{one.line} {one.path}: {one.message}" for one in _problems(text))


@pytest.mark.parametrize("calendar", preset_ids())
def test_a_calendar_that_comes_along_is_in_order_and_cites_its_sources(calendar: str) -> None:
    found = load_preset(calendar).calendar
    assert found.id == calendar
    assert found.sources


def test_a_calendar_extends_another_and_replaces_lists_whole() -> None:
    text = '[calendar]\nid = "x"\nname = "X"\nextends = "gregorian"\n[week]\ndays = ["A", "B"]\nfirst = "B"\n'
    found = read_calendar(text, "x.toml")
    assert (len(found.parts), found.week.days) == (12, ("A", "B"))


def test_all_problems_are_told_at_once_each_with_its_line() -> None:
    text = (
        'parts = [\n  { name = "A", days = 3, when = { every = "0" } },\n  { name = "A", days = -2 },\n]\n'
        'moons = [{ name = "m", cycle = "x" }]\n' + _HEAD
    )
    told = _said(text)
    assert "2 parts[0].when.every: '0' is no leap rule" in told
    assert "3 parts[1].days: -2 days are no month" in told
    assert "5 moons[0].cycle: 'x' is no exact number" in told


def test_unknown_names_and_wrong_kinds_are_told_together() -> None:
    told = _said(f'parts = [{{ name = "A", dayz = 3, days = "x" }}]\nmoonz = 1\n{_HEAD}')
    assert "2 moonz: unknown name" in told
    assert "1 parts[0].dayz: unknown name" in told
    assert "1 parts[0].days: must be a whole number" in told


@pytest.mark.parametrize(
    "body, told",
    [
        ('parts = [{ name = "A", days = 3, when = { every = "0" } }]', "no leap rule"),
        ("parts = []", "a year needs a month"),
        ('parts = [{ name = "A", days = 0 }]', "a year could have no days"),
        ('parts = [{ name = "A", days = 3, when = { every = "2" } }]', "a year could have no days"),
        ('parts = [{ name = "A", days = 3, leap = [{ days = -3, when = { every = "2" } }] }]', "no days"),
        ('parts = [{ name = "A", days = 3, when = { cycle = 3 } }]', "0 years listed"),
        ('parts = [{ name = "A", days = 3 }]\nmoons = [{ name = "m", cycle = "0" }]', "a cycle above 0"),
        (
            'parts = [{ name = "A", days = 3 }]\nmoons = [{ name = "m", cycle = "2", variance = "1" }]',
            "order",
        ),
        ('parts = [{ name = "A", days = 3 }]\nseasons = [{ name = "s", length = "0" }]', "length above 0"),
        (
            'parts = [{ name = "A", days = 3 }]\nseasons = [{ name = "s", begins = { part = "B" } }]',
            'no month is called "B"',
        ),
        ('parts = [{ name = "A", days = 3 }]\neras = [{ name = "e", begins = { year = 0 } }]', "no year 0"),
        (
            'parts = [{ name = "A", days = 3 }]\nhours = [{ name = "h", begins = "25:00", ends = "03:00" }]',
            "25",
        ),
    ],
)
def test_what_no_calendar_can_be_is_refused(body: str, told: str) -> None:
    """T12: a leap rule "every 0" and its like."""
    assert told in _said(f"{body}\n{_HEAD}")


def test_a_week_that_names_no_day_of_its_own_is_refused() -> None:
    told = _said(f'parts = [{{ name = "A", days = 3 }}]\n{_HEAD}[week]\ndays = ["A", "A"]\nfirst = "C"\n')
    assert "a weekday stands twice" in told
    assert 'no weekday is called "C"' in told


@pytest.mark.slow
def test_rules_that_cannot_be_counted_shortly_are_refused_and_do_not_hang() -> None:
    years = ", ".join(str(year) for year in range(0, 2_000, 2))
    rule = f"{{ cycle = 999983, years = [{years}] }}"
    leap = f'{{ cycle = 999979, years = [{years}], counts = "years" }}'
    part = f'{{ name = "B", days = 3, when = {rule}, leap = [{{ when = {leap} }}] }}'
    assert "too many to count by" in _said(f'parts = [{{ name = "A", days = 3 }}, {part}]\n{_HEAD}')


def test_a_circle_of_calendars_is_refused() -> None:
    text = _HEAD + 'extends = "x"\n'
    with pytest.raises(RulesFault, match="too deep"):
        read_calendar(text, "x.toml", base=lambda _: text)


def test_a_preset_that_there_is_not_has_no_text() -> None:
    assert preset_text("../secret") is None
