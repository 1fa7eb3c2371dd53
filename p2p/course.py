"""The course of one slot: from the moves that all have made to the end of whatever they bring about.

Theory of operation. When every member has said its one thing, the events are lined up by rank and distance, and
`advance` is called until it gives None: then the slot can be settled.

    the table's round                             one step is
    is wrecked                                    none: the slot ends where it is
    has a mix begun                               the next member owes its mix
    has an item whose messages are all in         the item is met
    asks for something                            members owe the next item, see `owed`
    and an event is left                          the event is applied
    otherwise                                     none: the slot is done

Whoever leaves in a slot is a member to its end, and owes what is due in it; but holds no key of what is mixed from
then on.

Must never judge a letter, or know what comes after the slot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.events import Event as Happening
from ..core.moves import Draw, Jump, Leave, Move, rank
from ..core.table import Table
from .docket import Docket
from .letter import Letter
from .log import DUE, in_order
from .messages import Address, Event, Remix
from .owed import Owed
from .phases import Applied, Changed, News, Task
from .rounds import Round
from .spelling import to_core


class Course:
    """The slot that is being filled in the row `docket`; `step` counts its items of dues.

    `decision` is the slot whose settling gave the seat to act what it has to decide now: calls and catches of others
    since then are no new decision. `reshuffled` is the last slot with a reshuffle: some may still be checking it in
    the slot after.
    """

    def __init__(self, docket: Docket) -> None:
        self.step = 0
        self.decision = -1
        self.reshuffled = -2
        self._docket = docket
        self._queue: list[tuple[int, Move]] = []
        self._leavers: set[int] = set()
        self._asked: tuple[object, ...] = ()

    def start(self, round: Round) -> list[News]:
        """Begin with the deal of a round."""
        return self._changed(round.start())

    def line_up(self, round: Round) -> None:
        """Begin with the events, in order: by rank and distance, both as the slot began."""
        bodies = [letter.body for letter in self._docket.events()]
        moves = {body.seat: to_core(body.move) for body in bodies if isinstance(body, Event)}
        order = in_order(((rank(move), seat) for seat, move in moves.items()), round.table.distance)
        self._queue = [(seat, moves[seat]) for _, seat in order]
        if any(rank(move) in (rank(Jump(0)), rank(Draw())) for move in moves.values()):
            self._asked = ()  # Whatever is asked next is another question, even if it sounds the same.
        round.line_up()

    def advance(self, round: Round) -> list[News] | None:
        """Take the next step, and give what came of it; None when nothing is left to do. See the table on top."""
        log, deal = self._docket.log, round.deal
        if round.wrecked:
            return None
        if deal.mixing is not None:
            self.reshuffled = log.slot
            self._expect((Owed(deal.mixing, 0, Remix),))
        elif round.item_open:
            self.step += 1
            return self._changed(round.meet())
        elif round.table.dues:
            self._expect(round.begin_item(log.members, self._staying()))
        elif self._queue:
            return self._apply(round, *self._queue.pop(0))
        else:
            return None
        return []

    def end(self, table: Table) -> tuple[int, ...] | None:
        """The slot is about to be settled: give the members of the next one if somebody left in it."""
        asked = (table.round, table.turn, table.phase)
        if asked != self._asked:
            self._asked, self.decision = asked, self._docket.log.slot
        rest = self._staying() if self._leavers else None
        self._clear()
        return rest

    def break_off(self) -> None:
        """The slot comes to nothing, and whatever is asked next is another question."""
        self._asked = ()
        self._clear()

    def letter_of_mix(self, seat: int) -> Letter | None:
        """Give the last mix of a seat in this slot."""
        for letter in reversed(self._docket.log.of_stage(DUE)):
            if isinstance(letter.body, Remix) and letter.body.seat == seat:
                return letter
        return None

    def _clear(self) -> None:
        self._queue, self._leavers, self.step = [], set(), 0

    def _staying(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._docket.log.members if seat not in self._leavers)

    def _expect(self, dues: Iterable[Owed]) -> None:
        # What is due depends on everything before it in the slot: who holds other letters sees another head.
        head = self._docket.log.so_far()
        self._docket.expect(
            Task(Address(DUE, self.step, owed.seat, owed.part), (owed.kind,), head, owed) for owed in dues
        )

    def _apply(self, round: Round, seat: int, move: Move) -> list[News]:
        refused, events = round.apply(seat, move)
        if refused is None and isinstance(move, Leave):
            self._leavers.add(seat)
        return [Applied(seat, move, refused), *self._changed(events)]

    def _changed(self, events: Sequence[Happening]) -> list[News]:
        return [Changed(self._docket.log.slot, tuple(events))] if events else []
