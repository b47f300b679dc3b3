"""One long session whose bytes must be the same on every run, whatever the hash seed.

It chooses what to say by counting, not by chance, so that two runs can differ only by what the code decides.
"""

from __future__ import annotations

from hashlib import sha256

from tests.play.keeper import past_of
from turnkeeper.app import codec
from turnkeeper.chance.drivers import Seeded
from turnkeeper.play.decide import Decided, decide
from turnkeeper.play.dungeon.place import begin
from turnkeeper.play.fold import fold
from turnkeeper.play.kernel.event import Event
from turnkeeper.play.kernel.language import Language
from turnkeeper.play.registry import DECLARED
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.reading.load import load_builtin
from turnkeeper.time import ORIGIN

STEPS = 600
START = (
    "party Varda wisdom 12 hp 5/9; Orlo wisdom 9 hp 3/3; Sif wisdom 14; Tove wisdom 7",
    "hire Bram morale 7 wisdom 8",
    "stock 40 torches",
    "stock 30 rations",
    "enter dungeon Barrow",
)
SAID = (
    *("next", "next", "resume", "part", "choose rest", "choose fatigue", "resume", "search", "wait 50 min"),
    *("light torch for Orlo", "light torch for Bram", "light lantern for Varda", "move 350 ft quickly"),
    *(
        "timer bless 4 turns for Varda warn 1 turn",
        "timer bless 4 turns for Orlo",
        "remind drip every 25 min",
    ),
    *("make noise", "enter room Hall", "enter corridor", "lunch", "rest 2 h", "hand torch from Orlo to Sif"),
    *("douse torch", "refuel lantern", "reaction for Varda", "foes goblins 6 morale 7", "kill 1 goblins"),
    *(
        "morale goblins",
        "fight enemies",
        "round",
        "end fight",
        "trap pit",
        "hide key",
        "break door",
        "end timer bless",
    ),
    *("hurt Varda 2", "heal Varda 1", "tire Orlo 1", "rule clock 12:00", "rule stock torches 12", "night"),
)


def played() -> str:
    """Play the session and return the digest of all its events, its states and what it was told."""
    book = Rulebook(load_builtin("glog"))
    language = Language(DECLARED, book)
    events: list[Event] = [begin(book, ORIGIN)]
    state = fold(events)
    digest = sha256()
    for number in range(STEPS):
        said = START[number] if number < len(START) else SAID[(number * number + 7 * number) % len(SAID)]
        decided = decide(book, state, language.parse(said), Seeded(b"long", str(number)), past_of(events))
        if isinstance(decided, Decided):
            state = decided.state
            events.extend(decided.events)
            digest.update(codec.encode(decided.events) + codec.encode_state(state))
        else:
            digest.update(str(decided).encode())
    return digest.hexdigest()
