"""The usual words of hex maps: how steep, overgrown, wet, lived in each is; and their synonyms.

Only the country itself is told here; the cost of crossing it is a rule set's business. A lexicon is data: a
user's own words are added to it. A word that is not in it stays on the map all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from msgspec import Struct

from turnkeeper.hexes.land import Tile, Way


class Meaning(Struct, frozen=True):
    """The meaning of a word for a hex.

    ``relief``: 0 flat, 1 hills, 2 mountains. ``growth``: 0 open, 1 hard to get through, 2 next to impassable.
    ``settlement``: 0 nobody, 1 a house, 2 a hamlet, 3 a village, 4 a town, 5 a city. A word that
    ``only_tints`` says how a map is coloured and nothing of the country; one that ``qualifies`` says nothing
    alone, and ``trees`` is what it makes of those in its hex.
    """

    name: str
    relief: int = 0
    growth: int = 0
    water: bool = False
    settlement: int = 0
    only_tints: bool = False
    qualifies: bool = False
    trees: str = ""


class Country(Struct, frozen=True):
    """What the words of one hex say together: the steepest, the most overgrown; water if any says so."""

    relief: int = 0
    growth: int = 0
    water: bool = False


class TerrainVocabulary(Struct, frozen=True):
    """Words and their meanings; the words of a hex are a phrase in any order, as ``light forest`` is."""

    senses: Mapping[str, Meaning]
    also: Mapping[str, tuple[str, ...]]

    def of(self, word: str) -> tuple[Meaning, ...]:
        """Return the meanings of a word; none for an unknown one, capitals and ``_`` for ``-`` do not matter.

        A hyphen joins words of the country as a blank does.

        >>> [sense.name for sense in LEXICON.of("forest-hills")]
        ['forest', 'hills']
        """
        plain = word.casefold().replace("_", "-")
        known = self._known(plain)
        if known or "-" not in plain:
            return known
        parts = [self._known(part) for part in plain.split("-")]
        joins = all(part and all(sense.name in _JOINED for sense in part) for part in parts)
        return _as_qualified(self.senses, chain(*parts)) if joins else ()

    def _known(self, plain: str) -> tuple[Meaning, ...]:
        names = self.also.get(plain, (plain,))
        return tuple(self.senses[name] for name in names if name in self.senses)

    def senses_of(self, tile: Tile) -> tuple[Meaning, ...]:
        """Return the meanings of the words of a hex together, in their order, unknown ones left out.

        >>> from turnkeeper.hexes import at
        >>> [sense.name for sense in LEXICON.senses_of(Tile(at(1, 1), ("hilly", "forest", "light")))]
        ['hills', 'woods', 'light']
        """
        return _as_qualified(self.senses, (sense for word in tile.words for sense in self.of(word)))

    def names_of(self, tile: Tile) -> set[str]:
        """Return the names by which the words of a hex are priced: their meanings, and the words themselves.

        A word that means something else together with the others is left out.
        """
        names = {sense.name for sense in self.senses_of(tile)}
        stand = (word for word in tile.words if all(sense.name in names for sense in self.of(word)))
        return names | {word.casefold() for word in stand}

    def country(self, tile: Tile) -> Country:
        """Return the country that the words of a hex describe together; on hills woods are hard going."""
        senses = self.senses_of(tile)
        relief = max((sense.relief for sense in senses), default=0)
        growth = max((sense.growth for sense in senses), default=0)
        if relief and any(sense.name in _TREES for sense in senses):
            growth = max(growth, 1)
        return Country(relief, growth, any(sense.water for sense in senses))


def _as_qualified(senses: Mapping[str, Meaning], found: Iterable[Meaning]) -> tuple[Meaning, ...]:
    """Return meanings as they stand together: trees are light or dense where a word says so."""
    together = tuple(found)
    trees = {sense.trees for sense in together if sense.trees}
    if _DENSE in trees:
        return tuple(senses[_DENSE] if sense.name == _LIGHT else sense for sense in together)
    if _LIGHT in trees:
        return tuple(senses[_LIGHT] if sense.name in _TREES else sense for sense in together)
    return together


_LIGHT, _DENSE = "woods", "forest"
_TREES = frozenset({_LIGHT, _DENSE, "firs", "jungle"})
_COUNTRY = (
    Meaning("coast"),
    Meaning("sand"),
    Meaning("grass"),
    Meaning("fields"),
    Meaning("moor"),
    Meaning("desert"),
    Meaning("snow"),
    Meaning("bushes"),
    Meaning(_LIGHT),
    Meaning(_DENSE, growth=1),
    Meaning("firs", growth=1),
    Meaning("jungle", growth=2),
    Meaning("marsh", growth=1),
    Meaning("swamp", growth=2),
    Meaning("hills", relief=1),
    Meaning("mountains", relief=2),
    Meaning("volcano", relief=2),
    Meaning("light", qualifies=True, trees=_LIGHT),
    Meaning("dense", qualifies=True, trees=_DENSE),
    Meaning("land", qualifies=True),
)
_SENSES = (
    *_COUNTRY,
    Meaning("sea", water=True),
    Meaning("lake", water=True),
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
    "sand": "sandy beach dunes",
    "grass": "plain plains grassland grasslands grassy steppe meadow empty",
    "fields": "field farm farms farmland cultivated",
    "moor": "moors heath tundra",
    "desert": "dust badlands waste wastes wasteland",
    "snow": "snowy ice glacier",
    "bushes": "bush scrub brush shrubs brushland",
    "woods": "wood wooded trees tree woodland woodlands",
    "forest": "forests forested deciduous-forest thicket",
    "firs": "fir fir-forest firs-forest pines taiga",
    "jungle": "jungles rainforest",
    "marsh": "marshy wetland wetlands fen",
    "swamp": "swamps swampy swampland swamplands marshes marshland bog boggy mire",
    "hills": "hill hilly foothills downs",
    "mountains": "mountain mountainous mount peak peaks cliffs cliff",
    "volcano": "volcanoes crater",
    "light": "sparse thin",
    "dense": "heavy thick",
    "land": "lands country",
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
    "green-hills": ("grass", "hills"),
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


_JOINED = frozenset(sense.name for sense in _COUNTRY)
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
