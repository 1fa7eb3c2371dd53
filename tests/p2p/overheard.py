"""A switchboard that remembers who held which frame, and searches it for leaks again and again while a game goes on.

A search needs a moment at which nobody is ahead: what a message opens is somebody's right as soon as the slot before
it is settled, where it was sent. So it is made before the first move of a slot, when a deal is done and nothing is
opened, and when the round is over but no seed is shown.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from itertools import combinations
from types import FrameType
from typing import TYPE_CHECKING, Any

from fliptable.core.moves import Move
from fliptable.core.rules import PRESETS, Rules
from fliptable.p2p.deal.deal import Deal
from fliptable.p2p.deal.group import Scalar
from fliptable.p2p.deal.secret import Secret
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.messages import Body, Dealt, Event
from fliptable.p2p.messages import Seed as SeedBody
from fliptable.p2p.referee import Referee
from fliptable.p2p.spelling import laid, to_core

from .forger import identity_of, referee_of, said
from .leaks import Search, Sight, rights_of
from .switchboard import Peer, Player, Switchboard, random_player

if TYPE_CHECKING:
    from _typeshed import TraceFunction

Tap = Callable[[int, int, bytes], bytes | None]


class Overheard(Switchboard):
    """A switchboard on which every seat is an onlooker, and with `plots` all seats but one together as well.

    One search in `every` slots. `leaks` are faces that an onlooker found and has no right to, and what else it should
    not hold; `missed` are faces that it has a right to and did not find, or not as they are.
    """

    def __init__(
        self,
        seats: int,
        seed: int = 0,
        rules: Rules = PRESETS["quick"],
        *,
        player: Player = random_player,
        every: int = 6,
        plots: bool = False,
    ) -> None:
        self.every, self.plots = every, plots
        self.held: dict[bytes, int] = {}
        self.leaks: set[Sight] = set()
        self.missed: set[Sight] = set()
        self.hidden = self.found = self.looks = 0
        self.searches: dict[int, Search] = {}
        self.change: Tap | None = None
        self._looked: set[tuple[object, ...]] = set()
        super().__init__(seats, seed, rules, player=player)
        for peer in self.peers:
            peer.player = self.watching(peer.player)

    def plant(self, change: Tap) -> None:
        """Let this be done to frames before anybody overhears them."""
        self.change, self.tap = change, None

    def send(self, source: int, target: int, data: bytes) -> None:
        changed = data if self.change is None else self.change(source, target, data)
        if changed is None:
            return
        if changed not in self.held:
            self._notice(source, said(changed))
        self.held[changed] = self.held.get(changed, 0) | 1 << source | 1 << target
        super().send(source, target, changed)

    def seeds(self, deal: Deal) -> dict[int, bytes]:
        """The seed of every seat of a deal, out of its peer's secrets."""
        found: dict[int, bytes] = {}
        for peer in self.peers:
            seat = referee_of(peer).keys.index(peer.key)
            secrets: dict[int, Secret] = peer.session.__dict__["_own"].__dict__["_secrets"]
            if seat in deal.members:
                found[seat] = secrets[deal.number].seed
        return found

    def key(self, deal: Deal, seat: int) -> Scalar:
        """The round key of a seat of a deal."""
        return Seed(self.seeds(deal)[seat], deal.session, deal.number, seat).key()

    def onlookers(self, deal: Deal) -> list[int]:
        """Every seat of a deal, and all but one together if they plot."""
        alone = [1 << seat for seat in deal.members]
        together = combinations(alone, len(alone) - 1) if self.plots else ()
        return [*alone, *map(sum, together)]

    def by_seat(self, referee: Referee) -> dict[bytes, int]:
        """Every frame with the mask of seats that hold it."""
        seats = [referee.keys.index(peer.key) for peer in self.peers]
        masks = {
            holders: sum(1 << seats[number] for number in range(len(seats)) if holders >> number & 1)
            for holders in set(self.held.values())
        }
        return {data: masks[holders] for data, holders in self.held.items()}

    def _notice(self, source: int, body: Body | None) -> None:
        """Search before the first frame of a slot goes out that ends what came before."""
        if isinstance(body, Dealt | SeedBody) and self._first(type(body), body.slot):
            self.look(referee_of(self.peers[source]))
        elif isinstance(body, Event):
            # A move that has waited for the slot is made before any player is asked.
            self._search_slot(referee_of(self.peers[source]), laid(to_core(body.move)))

    def watching(self, player: Player) -> Player:
        """Give a player that searches, every so many slots, before the first move is made."""

        def watched(peer: Peer, board: Switchboard) -> Move | None:
            self._search_slot(referee_of(peer))
            return player(peer, board)

        return watched

    def _search_slot(self, referee: Referee, open_now: Sequence[int] = ()) -> None:
        deal, slot = referee.round.deal, referee.log.slot
        if self._first(slot):
            self.search(referee).note(deal)
            if self._first("deal", deal.number) or slot % self.every == 0:
                self.look(referee, open_now)

    def _first(self, *what: object) -> bool:
        new = what not in self._looked
        self._looked.add(what)
        return new

    def search(self, referee: Referee) -> Search:
        """The search of the deal that is played."""
        deal = referee.round.deal
        if deal.number not in self.searches:
            self.searches[deal.number] = Search(self.seeds(deal), self.onlookers(deal))
        return self.searches[deal.number]

    def look(self, referee: Referee, open_now: Sequence[int] = ()) -> None:
        """Search everything so far, with table and deal as this referee has them.

        What is laid at this very moment (`open_now`) is open here already, and a right only when the slot is complete.
        """
        deal, table = referee.round.deal, referee.table
        search = self.search(referee)
        search.look(deal, self.by_seat(referee))
        self.looks += 1
        cards = {(place, side) for side, faces in enumerate(deal.hidden) for place in faces if place not in open_now}
        truth = {card: search.face(deal, card) for card in cards}
        for onlooker in search.onlookers:
            rights, faces = rights_of(table, onlooker) & cards, search.faces[onlooker]
            self.leaks |= {Sight(onlooker, "face", card) for card in set(faces) & cards - rights}
            # To whom a share was sealed, it shows a face that is its own to see.
            self.leaks |= {sight for sight in search.strays if sight.onlooker == onlooker and sight.card not in rights}
            self.missed |= {Sight(onlooker, "face", card) for card in rights if faces.get(card) != truth[card]}
            self.hidden += len(cards - rights)
            self.found += len(set(faces) & rights)


def telling(board: Overheard, texts: Iterable[str]) -> list[str]:
    """Those of these texts in which the seed, round key or identity key of somebody stands, however it is spelled."""
    secrets = [vars(identity_of(peer))["_key"].private_bytes_raw() for peer in board.peers]
    for search in board.searches.values():
        secrets += [*search.seeds.values(), *search.keys.values()]
    spelled = [spelling for secret in secrets for spelling in spellings(secret)]
    return [text for text in texts if any(spelling in text for spelling in spelled)]


def spellings(secret: bytes) -> list[str]:
    """Every way in which Python may write these bytes by accident."""
    numbers = [str(int.from_bytes(secret, order)) for order in ("big", "little")]
    return [repr(secret)[2:-1], secret.hex(), secret.hex().upper(), b64encode(secret).decode()[:-2], *numbers]


@contextmanager
def errors_said() -> Generator[list[str]]:
    """Collect the text and the repr of whatever is raised in the package meanwhile, caught or not."""
    said: list[str] = []

    def within(frame: FrameType, event: str, arg: Any) -> TraceFunction:
        if event == "exception":
            said.extend([str(arg[1]), repr(arg[1])])
        return within

    def entering(frame: FrameType, event: str, arg: Any) -> TraceFunction | None:
        if not str(frame.f_globals.get("__name__")).startswith("fliptable."):
            return None
        frame.f_trace_lines = False
        return within

    before = sys.gettrace()
    sys.settrace(entering)
    try:
        yield said
    finally:
        sys.settrace(before)
