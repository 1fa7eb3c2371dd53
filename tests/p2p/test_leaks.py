"""Nobody can reach a face it has no right to, whatever it keeps and however it puts it together.

Whole games are overheard and searched (`leaks`). That the search is worth something is shown twice: with the same
means it finds every face that an onlooker has a right to, and in `test_planted_leaks` every leak that is planted.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from fliptable.core.moves import Challenge, Draw, Keep, Move
from fliptable.core.rules import Rules, Value
from fliptable.p2p.deal import group
from fliptable.p2p.deal.elgamal import Ciphertext
from fliptable.p2p.deal.group import Scalar
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.deal.stage import HiddenFace

from .deal.circle import Circle
from .forger import referee_of
from .leaks import Search
from .overheard import Overheard, errors_said, telling
from .steering import eager, events_of, laying, types
from .switchboard import Peer, Player, Switchboard, leave_after, random_player
from .test_house_rules import handed, swapper, turner


def rules(**options: Value) -> Rules:
    return Rules().with_options({"match": "single", "hand_size": 3, **options})


def emptying(peer: Peer, board: Switchboard) -> Move | None:
    """Draw until the pile is made anew."""
    view = peer.session.view()
    assert view is not None
    plain = [move for move in view.legal if isinstance(move, Draw | Keep)]
    return random_player(peer, board) if referee_of(peer).table.mixes or not plain else plain[0]


def joining(peer: Peer, board: Switchboard) -> Move | None:
    """Swap until hidden faces that changed hands lie in the discard pile, then draw until it is made anew."""
    table = referee_of(peer).table
    moved = {place for place, side in handed(peer) if side != table.side} & set(table.discard[:-1])
    return emptying(peer, board) if moved and not table.mixes else turner(peer, board)


doubting: Player = eager(Challenge, otherwise=laying("WC", "W2", "W4"))


@dataclass(frozen=True)
class Game:
    """A game, what must have happened in it, and how it is searched."""

    seats: int
    seed: int
    rules: Rules
    player: Player = random_player
    kinds: frozenset[str] = frozenset()
    every: int = 6
    plots: bool = False


GAMES = {
    "two": Game(2, 1, rules()),
    "three": Game(3, 1, rules(), every=12, plots=True),
    "four": Game(4, 1, rules(), every=9, plots=True),
    "rounds": Game(2, 2, rules(match="rounds", rounds=2), every=12),
    "hidden backs": Game(3, 9, rules(backs="hidden", hand_size=4), laying("FL"), frozenset({"flipped"})),
    "swaps": Game(3, 6, rules(seven_zero=True, hand_size=5), swapper, frozenset({"swapped"}), 15),
    "hidden swaps": Game(
        3,
        6,
        rules(seven_zero=True, hand_size=5, backs="hidden"),
        turner,
        frozenset({"swapped", "flipped"}),
        9,
        plots=True,
    ),
    "challenges": Game(3, 3, rules(hand_size=4), doubting, frozenset({"challenged", "verdict"}), 20),
    "reshuffle": Game(2, 8, rules(), emptying, frozenset({"reshuffled"}), 80),
    "joined reshuffle": Game(
        2, 5, rules(seven_zero=True, backs="hidden", hand_size=10), joining, frozenset({"reshuffled"}), 80
    ),
    "ten": Game(10, 7, rules(), every=15),
}


LONG = {"four", "hidden backs", "challenges", "rounds", "swaps", "hidden swaps", "reshuffle", "joined reshuffle", "ten"}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow if name in LONG else ()) for name in GAMES])
def test_nobody_reaches_a_face_it_has_no_right_to(name: str) -> None:
    game = GAMES[name]
    board = Overheard(game.seats, game.seed, game.rules, player=game.player, every=game.every, plots=game.plots)
    board.run()
    assert game.kinds <= set(types(events_of(board)))
    hidden = referee_of(board.peers[0]).round.deal.hidden
    assert any(face.joined for faces in hidden for face in faces.values()) == (name == "joined reshuffle")
    assert board.looks >= 3
    assert board.hidden > 500
    assert board.found > 50
    assert not board.leaks
    assert not board.missed
    assert not any(peer.faults for peer in board.peers)


def test_who_leaves_opens_nothing() -> None:
    """Its shares of all cards are out then; so whoever stays has the others' to find, as before."""
    board = Overheard(3, 12, rules(), every=4)
    board.peers[1].player = board.watching(leave_after(6))
    board.run()
    assert "left" in types(events_of(board))
    assert not board.leaks
    assert not board.missed


def test_nothing_a_session_says_of_itself_holds_a_secret() -> None:
    """Neither notices nor whatever is raised and caught on the way, in a game with a swap, a challenge and a leaver."""
    with errors_said() as errors:
        board = Overheard(3, 6, rules(seven_zero=True, hand_size=5), player=swapper)
        board.peers[1].player = board.watching(leave_after(20))
        board.run()
    said = [text for peer in board.peers for notice in peer.notices for text in (str(notice), repr(notice))]
    assert said
    assert not telling(board, [*said, *errors])
    secret = next(iter(board.searches.values())).seeds[0]
    for spelled in (repr(secret), secret.hex(), f"seed {int.from_bytes(secret, 'big')} of"):
        assert telling(board, [spelled])


# The search alone, on one small deal.


def keys_of(circle: Circle) -> dict[int, Scalar]:
    deal = circle.deal
    return {seat: Seed(seed, deal.session, deal.number, seat).key() for seat, seed in circle.seeds.items()}


def seen(circle: Circle) -> dict[int, set[tuple[int, int]]]:
    search = Search(circle.seeds, [1 << seat for seat in circle.seats])
    search.look(circle.deal, {})
    assert not search.strays
    return {onlooker: set(faces) for onlooker, faces in search.faces.items()}


def test_what_is_opened_is_found_by_whom_it_was_opened_for() -> None:
    circle = Circle()
    assert seen(circle) == {}
    circle.show([(0, 0)], owner=1)
    assert seen(circle) == {2: {(0, 0)}}
    circle.show([(5, 1)])
    assert seen(circle) == {1: {(5, 1)}, 2: {(0, 0), (5, 1)}, 4: {(5, 1)}}


def lay(circle: Circle, hidden: Ciphertext) -> None:
    """Let the last mix have left this at place 0, light."""
    deal = circle.deal
    light, dark = deal.stages[0].history[-1]
    deal.stages[0].history[-1] = ([hidden, *light[1:]], dark)
    deal.hidden[0][0] = HiddenFace(hidden, 0b111)


def test_a_card_that_a_key_is_missing_from_is_found() -> None:
    """Whatever the lock says: with one share taken away in vain nothing is left but to try each subset."""
    circle = Circle()
    face, nonce = circle.deal.tables[0].points[3], Scalar(bytes([7]) + bytes(31))
    a = group.base(nonce)
    lay(circle, Ciphertext(a, group.add(face, group.multiply(keys_of(circle)[0], a))))
    assert seen(circle) == {1: {(0, 0)}}
    circle.give(1, [(0, 0)])
    assert seen(circle) == {1: {(0, 0)}}


def test_a_card_that_was_never_hidden_again_is_found() -> None:
    """What all know adds up, too: the joint key of a mix is no secret."""
    circle = Circle()
    face = circle.deal.tables[0].points[3]
    lay(circle, Ciphertext(group.GENERATOR, group.add(face, circle.deal.stages[0].key)))
    assert seen(circle) == {onlooker: {(0, 0)} for onlooker in (1, 2, 4)}
