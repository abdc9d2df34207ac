"""`score` for Indian Marriage: value, hand points, and the sheets that cannot be (I10, I11, M13)."""

import json
from typing import Any

import pytest

from tests.core.command import refused
from tests.core.test_cli_score import nets, player, sheet

INDIAN = {"preset": "indian"}
HELD = "2S 3H 4H 4D 5C 6C 7S 7D 9H 9D 9S 10S 10H JD QH QS KD KC AS AH AC"


def loser(told: int | str, **more: Any) -> dict[str, Any]:
    """A sheet that B loses by Indian rules; what the hands cost."""
    return sheet(player("A", 0), player("B", told, **more), **INDIAN)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (sheet(player("A", 4), player("B", 2), **INDIAN, winner=None), [2, -2]),
        (
            sheet(player("A", 4), player("B", 2, False, hand_points=50), player("C", 0, hand_points=9), **INDIAN),
            [29, -14, -15],
        ),
        (loser(0, unmelded="6S KC 8D") | {"tiplu": "8C"}, [14, -14]),
        (loser(0, unmelded="KC 8D") | {"tiplu": "8C"}, [10, -10]),
        (loser(0, unmelded=""), [0, 0]),
        (loser(0, unmelded="") | {"tiplu": None}, [0, 0]),
        (loser(0, unmelded="KC QC KD") | {"options": {"cap_seen": "none"}}, [20, -20]),
        (loser("2S 3H 4D", seen=False), [9, -9]),
        (loser(HELD, seen=False), [14, -14]),
        # The cards of a tunnela shown at the start are no longer in the hand.
        (
            loser("KD KD KD 2S", seen=False, shown_tunnelas=["KD"]) | {"options": {"start_tunnelas": "on"}},
            [2, -2],
        ),
        (loser(0, seen=False, hand_points=3), [3, -3]),
        (loser("KC 2S", hand_points=3), [3, -3]),
        (loser("KS KD KD 2S", unmelded="KD 2S KD"), [14, -14]),
    ],
)
def test_i10_i11_indian_sheets(value: object, expected: list[int]) -> None:
    assert nets(value) == expected


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (loser(0), 'player 2, "B": unmelded or hand_points must be given'),
        (loser(0, seen=False), 'player 2, "B": cards or hand_points must be given'),
        (loser(0, unmelded="KC", hand_points=5), "either unmelded or hand_points must be given, not both"),
        (loser(0, seen=False, unmelded="KC"), "who has not seen pays for the whole hand (I11)"),
        (loser("2S", unmelded="KC"), "unmelded: KC is not so often among cards"),
        (loser(0, unmelded="KC") | {"tiplu": None}, "tiplu: null, but player 2"),
        (loser(0, unmelded="KC KC KC KC"), "cards: KC is given 4 times over all players; there are 3"),
        (loser(0, unmelded="JK"), "cards: JK is given 1 times over all players; there are 0"),
        (loser(0, unmelded="ZZ"), "'ZZ' is no card"),
        (loser(0, unmelded=5), "unmelded: 5 is no text"),
        (loser(0, hand_points=-1), "hand_points: -1 is not allowed"),
        (loser(0, hand_points="5"), "hand_points: "),
        (loser(0, hand_points=1) | {"preset": "nepali"}, "hand_points is given, but these rules count no hand points"),
        (loser(0, hand_points=1) | {"win_by": "dublees"}, "win_by: dublees, but dublees is off"),
        (loser(0, hand_points=1, route="dublees"), 'player 2, "B": route: dublees, but dublees is off'),
        (loser("KD KD KD", hand_points=1, shown_tunnelas=["KD"]), "shown_tunnelas: KD, but start_tunnelas is off"),
        (
            sheet(player("A", 0), player("B", 0), win_by="dublees", options={"dublee_min_players": 4}),
            "win_by: dublees, but dublee_min_players is 4",
        ),
        (loser(0, hand_points=1) | {"options": {"dublee_bonus": 6}}, "dublee_bonus: 6 has no effect while dublees is"),
    ],
)
def test_i11_m13_sheets_that_cannot_be(value: object, told: str) -> None:
    assert told in refused("score", stdin=json.dumps(value))
