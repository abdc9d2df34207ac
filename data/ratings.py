"""How good persons are: one rating a server, game and person, moved by the places of rated deals (F73, F75).

openskill's Plackett–Luce model: a rating is a belief with a middle `mu` and a width `sigma`, both in the model's units.
Ratings move in the transaction that writes the deal: with it, or not at all, and once (F21).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.people import put
from data.reader import Reader
from data.schema import deals, persons, ratings, results
from marriage_core.hosting.ports import DealRow, SeatRow

MODEL = PlackettLuce()
"""With openskill's own figures: a beginner has mu 25 and sigma 25/3."""

CAUTION = 3
"""Widths taken off the middle: somebody is almost certainly no worse than they are told to be (openskill's ordinal)."""
BEGINNER, SCALE = 1000, 30
"""Points of a beginner, and of one of the model's units: 200 points mean that the better of two settled players comes
before the other about three times in four."""

SETTLED_DEALS = 10
"""Until then a rating says more of luck than of play: it is provisional and not ranked."""

PAIR_DEALS, PAIR_SECONDS = 20, 24 * 60 * 60
"""The cap for repeated pairs. Two people who play each other for three hours have about so many deals (five matches of
two); more than that in a day would sooner be two accounts, of which one lifts the other."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a person after some rating-moving deals."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    deals: int = 0

    @property
    def points(self) -> int:
        """The whole number that people read, 1000 for a beginner: 1000 + 30 × (mu − 3 sigma).

        It is careful: it grows with the skill shown, and with the number of deals that showed it.
        """
        return BEGINNER + round(SCALE * (self.mu - CAUTION * self.sigma))

    @property
    def provisional(self) -> bool:
        """Whether it follows from too few deals to be ranked."""
        return self.deals < SETTLED_DEALS


@dataclass(frozen=True, slots=True)
class RatedRow:
    """One person in the ranking by rating. Equal points share the place."""

    place: int
    person: int
    name: str
    rating: Rating


class Ratings:
    """Questions about ratings, answered beside the writer."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def of(self, guild: int, game: str, person: int) -> Rating | None:
        """A person's rating; None before their first deal that moved one."""
        found = await self._reader.ask(lambda connection: _found(connection, guild, game, (person,)))
        return found.get(person)

    async def leaders(self, guild: int, game: str, limit: int) -> tuple[RatedRow, ...]:
        """Persons whose rating is settled, the best first."""
        lastly = select(results.c.name).where(results.c.person == ratings.c.person).order_by(results.c.deal_id.desc())
        query = (
            select(
                ratings.c.person,
                func.coalesce(persons.c.name, lastly.limit(1).scalar_subquery()),
                ratings.c.mu,
                ratings.c.sigma,
                ratings.c.deals,
            )
            .outerjoin(persons, persons.c.id == ratings.c.person)
            .where(ratings.c.guild == guild, ratings.c.game == game, ratings.c.deals >= SETTLED_DEALS)
            # The last term only makes the order the same each time.
            .order_by((ratings.c.mu - CAUTION * ratings.c.sigma).desc(), ratings.c.person)
            .limit(limit)
        )

        async def ask(connection: AsyncConnection) -> tuple[RatedRow, ...]:
            rows = [(person, name, Rating(*told)) for person, name, *told in await connection.execute(query)]
            points = [rating.points for _, _, rating in rows]
            return tuple(RatedRow(1 + points.index(row[2].points), *row) for row in rows)

        return await self._reader.ask(ask)


async def moves(connection: AsyncConnection, guild: int, at: float, deal: DealRow) -> bool:
    """Whether a deal that ends at this time moves the ratings of its persons (F73).

    It is rated, two or more persons and nobody else sit there, somebody did better than another, and no two of them are
    at the cap.
    """
    people = {seat.person for seat in deal.seats if seat.person is not None}
    if not deal.rated or len(people) < max(2, len(deal.seats)) or len({seat.place for seat in deal.seats}) < 2:
        return False
    return not await _capped(connection, guild, at, people)


async def _capped(connection: AsyncConnection, guild: int, at: float, people: set[int]) -> bool:
    """Whether two of them had PAIR_DEALS rating-moving deals together, of whatever games, in the 24 hours before."""
    one, other = results.alias("one"), results.alias("other")
    lately = (deals.c.guild == guild, deals.c.at > at - PAIR_SECONDS)
    # Numbers grow with time. Without the first one the database would go through all that these persons ever played.
    first = select(deals.c.id).where(*lately).order_by(deals.c.at).limit(1).scalar_subquery()
    query = (
        select(one.c.person)
        .select_from(deals)
        .join(one, one.c.deal_id == deals.c.id)
        .join(other, (other.c.deal_id == deals.c.id) & (other.c.person > one.c.person))
        .where(*lately, deals.c.moved.is_(True))
        .where(one.c.person.in_(people), one.c.deal_id >= first, other.c.person.in_(people))
        .group_by(one.c.person, other.c.person)
        .having(func.count() >= PAIR_DEALS)
        .limit(1)
    )
    return (await connection.execute(query)).first() is not None


async def move(connection: AsyncConnection, guild: int, game: str, seats: Sequence[SeatRow]) -> None:
    """Moves the ratings of the persons in these seats by their places."""
    people = [seat.person for seat in seats if seat.person is not None]
    found = await _found(connection, guild, game, people)
    before = [found.get(person, Rating()) for person in people]
    sides = [[MODEL.rating(rating.mu, rating.sigma)] for rating in before]
    after = MODEL.rate(sides, ranks=[float(seat.place) for seat in seats])
    for person, old, (new,) in zip(people, before, after, strict=True):
        key = {"guild": guild, "game": game, "person": person}
        await put(connection, ratings, key, {"mu": new.mu, "sigma": new.sigma, "deals": old.deals + 1})


async def _found(connection: AsyncConnection, guild: int, game: str, people: Sequence[int]) -> dict[int, Rating]:
    """The ratings that these persons have."""
    rows = await connection.execute(
        select(ratings.c.person, ratings.c.mu, ratings.c.sigma, ratings.c.deals).where(
            ratings.c.guild == guild, ratings.c.game == game, ratings.c.person.in_(people)
        )
    )
    return {person: Rating(*told) for person, *told in rows}
