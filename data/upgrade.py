"""The schema's revisions: which are known, and how an older database comes to the newest (Alembic)."""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from data.errors import StoreError


def _config() -> Config:
    config = Config()
    # Alembic reads the value as a pattern with %.
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


@cache
def revisions() -> tuple[str, ...]:
    """Every known revision, newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def upgrade(connection: Connection) -> None:
    """Brings the schema to the newest revision inside the connection's transaction: wholly or not at all.

    Foreign keys must be off on the connection (where SQLite cannot alter a table, Alembic rebuilds it, and dropping the
    old one would take its rows' children along); they are checked here instead.
    """
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise StoreError("the new schema would leave rows without their parents; nothing was changed: report this")
