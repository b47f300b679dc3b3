"""What hypothesis plays: anything that can stand in a slot, any command of any form, and whole sessions."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.play.keeper import book_of
from turnkeeper.hexes import Face
from turnkeeper.play.kernel.declare import Declared, Form
from turnkeeper.play.kernel.event import Command
from turnkeeper.play.kernel.introducing.animals import Animal
from turnkeeper.play.kernel.introducing.creatures import Creature
from turnkeeper.play.kernel.introducing.entries import WrittenEntry
from turnkeeper.play.kernel.introducing.newcomers import LONGEST_NAME, Newcomer
from turnkeeper.play.kernel.slots import kinds_of
from turnkeeper.play.kernel.speech import Literal, Optional, Part, Slot, read_form
from turnkeeper.play.registry import DECLARED
from turnkeeper.rules.book import Rulebook
from turnkeeper.time import Duration

# Words of the forms themselves, and words that look like numbers, lengths, areas and dice.
AWKWARD = (
    *(
        "for",
        "by",
        "of",
        "to",
        "from",
        "left",
        "warn",
        "well",
        "every",
        "until",
        "room",
        "with",
        "the",
        "end",
    ),
    *("timer", "light", "clock", "stock", "rule", "in", "is", "secret", "note", "hireling", "wisdom", "hp"),
    *(
        "7",
        "+1",
        "-3",
        "20",
        "x",
        "20x20",
        "ft",
        "1",
        "h",
        "3",
        "turns",
        "2d6",
        "4+5",
        "day",
        "dawn",
        "6,",
        "a,",
    ),
    *(
        "(Varda)",
        "O'Brien",
        "Þór",
        "ß",
        "漢字",
        "🔥",
        "#1",
        "=",
        ">",
        "?",
        "[x]",
        "{y}",
        "--",
        "A.",
        "FOR",
        "By",
    ),
)
PLAIN = st.text(st.characters(categories=("L", "N")), min_size=1, max_size=8)
WORDS = st.sampled_from(AWKWARD) | PLAIN


def _fits(name: str) -> bool:
    return len(name) <= LONGEST_NAME and name == " ".join(name.split())


names = st.lists(WORDS, min_size=1, max_size=4).map(" ".join).filter(_fits)
texts = st.lists(WORDS | st.sampled_from(('"', '"so"', ";", "a;b")), min_size=1, max_size=6).map(" ".join)
lengths = st.integers(1, 10**10).map(Duration) | st.integers(1, 500).map(
    lambda turns: Duration(turns * 600_000)
)
sides = st.integers(1, 999_999)
numbers = st.integers(-999_999, 999_999)
scores = st.lists(
    st.tuples(st.sampled_from(book_of().set.characters.attributes), st.integers(-99, 99)),
    max_size=3,
    unique_by=lambda pair: pair[0],
).map(tuple)


@st.composite
def newcomers(draw: st.DrawFn) -> Newcomer:
    """Build a person who joins; hit points are kept with their most, or not at all."""
    kept = draw(st.booleans())
    return Newcomer(
        draw(names),
        draw(scores),
        draw(st.integers(0, 20)),
        draw(st.integers(-9, 99)) if kept else None,
        draw(st.integers(0, 99)) if kept else None,
        draw(st.none() | st.integers(2, 12)),
        draw(st.integers(0, 30)),
        draw(st.integers(-3, 3)),
        draw(st.booleans()),
    )


written = st.builds(WrittenEntry, st.just("wisdom"), numbers.map(str)) | st.sampled_from(
    (WrittenEntry("hp", "5/7"), WrittenEntry("hireling", "yes"), WrittenEntry("level", "none"))
)
noted = st.builds(WrittenEntry, st.just("notes"), texts)
sheets = st.tuples(st.lists(written, min_size=1, unique_by=lambda one: one.name), st.none() | noted).map(
    lambda said: (*said[0], *(() if said[1] is None else (said[1],)))
)
amounts = st.one_of(st.integers(1, 999_999), st.sampled_from(("1d3", "2d4", "1d8-1", "10d6+12")))
words = st.text("abcdefgh 0123456789-", min_size=1, max_size=30).map(lambda said: " ".join(said.split()))


def creatures() -> st.SearchStrategy[Creature]:
    """Return kinds of creatures with anything written of them that can be."""
    some = words.filter(bool)
    written = {
        "number": amounts, "hp": amounts, "hd": numbers, "morale": numbers, "order": numbers,
        "initiative": st.sampled_from(("d4", "d8")), "reaction": numbers, "weapon": some,
        "recovery": numbers, "speed": numbers, "note": some,
    }  # fmt: skip
    said = st.fixed_dictionaries({"name": names}, optional=written)
    return said.map(lambda fields: Creature(**fields))  # type: ignore[arg-type]


KINDS: dict[str, st.SearchStrategy[object]] = {
    **dict.fromkeys(("name", "side", "who", "what", "met", "weapon", "goods"), names),
    **dict.fromkeys(("light", "scene", "table", "map", "about", "where"), names),
    "several": names,
    "pace": st.sampled_from(("quickly", "cautiously", "at a run")),
    "sheet": sheets,
    "people": st.lists(newcomers(), min_size=1, max_size=3).map(tuple),
    "animals": st.lists(st.builds(Animal, names, numbers), min_size=1, max_size=3).map(tuple),
    "until": st.sampled_from(("dawn", "06:40", "day 3 06:40", "next watch", "end of turn", "tomorrow 08:00")),
    "text": texts,
    "order": texts.filter(lambda said: said.split()[0].casefold() != "of"),
    "number": numbers,
    "value": numbers,
    "signed": numbers,
    "times": st.integers(1, 999_999),
    "amount": amounts,
    "points": amounts,
    "creatures": st.lists(creatures(), min_size=1, max_size=3).map(tuple),
    "feet": st.integers(1, 999_999_999),
    "squares": st.integers(1, 999_999_999),
    "area": st.one_of(
        st.tuples(sides, sides).map(lambda area: "{} x {} ft".format(*area)), sides.map("{} sq ft".format)
    ),
    "length": lengths,
    "clock": lengths,
    "face": st.sampled_from(tuple(Face)),
    "digest": st.text("0123456789abcdef", min_size=8, max_size=64),
    "picture": st.text("0123456789abcdef", min_size=8, max_size=64),
    "die": st.integers(2, 100).map(lambda sides: f"d{sides}"),
    "dice": st.sampled_from(("1d3", "2d6+1", "1d20-2")),
}  # fmt: skip


def forms(book: Rulebook) -> list[tuple[Declared, Form]]:
    """Return every way to say every command."""
    return [(one, form) for one in DECLARED for form in one.forms(book)]


def _left_out(parts: tuple[Part, ...], draw: st.DrawFn) -> set[str]:
    """Choose optional parts to leave out, and return their fields."""
    fields: set[str] = set()
    for part in parts:
        match part:
            case Optional(parts=inner) if draw(st.booleans()):
                fields |= kinds_of(inner).keys()
            case Optional(parts=inner):
                fields |= _left_out(inner, draw)
            case Literal() | Slot():
                pass
    return fields


@st.composite
def commands(draw: st.DrawFn, book: Rulebook | None = None) -> Command:
    """Build a command as one of the forms says it, with anything that its slots may hold."""
    one, form = draw(st.sampled_from(forms(book or book_of())))
    parts = read_form(form.text)
    left_out = _left_out(parts, draw)
    said = {field: draw(KINDS[kind]) for field, kind in kinds_of(parts).items() if field not in left_out}
    return one.command(**{**form.fixed, **said})


# --- sessions

PEOPLE = ("Varda", "Orlo", "Bram")
LIGHTS = ("torch", "lantern", "candle")
minutes = st.integers(1, 90).map(lambda count: f"{count} min")
whoever = st.sampled_from(PEOPLE)
lamps = st.sampled_from(LIGHTS)


def _said(form: str, *slots: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(*slots).map(lambda values: form.format(*values))


steps = st.one_of(
    st.just("next"),
    st.just("resume"),
    st.sampled_from(("part", "choose rest", "choose fatigue", "abandon", "make noise", "lunch", "search")),
    st.sampled_from(
        ("enter dungeon", "enter wilderness", "enter settlement", "enter room", "enter corridor")
    ),
    _said("wait {}", minutes),
    _said("rest {}", minutes),
    _said("light {} for {}", lamps, whoever),
    _said("douse {}", lamps),
    _said("hand {} to {}", lamps, whoever),
    st.sampled_from(("refuel lantern", "stock 2 torches", "stock 3 oil", "use 1 oil", "stock 9 rations")),
    _said("timer bless {} for {} warn 3 min", minutes, whoever),
    _said("remind mule every {}", minutes),
    st.sampled_from(("timer curse", "end timer curse", "end timer bless", "end timer mule")),
    _said("rule timer bless {} left", minutes),
    _said("rule light torch {} left", minutes),
    st.sampled_from(
        ("rule light lantern 1 left", "rule clock 00:40", "rule clock 03:00", "rule stock oil 1")
    ),
    _said("move {} ft quickly", st.integers(1, 2_000).map(str)),
    _said("hurt {} 3", whoever),
    _said("tire {} 1", whoever),
    st.sampled_from(("meet owlbear", "reaction", "fight", "round", "end fight", "hide key", "note x")),
)
starts = st.sampled_from(("enter dungeon", "enter dungeon Barrow", "enter wilderness", "enter settlement"))
sessions = st.tuples(starts, st.lists(steps, min_size=8, max_size=30)).map(lambda said: [said[0], *said[1]])
"""What is said, one after another; some of it is refused, as at any table."""
