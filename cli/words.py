"""The game in plain sentences: faces, what happened, why a move is refused.

Sentences speak in terms of the table ("red 5 does not match: green or a 7 is needed"), name the reader "you", and
never carry a meaning by colour. Must never know how they are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ..core import events as e
from ..core.cards import (
    ACTIONS,
    COLOURS,
    DIRECTIONS,
    DRAWING_WILD,
    LIGHT,
    NO_COLOUR,
    PLAIN_WILD,
    SIDE_NAMES,
    SYMBOLS_PER_COLOUR,
    UNKNOWN,
    FaceSet,
    Kind,
    Sheet,
    colour_of,
    of,
)
from ..core.errors import Reason
from ..core.law import wrong_faces
from ..core.moves import Call, Catch, Draw, Jump, Move, Name, Play, Swap
from ..core.phases import OPENING, Challenged, Drawn, Naming, Pending, Swapping
from ..core.position import rules_field
from ..core.rules import Rules
from ..core.ruling import ruling
from ..core.table import ELIMINATED, FINISHED, LEFT, Table
from .rule_words import meaning, setting

KINDS: Final[Mapping[Kind, str]] = {
    Kind.DRAW_ONE: "draw one",
    Kind.DRAW_TWO: "draw two",
    Kind.DRAW_FIVE: "draw five",
    Kind.REVERSE: "reverse",
    Kind.SKIP: "skip",
    Kind.SKIP_EVERYONE: "skip everyone",
    Kind.FLIP: "flip",
    Kind.WILD: "wild",
    Kind.WILD_DRAW_TWO: "wild draw two",
    Kind.WILD_DRAW_FOUR: "wild draw four",
    Kind.WILD_DRAW_COLOR: "wild draw color",
}

REASONS: Final[Mapping[Reason, str]] = {
    Reason.ROUND_OVER: "The round is over.",
    Reason.NOT_SETTLED: "The table is still busy with the last move.",
    Reason.SEAT_OUT: "This seat takes no part any more.",
    Reason.NOT_YOUR_TURN: "It is another seat's turn.",
    Reason.CARD_NOT_HELD: "This card is not in the hand.",
    Reason.UNKNOWN_FACE: "The move would have to read a face that is not known.",
    Reason.DOES_NOT_FIT: "The card does not match the colour, number or symbol on top.",
    Reason.DRAWN_CARD_ONLY: "After drawing, only the drawn card may be played.",
    Reason.ONE_CARD_ONLY: "One card is played at a time.",
    Reason.COLOUR_NEEDED: "A wild needs its colour.",
    Reason.COLOUR_NOT_ASKED: "Only a wild names a colour.",
    Reason.COLOUR_OF_OTHER_SIDE: "This colour belongs to the other side of the cards.",
    Reason.NAME_FIRST: "A colour has to be named first.",
    Reason.NOTHING_TO_NAME: "There is no colour to name now.",
    Reason.CHALLENGE_FIRST: "The wild draw card has to be accepted or challenged first.",
    Reason.NOTHING_TO_CHALLENGE: "There is nothing to accept or challenge now.",
    Reason.ALREADY_DREW: "A card was drawn already: it is played or kept.",
    Reason.NOTHING_TO_DRAW: "There is no card left to draw.",
    Reason.NOTHING_DRAWN: "Only a card just drawn can be kept.",
    Reason.CAN_DRAW: "Nobody passes while cards can be drawn.",
    Reason.MUST_PLAY: "A card fits, and has to be played.",
    Reason.CALL_TOO_EARLY: "A last card is called on the own turn with two cards, with the play that leaves one, or "
    "before a catch.",
    Reason.CALLED_ALREADY: "The last card was called already.",
    Reason.NOT_CATCHABLE: "This seat cannot be caught now.",
    Reason.TRIED_ALREADY: "A seat may catch in vain once; then somebody has to act first.",
    Reason.JUMP_TOO_LATE: "Nobody jumps in now: that takes a card that was just played, before anybody else acts.",
    Reason.JUMP_NOT_IDENTICAL: "Only a card just like the one on top jumps in.",
    Reason.JUMP_OWN_TURN: "Whose turn it is plays, and does not jump in.",
    Reason.NO_WILD_JUMP: "No wild jumps in.",
    Reason.SWAP_FIRST: "The hands have to be swapped first.",
    Reason.NOTHING_TO_SWAP: "There are no hands to swap now.",
    Reason.SWAP_TARGET: "Hands are swapped with another seat that still plays.",
    Reason.ANSWER_FIRST: "The draw card has to be answered first, or its cards drawn.",
    Reason.DOES_NOT_ANSWER: "The card does not answer the draw card.",
    Reason.MUST_PLAY_DRAWN: "The drawn card fits, and has to be played.",
    Reason.HOLDS_COLOUR: "The wild draw card may not be played while another card could be.",
    Reason.WILD_ON_WILD: "A wild may not be played on a wild.",
    Reason.WILD_FINISH: "The last card may not be a wild.",
    Reason.ACTION_FINISH: "The last card may not be an action card.",
    Reason.ONE_NUMBER_ONLY: "Only number cards of one number are played together.",
    Reason.NOT_IN_RULES: "The rules of this table do not have this move.",
}
"""What each code says when nothing more is known."""


# Cards.


def name_face(sheet: Sheet, face: int) -> str:
    """``red 5``, ``teal skip everyone``, ``wild draw two``."""
    if face == UNKNOWN:
        return "unknown"
    colour = colour_of(face)
    name = KINDS.get(sheet.kinds[face]) or sheet.faces[face][1:]
    return name if colour == NO_COLOUR else f"{sheet.colours[colour]} {name}"


def name_faces(sheet: Sheet, faces: Sequence[int]) -> str:
    """Several faces in a row: ``red 5 and a card``, the unknown ones counted at the end."""
    known = [face for face in faces if face != UNKNOWN]
    hidden = len([face for face in faces if face == UNKNOWN])
    parts = [name_face(sheet, face) for face in known]
    if hidden:
        parts.append(count_cards(hidden))
    return listed(parts)


def count_cards(number: int) -> str:
    """``a card``, ``5 cards``, ``no card``."""
    return {0: "no card", 1: "a card"}.get(number, f"{number} cards")


def listed(parts: Iterable[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def name_set(sheet: Sheet, faces: FaceSet, *, wilds: bool = True) -> str:
    """The faces of a set, as few words as say them: ``green, a 7 or a flip``; empty for none.

    Args:
        sheet: the side they are on.
        faces: the set.
        wilds: whether wilds are named too.
    """
    whole = [colour for colour in range(COLOURS) if faces & of(colour) == of(colour)]
    others = [colour for colour in range(COLOURS) if colour not in whole]
    parts = [sheet.colours[colour] for colour in whole]
    for symbol in range(SYMBOLS_PER_COLOUR):
        these = [face for face in (colour * SYMBOLS_PER_COLOUR + symbol for colour in others) if faces >> face & 1]
        if others and len(these) == len(others):
            parts.append(_one(_symbol(sheet, symbol)))
        else:
            parts += [_one(name_face(sheet, face)) for face in these]
    if wilds:
        found = [face for face in (PLAIN_WILD, DRAWING_WILD) if faces >> face & 1]
        parts += ["a wild"] if len(found) == 2 else [_one(name_face(sheet, face)) for face in found]
    return listed(parts, "or")


def _symbol(sheet: Sheet, face: int) -> str:
    return KINDS.get(sheet.kinds[face]) or sheet.symbol(face)


def _one(name: str) -> str:
    return f"{'an' if name[0] in 'aeio8' else 'a'} {name}"


def wanted(rules: Rules, side: int, top: int, colour: int) -> str:
    """What has to be played on ``top`` while ``colour`` is in force: ``green or a 7 is needed``.

    That wilds fit is said where they lie on a wild: there it may be otherwise.
    """
    sheet = rules.cards.sheets[side]
    faces = ruling(rules)[side].fits[top][colour + 1]
    found = name_set(sheet, faces, wilds=top >= PLAIN_WILD)
    return f"{found} is needed" if found else "nothing fits on it"


def answers(rules: Rules, side: int, kind: Kind, colour: int) -> str:
    """What answers a pending draw card or sends it away, ``a draw two or a red reverse``; empty when nothing does."""
    tables = ruling(rules)[side]
    return name_set(rules.cards.sheets[side], tables.answers[kind] | tables.deflects(colour))


def burden(sheet: Sheet, cards: int, until: int) -> str:
    """What a pending draw card makes its victim draw: ``4 cards``, ``until teal comes, then 2 cards``."""
    if until == NO_COLOUR:
        return count_cards(cards)
    more = f", then {count_cards(cards)} more" if cards else ""
    return f"until {sheet.colours[until]} comes{more}"


def suspected(rules: Rules, side: int, before: int) -> str:
    """What a wild draw card may not be played beside: ``red``, ``red or another wild``, ``another card that fits``."""
    colour = "" if before == NO_COLOUR else rules.cards.sheets[side].colours[before]
    match rules.wild_draw_test:
        case "colour":
            return colour
        case "colour_or_wild":
            return f"{colour} or another wild" if colour else "another wild"
        case _:
            return "another card that fits"


def name_cut(rules: Rules, seats: Sequence[str], draws: Iterable[Iterable[tuple[int, int]]], dealer: int) -> str:
    """Who drew what for the deal: ``Drawn for the deal: Ada red 9 and Bo blue skip. Ada deals first.`` and so on."""
    light = rules.cards.sheets[LIGHT]
    turns = [listed(f"{seats[seat]} {name_face(light, face)}" for seat, face in turn) for turn in draws]
    if not turns:
        return f"{seats[dealer]} deals first, as the lot fell."
    return f"Drawn for the deal: {'; then '.join(turns)}. {seats[dealer]} deals first."


def name_rules(rules: Rules) -> str:
    """The nearest preset, what differs from it, and how long a match is: ``flip with hand_size=5, to 500 points``.

    What the differences mean, `rule_words.describe` says.
    """
    named = rules_field(rules)
    values = {"preset": named} if isinstance(named, str) else named
    differences = [setting(key, value) for key, value in values.items() if key not in ("preset", *_LENGTH)]
    told = f" with {', '.join(differences)}" if differences else ""
    return f"{values['preset']}{told}, {_length(rules)}"


_LENGTH: Final = ("match", "target", "rounds")


def _length(rules: Rules) -> str:
    match rules.match:
        case "points":
            return f"{'out at' if rules.scoring == 'elimination' else 'to'} {rules.target} points"
        case "rounds" if rules.rounds > 1:
            return f"{rules.rounds} rounds"
        case _:
            return "one round"


# What happened.


class Teller:
    """Says what happened at a table to one reader.

    Args:
        table: the table after the events, with what the reader knows laid over it.
        me: the reader's seat, or None for somebody who looks on and sees all that is known here.
    """

    def __init__(self, table: Table, me: int | None = None) -> None:
        self._table = table
        self._me = me

    def tell(self, event: e.Event) -> str:  # noqa: C901 - one branch a kind of event
        """One sentence."""
        table = self._table
        match event:
            case e.TurnedUp(_, face, back):
                return self._turned_up(face, back=back)
            case e.Played(seat, _, faces, side, colour, call, jump):
                sheet = table.sheets[side]
                does = f"{self._does(seat, 'jump')} in with" if jump else self._does(seat, "play")
                text = f"{does} {listed(name_face(sheet, face) for face in faces)}"
                text += f" and {self._verb(seat, 'name')} {sheet.colours[colour]}" if colour != NO_COLOUR else ""
                return f"{text}, and {self._verb(seat, 'call')} the last card!" if call else f"{text}."
            case e.Drew(seat, places, side):
                return f"{self._does(seat, 'draw')} {self._drawn(places, side)}."
            case e.Kept(seat):
                return f"{self._does(seat, 'keep')} the card."
            case e.Passed(seat):
                return f"{self._does(seat, 'pass')}: nothing fits, and there is nothing to draw."
            case e.Named(seat, side, colour):
                return f"{self._does(seat, 'name')} {table.sheets[side].colours[colour]}."
            case e.Challenged(seat, accused):
                return f"{self._does(seat, 'challenge')} {self.whom(accused)}: was that wild allowed?"
            case e.Accepted(seat):
                return f"{self._does(seat, 'accept')} the wild draw card."
            case e.Verdict(seat, accused, guilty):
                held, not_held = _PROOFS[table.rules.wild_draw_test]
                text = f"{self._who(accused)} had {held if guilty else not_held}"
                if guilty and table.out[accused] == LEFT:
                    have = "have" if accused == self._me else "has"
                    return f"{text}, but {have} left and {self._verb(accused, 'draw')} nothing."
                return f"{text}: {self.whom(accused if guilty else seat)} must draw."
            case e.Called(seat):
                return f"{self._does(seat, 'call')} the last card!"
            case e.Caught(seat, target, cards):
                text = f"{self._does(seat, 'catch')} {self.whom(target)}, who did not call"
                return f"{text}: {count_cards(cards)} to draw."
            case e.FalselyCaught(seat, target, cards):
                drawn = f"{count_cards(cards)} to draw for {self.whom(seat)}"
                return f"{self._does(seat, 'catch')} {self.whom(target)} in vain: {drawn}."
            case e.Swapped(seat, target):
                return f"{self._whose(seat)} hand goes to {self.whom(target)}."
            case e.WentOut(seat, why):
                return self._went_out(seat, why)
            case e.Skipped(seat):
                return "You miss your turn." if seat == self._me else f"{table.seats[seat]} misses a turn."
            case e.Reversed(_, direction):
                return f"Play goes {DIRECTIONS[direction]} now."
            case e.Flipped(_, side, top):
                sheet = table.sheets[side]
                return f"FLIP! All cards turn to the {SIDE_NAMES[side]} side; {name_face(sheet, top)} lies on top."
            case e.Reshuffled(cards):
                return f"The draw pile is made anew from {'1 card' if cards == 1 else count_cards(cards)}."
            case e.Left(seat):
                return f"{self._does(seat, 'leave')} the match; the hand lies open."
            case e.RoundOver():
                return self._round_over(event)
            case e.MatchOver(winners, _):
                if not winners:
                    return "The match is over, and nobody wins it."
                only_me = winners == (self._me,)
                names = listed("you" if seat == self._me else table.seats[seat] for seat in winners)
                verb = "win" if only_me or len(winners) > 1 else "wins"
                return f"{_start(names) if self._me in winners[:1] else names} {verb} the match."

    def whom(self, seat: int) -> str:
        """``you`` or the seat's name, inside a sentence."""
        return "you" if seat == self._me else self._table.seats[seat]

    def _who(self, seat: int) -> str:
        return "You" if seat == self._me else self._table.seats[seat]

    def _verb(self, seat: int, verb: str) -> str:
        if seat == self._me:
            return verb
        return {"catch": "catches", "pass": "passes"}.get(verb, f"{verb}s")

    def _does(self, seat: int, verb: str) -> str:
        return f"{self._who(seat)} {self._verb(seat, verb)}"

    def _drawn(self, places: tuple[int, ...], side: int) -> str:
        """The drawn cards by the faces the reader may see; a later flip does not change what they were."""
        table = self._table
        rights, me = table.rights[side], self._me
        faces = [table.faces[side][place] if me is None or rights[place] >> me & 1 else UNKNOWN for place in places]
        return name_faces(table.sheets[side], faces) if faces else "no card: none is left"

    def _turned_up(self, face: int, *, back: bool) -> str:
        """The first card of a round, and whether another one follows."""
        sheet, rules = self._table.sheets[LIGHT], self._table.rules
        kind = sheet.kinds[face]
        first = f"The first card is {name_face(sheet, face)}"
        if back:
            return f"{first}; it goes back and another is turned up."
        if kind in ACTIONS and kind is not Kind.FLIP and rules.opening_actions == "ignore":
            return f"{first}; it stays beneath, and the next one is turned up."
        return f"{first}."

    def _whose(self, seat: int) -> str:
        return "Your" if seat == self._me else f"{self._table.seats[seat]}'s"

    def _went_out(self, seat: int, why: str) -> str:
        """Why a seat takes no further part: in this round, or in the match."""
        table = self._table
        me = seat == self._me
        if why == FINISHED:
            place = f": place {table.places.index(seat) + 1}" if seat in table.places else ""
            return f"{self._who(seat)} {'have' if me else 'has'} no card left{place}."
        rules, who = table.rules, f"{self._who(seat)} {'are' if me else 'is'}"
        if rules.scoring == "elimination" and table.scores[seat] >= rules.target:
            return f"{who} out of the match, with {rules.target} points or more."
        return f"{who} out of the round, with {rules.mercy} cards or more; the hand lies open."

    def _round_over(self, event: e.RoundOver) -> str:
        """Who won, and who scores what: the winner all other hands, or everybody its own."""
        names = self._table.seats
        # Somebody could still play or draw, where the same situation has come up again and again.
        blocked = "The round is blocked: it leads nowhere any more. " if event.blocked else ""
        won = "Nobody scores." if event.winner is None else self._won(event, event.winner)
        places = ", ".join(f"{number} {names[seat]}" for number, seat in enumerate(event.places, 1))
        return f"{blocked}{won} Places: {places}." if places else f"{blocked}{won}"

    def _won(self, event: e.RoundOver, winner: int) -> str:
        names = self._table.seats
        head = f"{self._does(winner, 'win')} the round"
        if event.blocked:
            head = f"{self._does(winner, 'hold')} the fewest points and {self._verb(winner, 'win')} it"
        if self._table.rules.scoring == "winner":
            parts = [f"{'your hand' if seat == self._me else names[seat]} {points}" for seat, points in event.by]
            return f"{head}: {event.points} points" + (f" ({', '.join(parts)})." if len(parts) > 1 else ".")
        parts = [f"{self.whom(seat)} {self._verb(seat, 'score')} {points}" for seat, points in event.by]
        return f"{head}; {listed(parts)}." if parts else f"{head}."


_PROOFS: Final = {
    "colour": ("a card of the colour in force", "no card of the colour in force"),
    "colour_or_wild": ("a card of the colour in force, or another wild", "no card of the colour in force, and no wild"),
    "any_playable": ("a card that fitted", "no card that fitted"),
}
"""What makes a wild draw card wrong, and what it is when it was right, by ``wild_draw_test``."""


# Why not.


def refuse(table: Table, seat: int | None, move: Move | None, reason: Reason, me: int | None = None) -> str:
    """Why a move is refused, in terms of this table: one sentence.

    Args:
        table: the table before the move, with what the reader may know.
        seat: who wanted to move, when that is known.
        move: the move, when it could be read that far.
        reason: the rule's code.
        me: the reader's seat, who is told "you".
    """
    why = _Why(table, seat, move, reason, me)
    return why.of_cards() or why.of_draws() or why.of_seats() or REASONS[reason]


class _Why:
    """One refusal; each part gives its sentence, or nothing where the code alone says it."""

    def __init__(self, table: Table, seat: int | None, move: Move | None, reason: Reason, me: int | None) -> None:
        self._table, self._seat, self._move, self._reason = table, seat, move, reason
        self._sheet = table.sheets[table.side]
        self._you = seat is not None and seat == me
        self._who = "You" if self._you else "The seat" if seat is None else table.seats[seat]
        # Only a position in phase opening has no top yet.
        self._top = table.faces[table.side][table.discard[-1]] if table.discard else UNKNOWN

    def of_cards(self) -> str:  # noqa: C901 - one branch a code
        """Cards that do not fit, and colours."""
        sheet, rule = self._sheet, REASONS[self._reason]
        match self._reason, self._move:
            case Reason.DOES_NOT_FIT, Play() if self._top != UNKNOWN:
                return f"{self._card()} does not match: {self._wanted()}."
            case Reason.WILD_ON_WILD, Play() if self._top != UNKNOWN:
                return f"{self._card()} may not be played on a wild: {self._wanted()}."
            case (Reason.WILD_FINISH, Play() | Jump()) | (Reason.ACTION_FINISH, Play() | Jump()):
                kind = "wild" if self._reason is Reason.WILD_FINISH else "action card"
                return f"{self._card()} may not be the last card: no {kind} may."
            case Reason.HOLDS_COLOUR, Play() if self._top != UNKNOWN:
                who = "you" if self._you else self._who
                return f"{self._card()} may not be played now: {who} {self._verb('hold')} {self._guilty()}."
            case Reason.ONE_NUMBER_ONLY, Play(places):
                return f"{self._card()} does not go together with {self._cards(places[1:])}: {_lower(rule)}"
            case Reason.MUST_PLAY, Draw():
                return f"Nobody draws while a card fits: {self._fitting()} does."
            case Reason.MUST_PLAY, _:
                return f"Nobody passes while a card fits: {self._fitting()} does."
            case Reason.MUST_PLAY_DRAWN, _ if isinstance(self._table.phase, Drawn):
                return f"{self._face(self._table.phase.place)} fits, and has to be played."
            case Reason.DRAWN_CARD_ONLY, _:
                return f"{rule[:-1]}; or keep it."
            case Reason.JUMP_NOT_IDENTICAL, Jump() if self._top != UNKNOWN:
                return f"{self._card()} does not jump in: only another {name_face(sheet, self._top)} does."
            case Reason.NO_WILD_JUMP, Jump():
                return f"{self._card()} does not jump in: no wild does."
            case (Reason.COLOUR_NEEDED, _) | (Reason.NAME_FIRST, _):
                return f"{rule[:-1]}: {listed(sheet.colours, 'or')}."
            case Reason.COLOUR_OF_OTHER_SIDE, _:
                return f"{rule[:-1]}; this side has {listed(sheet.colours)}."
            case Reason.COLOUR_NOT_ASKED, Play():
                return f"{self._card()} is no wild: it names no colour."
            case Reason.NOTHING_TO_NAME, Name() if self._colour != NO_COLOUR:
                return f"There is no colour to name now: it is {sheet.colours[self._colour]}."
            case Reason.UNKNOWN_FACE, None if self._table.phase is OPENING:
                return self._not_turned_up()
            case Reason.CARD_NOT_HELD, _:
                return f"{self._who} {self._verb('hold')} no such card."
            case _:
                return ""

    def of_draws(self) -> str:
        """Draw cards that wait for an answer."""
        phase, sheet = self._table.phase, self._sheet
        if self._top == UNKNOWN:
            return ""
        top = name_face(sheet, self._top)
        match self._reason, phase:
            case Reason.ANSWER_FIRST, Pending(kind, cards, until):
                draw = f"draw {burden(sheet, cards, until)}"
                found = self._answers(kind)
                return f"{_start(_one(KINDS[kind]))} waits: {f'play {found}, or {draw}' if found else draw}."
            case Reason.DOES_NOT_ANSWER, Pending(kind, cards, until):
                draw = f"draw {burden(sheet, cards, until)}"
                found = self._answers(kind)
                does = f"only {found} does; or {draw}" if found else draw
                return f"{self._card()} does not answer the {KINDS[kind]}: {does}."
            case Reason.DOES_NOT_ANSWER, Challenged():
                found = self._answers(sheet.kinds[self._top])
                does = f"only {found} does; or accept, or challenge" if found else "accept or challenge"
                return f"{self._card()} does not answer the {top}: {does}."
            case Reason.CHALLENGE_FIRST, _:
                return f"{_start(top)} has to be accepted or challenged first."
            case _:
                return ""

    def of_seats(self) -> str:  # noqa: C901 - one branch a code
        """Whose turn it is, who plays, calls and catches, and what these rules do not have."""
        table, seat, rule = self._table, self._seat, REASONS[self._reason]
        match self._reason, self._move:
            case Reason.NOT_YOUR_TURN, _ if table.to_act:
                return f"It is {table.seats[table.to_act[0]]}'s turn."
            case Reason.JUMP_OWN_TURN, _:
                whose = "your" if self._you else f"{self._who}'s"
                return f"It is {whose} turn: the card is played, without jumping in."
            case Reason.SEAT_OUT, _:
                return self._out()
            case Reason.CALL_TOO_EARLY, Call() if seat is not None and _caught_already(table, seat):
                return f"{self._who} {'were' if self._you else 'was'} caught already: it is too late to call."
            case Reason.CALL_TOO_EARLY, Call() if seat is not None and len(table.hands[seat]) == 1:
                return f"{self._who} {self._verb('have')} one card, and nobody can catch that now."
            case Reason.CALL_TOO_EARLY, Call() if seat in table.to_act and len(table.hands[table.turn]) == 2:
                return f"{self._who} {self._verb('have')} something else to decide first."
            case Reason.JUMP_TOO_LATE, _ if isinstance(table.phase, Drawn):
                return "Nobody jumps in any more: somebody has drawn a card since."
            case Reason.JUMP_TOO_LATE, _ if isinstance(table.phase, Pending | Challenged | Naming | Swapping):
                return "Nobody jumps in while somebody has something else to decide."
            case Reason.CALL_TOO_EARLY, _ if seat is not None:
                return f"{self._who} {self._verb('have')} {count_cards(len(table.hands[seat]))}: {_lower(rule)}"
            case Reason.NOT_CATCHABLE, Catch(target):
                return _not_catchable(table, seat, target)
            case Reason.TRIED_ALREADY, _:
                return f"{self._who} {self._verb('have')} caught in vain already: somebody has to act first."
            case (Reason.SWAP_FIRST, _) | (Reason.SWAP_TARGET, _) if targets := self._others():
                return f"{rule[:-1]}: with {listed(targets, 'or')}."
            case Reason.NOT_IN_RULES, _:
                return self._not_in_rules()
            case _:
                return ""

    # The words of it.

    @property
    def _colour(self) -> int:
        """The colour in force, where there is a top."""
        return self._table.colour_in_force if self._top != UNKNOWN else NO_COLOUR

    def _verb(self, verb: str) -> str:
        return verb if self._you else {"have": "has"}.get(verb, f"{verb}s")

    def _face(self, place: int) -> str:
        return _start(name_face(self._sheet, self._table.faces[self._table.side][place]))

    def _card(self) -> str:
        """The card of the move, or the first of several."""
        match self._move:
            case Play(places) if places:
                return self._face(places[0])
            case Jump(place):
                return self._face(place)
            case _:
                return "The card"

    def _cards(self, places: Iterable[int]) -> str:
        faces = self._table.faces[self._table.side]
        return name_faces(self._sheet, [faces[place] for place in places]) or "the others"

    def _wanted(self) -> str:
        return wanted(self._table.rules, self._table.side, self._top, self._table.colour)

    def _answers(self, kind: Kind) -> str:
        return answers(self._table.rules, self._table.side, kind, self._colour)

    def _held(self, faces: FaceSet) -> str:
        """One of the faces that the seat is seen to hold."""
        table = self._table
        held = [table.faces[table.side][place] for place in (table.hands[self._seat] if self._seat is not None else ())]
        return next((name_face(self._sheet, face) for face in held if face != UNKNOWN and faces >> face & 1), "")

    def _fitting(self) -> str:
        return (self._held(self._table.fitting) if self._top != UNKNOWN else "") or "one"

    def _guilty(self) -> str:
        table = self._table
        return self._held(wrong_faces(table)) or suspected(table.rules, table.side, self._colour) or "another card"

    def _not_turned_up(self) -> str:
        draw = self._table.draw
        first = not draw or self._table.faces[LIGHT][draw[-1]] == UNKNOWN
        return (
            f"The first card cannot be turned up: {'its face' if first else 'a face that comes up then'} is not known."
        )

    def _out(self) -> str:
        why = self._table.out[self._seat] if self._seat is not None else None
        if why == FINISHED:
            return f"{self._who} {self._verb('have')} no card left, and {self._verb('take')} no part any more."
        if why == ELIMINATED:
            return f"{self._who} {'are' if self._you else 'is'} out."
        return f"{self._who} {self._verb('have')} left the match."

    def _others(self) -> list[str]:
        return [self._table.seats[seat] for seat in self._table.active if seat != self._seat]

    def _not_in_rules(self) -> str:
        """What the rules say instead, where the move belongs to an option."""
        rules = self._table.rules
        match self._move:
            case Call() | Catch() | Play(_, _, True) | Jump(_, True) if rules.call_mode != "catch":
                return meaning("call_mode", rules.call_mode)
            case Jump():
                return meaning("jump_in", rules.jump_in)
            case Swap():
                return meaning("seven_zero", rules.seven_zero)
            case _:
                return ""


def _start(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _not_catchable(table: Table, seat: int | None, target: int) -> str:
    name = table.seats[target]
    if target == seat:
        return "Nobody catches the own seat."
    if table.out[target] is not None:
        return f"{name} cannot be caught: {name} takes no part any more."
    if _caught_already(table, target):
        return f"{name} cannot be caught again: {name} was caught already, and draws when this is decided."
    if table.called >> target & 1:
        return f"{name} cannot be caught: the last card was called."
    if len(table.hands[target]) != 1:
        return f"{name} cannot be caught: {name} has {count_cards(len(table.hands[target]))}."
    swapped = table.rules.seven_zero and not table.rules.swap_call
    if swapped or not table.can_draw:  # The card may have come by a swap; nothing may have been drawn for a catch.
        return f"{name} cannot be caught now: the time to call is over, or no call was due."
    return f"{name} cannot be caught any more: somebody has acted since."


def _caught_already(table: Table, seat: int) -> bool:
    """Whether what a seat still has to draw is for a catch: where a catch in vain costs cards, it may be for that."""
    return seat in table.owed and not table.rules.false_catch_penalty
