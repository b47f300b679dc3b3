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


_USUAL = (
    (Meaning("sea", water=True), "ocean seas deep-sea deep-water shallow-water"),
    (Meaning("lake", water=True), "lakes pond water"),
    (Meaning("coast"), "shore coastal island islands"),
    (Meaning("sand"), "beach dunes"),
    (Meaning("grass"), "plain plains grassland grasslands steppe meadow empty"),
    (Meaning("fields"), "field farm farms farmland cultivated"),
    (Meaning("moor"), "moors heath tundra"),
    (Meaning("desert"), "dust badlands waste wastes wasteland"),
    (Meaning("snow"), "ice glacier"),
    (Meaning("bushes"), "bush scrub brush shrubs brushland"),
    (Meaning("woods"), "wood trees tree woodland light-forest"),
    (Meaning("forest", growth=1), "forests heavy-forest dense-forest deciduous-forest thicket"),
    (Meaning("firs", growth=1), "fir fir-forest firs-forest pines taiga"),
    (Meaning("jungle", growth=2), "jungles rainforest"),
    (Meaning("marsh", growth=1), "wetland wetlands fen marsh2"),
    (Meaning("swamp", growth=2), "swamps marshes bog mire swamp2"),
    (Meaning("hills", relief=1), "hill foothills downs"),
    (Meaning("mountains", relief=2), "mountain mount peak peaks cliffs cliff"),
    (Meaning("volcano", relief=2), "volcanoes crater"),
    (Meaning("house", settlement=1), "houses inn farmstead manor cottage"),
    (Meaning("hamlet", settlement=2), "thorp"),
    (Meaning("village", settlement=3), "villages"),
    (Meaning("town", settlement=4), "small-town"),
    (Meaning("city", settlement=5), "metropolis large-town large-city cities capital"),
    (Meaning("castle", settlement=1), "keep fort fortress citadel"),
    (Meaning("tower"), "towers watchtower"),
    (Meaning("ruin"), "ruins ruined-tower ruined-castle"),
    (Meaning("cave"), "caves lair dungeon"),
    (Meaning("shrine"), "temple church monastery abbey chapel law chaos"),
    (Meaning("stones"), "menhir menhirs monolith standing-stones pyramid monument"),
    (Meaning("mine"), "mines quarry"),
    (Meaning("camp"), "camps tent tents"),
    (Meaning("bridge"), "ford ferry bridges"),
    (Meaning("port"), "harbour harbor ship"),
    (Meaning("lighthouse"), "beacon"),
)
"""Meanings, each with its synonyms."""
_BOTH = {
    ("forest", "hills"): "forest-hill forest-hills forested-hills",
    ("firs", "hills"): "fir-hill fir-hills fir-forest-hill",
    ("firs", "mountains"): "fir-mountain fir-mountains fir-forest-mountain fir-forest-mountains",
    ("grass", "hills"): "green-hills grassy-hills",
    ("forest", "mountains"): "forest-mountain forest-mountains",
}
"""Two meanings at once, and the words that have both."""
TINTS = ("green", "grey", "gray", "soil", "blue", "red", "yellow", "brown", "sand", "rock", "white", "black")


def _lexicon() -> TerrainVocabulary:
    senses = {sense.name: sense for sense, _ in _USUAL}
    tints = [shade + tint for tint in TINTS for shade in ("", "light-", "dark-")]
    senses |= {tint: Meaning(tint, only_tints=True) for tint in tints if tint not in senses}
    named = [*(((sense.name,), words) for sense, words in _USUAL), *_BOTH.items()]
    return TerrainVocabulary(senses, {word: names for names, words in named for word in words.split()})


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
