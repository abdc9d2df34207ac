"""Migrations lead to the schema that the code speaks of, wholly or not at all; the statements are any database's."""

from pathlib import Path
from typing import Any

import pytest
from alembic import command, op
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import DatabaseError
from sqlalchemy.schema import CreateIndex, CreateTable

from data import engines, upgrade
from data.errors import StoreError
from data.schema import metadata, results
from data.store import Store
from marriage_core.hosting.ports import Batch, Presence
from tests.data.samples import GUILD, deal, opening, person


def _index(index: Any) -> tuple[str, ...]:
    where = index["dialect_options"].get("sqlite_where", "")
    return (index["name"], *index["column_names"], str(index["unique"]), str(where))


def _unchecked(connection: Connection) -> dict[str, Any]:
    """What compare_metadata does not look at."""
    found = inspect(connection)
    return {
        table: (
            sorted((key["name"] or "", *key["constrained_columns"]) for key in found.get_foreign_keys(table)),
            found.get_pk_constraint(table),
            sorted(_index(index) for index in found.get_indexes(table)),
            sorted((key["name"] or "", *key["column_names"]) for key in found.get_unique_constraints(table)),
        )
        for table in sorted(metadata.tables)
    }


async def test_the_migrated_schema_is_the_schema(store: Store, tmp_path: Path) -> None:
    def differences(connection: Connection) -> Any:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return compare_metadata(context, metadata)

    assert await store._reader.ask(lambda connection: connection.run_sync(differences)) == []
    migrated = await store._reader.ask(lambda connection: connection.run_sync(_unchecked))
    async with engines._upgrading_engine(tmp_path / "direct.db") as engine, engine.begin() as connection:
        await connection.run_sync(metadata.create_all)
        assert await connection.run_sync(_unchecked) == migrated


def test_revisions_are_one_line() -> None:
    assert upgrade.revisions() == ("0004", "0003", "0002", "0001")


async def test_a_migration_that_fails_leaves_nothing(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = op.create_index

    def failing(name: str, *columns: Any, **more: Any) -> None:
        made(name, *columns, **more)
        if name == "ix_results_person_deal_id":
            op.execute("SELECT nonsense FROM nowhere")

    monkeypatch.setattr(op, "create_index", failing)
    with pytest.raises(StoreError, match="cannot open"):
        await Store.open(url)
    assert engines.look(tmp_path / "store.db") is None
    monkeypatch.undo()
    async with await Store.open(url) as store:
        await store.append(opening("a"))
    assert engines.look(tmp_path / "store.db") == upgrade.revisions()[0]


async def test_rows_without_parents_stop_an_upgrade(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = op.create_index

    def orphaning(name: str, *columns: Any, **more: Any) -> None:
        made(name, *columns, **more)
        if name == "ix_results_person_deal_id":
            op.execute("INSERT INTO results VALUES (7, 0, 1, 'n', NULL, 0, 0, '{}')")

    monkeypatch.setattr(op, "create_index", orphaning)
    with pytest.raises(StoreError, match="without their parents"):
        await Store.open(url)
    assert engines.look(tmp_path / "store.db") is None


OLD_ROWS = (
    "INSERT INTO tables (id, guild, channel, opened_at) VALUES ('old', {guild}, 7, 1)",
    "INSERT INTO deals (id, table_id, number, guild, at, game, preset, rated, won_by, record, commitment)"
    " VALUES (1, 'old', 1, {guild}, 2, 'marriage', 'nepali', 1, 'melds', 'record', 'c')",
    "INSERT INTO results (deal_id, seat, person, name, net, won, facts) VALUES (1, 0, 5, 'Old', 9, 1, '{{}}')",
    "INSERT INTO results (deal_id, seat, person, name, net, won, facts) VALUES (1, 1, 6, 'Older', -9, 0, '{{}}')",
)


@pytest.mark.parametrize("revision", ["0001", "0002"])
async def test_an_older_database_is_brought_up_with_its_rows(url: str, tmp_path: Path, revision: str) -> None:
    path = tmp_path / "store.db"
    engines.make_private(path)

    def upgraded(connection: Connection) -> None:
        config = upgrade._config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        for statement in OLD_ROWS:
            connection.exec_driver_sql(statement.format(guild=GUILD))

    async with engines._upgrading_engine(path) as engine, engine.begin() as connection:
        await connection.run_sync(upgraded)
    assert engines.look(path) == revision
    async with await Store.open(url) as store:
        assert await store.sittings.in_channel(1) is None
        (row,) = await store.results.history(GUILD, 10)
        assert [(seat.name, seat.net) for seat in row.seats] == [("Old", 9), ("Older", -9)]
        stats = await store.results.stats(GUILD, 5)
        assert stats is not None
        # Where they were is not known of old deals: nobody is said to have left.
        assert (stats.rated.deals, stats.rated.absent) == (1, 0)
        # What was played before there were ratings moves none, and is no pair's deal.
        assert await store.ratings.of(GUILD, "marriage", 5) is None
        await store.append(opening("a"))
        await store.append(Batch("a", 1, 3.0, (), deal=deal(1, person(5, 1, presence=Presence.LEFT), person(6, -1))))
        stats = await store.results.stats(GUILD, 5)
        assert stats is not None
        assert (stats.rated.deals, stats.rated.absent) == (2, 1)
        rating = await store.ratings.of(GUILD, "marriage", 5)
        assert rating is not None
        assert (rating.points, rating.deals) == (1103, 1)
    assert engines.look(path) == upgrade.revisions()[0]


async def test_an_up_to_date_database_is_not_migrated_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await (await Store.open(url)).close()
    monkeypatch.setattr(engines, "upgrade", lambda _: pytest.fail("migrated"))
    await (await Store.open(url)).close()


def test_the_schema_is_postgresqls_too() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    for table in metadata.sorted_tables:
        assert str(CreateTable(table).compile(dialect=dialect))
        for index in table.indexes:
            text = str(CreateIndex(index).compile(dialect=dialect))
            assert index.name != "uq_tables_open_channel" or text.endswith("WHERE closed_at IS NULL")
    asked = str(select(results.c.facts["maal"].as_integer()).compile(dialect=dialect))
    assert "->>" in asked


async def test_a_failing_read_is_an_error_not_an_answer(store: Store) -> None:
    async with store._writer._connection.begin():
        await store._writer._connection.exec_driver_sql("DROP TABLE results")
    with pytest.raises(DatabaseError):
        await store.results.leaderboard(GUILD, None, None, 10)
