"""The table of actions: one number for each thing that a seat can decide, the same for both decks and all rules.

Actions name *faces* of the side that is up, not cards. Where a hand holds equal fronts with different backs, the action
means the card drawn first; that is the only thing that moves can say and actions cannot. Seats are named by how many
places clockwise they sit from the one that acts. Several numbers in one move (`multi_play`) are chosen one after the
other: `lay` each of them but the last, then `play` the last. Out of turn, `wait` lets the chance pass.

A trained policy belongs to the table it was trained with: `VERSION` changes when any number means something else.
Must never know what an observation holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ...core.cards import COLOURS, FACES, PLAIN_WILD
from ...core.moves import Accept, Call, Catch, Challenge, Draw, Jump, Keep, Move, Name, Pass, Play, Swap
from ...core.rules import MAX_SEATS
from ...core.table import Table

VERSION: Final = 1
"""The version of this table."""

_PLAYS: Final = PLAIN_WILD + (FACES - PLAIN_WILD) * COLOURS
"""Ways to lay one face: 52 with a colour of their own, two wilds with each of four colours."""

PLAY: Final = 0
"""First of 60: lay face 0 to 51; from 52 on the plain wild as colour 0 to 3, then the wild draw card so."""
PLAY_CALLING: Final = PLAY + _PLAYS
"""First of 60: the same, calling the last card with it."""
LAY: Final = PLAY_CALLING + _PLAYS
"""First of 52: choose face 0 to 51 for a play of several; more is to come."""
JUMP: Final = LAY + PLAIN_WILD
"""Lay a card that looks like the top out of turn."""
JUMP_CALLING: Final = JUMP + 1
"""The same, calling the last card with it."""
DRAW: Final = JUMP_CALLING + 1
KEEP: Final = DRAW + 1
PASS: Final = KEEP + 1
ACCEPT: Final = PASS + 1
CHALLENGE: Final = ACCEPT + 1
CALL: Final = CHALLENGE + 1
WAIT: Final = CALL + 1
"""Let a chance to act out of turn pass."""
NAME: Final = WAIT + 1
"""First of 4: name colour 0 to 3."""
CATCH: Final = NAME + COLOURS
"""First of 9: catch the seat 1 to 9 places on."""
SWAP: Final = CATCH + MAX_SEATS - 1
"""First of 9: swap hands with the seat 1 to 9 places on."""
SIZE: Final = SWAP + MAX_SEATS - 1
"""How many actions there are."""

TABLE: Final[Mapping[str, range]] = {
    "play": range(PLAY, PLAY_CALLING),
    "play, calling": range(PLAY_CALLING, LAY),
    "lay": range(LAY, JUMP),
    "jump": range(JUMP, JUMP_CALLING),
    "jump, calling": range(JUMP_CALLING, DRAW),
    "draw": range(DRAW, KEEP),
    "keep": range(KEEP, PASS),
    "pass": range(PASS, ACCEPT),
    "accept": range(ACCEPT, CHALLENGE),
    "challenge": range(CHALLENGE, CALL),
    "call": range(CALL, WAIT),
    "wait": range(WAIT, NAME),
    "name": range(NAME, CATCH),
    "catch": range(CATCH, SWAP),
    "swap": range(SWAP, SIZE),
}
"""What each number means, in words and as a range."""

_PLAIN: Final[dict[type[Move], int]] = {
    Draw: DRAW,
    Keep: KEEP,
    Pass: PASS,
    Accept: ACCEPT,
    Challenge: CHALLENGE,
    Call: CALL,
}


Choice = Move | int | None
"""What an action stands for: a move, a face chosen for a play of several, or nothing at all (out of turn)."""


def choices(
    table: Table, seat: int, moves: Iterable[Move], laid: tuple[int, ...] = (), *, waits: bool = False
) -> dict[int, Choice]:
    """What each possible action stands for, in the order of ``moves``; of moves that look the same the first stands.

    Args:
        table: where ``seat`` is to move.
        seat: whose moves they are.
        moves: what it may do.
        laid: the faces it has chosen already for a play of several.
        waits: whether it may let the chance pass.
    """
    faces = table.faces[table.side]
    if laid:
        return _following(faces, moves, laid)
    found: dict[int, Choice] = {}
    for move in moves:
        if type(move) is Play:
            places = move.places
            face = faces[places[0]]
            if len(places) > 1:
                found.setdefault(LAY + face, face)
                continue
            action = _playing(face, move)
        else:
            action = _PLAIN.get(type(move), -1)
            if action < 0:
                action = _aimed(move, seat, len(table.seats))
        if action not in found:
            found[action] = move
    if waits:
        found[WAIT] = None
    return found


def _playing(face: int, move: Play) -> int:
    """The action that lays ``face`` as the last card of ``move``."""
    action = face if face < PLAIN_WILD else PLAIN_WILD + (face - PLAIN_WILD) * COLOURS + move.colour
    return action + PLAY_CALLING if move.call else action


def _aimed(move: Move, seat: int, seats: int) -> int:
    """The action of a move that names a seat or a colour, or that jumps in."""
    match move:
        case Catch(target):
            return CATCH - 1 + (target - seat) % seats
        case Swap(target):
            return SWAP - 1 + (target - seat) % seats
        case Name(colour):
            return NAME + colour
        case Jump():
            return JUMP_CALLING if move.call else JUMP
        case _:
            raise ValueError(f"There is no action for {move}.")


def _following(faces: list[int], moves: Iterable[Move], laid: tuple[int, ...]) -> dict[int, Choice]:
    """How a play of several may go on after the faces that are chosen."""
    chosen = len(laid)
    found: dict[int, Choice] = {}
    for move in moves:
        if isinstance(move, Play) and len(move.places) > chosen:
            shown = tuple([faces[place] for place in move.places])
            if shown[:chosen] != laid:
                continue
            face = shown[chosen]
            if len(shown) > chosen + 1:
                found.setdefault(LAY + face, face)
            else:
                found.setdefault(_playing(face, move), move)
    return found


def spell(action: int) -> str:
    """An action in words, as in ``play 17`` or ``catch 1``: what the table calls it, and which one of its kind.

    Raises:
        ValueError: there is no such action.
    """
    for name, numbers in TABLE.items():
        if action in numbers:
            return name if len(numbers) == 1 else f"{name} {action - numbers.start}"
    raise ValueError(f"There is no action {action}: they go from 0 to {SIZE - 1}.")
