"""How a panel groups a hand: what would be laid, what one card completes, the rest."""

import pytest

from marriage_core.cards import FACES, face, faces, texts
from marriage_core.marriage.grouping import nearly
from marriage_core.marriage.options import options
from tests.core.builder import paired, seat, seen, seen_by, table

NEARLY = [
    ("7C 7C QC QC", "7C 7C / QC QC", ""),
    ("AS 2S 4S 5S 9S JS", "AS 2S / 4S 5S / 9S JS", ""),
    ("AH 3H QD AD KC AC", "KC AC / AH 3H / QD AD", ""),
    ("KS 2S KH 3D", "", "KS 2S KH 3D"),
    # Pairs before neighbours, neighbours before gaps, each card once.
    ("5D 6D 6D 8D", "6D 6D", "5D 8D"),
    ("5D 6D 8D", "5D 6D", "8D"),
    ("5D 5D 6D 6D", "5D 5D / 6D 6D", ""),
    # A pair whose third copy cannot come any more is two cards for other groups.
    ("9C 9C 10C QC", "9C 10C", "9C QC"),
    # A pure meld beyond those that are laid is never torn.
    ("3S 4S 4S 5S 7S", "3S 4S 5S", "4S 7S"),
    ("8H 8H 8H 9H", "8H 8H 8H", "9H"),
    ("4H 4H 5H 5H 6H 6H", "4H 5H 6H / 4H 5H 6H", ""),
    ("", "", ""),
]


@pytest.mark.parametrize(("cards", "groups", "loose"), NEARLY)
def test_what_a_third_card_completes(cards: str, groups: str, loose: str) -> None:
    gone = {face("9C")}
    found = nearly(faces(cards), [card for card in FACES if card not in gone])
    assert " / ".join(map(texts, found)) == groups
    left = list(faces(cards))
    for group in found:
        for card in group:
            left.remove(card)
    assert texts(left) == loose
    assert nearly(reversed(faces(cards)), [card for card in FACES if card not in gone]) == found


def shown(*seats: object, **at: object) -> tuple[str, str, str]:
    """A hand's groups as text: melds, near ones, loose cards."""
    found = options(seen_by(table(*seats, **at), 0)).groups  # type: ignore[arg-type]
    return " / ".join(map(texts, found.melds)), " / ".join(map(texts, found.partials)), texts(found.rest)


HAND = "9S 10S JS AC 2C 3C 7C 7C 3S 7S 10S KS AH 3H 4H 9H JH JH QH 2D QC QC"


def test_the_rest_of_a_hand_is_grouped_too() -> None:
    """The arrangement's own near group stays first; see's melds are as they were."""
    assert shown(seat(HAND), seat()) == (
        "9S 10S JS / AC 2C 3C",
        "7C 7C / JH JH / QC QC / 3H 4H / QH AH",
        "3S 7S 10S KS 9H 2D",
    )


def test_a_third_copy_on_top_of_the_discards_can_still_come() -> None:
    hand = "3S 4S 5S 7H 8H 9H 10D JD QD KC KC"
    assert shown(seat(hand), seat(), discards="KC")[1:] == ("KC KC", "")
    assert shown(seat(hand), seat(), discards="KC 2H")[1:] == ("", "KC KC")
    assert shown(seat(hand), seat(), stock="KC", discards="2H")[1:] == ("KC KC", "")


def test_wild_cards_wait_for_no_pair() -> None:
    """M2.2: after seeing they stand in for any card; leftover ones are loose."""
    melds, near, loose = shown(seen("4C 5C 6C 4C 5C 6C 4C 5C 6C AC 2C 3C 8D 8D"), seat(), tiplu="9D")
    assert (near, loose) == ("", "8D 8D")
    assert melds.count("/") == 3


def test_dublee_players_have_pairs_and_nothing_near() -> None:
    assert shown(paired("9C 9C 5H 6H"), seat(), tiplu="JC") == ("9C 9C", "", "5H 6H")
    assert shown(seen("5H 6H 9S"), seat(), tiplu="JC", meld_size="3+")[1:] == ("5H 6H", "9S")
