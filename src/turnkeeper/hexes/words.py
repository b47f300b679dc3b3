"""The usual words of hex maps: how steep, overgrown, wet, lived in each is; and their synonyms.

Only the country itself is told here; the cost of crossing it is a rule set's business. A lexicon is data: a
user's own words are added to it. A word that is not in it stays on the map all the same.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from turnkeeper.hexes.land import Tile, Way


class Meaning(Struct, frozen=True):
    """The meaning of a word for a hex.

    ``relief``: 0 flat, 1 hills, 2 mountains. ``growth``: 0 open, 1 hard to get through, 2 next to impassable.
    ``settlement``: 0 nobody, 1 a house, 2 a hamlet, 3 a village, 4 a town, 5 a city. A word that
    ``only_tints`` says how a map is coloured and nothing of the country.
    """

    name: str
    relief: int = 0
    growth: int = 0
    water: bool = False
    settlement: int = 0
    only_tints: bool = False


class Country(Struct, frozen=True):
    """What the words of one hex say together: the steepest, the most overgrown; water if any says so."""

    relief: int = 0
    growth: int = 0
    water: bool = False


class TerrainVocabulary(Struct, frozen=True):
    """Words and their meanings; a word may have two at once, as ``forest-hills`` does."""

    senses: Mapping[str, Meaning]
    also: Mapping[str, tuple[str, ...]]

    def of(self, word: str) -> tuple[Meaning, ...]:
        """Return the meanings of a word; none for an unknown one, capitals and ``_`` for ``-`` do not matter.

        >>> [sense.name for sense in LEXICON.of("forest-hills")]
        ['forest', 'hills']
        """
        plain = word.casefold().replace("_", "-")
        names = self.also.get(plain, (plain,))
        return tuple(self.senses[name] for name in names if name in self.senses)

    def senses_of(self, tile: Tile) -> tuple[Meaning, ...]:
        """Return the meanings of the words of a hex, in their order, unknown ones left out."""
        return tuple(sense for word in tile.words for sense in self.of(word))

    def country(self, tile: Tile) -> Country:
        """Return the country that the words of a hex describe together."""
        senses = self.senses_of(tile)
        return Country(
            max((sense.relief for sense in senses), default=0),
            max((sense.growth for sense in senses), default=0),
            any(sense.water for sense in senses),
        )


_SENSES = (
    Meaning("sea", water=True),
    Meaning("lake", water=True),
    Meaning("coast"),
    Meaning("sand"),
    Meaning("grass"),
    Meaning("fields"),
    Meaning("moor"),
    Meaning("desert"),
    Meaning("snow"),
    Meaning("bushes"),
    Meaning("woods"),
    Meaning("forest", growth=1),
    Meaning("firs", growth=1),
    Meaning("jungle", growth=2),
    Meaning("marsh", growth=1),
    Meaning("swamp", growth=2),
    Meaning("hills", relief=1),
    Meaning("mountains", relief=2),
    Meaning("volcano", relief=2),
    Meaning("house", settlement=1),
    Meaning("hamlet", settlement=2),
    Meaning("village", settlement=3),
    Meaning("town", settlement=4),
    Meaning("city", settlement=5),
    Meaning("castle", settlement=1),
    Meaning("tower"),
    Meaning("ruin"),
    Meaning("cave"),
    Meaning("shrine"),
    Meaning("stones"),
    Meaning("mine"),
    Meaning("camp"),
    Meaning("bridge"),
    Meaning("port"),
    Meaning("lighthouse"),
)
_ALSO = {
    "sea": "ocean seas deep-sea deep-water shallow-water",
    "lake": "lakes pond water",
    "coast": "shore coastal island islands",
    "sand": "beach dunes",
    "grass": "plain plains grassland grasslands steppe meadow empty",
    "fields": "field farm farms farmland cultivated",
    "moor": "moors heath tundra",
    "desert": "dust badlands waste wastes wasteland",
    "snow": "ice glacier",
    "bushes": "bush scrub brush shrubs brushland",
    "woods": "wood trees tree woodland light-forest",
    "forest": "forests heavy-forest dense-forest deciduous-forest thicket",
    "firs": "fir fir-forest firs-forest pines taiga",
    "jungle": "jungles rainforest",
    "marsh": "wetland wetlands fen",
    "swamp": "swamps marshes bog mire",
    "hills": "hill foothills downs",
    "mountains": "mountain mount peak peaks cliffs cliff",
    "volcano": "volcanoes crater",
    "house": "houses inn farmstead manor cottage",
    "hamlet": "thorp",
    "village": "villages",
    "town": "small-town",
    "city": "metropolis large-town large-city cities capital",
    "castle": "keep fort fortress citadel",
    "tower": "towers watchtower",
    "ruin": "ruins ruined-tower ruined-castle",
    "cave": "caves lair dungeon",
    "shrine": "temple church monastery abbey chapel law chaos",
    "stones": "menhir menhirs monolith standing-stones pyramid monument",
    "mine": "mines quarry",
    "camp": "camps tent tents",
    "bridge": "ford ferry bridges",
    "port": "harbour harbor ship",
    "lighthouse": "beacon",
}
_BOTH = {
    "forest-hill": ("forest", "hills"),
    "forest-hills": ("forest", "hills"),
    "forested-hills": ("forest", "hills"),
    "fir-hill": ("firs", "hills"),
    "fir-hills": ("firs", "hills"),
    "fir-mountain": ("firs", "mountains"),
    "fir-mountains": ("firs", "mountains"),
    "green-hills": ("grass", "hills"),
    "fir-forest-hill": ("firs", "hills"),
    "forest-mountain": ("forest", "mountains"),
    "forest-mountains": ("forest", "mountains"),
    "fir-forest-mountain": ("firs", "mountains"),
    "fir-forest-mountains": ("firs", "mountains"),
    "grassy-hills": ("grass", "hills"),
    "swamp2": ("swamp",),
    "marsh2": ("marsh",),
}
TINTS = ("green", "grey", "gray", "soil", "blue", "red", "yellow", "brown", "sand", "rock", "white", "black")


def _lexicon() -> TerrainVocabulary:
    senses = {sense.name: sense for sense in _SENSES}
    tints = [shade + tint for tint in TINTS for shade in ("", "light-", "dark-")]
    senses |= {tint: Meaning(tint, only_tints=True) for tint in tints if tint not in senses}
    also = {word: (name,) for name, words in _ALSO.items() for word in words.split()}
    return TerrainVocabulary(senses, also | _BOTH)


LEXICON = _lexicon()
"""The words that Text Mapper's libraries and other maps use most, and what they mean."""

WAYS = ("road", "trail", "river", "border")
"""The kinds of ways that are told apart."""
_WAYS_ALSO = {
    "path": "trail",
    "track": "trail",
    "highway": "road",
    "street": "road",
    "stream": "river",
    "canal": "river",
    "wall": "border",
}


def way_kind(way: Way) -> str:
    """Return which of `WAYS` a way is; an unknown word counts as a trail.

    >>> way_kind(Way("Canal", ())), way_kind(Way("rope-way", ()))
    ('river', 'trail')
    """
    plain = way.kind.casefold()
    known = _WAYS_ALSO.get(plain, plain)
    return known if known in WAYS else "trail"
