"""What the options bring to a table happens between peers: jumps, swaps, stacks, false catches, long draws, mercy."""

from __future__ import annotations

import pytest

from fliptable.core.cards import UNKNOWN
from fliptable.core.events import Drew, FalselyCaught, Played, RoundOver, Swapped, WentOut
from fliptable.core.moves import Call, Catch, Draw, Jump, Keep, Leave, Move, Play, Swap
from fliptable.core.phases import Pending
from fliptable.core.rules import Rules, Value
from fliptable.core.table import ELIMINATED, FINISHED
from fliptable.p2p import letter as letters
from fliptable.p2p.audit import Grade
from fliptable.p2p.messages import CallMove, CatchMove, Event, JumpMove, PlayMove
from fliptable.p2p.notices import Settled
from fliptable.p2p.verify import verify

from .cheats.crafted import bury, craft
from .forger import referee_of
from .steering import eager, events_of, face_of, laying, peer_at, types
from .switchboard import Peer, Player, Switchboard, random_player
from .test_options import agree


def rules(**options: Value) -> Rules:
    return Rules().with_options({"match": "single", "hand_size": 5, **options})


def played(board: Switchboard) -> Switchboard:
    board.run()
    agree(board)
    return board


class Eyes:
    """Reads every event that goes over the wire, by slot."""

    def __init__(self, board: Switchboard) -> None:
        self.slots: dict[int, dict[int, Event]] = {}
        board.tap = self

    def __call__(self, source: int, target: int, data: bytes) -> bytes:
        if data[1] == 16:
            body = letters.read(data).body
            if isinstance(body, Event):
                self.slots.setdefault(body.slot, {})[body.seat] = body
        return data

    def meeting(self, one: type, other: type) -> list[tuple[int, Event, Event]]:
        """Give the slots in which a move of each kind met."""
        return [
            (slot, first, second)
            for slot, events in self.slots.items()
            for first in events.values()
            for second in events.values()
            if isinstance(first.move, one) and isinstance(second.move, other)
        ]


def tempting(peer: Peer, board: Switchboard) -> Move | None:
    """Lay what somebody else has another one of, jump in wherever that is possible."""
    view = peer.session.view()
    assert view is not None
    table = referee_of(peer).table
    jumps = [move for move in view.legal if isinstance(move, Jump)]
    if jumps:
        return jumps[0]
    others = {face_of(board, place) for seat, hand in enumerate(table.hands) if seat != view.seat for place in hand}
    plays = [move for move in view.legal if isinstance(move, Play) and view.card(move.places[0]).front in others]
    return plays[0] if plays else random_player(peer, board)


@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.slow
def test_a_jump_goes_before_the_seat_to_act_whose_card_stays_public(seed: int) -> None:
    board = Switchboard(3, seed, rules(jump_in=True, hand_size=8), player=tempting)
    eyes = Eyes(board)
    board.run(lambda: bool(eyes.meeting(JumpMove, PlayMove)))
    (slot, _, play) = eyes.meeting(JumpMove, PlayMove)[0]
    assert isinstance(play.move, PlayMove)
    (place,) = play.move.places
    before = referee_of(board.peers[0]).table.side
    board.run(lambda: all(referee_of(peer).log.slot > slot for peer in board.peers))
    for peer in board.peers:
        table = referee_of(peer).table
        assert place in table.hands[play.seat]
        assert table.public(place, before)
    played(board)


# Hands that change owner.


swapper: Player = eager(Swap, otherwise=laying("7", "FL"))
turner: Player = eager(Swap, otherwise=laying("FL", "7"))


def handed(peer: Peer, *, hidden: bool = False) -> set[tuple[int, int]]:
    """Give the faces, as place and side, that have been handed over so far in the round; or those still hidden."""
    deal = referee_of(peer).round.deal
    return {
        (place, side)
        for side, faces in enumerate(deal.hidden)
        for place, face in faces.items()
        if face.owners and (face.lock or not hidden)
    }


@pytest.mark.parametrize(
    ("backs", "seats", "seed"),
    [
        pytest.param("visible", 3, 6, marks=pytest.mark.slow),
        ("hidden", 2, 1),
        pytest.param("hidden", 3, 6, marks=pytest.mark.slow),
    ],
)
def test_swapped_hands_are_played_flipped_and_swapped_again(backs: str, seats: int, seed: int) -> None:
    # With visible backs a Flip makes all cards public that are held then; with hidden ones it brings the other face.
    player = swapper if backs == "visible" else turner
    board = Switchboard(seats, seed, rules(seven_zero=True, backs=backs, hand_size=7), player=player)
    played(board)
    events = events_of(board)
    moved = handed(board.peers[0])
    laid = [place for event in events if isinstance(event, Played) for place in event.places]
    assert {place for place, _ in moved} & set(laid)
    kinds = types(events)
    swapped = [at for at, kind in enumerate(kinds) if kind == "swapped"]
    assert len(swapped) >= 4  # two swaps or more, each of two hands
    assert "flipped" in kinds[swapped[0] :]
    if backs == "hidden":
        assert {side for _, side in moved} == {0, 1}


def test_a_zero_moves_all_hands_on() -> None:
    classic = Rules(deck="classic").with_options({"match": "single", "seven_zero": True})
    board = Switchboard(4, 2, classic, player=eager(Swap, otherwise=laying("0", "7")))
    played(board)
    swaps = [event for event in events_of(board) if isinstance(event, Swapped)]
    around = {(event.seat, event.target) for event in swaps}
    assert any({(seat, (seat + turn) % 4) for seat in range(4)} <= around for turn in (1, 3))


@pytest.mark.slow
def test_who_gave_a_hand_away_keeps_what_it_saw_and_others_see_nothing() -> None:
    board = Switchboard(3, 2, rules(seven_zero=True, hand_size=7), player=swapper)
    board.run(lambda: "swapped" in types(events_of(board)))
    swap = next(event for event in events_of(board) if isinstance(event, Swapped))
    board.run(lambda: all(isinstance(peer.notices[-1], Settled) for peer in board.peers))
    table = referee_of(board.peers[0]).table
    (third,) = {0, 1, 2} - {swap.seat, swap.target}
    hidden = [place for place in table.hands[swap.target] if (place, table.side) in handed(board.peers[0], hidden=True)]
    assert hidden
    known = {
        seat: [referee_of(peer_at(board, seat)).table.faces[table.side][place] for place in hidden] for seat in range(3)
    }
    assert known[swap.seat] == known[swap.target]
    assert UNKNOWN not in known[swap.target]
    assert set(known[third]) == {UNKNOWN}
    played(board)


@pytest.mark.slow
def test_handed_over_cards_go_into_a_reshuffle() -> None:
    """With hidden backs the other faces of laid cards stay hidden, under one seat's key: they are joined first."""

    def player(peer: Peer, board: Switchboard) -> Move | None:
        """Swap and lay until some faces were handed over, then only draw, until the pile is made anew."""
        table, view = referee_of(peer).table, peer.session.view()
        assert view is not None
        seen = {place for place, side in handed(peer) if side != table.side} & set(table.discard[:-1])
        plain = [move for move in view.legal if isinstance(move, Draw | Keep)]
        return plain[0] if seen and plain and not table.mixes else turner(peer, board)

    board = Switchboard(2, 5, rules(seven_zero=True, backs="hidden", hand_size=10), player=player)
    played(board)
    hidden = referee_of(board.peers[0]).round.deal.hidden
    joined = [face for faces in hidden for face in faces.values() if face.joined]
    assert joined
    assert all(face.spent and face.lock for face in joined)


@pytest.mark.parametrize("backs", ["visible", "hidden"])
@pytest.mark.slow
def test_who_leaves_does_not_open_the_hand_it_gave_away(backs: str) -> None:
    gave: list[int] = []

    def player(peer: Peer, board: Switchboard) -> Move | None:
        swaps = [event for event in events_of(board, board.peers.index(peer)) if isinstance(event, Swapped)]
        view = peer.session.view()
        assert view is not None
        if swaps and swaps[0].seat == view.seat:
            gave[:] = [swaps[0].seat, swaps[0].target]
            return Leave()
        return swapper(peer, board)

    board = Switchboard(3, 2, rules(seven_zero=True, backs=backs, hand_size=7), player=player)
    board.run(lambda: bool(gave))
    leaver = peer_at(board, gave[0])
    others = [peer for peer in board.peers if peer is not leaver]
    board.run(lambda: all(referee_of(peer).log.epoch for peer in others))
    for peer in others:
        table, deal = referee_of(peer).table, referee_of(peer).round.deal
        kept = [place for place in table.hands[gave[1]] if (place, table.side) in handed(peer, hidden=True)]
        assert kept
        assert not any(table.public(place, table.side) for place in kept)
        assert all(deal.lock(place, table.side) == 1 << gave[1] for place in kept)
    board.run()
    assert all(peer.ended is not None and peer.ended.outcome == "finished" for peer in others)
    assert referee_of(others[0]).grade is Grade.PARTIAL
    assert verify(bytes(others[0].record)).ok


# Draw cards.


def test_a_stack_grows_and_is_drawn_by_who_does_not_answer() -> None:
    most = [0]

    def player(peer: Peer, board: Switchboard) -> Move | None:
        view = peer.session.view()
        assert view is not None
        if isinstance(view.phase, Pending):
            most.append(view.phase.total)
            return eager(Play)(peer, board)
        return laying("D1", "W2", "D5", "WC")(peer, board)

    board = Switchboard(3, 3, rules(stacking="any", wild_draw_mode="free"), player=player)
    played(board)
    assert max(most) >= 3
    drawn = [len(event.places) for event in events_of(board) if isinstance(event, Drew)]
    assert max(drawn) >= max(most)


@pytest.mark.parametrize(("option", "seed"), [("reverse_deflect", 7), ("skip_deflect", 5)])
@pytest.mark.slow
def test_a_pending_draw_is_sent_away(option: str, seed: int) -> None:
    sent: list[Play] = []

    def player(peer: Peer, board: Switchboard) -> Move | None:
        view = peer.session.view()
        assert view is not None
        if isinstance(view.phase, Pending):
            plays = [move for move in view.legal if isinstance(move, Play)]
            sent.extend(plays[:1])
            return plays[0] if plays else random_player(peer, board)
        return laying("D1", "D5")(peer, board)

    board = Switchboard(3, seed, rules(**{option: True, "hand_size": 10}), player=player)
    played(board)
    assert sent


# Calls.


def test_a_false_catch_costs_its_maker() -> None:
    def player(peer: Peer, board: Switchboard) -> Move | None:
        view = peer.session.view()
        assert view is not None
        if view.seat not in view.to_act and peer.session.status[0] in (3, 7):
            return Catch(view.to_act[0])
        return random_player(peer, board)

    board = Switchboard(3, 4, rules(false_catch_penalty=2), player=player)
    played(board)
    false = [event for event in events_of(board) if isinstance(event, FalselyCaught)]
    assert false
    drawn = [(event.seat, len(event.places)) for event in events_of(board) if isinstance(event, Drew)]
    assert all((event.seat, 2) in drawn for event in false)


def test_a_call_and_a_catch_in_one_slot_make_no_false_catch() -> None:
    """Nobody says anything with the play; the next slot has the call and the catches, and the call goes first."""

    def player(peer: Peer, board: Switchboard) -> Move | None:
        view = peer.session.view()
        assert view is not None
        late = [move for move in view.legal if isinstance(move, Call | Catch)]
        if referee_of(peer).table.catchable:
            return late[0] if late else None
        plays = [move for move in view.legal if isinstance(move, Play) and not move.call]
        return plays[0] if plays else next((move for move in view.legal if not isinstance(move, Call)), None)

    board = Switchboard(3, 4, rules(false_catch_penalty=2, hand_size=3), player=player)
    eyes = Eyes(board)
    board.run(lambda: bool(eyes.meeting(CallMove, CatchMove)) or any(peer.ended for peer in board.peers))
    assert eyes.meeting(CallMove, CatchMove)
    played(board)
    assert "false-catch" not in types(events_of(board))


# Draws and ends.


def test_a_seat_draws_until_a_card_fits_and_plays_it() -> None:
    board = Switchboard(2, 6, rules(draw_rule="until_playable"), player=eager(Draw, Play))
    board.run(lambda: any(isinstance(event, Drew) and len(event.places) > 1 for event in events_of(board)))
    board.peers[0].player = board.peers[1].player = random_player
    played(board)
    events = events_of(board)
    long = [at for at, event in enumerate(events) if isinstance(event, Drew) and len(event.places) > 1]
    after = events[long[0] + 1]
    drew = events[long[0]]
    assert isinstance(drew, Drew)
    assert isinstance(after, Played)
    assert after.places == drew.places[-1:]


@pytest.mark.parametrize("backs", ["visible", "hidden"])
def test_mercy_ends_a_hand_that_grew_too_large(backs: str) -> None:
    board = Switchboard(3, 7, rules(mercy=15, hand_size=10, backs=backs), player=eager(Draw, Keep))
    board.run(lambda: "out" in types(events_of(board)))
    for peer in board.peers:
        peer.player = laying("FL")
    played(board)
    out = [event for event in events_of(board) if isinstance(event, WentOut)]
    assert out[0].why == ELIMINATED


def test_who_was_shown_mercy_may_be_the_last_but_one() -> None:
    """All but one reach the limit: the last seat wins, and all audit and verify that."""
    board = Switchboard(3, 7, rules(mercy=15, hand_size=10), player=eager(Draw, Keep))
    played(board)
    assert types(events_of(board)).count("out") == 2


@pytest.mark.slow
def test_a_round_goes_on_to_the_last_hand() -> None:
    board = Switchboard(4, 5, rules(play_to_last=True, hand_size=3))
    played(board)
    over = next(event for event in events_of(board) if isinstance(event, RoundOver))
    assert len(over.places) == 3
    finished = [event.seat for event in events_of(board) if isinstance(event, WentOut) and event.why == FINISHED]
    assert tuple(finished) == over.places


def test_who_has_finished_may_leave() -> None:
    def player(peer: Peer, board: Switchboard) -> Move | None:
        view = peer.session.view()
        assert view is not None
        return Leave() if view.players[view.seat].out == FINISHED else random_player(peer, board)

    board = Switchboard(4, 8, rules(play_to_last=True, hand_size=3), player=player)
    board.run()
    outcomes = sorted(peer.ended.outcome for peer in board.peers if peer.ended)
    assert outcomes == ["finished", "finished", "left", "left"]
    assert not any(peer.faults for peer in board.peers)


def test_with_hidden_backs_a_flip_shows_fronts_to_their_owners_alone() -> None:
    board = Switchboard(3, 9, rules(backs="hidden"), player=laying("FL"))
    board.run(lambda: "flipped" in types(events_of(board)))
    board.run(lambda: all(isinstance(peer.notices[-1], Settled) for peer in board.peers))
    for peer in board.peers:
        table, view = referee_of(peer).table, peer.session.view()
        assert view is not None
        for seat, hand in enumerate(table.hands):
            fronts = [table.faces[table.side][place] for place in hand]
            assert (UNKNOWN not in fronts) if seat == view.seat else set(fronts) == {UNKNOWN}
            assert not any(table.public(place, 1 - table.side) for place in hand)
    played(board)


def test_a_pile_of_hidden_backs_is_made_anew() -> None:
    board = Switchboard(2, 10, rules(backs="hidden"), player=eager(Draw, Keep))
    craft(board, lambda table: bury(table, 6))
    board.run(lambda: all(referee_of(peer).table.mixes for peer in board.peers))
    for peer in board.peers:
        peer.player = laying("FL")
    board.run()
    assert all(peer.ended is not None and peer.ended.outcome == "finished" for peer in board.peers)
