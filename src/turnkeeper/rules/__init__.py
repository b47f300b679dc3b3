"""Rule sets as data: a game's time and procedures, read from a file, checked, and kept.

A rule set is text in and a frozen `RuleSet` out; no file, no clock and no dice are touched here, and nothing
in a rule set is ever evaluated. It must not be known here how play carries a rule out. What lives where:

- `model`: what a rule set may say, typed; each value's type carries what must hold of it.
- `checking`: what must hold of a rule set besides its shape, every fault at once.
- `reading`: from the text of a file to a checked rule set, and to its JSON Schema.
- `problems`: how a fault of a file is told.
- `book`: a rule set as the game asks it; `atlas`: the port for maps.
- `sets`, `examples`: the games and examples that come along; `compiled`: the same, ready to be decoded.
"""

from turnkeeper.rules.model.ruleset import RuleSet
from turnkeeper.rules.problems import Problem, RulesFault
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
