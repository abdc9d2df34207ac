"""A message as a value: text, an embed and rows of controls, within Discord's limits. Pure, so that tests can read it.

`Page.message()` makes what discord.py sends. Views are made here only: DynamicItems, fresh each time, stopped before
sending, because discord.py keeps every other view for ever (docs/reliability.md).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import discord

from cogs.controls import Control
from cogs.ids import ControlId

TEXT, TITLE, DESCRIPTION, FIELDS, FIELD_NAME, FIELD_VALUE, FOOTER, EMBED = 2000, 256, 4096, 25, 256, 1024, 2048, 6000
PICTURE = "my-hand.png"
ROWS, BUTTONS, LABEL, OPTIONS, OPTION_LABEL, MODAL_LABEL = 5, 5, 80, 25, 100, 45
GOLD, GREEN, GREY, RED = 0xD4A017, 0x3BA55D, 0x747F8D, 0xC0392B

STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


@dataclass(frozen=True, slots=True)
class Button:
    """A button: its label (≤ 80 characters), what it is for, and its look."""

    label: str
    id: ControlId
    style: str = "secondary"
    disabled: bool = False
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Picker:
    """A select of 1–25 different values, each with a label (≤ 100 characters); it fills a row.

    `least` to `most` of them can be chosen; `chosen` are at first. Several arrive with commas between them.
    """

    placeholder: str
    id: ControlId
    options: tuple[tuple[str, str], ...]
    least: int = 1
    most: int = 1
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A field of a modal: its key, its label (≤ 45 characters), what stands in it already, and an example (≤ 100)."""

    key: str
    label: str
    value: str
    longest: int
    example: str = ""


@dataclass(frozen=True, slots=True)
class Questions:
    """A modal of one to five questions, none of them compulsory. Its id says everything, so it survives restarts."""

    title: str
    id: ControlId
    fields: tuple[Question, ...]

    def modal(self) -> discord.ui.Modal:
        """What discord.py sends; stopped, because it would keep it for ever. Raises ValueError beyond the limits."""
        _at_most("modal title", self.title, MODAL_LABEL)
        if not 1 <= len(self.fields) <= ROWS:
            raise ValueError(f"a modal asks 1–{ROWS} questions, not {len(self.fields)}")
        modal = discord.ui.Modal(title=self.title, custom_id=str(self.id))
        for field in self.fields:
            _at_most("question", field.label, MODAL_LABEL)
            _at_most("example", field.example, OPTION_LABEL)
            told: discord.ui.TextInput[Any] = discord.ui.TextInput(
                custom_id=field.key,
                required=False,
                default=field.value or None,
                max_length=field.longest,
                placeholder=field.example or None,
            )
            modal.add_item(discord.ui.Label(text=field.label, component=told))
        modal.stop()
        return modal


@dataclass(frozen=True, slots=True)
class Page:
    """A message. `fields` are (name, value) pairs; `rows` at most five, a row up to five buttons or one picker.

    `picture`, a PNG, stands below the text of an embed. Only `edit()` brings it.
    """

    text: str = ""
    title: str = ""
    body: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    footer: str = ""
    colour: int = GOLD
    rows: tuple[tuple[Button | Picker, ...], ...] = ()
    pings: tuple[int, ...] = ()
    picture: bytes | None = None

    def check(self) -> None:
        """Raises ValueError where Discord would refuse the message (F48, F49, F53)."""
        _at_most("text", self.text, TEXT)
        _at_most("title", self.title, TITLE)
        _at_most("body", self.body, DESCRIPTION)
        _at_most("footer", self.footer, FOOTER)
        for name, value in self.fields:
            _at_most("field name", name, FIELD_NAME)
            _at_most("field", value, FIELD_VALUE)
            if not name or not value:
                raise ValueError(f"field {name!r} is empty")
        whole = self.title + self.body + self.footer + "".join(name + value for name, value in self.fields)
        _at_most("embed", whole, EMBED)
        if len(self.rows) > ROWS or len(self.fields) > FIELDS:
            raise ValueError(f"{len(self.rows)} rows and {len(self.fields)} fields; allowed: {ROWS} and {FIELDS}")
        _check_rows(self.rows)

    def message(self) -> dict[str, Any]:
        """Keyword arguments for discord.py's senders. Raises ValueError as `check` does."""
        self.check()
        pings = [discord.Object(person) for person in self.pings]
        mentions = discord.AllowedMentions(users=pings) if pings else discord.AllowedMentions.none()
        told: dict[str, Any] = {"view": _view(self.rows), "allowed_mentions": mentions}
        if self.title or self.body or self.fields:
            return told | {"content": self.text or None, "embed": self._embed()}
        return told | self.plainly()

    def edit(self) -> dict[str, Any]:
        """`message()` for editing one's own answer: with its picture, or without the one that was there before."""
        told = self.message()
        if self.picture is None or told["embed"] is None:
            return told | {"attachments": []}
        told["embed"].set_image(url=f"attachment://{PICTURE}")
        return told | {"attachments": [discord.File(BytesIO(self.picture), PICTURE)]}

    def plainly(self) -> dict[str, Any]:
        """The same as text alone, for channels where embeds are not allowed (F37)."""
        return {"content": fitted(self._lines(), TEXT) or "\u200b", "embed": None}

    def _embed(self) -> discord.Embed:
        embed = discord.Embed(title=self.title or None, description=self.body or None, colour=self.colour)
        for name, value in self.fields:
            embed.add_field(name=name, value=value, inline=False)
        if self.footer:
            embed.set_footer(text=self.footer)
        return embed

    def _lines(self) -> Iterator[str]:
        if self.text:
            yield self.text
        if self.title:
            yield f"**{self.title}**"
        if self.body:
            yield self.body
        for name, value in self.fields:
            yield f"**{name}**\n{value}"


def fitted(lines: Iterable[str], limit: int, *, latest: bool = False) -> str:
    """As many whole lines as fit, the first or the latest ones; `…` stands for the rest (F53)."""
    told = [*lines]
    whole = "\n".join(told)
    if len(whole) <= limit:
        return whole
    room, kept = limit - len("…"), []
    for line in reversed(told) if latest else told:
        room -= len(line) + len("\n")
        if room < 0:
            break
        kept.append(line)
    return "\n".join(["…", *reversed(kept)] if latest else [*kept, "…"])


def _at_most(what: str, text: str, limit: int) -> None:
    if len(text) > limit:
        raise ValueError(f"{what} has {len(text)} characters; allowed: {limit}")


def _check_rows(rows: tuple[tuple[Button | Picker, ...], ...]) -> None:
    ids = [str(item.id) for row in rows for item in row]
    if len(set(ids)) != len(ids):
        raise ValueError(f"control ids repeat: {ids}")
    for row in rows:
        pickers = [item for item in row if isinstance(item, Picker)]
        if not row or len(row) > BUTTONS or (pickers and len(row) > 1):
            raise ValueError(f"a row holds 1–{BUTTONS} buttons or one picker, not {row!r}")
        for item in row:
            if isinstance(item, Picker):
                _check_picker(item)
            else:
                _at_most("button label", item.label, LABEL)


def _check_picker(picker: Picker) -> None:
    values = [value for value, _ in picker.options]
    if not 1 <= len(values) <= OPTIONS or len(set(values)) != len(values):
        raise ValueError(f"a picker has 1–{OPTIONS} different values, not {values}")
    if not 0 <= picker.least <= picker.most <= len(values) or not len(picker.chosen) <= picker.most:
        raise ValueError(f"a picker lets {picker.least}–{picker.most} of {values} be chosen, {picker.chosen} at first")
    for value, label in picker.options:
        _at_most("option value", value, OPTION_LABEL)
        _at_most("option label", label, OPTION_LABEL)
    _at_most("placeholder", picker.placeholder, 150)


def _item(item: Button | Picker) -> Control:
    if isinstance(item, Picker):
        options = [
            discord.SelectOption(value=value, label=label, default=value in item.chosen)
            for value, label in item.options
        ]
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=str(item.id),
            placeholder=item.placeholder,
            options=options,
            min_values=item.least,
            max_values=item.most,
        )
        return Control(select)
    return Control(
        discord.ui.Button(
            label=item.label,
            custom_id=str(item.id),
            style=STYLES[item.style],
            disabled=item.disabled,
            emoji=item.emoji,
        )
    )


def _view(rows: tuple[tuple[Button | Picker, ...], ...]) -> discord.ui.View | None:
    if not rows:
        return None
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in row:
            control = _item(item)
            control.row = number
            view.add_item(control)
    view.stop()
    return view
