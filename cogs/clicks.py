"""What a click does: every control of ours by its verb, and what modals answer.

Controls that belong to one command are answered by its cog, which has put them into `Face.looks` and its like.
"""

import contextlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cogs import ids
from cogs.answers import UNSENT, Interaction, failed
from cogs.face import Asked, Face
from cogs.ids import ControlId
from cogs.names import safe
from cogs.pages import Button, Page
from cogs.panels import panel_of
from cogs.panels.rules_sheet import awaited, rules_page
from cogs.panels.seats import look
from cogs.speech import Speaker
from data.words import DEFAULT
from marriage_core.errors import Refusal
from marriage_core.hosting.actions import AddComputer, Consent, NextDeal, PlayAgain, Start
from marriage_core.hosting.table import Table

log = logging.getLogger(__name__)


class Clicks:
    """Clicks on controls and modals sent in. One for the bot."""

    def __init__(self, face: Face) -> None:
        self.face = face

    async def control(self, interaction: Interaction, custom_id: str) -> None:
        """A click on one of our controls."""
        control = ids.read(custom_id)
        message = interaction.message
        own = message is not None and message.flags.ephemeral
        if control is None:
            log.warning("a control with a strange id: %r", custom_id)
            control = ControlId(ids.NO_TABLE, "hand")
        told: Mapping[str, Any] = interaction.data or {}
        chosen = told.get("values")
        if chosen:
            control = replace(control, arg=",".join(map(str, chosen)))
        clicked = control
        if clicked.verb in self.face.questions:
            await self._ask_for(interaction, clicked)
            return
        await self.face.answer(interaction, lambda speaker: self._clicked(interaction, clicked, speaker), update=own)

    async def _ask_for(self, interaction: Interaction, control: ControlId) -> None:
        """Opens a modal, which must be the first answer."""
        speaker = Speaker(self.face.words, DEFAULT)
        try:
            speaker = await self.face.speaker(interaction)
            asked = await self.face.questions[control.verb](interaction, control, speaker)
            await interaction.response.send_modal(asked.modal())
            return
        except Refusal as refusal:
            told = speaker.refused(refusal)
        except UNSENT as error:
            log.warning("interaction %s could not be answered: %s", interaction.id, error)
            return
        except Exception:
            told = failed(interaction, speaker)
        with contextlib.suppress(*UNSENT):
            await interaction.response.send_message(told, ephemeral=True)

    async def submitted(self, interaction: Interaction) -> None:
        """A modal's answers; the message that it came from is brought up to date."""
        told: Mapping[str, Any] = interaction.data or {}
        control = ids.read(str(told.get("custom_id", "")))
        if control is None or control.verb not in self.face.submits:
            log.warning("a modal with a strange id: %r", told.get("custom_id"))
            return
        answers = dict(_answers(told.get("components") or ()))
        known, own = control, interaction.message is not None and interaction.message.flags.ephemeral
        await self.face.answer(
            interaction, lambda speaker: self.face.submits[known.verb](interaction, known, answers, speaker), update=own
        )

    async def _clicked(self, interaction: Interaction, control: ControlId, speaker: Speaker) -> Page:
        if control.verb in self.face.looks:
            return await self.face.looks[control.verb](interaction, control, speaker)
        table = self.face.table_of(control)
        match control.verb:
            case "hand":
                return await self.face.hand(interaction, table, speaker)
            case "picture":
                return await self.face.pictured(interaction, table, speaker)
            case "sort":
                return await self._sort(interaction, table, speaker, control.arg or "suit")
            case "pile" | "rules":
                return self._looked_at(interaction, table, speaker, control)
            case "agree" | "keep_rules":
                return await self._consent(interaction, table, control, speaker)
            case "join" | "leave" | "add" | "start" | "next" | "again" | "end" | "stay":
                return await self._asked_table(interaction, table, control, speaker)
            case "sure" if control.arg == "end":
                # Of another deal than the one asked about it is asked anew.
                same = control.decision == str(table.public_view().deal)
                return await self.face.end(interaction, table, speaker, sure=same)
            case "sure":
                move = Asked(control.arg or "", control.decision, sure=True)
            case verb:
                move = Asked(verb if control.arg is None else f"{verb}={control.arg}", control.decision)
        return await self.face.move(interaction, table, speaker, move)

    def _looked_at(self, interaction: Interaction, table: Table, speaker: Speaker, control: ControlId) -> Page:
        """The discard pile or the rules, with the way back to the hand for who has one."""
        board = table.public_view()
        if control.verb == "pile":
            page = panel_of(board.game).pile(board, speaker)
        else:
            number = control.arg or ""
            page = rules_page(board, speaker, int(number) if number.isdecimal() and len(number) < 4 else 0)
        if board.view is None or not table.seats(interaction.user.id):
            return page
        back = (Button(speaker.say("button.hand"), look(board, "hand"), "primary"),)
        return replace(page, rows=(*page.rows, back))

    async def _consent(self, interaction: Interaction, table: Table, control: ControlId, speaker: Speaker) -> Page:
        """A word on the rules proposed (M13)."""
        agrees, number = control.verb == "agree", control.arg or ""
        await self.face.ask(table, interaction.user.id, Consent(int(number) if number.isdecimal() else 0, agrees))
        if not agrees:
            return Page(text=speaker.say("done.kept"))
        board = table.public_view()
        still = [safe(board.sitters[seat].name) for seat in awaited(board)] if board.proposal else []
        lines = [speaker.say("done.agreed")]
        lines += [speaker.say("rules.awaited", names=speaker.listed(still))] if still else []
        return Page(text="\n".join(lines))

    async def _sort(self, interaction: Interaction, table: Table, speaker: Speaker, order: str) -> Page:
        sorting: Any = order
        await self.face.store.people.change_person(interaction.user.id, lambda own: replace(own, sort=sorting))
        return await self.face.hand(interaction, table, speaker)

    async def _asked_table(self, interaction: Interaction, table: Table, control: ControlId, speaker: Speaker) -> Page:
        board, person = table.public_view(), interaction.user.id
        match control.verb:
            case "join":
                return await self.face.join(interaction, table, speaker)
            case "leave":
                return await self.face.leave(interaction, table, speaker)
            case "end":
                return await self.face.end(interaction, table, speaker)
            case "stay":
                return await self.face.stay(interaction, table, speaker)
            case "add":
                await self.face.ask(table, person, AddComputer(control.arg or ""))
                return Page(text=speaker.say("done.added", level=control.arg))
            case "start":
                await self.face.ask(table, person, Start())
            case "next" if control.arg == str(board.played):
                await self.face.ask(table, person, NextDeal())
            case "again" if control.arg == str(board.match):
                await self.face.ask(table, person, PlayAgain())
            case _:
                return await self.face.hand(interaction, table, speaker, speaker.say("hand.past"))
        return await self.face.hand(interaction, table, speaker)


def _answers(components: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """The fields of a submitted modal, by key."""
    for component in components:
        if "value" in component:
            yield str(component["custom_id"]), str(component["value"] or "")
        inner = component.get("component")
        yield from _answers([inner] if inner else component.get("components") or ())
