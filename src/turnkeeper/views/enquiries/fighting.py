"""Questions of foes and fights: who is met and how far off, who stands, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

from turnkeeper.views.enquiries.enquiry import Enquiry, EnquiryAsked
from turnkeeper.views.parts.encounters import MeetingLine
from turnkeeper.views.parts.fights import SideLine

NOBODY = "nobody fights"


def met(asked: EnquiryAsked) -> Iterator[str]:
    """Answer who was met, how far off they are and how they reacted."""
    name = asked.name("side")
    found = [_met(one) for one in asked.now.met if name in {"", one.what} and not one.fought]
    fought = [one for one in asked.now.sides if name in {"", one.name}]
    if found:
        yield from found
    elif fought:
        yield f"how far the {fought[0].name} are is not kept" if name else f"{fought[0].name}: in the fight"
    else:
        yield "nobody is met"


def _met(one: MeetingLine) -> str:
    return "; ".join(filter(None, (one.text, one.when)))


def reaction(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how those who were met reacted."""
    name = asked.name("side")
    found = [one for one in asked.now.met if name in {"", one.what} and not one.fought]
    for one in found:
        say = next((each for each in one.says if each.startswith("reaction")), "")
        unknown = f"not known yet; {say} throws it" if say else "not known yet"
        yield f"{one.what}: {one.reaction or unknown}"
    if not found:
        yield "nobody is met"


def sides(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how many of a side are left, and how they do; else who was met."""
    name = asked.name("side")
    found = [_side(one) for one in asked.now.sides if name in {"", one.name}]
    yield from found or met(asked)


def _side(one: SideLine) -> str:
    return f"{one.text}; tested at {' or '.join(one.tests)}" if one.tests else one.text


def turn(asked: EnquiryAsked) -> Iterator[str]:
    """Answer whose turn it is, and who comes after them."""
    now = asked.now
    if now.count is not None:
        yield f"now {now.count.now}" if now.count.up else "nobody is left to act"
    elif now.fight is not None and now.fight.acting:
        after = f", then {now.fight.next}" if now.fight.next else ""
        yield f"now {now.fight.now}{after}"
    else:
        yield _no_turn(asked)


def _no_turn(asked: EnquiryAsked) -> str:
    fight = asked.now.fight
    if fight is not None:
        return fight.now or fight.title
    seats = asked.now.clock.table
    return f"now {', then '.join(seats[:2])}" if seats else NOBODY


def after(asked: EnquiryAsked) -> Iterator[str]:
    """Answer who comes next."""
    now = asked.now
    if now.count is not None:
        yield f"now {now.count.now}, then {now.count.next}" if now.count.next else "nobody comes after them"
    elif now.fight is not None and now.fight.acting:
        yield now.fight.next or "nobody: the round ends"
    elif now.clock.table:
        yield next(iter(now.clock.table[1:]), "nobody: the round of the table ends")
    else:
        yield _no_turn(asked)


def order(asked: EnquiryAsked) -> Iterator[str]:
    """Answer in which order they act."""
    now = asked.now
    if now.count is not None:
        yield from now.count.lines
    else:
        seats = f"now {', then '.join(now.clock.table)}" if now.clock.table else ""
        yield (now.fight.order if now.fight is not None else seats) or _no_turn(asked)


def surprised(asked: EnquiryAsked) -> Iterator[str]:
    """Answer who is surprised."""
    fight, taken = asked.now.fight, asked.state.taken
    before = taken.who if fight is None and taken is not None and taken.at == asked.state.now else ()
    yield ", ".join(fight.surprised if fight is not None else before) or "nobody is surprised"


def casting(asked: EnquiryAsked) -> Iterator[str]:
    """Answer who casts what."""
    now = asked.now
    found = now.count.about if now.count is not None else now.fight.castings if now.fight is not None else ()
    yield ", ".join(found) or "nobody casts"


def tide(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how the Tide of Battle stands."""
    yield asked.now.tide.text if asked.now.tide is not None else "no tide runs"


ENQUIRIES = (
    Enquiry(
        "met",
        "who was met, and how far off they are",
        met,
        """
        how far|close|near off|away|close|near [{side:foe}] [they]
        how far|close|near {side:foe} [away|off]
        how close they
        what|who meet|met|encounter|encountered [did|out]
        who|what out there
        when|soon|long {side:foe} arrive|here|reach|come|there [how]
        distance {side:foe} [what]
        """,
    ),
    Enquiry(
        "reaction",
        "how those who were met reacted",
        reaction,
        """
        is|are|how|what|did {side:foe} friendly|hostile|react|reaction|attitude|mood|aggressive|feel|disposed
        is|are|how|what|did friendly|hostile|react|reaction|attitude|mood [they]
        """,
    ),
    Enquiry(
        "sides",
        "how many of a side are left",
        sides,
        """
        how many {side:foe} [standing|alive|down|dead|fled|up]
        how many enemies|foes|monsters|opponents|guys|them|baddies|hostiles|they [standing|alive|bad|down|
            dead|fled|up]
        how|what {side:foe} [doing|faring|holding|looking|going|hurt|wounded|badly|morale|hp|strength|high]
        what|how enemies|foes morale|doing|hp|faring
        what|how their morale|hp
        how fight|battle|combat going|doing
        what breaks|break them|they
        is|are|did|any {side:foe} broken|dead|fleeing|left|alive|hurt|wounded|flee|break|beaten|down|standing
        who|what fighting|facing|against [up]
        how many standing|alive|fled|broken
        what|which|any monsters|enemies|foes around|about|near [there]
        who|which|any enemies|foes left|remain|there|are|alive|standing [alive|standing]
        which {side:foe} hurt|wounded|dead|down|left|alive|standing
        """,
    ),
    Enquiry(
        "whose",
        "whose turn it is",
        turn,
        """
        whose|who turn|goes|acts|up|moves|acting|activation [turn|goes|first|acts]
        whose [turn]
        who first [goes|acts|moves]
        who up after {who:actor}
        """,
        "whose turn|go",
    ),
    Enquiry(
        "next",
        "who acts next",
        after,
        """
        who|whose next|then [turn|acts|goes|order|moves|up|player]
        next up
        """,
    ),
    Enquiry(
        "order",
        "in which order they act",
        order,
        """
        what|which order|initiative [initiative|turn|round|order|acting|fight|combat]
        who acts|goes|acting|moves after|last|before|left [{who:actor}]
        who acts|goes after {who:actor}
        who acted|left acted|act|go [already]
        who not acted|acts|go|went [already|acted]
        who hasn't acted|gone|went|moved [already]
        when act|go|turn|up [next]
        when {who:fighter} acts|goes|turn|up [next]
        whose|who initiative [best|highest|wins]
        """,
        "show|list order|initiative [initiative|order|turn]",
    ),
    Enquiry(
        "surprised",
        "who is surprised",
        surprised,
        """
        who|is|are|anyone|anybody|was|were|did surprised|surprise [anyone|get|they]
        is|are|did {side:foe} surprised
        is {who:who} surprised
        """,
    ),
    Enquiry(
        "casting",
        "who casts what",
        casting,
        """
        who|what|is|anyone casting|casts [{who:fighter}] [spells]
        what {who:fighter} casting|casts
        when spell|casting effect|off|ready|done|goes [takes]
        """,
    ),
    Enquiry(
        "tide",
        "how the Tide of Battle stands",
        tide,
        "what|how|which|who tide [stands|battle|favours|favors|doing|turned|going]",
        "tide battle",
    ),
)
