"""The deals of a session: one after the other, in a row of letters of their own, beside the slots.

    step     stands open                          judged by                       then
    COMMIT   Commit of every member               length                          KEY
    KEY      Key of every member                  proof                           MIX
    MIX      Mix of the member whose turn it is   form; its proof afterwards      MIX; all proved: the deal is ready

So the deck of the next round is made while this one is played, by its exact members; when they change it is thrown
away and another is begun (`begin`). A mix is taken at once, so that the next seat may go on, and proved meanwhile:
`Deal.unproved` says what is not. A letter rests on the hash of all letters of the deal before it, the first on what the
deal is; so who was told something else by somebody finds out with the next letter.

Must never know the table, the slots, the clock, or any secret.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from .charter import spelled
from .deal.deal import Deal
from .deal.payloads import Commit as CommitPayload
from .deal.payloads import Key as KeyPayload
from .deal.payloads import Mixed
from .deal.transcript import context
from .docket import Docket
from .identity import statement
from .letter import Letter
from .log import DEAL, Admission, Log
from .messages import Address, Commit, DealBody, Key, Mix
from .phases import COMMIT, KEY, MIX, Task, address_of


class Dealing:
    """The row of deals of one session.

    `copies` and `names` are those of the deck, a side each. `deal` is the one that is being made, or was made and is
    not taken for a round yet; None between `take_deal` and `begin`.
    """

    def __init__(self, session: bytes, copies: tuple[tuple[int, ...], ...], names: tuple[str, ...]) -> None:
        self.docket = Docket(Log(session, (), 1))
        self.deal: Deal | None = None
        self._session, self._copies, self._names = session, copies, names

    @property
    def number(self) -> int:
        """The number of the deal that is being made, or of the last one."""
        return self.docket.log.slot - (self.deal is None)

    @property
    def ready(self) -> bool:
        """Whether the deal can be taken: everybody has mixed, and every proof was checked."""
        return self.deal is not None and self.deal.ready

    def begin(self, epoch: int, members: Sequence[int], number: int | None = None, since: int | None = None) -> None:
        """Begin the next deal, or the one with this number; what is being made is thrown away, see `Log.restart`."""
        log = self.docket.log
        number = self.number + 1 if number is None else number
        head = hashlib.sha256(statement("deal", self._session, spelled(epoch), spelled(number), bytes(members)))
        self.docket.clear()
        log.restart(number, epoch, members, head.digest(), since)
        self.deal = Deal(self._session, number, tuple(members), self._copies, self._names)
        self._open(COMMIT, Commit, members)

    def renew(self, epoch: int, members: Sequence[int]) -> None:
        """Throw away what is being made, and begin another deal if there are members enough."""
        if len(members) > 1:
            self.begin(epoch, members)
        else:
            self.docket.clear()
            self.deal = None

    def take_deal(self) -> tuple[list[Letter], bytes]:
        """Take the deal, which is ready, for a round; give its letters in order, and the hash of them all."""
        letters = self.docket.log.settle()
        self.docket.clear()
        self.deal = None
        return letters, self.docket.log.head

    def take(self, letter: Letter, body: DealBody) -> Admission:
        """Take a letter of a deal, judge it if it is awaited, and go on as far as that leads; raises PeerFault."""
        address = address_of(body)
        admission = self.docket.admit(letter, body.deal, address)
        if admission is Admission.OPEN:
            self._enter(letter, body, address)
        return admission

    def context(self, step: int, seat: int) -> bytes:
        """Give what the proofs of a seat at a step of the deal are bound to."""
        log, kind = self.docket.log, "key" if step == KEY else "mix"
        return context(self._session, log.slot, log.epoch, (step,), seat, kind)

    def letter_of_mix(self, seat: int) -> Letter | None:
        """Give the mix of a seat in the deal that is being made."""
        for letter in self.docket.log.letters():
            if isinstance(letter.body, Mix) and letter.body.seat == seat:
                return letter
        return None

    def run(self) -> Letter | None:
        """Open what comes next; give a letter that came early and stands open now, for `enter`."""
        log = self.docket.log
        while self.deal is not None:
            letter = log.due_now()
            if letter is not None or log.open or not self._step_on(self.deal):
                return letter
        return None

    def enter(self, letter: Letter) -> None:
        """Judge a letter that stands open; raises PeerFault."""
        if isinstance(letter.body, DealBody):
            self._enter(letter, letter.body, address_of(letter.body))

    def _step_on(self, deal: Deal) -> bool:
        match deal.step:
            case "key":
                self._open(KEY, Key, deal.members)
            case "mix" if deal.mixing is not None:
                self._open(MIX + deal.mixing, Mix, (deal.mixing,))
            case _:
                return False
        return True

    def _open(self, step: int, kind: type[DealBody], seats: Sequence[int]) -> None:
        log = self.docket.log
        head = log.head if step == COMMIT else log.so_far()
        self.docket.expect(Task(Address(DEAL, step, seat, 0), (kind,), head) for seat in seats)

    def _enter(self, letter: Letter, body: DealBody, address: Address) -> None:
        docket = self.docket
        if docket.fits(letter, body, address):
            self._judge(body, address)
            docket.log.put(letter, address)

    def _judge(self, body: DealBody, address: Address) -> None:
        deal, seat = self.deal, body.seat
        if deal is None:
            return
        bound = self.context(address.step, seat)
        match body:
            case Commit():
                deal.take_commit(seat, CommitPayload(body.commitment))
            case Key():
                deal.take_key(seat, KeyPayload(body.point, body.proof), bound)
            case Mix():
                deal.take_mix(seat, Mixed(body.decks, body.proofs), bound)
