"""What the fields of commands are called where they are filled in.

A field is called by its own name, unless that says too little; a command may call one by a name of its own.
"""

from __future__ import annotations

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
OF_COMMANDS = {
    ("hand-light", "bearer"): "Who bears it now",
    ("hand-light", "to"): "To whom",
    ("light", "bearer"): "For whom",
    ("rule-clock", "to"): "To what time",
    ("rule-tracker", "to"): "To what number",
    ("do", "who"): "By whom",
    ("timer", "who"): "For whom",
    ("effect-until-rest", "who"): "For whom",
    ("reaction", "who"): "Who speaks",
}


def label_of(command: str, field: str) -> str:
    """Return the name under which a field of a command is shown.

    >>> label_of("timer", "lasts"), label_of("timer", "name"), label_of("rule-clock", "to")
    ('How long', 'Name', 'To what time')
    """
    return OF_COMMANDS.get((command, field)) or LABELS.get(field) or field.replace("_", " ").capitalize()
