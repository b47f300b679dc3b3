"""Rule sets as data: what one game says of time and its procedures, read from a file, checked, and kept.

A rule set is text in and a frozen `RuleSet` out; no file, no clock and no dice are touched here, and nothing
in a rule set is ever evaluated. The room must not know how play carries a rule out.
"""

from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.reading.load import (
    builtin_ids,
    builtin_text,
    decode_rules,
    digest,
    encode_rules,
    example_ids,
    load_builtin,
    load_rules,
)
from turnkeeper.rules.reading.problems import Problem, RulesFault

DEFAULT_GAME = "glog"
"""The id of the rule set that serves where none is named."""

__all__ = [
    "DEFAULT_GAME",
    "Problem",
    "RuleSet",
    "RulesFault",
    "builtin_ids",
    "builtin_text",
    "decode_rules",
    "digest",
    "encode_rules",
    "example_ids",
    "load_builtin",
    "load_rules",
]
