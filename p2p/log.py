"""The log: unanimous slots, ordered without being read.

Theory of operation. The log is a chain of slots. For a slot every member of the epoch sends exactly one
letter; after it come the letters that are due, item by item. (Deals are such a row of their own, of which each slot
is one deal.) Whoever reads the letters says with `expect` which addresses stand open now, puts a letter in
with `put` once it has been judged, and closes the slot with `settle` when nothing is open any more, or breaks it off
with `restart`. A letter that arrives is first shown to `admit`, which answers by its address alone:

    the letter is                                     admit says          and the log
    for an address that stands open                   OPEN                waits for `put`
    the very bytes that are held                      HELD                nothing
    other bytes for an address that was ever held     raises, evidence    nothing
    for a later step, or the slot after this one      LATER               keeps a few a seat, see `due_now`
    anything else                                     PASSED              keeps the last few a seat
    another one than was passed over                  raises, evidence    nothing

Nobody can be further ahead than the slot after this one, because that one needs our own letter; nobody can be
further behind than the slot before this one. So the log holds the letters of two slots, and at most `AHEAD`
letters a seat that came early; whatever is dropped can be asked for again (`lacks`, `answer`). Of all older
slots it keeps addresses and hashes, 43 bytes a letter: two peers that are a slot apart must not come to different
verdicts about one second letter, so it counts whenever it comes. For the same reason two letters for one address are
a proof even where neither of them is awaited: it comes together from whoever has found it, see `pass_over`.

Head: H_k = SHA-256(label, H_(k-1), epoch, slot, then for every letter in the order of addresses its address
and the hash of its bytes). The head before the first slot is the session. `so_far` is the same over a slot that is
not full yet, under another label: what is due carries it, because it depends on all that stands before it.

Must never know: what a letter says, cards, rules, who is connected.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from enum import Enum

from .charter import spelled
from .errors import PeerFault
from .identity import statement
from .letter import Letter
from .messages import Address, Want

AHEAD = 6
"""How many letters of one seat are kept that came before they could be judged, and as many that were passed over."""

DEAL, SLOT, DUE, EXPULSION = 0, 1, 2, 3
"""The stages of a slot, as they stand in addresses; all letters of a deal are of the first."""


class Admission(Enum):
    """What becomes of a letter; see the table on top."""

    OPEN = "open"
    HELD = "held"
    LATER = "later"
    PASSED = "passed"


class Log:
    """One chain of letters; the first thing in it rests on `head`.

    `slot` is the number of the slot that is being filled, `head` the hash of the one before, `members` the
    seats of the epoch in seat order.
    """

    def __init__(self, head: bytes, members: Sequence[int], slot: int = 0) -> None:
        self.epoch = 0
        self.slot = slot
        self.head = head
        self.members: tuple[int, ...] = tuple(members)
        self._held: dict[Address, Letter] = {}
        self._before: dict[Address, Letter] = {}
        self._open: list[Address] = []
        self._early: dict[int, dict[tuple[int, Address], Letter]] = {}
        self._passed: dict[int, dict[tuple[int, Address], Letter]] = {}
        self._settled: dict[int, bytes] = {}

    # The slot that is being filled.

    @property
    def open(self) -> tuple[Address, ...]:
        """The addresses that stand open, in the order they were expected."""
        return tuple(self._open)

    def expect(self, addresses: Iterable[Address]) -> None:
        """Open addresses of this slot."""
        self._open.extend(addresses)

    def admit(self, letter: Letter, slot: int, address: Address) -> Admission:
        """Say what becomes of a letter for this address; what is early is kept.

        Raises PeerFault("equivocation") when another one is, or was, held for the address; with both letters, as
        long as the first one is here.
        """
        held = self._find(slot, address)
        if held is not None:
            if held.data == letter.data:
                return Admission.HELD
            raise PeerFault("equivocation", (held.data, letter.data))
        self._compare(letter, slot, address)
        if slot < self.slot - 1 and self._is_settled(letter, slot, address):
            return Admission.HELD
        if slot == self.slot and address in self._open:
            return Admission.OPEN
        if slot == self.slot or slot == self.slot + 1:
            early = self._early.setdefault(address.seat, {})
            if len(early) < AHEAD and self._ahead(slot, address):
                early[slot, address] = letter
                return Admission.LATER
        return self.pass_over(letter, slot, address)

    def pass_over(self, letter: Letter, slot: int, address: Address) -> Admission:
        """Pass over a letter that belongs nowhere here; raises PeerFault for a second one at an address.

        Only the last few of a seat are compared: who has found two of them sends both, one after the other.
        """
        self._compare(letter, slot, address)
        passed = self._passed.setdefault(address.seat, {})
        passed[slot, address] = letter
        if len(passed) > AHEAD:
            del passed[next(iter(passed))]
        return Admission.PASSED

    def put(self, letter: Letter, address: Address) -> None:
        """Enter a letter that was judged right at an address that stands open."""
        self._open.remove(address)
        self._held[address] = letter

    def due_now(self) -> Letter | None:
        """Take out a letter that came early and whose address stands open now."""
        for address in self._open:
            letter = self._early.get(address.seat, {}).pop((self.slot, address), None)
            if letter is not None:
                return letter
        return None

    def of_stage(self, stage: int) -> list[Letter]:
        """Give the letters of one stage of this slot, in the order of addresses."""
        return [letter for address, letter in sorted(self._held.items()) if address.stage == stage]

    def letters(self) -> list[Letter]:
        """Give the letters of this slot, in the order of addresses."""
        return [letter for _, letter in sorted(self._held.items())]

    def settle(self, members: Sequence[int] | None = None) -> list[Letter]:
        """Close the slot, begin the next one, and give the letters of the closed one in order.

        With `members` a new epoch begins, with these.
        """
        settled = self.letters()
        self.head = self._hash("slot")
        self._begin(self.slot + 1, self._held)
        if members is not None:
            self.epoch += 1
            self.members = tuple(members)
        return settled

    def restart(self, slot: int, epoch: int, members: Sequence[int], head: bytes, since: int | None = None) -> None:
        """Break off what is being filled, and begin slot `slot` of this epoch, which rests on `head`.

        Others may have broken off an earlier slot; from `since` on, where peers hold different things, all is forgotten
        by all alike. Only the letters of an expulsion can still be asked for.
        """
        since = self.slot if since is None else since
        if slot != self.slot:
            self._begin(slot, {at: letter for at, letter in self._held.items() if at.stage == EXPULSION})
        elif since < slot:
            self._before = {}
        self._settled = {number: row for number, row in self._settled.items() if number < since}
        self.epoch, self.members, self.head = epoch, tuple(members), head

    def _begin(self, slot: int, before: dict[Address, Letter]) -> None:
        held = sorted(self._held.items())
        self._settled[self.slot] = b"".join(_placed(address) + letter.digest for address, letter in held)
        self.slot = slot
        self._before, self._held, self._open = before, {}, []
        for early in self._early.values():
            for key in [key for key in early if key[0] < slot]:
                del early[key]

    def expulsion(self) -> list[bytes]:
        """Give the letters of the expulsion that is going on, or has just ended."""
        return [letter.data for at, letter in sorted({**self._before, **self._held}.items()) if at.stage == EXPULSION]

    def said(self) -> list[Letter]:
        """Give what is here of the slots' own letters: of this slot, the one before, and what came early."""
        early = {at: one for row in self._early.values() for (_, at), one in row.items()}
        held = [*self._before.items(), *self._held.items(), *early.items()]
        return [letter for address, letter in held if address.stage == SLOT]

    def close(self, address: Address) -> None:
        """Let an address stand open no longer, if it does; what is held there stays."""
        if address in self._open:
            self._open.remove(address)

    def close_all(self) -> None:
        """Let nothing stand open any more; what is held stays."""
        self._open.clear()

    def so_far(self) -> bytes:
        """Give the hash of the slot as it is: what the letters that are due next carry as their head."""
        return self._hash("item")

    def never_opened(self) -> list[int]:
        """Give the seats that sent something due in this slot for which no address has opened."""
        return [
            seat
            for seat, early in sorted(self._early.items())
            if any(slot == self.slot and address.stage == DUE for slot, address in early)
        ]

    # Asking and answering.

    def lacks(self, session: bytes, but: int | None = None) -> Want | None:
        """Ask for what stands open, without the letters of seat `but`, which nobody else can write."""
        lacking = [address for address in self._open if address.seat != but]
        return Want(session, self.slot, tuple(lacking[:64])) if lacking else None

    def answer(self, want: Want) -> list[bytes]:
        """Give the letters asked for, as far as they are here, each once.

        Who lacks a letter in a slot that is settled here, and that has none, holds another log: all of it goes there.
        """
        found = [self._find(self._slot_of(want.slot, address), address) for address in dict.fromkeys(want.addresses)]
        if want.slot == self.slot - 1 and None in found:
            return self.everything(want.slot)
        return [letter.data for letter in found if letter is not None]

    def everything(self, slot: int) -> list[bytes]:
        """Give all letters held of this slot or the one before: what settles a quarrel about it."""
        held = self._held if slot == self.slot else self._before if slot == self.slot - 1 else {}
        return [letter.data for _, letter in sorted(held.items())]

    def _slot_of(self, slot: int, address: Address) -> int:
        """Say where to look: an expulsion breaks off slots that peers may count differently."""
        if address.stage != EXPULSION:
            return slot
        return self.slot if address in self._held else self.slot - 1

    def _find(self, slot: int, address: Address) -> Letter | None:
        early = self._early.get(address.seat, {}).get((slot, address))
        if slot == self.slot:
            return self._held.get(address, early)
        return self._before.get(address) if slot == self.slot - 1 else early

    def _compare(self, letter: Letter, slot: int, address: Address) -> None:
        passed = self._passed.get(address.seat, {}).get((slot, address))
        if passed is not None and passed.data != letter.data:
            raise PeerFault("equivocation", (passed.data, letter.data))

    def _is_settled(self, letter: Letter, slot: int, address: Address) -> bool:
        row, key = self._settled.get(slot, b""), _placed(address)
        digests = [row[at + len(key) : at + _ROW] for at in range(0, len(row), _ROW) if row.startswith(key, at)]
        if digests and digests[0] != letter.digest:
            raise PeerFault("equivocation", (letter.data,))
        return bool(digests)

    def _hash(self, label: str) -> bytes:
        fields = [self.head, spelled(self.epoch), spelled(self.slot)]
        for address, letter in sorted(self._held.items()):
            fields += [_placed(address), letter.digest]
        return hashlib.sha256(statement(label, *fields)).digest()

    def _ahead(self, slot: int, address: Address) -> bool:
        """Whether a letter for this address may still be wanted: it lies after all that stands open."""
        if slot > self.slot:
            return address.stage in (DEAL, SLOT)
        return not self._open or (address.stage, address.step) >= min((at.stage, at.step) for at in self._open)


def _placed(address: Address) -> bytes:
    """Spell an address for hashing (11 bytes)."""
    return bytes((address.stage, address.seat, address.part)) + spelled(address.step)


_ROW = 11 + 32


def in_order(events: Iterable[tuple[int, int]], distance: Callable[[int], int]) -> list[tuple[int, int]]:
    """Sort the events of a slot, given as (rank, seat): by rank, then by distance from the seat to act.

    `distance` counts in the direction of play, both as the slot began.
    """
    return sorted(events, key=lambda event: (event[0], distance(event[1])))
