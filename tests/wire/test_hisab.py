"""Real cards settled over the wire: modals, selects with several values, a killed bot in the middle of a form."""

from __future__ import annotations

import pytest

from playground.driver import text
from playground.seen import Json
from tests.wire.test_restart import again
from tests.wire.town import Town
from tests.wire.witness import Witness

pytestmark = pytest.mark.asyncio(loop_scope="session")


def control(message: Json, verb: str) -> str:
    """The id of a message's control."""
    found = [item["custom_id"] for row in message["components"] for item in row["components"]]
    return next(one for one in found if f":{verb}" in one)


async def now(person: Witness, message: Json) -> Json:
    """A private message in its present form."""
    return person.message(message) or message


async def test_a_form_through_modal_selects_and_a_kill(own_town: Town) -> None:
    room = own_town.room()
    (asha,) = await own_town.people(room, "Asha")
    await asha.wait_command("hisab new")
    await asha.filled(await asha.command("hisab new", channel=room, players="Asha, Bikram, Chameli"))
    sheet = await asha.wait_for(lambda m: "Hisab" in text(m) and not m["flags"] & 64)
    form = await asha.filled(await asha.click(sheet, "Add a deal"))
    shown = await asha.click(form, control(form, "hisab_ask"))
    assert shown.kind == "modal"
    await asha.submit_modal(shown, {"0": "10C JC QC QC QC / QC", "1": "0", "2": "0", "3": "JC"})
    await asha.wait_for(lambda m: m["id"] == form["id"] and "QC QC QC" in text(m))
    await asha.select(await now(asha, form), control(form, "hisab_seen"), ["0", "1", "2"])
    await asha.wait_for(lambda m: m["id"] == form["id"] and text(m).count("👁") == 3)
    await again(own_town)
    await asha.wait_command("hisab new")
    await asha.select(await now(asha, form), control(form, "hisab_end"), ["1.dublees"])
    await asha.wait_for(lambda m: m["id"] == form["id"] and "🏆" in text(m))
    await asha.click(await now(asha, form), control(form, "hisab_save"))
    told = text(await asha.wait_for(lambda m: "Deal 1" in text(m) and not m["flags"] & 64))
    # 3 × 25 − 25 − 3 − 5, − 25 + 16, − 25 − 8
    for line in ("**Asha** +42", "**Bikram** −9", "**Chameli** −33"):
        assert line in told
