"""What each value of each option means at a table, in plain sentences.

A table of rules is told by what it does differently, never by names of options alone. Must never know a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..core.rules import OPTIONS, PRESETS, Rules, Value

DECKS: Final[Mapping[str, str]] = {
    "flip": "Played with the two-sided deck: 112 cards with a light and a dark face.",
    "classic": "Played with the classic deck: 108 cards with one face, zeros and draw twos among them; nothing flips.",
}
"""What is played with."""

WORDS: Final[Mapping[str, Mapping[Value | None, str]]] = {
    "first_dealer": {
        "draw": "Each seat draws a card before the match, and the highest number deals first.",
        "random": "The first dealer is drawn by lot.",
    },
    "hand_size": {None: "Each seat is dealt {} cards."},
    "opening_actions": {
        "apply": "An action card as the first card acts.",
        "ignore": "An action card as the first card does nothing: it stays beneath, and another is turned up.",
    },
    "opening_reverse": {
        "dealer": "After a reverse as the first card the dealer plays first.",
        "right_of_dealer": "After a reverse as the first card the seat to the right of the dealer plays first.",
    },
    "opening_wild": {
        "left": "For a wild as the first card the seat to the left of the dealer names the colour, and plays.",
        "left_names": "For a wild as the first card the seat to the left of the dealer only names the colour; the seat "
        "after it plays.",
        "dealer": "For a wild as the first card the dealer names the colour, and the seat to the left plays.",
        "redraw": "A wild as the first card goes back, and another is turned up.",
    },
    "opening_flip": {
        "execute": "A flip as the first card turns the table to the dark side at once.",
        "redraw": "A flip as the first card goes back, and another is turned up.",
    },
    "draw_rule": {
        "one": "Who does not play draws one card.",
        "until_playable": "Who does not play draws until a card fits.",
    },
    "voluntary_draw": {
        True: "A seat may draw although one of its cards fits.",
        False: "Nobody may draw while a card fits.",
    },
    "drawn_card": {
        "may": "A drawn card that fits may be played at once.",
        "must": "A drawn card that fits must be played at once.",
        "may_not": "A drawn card is kept: drawing ends the turn.",
    },
    "two_player_reverse": {
        "skip": "With two players a reverse makes the other one miss a turn.",
        "none": "With two players a reverse skips nobody: the other one plays.",
    },
    "wild_draw_test": {
        "colour": "A wild draw card is wrong while its player holds another card of the colour in force.",
        "colour_or_wild": "A wild draw card is wrong while its player holds any other wild, or another card of the "
        "colour in force.",
        "any_playable": "A wild draw card is wrong while its player holds a card of another kind that fits.",
    },
    "wild_draw_mode": {
        "bluff": "A wild draw card may be played wrongly, and challenged.",
        "enforce": "A wild draw card is refused where it would be wrong, and nobody challenges.",
        "free": "A wild draw card may always be played, and nobody challenges.",
    },
    "challenge_reveal": {
        "challenger": "Only who challenges is shown the hand.",
        "all": "Everybody is shown a challenged hand.",
    },
    "draw_color_guilty": {
        "until_color": "Who bluffed with a wild draw color draws until the colour comes.",
        "two": "Who bluffed with a wild draw color draws two cards only.",
    },
    "draw_color_cap": {
        "none": "A wild draw color makes its victim draw until the colour comes, however long that takes.",
        None: "A wild draw color stops after {} cards.",
    },
    "draw_color_wild_stops": {
        False: "A drawn wild does not end a wild draw color.",
        True: "A drawn wild ends a wild draw color, too.",
    },
    "flip_mode": {
        "whole_pile": "A flip turns the whole discard pile over.",
        "card_only": "A flip turns only itself over and stays on top of the discard pile.",
    },
    "flip_exposed_action": {
        False: "The card that a flip turns up sets colour and symbol, and does nothing else.",
        True: "An action card that a flip turns up acts as if it had been played.",
    },
    "flip_wild_chooser": {
        "flipper": "Who played the flip names the colour of a wild it turns up.",
        "next": "The next seat names the colour of a wild that a flip turns up.",
    },
    "flip_last_card": {
        "execute": "A flip as the last card turns the table before the points are counted.",
        "ignore": "A flip as the last card does not turn the table.",
    },
    "flip_as_wild": {
        False: "A flip has to match, as other cards do.",
        True: "A flip may be played on anything.",
    },
    "progressive_flip": {
        False: "A flip makes nobody draw.",
        True: "Each flip makes the next seat draw a card.",
    },
    "backs": {
        "visible": "Everybody sees the other sides of all hands.",
        "hidden": "Nobody sees the other sides of the cards in hands, not even of the own ones.",
    },
    "call_mode": {
        "catch": "The last card has to be called, and who forgets may be caught.",
        "auto": "The last card is called by itself, and nobody can be caught.",
        "off": "The last card is not called.",
    },
    "call_penalty": {
        1: "Who is caught draws a card.",
        None: "Who is caught draws {} cards.",
    },
    "false_catch_penalty": {
        0: "A catch of somebody who cannot be caught is refused, and costs nothing.",
        1: "A catch of somebody who cannot be caught costs a card.",
        None: "A catch of somebody who cannot be caught costs {} cards.",
    },
    "catch_grace_ms": {
        0: "Programs may catch at once.",
        None: "Programs catch nobody within {} milliseconds of the play.",
    },
    "stacking": {
        "off": "A draw card cannot be answered with another one.",
        "coloured": "A coloured draw card may be answered with its like: the next seat draws for both.",
        "same": "A draw card may be answered with its like: the next seat draws for both.",
        "up": "A draw card may be answered with its like or a heavier one: the next seat draws for both.",
        "any": "A draw card may be answered with any other one: the next seat draws for both.",
    },
    "reverse_deflect": {
        False: "A reverse sends no draw card back.",
        True: "A draw card may be sent back with a reverse of its colour.",
    },
    "skip_deflect": {
        False: "A skip sends no draw card on.",
        True: "A draw card may be sent on to the next seat with a skip of its colour.",
    },
    "penalty_then_play": {
        False: "Who has to draw for a draw card misses the turn.",
        True: "Who has to draw for a draw card still has its turn.",
    },
    "jump_in": {
        False: "Nobody plays out of turn.",
        True: "Who holds a card just like the one just played may jump in with it out of turn (wilds may not).",
    },
    "seven_zero": {
        False: "A 7 and a 0 are numbers like any other.",
        True: "Who plays a 7 swaps hands with another seat; a 0, where the deck has any, passes all hands on by one "
        "seat.",
    },
    "swap_call": {
        False: "Who gets a single card by a swap needs no call.",
        True: "Who gets a single card by a swap has to call it.",
    },
    "multi_play": {
        False: "One card is played at a time.",
        True: "Several number cards of one number may be played together.",
    },
    "no_wild_on_wild": {
        False: "A wild may be played on a wild.",
        True: "A wild may not be played on a wild.",
    },
    "no_wild_finish": {
        False: "The last card may be a wild.",
        True: "The last card may not be a wild.",
    },
    "no_action_finish": {
        False: "The last card may be an action card.",
        True: "The last card may not be an action card.",
    },
    "mercy": {
        0: "A hand may grow as large as it likes.",
        None: "Who has {} cards is out of the round.",
    },
    "play_to_last": {
        False: "The round ends when somebody has no card left.",
        True: "The round goes on until only one seat has cards left.",
    },
    "scoring": {
        "winner": "The winner of a round scores what the others still hold.",
        "low": "Everybody scores what is left in the own hand, and the lowest score wins the match.",
        "elimination": "Everybody scores what is left in the own hand; who reaches the target is out, and the last one "
        "left wins the match.",
    },
    "match": {
        "points": "The match goes on until somebody has reached the target.",
        "single": "One round decides the match.",
        "rounds": "The match has a fixed number of rounds.",
    },
    "target": {None: "The target of the match is {} points."},
    "rounds": {
        1: "The match has one round.",
        None: "The match has {} rounds.",
    },
    "tie": {
        "shared": "Who end a match with equal scores share it.",
        "round": "Equal scores at the end of a match call for one more round.",
    },
    "duel": {
        "carried": "The last two keep their scores for the duel.",
        "zero": "The last two begin their duel with no points.",
    },
    "blocked_scoring": {
        "none": "In a blocked round nobody scores.",
        "fewest_points": "A blocked round is won by the hand with the fewest points.",
    },
    "next_starter": {
        "left": "The deal passes to the left, and the seat after the dealer starts.",
        "winner": "Who wins a round starts the next one.",
    },
    "dark_double_score": {
        False: "Points count once, whatever side is up.",
        True: "Points count twice in a round that ends on the dark side.",
    },
    "turn_seconds": {
        0: "A turn may take as long as it likes.",
        None: "A turn may take {} seconds; then the program draws, keeps, accepts or names for the seat.",
    },
}
"""For each option and value its sentence; the key None stands for every other number, which goes where ``{}`` is."""


def meaning(option: str, value: Value) -> str:
    """What an option means at a table when it has this value: one sentence."""
    sentences = WORDS[option]
    return sentences.get(value) or sentences[None].format(value)


def describe(rules: Rules, base: Rules = PRESETS["flip"]) -> list[str]:
    """What these rules do otherwise than ``base``, a sentence each, the deck first; empty when they are the same.

    A difference that the deck or another option makes idle is said to be not used.
    """
    unused, options = rules.unused(), rules.differences(base)
    deck = options.pop("deck", None)
    found = [] if deck is None else [DECKS[rules.deck]]
    if options.get("match") == "rounds":  # their number says it all
        del options["match"]
        options["rounds"] = rules.rounds
    return found + [
        f"Not used here: {setting(option, value)}." if option in unused else meaning(option, value)
        for option, value in options.items()
    ]


def setting(option: str, value: Value) -> str:
    """``stacking=same``, ``jump_in=yes``: as ``--set`` takes it."""
    return f"{option}={OPTIONS[option].spell(value)}"
