"""What rule files and kept rules once called otherwise, read under its name of today.

A rule set that a campaign keeps and a house file of any age load to the same rules as when they were written.
This module knows plain data only, and each name of before in one place.
"""

from __future__ import annotations

from fractions import Fraction
from typing import cast

Tree = dict[str, object]


def modern(data: Tree) -> Tree:
    """Return plain data of a rule set, or of a difference, as it is said today; the data itself stays."""
    options = {name: _modern_option(one) for name, one in _tables(data.get("options")).items()}
    found = _modern_part(data)
    if options:
        found["options"] = options
    head = _table(data.get("ruleset"))
    return found | ({"ruleset": _with_removed(head)} if "remove" in head else {})


def _modern_option(option: Tree) -> Tree:
    changes = _table(option.get("changes"))
    return _with_removed(option) | ({"changes": _modern_part(changes)} if changes else {})


def _with_removed(said: Tree) -> Tree:
    removed = said.get("remove")
    if not isinstance(removed, list):
        return said
    return said | {"remove": ["surprise" if one == "fight.caught" else one for one in removed]}


def _modern_part(data: Tree) -> Tree:
    """Return the sections of a rule set as they are said today."""
    found = dict(data)
    if isinstance(paces := data.get("paces"), dict):
        found["paces"] = {name: _ratio(one) for name, one in paces.items()}
    fight, travel = _table(data.get("fight")), _table(data.get("travel"))
    if isinstance(fight.get("caught"), dict):
        found["fight"] = {name: one for name, one in fight.items() if name != "caught"}
        found.setdefault("surprise", fight["caught"])
    if {"attribute", "by_attribute"} & (tide := _table(fight.get("tide"))).keys():
        found["fight"] = {**_table(found["fight"]), "tide": _with_base(tide)}
    pays = _table(travel.get("pays"))
    if pays.get("by") == "miles":
        found["travel"] = {**travel, "pays": {"each": "60 min", **pays, "by": "hexes"}}
    return found


def _with_base(tide: Tree) -> Tree:
    """Return a Tide of Battle whose base Morale by an attribute is a part of its own."""
    names = {"attribute": "attribute", "by_attribute": "steps"}
    base = {new: tide[old] for old, new in names.items() if old in tide}
    rule = {"rule": tide["rule"]} if "rule" in tide else {}
    return {**{name: one for name, one in tide.items() if name not in names}, "base": rule | base}


def _ratio(pace: object) -> object:
    """Return a pace that was divided as one that is a ratio of the rate."""
    if not isinstance(pace, dict) or not isinstance(pace.get("divided"), int) or pace["divided"] < 1:
        return pace
    times = pace.get("times", 1)
    ratio = Fraction(times if isinstance(times, int) else 1, pace["divided"])
    rest = {name: one for name, one in pace.items() if name != "divided"}
    return {**rest, "times": ratio.numerator if ratio.denominator == 1 else str(ratio)}


def _table(value: object) -> Tree:
    return cast("Tree", value) if isinstance(value, dict) else {}


def _tables(value: object) -> dict[str, Tree]:
    return {name: _table(one) for name, one in _table(value).items()}
