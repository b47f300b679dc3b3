"""`status`: how things stand, at a glance. It is asked for often, so it imports little."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from turnkeeper.app.campaign import Campaign
from turnkeeper.cli import screen
from turnkeeper.cli.opening import opened
from turnkeeper.views.parts.lights import LightLine
from turnkeeper.views.parts.matters import Matter
from turnkeeper.views.parts.party import MemberLine
from turnkeeper.views.parts.saying import LOW
from turnkeeper.views.referee.glance import Glance
from turnkeeper.views.referee.glance import glance as look


def status(*, campaign: str = "", every: bool = False, json: bool = False) -> None:
    """Show how a campaign stands."""
    with opened(campaign, read_only=True) as table:
        show(screen.stdout(), table, every=every, json=json)


def show(out: screen.Screen, campaign: Campaign, *, every: bool = False, json: bool = False) -> None:
    """Write how a campaign stands, with ``every`` turn to come of a fight or the first of them."""
    if json:
        from turnkeeper.views.referee.view import referee_view

        out.json(referee_view(campaign))
    else:
        out.say_all(drawn(out, look(campaign), every=every))


def drawn(out: screen.Screen, now: Glance, *, every: bool = False) -> Iterator[str]:
    """Yield the lines that show a state: a block for each subject that has something to say, in groups."""
    yield from _heading(out, now)
    urgent = (
        ("Waiting", _waiting(out, now.matters)),
        ("Encounter", _encounter(now)),
        *_fight(now, every=every),
        ("Unfinished", list(map(str, now.unfinished))),
        ("Area", list(now.place.area)),
    )
    travel = _travel(out, now)
    running = (
        ("Lights", _lights(out, now)),
        ("Timers", _timers(now)),
        ("Trackers", list(map(str, now.trackers))),
    )
    due = (("Due", screen.columns([(one.what, _in(one.left), one.at) for one in now.due])),)
    people = (
        ("Party", screen.columns([_member(out, one) for one in now.party])),
        ("Absent", screen.columns([(one.name, one.where) for one in now.absent])),
        ("Rate", [now.place.rate] if now.place.rate else []),
        ("Mounts", list(now.caravan.mounts if now.caravan is not None else ())),
        ("Vehicles", list(now.caravan.vehicles if now.caravan is not None else ())),
        ("Supplies", [", ".join(one.text for one in now.supplies)] if now.supplies else []),
        ("Needs", [one.text for one in now.needs]),
        ("Handouts", list(now.handouts)),
    )
    for group in (urgent, travel, running, due, people):
        lines = [line for label, texts in group for line in screen.block(out, label, texts)]
        yield from ("", *lines) if lines else ()


def _heading(out: screen.Screen, now: Glance) -> Iterator[str]:
    yield f"{out.bold(now.campaign)}  {out.dim(now.rules)}"
    clock = now.clock
    place = ", ".join(filter(None, (now.place.called, now.place.spot, clock.weather, clock.season)))
    units = ", ".join(filter(None, (clock.within, clock.units)))
    yield f"{out.bold(clock.instant)}  {place or 'nowhere yet'}  {out.dim(units)}"
    if clock.date:
        yield "  ".join(filter(None, (clock.date, out.dim(", ".join((*clock.moons, *clock.events))))))
    yield from map(out.dim, clock.beside)


def _waiting(out: screen.Screen, waiting: tuple[Matter, ...]) -> list[str]:
    return [f"{out.warm(one.lead)} {' | '.join(one.says)}" for one in waiting]


def _encounter(now: Glance) -> list[str]:
    lines = ["; ".join(one.text for one in now.met)] if now.met else []
    lines += [
        f"{one.text}; tested at {' or '.join(one.tests)}" if one.tests else one.text for one in now.sides
    ]
    return lines + ([f"next: {now.foretold} (secret)"] if now.foretold else [])


def _fight(now: Glance, *, every: bool) -> tuple[tuple[str, list[str]], ...]:
    """Return the blocks of a fight or a count, and of the Tide with its proposals."""
    order = now.count or now.fight
    label = "Count" if now.fight is None else "Fight"
    lines = [] if order is None else list(order.told(len(order.coming)) if every else order.lines)
    tide = now.tide
    # The first that is proposed waits for an answer, and is told with that.
    shifts = [] if tide is None else [tide.text, *(f"and then (secret): {one}" for one in tide.proposed[1:])]
    return ((label, lines), ("Tide", shifts))


def _travel(out: screen.Screen, now: Glance) -> tuple[tuple[str, list[str]], ...]:
    """Return a block for each subject of travel and of the sky; that the party is lost is a secret."""
    told = ({} if now.travel is None else now.travel.told) | now.clock.told
    return tuple(
        (subject.capitalize(), [out.alarm(f"{text} (secret)") if subject == "lost" else text])
        for subject, text in told.items()
    )


def _lights(out: screen.Screen, now: Glance) -> list[str]:
    rows = [_light(out, one) for one in now.lights]
    dark = [out.alarm("dark: nothing is lit")] if now.place.dark else []
    return dark + screen.columns(rows)


def _light(out: screen.Screen, one: LightLine) -> tuple[str, ...]:
    bar = out.bar(one.left_of_1000)
    if not one.lit:
        return (one.name, out.dim(bar), f"{one.left}, put out", "")
    burning = out.warm(bar) if one.left_of_1000 > LOW else out.alarm(bar)
    return (one.name, burning, one.left, out.dim(one.reach))


def _timers(now: Glance) -> list[str]:
    more = [f"and {now.more_timers} more"] if now.more_timers else []
    in_order = sorted(now.timers, key=attrgetter("number"))
    return screen.columns([(one.name, one.left, one.until) for one in in_order]) + more


def _in(left: str) -> str:
    return left if left == "now" else f"in {left}"


def _member(out: screen.Screen, one: MemberLine) -> tuple[str, ...]:
    parts = (
        out.alarm(one.condition),
        "hireling" if one.hireling else "",
        f"hp {one.hp.text}" if one.hp is not None else "",
        f"mana {one.mana.text}" if one.mana is not None else "",
        one.weary,
        out.alarm(one.burdened) if one.burdened else "",
        one.load,
        f"wields {one.wields}" if one.wields else "",
        out.dim(one.attributes),
    )
    level = f"{one.race} level {one.level}".strip()
    return (one.name, level, ", ".join(part for part in parts if part))


def toolbar(now: Glance, width: int | None = None) -> str:
    """Return the state in one line: the clock, the place, what waits, the lights, what falls due next.

    Where that is too long for the width, the place goes first, then what falls due, then the lights.
    """
    parts = {
        "clock": ", ".join(filter(None, (now.clock.instant, now.clock.within))),
        "place": ", ".join(part for part in (now.place.called, now.place.spot, _hex(now)) if part),
        "waiting": "a question waits" if now.question else _going_on(now),
        "light": "dark"
        if now.place.dark
        else ", ".join(f"{one.name} {one.left}" for one in now.lights if one.lit),
        "due": f"{now.due[0].what} {_in(now.due[0].left)}" if now.due else "",
    }
    line = _joined(parts)
    for spare in ("place", "due", "light"):
        if width is not None and screen.length(line) > width:
            parts[spare] = ""
            line = _joined(parts)
    return line


def _hex(now: Glance) -> str:
    """Return the hex where the party is, out of doors on a map."""
    return "" if now.travel is None or now.travel.where is None else now.travel.where.hex


def _going_on(now: Glance) -> str:
    """Return the position of the count or the fight, else the encounter."""
    if now.count is not None:
        return f"{'count' if now.fight is None else 'fight'}, {now.count.brief}"
    return "; ".join(one.text for one in now.met) if now.fight is None else f"fight, round {now.fight.round}"


def _joined(parts: dict[str, str]) -> str:
    return "  \N{MIDDLE DOT}  ".join(part for part in parts.values() if part)
