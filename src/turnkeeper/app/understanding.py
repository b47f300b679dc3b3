"""What a typed text means at a campaign's head: in the words of a form, else as a referee would say it.

Readings are ranked by what they take for granted, then by what the rules allow now; two that are as near are
asked about. Looking at a reading records nothing.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from turnkeeper.app.meaning.asides import LONG, without_asides
from turnkeeper.app.meaning.castings import asked_of_casting
from turnkeeper.app.meaning.choosing import best_of, is_allowed
from turnkeeper.app.meaning.clauses import of_its_clauses
from turnkeeper.app.meaning.faces import which_face
from turnkeeper.app.meaning.gist import MOST_TOLD, gist
from turnkeeper.app.meaning.joined import MOST_CHOICES, NEAR, asked, one_of_several, two_commands
from turnkeeper.app.meaning.plain import plainly
from turnkeeper.app.meaning.shares import by_one_word, only_partly
from turnkeeper.app.meaning.slips import MOST_MENDED, mended_ways, taken_apart
from turnkeeper.app.meaning.spent import spending
from turnkeeper.app.meaning.strange_verbs import by_a_known_verb
from turnkeeper.app.meaning.supposed import only_supposed
from turnkeeper.app.meaning.targets import whom_it_hurts
from turnkeeper.app.meaning.unheard import forms_near, not_understood, unheard_names, unheard_words
from turnkeeper.app.outcomes import NotUnderstood
from turnkeeper.play.kernel.circumstances import states, tells_more, without_circumstances
from turnkeeper.play.kernel.language import Understood
from turnkeeper.play.kernel.remarks import DOUBTFUL, MOST_VALUES, ODD
from turnkeeper.play.kernel.sentence import PREPOSITIONS, read_sentence
from turnkeeper.play.kernel.speech import LONGEST_LIST, SpeechError, UnknownVerbError
from turnkeeper.play.registry import REGISTRY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from turnkeeper.app.campaign import Campaign
    from turnkeeper.play.kernel.declare import Declared, Values
    from turnkeeper.play.kernel.language import Heard, Offers

PEOPLE = frozenset(("who", "several"))
_ASKS = re.compile(
    r"^(?:(?:how|when|where|what) )?(?:do|does|did|is|are|will|can|could|should|shall|any) "
    r"|^what(?:'s| is| are) (?:the |their |its |his |her )?",
    re.IGNORECASE,
)
"""How a question begins that could want something done."""
SHORTEST = 2
"""The letters of a verb that are enough, where only one command can be meant."""
NAMED_ANEW = 11
"""What a reading may cost that names something of two words, where nothing else is understood."""


def understand(campaign: Campaign, text: str, known: Iterable[str] = ()) -> Understood | NotUnderstood:
    """Return the meaning of a text at the head; ``known`` are other words that could have been meant."""
    meant = _meaning(campaign, text, known)
    if isinstance(meant, NotUnderstood):
        return whom_it_hurts(campaign, text) or which_face(campaign, text, understand) or meant
    of_another = only_supposed(text, meant) or whom_it_hurts(campaign, text, meant)
    return of_another or only_partly(campaign, text, meant) or meant


def _of_part(campaign: Campaign, text: str) -> Understood | NotUnderstood:
    """Return the meaning of a part of a text, or of a text put otherwise; nothing is suggested for it."""
    return _meaning(campaign, text, None)


def _meaning(campaign: Campaign, text: str, known: Iterable[str] | None) -> Understood | NotUnderstood:
    """Return the meaning of a text as if all that it tells were so; a part has nothing ``known`` besides."""
    language, offers = campaign.language, offers_at(campaign, text)
    serves = partial(REGISTRY.serves, book=campaign.book)
    unheard = language.begins(text) or len(text) > LONGEST_LIST
    found = [] if unheard else language.hear(text, offers, serves)
    if found:
        return _of_found(campaign, text, found, offers, serves)
    try:
        strict = language.weigh(text, offers)
    except SpeechError as fault:
        return _otherwise(campaign, text, fault, known, serves)
    exact = _to_the_letter(campaign, text, strict, offers, serves)
    if exact is not None:
        return exact
    two = two_commands(language, text, offers, serves) if strict.cost < DOUBTFUL else None
    if two is not None:
        return two
    others = [one for one in language.hear(text, offers, serves) if one.said.command != strict.said.command]
    if strict.cost >= DOUBTFUL and all(one.cost > NEAR for one in others):
        several = one_of_several(language, text, offers, serves, everybody(campaign))
        if several is not None:
            return several
    if strict.doubtful and strict.cost <= NEAR:
        if not others:
            hint = "begin the name with a capital, and say no more than the name"
            return NotUnderstood("a newcomer would be called as one acts", hint, 1)
        return best_of(campaign, text, others, offers, serves)
    best = best_of(campaign, text, [strict, *others], offers, serves)
    if strict.cost and best == strict.said and not is_allowed(campaign, best):
        return _told_otherwise(campaign, text, known, strict, serves)
    return best


def _told_otherwise(
    campaign: Campaign,
    text: str,
    known: Iterable[str] | None,
    strict: Heard,
    serves: Callable[[Declared], bool],
) -> Understood | NotUnderstood:
    """Return the meaning of a text whose words in a form are refused, with no listed name: else its refusal.

    Where most of a long text would be such a name, nothing is refused so.
    """
    language, offers = campaign.language, offers_at(campaign, text)
    plain = _understood_plainly(campaign, text)
    spent = plain or spending(language, text, offers, serves, everybody(campaign))
    told = spent or of_its_clauses(campaign, text, _of_part)
    long = len(text.split()) >= LONG and by_one_word(campaign, text, strict.said)
    if told is None and strict.cost > NAMED_ANEW and long:
        whole = SpeechError(text, 1, "this is not understood as a whole")
        return _otherwise(campaign, text, whole, known, serves)
    return told or strict.said


def _of_found(
    campaign: Campaign, text: str, found: list[Heard], offers: Offers, serves: Callable[[Declared], bool]
) -> Understood | NotUnderstood:
    """Return the reading that is meant, or where it is refused or takes much for granted, a plainer one."""
    best = best_of(campaign, text, found, offers, serves)
    far = min(one.cost for one in found) > NEAR
    if far or not (isinstance(best, NotUnderstood) or is_allowed(campaign, best)):
        anew = _understood_plainly(campaign, text)
        if anew is not None and (far or is_allowed(campaign, anew)):
            return anew
        return asked_of_casting(campaign, text) or best
    return best


def _to_the_letter(
    campaign: Campaign, text: str, strict: Heard, offers: Offers, serves: Callable[[Declared], bool]
) -> Understood | None:
    """Return the meaning of a text in a form's own words, where that is not to be weighed."""
    if strict.tells and (by := _by_somebody(campaign, text, strict, offers, serves)):
        return by
    if strict.cost == 0:
        instead = _of_these_rules(campaign, text, strict, offers, serves)
        plain = plainly(campaign, text) == text or is_allowed(campaign, strict.said)
        return instead or (strict.said if plain else _understood_plainly(campaign, text) or strict.said)
    said_so = strict.said.text == text and not strict.doubtful and is_allowed(campaign, strict.said)
    return strict.said if said_so else None


def _by_somebody(
    campaign: Campaign, text: str, strict: Heard, offers: Offers, serves: Callable[[Declared], bool]
) -> Understood | None:
    """Return a command as the one does it whose first name alone is its remark: ``pick lock Orlo``.

    ``search Orlo`` is another matter, and so is ``a cure for Orlo``. Who is called Search and lights a torch
    makes no search of it.
    """
    *said, name = text.casefold().split()
    firsts = {one.name.casefold().split()[0] for one in campaign.state.party.members}
    if said and said[0] in firsts and (does := _by_namesake(campaign, text, strict, offers, serves)):
        return does
    if name not in firsts or len(said) < 2 or said[-1] in PREPOSITIONS:  # noqa: PLR2004 - a verb and a thing
        return None
    heard = [one for one in campaign.language.hear(text, offers, serves) if one.cost <= ODD]
    same = [one.said for one in heard if type(one.said.command) is type(strict.said.command)]
    return same[0] if len(same) == 1 else None


def _by_namesake(
    campaign: Campaign, text: str, strict: Heard, offers: Offers, serves: Callable[[Declared], bool]
) -> Understood | None:
    """Return the act of a member whose name begins a text as a command does, where all its words say so."""
    heard = [one for one in campaign.language.hear(text, offers, serves) if one.cost <= ODD]
    who = text.casefold().split()[0]
    others = [one for one in heard if who in one.said.text.casefold().replace('"', "").split()[1:]]
    same = any(one.said.command == strict.said.command for one in heard)
    return None if same or not others else min(others, key=lambda one: one.rank).said


def _of_these_rules(
    campaign: Campaign, text: str, strict: Heard, offers: Offers, serves: Callable[[Declared], bool]
) -> Understood | None:
    """Return the one command of these rules that says the same as one that they do not have, or refuse now.

    ``hold until 4`` is a delay where a count has no ``hold``; so is ``wait until 4``: 4 is no time. A text
    refused is meant otherwise only by a command that has its verb, at no cost or in place of free words.
    """
    has = serves(campaign.language.declaration(strict.said.command))
    if has and is_allowed(campaign, strict.said):
        return None
    most = ODD if strict.tells or not has else 0
    found = [
        one.said
        for one in campaign.language.hear(text, offers, serves)
        if one.cost <= most
        and (one.own or not has)
        and type(one.said.command) is not type(strict.said.command)
        and is_allowed(campaign, one.said)
    ]
    return found[0] if len(found) == 1 else None


def _otherwise(
    campaign: Campaign,
    text: str,
    fault: SpeechError,
    known: Iterable[str] | None,
    serves: Callable[[Declared], bool],
) -> Understood | NotUnderstood:
    """Return the meaning of a text in no form's words, nor a sentence; else the fault."""
    if len(text) > LONGEST_LIST:
        return NotUnderstood(fault.message, fault.hint, fault.column)
    language, offers = campaign.language, offers_at(campaign, text)
    found = language.hear(text, offers, serves) if language.begins(text) else []
    found = found or _spelled_out_readings(campaign, fault, text, offers, serves)
    if found:
        return _of_found(campaign, text, found, offers, serves)
    loose = language.hear(text, offers, serves, loosely=True)
    meant = (
        _understood_plainly(campaign, text)
        or (best_of(campaign, text, loose, offers, serves) if loose else None)
        or asked_of_casting(campaign, text)
        or spending(language, text, offers, serves, everybody(campaign))
        or two_commands(language, text, offers, serves)
        or one_of_several(language, text, offers, serves, everybody(campaign))
        or _of_what_there_is(campaign, text, offers, serves)
        or of_its_clauses(campaign, text, _of_part)
    )
    unheard = () if meant else unheard_words(language, text, offers, serves)
    meant = meant or by_a_known_verb(campaign, text, unheard, _of_part)
    if known is None:
        return meant or NotUnderstood(fault.message, "", fault.column)
    meant = (
        meant
        or without_asides(campaign, text, offers, serves, _of_part)
        or _respelled(campaign, fault, text, offers, serves)
        or _put_as_question(campaign, text, fault)
        or _of_what_there_is(campaign, text, offers, serves, unheard_names(text, unheard), refused=True)
        or _of_other_rules(campaign, text, offers)
    )
    if meant is not None:
        return meant
    parts = gist(language, text, unheard, offers, serves)
    near = [one.said.text for one in parts if is_allowed(campaign, one.said)][:MOST_TOLD]
    if len(parts) == 1 and not near:
        return parts[0].said  # the rules say why not
    ways = forms_near(language, text, offers, serves)
    return not_understood(fault, unheard, near, ways, (*language.verbs, *known))


def everybody(campaign: Campaign) -> tuple[str, ...]:
    """Return the names of all in the party."""
    return tuple(one.name for one in campaign.state.party.members)


def offers_at(campaign: Campaign, text: str = "") -> Offers:
    """Return the function that lists what can stand in a slot of a command at the head, each list once.

    Names too many to be listed are there too if a ``text`` names it.
    """
    listed: dict[Values, tuple[str, ...]] = {}

    def offers(command: Declared, field: str, kind: str) -> tuple[str, ...] | None:
        values = REGISTRY.values(command, field, kind)
        if values is None:
            return None
        if values not in listed:
            there = islice(values(campaign.state, campaign.book), MOST_VALUES)
            named = REGISTRY.named_in(text, values, campaign.state, campaign.book)
            listed[values] = tuple(dict.fromkeys((*there, *named)))
        return listed[values]

    return offers


def _understood_plainly(campaign: Campaign, text: str) -> Understood | None:
    """Return the meaning of a text in plainer words, if it can be put so, once or twice, and understood."""
    plain = plainly(campaign, plainly(campaign, text))
    meant = _of_part(campaign, plain) if text != plain == plainly(campaign, plain) else None
    return None if meant is None or isinstance(meant, NotUnderstood) else replace(meant, free=True)


def _of_what_there_is(  # noqa: PLR0913 - a text, who could be in it, and what would do
    campaign: Campaign,
    text: str,
    now: Offers,
    serves: Callable[[Declared], bool],
    absent: tuple[str, ...] = (),
    *,
    refused: bool = False,
) -> Understood | NotUnderstood | None:
    """Return the meaning of a text of anybody, unfit for it or ``absent``, or without its asides.

    Without its asides it may be ``refused`` as well, where nothing else is meant.
    """
    language = campaign.language
    people = everybody(campaign)

    def offers(command: Declared, field: str, kind: str) -> tuple[str, ...] | None:
        listed = now(command, field, kind)
        if listed is None or kind not in PEOPLE | {"light"}:
            return listed
        there = campaign.book.set.lights if kind == "light" else (*people, *absent)
        return listed if set(there) <= set(listed) else tuple(dict.fromkeys((*listed, *there)))

    sentence = read_sentence(text)
    if sentence is None or sentence.asks:
        return None
    # What the rules would carry out is offered: of others they say why not.
    there = {
        word for name in (*people, *absent, *campaign.book.set.lights) for word in name.casefold().split()
    }
    heard = [] if sentence.keys.isdisjoint(there) else language.hear(text, offers, serves)
    found = [one for one in heard if not is_allowed(campaign, one.said)]
    if not found and tells_more(sentence):
        names = language.names(now, serves)
        bare = without_circumstances(sentence, language.words | names, names)
        found = [one for one in language.hear(bare, now, serves) if one.own or states(bare)] if bare else []
        found = [one for one in found if is_allowed(campaign, one.said)] or (found if refused else [])
    if not found or min(one.cost for one in found) > NAMED_ANEW:
        return None
    return best_of(campaign, text, found, now, serves)


def _of_other_rules(campaign: Campaign, text: str, offers: Offers) -> Understood | None:
    """Return the meaning of a text as a command that these rules lack: they say why, and what would do."""
    heard = campaign.language.hear(text, offers, lambda _one: True)
    found = [one for one in heard if one.cost <= ODD and not is_allowed(campaign, one.said)]
    return found[0].said if len(found) == 1 else None


def _spelled_out_readings(
    campaign: Campaign, fault: SpeechError, text: str, offers: Offers, serves: Callable[[Declared], bool]
) -> list[Heard]:
    """Return the meaning of a text with its first word in full, ``se`` as ``search``, where it is allowed."""
    language, (begun, _, rest) = campaign.language, text.strip().partition(" ")
    if not isinstance(fault, UnknownVerbError) or len(begun) < SHORTEST:
        return []
    longer = (f"{verb} {rest}" for verb in sorted(language.verbs) if verb.startswith(begun.casefold()))
    heard = (one for said in longer for one in language.hear(said, offers, serves))
    return [one for one in heard if one.cost <= NEAR and is_allowed(campaign, one.said)]


def _respelled(
    campaign: Campaign,
    fault: SpeechError,
    text: str,
    offers: Offers,
    serves: Callable[[Declared], bool],
) -> Understood | NotUnderstood | None:
    """Return the meaning of a text with its slips mended: a number or word joined to another, or a letter.

    Another letter is another word, so that what it could mean is asked.
    """
    language = campaign.language
    apart = taken_apart(text)
    if apart != text:
        found = language.hear(apart, offers, serves)
        if found:
            return best_of(campaign, apart, found, offers, serves)
    heard = {
        one.said.text: one
        for mended in islice(mended_ways(language, apart, offers, serves), MOST_MENDED)
        for one in language.hear(mended, offers, serves)
        if one.cost <= NEAR and is_allowed(campaign, one.said)
    }
    choices = tuple(sorted(heard, key=lambda said: (heard[said].rank, said))[:MOST_CHOICES])
    if len(choices) == 1:
        return NotUnderstood(fault.message, f"did you mean {choices[0]!r}?", fault.column, choices)
    return asked(fault.message, choices, fault.column) if choices else None


def _put_as_question(campaign: Campaign, text: str, fault: SpeechError) -> NotUnderstood | None:
    """Return the command that a question could want, which a number says: "wandering monsters?"."""
    plain = _ASKS.sub("", text.strip().rstrip("? "))
    meant = understand(campaign, plain) if plain and plain != text.strip() else None
    if meant is None or isinstance(meant, NotUnderstood) or not is_allowed(campaign, meant):
        return None
    return NotUnderstood(fault.message, f"did you mean {meant.text!r}?", fault.column, (meant.text,))
