"""A store in a file of its own for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.store import Store


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path}/store.db"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with await Store.open(url) as store:
        yield store
