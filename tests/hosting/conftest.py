"""The toy game stands beside the real ones, wherever games are looked for."""

from collections.abc import Iterator

import pytest

from marriage_core import engine
from tests.hosting.toy import TOY

REAL_GAMES = engine.games()


@pytest.fixture(autouse=True, scope="session")
def toy() -> Iterator[None]:
    """Adds the toy game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "games", lambda: (*REAL_GAMES, TOY))
        yield
