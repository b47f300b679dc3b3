"""What anybody can do and the rules say nothing of: ``open the door``, ``pick the lock``, ``climb the rope``.

What takes a moment is done at once: it is noted, and no time passes. What takes work or a way is asked about,
since the rules say no time for it: it takes none, a step of the clock, or as long as the referee says. What
the rules know in any words is never looked at here.
"""

from __future__ import annotations

from msgspec.structs import replace

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.meaning.saying import Meaning, Saying
from turnkeeper.app.meaning.spent import gerund
from turnkeeper.app.outcomes import NotUnderstood, asked
from turnkeeper.play.clock.passing import step_of
from turnkeeper.play.fight.sides import meant as meant_of_sides
from turnkeeper.play.kernel.scene import among_rooms
from turnkeeper.play.kernel.sentence import NUMBERS, OPERATORS, Sentence, SentenceWord, words_in
from turnkeeper.play.kernel.speech import SpeechError

MOST_WORDS = 12
MOMENTS = words_in(
    "answer ask beg bluff bolt bow chalk close crouch dip flick glance grab grasp greet hug insert insult "
    "kiss kneel knock latch lift lock mark mock nod nudge open peek peer pet plead poke pour press prod "
    "promise pull push reply ring scratch shut sit smell sniff speak splash sprinkle stroke talk tap "
    "taste taunt thank threaten tip touch unbolt uncover unfold unlatch unlock unroll wave whisper"
)
"""What takes no more than a moment, where the rules do not say otherwise."""
HANDLING = words_in(
    "blow call carry divide doff don draw drop equip feed fetch give guard halt hand hang hold hurl keep "
    "lay lean leave lob look lower offer pack pass pick place point put raise remove rub seize set shake "
    "share sheathe shout shove show signal sip slide snatch spit split stand step stick strike take test "
    "throw toss try turn twist unpack wait wear wipe yell"
)
"""What could be more than a moment's act, or a command half said: a note of it is offered."""
WORKS = words_in(
    "ambush appraise assemble bail bandage bar barricade bash batter bind break brew build burrow bury "
    "butcher camouflage carve chain chart chop clean clear commune construct cook copy crack cut dance "
    "decipher defuse dig disable disarm disguise dismantle drag drain excavate fish fix forage force "
    "forge fortify gag gather groom gut hack haggle haul hew hide hoist hunt identify inscribe "
    "interrogate jam lash listen lockpick loot map meditate mend nail paint patch patrol pray prise pry "
    "pump repair rig rip roast saddle saw scout scrub shackle sharpen shatter shop sing siphon sketch "
    "skin smash smelt smoke sort spike stabilise stabilize tear tidy tie torture track trail translate "
    "tunnel wash wedge weigh"
)
"""What takes as long as one works at it."""
WAYS = words_in(
    "abseil ascend balance clamber climb crawl creep cross dash descend dive drift edge float ford go "
    "head hop inch jump leap move paddle rappel retrace row run scale scramble shimmy slide sneak sprint "
    "squeeze swim swing tiptoe vault wade walk wriggle"
)
"""How one gets from one place to another."""
_FORCE = words_in(
    "stuck jammed barred locked swollen bolted crowbar secret trap traps hidden concealed rubble barricade "
    "boulder portcullis sarcophagus coffin grave statue lock locks padlock wounds"
)
"""What makes a moment's act work: it gives way to no mere push."""
_WATCHES = words_in("watch guard lookout sentry camp tents")
"""Posts that are kept while time passes otherwise, and places left at once."""
_JOINS = words_in("and then but , ; . : if & + until till") - {","}
_SUBJECTS = words_in("we they i party everyone everybody someone somebody")


def plain_act(saying: Saying) -> Meaning | None:
    """Return the note of an act of a moment, or the question how long one takes that is work."""
    campaign, text, sentence = saying.campaign, saying.text, saying.sentence
    if sentence is None or sentence.asks or len(sentence.tokens) > MOST_WORDS:
        return None
    at = _verb(campaign, sentence)
    if at is None or not _tells_one_thing(campaign, sentence.tokens[at + 1 :]):
        return None
    try:
        noted = campaign.language.understand(f"note {' '.join(text.split()).rstrip('.!')}")
    except SpeechError:
        return None  # it holds what nothing can be written of
    keys, things = sentence.tokens[at].keys, sentence.tokens[at + 1 :]
    alone = all(one.filler for one in things)
    watches = any(one.text in _WATCHES for one in things)
    works = not (watches or keys.isdisjoint(WORKS)) or any(not one.keys.isdisjoint(_FORCE) for one in things)
    if campaign.state.fight is None and (works or not keys.isdisjoint(WAYS)):
        return _asked(campaign, sentence, at, noted.text, far=not works)
    if alone:
        return None
    if keys.isdisjoint(MOMENTS) and not watches:
        return asked("no rule says anything of this", (noted.text,))
    return replace(noted, free=True)


def _asked(campaign: Campaign, sentence: Sentence, at: int, noted: str, *, far: bool) -> NotUnderstood:
    """Return the question how long work takes, or a way: a step of the clock, no time, or how many feet."""
    act = sentence.text[sentence.tokens[at].start :].strip(" .!")
    verb, _, rest = act.partition(" ")
    doing = f"{gerund(verb.casefold())} {rest}".strip()
    member = campaign.state.party.meant(sentence.said(0, at)) if at else None
    step = campaign.book.scale.say(step_of(campaign.state, campaign.book))
    spent = f"spend {step} on {doing}{f' by {member.name}' if member is not None else ''}"
    message = f"no rule says how long {doing} takes"
    if far and campaign.book.set.paces and among_rooms(campaign.state, campaign.book):
        message = f"{message}, nor how far it is (move 30 ft)"
    return asked(message, (spent, noted))


def _verb(campaign: Campaign, sentence: Sentence) -> int | None:
    """Return the place of the verb: the first word, or the first after who does it."""
    tokens = sentence.tokens
    first = next(
        (at for at, one in enumerate(tokens) if not one.filler or one.text in _SUBJECTS), len(tokens)
    )
    for at in range(first, min(first + 4, len(tokens))):
        who = sentence.said(first, at) if at > first else ""
        if not (tokens[at].keys & (MOMENTS | HANDLING | WORKS | WAYS)):
            continue
        if at == first or _does(campaign, who):
            return at
    return None


def _does(campaign: Campaign, who: str) -> bool:
    """Return whether words name who could do something: a member, all, or those who are met or faced."""
    bare = who.casefold().removeprefix("the ")
    met = {one.what.casefold() for one in campaign.state.meetings}
    ours = campaign.state.party.meant(who) is not None
    return ours or bare in _SUBJECTS | met or meant_of_sides(campaign.state, bare) is not None


def _tells_one_thing(campaign: Campaign, words: tuple[SentenceWord, ...]) -> bool:
    """Return whether what follows a verb is what it is done to: no number, no length, no second act."""
    plain = all(
        not one.plain[0].isdigit()
        and one.text not in NUMBERS
        and one.text not in OPERATORS
        and one.text not in _JOINS
        and (one.text in _WATCHES or not campaign.book.scale.is_unit(one.text))
        for one in words
    )
    lights = frozenset(("fire",)) | frozenset(
        word for name in campaign.book.set.lights for word in name.casefold().split()
    )
    if any(not one.keys.isdisjoint(lights) for one in words):
        return False  # what becomes of a light is for the rules
    return plain
