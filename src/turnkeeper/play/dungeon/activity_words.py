"""What one says besides for an activity: words of any table, by what a rule set calls it.

It must not know what an activity does.
"""

from __future__ import annotations

from collections.abc import Iterator

_BREAKS = (
    "break|bash|bust|smash|kick|boot|batter|pound|barge|heave|crash|burst|shoulder|force|ram|charge|pry|prise|"
    "wrench|beat|shatter|demolish|wreck|splinter|stave|rip|tear"
)
_HEWS = "hew|chop|hack|cleave"
_DOOR = (
    "door|doors|gate|hatch "
    "[down|in|open|through|up|with|by|at|against|shoulder|stuck|locked|barred|off|its|hinges|way|wooden|iron|"
    "swollen|until|gives|opens|give|breaks]"
)
_HERE = "room|chamber|place|hall|corridor|dungeon|cave|cavern|crypt|tomb|vault|cellar|passage|tunnel"
_DOORS = "door|doors|gate|hatch|portcullis|barrier"
_LINKS = frozenset(("a", "an", "the", "for", "of", "in", "down", "at"))
"""Words in the name of an activity that name no thing."""
Way = str | tuple[str, int]
"""A form, or one with what it costs."""
_WAYS: dict[tuple[str, str], tuple[Way, ...]] = {
    ("break|force|bash|smash|kick|batter|ram", _DOORS): (
        f"{_BREAKS} {_DOOR}",
        (f"{_HEWS} {_DOOR}", 1),
        (f"{_BREAKS}|{_HEWS} {_DOOR} with {{_tool:what}}", 12),
        "axe|sledge|sledgehammer|crowbar|lever|jemmy door|doors|gate|hatch [down|in|open|through|way]",
        "take|put|use|swing axe|hammer|crowbar|shoulder|boot|ram|foot [to|on|against|at] door|doors",
        "throw|hurl|fling himself|herself|themselves|ourselves [at|against] door|doors",
        "put|set|throw shoulder|weight|back [to|against|into] door|doors",
        "force|bash|break|smash|kick|bust it open|down|in",
        "knock|get|take|bring door down|in",
        "have at door",
        "hammer|pound|beat|bang|hack|chop|batter [away] on|at door|doors [until|till|it|gives|breaks|open]",
        "door is forced|broken|kicked|bashed [down|in|open]",
        "open|get|pry door|doors stuck|jammed|swollen [open]",
    ),
    ("pick|open|crack", "lock|locks|padlock"): (
        (
            "pick|open|work|try|attempt|crack|jimmy|tackle|fiddle|tinker|defeat|spring|start "
            "lock|locks|padlock [mundane|on|at|with|picks|tools|open]"
        ),
        "work|open|crack|tackle|fiddle lock|padlock [on|at|with|of] chest|door|box|gate|trunk|coffer|cell",
        "have|take go|crack|stab lock [at]",
        "pick it",
        "lockpick|unlock [lock|door|chest|locked] [picks|tools] [with]",
        "lock|locks picking",
        "use lockpicks|picks|tools lock|door|chest [thieves] [on]",
        "lockpicking [attempt|roll]",
    ),
    ("spike|wedge|jam|bar", _DOORS): (
        "spike|wedge|jam|nail|hammer|bar door|doors|gate|hatch [shut|closed|open|spikes|spike|with|iron|it]",
        "hammer|drive|pound|jam|wedge|knock|put|stick spike|spikes [into|in|under] door|frame|gate [shut]",
    ),
    ("disarm|disable|remove|defuse", "trap|traps"): (
        "disarm|disable|defuse|remove|neutralise|neutralize|jam|undo trap|traps|tripwire|mechanism",
    ),
    ("turn|repel|rebuke", "undead"): (
        (
            "turn|turns|repel|rebuke|banish "
            "undead|skeleton|skeletons|zombie|zombies|ghoul|ghouls|wight|wights|wraith|wraiths [attempt|away]"
        ),
        "present|brandish|raise|hold|show holy|unholy symbol [up|out|to|at|undead]",
    ),
    ("stabilise|stabilize", ""): (
        (
            "stabilise|bind|bandage|dress|staunch|stanch|tend|treat|patch|save {about:who!} "
            "[wounds|wound|bleeding|up]"
        ),
        "stop bleeding [of] {about:who!}",
        "give|apply|render first aid [to] {about:who!}",
    ),
    ("bind|bandage|dress|staunch|tend|treat", "wound|wounds"): (
        "bind|bandage|dress|staunch|stanch|tend|clean wounds|wound|bleeding [of {_of:who!}]",
        "bind|bandage|staunch|tend|patch {_of:who!} [wounds|wound|bleeding|up]",
        "give|apply|render first aid [to] [{_of:who!}]",
    ),
    ("keep|stand|take|set|post", "watch|guard"): (
        "{who:who} takes|has|keeps|stands|gets|does first|second|third|last|middle|next watch",
        "take|keep|stand|set|post watch|watches|guard|guards [first|second|third|last|middle|order]",
        "{who:who} keeps|stands watch|guard",
        "{who:who} takes|has|keeps first|second|last watch [watch] then|and {_other:who!}",
        "{who:who} takes|has first|second watch [watch] {_other:who!} second|third|next|last|other",
    ),
    ("open|try", _DOORS): ("open|try door|doors [stuck|locked|closed|barred|wooden|iron|up]",),
    ("search|explore|ransack", ""): (
        (
            "search|examine|inspect|investigate|ransack|rummage|comb|scour [around] [for] [deep|deeper] "
            "[thorough|thoroughly|careful|carefully|room|area|chamber|place|surroundings|hall|secret|doors]"
        ),
        "explore room|chamber|place|hall|corridor|dungeon [thoroughly|carefully|fully]",
        ("explore [area|thoroughly|carefully|fully]", 1),
        (
            (
                "search|examine|inspect|investigate|ransack|rummage|study|loot|comb|scour|frisk"
                "|probe {about:about}"
            ),
            1,
        ),
        ("look|check for|in|under|behind|inside {about:about}", 1),
        "search|explore|examine|inspect|investigate|ransack {area:area} [room|area|chamber|hall]",
        f"look|check|poke|nose|snoop around|about|round|for [{_HERE}|secret|doors|treasure|clues]",
        "check|examine|look room|area|chamber|place [for] [secret|doors] [over]",
        "check|tap|sound wall|walls|floor|ceiling|rubble|corner|corners [for] [over|out]",
        "go|dig|sift|root|pick over|through room|area|chamber|place|rubble|junk|mess",
        "toss|frisk|sweep|turn room|area|chamber|place [over|inside|upside|down|out]",
    ),
    ("map|draw|sketch|chart", "map|room|area|"): (
        "map|draw|sketch|chart [map] [room|area|chamber|place|everything|out|level]",
        "draw|make map",
    ),
    ("search|look|check|feel|find", "secret|concealed|hidden|door|doors"): (
        "search|look|check|feel for secret|concealed|hidden door|doors",
    ),
    ("search|look", "as|elf|elves"): (
        "elves|elf search|look|check [for] [secret|concealed|hidden] [door|doors]",
    ),
    (f"{_HEWS}|axe", _DOORS): (f"{_HEWS}|axe door|doors|gate [down|at|through|with|axe|axes]",),
    ("search|look|check|find|probe|scan", "trap|traps"): (
        "search|check|look|test|probe|scan|sweep|feel|poke|prod|watch for traps|trap [out]",
        (
            "search|check|look|test|probe|scan|examine|inspect|sweep|feel|poke|prod for traps|trap "
            "[on|in|of|at|under] {about:about}"
        ),
        "find|detect|hunt traps|trap [for]",
        "trap|traps check|search",
    ),
    ("ritual|perform|cast", "ritual|"): (
        "perform|do|start|begin|hold|cast|ritually ritual|cast [of] {about:about}",
        "cast|perform {about:about} as ritual",
    ),
    ("listen|hearken|eavesdrop", ""): (
        "listen|hearken [at|by|to|for] [door|doors|noise|noises|sounds|carefully]",
        "hear noise|noises|sounds|anything",
        "put|press|hold|lay|cup ear|ears [to|against|on] [door|wall|wood|stone|panel|keyhole|planks|iron]",
        "eavesdrop [at|on] [door]",
    ),
    ("learn|memorise|memorize|study|prepare", "spell|spells|spellbook"): (
        "learn|memorise|memorize|study|prepare|pray|relearn spells|spell|spellbook [for] [new]",
        "study|read|consult|pore spellbook|book|grimoire|prayerbook [over]",
    ),
    ("make|noise|shout", "noise|"): (
        "noise|racket|din|ruckus [make|loud|around|lots|lot|much|big|great]",
        "shout|yell|scream|cry|holler [out|loud|around|for|help|lots|lot|much]",
        "loud|noisy [be|very|get]",
        "bang|bash|clang [about|around]",
        (
            "ring|sound|strike|bang|beat|blow|toll|bash|clang|hit|toot|play "
            "gong|gongs|pipe|pipes|bell|bells|drum|drums|horn|horns|alarm|pot|pots|pan|pans|shield|whistle "
            "[on|against|together|loudly|hard|big|old|sword|swords]"
        ),
    ),
    ("lunch|dine", ""): (
        "eat|dine|lunch|feast [lunch|meal|food|ration|rations|something|stop|pause] [to]",
        "meal|food [have|eat|take|bite]",
        "munch|nibble|scoff|wolf [ration|rations|food|lunch|something|on|down|some]",
        "bite|snack [have|grab|get|take|quick|of] [to] [eat|food]",
        "stop|break|pause lunch [for]",
    ),
    ("eat|dine|sup", ""): (
        "eat|dine|lunch|breakfast|feast|sup [meal|food|ration|rations|lunch|something|dinner]",
        "meal|food|dinner|breakfast|supper|lunch|bite [have|eat|take] [to]",
        "stop|break|pause meal|lunch [for]",
    ),
    ("drink", ""): ("drink|sip [water|something] [from] [waterskin|skin]",),
    ("short|brief", "rest|break"): (
        "short|brief|quick|little rest|break|breather [take|have]",
        ("rest|break|breather [take|have|little|bit]", 2),
        "catch breath",
    ),
    ("long|full", "rest"): (
        "long|full rest [take|have]",
        "sleep|slumber [night] [go|to] [for]",
        ("rest night [the|for|full|whole]", 0),
    ),
    ("day|rest", "day|rest"): (
        "lay|lie|hole|hold|stay|rest|put up|over|here day [rest|recover|recuperate|full] [to|for|and]",
        "take|spend|have day off|resting|recuperating|recovering [whole|full|to|and|recover|rest]",
        "day off|rest [take|have] [whole|full] [of]",
        "rest|stay day|whole [whole|full|entire|day] [for]",
    ),
    ("sleep|slumber", ""): (
        "sleep|slumber|retire [night|rough|tonight|outside] [go|to] [for]",
        "go bed [to]",
        "bed|turn down|in [for] [night]",
    ),
    ("night|overnight", ""): (
        "sleep|slumber|retire [night] [go|to] [for]",
        "go bed [to]",
        "spend|pass night",
        "rest night [for]",
    ),
    ("rest|relax", ""): (
        ("rest|break|breather|pause short|brief|quick|little [take|have] [for]", 2),
        "rest|relax|recuperate|repose [take|have|spend] [to] [catch|recover|regain] [breath|strength]",
        "take|have|catch break|breather|rest|breath",
        "breather",
    ),
    ("sigil|rune|draw|trace|carve", "sigil|rune|"): (
        "draw|trace|carve|paint|inscribe|scribe|chalk sigil|rune",
    ),
    ("phrase|speak|say|utter", "phrase|"): (
        "speak|say|utter|recite|intone|chant phrase|words [magic|power] [of]",
    ),
    ("ceremony|rite|hold|perform", "ceremony|rite|"): ("hold|perform|conduct|celebrate ceremony|rite",),
    ("forage", ""): ("forage|gather|scrounge|look [for] food|herbs|berries|roots|wood", "go|do foraging"),
    ("hunt", ""): ("hunt [for] [game|food|deer|meat|rabbits|boar]", "go|do hunting"),
    ("identify|appraise", ""): ("identify|appraise|study [item|it|magic|object]",),
    ("read|decipher|translate|study", ""): ("read|decipher|translate|study [it|book|scroll|letter|map]",),
}
"""How anybody says a deed, by the verbs that could name it and by what it is done to, or nothing at all."""
OVERNIGHT = (
    "make|set|pitch|build camp|tents|tent night [for] [up] [here]",
    "camp|encamp|bivouac night [here] [for]",
    "rest|stop|halt|settle|hole|hunker|bed|turn|lie|stay night [down|in|up] [for] [here]",
    "spend|pass night [here]",
    "call it night",
)
"""How a night is passed in a game that has no camps."""


def ways_of(say: str) -> Iterator[Way]:
    """Yield other ways to say what a rule set calls so: those of its verb with what it is done to.

    Of what nobody says otherwise the verb alone can be another: ``decipher runes`` as ``read runes``.

    >>> list(ways_of("hew gate")) == list(ways_of("chop down the door")), list(ways_of("attempt"))
    (True, [])
    >>> [one for one in ways_of("decipher old runes") if "old runes" in one[0]]
    [('decipher|read|study|translate old runes', 1)]
    """
    verb, *rest = say.casefold().split()
    things = frozenset(rest) - _LINKS
    verbs: set[str] = set()
    fits = False
    for (does, of), ways in _WAYS.items():
        if verb not in does.split("|"):
            continue
        verbs.update(does.split("|"))
        targets = set(of.split("|"))
        if things <= targets if rest else "" in targets:
            fits = True
            yield from ways
    if rest and verbs and not fits:
        yield f"{'|'.join(sorted(verbs))} {' '.join(rest)}", 1
