"""What can still be told of a deal that is over, from its record alone."""

import logging
from typing import Any

from marriage_core.errors import CoreError
from marriage_core.notation.record import read, replay

log = logging.getLogger(__name__)


def turning_points(text: str) -> tuple[Any, ...]:
    """What turned the deal of a record, as its game's coach tells it; () where the record can't be followed any more.

    It replays the deal, which takes its time: run it off the event loop.
    """
    try:
        record = read(text)
        events, _ = replay(record)
        return record.game.turning_points(events)
    except (CoreError, ValueError) as error:
        log.warning("a stored deal cannot be looked at: %s", type(error).__name__)
        return ()
