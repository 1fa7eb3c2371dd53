"""A peer that gives its right share of another card than was asked for: so it would open what nobody may see yet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fliptable.core.moves import Move
from fliptable.p2p.deal.deal import Card
from fliptable.p2p.messages import Event, GameBody, Shares
from fliptable.p2p.owed import Owed
from fliptable.p2p.phases import Task
from fliptable.p2p.seat import OwnSeat, Wish
from fliptable.p2p.spelling import laid, to_wire

from ..forger import sentenced, with_cheat
from .tables import Table, pair, small

Head = tuple[bytes, int, int, bytes]


class Astray(OwnSeat):
    """Opens the next card of the pile in place of one that is asked for, with a proof that is right for that."""

    def _of_due(self, task: Task, owed: Owed, head: Head) -> GameBody | None:
        if owed.kind is Shares and owed.cards:
            owed = replace(owed, cards=(*owed.cards[:-1], self._hidden(owed.cards)))
        return super()._of_due(task, owed, head)

    def _hidden(self, asked: tuple[Card, ...]) -> Card:
        deal, table = self._referee.round.deal, self._referee.table
        pile = [(place, table.side) for place in reversed(table.draw)]
        return next(card for card in pile if card not in asked and deal.lock(*card) >> self.seat & 1)


class Showing(OwnSeat):
    """Says that it lays one card, and shows another one of its hand."""

    def _of_play(self, task: Task, head: Head) -> GameBody | None:
        body = super()._of_play(task, head)
        referee = self._referee
        deal, side = referee.round.deal, referee.table.side
        if not isinstance(body, Event) or not body.move.__struct_fields__:
            return body
        move = self._move
        hand = [(place, side) for place in referee.table.hands[self.seat] if place not in laid(move)]
        cards = [card for card in hand if deal.lock(*card)][: len(laid(move))]
        if not laid(move) or not cards:
            return body
        shares = self._secret(deal).shares(cards, self._bound(task, "play"))
        return Event(*head, referee.log.slot, referee.digest, to_wire(move, shares))

    _move: Move

    def _stale(self, wish: Wish) -> str | None:
        self._move = wish.move
        return super()._stale(wish)


@pytest.mark.parametrize("table", [small, pair])
@pytest.mark.parametrize("kind", [Astray, Showing])
def test_a_share_of_another_card_names_its_giver(kind: type[OwnSeat], table: Table) -> None:
    board = table()
    with_cheat(board, kind)
    sentenced(board, {"bad-share-proof"})
