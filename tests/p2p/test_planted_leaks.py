"""Every way in which one share too many may get out is found by the search of `leaks`, by whom it got to and no other.

One peer leaks here on purpose, with a program that has been changed; the others are honest. A leak that stands where
nobody checks anything does not end the game, and must be all that is found in it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fliptable.core.rules import Rules, Value
from fliptable.p2p import wire
from fliptable.p2p.deal import group
from fliptable.p2p.deal.deal import Card, Deal
from fliptable.p2p.deal.group import Point, Scalar
from fliptable.p2p.messages import Body, Event, Have, PlayMove, Seals, Shares, Yield
from fliptable.p2p.notices import Settled

from .forger import CHEAT, Change, Forger, changed, on, referee_of
from .leaks import Sight
from .overheard import Overheard, errors_said, telling
from .switchboard import Player, random_player
from .test_house_rules import swapper

READER = 0
THIRD = 2


def table(seats: int = 3, *, plots: bool = False, **options: Value) -> Overheard:
    """A table whose every slot is searched, before the first move and with nothing on its way."""
    chosen = Rules(deck="classic").with_options({"match": "single", "hand_size": 4, **options})
    board = Overheard(seats, 3, chosen, player=lambda peer, board: None, every=1, plots=plots)
    board.run(lambda: all(isinstance(peer.notices[-1], Settled) for peer in board.peers))
    assert board.looks
    assert not board.leaks
    return board


def go_on(board: Overheard, until: Callable[[], bool] | None = None, player: Player = random_player) -> None:
    """Let everybody play."""
    for peer in board.peers:
        peer.player, peer.acted = board.watching(player), (-1, b"")
    board.tick_all()
    board.run(until)


def seat(board: Overheard, peer: int) -> int:
    found = referee_of(board.peers[peer]).seat_of(board.peers[peer].key)
    assert found is not None
    return found


def share(board: Overheard, peer: int, card: Card) -> Point:
    """The share of a card that this peer should keep back."""
    deal = referee_of(board.peers[peer]).round.deal
    return group.multiply(board.key(deal, seat(board, peer)), deal.hidden[card[1]][card[0]].first.a)


def held(board: Overheard) -> Card | None:
    """A card of the cheat's hand that all others have given their share of: the one that it can play last."""
    referee, me = referee_of(board.peers[CHEAT]), seat(board, CHEAT)
    side = referee.table.side
    cards = [(place, side) for place in referee.table.hands[me] if referee.round.deal.lock(place, side) == 1 << me]
    return cards[-1] if cards else None


def bottom(board: Overheard) -> Card:
    """The card that is drawn last."""
    table = referee_of(board.peers[CHEAT]).table
    return table.draw[0], table.side


def first_sealed(deal: Deal, pairs: bytes) -> tuple[Card, int, Point]:
    """The card that the first of these seals is of, its reader, and the point that its share is of."""
    return next(
        ((place, side), to, left.a)
        for side, faces in enumerate(deal.hidden)
        for place, hidden in faces.items()
        for to, (one, left) in hidden.seals.items()
        if pairs.startswith(one.a + one.b)
    )


def whisper(board: Overheard, source: int, target: int, secret: bytes) -> None:
    """Send a secret to one peer, in the one message that nobody judges."""
    session = referee_of(board.peers[source]).session
    board.send(source, target, wire.encode(Have(session, 0, secret)))


def faces(board: Overheard, card: Card, *peers: int) -> set[Sight]:
    return {Sight(1 << seat(board, peer), "face", card) for peer in peers}


def strays(board: Overheard, what: str, card: Card | None, owner: int, *peers: int) -> set[Sight]:
    return {Sight(1 << seat(board, peer), what, card, seat(board, owner)) for peer in peers}


# In messages that everybody judges: the game ends, but who has read them has read them.


def in_shares(body: Shares, secret: Point) -> Body:
    return changed(body, points=body.points + secret)


def in_proof(body: Shares, secret: Point) -> Body:
    return changed(body, proof=secret + body.proof[32:])


def in_play(body: Event, secret: Point) -> Body | None:
    """At an odd offset, in front of what belongs there."""
    move = body.move
    return (
        changed(body, move=changed(move, points=b"\0" + secret + move.points)) if isinstance(move, PlayMove) else None
    )


def in_digest(body: Event, secret: Point) -> Body:
    return changed(body, table=secret)


def in_head(body: Event, secret: Point) -> Body:
    return changed(body, head=secret)


def in_seen(body: Yield, secret: Point) -> Body:
    return changed(body, seen=(*body.seen, secret))


PLANTS: dict[str, Callable[[Callable[[], Point | None]], Change]] = {
    "shares": lambda secret: on(Shares, lambda body: in_shares(body, point) if (point := secret()) else None),
    "proof": lambda secret: on(Shares, lambda body: in_proof(body, point) if (point := secret()) else None),
    "play": lambda secret: on(Event, lambda body: in_play(body, point) if (point := secret()) else None),
    "digest": lambda secret: on(Event, lambda body: in_digest(body, point) if (point := secret()) else None),
    "head": lambda secret: on(Event, lambda body: in_head(body, point) if (point := secret()) else None),
    "seen": lambda secret: on(Yield, lambda body: in_seen(body, point) if (point := secret()) else None),
}


@pytest.mark.parametrize(("plant", "targets"), [("shares", {READER, THIRD}), *((plant, {READER}) for plant in PLANTS)])
def test_one_share_too_many_is_found(plant: str, targets: set[int]) -> None:
    board = table()
    cards: list[Card] = []

    def secret() -> Point | None:
        card = held(board)
        if card is None:
            return None
        cards[:] = [card]
        return share(board, CHEAT, card)

    forger = Forger(board, PLANTS[plant](secret), targets)
    board.plant(forger)
    with errors_said() as errors:
        go_on(board, lambda: forger.done is not None)
    (card,) = cards
    others = {READER, THIRD} - targets
    planted = faces(board, card, *targets) | strays(board, "share", card, CHEAT, *targets)
    assert board.leaks <= planted
    board.look(referee_of(board.peers[CHEAT]))
    assert planted <= board.leaks
    assert not faces(board, card, *others) & board.leaks
    said = [repr(notice) for peer in board.peers for notice in peer.notices]
    assert not telling(board, [*said, *errors])


def test_a_seal_to_the_wrong_reader_is_found() -> None:
    """The hand goes to one seat; its cards are sealed to the other one."""
    board = table(3, seven_zero=True, hand_size=7)
    found: list[tuple[Card, int]] = []

    def wrong(body: Seals) -> Body | None:
        deal = referee_of(board.peers[CHEAT]).round.deal
        card, to, base = first_sealed(deal, body.pairs)
        (reader,) = {0, 1, 2} - {body.seat, to}
        found[:] = [(card, reader)]
        nonce = Scalar(bytes([9]) + bytes(31))
        secret = group.multiply(board.key(deal, body.seat), base)
        pair = group.base(nonce) + group.add(secret, group.multiply(nonce, deal.keys[reader]))
        return changed(body, pairs=pair + body.pairs[64:])

    forger = Forger(board, on(Seals, wrong))
    board.plant(forger)
    go_on(board, lambda: forger.done is not None, swapper)
    assert not board.leaks
    board.look(referee_of(board.peers[CHEAT]))
    ((card, reader),) = found
    assert Sight(1 << reader, "face", card) in board.leaks


# Where nobody judges: the game goes on to its end.


def test_what_is_told_one_peer_alone_is_found_by_it_alone() -> None:
    board = table()
    card = held(board)
    assert card is not None
    whisper(board, CHEAT, READER, share(board, CHEAT, card))
    go_on(board)
    assert board.leaks == faces(board, card, READER) | strays(board, "share", card, CHEAT, READER)
    assert not board.missed


def test_shares_that_several_tell_one_are_put_together() -> None:
    """A card of the pile asks for every share; one is found, and opens nothing, until the last one is there."""
    board = table()
    card = bottom(board)
    whisper(board, CHEAT, READER, share(board, CHEAT, card))
    board.look(referee_of(board.peers[CHEAT]))
    assert board.leaks == strays(board, "share", card, CHEAT, READER)
    whisper(board, THIRD, READER, share(board, THIRD, card))
    go_on(board)
    shares = strays(board, "share", card, CHEAT, READER) | strays(board, "share", card, THIRD, READER)
    assert board.leaks == shares | faces(board, card, READER)


@pytest.mark.slow
def test_several_that_put_together_what_they_know_find_what_was_told_one() -> None:
    board = table(4, plots=True)
    card = bottom(board)
    whisper(board, CHEAT, READER, share(board, CHEAT, card))
    go_on(board)
    all_but_cheat = 0b1111 & ~(1 << seat(board, CHEAT))
    assert board.leaks == strays(board, "share", card, CHEAT, READER) | {
        Sight(all_but_cheat, "share", card, seat(board, CHEAT)),
        Sight(all_but_cheat, "face", card),
    }


@pytest.mark.parametrize("what", ["seed", "key"])
def test_a_seed_and_a_round_key_are_found(what: str) -> None:
    board = table(2)
    deal = referee_of(board.peers[CHEAT]).round.deal
    secret = board.seeds(deal)[seat(board, CHEAT)] if what == "seed" else board.key(deal, seat(board, CHEAT))
    whisper(board, CHEAT, READER, secret)
    go_on(board)
    assert board.leaks == strays(board, what, None, CHEAT, READER)
