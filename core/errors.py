"""What may be wrong in the game: a move that is refused, a text or an option that cannot be read.

Malformed is not illegal: `BadNotation` and `BadOption` are about spelling, `IllegalMove` is about the rules and
carries its reason as a code. The sentence a player reads is made elsewhere. Must never know a table.
"""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why a move is refused: the codes of ``fliptable rules --json``."""

    ROUND_OVER = "round-over"
    NOT_SETTLED = "not-settled"
    SEAT_OUT = "seat-out"
    NOT_YOUR_TURN = "not-your-turn"
    CARD_NOT_HELD = "card-not-held"
    UNKNOWN_FACE = "unknown-face"
    DOES_NOT_FIT = "does-not-fit"
    DRAWN_CARD_ONLY = "drawn-card-only"
    ONE_CARD_ONLY = "one-card-only"
    COLOUR_NEEDED = "colour-needed"
    COLOUR_NOT_ASKED = "colour-not-asked"
    COLOUR_OF_OTHER_SIDE = "colour-of-other-side"
    NAME_FIRST = "name-first"
    NOTHING_TO_NAME = "nothing-to-name"
    CHALLENGE_FIRST = "challenge-first"
    NOTHING_TO_CHALLENGE = "nothing-to-challenge"
    ALREADY_DREW = "already-drew"
    NOTHING_TO_DRAW = "nothing-to-draw"
    NOTHING_DRAWN = "nothing-drawn"
    CAN_DRAW = "can-draw"
    MUST_PLAY = "must-play"
    CALL_TOO_EARLY = "call-too-early"
    CALLED_ALREADY = "called-already"
    NOT_CATCHABLE = "not-catchable"
    NOT_IN_RULES = "not-in-rules"
    ANSWER_FIRST = "answer-first"
    DOES_NOT_ANSWER = "does-not-answer"
    MUST_PLAY_DRAWN = "must-play-drawn"
    HOLDS_COLOUR = "holds-colour"
    WILD_ON_WILD = "wild-on-wild"
    WILD_FINISH = "wild-finish"
    ACTION_FINISH = "action-finish"
    ONE_NUMBER_ONLY = "one-number-only"
    TRIED_ALREADY = "tried-already"
    JUMP_TOO_LATE = "jump-too-late"
    JUMP_NOT_IDENTICAL = "jump-not-identical"
    JUMP_OWN_TURN = "jump-own-turn"
    NO_WILD_JUMP = "no-wild-jump"
    SWAP_FIRST = "swap-first"
    NOTHING_TO_SWAP = "nothing-to-swap"
    SWAP_TARGET = "swap-target"


class CoreError(Exception):
    """Parent of all errors of the game."""


class IllegalMove(CoreError):
    """A move that the rules refuse; nothing has changed.

    Attributes:
        reason: why, as a code.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class BadNotation(CoreError):
    """A face, card, move or position that cannot be read; its text is one sentence that says which and why."""


class BadOption(CoreError):
    """An option or a preset that does not exist or cannot have this value; its text is one sentence."""
