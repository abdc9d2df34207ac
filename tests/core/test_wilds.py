"""M3.2–M3.4: what a tiplu makes wild."""

import pytest

from marriage_core import wilds
from marriage_core.cards import FACES, JOKER, Face, face, faces, text

TABLE = [
    # tiplu, poplu, jhiplu, alter, ordinary jokers
    ("JC", "QC", "10C", "JS", "JS JH JD"),
    ("KS", "AS", "QS", "KC", "KH KD KC"),
    ("AS", "2S", "KS", "AC", "AH AD AC"),
    ("2H", "3H", "AH", "2D", "2S 2D 2C"),
    ("AD", "2D", "KD", "AH", "AS AH AC"),
]


@pytest.mark.parametrize(("tiplu", "above", "below", "other", "jokers"), TABLE)
def test_m3_2_m3_3_m3_4_wild_cards(tiplu: str, above: str, below: str, other: str, jokers: str) -> None:
    of = face(tiplu)
    assert text(wilds.poplu(of)) == above
    assert text(wilds.jhiplu(of)) == below
    assert text(wilds.alter(of)) == other
    assert wilds.ordinary_jokers(of) == set(faces(jokers))
    assert wilds.maal(of) == {of, face(above), face(below)}
    assert wilds.wilds(of) == wilds.maal(of) | set(faces(jokers)) | {JOKER}


@pytest.mark.parametrize(("packs", "number"), [(3, 17), (4, 23)])
@pytest.mark.parametrize("of", FACES)
def test_m3_2_number_of_wild_cards_with_one_tiplu_under_the_stock(of: Face, packs: int, number: int) -> None:
    assert packs * len(wilds.wilds(of) - {JOKER}) - 1 == number
