"""Creatures as filled fields or as whole lists, as the commands that say it.

Everything that a form does is a command of the campaign's own language; nothing here changes a state.
"""

from __future__ import annotations

from collections.abc import Mapping

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.play.dungeon.creatures import WriteCreatures, known
from turnkeeper.play.fight.facing import FIELDS, FaceFoes
from turnkeeper.play.kernel import slots
from turnkeeper.play.kernel.introducing.creatures import Creature
from turnkeeper.play.kernel.language import Understood
from turnkeeper.play.kernel.speech import SpeechError, is_listable

_FIELDS = {"name": ("name", "name", "name"), "count": ("count", "amount", "number")} | FIELDS
"""The fields of a form: the field of the command that each fills, its kind of slot, and its words."""


def faced(campaign: Campaign, given: Mapping[str, str], met: str = "") -> str | NotUnderstood:
    """Return the command that faces those of a filled form, or the fault of a field.

    They are those of the encounter that was ``met`` by a name; without one they are met by this command. A
    number that is not said is the one that was used last.
    """
    values: dict[str, object] = {}
    for name, (field, kind, words) in _FIELDS.items():
        said = " ".join(given.get(name, "").split())
        if not said:
            continue
        try:
            values[field] = slots.read(kind, said, 0, said, campaign.book)
        except SpeechError as fault:
            return NotUnderstood(f"{words}: {fault.message}", fault.hint, 0)
    if "name" not in values:
        return NotUnderstood("say what they are", "such as goblins", 0)
    kind_of_them = known(campaign.state, str(values["name"]))
    values.setdefault("count", (kind_of_them.number if kind_of_them is not None else 0) or 1)
    command = FaceFoes(**values, met=met, meets=not met)  # type: ignore[arg-type]
    try:
        return campaign.language.express(command).text
    except LookupError:
        return NotUnderstood(f"{values['name']} is no name for a side", "such as goblins", 0)


def written(campaign: Campaign, kinds: tuple[Creature, ...]) -> Understood | NotUnderstood:
    """Return the command that writes kinds down, all of them at once, or that they are too many for one."""
    words = slots.say("creatures", kinds, frozenset(), campaign.book)
    if not kinds or not is_listable(f"creature {words}"):
        message = "no creature was read" if not kinds else "these are too many for one step"
        return NotUnderstood(message, "a part of the list" if kinds else "a list of creatures", 0)
    return campaign.language.express(WriteCreatures(kinds))
