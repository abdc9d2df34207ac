"""What the program reads, what it refuses, and the exit codes of bot.py."""

import json
import logging
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from cogs import start
from cogs.settings import Settings, is_loopback
from data.words.source import ROOT

TOKEN = {"discord_token": "secret.token.value"}


def settings(**values: Any) -> Settings:
    return Settings(_env_file=None, **TOKEN | values)  # type: ignore[call-arg]


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.mark.parametrize("token", ["", "   "])
def test_a_token_is_needed(token: str) -> None:
    with pytest.raises(ValidationError, match="DISCORD_TOKEN"):
        settings(discord_token=token)
    with pytest.raises(ValidationError, match="DISCORD_TOKEN"):
        Settings(_env_file=None)  # type: ignore[call-arg]


SAFE = [
    "https://discord.com/api/v10",
    "https://proxy.example:8443",
    "http://127.0.0.1:8765/api/v10",
    "http://127.9.9.9",
    "http://localhost:1",
    "http://[::1]:8765",
]
UNSAFE = [
    "http://discord.com/api/v10",
    "http://127.0.0.1@evil.example/",
    "http://localhost.evil.example",
    "http://127.0.0.1.nip.io",
    "http://10.0.0.1",
    "http://[2001:db8::1]/",
    "ftp://127.0.0.1/",
    "ws://127.0.0.1/",
    "discord.com",
    "//discord.com",
    "https://",
    "http://[::1",
]


@pytest.mark.parametrize("url", SAFE)
def test_safe_addresses(url: str) -> None:
    assert settings(discord_api_url=url).discord_api_url == url


@pytest.mark.parametrize("url", UNSAFE)
def test_the_token_goes_nowhere_else(url: str) -> None:
    with pytest.raises(ValidationError) as error:
        settings(discord_api_url=url)
    assert "secret" not in str(error.value.errors(include_input=False, include_context=False))


def test_the_gateways_address() -> None:
    assert settings(discord_gateway_url="ws://127.0.0.1:1/gateway/").discord_gateway_url
    assert settings(discord_gateway_url="wss://gateway.example/").discord_gateway_url
    for url in ("ws://gateway.example/", "https://gateway.example/", "http://127.0.0.1/"):
        with pytest.raises(ValidationError, match="wss"):
            settings(discord_gateway_url=url)


def test_deals_are_foreseeable_at_home_only() -> None:
    assert settings(deal_seed="x", discord_api_url="http://127.0.0.1:1").deal_seed == "x"
    for url in (None, "https://discord.com/api/v10", "https://127.0.0.1.nip.io"):
        with pytest.raises(ValidationError, match="DEAL_SEED"):
            settings(deal_seed="x", discord_api_url=url)


@pytest.mark.parametrize(
    ("name", "value"), [("log_level", "LOUD"), ("log_format", "xml"), ("metrics_port", "0"), ("metrics_port", "x")]
)
def test_other_values_are_checked(name: str, value: str) -> None:
    with pytest.raises(ValidationError):
        settings(**{name: value})


def test_empty_lines_of_an_env_file_are_no_values(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=abc\nDISCORD_API_URL=\nMETRICS_PORT=\nDEAL_SEED=\nUNKNOWN=1\n")
    read = Settings(_env_file=file)  # type: ignore[call-arg]
    assert (read.discord_api_url, read.metrics_port, read.deal_seed) == (None, None, None)
    assert "abc" not in repr(read)


def test_the_example_lists_exactly_what_is_read() -> None:
    listed = re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert listed == list(dict.fromkeys(listed))
    assert {name.lower() for name in listed} == set(Settings.model_fields)


def test_loopback() -> None:
    assert is_loopback("http://127.0.0.1/")
    assert not is_loopback("nonsense")


# --- bot.py -----------------------------------------------------------------------------------------------------------


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name.lower() not in Settings.model_fields}
    return kept | {"DISCORD_TOKEN": "secret.token.value", "DISCORD_API_URL": "http://127.0.0.1:9/api/v10"} | more


def run(cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "bot.py")],
        cwd=cwd,
        env=environment(**more) | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_exit_2_for_settings(tmp_path: Path) -> None:
    ran = run(tmp_path, DISCORD_TOKEN="", DISCORD_API_URL="http://evil.example/", METRICS_PORT="x")
    assert ran.returncode == 2
    lines = ran.stderr.splitlines()
    assert [line.split(":")[0] for line in lines] == ["DISCORD_TOKEN", "DISCORD_API_URL", "METRICS_PORT"]
    assert "put the bot's token into" in lines[0]


def test_exit_2_for_an_env_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    ran = run(tmp_path)
    assert ran.returncode == 2
    assert "no UTF-8" in ran.stderr


def test_exit_1_where_discord_cannot_be_reached(tmp_path: Path) -> None:
    ran = run(tmp_path, DATABASE_URL=f"sqlite+aiosqlite:///{tmp_path / 'm.db'}", LOG_LEVEL="ERROR")
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].startswith("Discord cannot be reached: ")
    assert "Traceback" not in ran.stderr


def test_exit_3_for_a_broken_database_and_its_bytes_stay(tmp_path: Path) -> None:
    file = tmp_path / "broken.db"
    file.write_bytes(b"This is no database. " * 100)
    before = file.read_bytes()
    ran = run(tmp_path, DATABASE_URL=f"sqlite+aiosqlite:///{file}")
    assert (ran.returncode, ran.stdout) == (3, "")
    assert "broken.db" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert file.read_bytes() == before


def test_exit_3_for_a_newer_schema(tmp_path: Path) -> None:
    file = tmp_path / "newer.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    before = file.read_bytes()
    ran = run(tmp_path, DATABASE_URL=f"sqlite+aiosqlite:///{file}")
    assert ran.returncode == 3
    assert "Traceback" not in ran.stderr
    assert file.read_bytes() == before


def test_exit_4_where_another_process_has_the_database(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'marriage.db'}"
    holder = (
        "import asyncio, sys\nfrom data.store import Store\n"
        f"async def main():\n    async with await Store.open({url!r}):\n        print('open', flush=True)\n"
        "        await asyncio.to_thread(sys.stdin.read)\nasyncio.run(main())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holder], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "open\n"
        ran = run(tmp_path, DATABASE_URL=url)
        assert ran.returncode == 4
        assert "Traceback" not in ran.stderr
        first.communicate()


# --- logs -------------------------------------------------------------------------------------------------------------


def test_logs_as_json_name_their_error_and_no_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    start.set_up_logging(settings(log_format="json", log_level="DEBUG"))
    try:
        try:
            raise RuntimeError("broken")
        except RuntimeError:
            logging.getLogger("cogs").exception("something %s", "happened")
        logging.getLogger("discord.http").debug("a payload with a hand")
        logging.getLogger("sqlalchemy.engine").info("parameters")
    finally:
        logging.basicConfig(force=True)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["message"] for line in lines] == ["something happened"]
    assert "broken" in lines[0]["error"]
    assert lines[0]["level"] == "ERROR"
