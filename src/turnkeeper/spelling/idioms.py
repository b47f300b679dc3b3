"""Idioms in one plain word: ``they leg it`` as ``they flee``.

Only what was not understood is said so. Nothing here knows a command. An idiom begins with a verb, in any
inflection, or with a noun; ``*`` stands for an article, or for whose a thing is.
"""

from __future__ import annotations

import re
from functools import lru_cache

_TABLE = """
flee: leg it, peg it, bolt for it, do a runner, scarper, skedaddle, vamoose, scram, hightail it, take off
    running, run off, make off, beat it, hoof it, hook it, run for it, make a run for it, make a break for
    it, make a dash for it, turn tail, turn and run, take to * heels, cut and run, break and run, break and
    flee, beat a retreat, show * heels, beat a hasty retreat, head for the hills, take flight, fighting
    withdrawal, fighting retreat, get * out of here, make good * escape, make * escape, make tracks, get the
    hell out, run like hell, run away screaming
kill: lop * head off, lop * head off of, chop * head off, cut * head off, take * head off, hack * head off,
    run through, do in, make short work of, put paid to, finish off
surrender: throw down * weapons, throw down * arms, drop * weapons, drop * arms, lay down * arms, lay down *
    weapons, throw down * weapon, drop * weapon and give up, give themselves up, give himself up, give
    herself up, beg for mercy, plead for mercy, cry quarter, beg for quarter, ask for quarter, throw up *
    hands, put up * hands, yield and beg, drop to * knees and beg, throw down * spears, throw down * swords,
    drop * swords, drop * spears
rest: take five, have a sit down, put * feet up, take a load off, catch * breath, get * breath back, take a
    breather, have a breather, take a break, have a break, lick * wounds, rest up, rest * legs, rest * feet
force door: put * shoulder to * door, put * shoulders to * door, put * back into * door, set * shoulder to *
    door, put * weight against * door, put * weight behind * door, throw * weight against * door, shoulder *
    door open, throw themselves against * door, throw himself against * door, throw herself against * door,
    throw himself at * door, throw herself at * door, heave * door open, ram * door open, barge through *
    door, barge * door open, shoulder through * door, bust * door open, bust down * door, muscle * door open
heavy rain starts: bucket down, pour down, pour with rain, piss down, tip down, chuck it down, lash down,
    rain cats and dogs, rain buckets, start bucketing down, start pouring down, start to pour, start to pour
    down, start pouring, start pissing down, start raining, start to rain, start tipping down, * heavens
    open, * skies open up
fog: fog roll in, fog creep in, mist roll in
miss: swing and miss, swing and whiff, hit nothing, hit nothing but air, hit only air, hit thin air, whiff
    it, fail to hit, swing wide, shoot wide, go wide, strike nothing, not hit anything
search: have a rummage through, rummage through, rummage around in, sift through, rifle through, leaf
    through, have a look through, have a good look at, have a look at, take a look at, take a good look at,
    take a closer look at, have a closer look at, have a nose around, poke around in, poke through, run *
    hands over, run * fingers over, run * hands along, feel along, give * once-over, pat down, give * a
    going over, give * a once over, give * a look over, have a poke around, have a poke about
camp: make camp for the night, set up camp, set up camp for the night, pitch camp, pitch * tents, bed down
    for the night, hunker down for the night, hole up for the night, settle in for the night, settle down
    for the night, call it a night, turn in for the night, stop for the night, bivouac for the night
die: snuff it, cop it, buy the farm, be toast, be history, be done for, be no more, be mincemeat, be worm
    food, be slaughtered, be finished off, bite the dust, kick the bucket, breathe * last, give up the
    ghost, meet * end, drop dead, bleed out
go: retrace * steps
talk: call out, strike up a conversation, try to reason, make friends, make nice, open negotiations, try to
    make peace, parlay
light: get a fire going under, put a match to, put a flame to, touch a flame to, strike a light to
sleep: get some shuteye, grab some shuteye, catch some shuteye, get some kip, get some sleep, hit the hay,
    catch forty winks, catch some sleep, kip for the night, kip down, crash for the night
eat: chow time, chow down, chow, break for food, stop for food, break for a bite, grub time, tuck in, have
    some grub
leave the party: bail on us, bail on the party, ditch us, walk out on us, desert us, abandon us, quit the
    party
listen: keep an ear out, keep * ears open, prick up * ears, cock an ear, strain * ears, have a listen, take
    a listen
sneak: tread softly, move silently, go on tiptoe, tiptoe
fight: have at, have at it, come to blows, draw steel, pile in, wade in, get stuck in, let them have it, go
    on the attack, go on the offensive
wait: twiddle * thumbs, sit tight, lie low, lay low, hang fire, stay put, hold tight, bide * time, keep
    watch, kill time, cool * heels, keep still, keep quiet, lay up, lie up, lay over, hole up
"""
SHORT = 2
"""A verb no longer than this doubles no letter: go, do."""
_OWN = r"(?:the|a|an|his|her|their|our|my|its|your|[^\W\d_]+'s)"
_PAST = {
    "take": "took", "throw": "threw", "beat": "beat", "break": "broke", "give": "gave", "go": "went",
    "run": "ran", "make": "made", "put": "put", "get": "got", "have": "had|has", "bite": "bit", "strike":
    "struck", "hit": "hit", "cut": "cut", "lay": "laid", "fall": "fell", "draw": "drew", "come": "came",
    "swing": "swung", "lie": "lay|lies|lying", "keep": "kept", "let": "let", "dig": "dug|digging", "bid":
    "bade", "sit": "sat|sitting", "meet": "met", "hold": "held", "tread": "trod", "feel": "felt", "be":
    "is|are|was|were|been", "lop": "lopped", "chop": "chopped", "do": "does|did", "hang": "hung", "whiff":
    "whiffed", "leave": "left", "bleed": "bled", "light": "lit", "show": "showed",
}  # fmt: skip


def in_plain_words(text: str) -> str:
    """Return a text with the idioms in it said in plain words, each as its verb was inflected.

    >>> in_plain_words("the goblins turn tail"), in_plain_words("Orlo legs it")
    ('the goblins flee', 'Orlo flees')
    >>> in_plain_words("Bram throws his weight against the rusty door")
    'Bram forces door'
    """
    for pattern, plain in _patterns():
        text = pattern.sub(lambda found, plain=plain: _inflected(plain, found["verb"]), text)  # type: ignore[misc]
    return text


def _inflected(plain: str, verb: str) -> str:
    head, _, rest = plain.partition(" ")
    ends = verb.casefold()[-1:] == "s" and verb.casefold()[-2:] != "ss" and head not in {"heavy", "fog"}
    head = (f"{head}es" if head.endswith(("ch", "sh", "ss", "o")) else f"{head}s") if ends else head
    return f"{head} {rest}".rstrip()


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return each idiom as a pattern, the longer first, with its plain words."""
    pairs = [
        (" ".join(idiom.split()), plain.strip())
        for line in re.sub(r"\n\s+", " ", _TABLE.strip()).splitlines()
        for plain, _, idioms in (line.partition(":"),)
        for idiom in idioms.split(",")
    ]
    pairs.sort(key=lambda pair: -len(pair[0]))
    return tuple((re.compile(_pattern_of(idiom), re.IGNORECASE), plain) for idiom, plain in pairs)


def _pattern_of(idiom: str) -> str:
    verb, *rest = idiom.split()
    if verb == "*":
        return rf"\b(?P<verb>{_OWN}) {' '.join(rest)}s?\b"
    stem = verb.removesuffix("e")
    doubled = f"{verb}{verb[-1]}(?:ed|ing)" if len(verb) > SHORT and verb[-1] in "tpgn" else f"{verb}ed"
    forms = f"{verb}(?:e?s)?|{stem}(?:ing|ed)|{verb}(?:ing|d)|{doubled}|{_PAST.get(verb, verb)}"
    after = "".join(
        rf" {_OWN}(?: [^\W\d_]+)?" if word == "*" else rf" {re.escape(word)}(?:e?s)?" for word in rest
    )
    return rf"\b(?P<verb>{forms}){after}(?![\w'])"
