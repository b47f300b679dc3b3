"""What the fields of commands are called where they are filled in.

A field is called by its own name, unless that says too little; a command may declare a label of its own.
"""

from __future__ import annotations

from turnkeeper.play.kernel.declare import Declared

LABELS = {
    "about": "About what",
    "against": "Difficulty",
    "ambush": "Who lies in wait",
    "animals": "Mounts, each with its HD or lb",
    "bearer": "Who bears it",
    "by": "By how much",
    "check": "Result of their check",
    "choice": "Answer",
    "count": "How many",
    "digest": "Digest of the map",
    "every": "How often",
    "face": "Direction",
    "foes": "Against whom",
    "friend": "On whose side",
    "hit_dice": "Hit dice",
    "hits": "Chances",
    "hp": "Hit points each",
    "initiative": "Die of the first turn",
    "item": "What",
    "lasts": "How long",
    "left": "Time left",
    "members": "Who joins",
    "morale": "Morale",
    "of": "Out of",
    "off": "From what",
    "onto": "On what",
    "order": "Order",
    "parts": "Ticks or dice left",
    "picture": "Picture",
    "purpose": "What for",
    "recovery": "Segments to recover",
    "rest": "Which rest",
    "score": "What is written",
    "surprised": "Who is surprised",
    "takes": "Segments it takes",
    "terrain": "Country",
    "tracker": "Which one",
    "use": "For what",
    "warn": "Warn before the end",
    "where": "Directions to it",
}


def label_of(command: Declared, field: str) -> str:
    """Return the name under which a field of a command is shown: its own, else that of all such fields."""
    return command.labels.get(field) or LABELS.get(field) or field.replace("_", " ").capitalize()
