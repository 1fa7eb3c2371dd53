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

from ..core.cards import UNKNOWN, faces_in
from ..core.dues import Hand, Seal, Show, State
from ..core.errors import Reason
from ..core.law import refusal
from ..core.moves import Call, Catch, Leave, Move
from ..core.phases import Phase as TablePhase
from ..core.play import learn
from .deal.deal import Card, Deal
from .deal.group import NotInGroup
from .deal.payloads import Mixed
from .deal.randomness import SEED_BYTES
from .deal.secret import Secret
from .errors import Misuse, Unreadable
from .log import DEAL
from .messages import (
    Answer,
    Claim,
    Close,
    Commit,
    Dealt,
    Event,
    Expel,
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
from .phases import Task
from .referee import Referee
from .rounds import TABLE_CHANGED
from .spelling import laid, to_wire


@dataclass(frozen=True, slots=True)
class Wish:
    """A move and what its player saw: deal, whose turn in which phase, side, who could be caught, and the faces."""

    move: Move
    deal: int
    turn: int
    phase: TablePhase
    side: int
    catchable: int
    faces: tuple[int, ...]


class OwnSeat:
    """The seat of `referee` that we hold the secrets of.

    `seeds` are ours by the number of the deal; new ones stand in `drawn` too, as (deal, seed), and have to be kept
    before anything that follows from them is sent. `dropped` collects moves that were not sent, with the reason. Both
    are for the caller to empty.
    """

    def __init__(self, referee: Referee, seat: int, entropy: Callable[[int], bytes]) -> None:
        self.seat = seat
        self.dropped: list[tuple[Move, str]] = []
        self._referee = referee
        self._entropy = entropy
        self.seeds: dict[int, bytes] = {}
        self.drawn: list[tuple[int, bytes]] = []
        self._secrets: dict[int, Secret] = {}  # by deal
        self._wishes: deque[Wish] = deque()
        self._prepared: set[tuple[int, int]] = set()  # by deal and stage
        self._spoiled: tuple[int, int] | None = None  # the stage that somebody before us has spoiled

    # The player's side.

    def wish(self, move: Move) -> None:
        """Take a move of the player; it is sent when the slot is open for it."""
        table = self._referee.table
        deal = self._referee.round.deal.number
        self._wishes.append(Wish(move, deal, table.turn, table.phase, table.side, table.catchable, self._faces(move)))

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
            seen = (wish.deal, wish.turn, wish.phase, wish.side, wish.faces)
            now = (self._referee.round.deal.number, table.turn, table.phase, table.side, self._faces(wish.move))
            if seen != now:
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
        try:
            face = self._secret(self._referee.round.deal).read(due.place, due.side)
        except Unreadable:
            return  # Nobody else can know yet; the card stays unplayable, and the audit tells whose fault it is.
        if face is not None:
            learn(self._referee.table, due.place, due.side, face)

    # What is owed.

    def make(self, task: Task) -> GameBody | None:
        """Make what is awaited; None where that is the player's to decide and there is no wish.

        None too for the mix of a deck that somebody before us has spoiled: checking what is unproved tells who it was.
        """
        referee, head, kind = self._referee, self._head(task), task.kinds[0]
        if task.address.stage == DEAL:
            return self._of_deal(task, head)
        if kind is Dealt:
            return Dealt(*head, referee.log.slot, referee.dealt)
        if kind is Event:
            return self._of_play(task, head)
        if kind is Seed:
            return Seed(*head, referee.log.slot, self._secret(referee.round.deal).seed)
        if kind is Close:
            return Close(*head, referee.log.slot, referee.digest)
        if kind is Expel:
            return Expel(*head, referee.log.slot, task.address.step, referee.rounds, referee.dealing.number)
        if task.owed is None:
            raise Misuse("nothing is owed now")
        return self._of_due(task, task.owed, head)

    def _head(self, task: Task) -> _Head:
        return self._referee.session, self._referee.log.epoch, self.seat, task.head

    def _secret(self, deal: Deal) -> Secret:
        """Give our secrets of a deal, made when they are first needed; of old deals they are forgotten."""
        secret = self._secrets.get(deal.number)
        if secret is None:
            known = (self._referee.round.deal.number, deal.number)
            self._secrets = {number: old for number, old in self._secrets.items() if number in known}
            self.seeds = {number: seed for number, seed in self.seeds.items() if number >= min(known)}
            if deal.number not in self.seeds:
                self.seeds[deal.number] = self._entropy(SEED_BYTES)
                self.drawn.append((deal.number, self.seeds[deal.number]))
            secret = Secret(self.seeds[deal.number], self.seat, deal, self._entropy)
            self._secrets[deal.number] = secret
        return secret

    def _bound(self, task: Task, kind: str) -> bytes:
        """Give what the proof in a message of a slot is bound to."""
        referee = self._referee
        return referee.round.context(referee.log.epoch, referee.place_of(task.address), self.seat, kind)

    def _of_deal(self, task: Task, head: _Head) -> GameBody | None:
        dealing = self._referee.dealing
        deal, step = dealing.deal, task.address.step
        if deal is None:
            raise Misuse("nothing is owed to a deal")
        secret, bound = self._secret(deal), dealing.context(step, self.seat)
        match task.kinds[0]:
            case kind if kind is Commit:
                return Commit(*head, deal.number, *secret.commit())
            case kind if kind is Key:
                return Key(*head, deal.number, *secret.key(bound))
            case _:
                mixed = self._mix(deal, bound)
                return Mix(*head, deal.number, *mixed) if mixed else None

    def _mix(self, deal: Deal, bound: bytes) -> Mixed | None:
        stage = (deal.number, deal.stages[-1].number)
        if stage == self._spoiled:
            return None
        try:
            return self._secret(deal).mix(bound)
        except NotInGroup:
            self._spoiled = stage
            return None

    def preparation(self) -> Callable[[], None] | None:
        """Give work that our coming mix needs and that can be done ahead, in any thread; each piece once."""
        referee = self._referee
        for deal in (referee.dealing.deal, referee.round.deal):
            if deal is None or deal.mixing in (None, self.seat) or referee.over:
                continue
            stage = deal.stages[-1]
            if self.seat in stage.to_mix and (deal.number, stage.number) not in self._prepared:
                self._prepared.add((deal.number, stage.number))
                return self._secret(deal).prepare
        return None

    def _of_play(self, task: Task, head: _Head) -> GameBody | None:
        slot, move = self._referee.log.slot, self._next_move()
        if move is None:
            events = self._referee.docket.events()
            return Yield(*head, slot, tuple(letter.digest for letter in events)) if events else None
        deal, side = self._referee.round.deal, self._referee.table.side
        cards: list[Card] = [(place, side) for place in laid(move) if deal.lock(place, side)]
        shares = self._secret(deal).shares(cards, self._bound(task, "play")) if cards else None
        return Event(*head, slot, self._referee.digest, to_wire(move, shares))

    def _of_due(self, task: Task, owed: Owed, head: _Head) -> GameBody | None:
        deal = self._referee.round.deal
        secret = self._secret(deal)
        at = (self._referee.log.slot, task.address.step, task.address.part)
        if owed.kind is Shares:
            give = secret.joins if owed.joins else secret.shares
            return Shares(*head, *at, *give(owed.cards, self._bound(task, "shares")))
        if owed.kind is Seals:
            return Seals(*head, *at, *secret.seals(owed.to, owed.cards, self._bound(task, "seals")))
        if owed.kind is Statements:
            return self._statements(secret, task, owed, head)
        if owed.kind is Remix:
            mixed = self._mix(deal, self._bound(task, "mix"))
            return Remix(*head, *at, *mixed) if mixed else None
        return Answer(*head, *at, self._guilty(owed))

    def _statements(self, secret: Secret, task: Task, owed: Owed, head: _Head) -> Statements | None:
        """State of each card what is true; of one that is no face nothing can be stated, and nobody could prove it."""
        bound = self._bound(task, "statements")
        at = (self._referee.log.slot, task.address.step, task.address.part)
        try:
            return Statements(*head, *at, tuple(self._claim(secret, state, bound) for state in owed.states))
        except Unreadable:
            return None

    def _claim(self, secret: Secret, state: State, bound: bytes) -> Claim:
        """Say which of the two sets holds the face, and prove it."""
        face = self._referee.table.faces[state.side][state.place]
        first = bool(state.yes >> face & 1) or not state.no
        faces = faces_in(state.yes if first else state.no)
        return Claim(first, secret.statement((state.place, state.side), faces, bound))

    def _guilty(self, owed: Owed) -> bool:
        verdict = owed.verdict
        if verdict is None:
            raise Misuse("an answer is owed to a challenge")
        faces = self._referee.table.faces[verdict.side]
        return any(faces[place] != UNKNOWN and verdict.guilty >> faces[place] & 1 for place in verdict.places)


_Head = tuple[bytes, int, int, bytes]
