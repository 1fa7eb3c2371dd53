"""What each value of each option means at a table, in plain sentences.

A table of rules is told by what it does differently, never by names of options alone. Must never know a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..core.position import rules_field
from ..core.rules import OPTIONS, PRESETS, Rules, Value
from .language import _, mark, marks, n_

DECKS: Final[Mapping[str, str]] = {
    "flip": mark("Played with the two-sided deck: 112 cards with a light and a dark face."),
    "classic": mark(
        "Played with the classic deck: 108 cards with one face, zeros and draw twos among them; nothing flips."
    ),
}
"""What is played with."""

WORDS: Final[Mapping[str, Mapping[Value | None, str | tuple[str, str]]]] = {
    "first_dealer": {
        "draw": mark("Each seat draws a card before the match, and the highest number deals first."),
        "random": mark("The first dealer is drawn by lot."),
    },
    "hand_size": {
        None: marks("Each seat is dealt {number} card.", "Each seat is dealt {number} cards."),
    },
    "opening_actions": {
        "apply": mark("An action card as the first card acts."),
        "ignore": mark("An action card as the first card does nothing: it stays beneath, and another is turned up."),
    },
    "opening_reverse": {
        "dealer": mark("After a reverse as the first card the dealer plays first."),
        "right_of_dealer": mark("After a reverse as the first card the seat to the right of the dealer plays first."),
    },
    "opening_wild": {
        "left": mark("For a wild as the first card the seat to the left of the dealer names the colour, and plays."),
        "left_names": mark(
            "For a wild as the first card the seat to the left of the dealer only names the colour; the seat"
            " after it plays."
        ),
        "dealer": mark("For a wild as the first card the dealer names the colour, and the seat to the left plays."),
        "redraw": mark("A wild as the first card goes back, and another is turned up."),
    },
    "opening_flip": {
        "execute": mark("A flip as the first card turns the table to the dark side at once."),
        "redraw": mark("A flip as the first card goes back, and another is turned up."),
    },
    "draw_rule": {
        "one": mark("Who does not play draws one card."),
        "until_playable": mark("Who does not play draws until a card fits."),
    },
    "voluntary_draw": {
        True: mark("A seat may draw although one of its cards fits."),
        False: mark("Nobody may draw while a card fits."),
    },
    "drawn_card": {
        "may": mark("A drawn card that fits may be played at once."),
        "must": mark("A drawn card that fits must be played at once."),
        "may_not": mark("A drawn card is kept: drawing ends the turn."),
    },
    "two_player_reverse": {
        "skip": mark("With two players a reverse makes the other one miss a turn."),
        "none": mark("With two players a reverse skips nobody: the other one plays."),
    },
    "wild_draw_test": {
        "colour": mark("A wild draw card is wrong while its player holds another card of the colour in force."),
        "colour_or_wild": mark(
            "A wild draw card is wrong while its player holds any other wild, or another card of the colour in force."
        ),
        "any_playable": mark("A wild draw card is wrong while its player holds a card of another kind that fits."),
    },
    "wild_draw_mode": {
        "bluff": mark("A wild draw card may be played wrongly, and challenged."),
        "enforce": mark("A wild draw card is refused where it would be wrong, and nobody challenges."),
        "free": mark("A wild draw card may always be played, and nobody challenges."),
    },
    "challenge_reveal": {
        "challenger": mark("Only who challenges is shown the hand."),
        "all": mark("Everybody is shown a challenged hand."),
    },
    "draw_color_guilty": {
        "until_color": mark("Who bluffed with a wild draw color draws until the colour comes."),
        "two": mark("Who bluffed with a wild draw color draws two cards only."),
    },
    "draw_color_cap": {
        "none": mark("A wild draw color makes its victim draw until the colour comes, however long that takes."),
        None: marks("A wild draw color stops after {number} card.", "A wild draw color stops after {number} cards."),
    },
    "draw_color_wild_stops": {
        False: mark("A drawn wild does not end a wild draw color."),
        True: mark("A drawn wild ends a wild draw color, too."),
    },
    "flip_mode": {
        "whole_pile": mark("A flip turns the whole discard pile over."),
        "card_only": mark("A flip turns only itself over and stays on top of the discard pile."),
    },
    "flip_exposed_action": {
        False: mark("The card that a flip turns up sets colour and symbol, and does nothing else."),
        True: mark("An action card that a flip turns up acts as if it had been played."),
    },
    "flip_wild_chooser": {
        "flipper": mark("Who played the flip names the colour of a wild it turns up."),
        "next": mark("The next seat names the colour of a wild that a flip turns up."),
    },
    "flip_last_card": {
        "execute": mark("A flip as the last card turns the table before the points are counted."),
        "ignore": mark("A flip as the last card does not turn the table."),
    },
    "flip_as_wild": {
        False: mark("A flip has to match, as other cards do."),
        True: mark("A flip may be played on anything."),
    },
    "progressive_flip": {
        False: mark("A flip makes nobody draw."),
        True: mark("Each flip makes the next seat draw a card."),
    },
    "backs": {
        "visible": mark("Everybody sees the other sides of all hands."),
        "hidden": mark("Nobody sees the other sides of the cards in hands, not even of the own ones."),
    },
    "call_mode": {
        "catch": mark("The last card has to be called, and who forgets may be caught."),
        "auto": mark("The last card is called by itself, and nobody can be caught."),
        "off": mark("The last card is not called."),
    },
    "call_penalty": {
        None: marks("Who is caught draws a card.", "Who is caught draws {number} cards."),
    },
    "false_catch_penalty": {
        0: mark("A catch of somebody who cannot be caught is refused, and costs nothing."),
        None: marks(
            "A catch of somebody who cannot be caught costs a card.",
            "A catch of somebody who cannot be caught costs {number} cards.",
        ),
    },
    "catch_grace_ms": {
        0: mark("Programs may catch at once."),
        None: marks(
            "Programs catch nobody within {number} millisecond of the play.",
            "Programs catch nobody within {number} milliseconds of the play.",
        ),
    },
    "stacking": {
        "off": mark("A draw card cannot be answered with another one."),
        "coloured": mark("A coloured draw card may be answered with its like: the next seat draws for both."),
        "same": mark("A draw card may be answered with its like: the next seat draws for both."),
        "up": mark("A draw card may be answered with its like or a heavier one: the next seat draws for both."),
        "any": mark("A draw card may be answered with any other one: the next seat draws for both."),
    },
    "reverse_deflect": {
        False: mark("A reverse sends no draw card back."),
        True: mark("A draw card may be sent back with a reverse of its colour."),
    },
    "skip_deflect": {
        False: mark("A skip sends no draw card on."),
        True: mark("A draw card may be sent on to the next seat with a skip of its colour."),
    },
    "penalty_then_play": {
        False: mark("Who has to draw for a draw card misses the turn."),
        True: mark("Who has to draw for a draw card still has its turn."),
    },
    "jump_in": {
        False: mark("Nobody plays out of turn."),
        True: mark("Who holds a card just like the one just played may jump in with it out of turn (wilds may not)."),
    },
    "seven_zero": {
        False: mark("A 7 and a 0 are numbers like any other."),
        True: mark(
            "Who plays a 7 swaps hands with another seat; a 0, where the deck has any, passes all hands on by one seat."
        ),
    },
    "swap_call": {
        False: mark("Who gets a single card by a swap needs no call."),
        True: mark("Who gets a single card by a swap has to call it."),
    },
    "multi_play": {
        False: mark("One card is played at a time."),
        True: mark("Several number cards of one number may be played together."),
    },
    "no_wild_on_wild": {
        False: mark("A wild may be played on a wild."),
        True: mark("A wild may not be played on a wild."),
    },
    "no_wild_finish": {
        False: mark("The last card may be a wild."),
        True: mark("The last card may not be a wild."),
    },
    "no_action_finish": {
        False: mark("The last card may be an action card."),
        True: mark("The last card may not be an action card."),
    },
    "mercy": {
        0: mark("A hand may grow as large as it likes."),
        None: marks("Who has {number} card is out of the round.", "Who has {number} cards is out of the round."),
    },
    "play_to_last": {
        False: mark("The round ends when somebody has no card left."),
        True: mark("The round goes on until only one seat has cards left."),
    },
    "scoring": {
        "winner": mark("The winner of a round scores what the others still hold."),
        "low": mark("Everybody scores what is left in the own hand, and the lowest score wins the match."),
        "elimination": mark(
            "Everybody scores what is left in the own hand; who reaches the target is out, and the last one "
            "left wins the match."
        ),
    },
    "match": {
        "points": mark("The match goes on until somebody has reached the target."),
        "single": mark("One round decides the match."),
        "rounds": mark("The match has a fixed number of rounds."),
    },
    "target": {
        None: marks("The target of the match is {number} point.", "The target of the match is {number} points."),
    },
    "rounds": {
        None: marks("The match has one round.", "The match has {number} rounds."),
    },
    "tie": {
        "shared": mark("Who end a match with equal scores share it."),
        "round": mark("Equal scores at the end of a match call for one more round."),
    },
    "duel": {
        "carried": mark("The last two keep their scores for the duel."),
        "zero": mark("The last two begin their duel with no points."),
    },
    "blocked_scoring": {
        "none": mark("In a blocked round nobody scores."),
        "fewest_points": mark("A blocked round is won by the hand with the fewest points."),
    },
    "next_starter": {
        "left": mark("The deal passes to the left, and the seat after the dealer starts."),
        "winner": mark("Who wins a round starts the next one."),
    },
    "dark_double_score": {
        False: mark("Points count once, whatever side is up."),
        True: mark("Points count twice in a round that ends on the dark side."),
    },
    "turn_seconds": {
        0: mark("A turn may take as long as it likes."),
        None: marks(
            "A turn may take {number} second; then the program draws, keeps, accepts or names for the seat.",
            "A turn may take {number} seconds; then the program draws, keeps, accepts or names for the seat.",
        ),
    },
}
"""For each option and value its sentence, still to be translated; the key None stands for every other number."""


def meaning(option: str, value: Value) -> str:
    """What an option means at a table when it has this value: one sentence."""
    sentences = WORDS[option]
    sentence = sentences[value] if value in sentences else sentences[None]
    if isinstance(sentence, str):
        return _(sentence)
    return n_(*sentence, int(value)).format(number=value)


def describe(rules: Rules, base: Rules = PRESETS["flip"]) -> list[str]:
    """What these rules do otherwise than ``base``, a sentence each, the deck first; empty when they are the same.

    A difference that the deck or another option makes idle is said to be not used.
    """
    unused, options = rules.unused(), rules.differences(base)
    deck = options.pop("deck", None)
    found = [] if deck is None else [_(DECKS[rules.deck])]
    if options.get("match") == "rounds":  # their number says it all
        del options["match"]
        options["rounds"] = rules.rounds
    return found + [
        _("Not used here: {setting}.").format(setting=setting(option, value))
        if option in unused
        else meaning(option, value)
        for option, value in options.items()
    ]


def setting(option: str, value: Value) -> str:
    """``stacking=same``, ``jump_in=yes``: as ``--set`` takes it."""
    return f"{option}={OPTIONS[option].spell(value)}"


def name_rules(rules: Rules) -> str:
    """The nearest preset, what differs from it, and how long a match is: ``flip with hand_size=5, to 500 points``.

    What the differences mean, `describe` says.
    """
    named = rules_field(rules)
    values = {"preset": named} if isinstance(named, str) else named
    differences = [setting(key, value) for key, value in values.items() if key not in ("preset", *_LENGTH)]
    if not differences:
        return _("{preset}, {length}").format(preset=values["preset"], length=_length(rules))
    return _("{preset} with {differences}, {length}").format(
        preset=values["preset"], differences=", ".join(differences), length=_length(rules)
    )


_LENGTH: Final = ("match", "target", "rounds")


def _length(rules: Rules) -> str:
    match rules.match:
        case "points" if rules.scoring == "elimination":
            text = n_("out at {number} point", "out at {number} points", rules.target)
            return text.format(number=rules.target)
        case "points":
            return n_("to {number} point", "to {number} points", rules.target).format(number=rules.target)
        case "rounds":
            return n_("one round", "{number} rounds", rules.rounds).format(number=rules.rounds)
        case _:
            return n_("one round", "{number} rounds", 1).format(number=1)
