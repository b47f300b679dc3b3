"""Questions of what there is: lights and how long they last, supplies, days of food."""

from __future__ import annotations

from collections.abc import Iterator

from turnkeeper.spelling.plurals import is_plural
from turnkeeper.views.enquiries.enquiry import Enquiry, EnquiryAsked
from turnkeeper.views.parts.lights import LightLine
from turnkeeper.views.parts.provender import provender


def light(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how long the lights last: all that burn, or those of a kind or of one bearer."""
    kind, who = asked.name("kind"), asked.name("who")
    found = [
        one
        for one in asked.now.lights
        if (one.lit or kind) and kind in {"", one.kind} and who in {"", one.bearer}
    ]
    yield from (
        map(_light, found)
        if found
        else [f"no {kind} is lit" if kind and _any_lit(asked) else "nothing is lit"]
    )


def _any_lit(asked: EnquiryAsked) -> bool:
    return any(one.lit for one in asked.now.lights)


def _light(one: LightLine) -> str:
    if not one.lit:
        return f"{one.name}: {one.left}, put out"
    return f"{one.name}: {one.left}{f', until {one.ends}' if one.ends else ''}"


def reach(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how far the lights reach."""
    found = [
        f"{one.name}: {one.reach or 'how far it reaches is not said'}" for one in asked.now.lights if one.lit
    ]
    yield from found or ["nothing is lit"]


def bears(asked: EnquiryAsked) -> Iterator[str]:
    """Answer who bears a light; of a thing that is only counted, that the party has it."""
    kind = asked.name("kind")
    lit = [one for one in asked.now.lights if one.lit and kind in {"", one.kind} and one.bearer]
    if lit:
        yield ", ".join(f"{one.bearer}: {one.kind}" for one in lit)
        return
    there = next((one for one in asked.now.supplies if one.item == kind and not one.none), None)
    nobody = f"nobody bears a {kind or 'light'}"
    yield (
        nobody
        if there is None
        else f"{nobody}; {there.text} {'is' if there.count == 1 else 'are'} in the packs"
    )


def stock(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how much there is of a thing."""
    item = asked.name("item")
    found = next((one.text for one in asked.now.supplies if one.item == item), "")
    yield found or f"no {item} {'are' if is_plural(item) else 'is'} counted"


def packs(asked: EnquiryAsked) -> Iterator[str]:
    """Answer what there is of everything."""
    yield ", ".join(one.text for one in asked.now.supplies) or "nothing is counted"


def food(asked: EnquiryAsked) -> Iterator[str]:
    """Answer for how long there is food or water."""
    yield str(provender(asked.state, asked.book, asked.name("store")))


_LASTS = (
    "time|burn|out|die|run|ends|goes|before|dark|darkness|lasts|keep|good|worth|long|longer|turns|minutes"
)

ENQUIRIES = (
    Enquiry(
        "light",
        "how long the lights last",
        light,
        f"""
        how|what long|much|longer {{kind:light}} [{{who:who}}] [{_LASTS}]
        how many ticks|turns|minutes|hours|rounds {{kind:light}} [{{who:who}}] [{_LASTS}]
        how|what time {{kind:light}} [{{who:who}}] [{_LASTS}|much|many]
        when {{kind:light}} [{{who:who}}] [goes|burns|dies|runs|out|down|ends|does|gone|next]
        is|are {{kind:light}} [{{who:who}}] out|burning|lit|on|off|low|gone|still [burning|almost|going]
        what|which|anything burning|lit [{{kind:light}}] [{{who:who}}]
        what left {{kind:light}}
        will {{kind:light}} [{{who:who}}] last|hold|burn [long|another|turn|hour|night|out|
            much|longer]
        how {{kind:light}} doing|looking
        do need|want light|torch [soon|new]
        what our light
        {{who:who}} {{kind:light}} [left|still|yet]
        light
        any light|torches burning|lit
        how on|for|doing|going light
        """,
        f"""
        time {{kind:light}} [{{who:who}}] [{_LASTS}]
        light left
        """,
    ),
    Enquiry(
        "reach",
        "how far the lights reach",
        reach,
        """
        how far see|reach|shine|light|glow [reach|torch|lantern|does|shine|light|can]
        how bright light|torch|lantern
        """,
    ),
    Enquiry(
        "bears",
        "who has a light",
        bears,
        """
        who|anyone|anybody has|got|holds|carries|bears|brought {kind:light} [lit]
        where|whose {kind:light}
        """,
    ),
    Enquiry(
        "stock",
        "how much there is of something",
        stock,
        """
        how many|much {item:thing} [carrying|spare|supply|packs|bag]
        have any {item:thing} [packs|spare|supply]
        have|got|any {item:item} [packs|spare|supply]
        out|low|short|enough {item:item} [running|any]
        how|what {item:item} on|for
        {item:item} [spare|extra|other]
        """,
        """
        left|remaining {item:item}
        count|check {item:item}
        """,
    ),
    Enquiry(
        "packs",
        "what there is of everything",
        packs,
        """
        what have|got|left|carry|supplies|inventory|stock|gear|packs|equipment|bags [all|supply|carry|packs]
        how supplies [doing|many|much|on|for]
        """,
        """
        list|show|check|count supplies|inventory|stock|gear|packs|equipment
        supplies|inventory
        """,
    ),
    Enquiry(
        "food",
        "how long food and water last",
        food,
        """
        how many|much|long|far {store:store} [days|lasts|worth|need|before|run|out|goes|carrying|packs|each]
        are|do|have|is|any|enough {store:store} [low|out|short|running|eat|enough|starving|any|packs]
        when {store:store} [runs|out|gone|ends]
        how {store:store} on|for|doing
        {store:store}
        """,
        """
        days|left|remaining {store:store}
        count|check {store:store}
        """,
    ),
)
