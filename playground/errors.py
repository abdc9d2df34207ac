"""What Discord says when it refuses a request, and the collector of faults in a form body."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
Path = tuple[str | int, ...]

_KNOWN: dict[int, tuple[int, str]] = {
    0: (404, "404: Not Found"),
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30032: (400, "Maximum number of application commands reached (100)."),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40001: (401, "Unauthorized. Provide a valid token and try again."),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160004: (400, "A thread has already been created for this message"),
}


class ApiError(Exception):
    """A refusal as Discord words it: HTTP status, Discord's own code, a sentence, and faults by field."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        errors: Json | None = None,
        *,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.retry_after = retry_after

    def body(self) -> Json:
        """The JSON body of the refusal."""
        answer: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            answer["errors"] = self.errors
        if self.retry_after is not None:
            answer |= {"retry_after": round(self.retry_after, 3), "global": False}
        return answer


def refusal(code: int, *, retry_after: float | None = None) -> ApiError:
    """The refusal for one of Discord's documented codes."""
    status, message = _KNOWN[code]
    return ApiError(status, code, message, retry_after=retry_after)


def unsupported(what: str) -> ApiError:
    """For what Discord can and the playground cannot: never a silent success."""
    return ApiError(501, 0, f"The playground does not implement {what}.")


def malformed(code: str, message: str, *path: str) -> ApiError:
    """50035 with one fault, at ``path``."""
    problems: Json = {"_errors": [{"code": code, "message": message}]}
    for step in reversed(path):
        problems = {step: problems}
    return ApiError(400, 50035, "Invalid Form Body", problems)


class Problems:
    """Collects faults of one form body; ``settle`` raises Discord's 50035 with all of them."""

    def __init__(self, base: Path = ()) -> None:
        self._base = base
        self._found: list[tuple[Path, str, str]] = []

    def __bool__(self) -> bool:
        return bool(self._found)

    def add(self, path: Path, code: str, message: str) -> None:
        """Notes one fault at ``path`` below the base."""
        self._found.append((self._base + path, code, message))

    def settle(self) -> None:
        """Raises ``ApiError`` 50035 where anything was found."""
        if not self._found:
            return
        tree: Json = {}
        for path, code, message in self._found:
            node = tree
            for step in path:
                node = node.setdefault(str(step), {})
            node.setdefault("_errors", []).append({"code": code, "message": message})
        raise ApiError(400, 50035, "Invalid Form Body", tree)

    def text(self, path: Path, value: object, longest: int, *, shortest: int = 0, needed: bool = False) -> str | None:
        """Checks a string's length in characters; answers it where it is one."""
        if value is None:
            if needed:
                self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
            return None
        if not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
            return None
        if needed and shortest and not value:
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif len(value) > longest or len(value) < shortest:
            if shortest:
                self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {shortest} and {longest} in length.")
            else:
                self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {longest} or fewer in length.")
        return value

    def number(self, path: Path, value: object, least: int, most: int) -> int | None:
        """Checks an integer and its bounds; answers it where it is one."""
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if value < least:
            self.add(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        elif value > most:
            self.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        return value

    def items(self, path: Path, value: object, most: int, *, least: int = 0) -> list[Json]:
        """Checks a list of objects and its length; answers the objects in it."""
        if value is None:
            value = []
        if not isinstance(value, list):
            self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if len(value) > most or len(value) < least:
            if least:
                self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
            else:
                self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        found: list[Json] = []
        for index, item in enumerate(value):
            if isinstance(item, dict):
                found.append(item)
            else:
                self.add((*path, index), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return found
