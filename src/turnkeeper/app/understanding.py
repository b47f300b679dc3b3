"""What a typed text means at a campaign's head: in the words of a form, else as a referee would say it.

Readings are ranked by what they take for granted, then by what the rules allow now; two that are as near are
asked about. Looking at a reading records nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.app.campaign import Campaign
from turnkeeper.app.meaning.asides import NAMED_ANEW, of_what_is_refused, of_what_is_there, without_asides
from turnkeeper.app.meaning.castings import asked_of_casting
from turnkeeper.app.meaning.choosing import best_of
from turnkeeper.app.meaning.clauses import of_its_clauses, part_of_its_clauses
from turnkeeper.app.meaning.faces import which_face
from turnkeeper.app.meaning.joined import one_of_several, two_commands
from turnkeeper.app.meaning.lasting import lasting_as_said
from turnkeeper.app.meaning.plain import gone_at_end
from turnkeeper.app.meaning.plain_acts import plain_act
from turnkeeper.app.meaning.saying import NEAR, Meaning, Saying
from turnkeeper.app.meaning.slips import respelled
from turnkeeper.app.meaning.spent import spending
from turnkeeper.app.meaning.strange_verbs import by_a_known_verb
from turnkeeper.app.meaning.targets import whom_it_hurts
from turnkeeper.app.meaning.told_clock import asked_of_the_clock
from turnkeeper.app.meaning.unheard import not_understood, unheard_names
from turnkeeper.app.meaning.weighed import by_one_word, only_partly
from turnkeeper.app.outcomes import NotUnderstood, asked
from turnkeeper.play.kernel.language import Heard, Understood
from turnkeeper.play.kernel.remarks import DOUBTFUL, ODD
from turnkeeper.play.kernel.sentence import PREPOSITIONS
from turnkeeper.play.kernel.speech import LONGEST_LIST, SpeechError, UnknownVerbError

_ASKS = re.compile(
    r"^(?:(?:how|when|where|what) )?(?:do|does|did|is|are|will|can|could|should|shall|any) "
    r"|^what(?:'s| is| are) (?:the |their |its |his |her )?",
    re.IGNORECASE,
)
"""How a question begins that could want something done."""
SHORTEST = 2
"""The letters of a verb that are enough, where only one command can be meant."""
LONG = 8
"""The words of a text that no name has as its greater part."""


def understand(campaign: Campaign, text: str, known: Iterable[str] = (), *, kept: bool = False) -> Meaning:
    """Return the meaning of a text at the head; ``known`` are other words that could have been meant.

    In a ``kept`` text a command as it is printed lasts as long as it always did.
    """
    saying = Saying(campaign, text, _of_part)
    meant = _meaning(saying, known)
    if not (kept and isinstance(meant, Understood) and meant.text == text):
        meant = lasting_as_said(saying, meant)
    if isinstance(meant, NotUnderstood) and (told := asked_of_the_clock(saying)) is not None:
        return told
    return _without_doubt(saying, meant)


def _without_doubt(saying: Saying, meant: Meaning) -> Meaning:
    """Return a meaning, or the question that it leaves: whom it hurts, or whether so little is meant."""
    hurts = whom_it_hurts(saying, meant)
    if hurts is not None or isinstance(meant, NotUnderstood):
        return hurts or meant
    return only_partly(saying, meant) or meant


def _of_part(saying: Saying) -> Meaning:
    """Return the meaning of a part of a text, or of a text put otherwise; nothing is suggested for it."""
    return _meaning(saying, None)


def _meaning(saying: Saying, known: Iterable[str] | None) -> Meaning:
    """Return the meaning of a text as if all that it tells were so; a part has nothing ``known`` besides."""
    unheard = saying.language.begins(saying.text) or len(saying.text) > LONGEST_LIST
    found = [] if unheard else saying.hear()
    if found:
        return _of_found(saying, found)
    try:
        strict = saying.weigh()
    except SpeechError as fault:
        return _otherwise(saying, fault, known)
    exact = _to_the_letter(saying, strict)
    if exact is not None:
        return exact
    two = two_commands(saying) if strict.cost < DOUBTFUL else None
    if two is not None:
        return two
    others = [one for one in saying.hear() if one.said.command != strict.said.command]
    if strict.cost >= DOUBTFUL and all(one.cost > NEAR for one in others):
        several = one_of_several(saying)
        if several is not None:
            return several
    if strict.doubtful and strict.cost <= NEAR:
        if not others:
            hint = "begin the name with a capital, and say no more than the name"
            return NotUnderstood("a newcomer would be called as one acts", hint, 1)
        return best_of(saying, others)
    best = best_of(saying, [strict, *others])
    if strict.cost and best == strict.said and not saying.allows(best):
        return _told_otherwise(saying, known, strict)
    return best


def _told_otherwise(saying: Saying, known: Iterable[str] | None, strict: Heard) -> Meaning:
    """Return the meaning of a text whose words in a form are refused, with no listed name: else its refusal.

    Where most of a long text would be such a name, nothing is refused so.
    """
    told = _understood_plainly(saying) or spending(saying) or of_its_clauses(saying)
    long = len(saying.text.split()) >= LONG and by_one_word(saying, strict.said)
    if told is None and strict.cost > NAMED_ANEW and long:
        return _otherwise(saying, SpeechError(saying.text, 1, "this is not understood as a whole"), known)
    return told or strict.said


def _of_found(saying: Saying, found: list[Heard]) -> Meaning:
    """Return the reading that is meant, or where it is refused or takes much for granted, a plainer one."""
    best = best_of(saying, found)
    far = min(one.cost for one in found) > NEAR
    if far or not (isinstance(best, NotUnderstood) or saying.allows(best)):
        anew = _understood_plainly(saying)
        if anew is not None and (far or saying.allows(anew)):
            return anew
        return asked_of_casting(saying) or best
    return best


def _to_the_letter(saying: Saying, strict: Heard) -> Understood | None:
    """Return the meaning of a text in a form's own words, where that is not to be weighed."""
    if strict.tells and (by := _by_somebody(saying, strict)):
        return by
    if strict.cost == 0:
        instead = _of_these_rules(saying, strict)
        plain = saying.plain == saying.text or saying.allows(strict.said)
        return instead or (strict.said if plain else _understood_plainly(saying) or strict.said)
    said_so = strict.said.text == saying.text and not strict.doubtful and saying.allows(strict.said)
    return strict.said if said_so else None


def _by_somebody(saying: Saying, strict: Heard) -> Understood | None:
    """Return a command as the one does it whose first name alone is its remark: ``pick lock Orlo``.

    ``search Orlo`` is another matter, and so is ``a cure for Orlo``. Who is called Search and lights a torch
    makes no search of it.
    """
    *said, name = saying.text.casefold().split()
    if said and said[0] in saying.firsts and (does := _by_namesake(saying, strict)):
        return does
    if name not in saying.firsts or len(said) < 2 or said[-1] in PREPOSITIONS:  # noqa: PLR2004 - a verb and a thing
        return None
    heard = [one for one in saying.hear() if one.cost <= ODD]
    same = [one.said for one in heard if type(one.said.command) is type(strict.said.command)]
    return same[0] if len(same) == 1 else None


def _by_namesake(saying: Saying, strict: Heard) -> Understood | None:
    """Return the act of a member whose name begins a text as a command does, where all its words say so."""
    heard = [one for one in saying.hear() if one.cost <= ODD]
    who = saying.text.casefold().split()[0]
    others = [one for one in heard if who in one.said.text.casefold().replace('"', "").split()[1:]]
    same = any(one.said.command == strict.said.command for one in heard)
    return None if same or not others else min(others, key=lambda one: one.rank).said


def _of_these_rules(saying: Saying, strict: Heard) -> Understood | None:
    """Return the one command of these rules that says the same as one that they do not have, or refuse now.

    ``hold until 4`` is a delay where a count has no ``hold``; so is ``wait until 4``: 4 is no time. A text
    refused is meant otherwise only by a command that has its verb, at no cost or in place of free words.
    """
    has = saying.serves(saying.language.declaration(strict.said.command))
    if has and saying.allows(strict.said):
        return None
    most = ODD if strict.tells or not has else 0
    found = [
        one.said
        for one in saying.hear()
        if one.cost <= most
        and (one.own or not has)
        and type(one.said.command) is not type(strict.said.command)
        and saying.allows(one.said)
    ]
    return found[0] if len(found) == 1 else None


def _otherwise(saying: Saying, fault: SpeechError, known: Iterable[str] | None) -> Meaning:
    """Return the meaning of a text in no form's words, nor a sentence; else the fault."""
    if len(saying.text) > LONGEST_LIST:
        return NotUnderstood(fault.message, fault.hint, fault.column)
    found = saying.hear() if saying.language.begins(saying.text) else []
    found = found or _spelled_out_readings(saying, fault)
    if found:
        return _of_found(saying, found)
    meant = by_ways(saying, fault, whole=known is not None)
    if meant is not None or known is None:
        return meant or NotUnderstood(fault.message, "", fault.column)
    return not_understood(saying, fault, (*saying.language.verbs, *known))


def _understood_plainly(saying: Saying) -> Understood | None:
    """Return the meaning of a text in plainer words, if it can be put so, once or twice, and understood."""
    plain = saying.plain
    meant = saying.read(plain) if plain not in (saying.text, "") and saying.of(plain).plain == plain else None
    if meant is None or isinstance(meant, NotUnderstood):
        return None
    return replace(meant, free=True, left=(*meant.left, *gone_at_end(saying.text, plain)))


def _described(saying: Saying) -> Meaning | None:
    """Return the meaning of a text that tells of what kind a thing is."""
    loose = saying.hear(loosely=True)
    return best_of(saying, loose) if loose else None


def _of_other_rules(saying: Saying) -> Understood | None:
    """Return the meaning of a text as a command that these rules lack: they say why, and what would do."""
    heard = saying.language.hear(saying.text, saying.offers, lambda _one: True)
    found = [one for one in heard if one.cost <= ODD and not saying.allows(one.said)]
    return found[0].said if len(found) == 1 else None


def _refused_without(saying: Saying) -> Meaning | None:
    """Return the meaning of a text that the rules refuse, of those who are not here or without asides."""
    return of_what_is_refused(saying, unheard_names(saying))


def _spelled_out_readings(saying: Saying, fault: SpeechError) -> list[Heard]:
    """Return the meaning of a text with its first word in full, ``se`` as ``search``, where it is allowed."""
    begun, _, rest = saying.text.strip().partition(" ")
    if not isinstance(fault, UnknownVerbError) or len(begun) < SHORTEST:
        return []
    verbs = sorted(verb for verb in saying.language.verbs if verb.startswith(begun.casefold()))
    heard = (one for verb in verbs for one in saying.hear(f"{verb} {rest}"))
    return [one for one in heard if one.cost <= NEAR and saying.allows(one.said)]


def _put_as_question(saying: Saying, fault: SpeechError) -> NotUnderstood | None:
    """Return the command that a question could want, which a number says: "wandering monsters?"."""
    plain = saying.of(_ASKS.sub("", saying.text.strip().rstrip("? ")))
    meant = _without_doubt(plain, saying.read(plain.text)) if plain.text and plain is not saying else None
    if meant is None or isinstance(meant, NotUnderstood) or not saying.allows(meant):
        return None
    return NotUnderstood(fault.message, f"did you mean {meant.text!r}?", fault.column, (meant.text,))


class LooseWay(Struct, frozen=True):
    """A way to a meaning of what no form says as it stands, and the ``cost`` of what it takes for granted.

    One that looks at ``parts`` looks at parts of a text too, and at texts put otherwise. Of two that cost the
    same neither goes first.
    """

    gives: Callable[[Saying, SpeechError], Meaning | None]
    cost: int
    parts: bool = True


def _of(gives: Callable[[Saying], Meaning | None], cost: int, *, parts: bool = True) -> LooseWay:
    return LooseWay(lambda saying, _fault: gives(saying), cost, parts)


WAYS = (
    _of(_understood_plainly, 1),  # that the same is said in other words
    _of(_described, 2),  # that a word tells only of what kind a thing is
    _of(asked_of_casting, 3),
    _of(spending, 3),
    _of(two_commands, 4),  # that a joint parts two commands
    _of(one_of_several, 4),  # or two who could each do it
    _of(of_what_is_there, 5),  # that where and how change nothing
    _of(of_its_clauses, 6),  # that a whole clause changes nothing
    _of(by_a_known_verb, 7),  # what a verb means that nothing knows
    _of(without_asides, 8, parts=False),  # that, and where and how
    _of(which_face, 9, parts=False),
    LooseWay(respelled, 9, parts=False),  # that a letter is wrong
    _of(part_of_its_clauses, 10, parts=False),  # what is asked about, since much would be left out
    LooseWay(_put_as_question, 11, parts=False),
    _of(_refused_without, 12, parts=False),  # that the rules say why not
    _of(_of_other_rules, 13, parts=False),
    _of(plain_act, 14, parts=False),  # that the rules say nothing of it
)
"""The ways to a meaning by what each takes for granted; their order here decides nothing."""


def by_ways(saying: Saying, fault: SpeechError, *, whole: bool) -> Meaning | None:
    """Return the meaning by the way that takes least for granted; two that cost the same are asked about."""
    ranked = sorted((one for one in WAYS if whole or one.parts), key=lambda one: one.cost)
    for _, alike in groupby(ranked, key=lambda one: one.cost):
        found = [meant for one in alike if (meant := one.gives(saying, fault)) is not None]
        texts = {one.text: one for one in found if isinstance(one, Understood)}
        if len(texts) > 1:
            return asked("this could mean more than one thing", tuple(sorted(texts)))
        if found:
            return next(iter(texts.values()), min(found, key=repr))
    return None
