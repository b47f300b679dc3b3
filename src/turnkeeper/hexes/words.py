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
    (Meaning("coast"), "shore coastal island islands"),
    (Meaning("sand"), "sandy beach dunes"),
    (Meaning("grass"), "plain plains grassland grasslands grassy steppe meadow empty"),
    (Meaning("fields"), "field farm farms farmland cultivated"),
    (Meaning("moor"), "moors heath tundra"),
    (Meaning("desert"), "dust badlands waste wastes wasteland"),
    (Meaning("snow"), "snowy ice glacier"),
    (Meaning("bushes"), "bush scrub brush shrubs brushland"),
    (Meaning(_LIGHT), "wood wooded trees tree woodland woodlands"),
    (Meaning(_DENSE, growth=1), "forests forested deciduous-forest thicket"),
    (Meaning("firs", growth=1), "fir fir-forest firs-forest pines taiga"),
    (Meaning("jungle", growth=2), "jungles rainforest"),
    (Meaning("marsh", growth=1), "marshy wetland wetlands fen"),
    (Meaning("swamp", growth=2), "swamps swampy swampland swamplands marshes marshland bog boggy mire"),
    (Meaning("hills", relief=1), "hill hilly foothills downs"),
    (Meaning("mountains", relief=2), "mountain mountainous mount peak peaks cliffs cliff"),
    (Meaning("volcano", relief=2), "volcanoes crater"),
    (Meaning("light", qualifies=True, trees=_LIGHT), "sparse thin"),
    (Meaning("dense", qualifies=True, trees=_DENSE), "heavy thick"),
    (Meaning("land", qualifies=True), "lands country"),
)
"""Meanings that are country, each with its synonyms."""
_USUAL = (
    *_COUNTRY,
    (Meaning("sea", water=True), "ocean seas deep-sea deep-water shallow-water"),
    (Meaning("lake", water=True), "lakes pond water"),
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
    ("grass", "hills"): "green-hills",
    ("swamp",): "swamp2",
    ("marsh",): "marsh2",
}
"""Two meanings at once, and the words that have both."""
TINTS = ("green", "grey", "gray", "soil", "blue", "red", "yellow", "brown", "sand", "rock", "white", "black")


def _lexicon() -> TerrainVocabulary:
    senses = {sense.name: sense for sense, _ in _USUAL}
    tints = [shade + tint for tint in TINTS for shade in ("", "light-", "dark-")]
    senses |= {tint: Meaning(tint, only_tints=True) for tint in tints if tint not in senses}
    named = [*(((sense.name,), words) for sense, words in _USUAL), *_BOTH.items()]
    return TerrainVocabulary(senses, {word: names for names, words in named for word in words.split()})


_JOINED = frozenset(sense.name for sense, _ in _COUNTRY)
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
