"""The own seat: its secrets, what it owes, and what its player wants to do.

The referee says what is awaited from a seat; here the message is made. It then goes through the same door as
everybody's. A player's wish is kept until the slot is open for it, and checked again: a card is laid only on
the turn and with the face that the player saw.

Must never know who is connected, or keep anything a letter needs twice: what was signed is not made again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from ..core.cards import UNKNOWN
from ..core.dues import Hand, Seal, Show, State
from ..core.errors import Reason
from ..core.law import refusal
from ..core.moves import Call, Catch, Leave, Move
from ..core.phases import Phase as TablePhase
from ..core.play import learn
from .deal.deal import Card
from .deal.secret import Secret
from .errors import Misuse, Unreadable
from .messages import (
    Answer,
    Claim,
    Close,
    Commit,
    Dealt,
    Event,
    GameBody,
    Key,
    Mix,
    Remix,
    Seals,
    Seed,
    Shares,
    Statements,
    Yield,
)
from .owed import Owed
from .phases import Phase, Task
from .referee import Referee
from .rounds import TABLE_CHANGED, Round
from .spelling import laid, to_wire


@dataclass(frozen=True, slots=True)
class Wish:
    """A move and what its player saw: whose turn in which phase, which side up, who could be caught, and the faces."""

    move: Move
    turn: int
    phase: TablePhase
    side: int
    catchable: int
    faces: tuple[int, ...]


class OwnSeat:
    """The seat of `referee` that we hold the secrets of.

    `dropped` collects moves that were not sent, with the reason, for the caller to empty.
    """

    def __init__(self, referee: Referee, seat: int, entropy: Callable[[int], bytes]) -> None:
        self.seat = seat
        self.dropped: list[tuple[Move, str]] = []
        self._referee = referee
        self._entropy = entropy
        self._round: Round | None = None
        self._secret: Secret | None = None
        self._wishes: deque[Wish] = deque()
        self._prepared = (0, 0)  # deal and mix

    # The player's side.

    def wish(self, move: Move) -> None:
        """Take a move of the player; it is sent when the slot is open for it."""
        table = self._referee.table
        self._wishes.append(Wish(move, table.turn, table.phase, table.side, table.catchable, self._faces(move)))

    @property
    def wishing(self) -> bool:
        """Whether a move of the player waits to be sent."""
        return bool(self._wishes)

    @property
    def leaving(self) -> bool:
        """Whether the player wants to leave and has not yet."""
        return any(isinstance(wish.move, Leave) for wish in self._wishes)

    def _faces(self, move: Move) -> tuple[int, ...]:
        table = self._referee.table
        faces = table.faces[table.side]
        return tuple(faces[place] if 0 <= place < len(faces) else UNKNOWN for place in laid(move))

    def _next_move(self) -> Move | None:
        """Give the first wish that still holds; a leave goes before all others."""
        if self.leaving:
            self._wishes = deque(wish for wish in self._wishes if isinstance(wish.move, Leave))
        while self._wishes:
            wish = self._wishes.popleft()
            reason = self._stale(wish)
            if reason is None:
                return wish.move
            self.dropped.append((wish.move, reason))
        return None

    def _stale(self, wish: Wish) -> str | None:
        table = self._referee.table
        if not isinstance(wish.move, Call | Catch | Leave):
            seen = (wish.turn, wish.phase, wish.side, wish.faces)
            if seen != (table.turn, table.phase, table.side, self._faces(wish.move)):
                return TABLE_CHANGED
        elif isinstance(wish.move, Catch) and (wish.catchable & ~table.catchable) >> wish.move.seat & 1:
            return Reason.NOT_CATCHABLE.value  # It would be a false catch now, which may have a price.
        # By our own cards too: what others cannot tell before the audit would be a lie all the same.
        reason = refusal(table, self.seat, wish.move, own=True)
        return reason.value if reason else None

    # What is learned.

    def learn(self) -> None:
        """Lay what was shown to this seat over the table."""
        met = self._referee.round.met
        for due in met:
            if isinstance(due, Show | Seal | Hand) and due.seat == self.seat:
                self._read(due)
        met.clear()

    def _read(self, due: Show | Seal | Hand) -> None:
        if self._secret is None:
            return
        try:
            face = self._secret.read(due.place, due.side)
        except Unreadable:
            return  # Nobody else can know yet; the card stays unplayable, and the audit tells whose fault it is.
        if face is not None:
            learn(self._referee.table, due.place, due.side, face)

    # What is owed.

    def make(self, task: Task) -> GameBody | None:
        """Make what is awaited; None where that is the player's to decide and there is no wish."""
        referee = self._referee
        head = (referee.session, referee.log.epoch, referee.log.slot, self.seat, task.head)
        match referee.phase:
            case Phase.COMMIT | Phase.KEY | Phase.MIX:
                return self._of_deal(task, head)
            case Phase.DEALT:
                return Dealt(*head, referee.round.deal.transcript_hash())
            case Phase.PLAY:
                return self._of_play(task, head)
            case Phase.DUES if task.owed is not None:
                return self._of_due(task, task.owed, head)
            case Phase.SEED:
                return Seed(*head, self._own.seed)
            case Phase.CLOSE:
                return Close(*head, referee.digest)
            case _:
                raise Misuse("nothing is owed now")

    @property
    def _own(self) -> Secret:
        """The secrets of the round, drawn when the first thing is owed in it."""
        if self._secret is None or self._round is not self._referee.round:
            self._round = self._referee.round
            self._secret = Secret(self._entropy(32), self.seat, self._round.deal, self._entropy)
        return self._secret

    def _bound(self, task: Task, kind: str) -> bytes:
        referee = self._referee
        place = referee.place_of(task.address)
        return referee.round.context(referee.log.epoch, place, self.seat, kind)

    def _of_deal(self, task: Task, head: _Head) -> GameBody:
        number = self._referee.round.deal.number
        match self._referee.phase:
            case Phase.COMMIT:
                return Commit(*head, number, *self._own.commit())
            case Phase.KEY:
                return Key(*head, number, *self._own.key(self._bound(task, "key")))
            case _:
                return Mix(*head, number, *self._own.mix(self._bound(task, "mix")))

    @property
    def could_prepare(self) -> bool:
        """Whether our mix is still to come while others mix, and its dear part is not computed yet."""
        deal = self._referee.round.deal
        if deal.mixing is None or self._referee.over:
            return False
        stage = deal.stages[-1]
        order = stage.members
        to_come = self.seat in order and order.index(self.seat) > order.index(deal.mixing)
        return to_come and self._prepared != (deal.number, stage.number)

    def prepare(self) -> None:
        """Compute ahead what our coming mix needs."""
        deal = self._referee.round.deal
        self._prepared = (deal.number, deal.stages[-1].number)
        self._own.prepare()

    def _of_play(self, task: Task, head: _Head) -> GameBody | None:
        move = self._next_move()
        if move is None:
            events = self._referee.events()
            return Yield(*head, tuple(letter.digest for letter in events)) if events else None
        deal, side = self._referee.round.deal, self._referee.table.side
        cards: list[Card] = [(place, side) for place in laid(move) if deal.lock(place, side)]
        shares = self._own.shares(cards, self._bound(task, "play")) if cards else None
        return Event(*head, self._referee.digest, to_wire(move, shares))

    def _of_due(self, task: Task, owed: Owed, head: _Head) -> GameBody:
        at = (task.address.step, task.address.part)
        if owed.kind is Shares:
            give = self._own.joins if owed.joins else self._own.shares
            return Shares(*head, *at, *give(owed.cards, self._bound(task, "shares")))
        if owed.kind is Seals:
            return Seals(*head, *at, *self._own.seals(owed.to, owed.cards, self._bound(task, "seals")))
        if owed.kind is Statements:
            return Statements(*head, *at, tuple(self._claim(state) for state in owed.states))
        if owed.kind is Remix:
            return Remix(*head, *at, *self._own.mix(self._bound(task, "mix")))
        return Answer(*head, *at, self._guilty(owed))

    def _claim(self, state: State) -> Claim:
        """Say which of the two sets holds the face; of an unreadable one, what costs nothing to be wrong about."""
        face = self._referee.table.faces[state.side][state.place]
        return Claim(face == UNKNOWN or bool(state.yes >> face & 1) or not state.no, b"")

    def _guilty(self, owed: Owed) -> bool:
        verdict = owed.verdict
        if verdict is None:
            raise Misuse("an answer is owed to a challenge")
        faces = self._referee.table.faces[verdict.side]
        return any(faces[place] != UNKNOWN and verdict.guilty >> faces[place] & 1 for place in verdict.places)


_Head = tuple[bytes, int, int, int, bytes]
