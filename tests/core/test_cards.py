"""M1: faces, cards, packs and their texts."""

from collections import Counter

import pytest

from marriage_core import cards
from marriage_core.cards import (
    FACES,
    JOKER,
    card_of,
    face,
    face_at,
    face_of,
    faces,
    pack,
    pretty,
    rank_of,
    suit_of,
    text,
)
from marriage_core.errors import BadText

READ = [
    ("AS", "AS", "A♠"),
    ("10C", "10C", "10♣"),
    ("tc", "10C", "10♣"),
    ("T♣", "10C", "10♣"),
    ("q♥", "QH", "Q♥"),
    ("Q♥\ufe0f", "QH", "Q♥"),
    (" kd ", "KD", "K♦"),
    ("jk", "JK", "🃏"),
    ("🃏", "JK", "🃏"),
]
UNREAD = ["", "1S", "11S", "ZZ", "S10", "QC QC", "0", "JKS", "♠"]


@pytest.mark.parametrize(("written", "plain", "people"), READ)
def test_a_face_reads_from_every_way_of_writing_it(written: str, plain: str, people: str) -> None:
    assert text(face(written)) == plain
    assert pretty(face(written)) == people


@pytest.mark.parametrize("written", UNREAD)
def test_what_is_no_card_is_quoted_in_the_refusal(written: str) -> None:
    with pytest.raises(BadText, match="is no card") as error:
        face(written)
    assert repr(written) in str(error.value)


def test_m1_2_every_face_has_a_text_that_parses_back() -> None:
    for of in (*FACES, JOKER):
        assert face(text(of)) == face(pretty(of)) == of
    assert cards.texts(FACES[:13]) == "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    assert cards.pretties(FACES[::13]) == ("A♠", "A♥", "A♦", "A♣")


def test_m1_2_rank_and_suit_make_a_face_and_ranks_run_in_a_circle() -> None:
    assert all(face_at(suit_of(of), rank_of(of)) == of for of in FACES)
    assert text(face_at(3, 0)) == "KC"
    assert text(face_at(3, 14)) == "AC"
    assert suit_of(JOKER) == 4


@pytest.mark.parametrize(("packs", "jokers", "size"), [(3, 0, 156), (3, 3, 159), (4, 0, 208), (4, 6, 214)])
def test_m1_1_a_pack_has_so_many_copies_of_52_faces_and_the_printed_jokers(packs: int, jokers: int, size: int) -> None:
    whole = pack(packs, jokers)
    assert len(set(whole)) == len(whole) == size
    copies = Counter(map(face_of, whole))
    assert {copies[of] for of in FACES} == {packs}
    assert copies[JOKER] == jokers


def test_the_joker_is_the_last_face_so_that_its_copies_may_pass_four() -> None:
    assert {face_of(card_of(JOKER, copy)) for copy in range(6)} == {JOKER}


def test_without_takes_one_copy_each_and_keeps_the_order() -> None:
    assert cards.without(faces("QC 2S QC 3S"), faces("3S QC")) == faces("2S QC")
    with pytest.raises(ValueError, match="not in"):
        cards.without(faces("QC"), faces("QC QC"))


def test_counts_and_faces_of_cards() -> None:
    counts = cards.counts_of(faces("QC QC JK 2S"))
    assert (counts[face("QC")], counts[JOKER], counts[face("2S")], sum(counts)) == (2, 1, 1, 4)
    assert cards.faces_of((card_of(face("QC"), 2), card_of(JOKER, 4))) == faces("QC JK")
