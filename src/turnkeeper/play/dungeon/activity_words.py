"""What one says besides for an activity: words of any table, by what a rule set calls it.

It must not know what an activity does.
"""

from __future__ import annotations

_BREAKS = (
    "break|bash|bust|smash|kick|boot|batter|pound|barge|heave|crash|batter|burst|shoulder|force|ram|hack|charge|pry|prise|wrench|"
    "beat|chop|hew|cleave|shatter|demolish|wreck|splinter|stave|rip|tear"
)
_DOOR = (
    "door|doors|gate|hatch "
    "[down|in|open|through|up|with|by|at|against|shoulder|stuck|locked|barred|off|its|hinges|way|wooden|iron|"
    "swollen|until|gives|opens|give|breaks]"
)
_HERE = "room|chamber|place|hall|corridor|dungeon|cave|cavern|crypt|tomb|vault|cellar|passage|tunnel"
SYNONYMS: dict[str, tuple[str | tuple[str, int], ...]] = {
    "break door": (
        f"{_BREAKS} {_DOOR}",
        (f"{_BREAKS} {_DOOR} with {{_tool:what}}", 12),
        "axe|sledge|sledgehammer|crowbar|lever|jemmy door|doors|gate|hatch [down|in|open|through|way]",
        "take|put|use|swing axe|hammer|crowbar|shoulder|boot|ram|foot [to|on|against|at] door|doors",
        "throw|hurl|fling himself|herself|themselves [at|against] door|doors",
        "put|set|throw shoulder|weight|back [to|against|into] door|doors",
        "force|bash|break|smash|kick|bust it open|down|in",
        "knock|get|take|bring door down|in",
        "have at door",
        "door is forced|broken|kicked|bashed [down|in|open]",
        "open|get|pry door|doors stuck|jammed|swollen [open]",
    ),
    "force door": (
        f"{_BREAKS} {_DOOR}",
        (f"{_BREAKS} {_DOOR} with {{_tool:what}}", 12),
        "open|get|pry door|doors stuck|jammed|swollen [open]",
    ),
    "pick lock": (
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
    "spike door": (
        "spike|wedge|jam|nail|hammer|bar door|doors|gate|hatch [shut|closed|open|spikes|spike|with|iron|it]",
        "hammer|drive|pound|jam|wedge|knock|put|stick spike|spikes [into|in|under] door|frame|gate [shut]",
    ),
    "disarm trap": (
        "disarm|disable|defuse|remove|neutralise|neutralize|jam|undo trap|traps|tripwire|mechanism",
    ),
    "turn undead": (
        (
            "turn|turns|repel|rebuke|banish "
            "undead|skeleton|skeletons|zombie|zombies|ghoul|ghouls|wight|wights|wraith|wraiths [attempt|away]"
        ),
        "present|brandish|raise|hold|show holy|unholy symbol [up|out|to|at|undead]",
    ),
    "stabilise": (
        (
            "stabilise|bind|bandage|dress|staunch|stanch|tend|treat|patch|save {about:who!} "
            "[wounds|wound|bleeding|up]"
        ),
        "stop bleeding [of] {about:who!}",
        "give|apply|render first aid [to] {about:who!}",
    ),
    "bind wounds": (
        "bind|bandage|dress|staunch|stanch|tend|clean wounds|wound|bleeding [of {_of:who!}]",
        "bind|bandage|staunch|tend|patch {_of:who!} [wounds|wound|bleeding|up]",
        "give|apply|render first aid [to] [{_of:who!}]",
    ),
    "keep watch": (
        "{who:who} takes|has|keeps|stands|gets|does first|second|third|last|middle|next watch",
        "take|keep|stand|set|post watch|watches|guard|guards [first|second|third|last|middle|order]",
        "{who:who} keeps|stands watch|guard",
        "{who:who} takes|has|keeps first|second|last watch [watch] then|and {_other:who!}",
        "{who:who} takes|has first|second watch [watch] {_other:who!} second|third|next|last|other",
    ),
    "open door": ("open|try door|doors [stuck|locked|closed|barred|wooden|iron|up]",),
    "search": (
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
        "go|dig|sift|root|pick over|through room|area|chamber|place|rubble|junk|mess",
        "toss|frisk|sweep|turn room|area|chamber|place [over|inside|upside|down|out]",
    ),
    "map": ("map|draw|sketch|chart [map] [room|area|chamber|place|everything|out|level]", "draw|make map"),
    "search for secret doors": ("search|look|check|feel for secret|concealed|hidden door|doors",),
    "search as elves": ("elves|elf search|look|check [for] [secret|concealed|hidden] [door|doors]",),
    **dict.fromkeys(
        ("hew door", "chop door"), ("hew|chop|hack|axe door|doors|gate [down|at|through|with|axe|axes]",)
    ),
    "search for traps": (
        "search|check|look|test|probe|scan|sweep|feel|poke|prod|watch for traps|trap [out]",
        (
            "search|check|look|test|probe|scan|examine|inspect|sweep|feel|poke|prod for traps|trap "
            "[on|in|of|at|under] {about:about}"
        ),
        "find|detect|hunt traps|trap [for]",
        "trap|traps check|search",
    ),
    "ritual": (
        "perform|do|start|begin|hold|cast|ritually ritual|cast [of] {about:about}",
        "cast|perform {about:about} as ritual",
    ),
    "listen": (
        "listen|hearken [at|by|to|for] [door|doors|noise|noises|sounds|carefully]",
        "hear noise|noises|sounds|anything",
        "put|press|hold|lay|cup ear|ears [to|against|on] [door|wall|wood|stone|panel|keyhole|planks|iron]",
        "eavesdrop [at|on] [door]",
    ),
    "learn spells": (
        "learn|memorise|memorize|study|prepare|pray|relearn spells|spell|spellbook [for] [new]",
        "study|read|consult|pore spellbook|book|grimoire|prayerbook [over]",
    ),
    "make noise": (
        "noise|racket|din|ruckus|shout|yell|scream|cry [make|loud|out|around|lots|lot|much|big|great]",
        "loud|noisy [be|very|get]",
        "bang|bash|clang [about|around]",
        (
            "ring|sound|strike|bang|beat|blow|toll|bash|clang|hit|toot|play "
            "gong|gongs|bell|bells|drum|drums|horn|horns|alarm|pot|pots|pan|pans|shield|shields|whistle "
            "[on|against|together|loudly|hard|big|old|sword|swords]"
        ),
    ),
    "lunch": (
        "eat|dine|lunch|feast [lunch|meal|food|ration|rations|something|stop|pause] [to]",
        "meal|food [have|eat|take|bite]",
        "bite|snack [have|grab|get|take|quick|of] [to] [eat|food]",
        "stop|break|pause lunch [for]",
    ),
    "eat": (
        "eat|dine|lunch|breakfast|feast|sup [meal|food|ration|rations|lunch|something|dinner]",
        "meal|food|dinner|breakfast|supper|lunch|bite [have|eat|take] [to]",
        "stop|break|pause meal|lunch [for]",
    ),
    "drink": ("drink|sip [water|something] [from] [waterskin|skin]",),
    "short rest": (
        "short|brief rest|break|breather [take|have]",
        ("rest|break|breather [take|have|little|bit]", 2),
        "catch breath",
    ),
    "long rest": (
        "long|full rest [take|have]",
        "sleep|slumber [night] [go|to] [for]",
        ("rest night [the|for|full|whole]", 0),
    ),
    **dict.fromkeys(
        ("day of rest", "rest for a day"),
        (
            "lay|lie|hole|hold|stay|rest|put up|over|here day [rest|recover|recuperate|full] [to|for|and]",
            "take|spend|have day off|resting|recuperating|recovering [whole|full|to|and|recover|rest]",
            "day off|rest [take|have] [whole|full] [of]",
            "rest|stay day|whole [whole|full|entire|day] [for]",
        ),
    ),
    "sleep": (
        "sleep|slumber|retire [night|rough|tonight|outside] [go|to] [for]",
        "go bed [to]",
        "bed|turn down|in [for] [night]",
    ),
    "night": (
        "sleep|slumber|retire [night] [go|to] [for]",
        "go bed [to]",
        "spend|pass night",
        "rest night [for]",
    ),
    "rest": (
        ("rest|break|breather|pause short|brief|quick|little [take|have] [for]", 2),
        "rest|relax|recuperate|repose [take|have|spend] [to] [catch|recover|regain] [breath|strength]",
        "take|have|catch break|breather|rest|breath",
        "breather",
    ),
    "sigil": ("draw|trace|carve|paint|inscribe|scribe|chalk sigil|rune",),
    "phrase": ("speak|say|utter|recite|intone|chant phrase|words [magic|power] [of]",),
    "ceremony": ("hold|perform|conduct|celebrate ceremony|rite",),
    "forage": ("forage|gather|scrounge|look [for] food|herbs|berries|roots|wood", "go|do foraging"),
    "hunt": ("hunt [for] [game|food|deer|meat|rabbits|boar]", "go|do hunting"),
    "identify": ("identify|appraise|study [item|it|magic|object]",),
    "read": ("read|decipher|translate|study [it|book|scroll|letter|map]",),
}
"""Phrases of any table for what a rule set calls by the first word: an activity that is said so
is heard so too."""
OVERNIGHT = (
    "make|set|pitch|build camp|tents|tent night [for] [up] [here]",
    "camp|encamp|bivouac night [here] [for]",
    "rest|stop|halt|settle|hole|hunker|bed|turn|lie|stay night [down|in|up] [for] [here]",
    "spend|pass night [here]",
    "call it night",
)
"""How a night is passed in a game that has no camps."""
ELSEWHERE = {
    "forage": "stock 1 ration, of what they find",
    "hunt": "stock 1 ration, of what they shoot",
    "sigil": "spend {step} on drawing it",
    "ceremony": "spend {step} on the ceremony",
    "listen": "spend {step} on listening",
    "map": "spend {step} on mapping",
    "identify": "spend {step} on looking it over",
    "force door": "spend {step} on forcing it",
    "pick lock": "spend {step} on the lock",
    "spike door": "spend {step} on spiking it",
    "disarm trap": "spend {step} on the trap",
    "turn undead": "throw for it yourself, and say who flees: flee 3 skeletons",
    "bind wounds": "heal WHO N, or end timer bleeding",
    "keep watch": "note who has which watch",
}
"""What only some games have, or none, and what would do instead: where it is said, they say that they have it
not. ``{step}`` is a step of the scene."""
OTHERWISE = {
    "force door": ("break door", "open door"),
    "disarm trap": ("remove trap", "search for traps"),
    "bind wounds": ("stabilise",),
}
"""By what other names a game can have it."""
