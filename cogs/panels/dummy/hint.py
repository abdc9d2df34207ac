"""The coach in words: what to do and why. Codes and facts come from the coach."""

from typing import Any, assert_never

from cogs.panels.dummy.board import circled
from cogs.panels.faces import group, one
from cogs.speech import Speaker
from marriage_core.cards import face
from marriage_core.dummy.moves import Add, CutIn, Discard, Draw, Lay, Move, Pass, Take
from marriage_core.dummy.players.advice import Advice, Why

WHY = {
    Why.DRAW: "dummy.why_draw",
    Why.STOCK_ONLY: "dummy.why_stock_only",
    Why.READY: "dummy.why_ready",
    Why.TAKE_NEARER: "dummy.why_take_nearer",
    Why.LAY: "dummy.why_lay",
    Why.ADD: "dummy.why_add",
    Why.OUT: "dummy.why_out",
    Why.POINTS: "dummy.why_points",
    Why.NEAREST: "dummy.why_nearest",
}


def hint(advice: Advice, speaker: Speaker) -> str:
    """The move, why, and how near the contract is; all of it from the seat's own view."""
    lines = [f"💡 {_move(advice, speaker)} {speaker.say(WHY[advice.why])}"]
    missing, helps = advice.facts.get("missing"), advice.facts.get("helps")
    if missing and isinstance(missing, int) and isinstance(helps, int):
        to_go, helping = speaker.counted("hint.cards_to_go", missing), speaker.counted("hint.helping", helps)
        lines.append(f"-# {speaker.say('dummy.near', missing=to_go, helps=helping)}")
    return "\n".join(lines)


def _move(advice: Advice, speaker: Speaker) -> str:
    move: Move = advice.move
    match move:
        case Draw():
            return speaker.say("hint.draw")
        case Take():
            return speaker.say("hint.take", card=one(face(str(advice.facts["card"]))))
        case Lay():
            return speaker.say("dummy.hint_lay")
        case Add(faces, meld):
            return speaker.say("dummy.hint_add", cards=group(faces), meld=circled(meld + 1))
        case Discard(of):
            return speaker.say("hint.discard", card=one(of))
        case CutIn(of):
            return speaker.say("dummy.button_cut_in", card=one(of))
        case Pass():
            return speaker.say("dummy.button_pass")
        case _:
            assert_never(move)


def turning_point(_point: Any, _names: tuple[str, ...], speaker: Speaker) -> str:
    """The coach tells of none yet."""
    return speaker.say("turned.none")
