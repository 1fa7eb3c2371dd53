"""What stands open in one row of letters, and which letters wait to be understood.

There are two rows in a session: the slots, and the deals beside them. Both know at any moment which message of which
seat belongs where (`tasks`), and keep letters that do not fit what we hold (`doubts`): then their sender and we hold
different logs, and one of the letters below was signed twice. `quarrels` names the seats that get to see our side. A
yield that names an event we have not seen is doubted too, but nobody is asked yet: perhaps the event is only late.

Must never judge what a letter says, nor blame anybody for what might be another's doing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .errors import PeerFault
from .letter import Letter
from .log import SLOT, Admission, Log
from .messages import Address, Dealt, Event, GameBody, OfDue, Yield
from .phases import Task


class Docket:
    """One row of letters, `log`; `quarrels` holds (seat, number of the slot or deal) for the caller to empty."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.tasks: dict[Address, Task] = {}
        self.doubts: dict[Address, Letter] = {}
        self.quarrels: list[tuple[int, int]] = []
        self._reported: set[bytes] = set()

    # What stands open.

    @property
    def open(self) -> tuple[Task, ...]:
        """What stands open, in the order it was expected."""
        return tuple(self.tasks[address] for address in self.log.open)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats of which something is awaited."""
        return tuple(sorted({address.seat for address in self.log.open}))

    def task_of(self, seat: int) -> Task | None:
        """Give the first thing that is awaited from a seat."""
        return next((self.tasks[address] for address in self.log.open if address.seat == seat), None)

    def expect(self, tasks: Iterable[Task]) -> None:
        """Open addresses."""
        for task in tasks:
            self.tasks[task.address] = task
            self.log.expect((task.address,))

    def drop(self, address: Address) -> None:
        """Let nothing be awaited at an address any more."""
        self.doubts.pop(address, None)
        self.log.close(address)

    def clear(self) -> None:
        """Let nothing stand open or be doubted any more: the slot is over."""
        self.log.close_all()
        self.tasks.clear()
        self.doubts.clear()

    # What is here.

    def admit(self, letter: Letter, number: int, address: Address) -> Admission:
        """Say what becomes of a letter; raises PeerFault for a second one at an address, see `Log.admit`."""
        doubted = self.doubts.get(address)
        if doubted is not None and number == self.log.slot:
            if doubted.data == letter.data:
                return Admission.HELD
            raise PeerFault("equivocation", (doubted.data, letter.data))
        return self.log.admit(letter, number, address)

    def events(self) -> tuple[Letter, ...]:
        """Give the events of the open slot that are here."""
        return tuple(letter for letter in self.log.of_stage(SLOT) if isinstance(letter.body, Event))

    def unreported(self) -> tuple[Letter, ...]:
        """Give the letters of the open slot that were not given before, in the order of addresses."""
        letters = self.log.letters()
        unreported = tuple(letter for letter in letters if letter.digest not in self._reported)
        self._reported = {letter.digest for letter in letters}
        return unreported

    # What is doubted.

    @property
    def doubted(self) -> tuple[int, ...]:
        """The seats of which a letter waits to be understood."""
        return tuple(sorted({address.seat for address in self.doubts}))

    def doubt(self, letter: Letter, address: Address, number: int) -> None:
        """Keep a letter that rests on something else than what we hold of that slot."""
        self.doubts[address] = letter
        self.quarrels.append((address.seat, number))

    def fits(self, letter: Letter, body: GameBody, address: Address) -> bool:
        """Whether a letter rests on what we hold and no event is missing; else it is doubted.

        Raises PeerFault when it does and is not what belongs at its address.
        """
        task, number = self.tasks[address], self.log.slot
        if body.epoch != self.log.epoch or body.head != task.head:
            self.doubt(letter, address, number if address.stage != SLOT else number - 1)
            return False
        if not isinstance(body, task.kinds):
            raise PeerFault("unexpected-message")
        if isinstance(body, Yield) and not self._has_events_of(body):
            self.doubts[address] = letter
            return False
        return True

    def take_cleared(self) -> Letter | None:
        """Take out a yield whose events have all come by now."""
        for address, letter in self.doubts.items():
            body = letter.body
            if not isinstance(body, Yield) or body.epoch != self.log.epoch or body.head != self.log.head:
                continue
            if self._has_events_of(body):
                return self.doubts.pop(address)
        return None

    def press(self, seats: Sequence[int]) -> None:
        """When nothing but doubts stands open, these seats get to see what we hold: who doubts may be gone by now."""
        if self.doubts and set(self.log.open) == set(self.doubts):
            numbers = {self.log.slot - (not _rests_on_its_slot(letter.body)) for letter in self.doubts.values()}
            quarrels = [(seat, number) for number in sorted(numbers) for seat in seats]
            self.quarrels += [quarrel for quarrel in quarrels if quarrel not in self.quarrels]

    def _has_events_of(self, body: Yield) -> bool:
        return {letter.digest for letter in self.events()} >= set(body.seen)


def _rests_on_its_slot(body: object) -> bool:
    """Whether a letter that is doubted rests on others of its own slot, and not on the slot before."""
    return isinstance(body, Yield | Dealt | OfDue)
