"""Who is with the party: people join or leave it, stay behind or go ahead and come back, take another name.

Who is apart is out of it until they are back: no light, check, load, meal or fight counts them, and no time
passes for their sheet (docs/decisions/0060). A name that is changed is changed wherever the state has it; the
earlier one stays understood, so that old lines, links of players and habits of speech find the person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, State, happens
from turnkeeper.play.kernel.introducing.newcomers import Newcomer, say_people
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.party.party import MOST_MEMBERS, Character, Party, member, require_sound
from turnkeeper.rules.book import Rulebook

Named = TypeVar("Named", bound=Struct)
MOST_NAMES = 20
"""The most earlier names of a person that stay understood."""


class Join(Command, frozen=True, tag="party"):
    """People join: a name, then their sheet's entries; a semicolon or a comma between people."""

    members: tuple[Newcomer, ...]
    hired: bool = False


class Joined(Event, frozen=True, tag="joined.1"):
    """A character joined the party."""

    who: Newcomer


class Leave(Command, frozen=True, tag="dismiss"):
    """A character leaves the party."""

    who: str


class StayApart(Command, frozen=True, tag="stay-apart"):
    """A member stays behind, or goes ``ahead``, and is out of it until they are back."""

    who: str
    ahead: bool = False


class ComeBack(Command, frozen=True, tag="come-back"):
    """One who stayed behind or went ahead is with the party again."""

    who: str


class Rename(Command, frozen=True, tag="rename"):
    """One of the party is called otherwise; the earlier name stays understood."""

    who: str
    name: str


class MemberLeft(Event, frozen=True, tag="left.1"):
    """A member left the party."""

    who: str


class MemberApart(Event, frozen=True, tag="member-apart.1"):
    """A member stayed behind ``where`` the party was, or went ``ahead`` of it."""

    who: str
    where: str = ""
    ahead: bool = False


class MemberBack(Event, frozen=True, tag="member-back.1"):
    """One who was apart came back to the party."""

    who: str


class MemberRenamed(Event, frozen=True, tag="member-renamed.1"):
    """A member of the party took another name."""

    who: str
    name: str


def _join(decision: Decision, command: Join) -> None:
    names = [one.name.casefold() for one in decision.state.party.everybody]
    if len(names) + len(command.members) > MOST_MEMBERS:
        refuse("too-many", f"a party has at most {MOST_MEMBERS:,} members")
    for one in command.members:
        if one.name.casefold() in names:
            refuse("twice", f"{one.name} is in the party already", "give another name")
        require_sound(decision, Character.of(one))
        names.append(one.name.casefold())
        decision.record(Joined(replace(one, hireling=True) if command.hired else one))


def _require_no_light(decision: Decision, who: Character) -> None:
    light = next((one for one in decision.state.lights.burning() if one.bearer == who.name), None)
    if light is not None:  # the others would go on seeing by it
        to = next((one.name for one in decision.state.party.living if one.name != who.name), "")
        hand = f"hand {light.kind} from {who.name} to {to}, or " if to else ""
        message = f"{who.name} bears a burning {light.kind}"
        refuse("bears-light", message, f"{hand}douse {light.kind} of {who.name}")


def _leave(decision: Decision, command: Leave) -> None:
    who = member(decision, command.who)
    _require_no_light(decision, who)
    decision.record(MemberLeft(who.name))


def _apart(decision: Decision, command: StayApart) -> None:
    who, place = member(decision, command.who), decision.state.place
    _require_peace(decision, f"flee {who.name}")
    if len(decision.state.party.members) == 1:
        refuse("alone", f"nobody would be left without {who.name}", "wait")
    _require_no_light(decision, who)
    where = "" if command.ahead else place.name or place.scene
    decision.record(MemberApart(who.name, where, command.ahead))


def _back(decision: Decision, command: ComeBack) -> None:
    who = decision.state.party.missing(command.who)
    if who is None:
        there = away(decision.state, decision.book)
        hint = f"rejoin {closest(command.who, there, next(iter(there), ''))}" if there else "party Varda"
        refuse("unknown-name", f"nobody called {command.who!r} is apart from the party", hint)
    decision.record(MemberBack(who.name))


def _rename(decision: Decision, command: Rename) -> None:
    party, name = decision.state.party, " ".join(command.name.split())
    who = member(decision, command.who)
    _require_peace(decision, "end fight")
    if not name or ";" in name or '"' in name:
        refuse("name", "a name has letters, and neither quotes nor semicolons", f"rename {who.name} to Varda")
    if name == who.name:
        refuse("same", f"{who.name} is called so already", "another name")
    if any(one.name.casefold() == name.casefold() != who.name.casefold() for one in party.everybody):
        refuse("twice", f"{name} is in the party already", "give another name")
    decision.record(MemberRenamed(who.name, name))


def _require_peace(decision: Decision, hint: str) -> None:
    if decision.state.fight is not None or decision.state.count is not None:
        refuse("fight", "a fight goes on", hint)


def _joined(state: State, event: Joined) -> State:
    members = (*state.party.members, Character.of(event.who, event.at))
    return replace(state, party=replace(state.party, members=members))


def _left(state: State, event: MemberLeft) -> State:
    members = tuple(one for one in state.party.members if one.name != event.who)
    return replace(state, party=replace(state.party, members=members))


def _went(state: State, event: MemberApart) -> State:
    who = state.party.find(event.who)
    if who is None:
        return state
    apart = "gone ahead" if event.ahead else f"left behind, {event.where}"
    there = tuple(one for one in state.party.members if one.name != who.name)
    return replace(state, party=Party(there, (*state.party.absent, replace(who, apart=apart))))


def _came(state: State, event: MemberBack) -> State:
    who = state.party.missing(event.who)
    if who is None:
        return state
    absent = tuple(one for one in state.party.absent if one.name != who.name)
    # What they ate and drank in between is theirs: hunger counts from now on.
    back = replace(who, apart="", joined=event.at)
    return replace(state, party=Party((*state.party.members, back), absent))


def _renamed(state: State, event: MemberRenamed) -> State:
    def called(one: Character) -> Character:
        return replace(one, name=event.name, formerly=(*one.formerly, event.who)[-MOST_NAMES:])

    return _named_anew(replace(state, party=state.party.changed(event.who, called)), event.who, event.name)


# A name, wherever the state has it


def _named_anew(state: State, old: str, new: str) -> State:
    """Return the state with a person's name in what they bear, run, eat and guide."""
    lights, timers, eaten, journey = state.lights, state.timers, state.provisions, state.journey
    live = timers.live
    for one in [one for one in live.values() if one.who == old]:
        live = live.set(one.id, replace(one, who=new))
    called = {old: new}
    return replace(
        state,
        lights=replace(
            lights,
            lit=_anew(lights.lit, "bearer", called),
            doused=_anew(lights.doused, "bearer", called),
        ),
        timers=replace(timers, live=live),
        provisions=replace(
            eaten,
            had=_anew(eaten.had, "who", called),
            alone=tuple((called.get(who, who), at) for who, at in eaten.alone),
        ),
        journey=replace(
            journey,
            navigator=called.get(journey.navigator, journey.navigator),
            laden=tuple(called.get(one, one) for one in journey.laden),
        ),
    )


def _anew(some: tuple[Named, ...], field: str, called: Mapping[str, str]) -> tuple[Named, ...]:
    """Return values with whoever a field names called as they are now."""
    return tuple(
        replace(one, **{field: called[getattr(one, field)]}) if getattr(one, field) in called else one
        for one in some
    )


def _keep(then: State, now: State) -> State:
    """Return an earlier state in which everybody is called as they are now."""
    for one in now.party.everybody:
        for old in one.formerly:
            then = _named_anew(then, old, one.name)
    return then


def away(state: State, _book: Rulebook) -> Iterable[str]:
    """Return the names of those who are apart from the party."""
    return [one.name for one in state.party.absent]


def _tell_apart(event: MemberApart, _book: Rulebook) -> str:
    return f"{event.who} goes ahead" if event.ahead else f"{event.who} stays behind, {event.where}"


_TABLE = "party|group|team|crew|company|band|hero|character|adventurer|player|pcs|cast|roster"
"""What those who play are called together."""
_HIRELING = "hireling|henchman|retainer|porter|mercenary|torchbearer|linkboy"
MECHANISM = Mechanism(
    group="Party",
    commands=(
        declare(
            Join,
            _join,
            says=("party {members:people}", Form("hire {members:people}", {"hired": True})),
            heard=(
                "add|join|welcome [new] [character|member|player] {members:people}",
                "{members:people} joins|arrives",
                "consist|include|comprise party [of] {members:people}",
                Form(
                    f"add|hire|recruit|employ|engage {_HIRELING} [new|as|named|called] {{members:people}}",
                    {"hired": True},
                ),
                Form(f"new {_HIRELING} [called|named|is] {{members:people}}", {"hired": True}),
                Form(f"{_HIRELING} [named|called] {{members:people}} joins|arrives", {"hired": True}),
                Form(f"{{members:people}} joins [as] {_HIRELING}", {"hired": True}),
                "{members:people} comes|tags|travels along|with|aboard",
                "{members:people} signs|teams on|up",
                Form("recruit|employ|engage {members:people}", {"hired": True}),
                "bring|joined in|along|by {members:people}",
                "{members:people} becomes member [new] [of]",
                f"{_TABLE} [is|are|two|three|four|five|six] {{members:people!}}",
                "are|is we {members:people!}",
                "have we|they|party {members:people!}",
                "new character|member|player|adventurer|guy|face|recruit [add] {members:people}",
            ),
            examples=(
                "party Varda wisdom 12 hp 5/7; Orlo wisdom 9",
                "party Varda hp 5/7; Orlo",
                "hire Bram morale 7",
            ),
        ),
        declare(
            Leave,
            _leave,
            says="dismiss {who:who}",
            heard=(
                "dismiss|remove|expel {who:who} [from]",
                "{who:who} leaves|departs|quits [home|away|off]",
                "{who:who} goes|heads home|away|off",
                "goodbye|farewell [say] [to] {who:who}",
            ),
            examples="dismiss Orlo",
        ),
        declare(
            StayApart,
            _apart,
            help=(
                "Somebody stays behind, or goes ahead, and is out of it until back: no light, check, load, "
                "meal or fight counts them."
            ),
            says=("stay behind {who:who}", Form("send ahead {who:who}", {"ahead": True})),
            heard=(
                "{who:who!} stays|remains|waits|hangs|holds behind|back [here]",
                "leave|left {who:who!} behind|back [here]",
                "{who:who!} stays|remains|waits with! {_whom:what}",
                Form(
                    "{who:who!} scouts|goes|runs|sneaks|creeps|slips|moves|steals|presses|slinks|ventures "
                    "ahead|forward [on|alone|for] [scout|scouts|look|bit]",
                    {"ahead": True},
                ),
                Form("send {who:who!} ahead|forward [on|alone] [scout|look]", {"ahead": True}),
            ),
            examples=("stay behind Orlo", "send ahead Orlo"),
        ),
        declare(
            ComeBack,
            _back,
            says="rejoin {who:name}",
            heard=(
                "{who:name!} returns|rejoins",
                "{who:name!} comes|gets|is back",
                "catch|meet up [with] {who:name!}",
            ),
            examples="rejoin Orlo",
            completes={"who": away},
        ),
        declare(
            Rename,
            _rename,
            says="rename {who:who} to {name:name}",
            examples="rename Orlo to Orlo the Bold",
        ),
    ),
    events=(
        happens(Joined, _joined, lambda event, book: f"{say_people((event.who,), book)} joins"),
        happens(MemberLeft, _left, lambda event, _book: f"{event.who} leaves the party"),
        happens(MemberApart, _went, _tell_apart),
        happens(MemberBack, _came, lambda event, _book: f"{event.who} is back with the party"),
        happens(MemberRenamed, _renamed, lambda event, _book: f"{event.who} is called {event.name}"),
    ),
    keeps=_keep,
)
