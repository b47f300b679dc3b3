"""Questions of places: where the party is, how far it is, how far it came and can still go."""

from __future__ import annotations

from collections.abc import Iterator

from turnkeeper.app.maps.routes import NoWay
from turnkeeper.hexes import Hex, name_of
from turnkeeper.play.kernel.scene import chart_in_use
from turnkeeper.rules.problems import did_you_mean
from turnkeeper.views.enquiries.enquiry import Enquiry, EnquiryAsked, Unknown
from turnkeeper.views.maps.asking import measured
from turnkeeper.views.maps.reaching import way
from turnkeeper.views.parts.wayfaring import hexes_said


def where(asked: EnquiryAsked) -> Iterator[str]:
    """Answer where the party is, and of a lost one where it believes to be."""
    yield _here(asked)
    if _lost(asked):
        yield f"lost (secret): {_lost(asked)}"


def _here(asked: EnquiryAsked) -> str:
    travel, place = asked.now.travel, asked.now.place
    if travel is not None and travel.where is not None:
        return str(travel.where)
    return ", ".join(filter(None, (place.called, place.spot))) or "nowhere yet"


def _lost(asked: EnquiryAsked) -> str:
    travel = asked.now.travel
    return "" if travel is None else travel.told.get("lost", "")


def lost(asked: EnquiryAsked) -> Iterator[str]:
    """Answer whether the party is lost, which it may not know."""
    told = _lost(asked)
    yield f"lost (secret): {told}; at {_here(asked)}" if told else f"not lost: {_here(asked)}"


def member(asked: EnquiryAsked) -> Iterator[str]:
    """Answer where one of the party is."""
    who = asked.name("who")
    away = next((one.where for one in asked.now.absent if one.name == who), "")
    yield f"{who}: {away or f'with the party, {_here(asked)}'}"


def distance(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how far it is to a place, from where the party believes to be or from another place."""
    chart = chart_in_use(asked.state, asked.book)
    if chart is None:
        yield "no map is in use"
        return
    ends = {field: asked.names.get(field) for field in ("goal", "start")}
    labels = [name for name, _ in chart.land.labelled]
    for one in ends.values():
        if isinstance(one, Unknown):
            near = did_you_mean(one.text, labels)
            hint = f"; {near}" if near.startswith("did") else ""
            yield f"there is no {one.text!r} on the map{hint}"
            return
    goal, start = ends["goal"], ends["start"]
    if not isinstance(goal, Hex):
        return
    if goal == (start or asked.state.journey.believed):
        yield f"{_called(asked, goal)} is here"
        return
    try:
        found = way(asked.campaign, goal, start if isinstance(start, Hex) else None)
    except NoWay as no:
        yield no.message
        return
    believed = asked.state.journey.believed if asked.state.journey.astray else None
    begins = f"from {_called(asked, believed)}, where the party believes to be, " if believed else ""
    begins = f"from {_called(asked, start)} " if isinstance(start, Hex) else begins
    yield f"{begins}to {_called(asked, goal)}: {measured(found)}"


def _called(asked: EnquiryAsked, place: Hex) -> str:
    chart = chart_in_use(asked.state, asked.book)
    tile = None if chart is None else chart.land.at(place)
    return f"{name_of(place)} {'' if tile is None else tile.name}".rstrip()


def journey(asked: EnquiryAsked) -> Iterator[str]:
    """Answer where the party is going, and how much of the way is left."""
    travel = asked.now.travel
    told = "" if travel is None else travel.told.get("journey", "")
    yield told or "nowhere: no journey is under way"


def covered(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how far the party came today, and how much of the day's march is left."""
    travel = asked.now.travel
    if travel is None:
        yield "no journey over hexes is under way here"
        return
    came = f"{hexes_said(travel.covered) if travel.covered else 'no hex'} today"
    march = travel.told.get("march", "")
    yield f"{came}; {march}" if march else came


def rate(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how fast the party moves."""
    yield asked.now.place.rate or "no rate is kept here"


def guide(asked: EnquiryAsked) -> Iterator[str]:
    """Answer who finds the way."""
    travel = asked.now.travel
    yield ("" if travel is None else travel.told.get("way", "")) or "nobody finds the way here"


ENQUIRIES = (
    Enquiry(
        "where",
        "where the party is",
        where,
        """
        where [standing]
        where party
        what position|whereabouts
        what around
        what|which hex|room|place|terrain|country|area|location|land [through|standing|around|sort|kind]
        """,
        "location",
    ),
    Enquiry(
        "member",
        "where somebody is",
        member,
        "where {who:who} [gone|went]",
    ),
    Enquiry(
        "lost",
        "whether the party is lost",
        lost,
        """
        is|are|am|did|who lost
        is|are|did off|strayed|astray [course|way|track|path|road|gone|veer]
        know where
        """,
    ),
    Enquiry(
        "distance",
        "how far it is to a place",
        distance,
        """
        how far {goal:anywhere} [away|off] [from {start:place}]
        how many|much hexes|miles|leagues {goal:anywhere} [away|off|travel|walk|ride|
            march] [from {start:place}]
        how many|much days|watches|marches|hours {goal:place} [away|off|take|travel|walk|
            ride|march] [from {start:place}]
        how long take|get|walk|ride|travel|reach|march|trip|way|journey|need {goal:place} [reach|go|take|
            travel|walk|journey|way] [from {start:place}]
        how long|much|soon to! {goal:place} [from {start:place}]
        when reach|arrive|get|there {goal:place}
        where|which {goal:place} [way|lies|located]
        far {goal:place} [is|too] [from {start:place}]
        have time reach|get|make {goal:place} [before|dark|dusk]
        distance {goal:anywhere} [what] [from {start:place}]
        """,
        "distance to! {goal:place} [from {start:place}]",
    ),
    Enquiry(
        "journey",
        "where the party is going, and how far that is still",
        journey,
        """
        where going|headed|heading|bound|travelling|traveling [next]
        how far|long|much left|end|arrival|journey|trip|destination [way|travel|before|take|go]
        how far|long|much have to go
        how many|much hexes|way left|more [go|travel|journey]
        how many hexes have to go
        how long|soon until|till|before arrive|arrival
        how long get there [before|take]
        when there|arrive|arriving [get]
        are almost|nearly there
        are there yet [nearly]
        """,
    ),
    Enquiry(
        "covered",
        "how far the party came today, and can still go",
        covered,
        """
        how many|much hexes|miles|ground|distance covered|cover|done|walk|travel|cross|make|made|come|gone|
            today|march [far|did]
        how far|much come|travelled|traveled|walked|gone|got|went|covered|marched [already|did]
        how much|far|long|many march|further|day [go|before|hours|travel|walk|can|hexes]
        how far|much|long|many can march|travel|walk|go|get [hexes|travel|further]
        can march|travel [further]
        have|did marched|travelled|walked [far]
        """,
    ),
    Enquiry(
        "rate",
        "how fast the party moves",
        rate,
        """
        how fast|slow|quick [moving|going|travel|walk]
        how far can move|walk|go|get turn|round|watch
        what rate|speed|pace [move]
        """,
        "rate|speed",
    ),
    Enquiry(
        "guide",
        "who finds the way",
        guide,
        "who navigates|navigator|leader|leads|leading|guiding|guide|scouting|finds [way|navigator]",
    ),
)
