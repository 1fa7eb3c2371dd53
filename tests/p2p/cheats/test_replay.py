"""Who uses again what was right once: letters, shares and proofs of another slot, round, seat, side or table."""

from __future__ import annotations

import pytest

from fliptable.p2p import letter as letters
from fliptable.p2p import wire
from fliptable.p2p.deal.transcript import context
from fliptable.p2p.messages import (
    Body,
    Commit,
    Event,
    GameBody,
    InGame,
    Key,
    Mix,
    Remix,
    Seed,
    Shares,
    Signed,
    Yield,
)
from fliptable.p2p.phases import Task
from fliptable.p2p.seat import OwnSeat

from ..forger import (
    CHEAT,
    LETTERS,
    Forger,
    changed,
    given_up,
    identity_of,
    on,
    own_of,
    said,
    seated,
    sentenced,
    undisturbed,
    with_cheat,
)
from ..steering import peer_at
from ..switchboard import Switchboard
from .strange import Strange
from .tables import QUICK, Table, ahead, innocent, pair, reshuffled, small

FALSE = {"bad-share-proof", "malformed-shares", "malformed-proof"}


def test_shares_of_another_slot() -> None:
    board = small()
    kept: list[Shares] = []

    def replay(body: Shares) -> Shares | None:
        kept.append(body)
        old = kept[0]
        if body.slot == old.slot:
            return None
        return changed(body, points=old.points[: len(body.points)], proof=old.proof)

    Forger(board, on(Shares, replay))
    sentenced(board, FALSE)


class Overheard:
    """Keeps what the others say, to say it again."""

    def __init__(self, board: Switchboard, kind: type[GameBody], cheat: int = CHEAT) -> None:
        self.bodies: list[GameBody] = []
        self._kind, self._cheat = kind, cheat
        self._next = board.tap
        board.tap = self

    def __call__(self, source: int, target: int, data: bytes) -> bytes | None:
        body = said(data)
        if source != self._cheat and isinstance(body, self._kind):
            self.bodies.append(body)
        return self._next(source, target, data) if self._next else data


OTHERS: list[tuple[type[GameBody], tuple[str, ...], set[str]]] = [
    (Key, ("point", "proof"), {"bad-key-proof"}),
    (Mix, ("decks", "proofs"), {"bad-shuffle-proof"}),
    (Remix, ("decks", "proofs"), {"bad-shuffle-proof"}),
    (Shares, ("points", "proof"), FALSE),
]


@pytest.mark.parametrize(("kind", "fields", "reasons"), OTHERS)
def test_what_another_seat_has_said(kind: type[GameBody], fields: tuple[str, ...], reasons: set[str]) -> None:
    """Word for word: another's key with its proof, its mix, its shares."""
    board = reshuffled() if kind is Remix else small()
    seated(board)
    cheat = board.peers.index(peer_at(board, 2))

    def change(body: Body) -> Body | None:
        if not isinstance(body, kind) or not overheard.bodies:
            return None
        other = overheard.bodies[-1]
        return changed(body, **{name: getattr(other, name) for name in fields})

    Forger(board, change, cheat=cheat)
    overheard = Overheard(board, kind, cheat)
    sentenced(board, reasons, cheat=cheat)


class Misbound(OwnSeat):
    """Proves everything rightly, for another place in the protocol: `field` says what of it is another."""

    field: str
    kind: str

    def _other(self, kind: str, place: tuple[int, ...]) -> bytes:
        referee = self._referee
        deal = referee.round.deal
        fields = {
            "session": deal.session,
            "deal": deal.number,
            "epoch": referee.log.epoch,
            "place": place,
            "sender": self.seat,
            "kind": kind,
        }
        others = {
            "session": bytes(32),
            "deal": deal.number + 1,
            "epoch": referee.log.epoch + 1,
            "place": (*place[:-1], place[-1] + 1),
            "sender": (self.seat + 1) % 3,
            "kind": "other",
        }
        fields[self.field] = others[self.field]
        return context(**fields)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

    def _bound(self, task: Task, kind: str) -> bytes:
        if kind != self.kind:
            return super()._bound(task, kind)
        return self._other(kind, self._referee.place_of(task.address))


FIELDS = ("session", "deal", "epoch", "place", "sender", "kind")
BOUND: list[tuple[str, Table, str, tuple[str, ...]]] = [
    ("shares", small, "bad-share-proof", FIELDS),
    ("play", small, "bad-share-proof", ("epoch", "place")),
    ("mix", reshuffled, "bad-shuffle-proof", ("deal", "place")),
    ("statements", innocent, "bad-membership-proof", ("place", "kind")),
]


@pytest.mark.parametrize(
    ("kind", "table", "reason", "field"),
    [(kind, table, reason, field) for kind, table, reason, fields in BOUND for field in fields],
)
def test_a_proof_for_another_place(kind: str, table: Table, reason: str, field: str) -> None:
    board = table()
    with_cheat(board, Misbound)
    own = own_of(board.peers[CHEAT])
    assert isinstance(own, Misbound)
    own.field, own.kind = field, kind
    sentenced(board, {reason})


def test_the_proofs_of_two_decks_exchanged() -> None:
    """Each is right, for the other side."""
    board = small()
    Forger(board, on(Mix, lambda body: changed(body, decks=body.decks[::-1], proofs=body.proofs[::-1])))
    sentenced(board, {"bad-shuffle-proof"})


class Again(OwnSeat):
    """Mixes for the second deal as for the first, and takes the same key and seed."""

    kept: dict[type[GameBody], GameBody]
    kind: type[GameBody]

    def _of_deal(self, task: Task, head: tuple[bytes, int, int, bytes]) -> GameBody | None:
        body = super()._of_deal(task, head)
        if body is None or not isinstance(body, Commit | Key | Mix):
            return body
        old = self.kept.setdefault(type(body), body)
        if body.deal == 1 or not isinstance(body, self.kind):
            return body
        names = type(old).__struct_fields__[len(InGame.__struct_fields__) + 1 :]
        return changed(body, **{name: getattr(old, name) for name in names})


@pytest.mark.parametrize(
    ("kind", "reason"),
    [(Key, "bad-key-proof"), pytest.param(Mix, "bad-shuffle-proof", marks=pytest.mark.slow)],
)
def test_what_was_right_in_another_round(kind: type[GameBody], reason: str) -> None:
    board = ahead()
    with_cheat(board, Again)
    own = own_of(board.peers[CHEAT])
    assert isinstance(own, Again)
    own.kept, own.kind = {}, kind
    sentenced(board, {reason})


def test_letters_of_another_table_are_passed_over() -> None:
    """The cheat plays at two tables at once and sends the letters of the one to the other: no proof of anything."""
    board, elsewhere = pair(), Switchboard(2, 3, QUICK.with_options({"hand_size": 4}))
    heard: list[bytes] = []

    def keep(source: int, target: int, data: bytes) -> bytes:
        if source == CHEAT and data[1] in LETTERS:
            heard.append(data)
        return data

    elsewhere.tap = keep
    elsewhere.run()

    def tap(source: int, target: int, data: bytes) -> bytes:
        if source == CHEAT and heard:
            again = heard.pop()
            board.at(board.now + 0.01, lambda: board._deliver(source, target, again))  # pyright: ignore[reportPrivateUsage]
        return data

    board.tap = tap
    undisturbed(board)
    assert len(heard) < 20


@pytest.mark.parametrize("kind", [Event, Yield, Shares, Seed])
def test_a_letter_of_another_table_said_as_of_this_one(kind: type[GameBody]) -> None:
    """Signed again with this session, it is what it says: for another slot, with another head."""
    board, elsewhere = small(), Switchboard(3, 31, QUICK.with_options({"hand_size": 4}))
    seated(board)
    old = next(iter(said_elsewhere(elsewhere, kind)))

    def change(body: Body) -> Body | None:
        if not isinstance(body, kind):
            return None
        names = [name for name in type(body).__struct_fields__ if name not in (*InGame.__struct_fields__, "slot")]
        names = [name for name in names if name not in ("step", "part")]
        return changed(body, **{name: getattr(old, name) for name in names})

    Forger(board, change)
    if kind is Yield:
        given_up(board)  # It speaks of an event that nobody can show: that proves nothing.
    else:
        sentenced(board, {*FALSE, "table-digest", "seed-not-committed"})


def said_elsewhere(board: Switchboard, kind: type[GameBody]) -> list[GameBody]:
    """Play another match to its end, and give what its cheat said."""
    heard = Overheard(board, kind)
    board.run()
    return heard.bodies


def test_letters_of_old_slots_sent_again_change_nothing() -> None:
    board = pair()
    old: list[bytes] = []

    def tap(source: int, target: int, data: bytes) -> bytes:
        if source == CHEAT and data[1] in LETTERS:
            old.append(data)
            for again in old[:: max(1, len(old) // 3)]:
                board.at(board.now + 0.01, lambda again=again: board._deliver(source, target, again))  # pyright: ignore[reportPrivateUsage]
        return data

    board.tap = tap
    undisturbed(board)


def test_what_a_key_signs_elsewhere_is_nobodys_fault_here() -> None:
    board = pair()
    identity = identity_of(board.peers[CHEAT])
    spelled = wire.encode(Strange(bytes(32), 1))
    data = wire.encode(Signed(spelled, identity.public, identity.sign(letters.LABEL, spelled)))
    seated(board)
    board.peers[0].session.receive(board.peers[CHEAT].key, data, board.now)
    undisturbed(board)
