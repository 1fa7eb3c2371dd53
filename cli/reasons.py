"""The reasons of the rules in words, when nothing more is known: a sentence a code.

Must never know a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..core.errors import Reason
from .language import mark

REASONS: Final[Mapping[Reason, str]] = {
    Reason.ROUND_OVER: mark("The round is over."),
    Reason.NOT_SETTLED: mark("The table is still busy with the last move."),
    Reason.SEAT_OUT: mark("This seat takes no part any more."),
    Reason.NOT_YOUR_TURN: mark("It is another seat's turn."),
    Reason.CARD_NOT_HELD: mark("This card is not in the hand."),
    Reason.UNKNOWN_FACE: mark("The move would have to read a face that is not known."),
    Reason.DOES_NOT_FIT: mark("The card does not match the colour, number or symbol on top."),
    Reason.DRAWN_CARD_ONLY: mark("After drawing, only the drawn card may be played."),
    Reason.ONE_CARD_ONLY: mark("One card is played at a time."),
    Reason.COLOUR_NEEDED: mark("A wild needs its colour."),
    Reason.COLOUR_NOT_ASKED: mark("Only a wild names a colour."),
    Reason.COLOUR_OF_OTHER_SIDE: mark("This colour belongs to the other side of the cards."),
    Reason.NAME_FIRST: mark("A colour has to be named first."),
    Reason.NOTHING_TO_NAME: mark("There is no colour to name now."),
    Reason.CHALLENGE_FIRST: mark("The wild draw card has to be accepted or challenged first."),
    Reason.NOTHING_TO_CHALLENGE: mark("There is nothing to accept or challenge now."),
    Reason.ALREADY_DREW: mark("A card was drawn already: it is played or kept."),
    Reason.NOTHING_TO_DRAW: mark("There is no card left to draw."),
    Reason.NOTHING_DRAWN: mark("Only a card just drawn can be kept."),
    Reason.CAN_DRAW: mark("Nobody passes while cards can be drawn."),
    Reason.MUST_PLAY: mark("A card fits, and has to be played."),
    Reason.CALL_TOO_EARLY: mark(
        "A last card is called on the own turn with two cards, with the play that leaves one, or before a catch."
    ),
    Reason.CALLED_ALREADY: mark("The last card was called already."),
    Reason.NOT_CATCHABLE: mark("This seat cannot be caught now."),
    Reason.TRIED_ALREADY: mark("A seat may catch in vain once; then somebody has to act first."),
    Reason.JUMP_TOO_LATE: mark(
        "Nobody jumps in now: that takes a card that was just played, before anybody else acts."
    ),
    Reason.JUMP_NOT_IDENTICAL: mark("Only a card just like the one on top jumps in."),
    Reason.JUMP_OWN_TURN: mark("Whose turn it is plays, and does not jump in."),
    Reason.NO_WILD_JUMP: mark("No wild jumps in."),
    Reason.SWAP_FIRST: mark("The hands have to be swapped first."),
    Reason.NOTHING_TO_SWAP: mark("There are no hands to swap now."),
    Reason.SWAP_TARGET: mark("Hands are swapped with another seat that still plays."),
    Reason.ANSWER_FIRST: mark("The draw card has to be answered first, or its cards drawn."),
    Reason.DOES_NOT_ANSWER: mark("The card does not answer the draw card."),
    Reason.MUST_PLAY_DRAWN: mark("The drawn card fits, and has to be played."),
    Reason.HOLDS_COLOUR: mark("The wild draw card may not be played while another card could be."),
    Reason.WILD_ON_WILD: mark("A wild may not be played on a wild."),
    Reason.WILD_FINISH: mark("The last card may not be a wild."),
    Reason.ACTION_FINISH: mark("The last card may not be an action card."),
    Reason.ONE_NUMBER_ONLY: mark("Only number cards of one number are played together."),
    Reason.NOT_IN_RULES: mark("The rules of this table do not have this move."),
}
"""What each code says when nothing more is known, still to be translated."""
