"""Events as JSON objects, with what one seat may know of them. Must never know who reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import events as e
from .cards import DIRECTIONS, NO_COLOUR, SIDE_NAMES
from .notation import card_at, format_card, format_face
from .phases import RoundResult
from .table import Table


def card_for(table: Table, place: int, seat: int | None) -> str:
    """The card at a place as ``seat`` may know it; for nobody in particular (None), as far as it is known here."""
    return card_at(table, place) if seat is None else format_card(table.sheets, table.look(place, seat))


def winner_field(names: Sequence[str]) -> str | list[str] | None:
    """The field ``winner`` of a match: a name, a list where several share it, null where nobody won."""
    return list(names) if len(names) > 1 else names[0] if names else None


def round_field(names: Sequence[str], result: RoundResult) -> dict[str, Any]:
    """How a round ended: ``{"winner", "points", "by"}``, with ``blocked`` and ``places`` where there is cause."""
    found: dict[str, Any] = {
        "winner": None if result.winner is None else names[result.winner],
        "points": result.points,
        "by": {names[seat]: points for seat, points in result.by},
    }
    if result.blocked:
        found["blocked"] = True
    if result.places:
        found["places"] = [names[seat] for seat in result.places]
    return found


def report(  # noqa: C901 - one branch a kind of event
    table: Table, event: e.Event, seat: int | None = None
) -> dict[str, Any]:
    """An event as ``{"type", "seat", ...}`` for ``seat``, or with all that is known here.

    Colours, sides and seats stand by name, cards in notation.
    """
    names = table.seats
    found: dict[str, Any] = {"type": event.type}
    match event:
        case e.TurnedUp(place, _, back):
            return {**found, "card": card_for(table, place, seat), "back": back}
        case e.Played(who, _, faces, side, colour, call, jump):
            sheet = table.sheets[side]
            found |= {"seat": names[who], "cards": [format_face(sheet, face) for face in faces]}
            if colour != NO_COLOUR:
                found["colour"] = sheet.colours[colour]
            return found | {key: True for key, on in (("call", call), ("jump", jump)) if on}
        case e.Drew(who, places, _):
            cards = [card_for(table, place, seat) for place in places]
            return {**found, "seat": names[who], "n": len(places), "cards": cards}
        case e.Named(who, side, colour):
            return {**found, "seat": names[who], "colour": table.sheets[side].colours[colour]}
        case e.Challenged(who, accused):
            return {**found, "seat": names[who], "accused": names[accused]}
        case e.Verdict(who, accused, guilty):
            return {**found, "seat": names[who], "accused": names[accused], "guilty": guilty}
        case e.Caught(who, target, cards) | e.FalselyCaught(who, target, cards):
            return {**found, "seat": names[who], "target": names[target], "n": cards}
        case e.Swapped(who, target):
            return {**found, "seat": names[who], "target": names[target]}
        case e.WentOut(who, why):
            return {**found, "seat": names[who], "why": why}
        case e.Reversed(who, direction):
            return {**found, "seat": names[who], "direction": DIRECTIONS[direction]}
        case e.Flipped(who, side, top):
            sheet = table.sheets[side]
            return {**found, "seat": names[who], "side": SIDE_NAMES[side], "top": format_face(sheet, top)}
        case e.Reshuffled(cards):
            return {**found, "n": cards}
        case e.RoundOver(winner, points, by, blocked, places):
            return found | round_field(names, RoundResult(winner, points, by, blocked, places))
        case e.MatchOver(winners, scores):
            champion = winner_field([names[who] for who in winners])
            return {**found, "winner": champion, "scores": dict(zip(names, scores, strict=True))}
        case _:
            return {**found, "seat": names[event.seat]}
