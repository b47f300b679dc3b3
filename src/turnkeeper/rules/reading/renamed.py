"""What rule files and kept rules once called otherwise, read under its name of today.

A rule set that a campaign keeps and a house file of any age load to the same rules as when they were written.
This module knows plain data only, and each name of before in one place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from turnkeeper.rules.problems import Path

Tree = dict[str, object]

MOVED = {
    "fight.after": "fight.causes.over",
    "travel.paces.usual": "travel.usual",
    "travel.paces.roads": "travel.roads.faster",
    "travel.paces.laggard": "travel.laggard",
    "travel.paces.kinds.*": "paces.*.travels",
    "travel.paces.at_most.*": "terrain.*.at_most",
    "fight.order.surprise": "surprise",
    "fight.caught": "surprise",
    "fatigue.called": "characters.called.fatigue",
    "activities.*.relief.rule": "activities.*.relief.fatigue.rule",
    "activities.*.relief.each": "activities.*.relief.fatigue.each",
    "activities.*.bed_rest": "activities.*.relief.exertion",
    "hit_dice": "recovery",
    "recovery.adds": "recovery.heals.adds",
    "recovery.least": "recovery.heals.least",
    "fatigue": "strains.fatigue",
    "exertion": "strains.exertion",
    "travel.tires": "travel.toil.all",
    "travel.burden": "travel.toil.laden",
    "travel.hitched": "travel.toil.hitched.slowed",
    "weather.*.travel": "weather.*.toil.slowed",
    "weather.*.fatigue_every": "weather.*.toil.every",
    "travel.toil.laden.each": "travel.toil.laden.every",
    "camp.sheltered.dice": "camp.sheltered.heals.dice",
    "camp.sheltered.recovery": "camp.sheltered.heals.hit_die",
    "camp.unsheltered.dice": "camp.unsheltered.heals.dice",
    "camp.unsheltered.recovery": "camp.unsheltered.heals.hit_die",
    "activities.*.mana": "activities.*.relief.mana",
    "fight.order.weapons.*.sooner": "fight.order.weapons.*.adds",
    "fight.order.segment": "fight.order.segments.each",
    "fight.order.rules.cast": "fight.order.segments.casting",
    "fight.order.rules.disrupt": "fight.order.segments.spoilt",
    "fight.order.segments.casting": "fight.order.casting.rule",
    "fight.order.segments.spoilt": "fight.order.casting.spoilt",
    "activities.*.made_good": "activities.*.cut_short",
    "activities.*.lesser.rule": "activities.*.cut_short.rule",
    "activities.*.lesser.after": "activities.*.cut_short.after",
    "activities.*.lesser.activity": "activities.*.cut_short.counts_as",
    "activities.*.lesser": "activities.*.cut_short",
    "meals.due": "provisions.food.due",
    "meals.overdue": "provisions.food.overdue",
    "meals.item": "provisions.food.item",
    "meals.rule": "provisions.food.meals",
    "rituals.*.attribute": "activities.*.trial.attribute",
    "rituals.*.exact": "activities.*.trial.exact",
    "rituals.*.lasts": "activities.*.do",
    "rituals.*": "activities.*",
}
"""Where each part of before stands today, one after the other; ``*`` is any name."""

CASES = {
    "procedures.*": {"tables": "table", "chances": "hits", "often": "every"},
    "encounters": {"tables": "table", "distances": "dice"},
    "navigation": {"lost": "hits", "against": "against"},
}
"""The lists that cases stood in, one for each thing that they said; today they are one."""


class CasesOfBefore(list[object]):
    """Cases from such lists: over those of a base they replace only what these say ``of`` the same."""

    def __init__(self, cases: Iterable[object], of: Iterable[str]) -> None:
        """Take the cases, and the names of what their lists said."""
        super().__init__(cases)
        self.of = frozenset(of)

    def over(self, base: list[object]) -> list[object]:
        """Return these cases and the rest of those of a base."""
        held = ({name: one for name, one in _table(case).items() if name not in self.of} for case in base)
        says = {one for lists in CASES.values() for one in lists.values()}
        return [*self, *(case for case in held if says & case.keys())]


_LEFT_OUT = {
    "rituals": ["activities.phrase", "activities.sigil", "activities.ceremony"],
    "meals": ["provisions.food.due", "provisions.food.overdue"],
    "fight.order.segments.casting": ["fight.order.casting"],
}
"""What was left out with a whole section of before, in the one set that came along with it."""
_WHOLE = {"register", "time", "scenes", "characters"}
"""The sections that every rule set has, and hardly a difference."""


def modern(data: Tree) -> Tree:
    """Return plain data of a rule set, or of a difference, as it is said today; the data itself stays."""
    slow = _table(_table(_table(data.get("travel")).get("paces")).get("at_most"))
    options = {name: _modern_option(one, slow) for name, one in _tables(data.get("options")).items()}
    found = _modern_part(data)
    if options:
        found["options"] = options
    head = _table(data.get("ruleset"))
    return found | ({"ruleset": _with_removed(head, slow)} if "remove" in head else {})


def former(path: Path) -> Iterator[Path]:
    """Yield the places at which a file may say, by names of before, what stands at a path today."""
    for before, now in MOVED.items():
        old, new = before.split("."), now.split(".")
        if len(path) < len(new) or any(one not in {"*", name} for one, name in zip(new, path, strict=False)):
            continue
        named = [name for one, name in zip(new, path, strict=False) if one == "*"]
        earlier = (*(named.pop(0) if one == "*" else one for one in old), *path[len(new) :])
        yield earlier
        yield from former(earlier)


def _modern_option(option: Tree, slow: Tree) -> Tree:
    changes = _table(option.get("changes"))
    return _with_removed(option, slow) | ({"changes": _modern_part(changes)} if changes else {})


def _with_removed(said: Tree, slow: Tree) -> Tree:
    """Return the part that leaves entries out, by their names of today; ``slow`` had a fastest pace each."""
    removed = said.get("remove")
    if not isinstance(removed, list):
        return said
    fastest = [f"travel.paces.at_most.{name}" for name in slow]
    whole = {**_LEFT_OUT, "travel.paces.at_most": fastest}
    names = [name for one in removed for name in (whole.get(str(one)) or _parts_left_out(one))]
    return said | {"remove": [_name_of_today(one) for one in names]}


def _parts_left_out(name: object) -> list[object]:
    """Return the entry to leave out today for one that was left out whole, and is a part of another now."""
    for part, needs in (("lesser", "activity"), ("made_good", "under")):
        if isinstance(name, str) and re.fullmatch(rf"activities\..+\.{part}", name):
            return [f"{name}.{needs}"]
    return [name]


def _name_of_today(name: object) -> object:
    """Return the name of an entry that is left out, as it is written today."""
    cases = {f"{holder}.{one}": f"{holder}.cases" for holder, lists in CASES.items() for one in lists}
    for before, now in (MOVED | cases).items() if isinstance(name, str) else ():
        pattern = re.escape(before).replace(r"\*", r"""("[^"]*"|'[^']*'|[^."']+)""")
        if found := re.fullmatch(rf"{pattern}(\..*)?", str(name)):
            *any_name, rest = found.groups()
            name = now.replace("*", any_name[0] if any_name else "*") + (rest or "")
    return name


def _move(data: Tree, before: list[str], now: list[str]) -> Tree:
    """Return data in which what stood at one path stands at another, unless that says something itself."""
    if before and now and before[0] == now[0]:
        names = list(data) if before[0] == "*" else [name for name in before[:1] if name in data]
        inner = {name: _table(data[name]) for name in names if isinstance(data[name], dict)}
        return data | {name: _move(one, before[1:], now[1:]) for name, one in inner.items()}
    *above, last = before
    holder = data
    for name in above:
        holder = _table(holder.get(name))
    if last not in holder:
        return data
    return _with(_without(data, before), now, holder[last])


def _without(data: Tree, path: list[str]) -> Tree:
    if len(path) == 1:
        return {name: one for name, one in data.items() if name != path[0]}
    return data | {path[0]: _without(_table(data[path[0]]), path[1:])}


def _with(data: Tree, path: list[str], value: object) -> Tree:
    inner = data.get(path[0])
    if len(path) > 1:
        return data | {path[0]: _with(_table(inner), path[1:], value)}
    return {path[0]: value} | data


def _modern_part(data: Tree) -> Tree:
    """Return the sections of a rule set as they are said today."""
    found = _with_cases(data)
    if (dice := _table(data.get("hit_dice"))) and "heals" not in dice:
        found["hit_dice"] = {"heals": {"hit_die": True}, **dice}
    if dice and "recovery" in data:
        found["recovery"] = {**_table(found.pop("hit_dice")), **_table(data["recovery"])}
    if rituals := _tables(found.pop("rituals", None)):
        performed = {name: _performed(name, one) for name, one in rituals.items()}
        found["activities"] = {**performed, **_table(found.get("activities"))}
    if meals := _table(found.pop("meals", None)):
        found["provisions"] = _with_meals(
            _tables(found.get("provisions")), meals, whole=data.keys() >= _WHOLE
        )
    found = _with_fight(found)
    found = _with_paces(found, whole=data.keys() >= _WHOLE)
    for before, now in MOVED.items():
        found = _move(found, before.split("."), now.split("."))
    if isinstance(paces := found.get("paces"), dict):
        found["paces"] = {name: _ratio(one) for name, one in paces.items()}
    fight, travel = _table(found.get("fight")), _table(found.get("travel"))
    if {"attribute", "by_attribute"} & (tide := _table(fight.get("tide"))).keys():
        found["fight"] = {**fight, "tide": _with_base(tide)}
    if (order := _table(fight.get("order"))).get("by") == "circle":
        found["fight"] = {**_table(found["fight"]), "order": _seated(order, whole=data.keys() >= _WHOLE)}
    pays = _table(travel.get("pays"))
    if pays.get("by") == "miles":
        found["travel"] = {**travel, "pays": {"each": "60 min", **pays, "by": "hexes"}}
    return found


def _performed(kind: str, ritual: Tree) -> Tree:
    """Return a ritual as an activity that is tried; a whole one says its rule, and names itself."""
    found = {name: one for name, one in ritual.items() if name not in {"attribute", "exact", "lasts"}}
    trial = {name: ritual[name] for name in ("rule", "attribute", "exact") if name in ritual}
    if {"rule", "attribute"} <= ritual.keys():
        found = {"says": [kind], **found, **({} if ritual.get("takes") else {"instant": True})}
    elif "takes" in ritual:
        found["instant"] = not ritual["takes"]
    if "lasts" in ritual:
        begins = {"effect": "start-timer", "timer": kind, "lasts": ritual["lasts"], "each_level": True}
        found["do"] = [begins] if ritual["lasts"] else []
    return found | ({"trial": trial} if trial else {})


def _with_meals(provisions: dict[str, Tree], meals: Tree, *, whole: bool) -> Tree:
    """Return provisions of which one says when meals are due: that of their item; in a difference, food."""
    same = (name for name, one in provisions.items() if one.get("item") == meals.get("item"))
    name = next(same, "meals") if whole else "food"
    there = provisions.get(name, {})
    kept: Tree = {one: meals[one] for one in ("due", "overdue") if one in meals}
    if "rule" in meals:
        new: Tree = {one: meals[one] for one in ("rule", "item") if one in meals}
        there = {**new, **there}
        kept["meals"] = meals["rule"]
    if isinstance(also := meals.get("also"), list):
        kept["also"] = [*cast("list[object]", there.get("also", [])), *also] if whole else also
    return {**provisions, name: {**there, **kept}}


def _with_fight(found: Tree) -> Tree:
    """Return sections with the causes, the segments, the recoveries and the surprise of a fight of today."""
    fight = _table(found.get("fight"))
    order = _table(fight.get("order"))
    if isinstance(causes := fight.get("causes"), list):
        fight = {**fight, "causes": {"begun": causes}}
    if isinstance(number := order.get("segments"), int):
        rule = {"rule": order["rule"]} if "rule" in order else {}
        order = {**order, "segments": {**rule, "number": number}}
    if recoveries := _tables(order.get("recoveries")):
        order = {**order, "recoveries": {name: _priced(one) for name, one in recoveries.items()}}
    if surprise := _table(order.get("surprise")):
        each = order.get("segment", _table(order.get("segments")).get("each"))
        order = {name: one for name, one in order.items() if name != "surprise"}
        found = {**found, "surprise": _lost(surprise, str(each or "1 segment"))}
    held = {**fight, "order": order} if order else fight
    return {**found, "fight": held} if held else found


def _priced(recovery: Tree) -> Tree:
    """Return the cost of an action without a word on whether it is a standard one, which the cost tells."""
    cost, standard = recovery.get("recovery"), recovery.get("standard")
    told = isinstance(standard, bool) and (cost is None or standard == bool(cost))
    return {name: one for name, one in recovery.items() if name != "standard"} if told else recovery


def _with_cases(data: Tree) -> Tree:
    """Return sections whose cases stand in one list, and not in one for each thing that they say."""
    found = dict(data)
    for path, lists in CASES.items():
        section, _, each = path.partition(".")
        part = _table(data.get(section))
        if part:
            found[section] = (
                {name: _listed(one, lists) for name, one in part.items()} if each else _listed(part, lists)
            )
    return found


def _listed(part: object, lists: dict[str, str]) -> object:
    held = _table(part)
    said = [name for name in lists if isinstance(held.get(name), list)]
    rest = {name: one for name, one in held.items() if name not in said}
    cases = (case for name in said for case in cast("list[object]", held[name]))
    return {**rest, "cases": CasesOfBefore(cases, (lists[name] for name in said))} if said else part


def _with_paces(found: Tree, *, whole: bool) -> Tree:
    """Return paces of travel said with the paces on foot, and the fastest of a class of terrain with that."""
    travel = _table(found.get("travel"))
    old = _table(travel.get("paces"))
    if not old:
        return found
    paces, terrain = _tables(found.get("paces")), _tables(found.get("terrain"))
    for name, kind in _tables(old.get("kinds")).items():
        usual: Tree = {"times": 1} if whole else {}
        there: Tree = {"rule": kind["rule"], "notices": False} if whole and "rule" in kind else {}
        paces[name] = {**there, **paces.get(name, {}), "travels": {**usual, **kind}}
    for name, pace in _table(old.get("at_most")).items():
        terrain[name] = {**terrain.get(name, {}), "at_most": pace}
    others = {name: one for name, one in travel.items() if name != "paces"}
    others |= {name: old[name] for name in ("usual", "laggard") if name in old}
    if "roads" in old and not (whole and "roads" not in others):
        others["roads"] = {**_table(others.get("roads")), "faster": old["roads"]}
    held = {"paces": paces, "terrain": terrain, "travel": others}
    rest = {name: one for name, one in found.items() if name != "travel"}
    return rest | {name: one for name, one in held.items() if one}


def _seated(order: Tree, *, whole: bool) -> Tree:
    """Return an order in a circle as one of each; what holds anyway is said only over another's order."""
    usual = {"first": "high"}.items() if whole else ()
    said = {name: one for name, one in order.items() if (name, one) not in usual}
    return {"seated": True, **said, "by": "each"}


def _lost(surprise: Tree, each: str) -> Tree:
    """Return surprise that was counted in segments, of ``each`` length, as the lengths that it costs."""
    number, _, unit = each.partition(" ")
    lengths = {"total": "loses", "partial": "partly"}
    return {
        lengths.get(name, name): (f"{one * int(number)} {unit}" if one else "")
        if name in lengths and isinstance(one, int) and number.isdecimal()
        else one
        for name, one in surprise.items()
    }


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
