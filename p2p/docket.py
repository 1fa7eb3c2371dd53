"""What stands open in one row of letters, and which letters wait to be understood.

There are two rows in a session: the slots, and the deals beside them. Both know at any moment which message of which
seat belongs where (`tasks`), and keep letters that do not fit what we hold (`doubts`): then their sender and we hold
different logs, and one of the letters below was signed twice. `quarrels` names the seats that get to see our side.

Must never judge what a letter says, nor blame anybody for what might be another's doing.
"""

from __future__ import annotations

from collections.abc import Iterable

from .errors import PeerFault
from .letter import Letter
from .log import Admission, Log
from .messages import Address
from .phases import Task


class Docket:
    """One row of letters, `log`; `quarrels` holds (seat, number of the slot or deal) for the caller to empty."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.tasks: dict[Address, Task] = {}
        self.doubts: dict[Address, Letter] = {}
        self.quarrels: list[tuple[int, int]] = []

    @property
    def open(self) -> tuple[Task, ...]:
        """What stands open, in the order it was expected."""
        return tuple(self.tasks[address] for address in self.log.open)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats of which something is awaited."""
        return tuple(sorted({address.seat for address in self.log.open}))

    @property
    def doubted(self) -> tuple[int, ...]:
        """The seats of which a letter waits to be understood."""
        return tuple(sorted({address.seat for address in self.doubts}))

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

    def admit(self, letter: Letter, number: int, address: Address) -> Admission:
        """Say what becomes of a letter; raises PeerFault for a second one at an address, see `Log.admit`."""
        doubted = self.doubts.get(address)
        if doubted is not None and number == self.log.slot:
            if doubted.data == letter.data:
                return Admission.HELD
            raise PeerFault("equivocation", (doubted.data, letter.data))
        return self.log.admit(letter, number, address)

    def doubt(self, letter: Letter, address: Address, number: int) -> None:
        """Keep a letter that rests on something else than what we hold of that slot."""
        self.doubts[address] = letter
        self.quarrels.append((address.seat, number))

    def clear(self) -> None:
        """Let nothing stand open or be doubted any more: the slot is over."""
        self.log.close_all()
        self.tasks.clear()
        self.doubts.clear()
