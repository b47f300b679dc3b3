"""How referees say that something lasts: spells, potions, conditions, and that they are over.

It must not know what a timer is.
"""

from __future__ import annotations

import re

from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form
from turnkeeper.time import SpokenTimeError

_COUNTED = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
_CONDITIONS = """
    asleep berserk bleeding bless blinded burning charmed confused cursed crippled dazed deaf
    deafened diseased dying enlarged enraged entangled fever feverish frightened grappled haste ill
    incapacitated insane invisible lame levitating mute nauseated panicked paralysed paralyzed
    petrified poisoned polymorphed prone protected raging restrained scared shaken shielded sick
    silenced slowed stable stunned terrified unconscious weakened webbed
"""
CONDITIONS = tuple(_CONDITIONS.split())
"""What befalls people for a time, as it is said of them."""
_BEFALLS = (
    "[gets|gone|goes|turns|becomes|falls|feels|feeling|left|made|knocked|struck|rendered|stays|remains|has|"
    "completely|totally|badly|heavily|magically|suddenly|still|temporarily|taken|out|away]"
)
_CATCHES = "catches|contracts|develops|suffers|gets|has|endures"
_DRINKS = "drinks|quaffs|chugs|downs|swigs|gulps|swallows|sips|necks|takes|applies|uses"
_DRINK = "potion|draught|elixir|philtre|philter|vial|salve|oil|brew"
_OFF = "[off|out|up|away|down|over|now|finally|has|have|had]"
_ENDS_BY_ITSELF = "wears|fades|passes|lifts|breaks|lapses|subsides|clears|runs|goes|drops|falls|stops|leaves"

_WHICH = "[first|second|third|another|saving|throw]"

STARTS: tuple[str | Form, ...] = (
    "timer {name:name} {lasts:length} [called|named] [start|set|begin|add] [for {who:who}]",
    "set|start alarm|clock [in|for] {lasts:length} [called|named] {name:name}",
    "remind [in] {lasts:length} [to] [of] {name:name}",
    Form("remind [in] {lasts:length} that|about|to {name:text}", cost=1),
    "[{_by:who!}] cast {name:name} [lasts] lasts|lasting|for! {lasts:length} [on|by {who:who}]",
    Form("[{_by:who!}] cast {name:name} {lasts:length} [on|by {who:who}]", cost=5),
    Form("{name:name} in {lasts:length}", cost=3),
    "{name:name} run|wear|end|expire|fade [out|off|away] in {lasts:length}",
    Form("remind|ping|alert|warn|timer in|for|set {lasts:length}", {"name": "reminder"}, cost=1),
    f"{{name:what!}} {_BEFALLS} [for|turns|lasting] {{lasts:length}} [by|on {{who:several}}]",
    *(
        Form(f"{{_by:who!}} {one} {{who:several}} [for|turns] {{lasts:length}}", {"name": one})
        for one in CONDITIONS
    ),
    f"{{name:what!}} {_BEFALLS} until {{until:until}} [by|on {{who:several}}]",
    "put|mark|note|make|write|set {who:who} {name:what!} [down|as] until {until:until}",
    "put|mark|note|make|write|set {who:who} {name:what!} [down|as] [for] {lasts:length}",
    "put|mark|note|make|write|set {who:who} {name:what!} down|as",
    Form(f"{{who:several!}} {{name:what!}} {_BEFALLS}", cost=3),
    Form("{who:several!} is|are|lies {name:what!}", cost=1),  # how one is, and nothing that one does
    Form(f"{{who:who!}} {_CATCHES} {{name:name}} for! {{lasts:length}}", cost=1),
    Form("{who:who!} is|lies|feels {name:name} until {until:until}", cost=3),
    Form("{who:who!} is|lies|feels {name:name} for! {lasts:length}", cost=3),
    Form("{who:who!} comes|goes|is down with {name:name} for! {lasts:length}", cost=1),
    Form("{who:who!} comes|goes|is down with {name:name} until {until:until}", cost=1),
    Form("{who:who!} comes|goes|is down with {name:name}", cost=2),
    *(
        Form(f"{{who:who!}} {does} death save|saves {_WHICH}", {"name": said})
        for does, said in (
            ("fails|failed|blows|flubs|misses", "death save failed"),
            ("passes|passed|succeeds|succeeded", "death save made"),
        )
    ),
    Form(f"{{who:who!}} {_CATCHES} {{name:name}} until {{until:until}}", cost=1),
    f"{{who:who!}} {_DRINKS} {_DRINK} {{name:name}} [down|lasts|lasting|works|good] [for] {{lasts:length}}",
    "spell|effect {name:name} [lasts] [for] {lasts:length} [on {who:who}]",
    "{name:name} lasts [for] {lasts:length} [on {who:who}]",
    "{name:name} lasts until {until:until} [on {who:who}]",
    Form("{name:name} works for! {lasts:length} [on {who:who}]", cost=3),
    Form("{name:name} for! {lasts:length} on! {who:who!}", cost=4),
    Form("remind|warn|alert at! {until:until!}", {"name": "reminder"}),
    "remind|warn|alert at! {until:until!} that|about|to {name:text}",
)
ENDS: tuple[str | Form, ...] = (
    Form("{who:who!} visible|reappears [becomes|turns|is]", {"name": "invisible"}),
    Form("{who:who!} see|sees|sight [back|regains|returns|can|able]", {"name": "blinded"}, cost=1),
    "end|stop|cancel|remove|dispel|drop timer|effect|spell {name:name}",
    "timer|effect|spell {name:name} ends|over|done|expires|gone",
    "end|stop|cancel|dispel {name:name!} [for|of {who:who!}]",
    "{name:name!} ends|expires|over|done [for|of {who:who!}]",
    "no longer {name:what!} [by {who:who!}]",
    "{who:who!} gets|stands|climbs|rises|comes [back] [up|out] from|of {name:what!}",
    "{who:who!} stops|quits being|feeling {name:what!}",
    "{who:who!} stops {name:what!}",
    f"{{who:who!}} shakes|sleeps|walks|throws|fights {{name:what!}} {_OFF}",
    "{who:who!} recovers|cured|freed|free|healed|rid|recovered|gets [over] [from|of] {name:what!}",
    "cure|remove|lift|end {who:who!} [of|from] {name:what!}",
    "remove|lift|end|clear {name:what!} [condition|effect] from|of|on {who:who!}",
    f"{{name:what!}} {_ENDS_BY_ITSELF} {_OFF} [on|from|for {{who:who!}}]",
    Form(f"{{name:name!}} {_ENDS_BY_ITSELF} {_OFF} [on|from|for {{who:who!}}]", cost=1),
)


def require_no_length(decision: Decision, name: str) -> None:
    """Refuse a name that is a length, begins with one, or ends in a number and a unit that are none."""
    if _is_length(decision, name):
        refuse("name", f"{name!r} is how long, but which timer?", f"timer watch {name}")
    first, *more = name.split()
    if more[1:] and _is_length(decision, f"{first} {more[0]}"):
        hint = f"timer {' '.join(more[1:])} {first} {more[0]}"
        refuse("length", f"{name!r} begins with how long", hint)
    *words, number, unit = ["", "", *name.split()]
    if _COUNTED.fullmatch(number) and _is_length(decision, f"1 {unit}"):
        hint = f"timer {' '.join(filter(None, words)) or 'watch'} 3 {unit}"
        refuse("length", f"'{number} {unit}' is no length: it must be more than nothing", hint)


def _is_length(decision: Decision, name: str) -> bool:
    """Return whether a name is a length of time, which means that a word was forgotten."""
    try:
        decision.book.scale.parse_duration(name)
    except SpokenTimeError:
        return False
    return True
