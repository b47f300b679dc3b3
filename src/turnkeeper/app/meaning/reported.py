"""What dice showed, as it is told: ``reaction came up 9``, ``party got a 4, orcs got a 2``, ``morale 7``.

A text is meant so only where the rules ask for just these throws; else nothing is done.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.app.meaning.plain import LONGEST_TOLD
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.chance.drivers import TypedFaces, WrongFaceError
from turnkeeper.chance.typed import faces_at_end, split_faces
from turnkeeper.play.decide import Decided

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.play.kernel.language import Understood

    Reader = Callable[[Campaign, str], Understood | NotUnderstood]

THROWN = ("round", "reaction", "throw surprise", "count")
"""Commands whose throws are told by who threw them."""
_SHOWED = re.compile(
    r"(?:'s)?(?: (?:roll|throw|check|die|dice|result))? "
    r"(?:came up(?: as)?|comes up|turned up|turns up|was|is|were|are|rolled|rolls|threw|throws|got|gets"
    r"|shows|showed|came out(?: at)?|of|=)(?: an?)?$",
    re.IGNORECASE,
)
_OF_SIDES = re.compile(r"^(?:side |group )?initiative(?: is| was| roll)?[:,]? (?=.*\d)", re.IGNORECASE)
_SIDES = {"us": "party", "we": "party", "you": "party", "players": "party", "pcs": "party"}
_THEM = frozenset(("them", "they", "monsters", "enemies", "enemy", "foes"))
_EACH = re.compile(
    r"(?:^|[,;] |,? and |,? but |,? vs\.? )(?:the |our |their )?(?P<name>[^\W\d_]+)(?: \d{1,2})?(?:'s)?"
    r"(?: side)?,?(?: (?:rolled|rolls|threw|throws|got|gets|has|have|had|came up with|on|:|=))?(?: an?)? "
    r"(?P<face>\d{1,2})(?: (?:for|on) initiative)?(?=$|[,;.]| and | but | vs)",
    re.IGNORECASE,
)


def reported(campaign: Campaign, text: str, understand: Reader) -> tuple[Understood, tuple[str, ...]] | None:
    """Return the command whose throws a text tells, with their faces, if it tells all of them."""
    if len(text) > LONGEST_TOLD:
        return None
    return next((one for one in _told(campaign, text.strip(), understand) if _fits(campaign, *one)), None)


def _told(campaign: Campaign, text: str, understand: Reader) -> Iterator[tuple[Understood, tuple[str, ...]]]:
    found = faces_at_end(text)
    for said in () if found is None else dict.fromkeys((found[0], _SHOWED.sub("", found[0].rstrip()))):
        read = understand(campaign, said)
        if found is not None and not isinstance(read, NotUnderstood):
            yield _heard(read, text), split_faces((found[1],))
    bare = _OF_SIDES.sub("", text)
    each = [*_EACH.finditer(bare)]
    if each and "".join(one[0] for one in each) == bare.rstrip("."):
        faces = tuple(f"{_side(campaign, one['name'])}={one['face']}" for one in each)
        for said in THROWN:
            read = understand(campaign, said)
            if not isinstance(read, NotUnderstood):
                yield _heard(read, text), faces


def _side(campaign: Campaign, name: str) -> str:
    """Return the side that a word means: ``us`` is the party, ``them`` the only enemies."""
    enemies = [one.name for one in campaign.state.sides if not one.allied]
    if name.casefold() in _THEM and len(enemies) == 1:
        return enemies[0]
    return _SIDES.get(name.casefold(), name)


def _heard(read: Understood, text: str) -> Understood:
    """Return a reading that is told back, unless it begins the text itself."""
    return read if text.startswith(read.text) else replace(read, free=True)


def _fits(campaign: Campaign, said: Understood, faces: tuple[str, ...]) -> bool:
    """Return whether a command asks for just these throws, all by one rule; a single one is named."""
    try:
        decided = campaign.decide(said, TypedFaces(faces, campaign.seeded(), then=False))
    except WrongFaceError:
        return False
    if not isinstance(decided, Decided) or len(decided.throws) != len(faces):
        return False
    named = len(faces) > 1 or decided.throws[0].name.split()[0] in said.text.casefold().split()
    return named and len({(throw.dice, throw.rule) for throw in decided.throws}) == 1
