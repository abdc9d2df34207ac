"""A hand as a picture: rank and suit on white cards, the suits drawn as shapes, never told by colour alone (F55).

Pure: the same cards give the same bytes, so pictures are kept, and nothing but the arguments can show in them.
`Drawer` draws them off the event loop, a few at a time (F56).
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from marriage_core.cards import JOKER, JOKER_TEXT, RANKS, Face, rank_of, suit_of

log = logging.getLogger(__name__)

WIDTH, MOST_BYTES = 1000, 256 * 1024
"""Pixels across, whatever the hand, so that a card is always as large; no picture has more bytes."""
KEPT = 128
"""Pictures kept: some 3 MB."""
AT_ONCE = 2

Colour = tuple[int, int, int]
Point = tuple[float, float]
Rows = tuple[tuple[Face, ...], ...]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (24, 26, 30)
RED: Colour = (200, 16, 40)
BLUE: Colour = (24, 86, 190)
GREEN: Colour = (18, 116, 50)
PURPLE: Colour = (104, 30, 150)
STAR: Colour = (140, 88, 0)
FELT: Colour = (22, 84, 58)
RIM: Colour = (232, 178, 32)
EDGE: Colour = (196, 200, 204)

TWO_COLOURS, FOUR_COLOURS = (BLACK, RED, RED, BLACK), (BLACK, RED, BLUE, GREEN)

MARGIN, GAP, BETWEEN, LINE_GAP = 22, 8, 26, 16
CARD_WIDTH, CARD_HEIGHT = 112, 152
ACROSS = (WIDTH - 2 * MARGIN + GAP) // (CARD_WIDTH + GAP)
FINE = 4
"""Cards are drawn this much larger and made smaller, for smooth edges."""


class Drawn(NamedTuple):
    """What a picture of a hand shows: cards in groups, and which faces carry the star of a wild card."""

    rows: Rows
    marked: frozenset[Face] = frozenset()


class Drawer:
    """Draws off the event loop, two pictures at a time."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)

    async def draw(self, drawn: Drawn, four_colours: bool) -> bytes | None:
        """The picture; None where there are no cards, or where it cannot be drawn: the text says all (F57)."""
        if not any(drawn.rows):
            return None
        try:
            async with self._free:
                return await asyncio.to_thread(hand_picture, drawn.rows, drawn.marked, four_colours)
        except Exception:
            log.exception("a hand could not be drawn")
            return None


def hand_picture(rows: Sequence[Sequence[Face]], marked: frozenset[Face], four_colours: bool) -> bytes:
    """A PNG of the cards, group beside group where they fit; the faces `marked` carry a star and a golden rim."""
    held = tuple(tuple(row) for row in rows if row)
    return _picture(held, marked.intersection(face for row in held for face in row), four_colours)


def ink(face: Face, four_colours: bool) -> Colour:
    """The colour of a card's rank and suit."""
    if face == JOKER:
        return PURPLE
    return (FOUR_COLOURS if four_colours else TWO_COLOURS)[suit_of(face)]


@lru_cache(maxsize=KEPT)
def _picture(rows: Rows, marked: frozenset[Face], four_colours: bool) -> bytes:
    places = [*_places(rows)]
    height = max((y for _, _, y in places), default=MARGIN) + CARD_HEIGHT + MARGIN
    picture = Image.new("RGB", (WIDTH, height), FELT)
    for face, x, y in places:
        card = _card(face, ink(face, four_colours), face in marked)
        picture.paste(card, (x, y), card)
    out = BytesIO()
    picture.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _places(rows: Rows) -> Iterator[tuple[Face, int, int]]:
    """Where cards lie: groups from left to right, on a new line where one does not fit; a long one on several."""
    x, y = MARGIN, MARGIN
    for row in rows:
        for start in range(0, len(row), ACROSS):
            part = row[start : start + ACROSS]
            if x > MARGIN and x + len(part) * (CARD_WIDTH + GAP) - GAP > WIDTH - MARGIN:
                x, y = MARGIN, y + CARD_HEIGHT + LINE_GAP
            for face in part:
                yield face, x, y
                x += CARD_WIDTH + GAP
        x += BETWEEN - GAP


# --- one card ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def _card(face: Face, colour: Colour, marked: bool) -> Image.Image:
    size = (CARD_WIDTH * FINE, CARD_HEIGHT * FINE)
    # Transparent white, so that the smoothed edges have no dark seam.
    card = Image.new("RGBA", size, (*WHITE, 0))
    pen = ImageDraw.Draw(card)
    rim, thick = (RIM, 6) if marked else (EDGE, 2)
    whole = (0, 0, size[0] - 1, size[1] - 1)
    pen.rounded_rectangle(whole, radius=14 * FINE, fill=WHITE, outline=rim, width=thick * FINE)
    if face == JOKER:
        pen.text((56 * FINE, 44 * FINE), JOKER_TEXT, fill=colour, font=_font(56), anchor="mm")
        pen.polygon(_star(56, 106, 34), fill=colour)
    else:
        rank = RANKS[rank_of(face) - 1]
        pen.text((13 * FINE, 66 * FINE), rank, fill=colour, font=_font(62), anchor="ls")
        _suit(pen, suit_of(face), colour)
        if marked:
            pen.polygon(_star(96, 23, 12), fill=STAR)
    return card.resize((CARD_WIDTH, CARD_HEIGHT), Image.Resampling.LANCZOS)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO((files("font_roboto") / "files" / "Roboto-Bold.ttf").read_bytes()), size * FINE)


def _suit(pen: ImageDraw.ImageDraw, suit: int, colour: Colour) -> None:
    """A suit in the card's lower part."""
    for shape in _SHAPES[suit]:
        pen.polygon([*_moved(shape, 60, 109, 31)], fill=colour)


def _moved(shape: Iterable[Point], x: float, y: float, size: float) -> Iterator[Point]:
    """A shape of −1…1 at its place on the card."""
    return (((x + px * size) * FINE, (y + py * size) * FINE) for px, py in shape)


def _star(x: float, y: float, size: float) -> list[Point]:
    turns = [(i * pi / 5, 1.0 if i % 2 == 0 else 0.42) for i in range(10)]
    return [*_moved(((sin(turn) * far, -cos(turn) * far) for turn, far in turns), x, y, size)]


def _disc(x: float, y: float, radius: float) -> list[Point]:
    return [(x + radius * cos(i * pi / 24), y + radius * sin(i * pi / 24)) for i in range(48)]


def _heart(upright: int, up: float, size: float) -> list[Point]:
    """The classic curve; upside down it is a spade's blade."""
    turns = [i * pi / 40 for i in range(80)]
    curve = [(16 * sin(t) ** 3, 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) for t in turns]
    return [(x / 17 * size, up - upright * (y + 2.5) / 17 * size) for x, y in curve]


def _stem(top: float) -> list[Point]:
    """A foot that widens downwards."""
    side = [(0.06 + 0.36 * (i / 10) ** 2.2, top + (1 - top) * i / 10) for i in range(11)]
    return [*((-x, y) for x, y in side), *reversed(side)]


_SHAPES: tuple[tuple[list[Point], ...], ...] = (
    (_heart(-1, -0.12, 0.95), _stem(0.2)),
    (_heart(1, 0.0, 1.04),),
    ([(0, -1.06), (0.8, 0), (0, 1.06), (-0.8, 0)],),
    (_disc(0, -0.52, 0.47), _disc(-0.5, 0.2, 0.47), _disc(0.5, 0.2, 0.47), _disc(0, 0, 0.3), _stem(0.0)),
)
