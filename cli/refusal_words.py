"""Why a move is refused, in terms of the table: "red 5 does not match: green or a 7 is needed".

Must never know how it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..core.cards import LIGHT, NO_COLOUR, UNKNOWN, FaceSet, Kind
from ..core.errors import Reason
from ..core.law import wrong_faces
from ..core.moves import Call, Catch, Draw, Jump, Move, Name, Play, Swap
from ..core.phases import OPENING, Challenged, Drawn, Naming, Pending, Swapping
from ..core.table import ELIMINATED, FINISHED, Table
from .language import _, n_
from .reasons import REASONS
from .rule_words import meaning
from .words import (
    answers,
    burden,
    listed,
    name_colour,
    name_colours,
    name_face,
    name_faces,
    name_kind,
    one_of,
    suspected,
    upper_first,
    wanted,
)


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
    return why.of_cards() or why.of_draws() or why.of_seats() or _(REASONS[reason])


class _Why:
    """One refusal; each part gives its sentence, or nothing where the code alone says it."""

    def __init__(self, table: Table, seat: int | None, move: Move | None, reason: Reason, me: int | None) -> None:
        self._table, self._seat, self._move, self._reason = table, seat, move, reason
        self._sheet = table.sheets[table.side]
        self._you = seat is not None and seat == me
        # Only a position in phase opening has no top yet.
        self._top = table.faces[table.side][table.discard[-1]] if table.discard else UNKNOWN

    def of_cards(self) -> str:  # noqa: C901 - one branch a code
        """Cards that do not fit, and colours."""
        sheet, card = self._sheet, self._card()
        match self._reason, self._move:
            case Reason.DOES_NOT_FIT, Play() if self._top != UNKNOWN:
                return _("{card} does not match: {wanted}.").format(card=card, wanted=self._wanted())
            case Reason.WILD_ON_WILD, Play() if self._top != UNKNOWN:
                return _("{card} may not be played on a wild: {wanted}.").format(card=card, wanted=self._wanted())
            case Reason.WILD_FINISH, Play() | Jump():
                return _("{card} may not be the last card: no wild may.").format(card=card)
            case Reason.ACTION_FINISH, Play() | Jump():
                return _("{card} may not be the last card: no action card may.").format(card=card)
            case Reason.HOLDS_COLOUR, Play() if self._top != UNKNOWN:
                return self._by(
                    _("{card} may not be played now: you hold {held}."),
                    _("{card} may not be played now: {name} holds {held}."),
                    card=card,
                    held=self._guilty(),
                )
            case Reason.ONE_NUMBER_ONLY, Play(places):
                return _(
                    "{card} does not go together with {cards}: only number cards of one number are played together."
                ).format(card=card, cards=self._cards(places[1:]))
            case Reason.MUST_PLAY, Draw():
                return _("Nobody draws while a card fits: {card} does.").format(card=self._fitting())
            case Reason.MUST_PLAY, _:
                return _("Nobody passes while a card fits: {card} does.").format(card=self._fitting())
            case Reason.MUST_PLAY_DRAWN, _ if isinstance(self._table.phase, Drawn):
                return _("{card} fits, and has to be played.").format(card=self._face(self._table.phase.place))
            case Reason.DRAWN_CARD_ONLY, _:
                return _("After drawing, only the drawn card may be played; or keep it.")
            case Reason.JUMP_NOT_IDENTICAL, Jump() if self._top != UNKNOWN:
                return _("{card} does not jump in: only another {top} does.").format(
                    card=card, top=name_face(sheet, self._top)
                )
            case Reason.NO_WILD_JUMP, Jump():
                return _("{card} does not jump in: no wild does.").format(card=card)
            case Reason.COLOUR_NEEDED, _:
                return _("A wild needs its colour: {colours}.").format(colours=listed(name_colours(sheet), "or"))
            case Reason.NAME_FIRST, _:
                return _("A colour has to be named first: {colours}.").format(colours=listed(name_colours(sheet), "or"))
            case Reason.COLOUR_OF_OTHER_SIDE, _:
                return _("This colour belongs to the other side of the cards; this side has {colours}.").format(
                    colours=listed(name_colours(sheet))
                )
            case Reason.COLOUR_NOT_ASKED, Play():
                return _("{card} is no wild: it names no colour.").format(card=card)
            case Reason.NOTHING_TO_NAME, Name() if self._colour != NO_COLOUR:
                return _("There is no colour to name now: it is {colour}.").format(
                    colour=name_colour(sheet, self._colour)
                )
            case Reason.UNKNOWN_FACE, None if self._table.phase is OPENING:
                return self._not_turned_up()
            case Reason.CARD_NOT_HELD, _:
                return self._by(_("You hold no such card."), _("{name} holds no such card."))
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
                found = self._answers(kind)
                text = (
                    _("{draw_card} waits: play {answers}, or draw {burden}.")
                    if found
                    else _("{draw_card} waits: draw {burden}.")
                )
                return text.format(
                    draw_card=upper_first(one_of(kind)), answers=found, burden=burden(sheet, cards, until)
                )
            case Reason.DOES_NOT_ANSWER, Pending(kind, cards, until):
                found = self._answers(kind)
                text = (
                    _("{card} does not answer the {draw_card}: only {answers} does; or draw {burden}.")
                    if found
                    else _("{card} does not answer the {draw_card}: draw {burden}.")
                )
                return text.format(
                    card=self._card(), draw_card=name_kind(kind), answers=found, burden=burden(sheet, cards, until)
                )
            case Reason.DOES_NOT_ANSWER, Challenged():
                found = self._answers(sheet.kinds[self._top])
                text = (
                    _("{card} does not answer the {draw_card}: only {answers} does; or accept, or challenge.")
                    if found
                    else _("{card} does not answer the {draw_card}: accept or challenge.")
                )
                return text.format(card=self._card(), draw_card=top, answers=found)
            case Reason.CHALLENGE_FIRST, _:
                return _("{card} has to be accepted or challenged first.").format(card=upper_first(top))
            case _:
                return ""

    def of_seats(self) -> str:  # noqa: C901 - one branch a code
        """Whose turn it is, who plays, calls and catches, and what these rules do not have."""
        table, seat = self._table, self._seat
        match self._reason, self._move:
            case Reason.NOT_YOUR_TURN, _ if table.to_act:
                return _("It is {name}'s turn.").format(name=table.seats[table.to_act[0]])
            case Reason.JUMP_OWN_TURN, _:
                return self._by(
                    _("It is your turn: the card is played, without jumping in."),
                    _("It is {name}'s turn: the card is played, without jumping in."),
                )
            case Reason.SEAT_OUT, _:
                return self._out()
            case Reason.CALL_TOO_EARLY, _ if seat is not None:
                return self._too_early(seat)
            case Reason.JUMP_TOO_LATE, _ if isinstance(table.phase, Drawn):
                return _("Nobody jumps in any more: somebody has drawn a card since.")
            case Reason.JUMP_TOO_LATE, _ if isinstance(table.phase, Pending | Challenged | Naming | Swapping):
                return _("Nobody jumps in while somebody has something else to decide.")
            case Reason.NOT_CATCHABLE, Catch(target):
                return _not_catchable(table, seat, target)
            case Reason.TRIED_ALREADY, _:
                return self._by(
                    _("You have caught in vain already: somebody has to act first."),
                    _("{name} has caught in vain already: somebody has to act first."),
                )
            case Reason.SWAP_FIRST, _ if targets := self._others():
                return _("The hands have to be swapped first: with {names}.").format(names=listed(targets, "or"))
            case Reason.SWAP_TARGET, _ if targets := self._others():
                return _("Hands are swapped with another seat that still plays: with {names}.").format(
                    names=listed(targets, "or")
                )
            case Reason.NOT_IN_RULES, _:
                return self._not_in_rules()
            case _:
                return ""

    # The words of it.

    @property
    def _colour(self) -> int:
        """The colour in force, where there is a top."""
        return self._table.colour_in_force if self._top != UNKNOWN else NO_COLOUR

    def _by(self, you: str, they: str, **values: object) -> str:
        """What the reader does, or what somebody does."""
        name = _("The seat") if self._seat is None else self._table.seats[self._seat]
        return (you if self._you else they).format(name=name, **values)

    def _face(self, place: int) -> str:
        return upper_first(name_face(self._sheet, self._table.faces[self._table.side][place]))

    def _card(self) -> str:
        """The card of the move, or the first of several."""
        match self._move:
            case Play(places) if places:
                return self._face(places[0])
            case Jump(place):
                return self._face(place)
            case _:
                return _("The card")

    def _cards(self, places: Iterable[int]) -> str:
        faces = self._table.faces[self._table.side]
        return name_faces(self._sheet, [faces[place] for place in places]) or _("the others")

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
        return (self._held(self._table.fitting) if self._top != UNKNOWN else "") or _("one")

    def _guilty(self) -> str:
        table = self._table
        return self._held(wrong_faces(table)) or suspected(table.rules, table.side, self._colour) or _("another card")

    def _not_turned_up(self) -> str:
        draw = self._table.draw
        if not draw or self._table.faces[LIGHT][draw[-1]] == UNKNOWN:
            return _("The first card cannot be turned up: its face is not known.")
        return _("The first card cannot be turned up: a face that comes up then is not known.")

    def _too_early(self, seat: int) -> str:
        """Why a call comes at the wrong time."""
        table = self._table
        cards = len(table.hands[seat])
        if isinstance(self._move, Call):
            if _caught_already(table, seat):
                return self._by(
                    _("You were caught already: it is too late to call."),
                    _("{name} was caught already: it is too late to call."),
                )
            if cards == 1:
                return self._by(
                    _("You have one card, and nobody can catch that now."),
                    _("{name} has one card, and nobody can catch that now."),
                )
            if seat in table.to_act and len(table.hands[table.turn]) == 2:
                return self._by(
                    _("You have something else to decide first."), _("{name} has something else to decide first.")
                )
        return self._by(
            n_(
                "You have {number} card: a last card is called on the own turn with two cards, with the play that "
                "leaves one, or before a catch.",
                "You have {number} cards: a last card is called on the own turn with two cards, with the play that "
                "leaves one, or before a catch.",
                cards,
            ),
            n_(
                "{name} has {number} card: a last card is called on the own turn with two cards, with the play that "
                "leaves one, or before a catch.",
                "{name} has {number} cards: a last card is called on the own turn with two cards, with the play that "
                "leaves one, or before a catch.",
                cards,
            ),
            number=cards,
        )

    def _out(self) -> str:
        why = self._table.out[self._seat] if self._seat is not None else None
        if why == FINISHED:
            return self._by(
                _("You have no card left, and take no part any more."),
                _("{name} has no card left, and takes no part any more."),
            )
        if why == ELIMINATED:
            return self._by(_("You are out."), _("{name} is out."))
        return self._by(_("You have left the match."), _("{name} has left the match."))

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


def _not_catchable(table: Table, seat: int | None, target: int) -> str:
    cards = len(table.hands[target])
    swapped = table.rules.seven_zero and not table.rules.swap_call
    if target == seat:
        text = _("Nobody catches the own seat.")
    elif table.out[target] is not None:
        text = _("{name} cannot be caught: {name} takes no part any more.")
    elif _caught_already(table, target):
        text = _("{name} cannot be caught again: {name} was caught already, and draws when this is decided.")
    elif table.called >> target & 1:
        text = _("{name} cannot be caught: the last card was called.")
    elif cards == 0:
        text = _("{name} cannot be caught: {name} has no card.")
    elif cards != 1:
        text = n_(
            "{name} cannot be caught: {name} has {number} card.",
            "{name} cannot be caught: {name} has {number} cards.",
            cards,
        )
    elif swapped or not table.can_draw:  # the card may have come by a swap; nothing may have been drawn for a catch
        text = _("{name} cannot be caught now: the time to call is over, or no call was due.")
    else:
        text = _("{name} cannot be caught any more: somebody has acted since.")
    return text.format(name=table.seats[target], number=cards)


def _caught_already(table: Table, seat: int) -> bool:
    """Whether what a seat still has to draw is for a catch: where a catch in vain costs cards, it may be for that."""
    return seat in table.owed and not table.rules.false_catch_penalty
