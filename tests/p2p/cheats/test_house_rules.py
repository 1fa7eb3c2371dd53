"""Modified programs where options are played: what each tries is named, by all, and nobody else is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from fliptable.core.cards import DRAWING_WILD
from fliptable.core.dues import State
from fliptable.core.moves import Draw, Jump, Keep, Move, Play, Swap
from fliptable.core.phases import SWAPPING, TURN, Drawn
from fliptable.core.table import ELIMINATED, Table
from fliptable.p2p.messages import Event, GameBody, PlayMove, Seals
from fliptable.p2p.owed import Owed
from fliptable.p2p.phases import Task
from fliptable.p2p.seat import OwnSeat

from ..forger import CHEAT, Forger, changed, flipped, on, referee_of, seat_of, seated, sentenced, with_cheat
from ..steering import eager, laying
from ..switchboard import Peer, Player, Switchboard, random_player
from .brazen import Brazen
from .crafted import craft
from .tables import rules


def tempted(cheat: Callable[[Peer], Move | None], others: Player = random_player) -> Player:
    """Let the cheat play in its way, where it finds an occasion, and everybody else like others."""

    def player(peer: Peer, board: Switchboard) -> Move | None:
        move = cheat(peer) if board.peers.index(peer) == CHEAT else None
        return move or others(peer, board)

    return player


# Hands that change owner.

swapper = eager(Swap, otherwise=laying("7"))


def other_proof(body: Seals) -> Seals:
    return changed(body, proof=flipped(body.proof))


def other_point(body: Seals) -> Seals:
    return changed(body, pairs=flipped(body.pairs))


def other_order(body: Seals) -> Seals:
    return changed(body, pairs=body.pairs[64:] + body.pairs[:64])


def too_few(body: Seals) -> Seals:
    return changed(body, pairs=body.pairs[64:])


@pytest.mark.parametrize(
    ("forge", "reason"),
    [
        (other_proof, "bad-seal-proof"),
        (other_point, "bad-seal-proof"),
        (other_order, "bad-seal-proof"),
        (too_few, "malformed-seals"),
    ],
)
def test_a_hand_that_is_not_really_handed_over(forge: Callable[[Seals], Seals], reason: str) -> None:
    board = Switchboard(3, 2, rules(seven_zero=True, hand_size=7), player=swapper)
    Forger(board, on(Seals, lambda body: forge(body) if len(body.pairs) > 64 else None))
    sentenced(board, {reason})


class Hoarder(OwnSeat):
    """Hands its cards over in another order, with a proof that is right for that."""

    def _of_due(self, task: Task, owed: Owed, head: tuple[bytes, int, int, bytes]) -> GameBody | None:
        if owed.kind is Seals and len(owed.cards) > 1:
            owed = replace(owed, cards=owed.cards[1:] + owed.cards[:1])
        return super()._of_due(task, owed, head)


def test_other_cards_than_those_that_are_handed_over() -> None:
    board = Switchboard(3, 2, rules(seven_zero=True, hand_size=7), player=swapper)
    with_cheat(board, Hoarder)
    sentenced(board, {"bad-seal-proof"})


@pytest.mark.parametrize(
    "whom", ["out", *(pytest.param(whom, marks=pytest.mark.slow) for whom in ("itself", "nobody"))]
)
def test_a_swap_with_who_has_no_hand_to_swap(whom: str) -> None:
    board = Switchboard(4, 3, rules(seven_zero=True), player=tempted(lambda peer: Swap(target) if acts(peer) else None))
    with_cheat(board, Brazen)
    seated(board)
    cheat, other = seat_of(board, CHEAT), seat_of(board, CHEAT + 1)
    target = {"out": other, "itself": cheat, "nobody": 9}[whom]

    def change(table: Table) -> None:
        table.drop(other, ELIMINATED)
        table.turn, table.phase = cheat, SWAPPING

    craft(board, change)
    sentenced(board, {"illegal-swap-target"}, crafted=True)


def acts(peer: Peer) -> bool:
    view = peer.session.view()
    return view is not None and view.seat in view.to_act


# Cards laid.


def other_jump(peer: Peer) -> Move | None:
    """Jump with a card that does not look like the one on top."""
    table, view = referee_of(peer).table, peer.session.view()
    assert view is not None
    hand = [card for card in view.hand if card.front != table.top and card.front < DRAWING_WILD - 1]
    open_now = table.phase is TURN and table.played and view.seat != table.turn
    return Jump(hand[0].place) if open_now and hand else None


def test_a_jump_with_another_card() -> None:
    board = Switchboard(3, 2, rules(jump_in=True), player=tempted(other_jump))
    with_cheat(board, Brazen)
    sentenced(board, {"illegal-jump-not-identical"})


def late_jump(peer: Peer) -> Move | None:
    """Jump on a card that nobody has played just now."""
    table, view = referee_of(peer).table, peer.session.view()
    assert view is not None
    return Jump(view.hand[0].place) if not table.played and view.seat != table.turn else None


def test_a_jump_that_comes_too_late() -> None:
    board = Switchboard(3, 2, rules(jump_in=True), player=tempted(late_jump))
    with_cheat(board, Brazen)
    sentenced(board, {"illegal-jump-too-late"})


def two_numbers(peer: Peer) -> Move | None:
    """Lay a card that fits and another one with it that is not of its number."""
    view = peer.session.view()
    assert view is not None
    for move in view.legal:
        if isinstance(move, Play) and len(move.places) == 1 and move.colour < 0:
            front = view.card(move.places[0]).front
            others = [card.place for card in view.hand if card.front % 13 != front % 13]
            if others and len(view.hand) > 3:
                return Play((move.places[0], others[0]))
    return None


def test_two_cards_at_once_that_do_not_belong_together() -> None:
    board = Switchboard(3, 2, rules(multi_play=True), player=tempted(two_numbers))
    with_cheat(board, Brazen)
    sentenced(board, {"illegal-one-number-only"})


def test_a_wrong_share_for_the_second_of_two_cards() -> None:
    def several(peer: Peer, board: Switchboard) -> Move | None:
        view = peer.session.view()
        assert view is not None
        plays = [move for move in view.legal if isinstance(move, Play) and len(move.places) > 1]
        return plays[0] if plays else random_player(peer, board)

    def change(body: Event) -> Event | None:
        move = body.move
        if not isinstance(move, PlayMove) or len(move.points) < 64:
            return None
        return changed(body, move=msgspec.structs.replace(move, points=move.points[:32] + move.points[:32]))

    board = Switchboard(3, 4, rules(multi_play=True, hand_size=10), player=several)
    Forger(board, on(Event, change))
    sentenced(board, {"bad-share-proof"})


# Lies about a hidden hand.


def lazy_draw(peer: Peer) -> Move | None:
    """Draw although a card fits."""
    view = peer.session.view()
    assert view is not None
    fits = any(isinstance(move, Play) for move in view.legal)
    return Draw() if fits and view.phase is TURN and acts(peer) else None


def test_a_draw_although_a_card_fits() -> None:
    board = Switchboard(2, 2, rules(voluntary_draw=False, hand_size=3), player=tempted(lazy_draw))
    with_cheat(board, Brazen)
    sentenced(board, {"bad-membership-proof"})


def lazy_keep(peer: Peer) -> Move | None:
    """Draw, and keep what would have to be played."""
    view = peer.session.view()
    assert view is not None
    if not acts(peer):
        return None
    return Keep() if isinstance(view.phase, Drawn) else Draw() if view.phase is TURN else None


def test_a_card_kept_that_must_be_played() -> None:
    board = Switchboard(2, 7, rules(drawn_card="must", hand_size=3), player=tempted(lazy_keep))
    with_cheat(board, Brazen)
    sentenced(board, {"bad-membership-proof"})


def forbidden_wild(peer: Peer) -> Move | None:
    """Lay a wild draw card while holding the colour."""
    view = peer.session.view()
    assert view is not None
    wilds = [card.place for card in view.hand if card.front == DRAWING_WILD]
    holds = any(card.front // 13 == view.colour for card in view.hand)
    return Play((wilds[0],), 0) if wilds and holds and view.phase is TURN and acts(peer) else None


def test_a_wild_draw_card_laid_against_the_rule() -> None:
    board = Switchboard(2, 1, rules(wild_draw_mode="enforce", hand_size=10), player=tempted(forbidden_wild))
    with_cheat(board, Brazen)
    sentenced(board, {"bad-membership-proof"})


class Greedy(Brazen):
    """Says that nothing it draws fits, and so draws on."""

    def _says(self, state: State, *, first: bool) -> bool:
        return not state.no


def test_a_draw_that_goes_on_although_a_card_fits() -> None:
    board = Switchboard(2, 3, rules(draw_rule="until_playable", hand_size=3))
    with_cheat(board, Greedy)
    sentenced(board, {"bad-membership-proof"})
