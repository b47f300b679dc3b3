"""A rule set read is the same however it was written, kept or hashed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.rules.bad_files import SMALL, changed
from turnkeeper.rules import (
    builtin_ids,
    builtin_text,
    decode_rules,
    digest,
    encode_rules,
    load_builtin,
    load_rules,
)
from turnkeeper.rules.model.lights import ByUsageDice
from turnkeeper.rules.reading import load
from turnkeeper.rules.reading.decoding import read_rules
from turnkeeper.rules.reading.load import draw

DATA = Path(__file__).parents[1] / "data"


def _no_base(_: str) -> None:
    return None


@pytest.mark.parametrize("ruleset", builtin_ids())
def test_every_built_in_rule_set_loads_and_bears_the_name_of_its_file(ruleset: str) -> None:
    assert load_builtin(ruleset).ruleset.id == ruleset


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", builtin_ids())
def test_the_file_of_a_built_in_rule_set_has_no_problem(ruleset: str) -> None:
    """The loader trusts the sets that come with the program; here they are checked as any other."""
    text = builtin_text(ruleset)
    assert text is not None
    assert read_rules(text, f"{ruleset}.toml", builtin_text, tuple) == load_builtin(ruleset)


def test_a_built_in_rule_set_that_is_not_there_is_named_with_what_is() -> None:
    with pytest.raises(LookupError, match=r'there is no built-in rule set .glgo. \(did you mean "glog"\?\)'):
        load_builtin("glgo")
    assert builtin_text("../sets/glog") is None
    assert builtin_text("glgo") is None


@pytest.mark.parametrize("ruleset", builtin_ids())
def test_what_is_kept_is_read_back(ruleset: str) -> None:
    rules = load_builtin(ruleset)
    assert decode_rules(encode_rules(rules)) == rules


def test_what_is_kept_needs_no_base_again() -> None:
    head = '[ruleset]\nid = "mine"\nextends = "small"\n'
    rules = load_rules(head + "[paces.slow]\nfeet = 90\n", "mine.toml", {"small": SMALL}.get)
    assert decode_rules(encode_rules(rules)) == rules


def test_bytes_that_are_no_rule_set_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_rules(b"{}")


def test_lights_by_usage_dice_are_read() -> None:
    """D-LIGHT-1: a candle begins with three dice, a torch with two, a lantern with one."""
    rules = load_rules((DATA / "usage-dice.toml").read_text("utf-8"), "usage-dice.toml", _no_base)
    assert {name: light.burns for name, light in rules.lights.items()} == {
        name: ByUsageDice("2 turns", start=start, most=3, sides=6, over=4)
        for name, start in (("torch", 2), ("candle", 3), ("lantern", 1))
    }


def test_the_fingerprint_tells_rule_sets_apart_but_not_how_they_are_laid_out() -> None:
    small = load_rules(SMALL, "small.toml", _no_base)
    spaced = load_rules(SMALL.replace("\n", "\r\n# c\r\n"), "b.toml", _no_base)
    other = load_rules(changed("feet = 120", "feet = 121"), "small.toml", _no_base)
    assert digest(small) == digest(spaced)
    assert digest(small) != digest(other)
    assert len(digest(small)) == 64


_BOTH = """
from turnkeeper.rules import RulesFault, builtin_text, digest, load_builtin, load_rules
print(digest(load_builtin("glog")))
bad = '[ruleset]\\nid="x"\\nextends="glog"\\n[paces]\\na=1\\nb=2\\n[fight]\\ncaus=1\\nroud=2\\n'
try:
    load_rules(bad, "x.toml", builtin_text)
except RulesFault as fault:
    print(fault)
"""


@pytest.mark.slow
def test_two_hash_seeds_give_the_same_rule_set_and_the_same_problems() -> None:
    """T26: nothing is decided by the order of sets or hashes."""
    said = {
        subprocess.run(
            [sys.executable, "-c", _BOTH],
            check=True,
            capture_output=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }
    (only,) = said
    assert only.count(b"\n") == 5


@pytest.mark.slow
def test_a_rule_set_in_order_brings_no_heavy_module() -> None:
    code = (
        "import sys; from turnkeeper.rules import load_builtin; load_builtin('glog');"
        "heavy = ('lark', 'icepool', 'jsonschema', 'difflib');"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert done.stdout.strip() == b"[]"


def test_a_rule_set_whose_file_has_changed_since_it_was_drawn_is_read_from_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = builtin_text("glog")
    assert text is not None
    other = msgspec.structs.replace(load_builtin("glog"), tables={})
    drawn = {"compiled/glog.json": draw(text, other), "sets/glog.toml": text.encode()}
    monkeypatch.setattr(load, "_packaged", drawn.__getitem__)
    assert load_builtin("glog") == other
    # A letter more in the file, and what was drawn before counts no longer.
    drawn["sets/glog.toml"] = (text + "\n# longer\n").encode()
    assert load_builtin("glog") == load_rules(text, "glog.toml", builtin_text)
