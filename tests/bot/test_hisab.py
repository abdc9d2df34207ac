"""`/hisab`: a sitting by commands, buttons, selects and modals; forms that survive; corrections; settling up."""

from copy import deepcopy
from typing import Any

import discord
import pytest
import simcord

from tests.bot.test_restart import restart
from tests.bot.test_stores import kept
from tests.bot.world import World, control, ids, labels, read, words

THREE = "Asha, Bikram, Chameli"


class Keeper:
    """Somebody who keeps the score by one private panel."""

    def __init__(self, world: World, who: simcord.MemberActor) -> None:
        self.world = world
        self.who = who
        self.panel: Any = None

    async def press(self, verb: str) -> str:
        """Presses a button of the panel; what stands there then."""
        result = await self.who.click(self.panel, custom_id=control(self.panel, f"hisab_{verb}"))
        return read(result)

    async def add(self) -> str:
        """Opens the next deal's form by the public button."""
        return await self._open("Add a deal")

    async def _open(self, label: str) -> str:
        result = await self.who.click(self.world.live, label=label)
        assert result.ephemeral
        assert result.response is not None
        self.panel = result.response.message
        return read(result)

    async def correct(self, number: int) -> str:
        await self._open("Correct a deal")
        return await self.select("pick", str(number))

    async def players(self) -> str:
        return await self._open("Players")

    async def select(self, verb: str, *values: str) -> str:
        result = await self.who.select(self.panel, values, custom_id=control(self.panel, f"hisab_{verb}"))
        return self._shown(result)

    async def tell(self, answers: dict[str, str], part: int = 0, verb: str = "ask") -> str:
        """Opens a modal and answers it; what stood in its other fields goes along, as from a person's client."""
        found = [one for one in ids(self.panel) if one.split(":")[3] == f"hisab_{verb}"]
        shown = await self.who.click(self.panel, custom_id=found[part])
        assert shown.modal is not None
        fields = [one["component"] for one in shown.modal["components"]]
        stood = {field["custom_id"]: field.get("value") or "" for field in fields}
        return self._shown(await self.who.submit_modal(shown, stood | answers))

    async def asked(self, part: int = 0) -> dict[str, str]:
        """What stands in a modal already, by label."""
        found = [one for one in ids(self.panel) if one.split(":")[3] == "hisab_ask"]
        shown = await self.who.click(self.panel, custom_id=found[part])
        assert shown.modal is not None
        return {one["label"]: one["component"].get("value") or "" for one in shown.modal["components"]}

    def _shown(self, result: simcord.InteractionResult) -> str:
        seen = self.world.channel.history(viewer=self.who)
        self.panel = next(message for message in seen if message.id == self.panel.id)
        return words(self.panel)


async def opened(world: World, players: str = THREE, **options: Any) -> Keeper:
    await world.slash(world.asha, "hisab new", players=players, **options)
    return Keeper(world, world.asha)


async def filled(keeper: Keeper, maal: dict[str, str], seen: tuple[str, ...], end: str) -> str:
    """A whole form, settled; what the private panel says."""
    await keeper.tell(maal)
    await keeper.select("seen", *seen)
    await keeper.select("end", end)
    return await keeper.press("save")


async def test_the_rule_books_example_line_by_line(world: World) -> None:
    keeper = await opened(world, "Anna, Ben, Cira, Dev")
    assert "Hisab" in words(world.board)
    assert labels(world.board) == ["Add a deal", "Players"]
    form = await keeper.add()
    assert form.count("not told yet") == 5
    told = await keeper.tell({"0": "5", "1": "2", "2": "10", "3": "3"})
    assert "**Ben** · `2`" in told
    told = await keeper.select("seen", "0", "1", "2")
    assert "**Cira** · `10` · 👁 seen" in told
    assert "👁 **Dev**" not in told
    told = await keeper.select("end", "0.melds")
    assert "🏆 **Anna**" in told
    assert "Anna won by melds" in told
    assert await keeper.press("save") == "Deal 1 is on the sheet."
    told = words(world.board)
    # M11.2
    for line in ("**Anna** +16", "**Ben** −15", "**Cira** +17", "**Dev** −18"):
        assert line in told
    assert "own 5 − all 20 = 0" in told
    assert "From the others +16" in told
    assert "To the winner −10" in told
    assert told.count("Had not seen") == 1
    assert labels(world.board) == ["Add a deal", "Correct a deal", "Players", "Settle up"]
    assert [ids(post) for post in world.posts[:-1]] == [[]]


async def test_cards_are_counted_and_explained(world: World) -> None:
    keeper = await opened(world)
    await keeper.add()
    maal = {"0": "10C JC QC QC QC / QC", "1": "0", "2": "KD", "3": "JC"}
    await filled(keeper, maal, ("0", "1"), "1.dublees")
    told = words(world.board)
    # M10: 20 for the poplus shown at the start, 3 for the tiplu, 2 for the jhiplu.
    assert "Maal 25" in told
    assert "maal tunnela" in told
    assert "Dublee bonus" in told
    assert "Bikram won by dublees" in told


async def test_what_cannot_be_is_said_in_one_sentence_and_the_form_is_kept(world: World) -> None:
    keeper = await opened(world)
    await keeper.add()
    assert "The maal is missing of: Asha, Bikram, Chameli" in await keeper.press("save")
    await keeper.tell({"0": "5", "1": "QC QC QC QC", "2": "x@everyone"})
    assert "Choose first how the deal ended" in await keeper.press("save")
    await keeper.select("end", "0.melds")
    told = await keeper.press("save")
    assert "@everyone" not in told
    await keeper.tell({"0": "5", "1": "QC QC QC QC", "2": "7"})
    assert "has not seen" in await keeper.press("save")
    await keeper.select("seen", "0")
    told = await keeper.press("save")
    assert "QC" in told
    assert "tiplu" in told
    await keeper.tell({"3": "JC"})
    told = await keeper.press("save")
    assert "QC is given 4 times over all players" in told.replace("\\", "")
    assert "**Asha** · `5`" in told
    assert await keeper.asked() == {
        "Asha": "5", "Bikram": "QC QC QC QC", "Chameli": "7", "Tiplu (only if you typed cards)": "JC",
    }  # fmt: skip
    await keeper.tell({"1": "-3"})
    assert "player 2" in await keeper.press("save")
    await keeper.tell({"1": "9"})
    assert "Deal 1 is on the sheet" in await keeper.press("save")


async def test_a_half_filled_form_outlives_a_restart(world: World) -> None:
    keeper = await opened(world)
    await keeper.add()
    await keeper.tell({"0": "5", "1": "2", "2": "3"})
    await keeper.select("seen", "0", "1")
    await restart(world)
    world.store.sittings._known._values.clear()
    assert (await keeper.asked())["Bikram"] == "2"
    told = await keeper.select("end", "1.melds")
    assert "🏆 **Bikram** · `2` · 👁 seen" in told
    fresh = Keeper(world, world.asha)
    assert "🏆 **Bikram** · `2` · 👁 seen" in await fresh.add()
    assert "Deal 1" in await fresh.press("save")
    assert kept(world)[:2] == (0, 0)
    assert world.bot._connection._view_store._modals == {}


async def test_nobody_won_and_nobody_has_seen(world: World) -> None:
    keeper = await opened(world)
    await keeper.add()
    await filled(keeper, {"0": "5", "1": "2", "2": "3"}, ("0",), "-")
    assert "without a winner" in words(world.board)
    assert "**Asha** +5" in words(world.board)
    await keeper.add()
    await filled(keeper, {"0": "5", "1": "2", "2": "3"}, (), "-")
    assert "Nobody saw" in words(world.board)
    assert "**Asha** 0" in words(world.board)


async def test_a_corrected_deal_keeps_its_old_values_beside(world: World) -> None:
    keeper = await opened(world, "Asha, Bikram")
    await keeper.add()
    await filled(keeper, {"0": "5", "1": "2"}, ("0", "1"), "0.melds")
    assert "Correcting deal 1" in await keeper.correct(1)
    assert "**Asha** · `5`" in words(keeper.panel)
    await keeper.select("end", "1.melds")
    assert "Deal 1 is on the sheet" in await keeper.press("save")
    told = words(world.board)
    assert "Deal 1, corrected" in told
    assert "Before: Asha +6 · Bikram −6" in told
    assert "**Bikram** 0" in told
    await world.slash(world.asha, "hisab show")
    assert "1. ✏️ Asha 0 · Bikram 0" in words(world.board)
    assert "no such deal" in await world.told(world.asha, "hisab deal", correct=7)
    assert "Correcting deal 1" in await world.told(world.asha, "hisab deal", correct=1)


async def test_players_pause_join_and_come_back(world: World) -> None:
    keeper = await opened(world)
    await keeper.add()
    await filled(keeper, {"0": "5", "1": "2", "2": "3"}, ("0", "1", "2"), "0.melds")
    await keeper.players()
    told = await keeper.tell({"0": "  *Dorje* "}, verb="name")
    assert r"\*Dorje\* is at the table" in told
    assert "is there twice" in await keeper.tell({"0": "asha"}, verb="name")
    assert "Noted" in await keeper.select("plays", "0", "3")
    assert "**Bikram** 💤" in words(world.board)
    form = await keeper.add()
    assert "Bikram" not in form
    await filled(keeper, {"0": "1", "1": "0"}, ("0", "1"), "1.melds")
    await keeper.players()
    await keeper.select("plays", "0", "1", "2", "3")
    assert "Chameli" in await keeper.add()
    await keeper.press("drop")
    assert "After 2 deals" in " ".join(words(post) for post in world.posts)


async def test_settling_up_with_the_fewest_transfers_and_the_sheet(world: World) -> None:
    keeper = await opened(world, "Anna, Ben, Cira, Dev")
    await keeper.add()
    await filled(keeper, {"0": "5", "1": "2", "2": "10", "3": "3"}, ("0", "1", "2"), "0.melds")
    told = await world.slash(world.dorje, "hisab settle")
    assert "fewest transfers" in read(told)
    assert read(told).count("→") == 3
    assert told.response is not None
    denied = await world.dorje.click(told.response.message, label="End the sitting")
    assert "Only <@" in read(denied)
    preview = await world.asha.click(world.live, label="Settle up")
    assert preview.response is not None
    await keeper.correct(1)
    await keeper.tell({"0": "6"})
    await keeper.press("save")
    # A preview of before the correction is not what gets closed.
    again = await world.asha.click(preview.response.message, label="End the sitting")
    assert "fewest transfers" in read(again)
    late = await world.slash(world.asha, "hisab settle")
    assert late.response is not None
    assert "The sitting is over" in read(await world.asha.click(preview.response.message, label="End the sitting"))
    told_all = words(world.board)
    assert "points" in told_all
    assert "```" in told_all
    assert "1: before Anna +16, Ben -15, Cira +17, Dev -18" in told_all
    assert ids(world.board) == []
    assert "No score of real cards" in await world.told(world.asha, "hisab show")
    assert "settled and over" in read(await world.asha.click(late.response.message, label="End the sitting"))
    assert "sheet is open" in await world.told(world.bikram, "hisab new", players="A, B")


async def test_a_last_sheet_that_cannot_be_posted_goes_to_who_closed_it(world: World) -> None:
    """The sitting is over and no command finds it any more."""
    keeper = await opened(world)
    await keeper.add()
    await filled(keeper, {"0": "5", "1": "2", "2": "10"}, ("0", "1", "2"), "0.melds")
    preview = await world.asha.click(world.live, label="Settle up")
    assert preview.response is not None
    posts = len(world.posts)
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    told = await world.asha.click(preview.response.message, label="End the sitting")
    assert "its sheet could not be posted here" in read(told)
    assert "```" in read(told)
    assert "→" in read(told)
    assert len(world.posts) == posts
    assert "No score of real cards" in await world.told(world.asha, "hisab show")


REFUSED = [
    ({"players": "Asha"}, "2–7 players"),
    ({"players": "1,2,3,4,5,6,7,8"}, "2–7 players"),
    ({"players": "Asha, asha"}, "asha is there twice"),
    ({"players": "A,\u200b\u200b"}, "One of the names is empty"),
    ({"players": "A, B", "preset": "chess"}, "unknown preset"),
    ({"players": "A, B", "options": "colour=red"}, "unknown option"),
    ({"players": "A, B", "options": "seen_payment"}, "write option=value"),
    ({"players": "A, B", "options": "seen_payment=101"}, "allowed: 0–100"),
]


@pytest.mark.parametrize(("options", "said"), REFUSED, ids=lambda value: str(value)[:30])
async def test_a_sitting_that_cannot_be_opened(world: World, options: dict[str, str], said: str) -> None:
    assert said in await world.told(world.asha, "hisab new", **options)
    assert world.posts == []
    assert "No score of real cards" in await world.told(world.asha, "hisab settle")


async def test_rules_of_a_sitting(world: World) -> None:
    await world.slash(world.asha, "settings server", preset="murder")
    await opened(world, options="tiplu_points=[3,8,15]; seen_payment=4")
    assert "**murder**" in words(world.board)
    assert "Maal for tiplus: 3, 8, 15" in words(world.board)
    assert "kept in this channel already" in await world.told(world.bikram, "hisab new", players="A, B")


async def test_indian_hands_count(world: World) -> None:
    keeper = await opened(world, preset="indian")
    assert "semicolon" in await keeper.add()
    await keeper.tell({"0": "0", "1": "0 ; 12", "2": "2"})
    await keeper.select("seen", "0", "1")
    await keeper.select("end", "0.melds")
    assert "player 3" in await keeper.press("save")
    await keeper.tell({"2": "2; 80"})
    assert "Deal 1" in await keeper.press("save")
    assert "Points in hand, to the winner −12" in words(world.board)
    assert "Points in hand, to the winner −14" in words(world.board)


async def test_the_dublee_picker_is_there_where_it_matters(world: World) -> None:
    keeper = await opened(world, options="seen_dublee_loser_pays=false")
    await keeper.add()
    await keeper.tell({"0": "0", "1": "0", "2": "0"})
    await keeper.select("seen", "0", "1", "2")
    await keeper.select("end", "0.dublees")
    await keeper.select("dublees", "1")
    await keeper.press("save")
    for line in ("**Asha** +13", "**Bikram** −5", "**Chameli** −8"):
        assert line in words(world.board)


async def test_seven_players_are_asked_in_two_parts(world: World) -> None:
    keeper = await opened(world, "A, B, C, D, E, F, G", options="packs=auto")
    await keeper.add()
    await keeper.tell({str(place): str(place) for place in range(5)})
    assert [*(await keeper.asked(1))] == ["F", "G", "Tiplu (only if you typed cards)"]
    await keeper.tell({"5": "5", "6": "6"}, part=1)
    await keeper.select("seen", *map(str, range(7)))
    await keeper.select("end", "6.melds")
    assert "Deal 1" in await keeper.press("save")


async def test_only_the_keeper_and_moderators_write(world: World) -> None:
    await world.slash(world.bikram, "hisab new", players=THREE)
    for label in ("Add a deal", "Players"):
        denied = read(await world.chameli.click(world.board, label=label))
        assert f"Only <@{world.bikram.id}>" in denied
    # Asha owns the server.
    assert "not told yet" in read(await world.asha.click(world.board, label="Add a deal"))
    form = await world.bikram.click(world.board, label="Add a deal")
    assert form.response is not None
    stolen = control(form.response, "hisab_ask")
    sitting = await world.store.sittings.in_channel(world.channel.id)
    assert sitting is not None
    assert stolen.split(":")[1] == sitting.id


async def test_hostile_names_and_answers_are_harmless(world: World) -> None:
    keeper = await opened(world, "@everyone `x`, **b** [l](http://x), ```c```")
    await keeper.add()
    await keeper.tell({"0": "`@everyone` ```", "1": "1", "2": "2"})
    assert "@everyone" not in words(keeper.panel)
    await filled(keeper, {"0": "1"}, ("0",), "0.melds")
    preview = await world.asha.click(world.live, label="Settle up")
    assert preview.response is not None
    await world.asha.click(preview.response.message, label="End the sitting")
    for post in world.posts:
        assert "@everyone" not in words(post).replace("'", "").split("```")[0]
        assert words(post).count("```") in (0, 2)
        assert post.mentions == []


async def test_a_name_in_a_warning_is_escaped_once_and_cut_before(world: World) -> None:
    keeper = await opened(world, f"Ram {{0}}, `Si*ta*, @everyone, QC, {'*' * 30}")
    await keeper.add()
    await keeper.select("end", "0.melds")
    await keeper.tell({"0": "5"})
    told = (await keeper.press("save")).splitlines()[0]
    cut = r"\*" * 23
    assert told == f"⚠️ The maal is missing of: \\`Si\\*ta\\*, \\@\u200beveryone, QC, {cut}…."


COUNTED = [
    ("en", "Deal 1 is on the sheet.", "Deal 1 is counted already. Nothing has changed.\n{form}", "The next deal"),
    ("ne", "बाजी १ हिसाबमा चढ्यो।", "बाजी १ गनिसकिएको छ। केही फेरिएन।\n{form}", "अर्को बाजी"),
]


async def pressed_thrice(keeper: Keeper) -> list[str]:
    """What three clicks on one and the same "Count it" are told."""
    panel = keeper.world.env.backend.messages[keeper.world.channel.id][keeper.panel.id]
    stood, told = deepcopy(panel.components), []
    for _ in range(3):
        panel.components = deepcopy(stood)
        told.append(await keeper.press("save"))
    return told


async def versions(world: World) -> list[tuple[int, int]]:
    """The number and version of every deal on the sheet, where no form is half filled in."""
    sitting = await world.store.sittings.in_channel(world.channel.id)
    assert sitting is not None
    assert sitting.forms == {}
    return [(deal.number, deal.version) for deal in sitting.deals]


@pytest.mark.parametrize(("language", "first", "again", "form"), COUNTED, ids=["en", "ne"])
async def test_more_clicks_on_count_it_are_told_that_the_deal_is_counted(
    world: World, language: str, first: str, again: str, form: str
) -> None:
    keeper = await opened(world, "Asha, Bikram")
    await keeper.add()
    await keeper.tell({"0": "5", "1": "2"})
    await keeper.select("seen", "0", "1")
    await keeper.select("end", "0.melds")
    await world.slash(world.asha, "settings me", language=language)
    posts = len(world.posts)
    told = await pressed_thrice(keeper)
    assert told[0] == first
    assert all(one.startswith(again.format(form=form)) for one in told[1:])
    assert len(world.posts) == posts + 1
    assert await versions(world) == [(1, 1)]


async def test_more_clicks_count_a_correction_once(world: World) -> None:
    keeper = await opened(world, "Asha, Bikram")
    await keeper.add()
    await filled(keeper, {"0": "5", "1": "2"}, ("0", "1"), "0.melds")
    await keeper.correct(1)
    await keeper.select("end", "1.melds")
    told = await pressed_thrice(keeper)
    assert told[0] == "Deal 1 is on the sheet."
    assert all(one.startswith("Deal 1 is counted already. Nothing has changed.\nCorrecting deal 1") for one in told[1:])
    assert await versions(world) == [(1, 1), (1, 2)]


async def test_a_new_form_without_a_word_in_it_still_misses_the_maal(world: World) -> None:
    keeper = await opened(world, "Asha, Bikram")
    await keeper.add()
    await filled(keeper, {"0": "5", "1": "2"}, ("0", "1"), "0.melds")
    await keeper.add()
    assert "The maal is missing of: Asha, Bikram" in await keeper.press("save")
    assert await versions(world) == [(1, 1)]


async def test_a_long_sheet_is_attached(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    from cogs import hisab_pages

    monkeypatch.setattr(hisab_pages, "LONGEST_SHEET", 10)
    keeper = await opened(world)
    await keeper.add()
    await filled(keeper, {"0": "5", "1": "2", "2": "3"}, ("0",), "0.melds")
    preview = await world.asha.click(world.live, label="Settle up")
    assert preview.response is not None
    await world.asha.click(preview.response.message, label="End the sitting")
    assert "```" not in words(world.board)
    assert [file.filename for file in world.board.attachments] == ["hisab-sheet.txt"]


async def test_an_unknown_modal_and_an_old_sitting(world: World) -> None:
    keeper = await opened(world)
    await keeper.add()
    shown = await keeper.who.click(keeper.panel, custom_id=control(keeper.panel, "hisab_ask"))
    await world.slash(world.asha, "settings me", language="ne")
    elsewhere = world.guild.create_text_channel("elsewhere")
    there = await world.asha.slash(elsewhere, "hisab new", players="A, B")
    assert there.ephemeral
    assert "`5`" in keeper._shown(await keeper.who.submit_modal(shown, {"0": "5"}))
    assert isinstance(world.board, discord.Message)
