"""Small shapes for the contents of a hex: woods and hills, villages and ruins.

They are SVG around the point 0,0, with y downwards, for a hex that is 200 wide and 174 high; their colours
are named, and `style` says what those are. This module must not know how a map is laid out.
"""

from __future__ import annotations

INK, PLASTER, ROOF, STONE = "var(--map-ink)", "var(--map-plaster)", "var(--map-roof)", "var(--map-stone)"
WATER, ALARM = "var(--map-water)", "var(--map-alarm)"


def _lines(course: str, colour: str = INK, width: int = 3) -> str:
    """Return strokes with round ends."""
    return (
        f'<path d="{course}" fill="none" stroke="{colour}" stroke-width="{width}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _area(outline: str, fill: str, *, edged: bool = True) -> str:
    """Return a filled shape, with a thin edge of ink or without."""
    edge = f' stroke="{INK}" stroke-width="2" stroke-linejoin="round"' if edged else ""
    return f'<path d="{outline}" fill="{fill}"{edge}/>'


def _at(places: str, symbol: str) -> str:
    """Return a part at several places, written ``x,y x,y``; a later one stands before an earlier one."""
    spots = [spot.split(",") for spot in places.split()]
    return "".join(f'<use href="#map-part-{symbol}" x="{x}" y="{y}"/>' for x, y in spots)


def _house(x: int, y: int, size: int) -> str:
    left, right, eaves, top = x - size, x + size, y - size, y - 2 * size
    walls = _area(f"M{left} {y}V{eaves}H{right}V{y}Z", PLASTER)
    return walls + _area(f"M{left - 3} {eaves}L{x} {top}L{right + 3} {eaves}Z", ROOF)


def _tower(x: int, y: int, half: int, height: int) -> str:
    top, step = y - height, half * 2 // 3
    return _area(f"M{x - half} {y}V{top}h{step}v6h{step}v-6h{step}V{y}Z", STONE)


PARTS = {
    "tree": _lines("M0 14V2")
    + _area("M0 6C-18 7 -17 -11 -9 -13C-8 -24 9 -24 10 -13C18 -10 17 7 0 6Z", "var(--map-leaf)")
    + _lines("M3 2C10 1 12 -5 8 -9", "var(--map-leaf-shade)", 2),
    "fir": _lines("M0 14V6") + _area("M0 -26L9 -10H5L13 7H-13L-5 -10H-9Z", "var(--map-needle)"),
    "tuft": _lines("M-8 -6L-3 4M0 -9V4M8 -6L3 4", "var(--map-tuft)"),
    "heather": _lines("M-9 3C-6 -6 -3 -6 0 3C3 -6 6 -6 9 3", "var(--map-heather)"),
    "reed": _lines("M-22 6H22M-12 0V-14M0 0V-20M12 0V-14", "var(--map-reed)"),
    "pool": _lines("M-20 0C-12 -5 -6 -5 0 0S12 5 20 0", WATER),
    "wave": _lines("M-26 0C-18 -9 -9 -9 0 0S18 9 26 0", "var(--map-wave)"),
    "dot": '<circle r="3" fill="var(--map-grain)"/>',
    "bush": _area("M-14 6C-20 -8 -4 -14 0 -7C4 -14 20 -8 14 6Z", "var(--map-bush)"),
    "hill": _area("M-44 18C-28 -22 14 -30 42 18Z", "var(--map-hill)", edged=False)
    + _lines("M-44 18C-28 -22 14 -30 42 18")
    + _lines("M14 -6L24 10M4 -8L12 10", "var(--map-hill-shade)", 2),
    "peak": _area("M-46 30L-6 -44L46 30Z", "var(--map-rock)", edged=False)
    + _area("M-6 -44L46 30H8L-2 -4Z", "var(--map-rock-shade)", edged=False)
    + _area("M-20 -18L-6 -44L13 -17L4 -20L-3 -9L-10 -19Z", "var(--map-snow-cap)", edged=False)
    + _lines("M-46 30L-6 -44L46 30"),
    "furrows": _lines("M-30 -12L14 -24M-30 -2L22 -16M-30 8L28 -6M-26 17L30 3", "var(--map-furrow)"),
}
"""Shapes that others are put together from; each is in the picture once."""

COUNTRY = {
    "sea": _at("-24,-8 24,14", "wave"),
    "lake": _at("-14,-6 18,14", "wave"),
    "coast": _at("-48,-14 -20,8 14,-10 44,10 -36,30 30,30 0,32", "dot"),
    "sand": _at("-48,-14 -20,8 14,-10 44,10 -36,30 30,30 0,32", "dot"),
    "grass": _at("-34,-6 30,10", "tuft"),
    "fields": _at("-26,-14 30,22", "furrows"),
    "moor": _at("-40,-10 4,-16 38,4 -18,16 20,30", "heather"),
    "desert": _at("-48,-14 -20,8 14,-10 44,10 -36,30 30,30 0,32", "dot"),
    "snow": _at("-30,-6 26,14", "dot"),
    "bushes": _at("-38,-8 4,-16 36,6 -14,22", "bush"),
    "woods": _at("-38,-6 8,-16 40,12 -12,26", "tree"),
    "forest": _at("-20,-26 20,-26 -52,-4 -16,2 18,2 52,-4 -34,28 0,32 34,28", "tree"),
    "firs": _at("-20,-22 20,-22 -52,0 -16,6 18,6 52,0 -34,32 0,36 34,32", "fir"),
    "jungle": _at("-20,-26 20,-26 -52,-4 -16,2 18,2 52,-4 -34,28 0,32 34,28", "tree"),
    "marsh": _at("-28,-4", "reed") + _at("26,6 -20,28", "pool"),
    "swamp": _at("-36,-10 30,-4 -4,30", "reed") + _at("8,-22 -40,20 42,26", "pool"),
    "hills": _at("18,-10 -20,14", "hill"),
    "mountains": _at("30,-4 -24,6", "peak"),
    "volcano": _area("M-56 34L-14 -30H12L56 34Z", "var(--map-lava-rock)")
    + _area("M-14 -30C-6 -24 4 -24 12 -30L16 -22C4 -14 -8 -14 -18 -22Z", ALARM)
    + _lines("M0 -36C-10 -46 8 -50 0 -60C-8 -68 10 -70 6 -78"),
}
"""Shapes for each kind of country."""

SITES = {
    "house": _house(0, 12, 14),
    "hamlet": _house(-18, 10, 11) + _house(16, 16, 11),
    "village": _house(-26, 8, 11) + _house(24, 6, 11) + _house(0, 18, 13),
    "town": _house(-34, 6, 11)
    + _house(34, 6, 11)
    + _tower(0, 2, 10, 40)
    + _house(-16, 18, 13)
    + _house(18, 18, 13),
    "city": _tower(-38, 8, 9, 44)
    + _tower(38, 8, 9, 44)
    + _house(0, -6, 14)
    + _area("M-52 24V2H52V24Z", STONE)
    + _area("M-9 24V12A9 9 0 0 1 9 12V24Z", INK),
    "castle": _tower(-24, 18, 9, 44)
    + _tower(24, 18, 9, 44)
    + _tower(0, 18, 18, 30)
    + _area("M-6 18V8A6 6 0 0 1 6 8V18Z", INK)
    + _area("M0 -12V-32L16 -27L0 -22", ALARM),
    "tower": _tower(0, 20, 12, 50) + _area("M-3 2V-8H3V2Z", INK),
    "ruin": _area("M-28 20V-14L-20 -8L-14 -20L-8 -2V20Z M8 20V2L16 -6L22 4L28 -2V20Z", STONE)
    + _lines("M-8 20H8"),
    "cave": _area("M-34 20C-30 -22 30 -22 34 20Z", "var(--map-cave-rock)")
    + _area("M-16 20C-14 -6 14 -6 16 20Z", INK),
    "shrine": _area("M-22 20V-2H-14V20Z M-4 20V-2H4V20Z M14 20V-2H22V20Z", PLASTER)
    + _area("M-26 -4L0 -24L26 -4Z M-28 20H28V26H-28Z", PLASTER),
    "stones": _area("M-30 20L-28 -8L-16 -12L-14 20Z", STONE)
    + _area("M-7 22L-6 -22L6 -20L8 22Z M16 20L18 -10L28 -4L30 20Z", STONE),
    "mine": _lines("M-22 20L18 -18M22 20L-18 -18")
    + _lines("M6 -24C16 -22 22 -16 24 -6M-6 -24C-16 -22 -22 -16 -24 -6", width=6),
    "camp": _area("M-28 20L0 -20L28 20Z", "var(--map-canvas)") + _area("M-8 20L0 -2L8 20Z", INK),
    "bridge": _area("M-34 16V4C-16 -14 16 -14 34 4V16H22C20 4 8 4 6 16H-6C-8 4 -20 4 -22 16Z", STONE),
    "port": _lines("M-5 -18A5 5 0 1 1 5 -18A5 5 0 1 1 -5 -18M0 -13V20M-10 -4H10M-18 6C-16 22 16 22 18 6"),
    "lighthouse": _area("M-10 22L-6 -18H6L10 22Z", PLASTER)
    + _area("M-7 -18V-28H7V-18Z", "var(--map-lamp)")
    + _area("M-9 -28L0 -36L9 -28Z", ALARM)
    + _lines("M14 -26L30 -32M14 -22L30 -20M-14 -26L-30 -32M-14 -22L-30 -20", "var(--map-lamp-ray)"),
}
"""Shapes for where people live and what they left."""
