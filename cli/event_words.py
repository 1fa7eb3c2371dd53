"""What happens at a table, a sentence an event, told to one reader who is called "you".

What somebody does and what the reader does are sentences of their own: verbs differ. Must never know how they are
shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ..core import events as e
from ..core.cards import ACTIONS, LIGHT, NO_COLOUR, UNKNOWN, Kind
from ..core.rules import Rules
from ..core.table import FINISHED, LEFT, Table
from .language import _, mark, n_, p_
from .words import DIRECTIONS, SIDES, count_cards, listed, name_colour, name_face, name_faces, upper_first

PLAYED: Final[Mapping[tuple[bool, bool, bool], str]] = {
    (True, False, False): mark("You play {cards}."),
    (True, False, True): mark("You play {cards}, and call the last card!"),
    (True, True, False): mark("You play {cards} and name {colour}."),
    (True, True, True): mark("You play {cards} and name {colour}, and call the last card!"),
    (False, False, False): mark("{name} plays {cards}."),
    (False, False, True): mark("{name} plays {cards}, and calls the last card!"),
    (False, True, False): mark("{name} plays {cards} and names {colour}."),
    (False, True, True): mark("{name} plays {cards} and names {colour}, and calls the last card!"),
}
"""A play by whether it is the reader's, names a colour, and calls."""

JUMPED: Final[Mapping[tuple[bool, bool], str]] = {
    (True, False): mark("You jump in with {cards}."),
    (True, True): mark("You jump in with {cards}, and call the last card!"),
    (False, False): mark("{name} jumps in with {cards}."),
    (False, True): mark("{name} jumps in with {cards}, and calls the last card!"),
}
"""A jump by whether it is the reader's, and calls."""

GUILTY: Final[Mapping[str, tuple[str, str]]] = {
    "colour": (mark("You had a card of the colour in force"), mark("{name} had a card of the colour in force")),
    "colour_or_wild": (
        mark("You had a card of the colour in force, or another wild"),
        mark("{name} had a card of the colour in force, or another wild"),
    ),
    "any_playable": (mark("You had a card that fitted"), mark("{name} had a card that fitted")),
}
"""What made a wild draw card wrong, by ``wild_draw_test``: the reader's, and somebody's."""

INNOCENT: Final[Mapping[str, tuple[str, str]]] = {
    "colour": (mark("You had no card of the colour in force"), mark("{name} had no card of the colour in force")),
    "colour_or_wild": (
        mark("You had no card of the colour in force, and no wild"),
        mark("{name} had no card of the colour in force, and no wild"),
    ),
    "any_playable": (mark("You had no card that fitted"), mark("{name} had no card that fitted")),
}
"""What it was when it was right."""


def name_cut(rules: Rules, seats: Sequence[str], draws: Iterable[Iterable[tuple[int, int]]], dealer: int) -> str:
    """Who drew what for the deal: ``Drawn for the deal: Ada red 9 and Bo blue skip. Ada deals first.`` and so on."""
    light = rules.cards.sheets[LIGHT]
    turns = [listed(f"{seats[seat]} {name_face(light, face)}" for seat, face in turn) for turn in draws]
    if not turns:
        return _("{name} deals first, as the lot fell.").format(name=seats[dealer])
    drawn = turns[0]
    for turn in turns[1:]:
        drawn = _("{before}; then {turn}").format(before=drawn, turn=turn)
    return _("Drawn for the deal: {drawn}. {name} deals first.").format(drawn=drawn, name=seats[dealer])


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
        match event:
            case e.TurnedUp(_, face, back):
                return self._turned_up(face, back=back)
            case e.Played():
                return self._played(event)
            case e.Drew(seat, places, side):
                return self._drew(seat, places, side)
            case e.Kept(seat):
                return self._by(seat, _("You keep the card."), _("{name} keeps the card."))
            case e.Passed(seat):
                return self._by(
                    seat,
                    _("You pass: nothing fits, and there is nothing to draw."),
                    _("{name} passes: nothing fits, and there is nothing to draw."),
                )
            case e.Named(seat, side, colour):
                named = name_colour(self._table.sheets[side], colour)
                return self._by(seat, _("You name {colour}."), _("{name} names {colour}."), colour=named)
            case e.Challenged(seat, accused):
                return self._between(
                    seat,
                    accused,
                    _("You challenge {target}: was that wild allowed?"),
                    _("{name} challenges you: was that wild allowed?"),
                    _("{name} challenges {target}: was that wild allowed?"),
                )
            case e.Accepted(seat):
                return self._by(seat, _("You accept the wild draw card."), _("{name} accepts the wild draw card."))
            case e.Verdict(seat, accused, guilty):
                return self._verdict(seat, accused, guilty=guilty)
            case e.Called(seat):
                return self._by(seat, _("You call the last card!"), _("{name} calls the last card!"))
            case e.Caught(seat, target, cards):
                return self._between(
                    seat,
                    target,
                    _("You catch {target}, who did not call: {cards} to draw."),
                    _("{name} catches you, who did not call: {cards} to draw."),
                    _("{name} catches {target}, who did not call: {cards} to draw."),
                    cards=count_cards(cards),
                )
            case e.FalselyCaught(seat, target, cards):
                return self._between(
                    seat,
                    target,
                    _("You catch {target} in vain: {cards} to draw for you."),
                    _("{name} catches you in vain: {cards} to draw for {name}."),
                    _("{name} catches {target} in vain: {cards} to draw for {name}."),
                    cards=count_cards(cards),
                )
            case e.Swapped(seat, target):
                return self._between(
                    seat,
                    target,
                    _("Your hand goes to {target}."),
                    _("{name}'s hand goes to you."),
                    _("{name}'s hand goes to {target}."),
                )
            case e.WentOut(seat, why):
                return self._went_out(seat, why)
            case e.Skipped(seat):
                return self._by(seat, _("You miss your turn."), _("{name} misses a turn."))
            case e.Reversed(_, direction):
                return _("Play goes {direction} now.").format(direction=_(DIRECTIONS[direction]))
            case e.Flipped(_, side, top):
                card = name_face(self._table.sheets[side], top)
                return _("FLIP! All cards turn to the {side} side; {card} lies on top.").format(
                    side=_(SIDES[side]), card=card
                )
            case e.Reshuffled(cards):
                return n_(
                    "The draw pile is made anew from {number} card.",
                    "The draw pile is made anew from {number} cards.",
                    cards,
                ).format(number=cards)
            case e.Left(seat):
                return self._by(
                    seat,
                    _("You leave the match; the hand lies open."),
                    _("{name} leaves the match; the hand lies open."),
                )
            case e.RoundOver():
                return self._round_over(event)
            case e.MatchOver(winners, _):
                return tell_winners([self._table.seats[seat] for seat in winners], self._mine(winners))

    def _mine(self, seats: Sequence[int]) -> int | None:
        """Where among these seats the reader's own is."""
        return seats.index(self._me) if self._me in seats else None

    def _by(self, seat: int, you: str, they: str, **values: object) -> str:
        """What the reader does, or what somebody does."""
        return (you if seat == self._me else they).format(name=self._table.seats[seat], **values)

    def _between(self, seat: int, target: int, by_you: str, to_you: str, others: str, **values: object) -> str:
        """What one seat does to another one, of which one may be the reader's."""
        text = by_you if seat == self._me else to_you if target == self._me else others
        return text.format(name=self._table.seats[seat], target=self._table.seats[target], **values)

    def _played(self, event: e.Played) -> str:
        sheet, me = self._table.sheets[event.side], event.seat == self._me
        cards = listed(name_face(sheet, face) for face in event.faces)
        named = event.colour != NO_COLOUR
        text = JUMPED[me, event.call] if event.jump else PLAYED[me, named, event.call]
        colour = name_colour(sheet, event.colour) if named else ""
        return _(text).format(name=self._table.seats[event.seat], cards=cards, colour=colour)

    def _drew(self, seat: int, places: tuple[int, ...], side: int) -> str:
        """The drawn cards by the faces the reader may see; a later flip does not change what they were."""
        if not places:
            return self._by(seat, _("You draw no card: none is left."), _("{name} draws no card: none is left."))
        table = self._table
        rights, me = table.rights[side], self._me
        faces = [table.faces[side][place] if me is None or rights[place] >> me & 1 else UNKNOWN for place in places]
        cards = name_faces(table.sheets[side], faces)
        return self._by(seat, _("You draw {cards}."), _("{name} draws {cards}."), cards=cards)

    def _verdict(self, seat: int, accused: int, *, guilty: bool) -> str:
        table = self._table
        yours, theirs = (GUILTY if guilty else INNOCENT)[table.rules.wild_draw_test]
        proof = self._by(accused, _(yours), _(theirs))
        if guilty and table.out[accused] == LEFT:
            return self._by(
                accused,
                _("{proof}, but have left and draw nothing."),
                _("{proof}, but has left and draws nothing."),
                proof=proof,
            )
        loser = accused if guilty else seat
        return self._by(loser, _("{proof}: you must draw."), _("{proof}: {name} must draw."), proof=proof)

    def _turned_up(self, face: int, *, back: bool) -> str:
        """The first card of a round, and whether another one follows."""
        sheet, rules = self._table.sheets[LIGHT], self._table.rules
        kind, card = sheet.kinds[face], name_face(sheet, face)
        if back:
            text = _("The first card is {card}; it goes back and another is turned up.")
        elif kind in ACTIONS and kind is not Kind.FLIP and rules.opening_actions == "ignore":
            text = _("The first card is {card}; it stays beneath, and the next one is turned up.")
        else:
            text = _("The first card is {card}.")
        return text.format(card=card)

    def _went_out(self, seat: int, why: str) -> str:
        """Why a seat takes no further part: in this round, or in the match."""
        table = self._table
        rules = table.rules
        if why == FINISHED and seat in table.places:
            return self._by(
                seat,
                _("You have no card left: place {place}."),
                _("{name} has no card left: place {place}."),
                place=table.places.index(seat) + 1,
            )
        if why == FINISHED:
            return self._by(seat, _("You have no card left."), _("{name} has no card left."))
        if rules.scoring == "elimination" and table.scores[seat] >= rules.target:
            return self._by(
                seat,
                n_(
                    "You are out of the match, with {number} point or more.",
                    "You are out of the match, with {number} points or more.",
                    rules.target,
                ),
                n_(
                    "{name} is out of the match, with {number} point or more.",
                    "{name} is out of the match, with {number} points or more.",
                    rules.target,
                ),
                number=rules.target,
            )
        return self._by(
            seat,
            n_(
                "You are out of the round, with {number} card or more; the hand lies open.",
                "You are out of the round, with {number} cards or more; the hand lies open.",
                rules.mercy,
            ),
            n_(
                "{name} is out of the round, with {number} card or more; the hand lies open.",
                "{name} is out of the round, with {number} cards or more; the hand lies open.",
                rules.mercy,
            ),
            number=rules.mercy,
        )

    def _round_over(self, event: e.RoundOver) -> str:
        """Who won, and who scores what: the winner all other hands, or everybody its own."""
        names = self._table.seats
        sentences: list[str] = []
        if event.blocked:  # somebody could still play or draw, where the same situation has come up again and again
            sentences.append(_("The round is blocked: it leads nowhere any more."))
        sentences.append(_("Nobody scores.") if event.winner is None else self._won(event, event.winner))
        if event.places:
            places = ", ".join(f"{number} {names[seat]}" for number, seat in enumerate(event.places, 1))
            sentences.append(_("Places: {places}.").format(places=places))
        return " ".join(sentences)

    def _won(self, event: e.RoundOver, winner: int) -> str:
        if event.blocked:
            head = self._by(
                winner,
                _("You hold the fewest points and win it"),
                _("{name} holds the fewest points and wins it"),
            )
        else:
            head = self._by(winner, _("You win the round"), _("{name} wins the round"))
        if self._table.rules.scoring != "winner":
            scores = [self._by(s, _("you score {points}"), _("{name} scores {points}"), points=p) for s, p in event.by]
            return _("{won}; {scores}.").format(won=head, scores=listed(scores)) if scores else f"{head}."
        if len(event.by) < 2:
            text = n_("{won}: {points} point.", "{won}: {points} points.", event.points)
            return text.format(won=head, points=event.points)
        hands = [self._by(s, _("your hand {points}"), "{name} {points}", points=p) for s, p in event.by]
        text = n_("{won}: {points} point ({hands}).", "{won}: {points} points ({hands}).", event.points)
        return text.format(won=head, points=event.points, hands=", ".join(hands))


def tell_winners(names: Sequence[str], mine: int | None = None) -> str:
    """Who wins the match: one sentence.

    Args:
        names: who does.
        mine: which of them the reader is.
    """
    if not names:
        return _("The match is over, and nobody wins it.")
    if mine is None:
        text = n_("{names} wins the match.", "{names} win the match.", len(names))
        return text.format(names=listed(names))
    if len(names) == 1:
        return _("You win the match.")
    told = [p_("one of several winners", "you") if at == mine else name for at, name in enumerate(names)]
    if mine == 0:
        told[0] = upper_first(told[0])
    return p_("you are one of them", "{names} win the match.").format(names=listed(told))
