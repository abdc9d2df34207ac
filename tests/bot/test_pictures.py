"""The picture of a hand: what it shows, that it can be read, and that it never stands in the way."""

import asyncio
from io import BytesIO
from itertools import product
from random import Random
from typing import Any

import pytest
from PIL import Image

from cogs import pictures
from cogs.panels import dummy, marriage
from cogs.pictures import FELT, FOUR_COLOURS, MOST_BYTES, PURPLE, RIM, STAR, TWO_COLOURS, WHITE, WIDTH, Drawer, Drawn
from cogs.pictures import hand_picture as picture
from marriage_core.cards import FACES, JOKER, Face, face, faces, suit_of
from marriage_core.dummy.melds import is_wild
from tests.bot import dummy_scenes
from tests.bot.scenes import FRIENDS, SETTINGS, playing, states
from tests.bot.world import Player, World, control, labels, words

NONE: frozenset[Face] = frozenset()
HAND = (faces("AS 4S 7S 7S 10S KS"), faces("2H 8H JH QH"), faces("3D 9D KD KD"), faces("AC 5C 6C 6C 10C QC JK"))
EDITS = "/webhooks/*/messages/@original"


def opened(png: bytes) -> Image.Image:
    image = Image.open(BytesIO(png))
    assert image.format == "PNG"
    return image.convert("RGB")


def shades(image: Image.Image, colour: tuple[int, int, int]) -> int:
    """How many pixels have about this colour."""
    counted = image.getcolors(image.width * image.height)
    assert counted is not None
    near = [n for n, shade in counted if max(abs(a - b) for a, b in zip(shade, colour, strict=True)) <= 6]  # type: ignore[arg-type]
    return sum(near)


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """WCAG's contrast ratio."""

    def luminance(colour: tuple[int, int, int]) -> float:
        parts = [part / 255 for part in colour]
        red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


# --- the picture ------------------------------------------------------------------------------------------------------


def test_f55_every_ink_is_read_on_white_and_cards_stand_out() -> None:
    assert all(contrast(ink, WHITE) >= 4.5 for ink in (*TWO_COLOURS, *FOUR_COLOURS, PURPLE, STAR))
    assert contrast(WHITE, FELT) >= 4.5
    assert len(set(FOUR_COLOURS)) == 4


def test_f55_suits_differ_in_shape_and_not_only_in_colour() -> None:
    grey = {suit: Image.open(BytesIO(picture([[Face(suit * 13)]], NONE, False))).convert("1") for suit in range(4)}
    for one, other in ((0, 3), (1, 2), (0, 1), (2, 3)):
        pairs = zip(grey[one].tobytes(), grey[other].tobytes(), strict=True)
        assert sum((a ^ b).bit_count() for a, b in pairs) > 300


@pytest.mark.parametrize("four", [False, True])
def test_a_hand_has_the_width_of_a_phone_and_its_colours(four: bool) -> None:
    png = picture(HAND, NONE, four)
    image = opened(png)
    assert image.width == WIDTH <= 1000
    assert image.height <= 1000
    assert len(png) <= MOST_BYTES
    for ink in FOUR_COLOURS:
        assert (shades(image, ink) > 1000) == (four or ink in TWO_COLOURS)


def test_the_same_cards_give_the_same_bytes() -> None:
    first = picture(HAND, NONE, True)
    assert picture([list(row) for row in HAND], NONE, True) is first
    pictures._picture.cache_clear()
    pictures._card.cache_clear()
    assert picture(HAND, NONE, True) == first
    assert picture(HAND, frozenset({face("9H")}), True) == first, "a mark for a card not held shows"
    assert picture(HAND[::-1], NONE, True) != first


def test_every_card_looks_different() -> None:
    looks = {picture([[card]], marked, True) for card in (*FACES, JOKER) for marked in (NONE, frozenset({card}))}
    assert len(looks) == 2 * 53


def test_a_printed_joker_and_a_wild_card_have_their_stars() -> None:
    assert shades(opened(picture([[JOKER]], NONE, False)), PURPLE) > 1000
    plain, wild = (opened(picture([faces("7S 8S")], marked, False)) for marked in (NONE, frozenset({face("7S")})))
    assert shades(plain, RIM) == shades(plain, STAR) == 0
    assert shades(wild, RIM) > 1000
    assert shades(wild, STAR) > 100


@pytest.mark.parametrize("four", [False, True])
def test_even_strange_hands_keep_to_the_limits(four: bool) -> None:
    draw = Random(7)
    full = draw.choices((*FACES, JOKER), k=26)
    for rows in ([full], [[card] for card in full], [full[:9], full[9:17], full[17:]], [[JOKER] * 26]):
        png = picture(rows, frozenset(full), four)
        image = opened(png)
        assert len(png) <= MOST_BYTES
        assert image.width == WIDTH
        assert image.height <= 1000
        places = [*pictures._places(tuple(map(tuple, rows)))]
        assert [card for card, _, _ in places] == [card for row in rows for card in row]
        assert len({(x, y) for _, x, y in places}) == len(places)
        assert max(x for _, x, _ in places) + pictures.CARD_WIDTH <= WIDTH


# --- off the loop -----------------------------------------------------------------------------------------------------


async def test_f56_two_are_drawn_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now, most = 0, 0

    async def slow(*_: Any) -> bytes:
        nonlocal now, most
        now, most = now + 1, max(most, now + 1)
        await asyncio.sleep(0.002)
        now -= 1
        return b"png"

    monkeypatch.setattr(asyncio, "to_thread", slow)
    drawer = Drawer()
    assert await asyncio.gather(*(drawer.draw(Drawn(HAND), False) for _ in range(8))) == [b"png"] * 8
    assert most == pictures.AT_ONCE == 2


async def test_no_cards_give_no_picture_and_faults_are_only_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await Drawer().draw(Drawn(()), False) is None

    def broken(*_: Any) -> bytes:
        raise OSError("no font")

    monkeypatch.setattr(pictures, "hand_picture", broken)
    assert await Drawer().draw(Drawn(HAND), False) is None


# --- whose cards, which marks -----------------------------------------------------------------------------------------


def test_the_hand_is_drawn_whole_and_marked_only_for_who_has_seen() -> None:
    seen = unseen = 0
    for state in states("nepali", "collector collector collector", every=25):
        scene = playing(state, FRIENDS[:3])
        for seat, settings in product(range(3), SETTINGS):
            desk = scene.desk(seat)
            drawn = marriage.drawn(desk, settings)
            assert sorted(card for row in drawn.rows for card in row) == sorted(desk.view.me[0].hand)
            assert drawn.marked == desk.view.wilds
            if desk.view.me[1].seen:
                seen += 1
            else:
                unseen += 1
                assert not drawn.marked
            if settings.sort == "suit":
                assert all(len({suit_of(card) for card in row}) == 1 for row in drawn.rows)
    assert seen
    assert unseen


def test_dummys_hand_is_drawn_whole() -> None:
    for state in dummy_scenes.states(1, every=25):
        scene = dummy_scenes.playing(state, FRIENDS[:3])
        for seat, settings in product(range(3), SETTINGS):
            desk = scene.desk(seat)
            drawn = dummy.drawn(desk, settings)
            assert sorted(card for row in drawn.rows for card in row) == sorted(desk.view.me[0].hand)
            assert all(map(is_wild, drawn.marked))


# --- the button -------------------------------------------------------------------------------------------------------


async def opened_panel(world: World) -> Player:
    await world.open(world.asha, world.bikram)
    player = Player(world, world.mover)
    await player.open()
    return player


async def test_the_button_brings_a_picture_and_refresh_takes_it_away(world: World) -> None:
    player = await opened_panel(world)
    before = words(player.panel)
    assert labels(player.panel)[-4:] == ["Sort: groups", "Discard pile", "Refresh", "Picture"]
    assert await player.press("picture") == before
    assert player.panel.flags.ephemeral
    (file,) = player.panel.attachments
    assert file.filename == "my-hand.png"
    assert player.panel.embeds[0].image.url
    assert await player.press("hand") == before
    assert player.panel.attachments == []
    assert not player.panel.embeds[0].image.url
    await player.press("picture")
    await player.press("draw")
    assert player.panel.attachments == []


async def test_f57_a_refused_picture_leaves_the_text(world: World) -> None:
    player = await opened_panel(world)
    before = words(player.panel)
    world.env.inject_error("PATCH", EDITS, status=403, code=50013)
    assert await player.press("picture") == before
    assert player.panel.attachments == []
    assert control(player.panel, "draw")


async def test_a_picture_out_of_date_is_not_shown(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    player = await opened_panel(world)

    async def late(*_: Any) -> bytes:
        await world.table.submit(player.who.id, world.table.read_move("draw"))
        return picture(HAND, NONE, False)

    monkeypatch.setattr(world.bot.face._drawer, "draw", late, raising=False)
    assert "You drew" in await player.press("picture")
    assert player.panel.attachments == []


async def test_four_colours_are_a_persons_choice(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Four colours in pictures: **off**" in await world.told(world.asha, "settings me")
    assert "Four colours in pictures: **on**" in await world.told(world.asha, "settings me", four_colours=True)
    await world.slash(world.bikram, "settings me", four_colours=True)
    asked: list[bool] = []

    def drawn(rows: Any, marked: Any, four_colours: bool) -> bytes:
        asked.append(four_colours)
        return picture(rows, marked, four_colours)

    monkeypatch.setattr(pictures, "hand_picture", drawn)
    player = await opened_panel(world)
    await player.press("picture")
    assert asked == [True]
