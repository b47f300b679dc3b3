"""The classic rule set beside a public engine of the same reference document, over random situations.

The engine is osrlib, which needs Python 3.14 and stands in no lock; it is asked by its own commands, and
nothing of it is kept. Each situation is played in both. A difference is counted under what it is of, and what
is known is stated in the results with who is right by the text.

    pip install osrlib; python benchmarks/against_engine.py [--situations N]
"""

from __future__ import annotations

import argparse
import platform
import re
from collections import Counter
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

import turnkeeper
from turnkeeper import CommandDone, Refusal, ThrowWanted

RESULTS = Path(__file__).parent / "results" / "against_engine.md"
ROUND_MS = 10_000
ROUNDS_A_TURN = 60
HERO = "character-0001"
ATTITUDES = {
    "attacks": "hostile",
    "hostile": "unfriendly",
    "uncertain": "undecided",
    "indifferent": "indifferent",
    "friendly": "friendly",
}
"""Their names of the five bands, and ours."""


def theirs(name: str) -> Any:  # noqa: ANN401 - the engine is not there where types are checked
    """Return a module of the engine's."""
    return import_module(f"osrlib.{name}")


class Faces:
    """A stream of theirs that throws the faces it is given."""

    def __init__(self, *faces: int) -> None:
        self._faces = iter(faces)

    def randbelow(self, _sides: int) -> int:
        """Return the next face, from 0."""
        return next(self._faces) - 1


def their_session(encumbrance: str, seed: int) -> Any:  # noqa: ANN401
    """Return their session of one character, before a dungeon in which nothing wanders."""
    scores = dict.fromkeys(theirs("core.abilities").AbilityScore, 12)
    hero = theirs("core.character").Character(
        name="Varda", class_id="fighter", race="human", level=1, xp=0, max_hp=8, current_hp=8, scores=scores,
        alignment=theirs("core.alignment").Alignment.LAWFUL,
    )  # fmt: skip
    dungeon, adventure = theirs("crawl.dungeon"), theirs("crawl.adventure")
    calm = dungeon.WanderingSpec(chance_in_six=0)
    level = dungeon.LevelSpec(number=1, width=1, height=1, entrance=(0, 0), wandering=calm)
    barrow = adventure.Adventure(
        name="Barrow", town=adventure.TownSpec(name="Town", travel_turns={"barrow": 0}),
        dungeons=(dungeon.DungeonSpec(id="barrow", name="Barrow", levels=(level,)),),
    )  # fmt: skip
    rules = theirs("core.ruleset")
    return theirs("crawl.session").GameSession.new(
        theirs("crawl.party").Party(members=[hero]),
        barrow,
        seed=seed,
        ruleset=rules.Ruleset(encumbrance=rules.EncumbranceMode(encumbrance)),
    )


def said(campaign: turnkeeper.Campaign, text: str, face: str = "6") -> list[str]:
    """Say a command, all dice of which show a face, and return what is told; in the dark they go on."""
    outcome = campaign.say(text, dice="typed")
    while isinstance(outcome, ThrowWanted):
        number = re.match(r"\d*", str(outcome.dice))
        outcome = campaign.answer("+".join([face] * int((number and number[0]) or 1)))
    if isinstance(outcome, Refusal) and outcome.code == "dark":
        return said(campaign, "go on in the dark") + said(campaign, text)
    if not isinstance(outcome, CommandDone):
        message = f"{text}: {outcome}"
        raise TypeError(message)
    return [line.text for line in outcome.lines]


def ours(*begun: str) -> turnkeeper.Campaign:
    """Return our campaign, begun with these commands."""
    campaign = turnkeeper.begin("Beside", "classic", seed="beside")
    for text in begun:
        said(campaign, text)
    return campaign


def rates(random: Random) -> set[str]:
    """Compare how far somebody goes in a turn by the coins they carry."""
    coins = random.randrange(1_700)
    session = their_session("detailed", 1)
    money = theirs("core.items").Coins(gp=coins)
    session.execute(theirs("crawl.commands").GrantCoins(character_id=HERO, coins=money))
    rate = ours(f"party Varda carrying {coins}", "enter dungeon Barrow").view().place.rate
    number = re.match(r"\d+", rate)
    same = int(number[0] if number else 0) == theirs("crawl.exploration").exploration_rate(session)
    return set() if same else {f"the rate of one with {coins} coins: {rate or 'none'}"}


def reactions(random: Random) -> set[str]:
    """Compare how a reaction throw is taken."""
    faces = (random.randint(1, 6), random.randint(1, 6))
    campaign = ours("party Varda", "enter dungeon Barrow")
    said(campaign, "meet ogre")
    campaign.say("reaction", dice="typed")
    done = campaign.answer("+".join(map(str, faces)))
    told = done.lines[-1].text if isinstance(done, CommandDone) else str(done)
    result = theirs("core.combat").roll_reaction(stream=Faces(*faces)).result
    word = str(getattr(result, "value", result))
    return set() if ATTITUDES[word] in told else {f"reaction {sum(faces)}: {told}, {word}"}


def morale(random: Random) -> set[str]:
    """Compare whether a side holds at its first death."""
    score, faces = random.randint(2, 12), (random.randint(1, 6), random.randint(1, 6))
    campaign = ours("party Varda hp 8", "enter dungeon Barrow", f"fight 3 goblins morale {score}")
    outcome = campaign.say("kill 1 goblin", dice="typed")
    if isinstance(outcome, ThrowWanted):
        outcome = campaign.answer("+".join(map(str, faces)))
    told = " ".join(line.text for line in outcome.lines) if isinstance(outcome, CommandDone) else str(outcome)
    result = theirs("core.combat").check_morale("goblins", score, stream=Faces(*faces))
    if result.exempt:
        return set() if "morale of" not in told else {f"morale {score} is tested"}
    return set() if ("breaks" not in told) == result.held else {f"morale {score}, {sum(faces)}: {told}"}


def orders(random: Random) -> set[str]:
    """Compare who acts when in a round: by the throw of each side, and who wields two-handed last."""
    ours_threw, theirs_threw = random.randint(1, 6), random.randint(1, 6)
    late = random.random() < 1 / 3
    campaign = ours(
        f"party Varda{' wields two-handed' if late else ''}; Orlo", "enter dungeon Barrow", "fight 3 orcs"
    )
    outcome = campaign.say("round", dice="typed")
    for face in (ours_threw, theirs_threw):
        if isinstance(outcome, ThrowWanted):
            outcome = campaign.answer(str(face))
    if not isinstance(outcome, CommandDone):
        return {f"a round: {outcome}"}
    acted, told = list[str](), outcome.lines[-1].text
    for name in re.findall(r"party|orcs|last Varda", told.partition(":")[2].partition("; each")[0]):
        acted += {"party": ["Orlo"] if late else ["Varda", "Orlo"], "orcs": ["orcs"]}.get(name, ["Varda"])
    combat = theirs("core.combat")
    people = [
        combat.Participant(key="Varda", side="party", slow=late),
        combat.Participant(key="Orlo", side="party"),
    ]
    people.append(combat.Participant(key="orcs", side="orcs"))
    # Where both throw the same theirs throws again: the party is better then, for want of another face.
    faces = Faces(ours_threw, theirs_threw, 6, 1)
    result = combat.roll_initiative(people, ruleset=theirs("core.ruleset").Ruleset(), stream=faces)
    if ours_threw == theirs_threw:
        return {"tie"} if "at once" in told else {f"equal throws: {told}"}
    return set() if acted == list(result.order) else {f"the order {told}: {acted}, {result.order}"}


def delves(random: Random) -> set[str]:
    """Compare the clock, the lights, the weariness and the instants of checks, step by step."""
    commands, exploration = theirs("crawl.commands"), theirs("crawl.exploration")
    session = their_session("none", random.randrange(1 << 30))
    for item, number in (("torch", 20), ("tinder_box", 1), ("lantern", 1), ("oil_flask", 20)):
        session.execute(commands.GrantItem(character_id=HERO, item_id=item, quantity=number))
    session.execute(commands.EnterDungeon(dungeon_id="barrow"))
    campaign = ours("party Varda", "stock 20 torches, 20 oil", "enter dungeon Barrow")
    start, found = campaign.view().clock.now_ms, set[str]()
    checked, checks, usual = list[int](), list[int](), exploration.wandering_check
    exploration.wandering_check = lambda at, **_: (checked.append(at.clock.rounds), ([], False))[1]
    try:
        for _ in range(random.randrange(10, 40)):
            burns = bool(campaign.view().lights)
            step = random.choices(["search", "rest", "torch", "lantern"], [8, 2, 1, 1])[0]
            step = "torch" if step == "search" and not burns else step
            if burns and step in {"torch", "lantern"}:
                continue
            if step in {"torch", "lantern"}:
                tries = light(session, step)
                lines = said(campaign, f"wait {tries - 1} rounds") if tries > 1 else []
                found |= {"tinder"} if tries > 1 else set()
                lines += said(campaign, f"light {step} for Varda") + said(campaign, "wait 1 round")
                found.add("mark")  # theirs ends the turn on the mark of the clock: ours is brought there
                lines += said(campaign, f"wait {ROUNDS_A_TURN - session.clock.rounds % ROUNDS_A_TURN} rounds")
                session.advance_turns(1)
            else:
                lines = said(campaign, step)
                if step == "rest":
                    session.execute(commands.Rest(kind="turn"))
                else:
                    session.advance_turns(1)
            if campaign.view().unfinished:
                found.add("asked")
                lines += said(campaign, "resume")
            view = campaign.view()
            at = (view.clock.now_ms - start) // ROUND_MS
            checks += [at for line in lines if line.startswith("encounter check")]
            tired = bool(session.ledger.active_on(HERO, exploration.FATIGUE_KIND))
            found |= {f"the clock after {step}"} if at != session.clock.rounds else set()
            found |= {f"light after {step}"} if bool(view.lights) != session.party_light()[0] else set()
            found |= {"weariness"} if tired != any("weary" in one.name for one in view.timers) else set()
    finally:
        exploration.wandering_check = usual
    return found | ({"the instants of encounter checks"} if checks != checked else set())


def light(session: Any, what: str) -> int:  # noqa: ANN401
    """Light something in theirs, however often the tinder fails; return how often it was tried."""
    tries = 0
    while not session.party_light()[0]:
        session.execute(theirs("crawl.commands").LightSource(character_id=HERO, item_id=what))
        tries += 1
    return tries


KNOWN = {
    "tinder": (
        "Theirs throws 2 in 6 for each round with the tinder box; ours takes one round and leaves the throw "
        "to the table, a house choice of B-LIGHT-1 that says so. **Theirs** keeps closer to the text."
    ),
    "tie": (
        "Equal throws of both sides: theirs throws again, in ours both act at once, a house choice of "
        "B-INIT-1; its option ties-throw-again has the other. The text has both."
    ),
    "mark": (
        "A turn begun in mid-turn ends on the mark of the clock in theirs, and lasts ten minutes in ours. "
        "The text says that searching takes a turn: **ours**. Where only turns count both are the same."
    ),
    "asked": (
        "When the last light goes out in mid-turn, ours stops there and asks; theirs goes on to its end. "
        "The text is silent."
    ),
}
"""What is known to differ, in whatever it comes up."""


def main() -> None:
    """Play the situations in both, and write what differed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--situations", type=int, default=1_000)
    count = parser.parse_args().situations
    random = Random(1)  # noqa: S311 - situations
    found, played = Counter[str](), Counter[str]()
    kinds = {"rates": rates, "reactions": reactions, "morale": morale, "orders": orders, "delves": delves}
    for number in range(count):
        name = list(kinds)[number % len(kinds)]
        played[name] += 1
        found.update(kinds[name](random))
    which = ", ".join(f"{many} {name}" for name, many in played.items())
    unknown = sorted(found.keys() - KNOWN)
    lines = [
        "# The classic rule set beside a public engine\n",
        f"osrlib {version('osrlib')}, CPython {platform.python_version()}. By `against_engine.py`.\n",
        f"{count:,} random situations: {which}.\n",
        "| of these situations | differ by | who is right |",
        "|---:|---|---|",
        *(f"| {found[key]} | {key} | {why} |" for key, why in KNOWN.items()),
        *(f"| {found[key]} | {key} | to be looked at |" for key in unknown),
        "",
        "All else is the same: how far one goes by the coins carried, the reaction to each throw, whether a",
        "side holds, who acts when in a round, and in each delve, after every step, the clock, what burns,",
        "who is weary, and the instants of encounter checks. It has no travel over land to compare.",
    ]
    RESULTS.write_text("\n".join(lines) + "\n", "utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
