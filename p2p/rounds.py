"""One round as anybody can follow it: its deal, its table, and what is proved about hidden cards.

The referee says which letter belongs where; here its content is judged and taken in, and the table is moved
on. Deal and table know nothing of each other: what the table asks for becomes shares, seals, statements and
mixes of the deal, and what the deal opens becomes reveals and facts of the table.

Must never know the log, the clock, which seat is ours, or any secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..core.cards import DRAWING_WILD, faces_in
from ..core.dues import Due, Hand, Verdict
from ..core.errors import Reason
from ..core.events import Event as Happening
from ..core.law import refusal
from ..core.moves import Catch, Draw, Fact, Jump, Move, Play, rank
from ..core.play import apply, expose, learn, meet, start
from ..core.table import Table
from .audit import Report, Word, audit
from .deal.deal import Deal
from .deal.payloads import Mixed
from .deal.payloads import Seals as SealsPayload
from .deal.payloads import Shares as SharesPayload
from .deal.transcript import context
from .errors import Misuse, PeerFault, Unreadable
from .letter import Letter
from .messages import (
    Answer,
    DueBody,
    Event,
    JumpMove,
    PlayMove,
    Remix,
    Seals,
    Seed,
    Shares,
    Statements,
)
from .owed import Owed, inputs_for, joins_for, meant, mix_of, owed_for
from .spelling import laid, to_core

TABLE_CHANGED = "table-changed"
"""Why a move comes to nothing that was made for a table which is no longer there."""


class Round:
    """A round of `table` with the cards of `deal`.

    `met` collects dues that were met. `wrecked`: a card opened to no face, so the proof of some mix was false all the
    same, and the round cannot go on.
    """

    def __init__(self, deal: Deal, table: Table) -> None:
        self.deal = deal
        self.table = table
        self.wrecked = False
        self.met: list[Due] = []
        self._item: tuple[Due, ...] = ()
        self._joining = False
        self._jumped = False
        self._catchable = 0
        self._side = table.side
        self._hands: list[tuple[int, ...]] = []
        self._facts: list[Fact] = []
        self._guilty: bool | None = None
        self._words: list[Word] = []
        self._confessions: list[Verdict] = []

    def context(self, epoch: int, place: Iterable[int], seat: int, kind: str) -> bytes:
        """Give what a proof of a seat is bound to: session, deal, epoch, place in the protocol, seat, kind."""
        return context(self.deal.session, self.deal.number, epoch, place, seat, kind)

    # Judging.

    def judge_event(self, body: Event, place: tuple[int, ...]) -> None:
        """Judge a move against the table as its slot began; a card it shows is known from here on."""
        readable = not isinstance(body.move, PlayMove | JumpMove) or self._open_laid(body, body.move, place)
        reason = refusal(self.table, body.seat, to_core(body.move))
        # What opens to no face is the fault of whoever mixed it, not of whoever plays it; of that event alone, because
        # others may not hang on which letter came first.
        if reason is not None and (readable or reason is not Reason.UNKNOWN_FACE):
            raise PeerFault(f"illegal-{reason.value}")

    def _open_laid(self, body: Event, move: PlayMove | JumpMove, place: tuple[int, ...]) -> bool:
        """Open the cards that a move lays; say whether all are faces."""
        side, seat = self.table.side, body.seat
        places = laid(to_core(move))
        if any(card not in self.table.hands[seat] for card in places):
            raise PeerFault("illegal-card-not-held")
        cards = [(card, side) for card in places if self.deal.lock(card, side)]
        if cards:
            shares = SharesPayload(move.points, move.proof)
            self.deal.take_shares(seat, cards, shares, self.context(body.epoch, place, seat, "play"))
        elif move.points or move.proof:
            raise PeerFault("share-not-owed")
        for card in places:
            try:
                face = self.deal.face(card, side)
            except Unreadable:
                self.wrecked = True
                return False
            if face is not None:
                learn(self.table, card, side, face)
        return True

    def judge_due(self, letter: Letter, body: DueBody, owed: Owed, place: tuple[int, ...]) -> None:
        """Take what was due; raises PeerFault."""
        seat, epoch = body.seat, body.epoch
        match body:
            case Remix():
                self.deal.take_mix(seat, Mixed(body.decks, body.proofs), self.context(epoch, place, seat, "mix"))
            case Shares():
                shares = SharesPayload(body.points, body.proof)
                bound = self.context(epoch, place, seat, "shares")
                take = self.deal.take_joins if owed.joins else self.deal.take_shares
                take(seat, owed.cards, shares, bound)
            case Seals():
                seals = SealsPayload(body.pairs, body.proof)
                bound = self.context(epoch, place, seat, "seals")
                self.deal.take_seals(seat, owed.to, owed.cards, seals, bound)
            case Statements():
                bound = self.context(epoch, place, seat, "statements")
                for fact in self._proved(body, owed, bound):
                    self._facts.append(fact)
                    self._words.append(Word(seat, fact, letter))
            case Answer():
                self._guilty = body.guilty
                if owed.verdict is not None and body.guilty:
                    self._confessions.append(owed.verdict)

    def _proved(self, body: Statements, owed: Owed, bound: bytes) -> list[Fact]:
        """Check what is claimed of each card; give the facts."""
        if len(body.claims) != len(owed.states):
            raise PeerFault("statement-count")
        pairs = list(zip(owed.states, body.claims, strict=True))
        if any(not claim.first and not state.no for state, claim in pairs):
            raise PeerFault("statement-not-possible")
        facts = [meant(state, claim) for state, claim in pairs]
        for fact, claim in zip(facts, body.claims, strict=True):
            self.deal.take_statement(body.seat, (fact.place, fact.side), faces_in(fact.faces), claim.proof, bound)
        return facts

    # Moving on.

    def start(self) -> list[Happening]:
        """Deal the cards and turn the first one up."""
        return start(self.table)

    def line_up(self) -> None:
        """All events of a slot are here: remember what they were judged by, and is about to change."""
        self._jumped = False
        self._catchable = self.table.catchable
        self._side = self.table.side
        self._hands = [tuple(hand) for hand in self.table.hands]

    def apply(self, seat: int, move: Move) -> tuple[str | None, list[Happening]]:
        """Make a move, or say why it has come to nothing; a card it showed stays where it is, public."""
        reason = self._void(seat, move) or refusal(self.table, seat, move)
        if reason is None:
            self._jumped = self._jumped or isinstance(move, Jump)
            return None, apply(self.table, seat, move)
        for place in laid(move):
            # Perhaps in another hand or turned over by now; it has been seen all the same.
            expose(self.table, place, self._side)
        return str(reason), []

    def _void(self, seat: int, move: Move) -> str | None:
        """Say why a move means nothing any more, whether or not the rules would still have it."""
        if self._jumped and rank(move) == rank(Draw()):
            return TABLE_CHANGED  # The turn it was made in was ended by a jump.
        if self._vouches(move) and tuple(self.table.hands[seat]) != self._hands[seat]:
            # Who was caught meanwhile has cards now for which nobody vouched: perhaps the move is forbidden by them.
            return TABLE_CHANGED
        if isinstance(move, Catch) and (self._catchable & ~self.table.catchable) >> move.seat & 1:
            return Reason.NOT_CATCHABLE.value  # Who was right when the slot began has made no false catch.
        return None

    def _vouches(self, move: Move) -> bool:
        """Whether a move says something of the rest of the hand, which has to be stated then."""
        rules, faces = self.table.rules, self.table.faces[self._side]
        if isinstance(move, Play):
            return rules.wild_draw_mode == "enforce" and faces[move.places[0]] == DRAWING_WILD
        return isinstance(move, Draw) and not rules.voluntary_draw

    @property
    def item_open(self) -> bool:
        """Whether an item of dues has begun that is not met."""
        return bool(self._item) or self._joining

    def begin_item(self, members: Sequence[int], mixers: Sequence[int]) -> list[Owed]:
        """Begin the table's item of dues: who owes what; a mix is begun among `mixers`, see `deal.mixing`.

        Where cards have to be joined before they are mixed, that is an item of its own, and the mix comes after it.
        """
        mix = mix_of(self.table.dues)
        joins = joins_for(mix, self.deal, mixers) if mix else []
        if joins:
            self._joining = True
            return joins
        self._item = tuple(self.table.dues)
        if mix is None:
            return owed_for(self._item, self.deal, members)
        try:
            self.deal.begin_mix(mix.inputs, mix.outputs, tuple(mixers))
        except Unreadable:
            self.wrecked = True
        return []

    def meet(self) -> list[Happening]:
        """Meet the item, all messages of which are in."""
        if self._joining:
            self._joining = False
            return []
        dues, self._item = self._item, ()
        for due in dues:
            # A whole item at once: until all seals are in nobody's hand moves.
            if isinstance(due, Hand) and self.deal.lock(due.place, due.side):
                self.deal.hand_over(due.owner, due.seat, (due.place, due.side))
        try:
            inputs = inputs_for(dues, self.deal, self._facts, self._guilty)
        except Unreadable:
            self.wrecked = True
            return []
        self._facts, self._guilty = [], None
        self.met.extend(dues)
        return meet(self.table, inputs)

    def audit(self, seeds: Mapping[int, Letter]) -> Report:
        """Audit the round with the letters in which seats showed their seeds."""
        shown: dict[int, bytes] = {}
        for seat, letter in seeds.items():
            if not isinstance(letter.body, Seed):
                raise Misuse("only letters with seeds are audited")
            shown[seat] = letter.body.seed
        return audit(self.deal, seeds, shown, self._words, self._confessions)
