"""The pages of ranking and statistics: their words in both languages, hostile names, Discord's limits."""

import pytest

from cogs.names import safe
from cogs.results import LEADERS, GameStats, points_page, rating_page, stats_page
from cogs.speech import Speaker
from data.ratings import RatedRow, Rating
from data.results import BestDeal, LeaderRow, PersonStats, Tally
from tests.bot.scenes import EN, HOSTILE, NE, SPEAKERS, lint

FULL = Tally(99999, -123456, 4321, {}, 999, 777, 123.4, BestDeal(1, 9999), BestDeal(2, -9999), 1234, 12)
SETTLED, FRESH = Rating(27.0, 4.0, 10), Rating(22.0, 8.0, 9)
RATINGS = (SETTLED, FRESH, None)


def in_both(found: PersonStats, rating: Rating | None) -> list[GameStats]:
    """The same numbers in both games."""
    return [GameStats(game, found, rating) for game in ("marriage", "dummy")]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
def test_f53_hostile_names_in_every_page(speaker: Speaker, name: str) -> None:
    points = [LeaderRow(i, i, name, 99999, -123456, 4321) for i in range(1, LEADERS + 1)]
    rated = [RatedRow(i, i, name, Rating(-999.0, 9.0, 99999)) for i in range(1, LEADERS + 1)]
    pages = [
        points_page(points, "x" * 20, speaker),
        rating_page(rated, "marriage", speaker),
        rating_page(rated, "marriage", speaker, narrowed=True),
        *(stats_page(in_both(PersonStats(1, name, FULL, FULL), rating), name, speaker) for rating in RATINGS),
    ]
    for page in pages:
        lint(page)
    for page in pages[:3]:
        assert page.body.count(f"**{safe(name)}**") == LEADERS
        assert not page.body.endswith("…")
    for page in pages[3:]:
        assert safe(name) in page.title


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
def test_pages_of_nobody(speaker: Speaker) -> None:
    for page in (points_page([], "x", speaker), rating_page([], "dummy", speaker), stats_page([], "", speaker)):
        lint(page)
        assert page.body


def test_the_ranking_by_rating_in_words() -> None:
    rows = [RatedRow(place, place, name, SETTLED) for place, name in ((1, "Asha"), (1, "_b_"), (3, "C"), (4, "D"))]
    assert rating_page(rows, "marriage", EN).body.splitlines() == [
        "🥇 **Asha** 1450 · deals 10",
        r"🥇 **\_b\_** 1450 · deals 10",
        "🥉 **C** 1450 · deals 10",
        "4. **D** 1450 · deals 10",
    ]
    assert rating_page(rows, "marriage", NE).body.splitlines()[3] == "४. **D** १४५० · १० बाजी"
    assert (rating_page(rows, "marriage", EN).title, rating_page(rows, "marriage", EN).footer) == (
        "Leaderboard · Marriage · rating",
        "",
    )
    assert "a period does not change it" in rating_page(rows, "marriage", EN, narrowed=True).footer
    assert "Nobody is ranked yet. It takes 10 deals" in rating_page([], "dummy", EN).body


STATS = [
    (None, Tally(5), Tally(), ""),
    (SETTLED, Tally(5), Tally(), "Marriage · Rating **1450** · deals 10"),
    (FRESH, Tally(5), Tally(), "Marriage · Rating **940**, provisional · deals 9 of 10"),
    (SETTLED, Tally(5), Tally(3), "Marriage · Rating **1450** · deals 10"),
    (None, Tally(), Tally(3), ""),
]


@pytest.mark.parametrize(("rating", "rated", "practice", "body"), STATS)
def test_statistics_tell_the_rating(rating: Rating | None, rated: Tally, practice: Tally, body: str) -> None:
    page = stats_page([GameStats("marriage", PersonStats(1, "Asha", rated, practice), rating)], "Asha", EN)
    lint(page)
    assert page.body == body


def test_points_that_are_a_burden_have_no_sign() -> None:
    tally = Tally(3, 95, 1, best=BestDeal(1, 55), worst=BestDeal(2, 0))
    page = stats_page(in_both(PersonStats(1, "A", Tally(), tally), None), "A", EN)
    (marriage, gains), (dummy, burdens) = page.fields
    assert (marriage, dummy) == ("Marriage · With computers", "Dummy Rummy · With computers")
    assert "points +95" in gains
    assert "Best deal +55, worst 0" in gains
    assert "points 95 ·" in burdens
    assert "Lowest deal 0, highest 55" in burdens
    rows = [LeaderRow(1, 1, "A", 3, 95, 1)]
    assert "🥇 **A** +95" in points_page(rows, "x", EN).body
    assert "🥇 **A** 95" in points_page(rows, "x", EN, signed=False).body


ABSENT = [
    (0, 0, [None, None]),
    (2, 0, ["Left or away in 2 of 40 deals", None]),
    (0, 1, [None, "Left or away in 1 of 7 deals"]),
    (40, 7, ["Left or away in 40 of 40 deals", "Left or away in 7 of 7 deals"]),
]


@pytest.mark.parametrize(("rated", "practice", "told"), ABSENT)
def test_f30_statistics_tell_who_leaves_and_of_nobody_else(rated: int, practice: int, told: list[str | None]) -> None:
    found = PersonStats(1, "A", Tally(40, absent=rated), Tally(7, absent=practice))
    page = stats_page([GameStats("marriage", found)], "A", EN)
    lint(page)
    lines = [next((line for line in text.splitlines() if "away" in line), None) for _, text in page.fields]
    assert lines == told
