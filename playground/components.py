"""Discord's limits on message components, classic rows and components V2."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from playground.errors import Json, Path, Problems

ROW, BUTTON, SELECT, TEXT_INPUT = 1, 2, 3, 4
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
SELECTS = frozenset({3, 5, 6, 7, 8})
MOST_COMPONENTS = 40
MOST_TEXT = 4000
_DEFAULTS: dict[int, Json] = {
    SELECT: {"min_values": 1, "max_values": 1},
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"name": None, "size": None, "spoiler": False},
    SEPARATOR: {"divider": True, "spacing": 1},
    CONTAINER: {"accent_color": None, "spoiler": False},
}
_TOP_LEVEL_V2 = frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER})
_IN_CONTAINER = _TOP_LEVEL_V2 - {CONTAINER}


def children(component: Json) -> Iterator[tuple[Path, Json]]:
    """The components directly inside one, with their paths."""
    inside = component.get("components")
    if isinstance(inside, list):
        for index, child in enumerate(inside):
            if isinstance(child, dict):
                yield ("components", index), child
    for key in ("accessory", "component"):
        child = component.get(key)
        if isinstance(child, dict):
            yield (key,), child


def walk(components: list[Json], path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Every component, nested ones included, in document order."""
    for index, component in enumerate(components):
        yield from _walk_one(component, (*path, index))


def _walk_one(component: Json, path: Path) -> Iterator[tuple[Path, Json]]:
    yield path, component
    for step, child in children(component):
        yield from _walk_one(child, path + step)


def number(components: list[Json]) -> None:
    """Gives every component without an id the next free one, as Discord does."""
    found = [component for _, component in walk(components)]
    taken = {component["id"] for component in found if component.get("id")}
    upcoming = 0
    for component in found:
        if not component.get("id"):
            upcoming += 1
            while upcoming in taken:
                upcoming += 1
            component["id"] = upcoming


def complete(components: list[Json]) -> None:
    """Numbers components and fills in what Discord always answers with."""
    number(components)
    for _, component in walk(components):
        for name, value in _DEFAULTS.get(component["type"], {}).items():
            component.setdefault(name, value)
        for item in component.get("items") or []:
            item.setdefault("description", None)
            item.setdefault("spoiler", False)


def text_of(components: list[Json]) -> str:
    """The text that V2 components display, for mentions and totals."""
    return "\n".join(str(c.get("content", "")) for _, c in walk(components) if c.get("type") == TEXT)


class Checker:
    """Checks one message's components; ``emojis`` are ids of custom emojis, ``files`` the names sent."""

    def __init__(self, problems: Problems, *, emojis: Collection[str] = (), files: Collection[str] = ()) -> None:
        self.problems = problems
        self._emojis = emojis
        self._files = files
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()
        self._checks: dict[int, Callable[[Path, Json], None]] = {
            ROW: self._row,
            BUTTON: self.button,
            SECTION: self._section,
            TEXT: self.text,
            THUMBNAIL: self._thumbnail,
            GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
        }
        self._checks.update(dict.fromkeys(SELECTS, self.select))

    def message(self, path: Path, value: object, *, v2: bool) -> None:
        """Checks a message's ``components``."""
        allowed = _TOP_LEVEL_V2 if v2 else frozenset({ROW})
        components = self.problems.items(path, value, MOST_COMPONENTS if v2 else 5)
        for index, component in enumerate(components):
            self.one((*path, index), component, allowed)
        if not v2:
            return
        if sum(1 for _ in walk(components)) > MOST_COMPONENTS:
            self.problems.add(
                path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components exceeds the maximum of {MOST_COMPONENTS}",
            )  # fmt: skip
        texts = [c.get("content") for _, c in walk(components) if c.get("type") == TEXT]
        if sum(len(t) for t in texts if isinstance(t, str)) > MOST_TEXT:
            self.problems.add(
                path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The total displayable text size of the components exceeds the maximum of {MOST_TEXT}",
            )  # fmt: skip

    def one(self, path: Path, component: Json, allowed: Collection[int]) -> None:
        """Checks one component of an allowed type and what is inside it."""
        kind = component.get("type")
        if not isinstance(kind, int) or kind not in allowed:
            choices = ", ".join(str(c) for c in sorted(allowed))
            self.problems.add(
                (*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({choices}).'
            )
            return
        ident = self.problems.number((*path, "id"), component.get("id"), 0, 2**31 - 1)
        if ident:
            if ident in self._ids:
                self.problems.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self._ids.add(ident)
        self._checks[kind](path, component)

    def custom_id(self, path: Path, component: Json) -> None:
        """A custom_id has 1 to 100 characters and is unique in its message."""
        where = (*path, "custom_id")
        value = self.problems.text(where, component.get("custom_id"), 100, shortest=1, needed=True)
        if value:
            if value in self._custom_ids:
                self.problems.add(where, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
            self._custom_ids.add(value)

    def emoji(self, path: Path, value: object) -> None:
        """A Unicode emoji, or a custom one the bot owns."""
        if value is None:
            return
        name = value.get("name") if isinstance(value, dict) else None
        ident = value.get("id") if isinstance(value, dict) else None
        known = str(ident) in self._emojis if ident else isinstance(name, str) and any(ord(c) >= 0xA9 for c in name)
        if not known:
            self.problems.add((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def _row(self, path: Path, row: Json) -> None:
        inside = self.problems.items((*path, "components"), row.get("components"), 5, least=1)
        if any(child.get("type") in SELECTS for child in inside) and len(inside) > 1:
            self.problems.add(
                (*path, "components"),
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            )
        for index, child in enumerate(inside):
            self.one((*path, "components", index), child, {BUTTON} | SELECTS)

    def button(self, path: Path, button: Json) -> None:
        """A button's style decides what else it has."""
        style = button.get("style")
        if isinstance(style, bool) or style not in range(1, 7):
            self.problems.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
            return
        self.problems.text((*path, "label"), button.get("label"), 80)
        self.emoji((*path, "emoji"), button.get("emoji"))
        if style != 6 and not button.get("label") and not button.get("emoji"):
            self.problems.add(
                path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji"
            )
        if style == 5:
            if not str(button.get("url") or "").startswith(("http://", "https://", "discord://")):
                self.problems.add((*path, "url"), "URL_TYPE_INVALID_URL", "Not a well formed URL.")
            if button.get("custom_id"):
                self.problems.add(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                )
        elif style != 6:
            if button.get("url"):
                self.problems.add((*path, "url"), "BUTTON_COMPONENT_URL_FORBIDDEN", "A url is only for link buttons")
            self.custom_id(path, button)

    def select(self, path: Path, select: Json) -> None:
        """A select menu: its options are unique, its bounds hold."""
        add = self.problems.add
        self.custom_id(path, select)
        self.problems.text((*path, "placeholder"), select.get("placeholder"), 150)
        least = self.problems.number((*path, "min_values"), select.get("min_values"), 0, 25)
        most = self.problems.number((*path, "max_values"), select.get("max_values"), 1, 25)
        if least is not None and most is not None and least > most:
            add((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_EXCEED_MAX", "min_values cannot exceed max_values")
        if select["type"] != SELECT:
            return
        options = self.problems.items((*path, "options"), select.get("options"), 25, least=1)
        seen: set[object] = set()
        for index, option in enumerate(options):
            where = (*path, "options", index)
            self.option(where, option)
            if option.get("value") in seen:
                add(
                    (*where, "value"), "COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"
                )
            seen.add(option.get("value"))
        chosen = sum(1 for option in options if option.get("default"))
        if chosen > (most if most is not None else 1):
            add(
                (*path, "options"),
                "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
                "The number of default options exceeds max_values",
            )
        if most is not None and most > len(options):
            add(
                (*path, "max_values"),
                "SELECT_COMPONENT_MAX_VALUES_EXCEED_OPTIONS",
                "max_values cannot exceed the number of options",
            )

    def option(self, path: Path, option: Json) -> None:
        """One option: label and value 1 to 100 characters, description up to 100."""
        self.problems.text((*path, "label"), option.get("label"), 100, shortest=1, needed=True)
        self.problems.text((*path, "value"), option.get("value"), 100, shortest=1, needed=True)
        self.problems.text((*path, "description"), option.get("description"), 100)
        self.emoji((*path, "emoji"), option.get("emoji"))

    def _section(self, path: Path, section: Json) -> None:
        inside = self.problems.items((*path, "components"), section.get("components"), 3, least=1)
        for index, child in enumerate(inside):
            self.one((*path, "components", index), child, {TEXT})
        accessory = section.get("accessory")
        if isinstance(accessory, dict):
            self.one((*path, "accessory"), accessory, {BUTTON, THUMBNAIL})
        else:
            self.problems.add((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")

    def text(self, path: Path, component: Json) -> None:
        """A text display is never empty."""
        self.problems.text((*path, "content"), component.get("content"), MOST_TEXT, shortest=1, needed=True)

    def _media(self, path: Path, value: object) -> None:
        url = value.get("url") if isinstance(value, dict) else None
        if not isinstance(url, str) or not url:
            self.problems.add((*path, "url"), "BASE_TYPE_REQUIRED", "This field is required")
        elif url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in self._files:
                self.problems.add(
                    (*path, "url"),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    "The referenced attachment was not found",
                )
        elif not url.startswith(("http://", "https://")):
            self.problems.add(
                (*path, "url"), "URL_TYPE_INVALID_SCHEME", f'Scheme must be one of (http, https). Got "{url[:20]}".'
            )

    def _thumbnail(self, path: Path, component: Json) -> None:
        self._media((*path, "media"), component.get("media"))
        self.problems.text((*path, "description"), component.get("description"), 1024)

    def _gallery(self, path: Path, component: Json) -> None:
        for index, item in enumerate(self.problems.items((*path, "items"), component.get("items"), 10, least=1)):
            self._thumbnail((*path, "items", index), item)

    def _file(self, path: Path, component: Json) -> None:
        self._media((*path, "file"), component.get("file"))

    def _separator(self, path: Path, component: Json) -> None:
        self.problems.number((*path, "spacing"), component.get("spacing"), 1, 2)

    def _container(self, path: Path, component: Json) -> None:
        self.problems.number((*path, "accent_color"), component.get("accent_color"), 0, 0xFFFFFF)
        inside = self.problems.items((*path, "components"), component.get("components"), MOST_COMPONENTS, least=1)
        for index, child in enumerate(inside):
            self.one((*path, "components", index), child, _IN_CONTAINER)
