"""Questions of the party: who is there, who is hurt, how one of them is, who is tired."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnkeeper.views.enquiries.enquiry import Enquiry, EnquiryAsked
from turnkeeper.views.parts.combatants import Combatant, troops
from turnkeeper.views.parts.due import all_due
from turnkeeper.views.parts.party import MemberLine
from turnkeeper.views.parts.timers import TimerLine

WHOLE = 1000


def party(asked: EnquiryAsked) -> Iterator[str]:
    """Answer who is in the party, and who is away."""
    away = [f"{one.name} ({one.where})" for one in asked.now.absent]
    here = [one.name for one in asked.now.party if one.name not in {each.name for each in asked.now.absent}]
    yield ", ".join((*here, *away)) or "nobody is in the party yet"


def hurt(asked: EnquiryAsked) -> Iterator[str]:
    """Answer who is hurt."""
    kept = [one for one in asked.now.party if one.hp is not None or one.condition]
    found = [_state(one) for one in kept if one.condition or (one.hp is not None and one.hp.of_1000 < WHOLE)]
    yield ", ".join(found) or ("nobody is hurt" if kept else "no hit points are written")


def _state(one: MemberLine) -> str:
    points = f"hp {one.hp.text}" if one.hp is not None else ""
    return " ".join(filter(None, (one.name, one.condition, points)))


def points(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how many hit points one has, or everybody."""
    who = asked.name("who")
    if not who:
        known = [f"{one.name} {one.hp.text}" for one in asked.now.party if one.hp is not None]
        yield ", ".join(known) or "no hit points are written"
        return
    own = next((one for one in asked.now.party if one.name == who), None)
    if own is not None:
        hp = f"hp {own.hp.text}" if own.hp is not None else "no hit points are written"
        yield f"{who}: {', '.join(filter(None, (own.condition, hp)))}"
        return
    foe = _fighter(asked, who)
    if foe is not None:
        yield f"{who}: {_foe(foe)}"


def _fighter(asked: EnquiryAsked, who: str) -> Combatant | None:
    each = (
        one for troop in troops(asked.state, asked.book) for one in (*troop.lines, *troop.fresh, *troop.aside)
    )
    return next((one for one in each if one.name == who), None)


def _foe(one: Combatant) -> str:
    hp = f"hp {one.points}" if one.hp is not None else one.points or "no hit points are written"
    return ", ".join(filter(None, (one.condition, hp, *one.lasts)))


def one(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how one is: all that is written of them."""
    who = asked.name("who")
    line = next((each for each in asked.now.party if each.name == who), None)
    if line is None:
        yield from points(asked)
        return
    hp = f"hp {line.hp.text}" if line.hp is not None else ""
    mana = f"mana {line.mana.text}" if line.mana is not None else ""
    lasts = [f"{each.name.partition(' (')[0]} {each.briefly}" for each in _on(asked, who)]
    known = (line.condition, hp, mana, line.weary, *line.bad, *line.facts, line.attributes, *lasts)
    yield f"{who}: {', '.join(filter(None, known)) or 'nothing is written'}"


def _on(asked: EnquiryAsked, who: str) -> Iterable[TimerLine]:
    return (each for each in asked.now.timers if each.name.endswith(f" ({who})"))


def befell(asked: EnquiryAsked) -> Iterator[str]:
    """Answer what lasts on people, and how long yet."""
    found = [f"{one.name}: {one.left}" for line in asked.now.party for one in _on(asked, line.name)]
    yield from found or ["nothing lasts on anybody"]


def dead(asked: EnquiryAsked) -> Iterator[str]:
    """Answer who is dead."""
    yield _those(asked, "dead")


def down(asked: EnquiryAsked) -> Iterator[str]:
    """Answer who is down."""
    yield _those(asked, "down")


def standing(asked: EnquiryAsked) -> Iterator[str]:
    """Answer who is still up."""
    yield ", ".join(each.name for each in asked.now.party if not each.condition) or "nobody is up"


def _those(asked: EnquiryAsked, condition: str) -> str:
    return (
        ", ".join(each.name for each in asked.now.party if each.condition == condition)
        or f"nobody is {condition}"
    )


def level(asked: EnquiryAsked) -> Iterator[str]:
    """Answer of what race and level one is."""
    line = next(each for each in asked.now.party if each.name == asked.name("who"))
    yield f"{line.name}: {f'{line.race} level {line.level}'.strip()}"


def attribute(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how high an attribute of one is, or of everybody."""
    who, name = asked.name("who"), asked.name("attribute")
    for line in asked.now.party:
        if who in {"", line.name}:
            written = (text for text in line.attributes.split(", ") if text.startswith(f"{name} "))
            yield f"{line.name}: {next(written, f'no {name} is written')}"


def mana(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how much mana is left."""
    who = asked.name("who")
    known = [
        f"{each.name} {each.mana.text}" for each in asked.now.party if each.mana and who in {"", each.name}
    ]
    yield ", ".join(known) or "no mana is written"


def burdened(asked: EnquiryAsked) -> Iterator[str]:
    """Answer who carries too much, and what each carries."""
    found = [
        f"{each.name}: {', '.join(filter(None, (each.burdened, each.load)))}"
        for each in asked.now.party
        if each.burdened or each.load
    ]
    yield from found or ["nobody carries too much"]


def wields(asked: EnquiryAsked) -> Iterator[str]:
    """Answer what one wields."""
    line = next(each for each in asked.now.party if each.name == asked.name("who"))
    yield f"{line.name}: {', '.join(line.facts) or 'what they wield is not written'}"


def tired(asked: EnquiryAsked) -> Iterator[str]:
    """Answer who is tired, and how near the time is that rest pays back."""
    found = [f"{each.name} {each.weary}" for each in asked.now.party if each.weary]
    paid = {name for each in asked.book.set.activities.values() for name in each.pays}
    called = [asked.book.set.trackers[name].name for name in asked.book.set.trackers if name in paid]
    runs = [str(each) for each in asked.now.trackers if each.name in called]
    yield "; ".join((", ".join(found) or "nobody is tired", *runs))


def needs(asked: EnquiryAsked) -> Iterator[str]:
    """Answer what the party needs, and when it goes hungry or thirsty."""
    comes = (one for one in all_due(asked.state, asked.book) if one.kind in {"need", "meal"})
    due = [f"{one.what}: {one.at}, in {one.left}" for one in comes]
    yield from [*(each.text for each in asked.now.needs), *due] or ["nothing is lacking"]


def mounts(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how the mounts are, or one of them."""
    train, name = asked.now.caravan, asked.name("mount")
    found = () if train is None else train.mounts
    yield from [each for each in found if each.startswith(name)] or ["there are no mounts"]


def vehicles(asked: EnquiryAsked) -> Iterator[str]:
    """Answer how the vehicles are."""
    train = asked.now.caravan
    yield from ("there are no vehicles",) if train is None else train.vehicles or ("there are no vehicles",)


def watch(_asked: EnquiryAsked) -> Iterator[str]:
    """Answer who keeps watch, which no rule set keeps."""
    yield "who keeps watch is not kept; a note can say it"


ENQUIRIES = (
    Enquiry(
        "party",
        "who is in the party",
        party,
        """
        who [all|team]
        who party
        how many people|us|members|characters|there|party|heads [members|party]
        how party [doing]
        """,
        """
        list|show|check party|characters|people|everyone|members|roster
        party list|members|status
        roster|characters|party
        """,
    ),
    Enquiry(
        "hurt",
        "who is hurt",
        hurt,
        """
        who|anyone|anybody|everyone|everybody|are|how|is hurt|wounded|injured|bleeding|harmed|damaged [badly|
            worst|most|bad|seriously]
        who|anyone|anybody healing|heal [needs]
        how health|healthy|wounds
        who healthiest|weakest|worst [off]
        who hp lowest|least|fewest|most
        any|what wounds|injuries
        """,
    ),
    Enquiry(
        "points",
        "how many hit points somebody has",
        points,
        """
        how|what many|much|left|is|are hp|health|hitpoints [{who:fighter}] [many|much|all]
        what hp|health [{who:fighter}]
        how many|much hp {who:fighter} lost|down|missing|taken
        how everyone|everybody hp [doing|for|on]
        """,
        """
        hp|health|hitpoints {who:fighter}
        hp [everyone|party|all]
        show|list|check stats|hp
        count hp|characters
        """,
    ),
    Enquiry(
        "one",
        "how somebody is",
        one,
        """
        how {who:fighter} [doing|going|feeling|holding|faring|looking|hurt|wounded|badly|bad|alive]
        is|are|does|has {who:fighter} dead|alive|down|up|unconscious|hurt|ok|fine|wounded|standing|well|
            asleep|poisoned|dying|conscious|awake|tired|weary|exhausted [badly|alive|dead|down]
        what {who:fighter} at|doing
        what|anything {who:fighter} condition|status|shape|stats|state|wrong|sheet
        {who:fighter}
        """,
        "stats|status|sheet|state {who:fighter}",
    ),
    Enquiry(
        "befell",
        "what lasts on people",
        befell,
        """
        is|are|who|anyone|anybody|everyone poisoned|blinded|blind|asleep|stunned|paralysed|paralyzed|charmed|
            cursed|sick|ill|diseased|prone|frightened|afraid|blessed|invisible [badly]
        what|anything lasts|wrong anyone|us|people
        """,
    ),
    Enquiry(
        "dead",
        "who is dead",
        dead,
        "who|anyone|anybody|someone|has|is|are dead|died|killed [already]",
    ),
    Enquiry(
        "down",
        "who is down",
        down,
        "who|anyone|anybody|someone|is|are down|unconscious|out|dying|fallen|knocked [out|fight|down]",
    ),
    Enquiry(
        "standing",
        "who is still up",
        standing,
        """
        who|anyone standing|alive|conscious|able|awake [fight|act]
        who|how still up [many]
        how many us|party standing|up|alive
        """,
    ),
    Enquiry(
        "level",
        "of what race and level somebody is",
        level,
        "what|which {who:who} level|race|class|kin",
    ),
    Enquiry(
        "attribute",
        "how high an attribute of somebody is",
        attribute,
        """
        what|how|which {who:who} {attribute:attribute} [high|much|good|score]
        who|whose highest|best|most|lowest|worst {attribute:attribute}
        what everyone {attribute:attribute}
        {who:who} {attribute:attribute}
        """,
        "{who:who} {attribute:attribute}",
    ),
    Enquiry(
        "mana",
        "how much mana is left",
        mana,
        "how|what many|much|left|is|are mana [{who:who}] [many|much]",
        "mana [{who:who}]",
    ),
    Enquiry(
        "burdened",
        "who carries too much",
        burdened,
        """
        who|anyone|is|are|how overloaded|encumbered|burdened|overburdened|laden|heavy [carrying|load|much|
            heavily|badly]
        who|anyone carries|carrying much
        how much {who:who} carries|carrying|carry
        """,
    ),
    Enquiry(
        "wields",
        "what somebody wields",
        wields,
        "what|which {who:who} wield|armed|weapon|fighting|holding|hold [using]",
    ),
    Enquiry(
        "tired",
        "who is tired",
        tired,
        """
        who|how|is|are|anyone|anybody|everyone|what|any tired|weary|exhausted|fatigued|worn|sleepy|exhaustion|
            fatigue|weariness [out|many|much|badly|exhausted|levels|most]
        how long|soon tired|weary|exhausted [until|before]
        when|soon|must rest|break|sleep [need|next|must|before|how]
        how long rest|break|sleep [need|must|next|before|until]
        do|does|who need rest|break|sleep [anyone|soon]
        """,
        "fatigue|weariness|exhaustion",
    ),
    Enquiry(
        "needs",
        "what the party needs",
        needs,
        """
        who|are|is|anyone|anybody hungry|thirsty|starving
        how long|many|soon starve|starving|hungry|thirsty|eat|drink [days|hours|need|before|must]
        when|do|must eat|drink [need|must|next|due]
        when next meal [due]
        what need [party|eat]
        """,
        "next meal",
    ),
    Enquiry(
        "mounts",
        "how the mounts are",
        mounts,
        """
        how|where|who {mount:mount} [doing|rides|riding|tired]
        how|where|what|which|many horses|mounts|mules|ponies|donkeys|animals|steeds|beasts [doing|many|
            much|tired|holding|how|carrying]
        """,
        "mounts|horses",
    ),
    Enquiry(
        "vehicles",
        "how the carts are",
        vehicles,
        "how|where|what cart|wagon|vehicles|boat [doing|many|much|loaded|full|load]",
        "vehicles|carts",
    ),
    Enquiry(
        "watch",
        "who keeps watch",
        watch,
        """
        who|whose watch|guard|sentry|lookout [keeps|first|next|last|second|third|stands|takes|duty]
        """,
    ),
)
