"""Wounds and deaths in the party, and the morale checks of its hirelings.

The dead stay on the list until they are dismissed: they check nothing, eat nothing and do not heal. A
hireling's side is the party: its first death, and half of it down, bring the checks that those of monsters
do.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from turnkeeper.chance.throws import Throw
from turnkeeper.play.fight import facing, falling, foes, morale
from turnkeeper.play.fight.sides import DIE, KILL, combatants, groups, meant, members_of, several
from turnkeeper.play.kernel.decision import Decision, refuse
from turnkeeper.play.kernel.declare import Form, declare
from turnkeeper.play.kernel.event import Command, Event, Rolled, State, WantedFigure, happens
from turnkeeper.play.kernel.introducing.creatures import Amount
from turnkeeper.play.kernel.mechanism import Mechanism
from turnkeeper.play.kernel.several import joined
from turnkeeper.play.party import notes, party
from turnkeeper.play.party.party import Character, Party
from turnkeeper.rules.book import Rulebook
from turnkeeper.rules.model.people import MoraleTrigger
from turnkeeper.spelling.sentences import joined as in_a_row


class Hurt(Command, frozen=True, tag="hurt"):
    """Hit points are lost, as a number or by dice, by one or by each of several."""

    who: str
    points: Amount


class Heal(Command, frozen=True, tag="heal"):
    """Hit points are regained, as a number or by dice, up to the most."""

    who: str
    points: Amount


class Die(Command, frozen=True, tag="die"):
    """A member of the party dies, and stays on the list until dismissed. Hirelings check morale."""

    who: str


class MemberDied(Event, frozen=True, tag="member-died.1"):
    """A member of the party died."""

    who: str


def _of_party(decision: Decision, name: str) -> bool:
    """Return whether a name is to be looked up in the party: a member has it, or no side does."""
    state = decision.state
    return state.party.find(name) is not None or meant(state, name) is None


def _points(decision: Decision, said: Amount, what: str, who: str) -> tuple[int, Rolled | None]:
    """Return a number of points, thrown for once where dice say it, at least 1; and the dice.

    Refuses for those who cannot be hurt or healed before any dice fall.
    """
    if isinstance(said, str):
        for name in several(decision.state, who):
            if _of_party(decision, name):
                _kept(decision, name)
            else:
                foes.living(decision, name)
        answer, rolled = decision.roll(Throw(f"{what} of {who}", said))
        return max(1, answer.total or 0), rolled
    if said <= 0:
        refuse("number", "say how many points, at least 1", f"hurt {who} 3")
    return said, None


def _kept(decision: Decision, name: str) -> Character:
    who = party.living(decision, name)
    if who.hp is None:
        message, wants = f"the hit points of {who.name} are not kept", (WantedFigure("hp", who.name, such=5),)
        refuse("no-hit-points", message, f"rule hp of {who.name} 5", wants=wants)
    return who


def _hurt(decision: Decision, command: Hurt) -> None:
    before = decision.state.party
    who, unkept = _of_all(decision, command.who)
    points, rolled = _points(decision, command.points, "damage", who)
    falling.with_each(decision, who, lambda name: _hurts(decision, name, points, rolled))
    _tell_unkept(decision, unkept)
    _after(decision, before)


def _of_all(decision: Decision, said: str) -> tuple[str, list[str]]:
    """Return who is meant, and where that is the whole party, whose hit points nobody keeps.

    They are left out, unless none are kept; who is named has them, or the command is refused.
    """
    who, people = members_of(decision.state, said), decision.state.party.living
    if who == said or who != joined(one.name for one in people):
        return who, []
    kept = [one.name for one in people if one.hp is not None]
    return (joined(kept), [one.name for one in people if one.hp is None]) if kept else (who, [])


def _tell_unkept(decision: Decision, names: list[str]) -> None:
    """Write down who was left out, since their hit points are not kept."""
    if names:
        known = f"rule hp of {names[0]} N writes them down"
        notes.write(decision, f"the hit points of {in_a_row(names)} are not kept; {known}")


def _hurts(decision: Decision, name: str, points: int, rolled: Rolled | None) -> str:
    if not _of_party(decision, name):
        return foes.hurt(decision, name, points, rolled)
    party.change_hp(decision, _kept(decision, name), -points, rolled=rolled)
    return ""


def _heal(decision: Decision, command: Heal) -> None:
    people = decision.state.party
    who, unkept = _of_all(decision, command.who)
    if who != command.who and set(several(decision.state, who)) <= {one.name for one in people.living}:
        # Of all of them those are healed who are hurt; of those who are named each must be.
        all_kept = [one for one in people.living if one.name not in unkept]
        who = joined(one.name for one in all_kept if one.hp is None or one.hp < one.most_hp)
        if not who:
            refuse("unhurt", "nobody of the party is hurt")
    points, rolled = _points(decision, command.points, "healing", who)
    falling.with_each(decision, who, lambda name: _heals(decision, name, points, rolled))
    _tell_unkept(decision, unkept)


def _heals(decision: Decision, name: str, points: int, rolled: Rolled | None) -> str:
    if not _of_party(decision, name):
        return foes.hurt(decision, name, -points, rolled)
    who = _kept(decision, name)
    if who.hp is not None and who.hp >= who.most_hp:
        refuse("unhurt", f"{who.name} has all {who.most_hp} hit points")
    party.change_hp(decision, who, points, rolled=rolled)
    return ""


def _die(decision: Decision, command: Die) -> None:
    before = decision.state.party
    falling.with_each(decision, command.who, lambda name: _dies(decision, name))
    _after(decision, before)


def _dies(decision: Decision, name: str) -> str:
    if not _of_party(decision, name):
        one = facing.foe(decision, name)
        falling.fall(decision, one, dead=True)
        return one.side.name
    decision.record(MemberDied(party.living(decision, name).name))
    return ""


def _after(decision: Decision, before: Party) -> None:
    """Check the morale of hirelings where members fell since."""
    now = decision.state.party
    died = len(now.living) < len(before.living)
    if died or len(now.able) < len(before.able):
        _test_hirelings(decision, died=died)


def _test_hirelings(decision: Decision, *, died: bool) -> None:
    """Check the morale of every hireling who can still run, after a member fell."""
    rules = decision.book.set.morale
    for trigger in rules.triggers if rules else ():
        if _due(decision.state.party, trigger, died=died):
            for who in decision.state.party.able:
                morale.check_hireling(decision, who.name, trigger)


def _due(people: Party, trigger: MoraleTrigger, *, died: bool) -> bool:
    match trigger:
        case "first-death":
            return died
        case "half-down":
            return 2 * sum(one.down for one in people.members) >= len(people.members)
        case "alone-halved" | "frightening" | "alone-at-half" | "death-in-round":
            return False


def _died(state: State, event: MemberDied) -> State:
    def died(one: Character) -> Character:
        return replace(one, died=event.at)

    fight = None if state.fight is None else replace(state.fight, died_in=state.fight.rounds)
    return replace(state, party=state.party.changed(event.who, died), fight=fight)


def _hurt_at_once(state: State, book: Rulebook) -> Iterable[str]:
    """Yield all who could be hurt, then several who could be hurt at once."""
    yield from combatants(state, book)
    yield from groups(state)


_HITS = (
    "hurt|damage|wound|hit|injure|harm|strike|cut|burn|bite|stab|shoot|slash|smash|pierce|punch|kick|club|claw|"
    "scratch|graze|nick|maul|gore|sting|crush|scald|zap|thump|whack|clobber|pummel|clip|jab|gnaw|slam|scorch|singe|"
    "cleave|hack|chop|hew|smite|skewer|impale|spear|bash|bludgeon|slice"
)
_SUFFERS = "take|suffer|lose|receive|catch|eat|soak|draw|cop"
_DEALS = "deal|do|inflict|cause|land|score"
_POINTS = "points|point|damage|hp|hit|harm|wounds|hitpoints"
_KINDS = (
    "slashing|piercing|bludgeoning|fire|cold|acid|poison|lightning|necrotic|radiant|psychic|thunder|falling"
)
_BLOWS = (
    "hit|blow|arrow|dart|bolt|stone|rock|spear|sword|dagger|claw|bite|club|axe|kick|punch|slash|knock|fall"
)

_POTION = (
    "drinks|quaffs|chugs|downs|swigs|gulps|swallows|necks|takes|uses potion|draught|elixir|vial|salve "
    "[down] [healing|cure|curing|health|wounds|light|serious|greater|lesser|minor]"
)
_BY_SPELL = (
    "cast|use|lay|pray|speak|apply|administer heal|cure|restore|restoration|hand|goodberry|balm|salve|kit "
    "[mass|lesser|greater|minor|major] [wounds|light|serious|critical|word|spell|prayer|touch|potion|kit] "
    "[on|over|to|at|for]"
)
_HEALED = "[points|point|hp|hit] [back] [by|of]"
MECHANISM = Mechanism(
    group="Party",
    commands=(
        declare(
            Hurt,
            _hurt,
            says="hurt {who:several} {points:points}",
            heard=(
                f"{_HITS} {{who:several}} [for] [{_POINTS}] {{points:points}} [{_KINDS}]",
                (
                    f"{{who:several}} {_SUFFERS} [both|each|all] {{points:points}} [more|each|extra] "
                    f"[{_POINTS}] [{_KINDS}] [from {{_by:who!}}]"
                ),
                f"{{who:several}} is|was|gets|got {_HITS} [for] [by] {{points:points}} [{_POINTS}]",
                f"{{_by:what}} {_HITS} {{who:several}} for {{points:points}} [{_POINTS}]",
                f"{{_by:what}} fall|drop|crash|land on! {{who:several}} for {{points:points}} [{_POINTS}]",
                f"{{who:several}} gets|takes {{points:points}} damage|harm|wounds [{_POINTS}] [of]",
                Form(f"{{who:several}} {_SUFFERS} point|hp [hit|each]", {"points": 1}, cost=1),
                f"{{points:points}} [{_POINTS}] damage|harm|wounds to|on|for {{who:several}} [{_KINDS}|each]",
                "{points:points} [points|point] to|on {who:several!}",
                f"{{points:points}} [{_POINTS}] off {{who:several!}}",
                f"[{{_by:what}}] {_DEALS} {{points:points}} [points|point] to|on! {{who:several!}}",
                f"take|knock|minus|strike|dock {{points:points}} [{_POINTS}] off|from|for {{who:several!}}",
                (
                    f"{{_by:who!}} {_HITS}|attack {{who:several}} for {{points:points}} "
                    f"[each|{_POINTS}] [{_KINDS}]"
                ),
                (
                    f"{{_by:who!}} {_DEALS} {{points:points}} [points|point] damage|harm|wounds to|on "
                    f"{{who:several}} [{_KINDS}]"
                ),
                f"{{_by:who!}} {_DEALS} {{points:points}} [points|point] to|on! {{who:several!}} [{_KINDS}]",
                f"{{who:several}} is {_HITS} by {{_by:who!}} [for] {{points:points}} [{_POINTS}]",
                (
                    f"{{who:several!}} {{points:points}} damage [{_POINTS}] [{_KINDS}] "
                    "[in|into|off|down|over|through] "
                    "[fall|trip|slip|burn|bitten|stung|scalded|trapped|hit|struck|crushed|stabbed|hurt]"
                ),
                f"{{who:several!}} {_SUFFERS} {_BLOWS} for {{points:points}} [{_POINTS}]",
                f"{{_by:who!}} {_HITS}|attack {{who:several}} , {{points:points}} damage|points|hp|harm",
                (
                    f"{{_by:who!}} {_HITS}|attack {{who:several}} [and|,] does|deals "
                    f"{{points:points}} [{_POINTS}]"
                ),
                "{who:several!} {points:less} [points|point|damage|hp|hit]",
                "{who:several!} down {points:points} [points|point|hp|damage]",
                "{who:several!} down by {points:points} [points|point|hp|damage]",
                f"{_DEALS} {{points:points}} [points|point] [of] damage|harm|wounds to|on {{who:several}}",
                "{_by:what} {points:points} damage|harm|wounds [points|point] to|on! {who:several!}",
            ),
            examples=("hurt Varda 3", "hurt goblin 3 4", "hurt Varda 1d6", "hurt goblin 1+3 + Varda 4"),
            completes={"who": _hurt_at_once, "_by": combatants},
        ),
        declare(
            Heal,
            _heal,
            says="heal {who:several} {points:points}",
            heard=(
                (
                    "heal|cure|mend|restore|treat|bandage|patch|stitch|top {who:several} [up] [for] [by] "
                    "{points:points} [points|point|damage|hp|hit|wounds]"
                ),
                (
                    "{who:several} heals|regains|recovers|gains [back] {points:points} "
                    "[points|point|damage|hp|hit|wounds] [drinks|quaffs] [healing] [potion] [and]"
                ),
                f"{{who:who}} {_POTION} {{points:number}} back|hp|points|point|healed [hp|for|and|up|of]",
                f"{{who:who}} {_POTION} heals|regains|recovers|gains {{points:number}} [hp|back|and|of]",
                f"{{who:who}} {_POTION} for! {{points:number}} [hp|points|of]",
                (
                    "{_by:who!} heal|cure|mend|treat|bandage|patch|stitch|bind {who:several} "
                    "[up] [for] [by] {points:points} "
                    "[points|point|damage|hp|hit|wounds]"
                ),
                f"{{_by:who!}} {_BY_SPELL} {{who:several}} {{points:points}} {_HEALED}",
                f"{_BY_SPELL} {{who:several}} {{points:points}} {_HEALED}",
                "{_by:what} heal|cure|mend {who:several} for {points:points} [points|point|damage|hp|hit]",
                "give|restore|add {points:points} [points|point|hp|hit] [back] [to] {who:several}",
                "give|restore {who:several} {points:points} points|point|hp|hit [back]",
                "{who:several} gets|regains {points:points} back [hp|points|point]",
                "{who:several!} {points:more} hp|points|point|hit",
                "{who:several!} back [up] {points:points} [hp|points|point]",
                "{who:several!} gets|gains {points:points} hp|points|point",
            ),
            examples=("heal Varda 2", "heal Varda 1d8+1"),
            completes={"who": _hurt_at_once},
        ),
        declare(
            Die,
            _die,
            says="kill {who:several}",
            heard=(
                f"{KILL} {{who:several}}",
                f"{{_by:who!}} {KILL} {{who:several}}",
                "{_by:who!} finish|dispatch|behead|gut|butcher|execute {who:several!} [off]",
                "finish|dispatch|behead|gut|butcher|execute {who:several!} [off]",
                "{who:several!} crumbles|turns|burns|falls [to] dust|ash|ashes",
                f"{{who:several}} {DIE} [has|been|falls|drops]",
            ),
            examples="kill Varda",
            completes={"who": combatants, "_by": combatants},
        ),
    ),
    events=(happens(MemberDied, _died, lambda event, _book: f"{event.who} is dead"),),
)
