"""The place: the scene that the party is in, the spot within it, and the place's own settings."""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct
from msgspec.structs import replace

from turnkeeper.play.clock import trackers, tracking
from turnkeeper.play.clock.check_times import CheckCount, Paced, counted_in, counts_in
from turnkeeper.play.dungeon import dark, light
from turnkeeper.play.dungeon.meeting import Spot, followed, leaving
from turnkeeper.play.kernel.decision import Decision, closest, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.essence import Outlook, timeless
from turnkeeper.play.kernel.event import Command, Event, State, arriving, happens
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.scene import ABROAD, abroad, among_rooms, heard_of_scenes
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import NO_TIME, ORIGIN, Duration, Instant

Tables = tuple[tuple[str, str], ...]
ENCOUNTERS = "encounters"


class AreaChance(Struct, frozen=True, array_like=True):
    """The chance of a procedure in this area: ``hits`` in ``of``."""

    use: str
    hits: int
    of: int


class Own(Struct, frozen=True, omit_defaults=True):
    """The settings of a place, which hold again when the party comes back.

    ``tables`` are those for a procedure, or under ``encounters`` for encounters here. ``paced`` and
    ``chances`` are the intervals and chances of procedures that differ from the rule set. In a ``draughty``
    place wind or wet reaches the lights; ``level`` is how deep it is, ``rooms`` the areas of its known rooms.
    """

    tables: Tables = ()
    paced: tuple[Paced, ...] = ()
    chances: tuple[AreaChance, ...] = ()
    draughty: bool = False
    level: int | None = None
    rooms: tuple[tuple[str, str], ...] = ()


NOTHING_OWN = Own()


class Place(Struct, frozen=True, omit_defaults=True):
    """A scene of the rule set, since when the party is in it, its name, and the spot where they stand.

    ``own`` are its settings, ``elsewhere`` those of named places left before. ``pace`` is that of the last
    move. ``counts`` are of checks; ``ran`` is the time spent in this scene before it was ``entered``, and
    ``left`` the time in others: turns count on from there. A ``benighted`` one lost its last light.
    """

    scene: str = ""
    name: str = ""
    entered: Instant = ORIGIN
    spot: Spot = "corridor"
    room: str = ""
    area: str = ""
    own: Own = NOTHING_OWN
    pace: str = ""
    elsewhere: tuple[tuple[str, Own], ...] = ()
    counts: tuple[CheckCount, ...] = ()
    ran: Duration = NO_TIME
    left: tuple[tuple[str, Duration], ...] = ()
    benighted: bool = False

    @property
    def turned(self) -> Instant:
        """Return the instant that the turns of this scene are counted from."""
        return self.entered - self.ran

    def turns_in(self, scene: str, at: Instant) -> Instant:
        """Return the instant that the turns of a scene are counted from, if the party enters it then."""
        return self.turned if scene == self.scene else at - dict(self.left).get(scene, NO_TIME)

    @property
    def called(self) -> str:
        """Return the name of the spot where the party stands: ``Barrow, room Hall``."""
        spot = f"{self.spot} {self.room}".strip()
        return f"{self.name or self.scene}, {spot}"

    def table(self, use: str, otherwise: str = "") -> str:
        """Return the table that this place uses for a purpose."""
        return next((table for key, table in self.own.tables if key == use), otherwise)

    def owned(self, name: str) -> Own:
        """Return the settings of a place of that name, if the party enters it."""
        if name and name == self.name:
            return self.own
        return dict(self.elsewhere).get(name, NOTHING_OWN)

    def left_for(
        self, scene: str, name: str, at: Instant, counts: tuple[CheckCount, ...] | None = None
    ) -> Place:
        """Return the place that the party enters; a named one has its former settings.

        Without ``counts``, turns and checks are counted anew.
        """
        known = {key: own for key, own in self.elsewhere if key != self.name}
        if self.name and self.own != NOTHING_OWN:
            known[self.name] = self.own
        known.pop(name, None)
        there = Place(scene, name, at, own=self.owned(name), elsewhere=tuple(known.items()))
        if counts is None:
            return there
        if scene == self.scene:
            return replace(there, entered=self.entered, counts=counts, ran=self.ran, left=self.left)
        left = {**dict(self.left), self.scene: at - self.turned}
        return replace(there, counts=counts, ran=left.pop(scene, NO_TIME), left=tuple(left.items()))


class Enter(Command, frozen=True, tag="enter"):
    """Go into a scene: a dungeon, the wilderness, a settlement."""

    scene: str
    name: str = ""


class EnterRoom(Command, frozen=True, tag="enter-room"):
    """Go into a room: the obvious is seen at once. Its area is that of a search of it."""

    name: str = ""
    area: str = ""


class EnterCorridor(Command, frozen=True, tag="enter-corridor"):
    """Go out into a corridor."""


class UseTable(Command, frozen=True, tag="use-table"):
    """Use a table of the rule set in this place, for a procedure or for those one meets."""

    table: str
    use: str


class CampaignBegan(Event, frozen=True, tag="campaign-began.1"):
    """The campaign began, in a scene of the rule set."""

    scene: str


class SceneEntered(Event, frozen=True, tag="scene-entered.1"):
    """The party entered a scene; checks count on as ``counts`` say. Of what was met these ``follow``."""

    scene: str
    name: str = ""
    counts: tuple[CheckCount, ...] | None = None
    follow: tuple[str, ...] = ()


class RoomEntered(Event, frozen=True, tag="room-entered.1"):
    """The party entered a room and saw the obvious in it."""

    name: str = ""
    area: str = ""


class CorridorEntered(Event, frozen=True, tag="corridor-entered.1"):
    """The party went out into a corridor."""


class TableUsed(Event, frozen=True, tag="table-used.1"):
    """The place was given a table of its own, which only the referee knows."""

    use: str
    table: str


def _enter(decision: Decision, command: Enter) -> None:
    scenes = decision.book.set.scenes
    key = next((one for one in scenes if one.casefold() == command.scene.casefold()), None)
    if key is None:
        hint = closest(command.scene, scenes, "one of " + ", ".join(scenes))
        refuse("unknown-scene", f"there is no scene {command.scene!r}", hint)
    if decision.state.fight is not None:
        refuse("fight", "a fight is going on", "end fight")
    here = decision.state.place
    if (here.scene, here.name) == (key, command.name) and command.name:
        refuse("here", f"the party is in {command.name} already")
    tracking.leave(decision)
    there = here.left_for(key, command.name, decision.at)
    counts = counts_in(decision, replace(decision.state, place=there))
    decision.record(SceneEntered(key, command.name, counts, leaving(decision), rule=scenes[key].rule.id))
    dark.fall_if_dark(decision)


def _in_dungeon(decision: Decision) -> None:
    if not among_rooms(decision.state, decision.book):
        where = ", ".join(key for key, one in decision.book.set.scenes.items() if one.rooms)
        refuse("no-rooms", "there are no rooms and corridors here", f"enter {where} first")


def _enter_room(decision: Decision, command: EnterRoom) -> None:
    _in_dungeon(decision)
    place = decision.state.place
    rule = decision.book.set.scenes[place.scene].rooms_rule
    area = command.area or dict(place.own.rooms).get(command.name, "")
    decision.record(RoomEntered(command.name, area, rule=rule.id if rule else ""))


def _enter_corridor(decision: Decision, _command: EnterCorridor) -> None:
    _in_dungeon(decision)
    decision.record(CorridorEntered())


def _fits(decision: Decision, table: str) -> bool:
    """Return whether any procedure can use a table: its effects belong to none alone."""
    return all(map(decision.registry.carries, decision.book.effects_of(table)))


def _use_table(decision: Decision, command: UseTable) -> None:
    tables, procedures = decision.book.set.tables, decision.book.set.procedures
    if command.table not in tables:
        refuse("unknown-table", f"there is no table {command.table!r}", closest(command.table, tables))
    uses = (ENCOUNTERS, *(name for name, one in procedures.items() if one.table))
    if command.use not in uses:
        hint = closest(command.use, uses, ", ".join(uses))
        refuse("unknown-use", f"no table is used for {command.use!r}", hint)
    if not _fits(decision, command.table):
        fit = ", ".join(one for one in tables if _fits(decision, one))
        refuse(
            "table-use", f"the table {command.table} has one use of its own, and no other", f"one of {fit}"
        )
    decision.record(TableUsed(command.use, command.table, seen_by="referee"))


def begin(book: Rulebook, at: Instant) -> CampaignBegan:
    """Return the first event of a campaign, which begins at an instant in the rule set's starting scene."""
    scenes = book.set.scenes
    start = next((key for key, scene in scenes.items() if scene.start), next(iter(scenes)))
    return CampaignBegan(start, at=at)


def _began(state: State, event: CampaignBegan) -> State:
    here = trackers.scene_entered(state.trackers, event.at)
    return replace(state, place=Place(event.scene, entered=event.at), trackers=here)


def _scene_entered(state: State, event: SceneEntered) -> State:
    state = light.moved_to(state, event.scene, event.at)
    place = state.place.left_for(event.scene, event.name, event.at, event.counts)
    here = trackers.scene_entered(state.trackers, event.at)
    return replace(state, place=place, meetings=followed(state.meetings, event.follow), trackers=here)


def _room_entered(state: State, event: RoomEntered) -> State:
    own = state.place.own
    if event.name and event.area:
        own = replace(own, rooms=tuple({**dict(own.rooms), event.name: event.area}.items()))
    place = replace(state.place, spot="room", room=event.name, area=event.area, own=own)
    return replace(state, place=place)


def _corridor_entered(state: State, _event: CorridorEntered) -> State:
    return replace(state, place=replace(state.place, spot="corridor", room="", area=""))


def _table_used(state: State, event: TableUsed) -> State:
    others = tuple(pair for pair in state.place.own.tables if pair[0] != event.use)
    own = replace(state.place.own, tables=(*others, (event.use, event.table)))
    return replace(state, place=replace(state.place, own=own))


def kept(then: State, now: State) -> State:
    """Return an earlier state with the present place; one that was elsewhere arrives at that time.

    A light that burned in another scene burns in this one from then on.
    """
    here, there, at = now.place, then.place, then.now
    if (here.scene, here.name) == (there.scene, there.name):
        return replace(then, place=_counted_as(here, there, at))
    then = replace(
        then, place=_counted_as(here, there, at), trackers=trackers.scene_entered(then.trackers, at)
    )
    return light.moved_to(then, here.scene, at)


def _counted_as(here: Place, there: Place, at: Instant) -> Place:
    """Return the present place with turns and checks counted as they were where the party was then."""
    runs = {one.use for one in here.counts if one.since is not None}
    counts = tuple(one.moved(at, runs=one.use in runs) for one in there.counts)
    now = there.left_for(here.scene, here.name, at, counts)
    return replace(here, entered=now.entered, counts=now.counts, ran=now.ran, left=now.left)


def _tell_room(event: RoomEntered, _book: Rulebook) -> str:
    size = f" of {event.area}" if event.area else ""
    return f"room {event.name or 'entered'}{size}: all that is obvious is seen"


def _essence(seen: Outlook) -> Hashable:
    """Return the place; when the party came matters only as far as turns or a night count from it."""
    place, rules = seen.state.place, seen.book.set
    lengths = {
        rules.fight.fills if rules.fight is not None else "",
        rules.encounters.enters_at_next if rules.encounters is not None else "",
        *(rules.scenes[scene].step for scene in seen.scenes if any(counted_in(seen.book, scene))),
    }
    whole = [seen.book.duration(one) for one in sorted(lengths) if one]
    turns = tuple(seen.phase(place.turned, one) for one in whole)
    left = tuple((scene, tuple((ran % one).ms for one in whole)) for scene, ran in place.left)
    late = seen.book.scale.day.ms * 2
    return (
        timeless(replace(place, entered=seen.now, ran=NO_TIME, left=())),
        left,
        turns,
        min(seen.ago(place.entered), late) if rules.camp is not None and seen.outdoors else None,
    )


MECHANISM = Mechanism(
    group="Place",
    commands=(
        declare(
            EnterRoom,
            _enter_room,
            says=("enter room {area:area}", "enter room {name:name} {area:area}", "enter room [{name:name}]"),
            heard=(
                "enter|go|walk|step|move room|chamber|cave|cavern|vault|crypt [into] {area:area}",
                *(
                    Form(f"enter|go|walk|step|move|head {kind} [into|next|new]", {"name": kind})
                    for kind in ("cave", "cavern", "vault", "crypt")
                ),
                "enter|go|walk|step|move|head room|chamber [into] [next] [new]",
                "next|new|on|into|through room|chamber|cave|vault [next|new|on|into|through] [{area:area}]",
            ),
            examples=("enter room Hall of Bones 20 x 20 ft", "enter room"),
        ),
        declare(
            EnterCorridor,
            _enter_corridor,
            says="enter corridor",
            heard=(
                "enter|go|walk|step|move|head corridor|passage|hallway|tunnel [into|down|next|new]",
                "next|new corridor|passage",
                "back|return [out] corridor|passage|hall|hallway|tunnel",
                "leave|exit room|chamber|cave|vault",
                "out room|chamber|cave|vault",
            ),
            examples="enter corridor",
        ),
        declare(
            Enter,
            _enter,
            says=("enter {scene:scene} [{name:name}]", "leave for {scene:scene} [{name:name}]"),
            heard=heard_of_scenes,
            examples=("enter dungeon Barrow", "leave for wilderness"),
            completes={ABROAD: abroad},
        ),
        declare(
            UseTable,
            _use_table,
            says="use table {table:table} for {use:what}",
            examples="use table encounter check for wandering",
            completes={"use": lambda _state, book: [ENCOUNTERS, *book.set.procedures]},
        ),
    ),
    events=(
        happens(
            CampaignBegan,
            _began,
            lambda event, _book: f"the campaign begins in the {event.scene}",
            arrives=arriving,
        ),
        happens(
            SceneEntered,
            _scene_entered,
            lambda event, _book: f"{event.scene} {event.name}".strip() + " entered",
            arrives=arriving,
        ),
        happens(RoomEntered, _room_entered, _tell_room, arrives=arriving),
        happens(
            CorridorEntered, _corridor_entered, lambda _event, _book: "corridor entered", arrives=arriving
        ),
        happens(TableUsed, _table_used, lambda event, _book: f"table {event.table} is used for {event.use}"),
    ),
    completes={"scene": lambda _state, book: book.set.scenes, "table": lambda _state, book: book.set.tables},
    slices=("place",),
    essence=_essence,
    keeps=kept,
)
