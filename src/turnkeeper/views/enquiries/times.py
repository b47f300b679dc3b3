"""Questions of time: the hour, the day, the turn, how long it has been, the sky and what it does."""

from __future__ import annotations

from collections.abc import Iterator

from turnkeeper.app import codec
from turnkeeper.time import Instant
from turnkeeper.views.enquiries.enquiry import Enquiry, EnquiryAsked
from turnkeeper.views.parts.due import all_due


def time(asked: EnquiryAsked) -> Iterator[str]:
    """Answer what time it is."""
    now = asked.now.clock
    yield ", ".join(filter(None, (now.instant, now.within)))


def day(asked: EnquiryAsked) -> Iterator[str]:
    """Answer which day it is: by the count of days, by the calendar in use, by the season."""
    now = asked.now.clock
    yield ", ".join(filter(None, (now.day, now.date, now.season, *now.events)))


def season(asked: EnquiryAsked) -> Iterator[str]:
    """Answer which season it is."""
    yield asked.now.clock.season or "no season is kept here"


def moon(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how the moons stand."""
    yield ", ".join(asked.now.clock.moons) or "no moon is kept here"


def daylight(asked: EnquiryAsked) -> Iterator[str]:
    """Answer whether it is day or night."""
    yield _daylight(asked) or "these rules know neither dawn nor dusk"


def _daylight(asked: EnquiryAsked) -> str:
    now = asked.now.clock
    until = {"day": f"dusk {now.dusk}", "night": f"dawn {now.dawn}"}.get(now.daylight)
    return f"{now.daylight}, until {until}" if until else ""


def dark(asked: EnquiryAsked) -> Iterator[str]:
    """Answer whether it is dark where the party is."""
    now = asked.now
    if now.place.dark:
        yield "dark: nothing is lit"
        return
    by = ", ".join(one.name for one in now.lights if one.lit)
    by_day = _daylight(asked) if now.place.outdoors or not by else ""
    yield f"not dark: {by_day if now.clock.daylight == 'day' and by_day else by or by_day}".removesuffix(": ")


def turn(asked: EnquiryAsked) -> Iterator[str]:
    """Answer which turn, watch or other unit of the rules it is."""
    now = asked.now.clock
    yield "; ".join(filter(None, (now.within, now.units)))


def fight_round(asked: EnquiryAsked) -> Iterator[str]:
    """Answer which round or segment of a fight it is; else of the clock, where that counts rounds."""
    now = asked.now
    if now.count is not None or now.fight is not None:
        yield now.count.brief if now.count is not None else now.clock.beat
    elif any(one.unit == "round" for one in now.clock.parts):
        yield from turn(asked)
    else:
        yield "nobody fights"


def here(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how long the party has been where it is."""
    place = asked.now.place
    yield f"{place.lasted or 'no time yet'} in {place.called or 'no place yet'}, since {place.since}"


def played(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how long the campaign has gone on."""
    began = codec.decode_events(next(iter(asked.campaign.store.lineage(asked.campaign.head.id))).events)[0].at
    length = asked.state.now - began
    said = asked.book.scale.say(length) if length else "no time"
    yield f"{said} since the campaign began, {asked.book.scale.say_instant(began)}"


def hour(asked: EnquiryAsked) -> Iterator[str]:
    """Answer when an hour of the day comes next: dusk, dawn, noon."""
    name = asked.name("hour")
    found = (one for one in all_due(asked.state, asked.book) if one.what == name)
    yield next((f"{one.what}: {one.at}, in {one.left}" for one in found), f"these rules know no {name}")


def date(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how long it is until a date of the calendar."""
    at = asked.names["date"]
    if isinstance(at, Instant):
        left = at - asked.state.now
        yield f"{asked.book.scale.say_instant(at)}, in {asked.book.scale.plain.say(left)}"


def weather(asked: EnquiryAsked) -> Iterator[str]:
    """Answer what the weather is, and what it does to those who are out in it."""
    now = asked.now.clock
    yield now.told.get("weather") or now.weather or "no weather is kept here"


def forecast(asked: EnquiryAsked) -> Iterator[str]:
    """Answer what weather comes."""
    yield asked.now.clock.told.get("forecast") or "no weather is foretold here"


ENQUIRIES = (
    Enquiry(
        "time",
        "what time it is",
        time,
        """
        what|which|current time|hour|clock [day]
        how late|early [day]
        """,
        """
        time|clock
        current|check|tell time [what]
        """,
    ),
    Enquiry(
        "day",
        "which day and date it is",
        day,
        """
        what|which|current day|date|month|year|weekday [week]
        what|any holiday|festival
        """,
        """
        date
        check|current date
        """,
    ),
    Enquiry(
        "season",
        "which season it is",
        season,
        "what|which season",
        "season",
    ),
    Enquiry(
        "moon",
        "how the moons stand",
        moon,
        """
        what|which|how|is moon [phase|full|new|look]
        moon phase
        """,
        "moon",
    ),
    Enquiry(
        "daylight",
        "whether it is day or night",
        daylight,
        """
        is day|night|daytime|nighttime|daylight [day|night|outside|out|already]
        how much|long|many daylight [hours|time]
        """,
    ),
    Enquiry(
        "dark",
        "whether it is dark where the party is",
        dark,
        """
        is|are|how dark|pitch-dark|bright [outside|pitch|black|light]
        is light [outside|enough|see]
        can see [anything|much|well]
        """,
    ),
    Enquiry(
        "turn",
        "which turn or watch it is",
        turn,
        """
        what|which turn|watch|phase|moment [number|day]
        turn
        """,
        "turn number",
    ),
    Enquiry(
        "round",
        "which round or segment of the fight it is",
        fight_round,
        """
        what|which round|segment [fight|combat|number]
        round
        how many rounds [fought|passed|gone|combat|lasted]
        how long fighting|fought|fight|combat|battle [lasted|going|gone]
        """,
    ),
    Enquiry(
        "here",
        "how long the party has been here",
        here,
        """
        how long here|in|inside|been|gone|entered|came|arrived|spent [down|inside|under|underground|road|
            way|out|since|came|entered|gone|dungeon|wilderness|travelling|traveling|delving|exploring|went]
        when entered|came|enter [here|in|inside]
        how much|many time|turns|hours|days|minutes|watches passed|elapsed|gone|spent|been [since|came|
            entered|went|arrived|down|inside|dungeon|underground]
        """,
    ),
    Enquiry(
        "played",
        "how long the campaign has gone on",
        played,
        """
        how long playing|campaign [running|lasted|gone|going]
        how many|much days|time campaign|beginning|start|began [since|passed|gone]
        """,
    ),
    Enquiry(
        "hour",
        "when dusk, dawn or another hour comes",
        hour,
        """
        when {hour:hour} [next|falls|comes|break]
        how long|many|much|far|soon {hour:hour} [hours|turns|time|before|off|away|falls|comes|there]
        is|are near|nearly|almost|close {hour:hour}
        """,
        "next {hour:hour}",
    ),
    Enquiry(
        "date",
        "how long it is until a date",
        date,
        """
        how long|many|far {date:date} [days|weeks|months|time|off|away|before]
        when {date:date}
        """,
    ),
    Enquiry(
        "weather",
        "what the weather is",
        weather,
        """
        what|how|is weather|sky [doing|outside|look|out|holding]
        is|does rain|snow|fog|storm|sunny|cloudy|windy|clear|cold|hot|overcast [outside|out|hard]
        """,
        "weather",
    ),
    Enquiry(
        "forecast",
        "what weather comes",
        forecast,
        """
        what|how forecast [weather]
        what|how weather tomorrow|next|later [rest|day]
        will|going rain|snow|storm [tomorrow|later|soon|going]
        """,
        """
        forecast
        """,
    ),
)
