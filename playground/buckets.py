"""Discord's rate limits by route, as far as they are known from outside: a count within a window, for each channel."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping

from playground.errors import ApiError

MOST_WINDOWS = 20_000
RULES: dict[str, tuple[int, float]] = {
    "POST /channels/{channel_id}/messages": (5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": (5, 5.0),
    "DELETE /channels/{channel_id}/messages/{message_id}": (5, 1.0),
    "POST /webhooks/{application_id}/{token}": (5, 2.0),
    "PATCH /webhooks/{application_id}/{token}/messages/{message_id}": (5, 2.0),
}
"""Requests within seconds. Discord publishes no figures; these are what bots commonly see in the headers."""


class Buckets:
    """The windows that are open; where not ``enabled`` nothing is limited and no headers are sent."""

    def __init__(self, *, enabled: bool) -> None:
        self._enabled = enabled
        self._windows: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def take(self, method: str, template: str, args: Mapping[str, str], headers: dict[str, str]) -> None:
        """Counts a request and adds Discord's headers; refuses with 429 what is too much."""
        rule = RULES.get(f"{method} {template}") if self._enabled else None
        if rule is None:
            return
        most, seconds = rule
        key = (f"{method} {template}", args.get("channel_id") or args.get("token") or "")
        now = time.monotonic()
        ends, used = self._windows.get(key, (0.0, 0))
        if now >= ends:
            ends, used = now + seconds, 0
        left = ends - now
        self._windows[key] = (ends, min(used + 1, most))
        self._windows.move_to_end(key)
        if len(self._windows) > MOST_WINDOWS:
            self._windows.popitem(last=False)
        headers |= {
            "X-RateLimit-Limit": str(most),
            "X-RateLimit-Remaining": str(max(most - used - 1, 0)),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": f"{hash(key[0]) & 0xFFFFFFFF:08x}",
        }
        if used >= most:
            raise ApiError(429, 0, "You are being rate limited.", retry_after=left)
