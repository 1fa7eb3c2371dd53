"""Every field of every message, changed one at a time and signed again by its sender, is refused with its name.

What is not so is listed, each with its reason: `NOWHERE` fits no place that is open, so it is as good as no letter;
`CHOICE` is another thing that the sender might as well have said; `LATER` is found out, but not by this letter alone;
`NOTHING` has no meaning. A new message, or a new field, is in none of the lists, and so has to be refused.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Final, cast, get_args

import msgspec
import pytest

from fliptable.core.moves import Jump, Swap
from fliptable.p2p import hello as hello_module
from fliptable.p2p import letter as letters
from fliptable.p2p import messages, record, wire
from fliptable.p2p.errors import Malformed, PeerFault
from fliptable.p2p.frames import frame
from fliptable.p2p.hello import (
    Goodbye,
    Greeting,
    Heartbeat,
    Hello,
    Poster,
    Purpose,
    TableState,
    Welcome,
    check_hello,
    check_welcome,
    make_hello,
    make_welcome,
)
from fliptable.p2p.identity import Identity
from fliptable.p2p.log import Admission
from fliptable.p2p.messages import (
    DEAL_BODIES,
    DUE_BODIES,
    GAME_BODIES,
    LETTERS,
    LOBBY_BODIES,
    SLOT_BODIES,
    UNSIGNED,
    VERSION,
    Absent,
    Address,
    Body,
    Event,
    Expel,
    Have,
    LobbyBody,
    Rise,
    Seals,
    Seats,
    Shares,
    Want,
    WireMove,
)
from fliptable.p2p.notices import Began, LeftOut
from fliptable.p2p.referee import Referee
from fliptable.p2p.verify import verify

from .cheats.tables import QUICK, reshuffled, small
from .cheats.tables import rules as house_rules
from .forger import CHEAT, Forger, changed, flipped, honest, name_of, on, undisturbed
from .mutants import Mutant, Sample, copied, feed, kind_of, mutants, samples, signed
from .steering import eager, laying
from .switchboard import Peer, Switchboard

OTHER_LOG = "Perhaps we hold another log than its sender; then somebody signed twice, and that comes to light."
OTHER_PLACE = "It belongs to something that is not awaited now: early, late, or never."
LOGGED: Final = tuple(kind for kind in GAME_BODIES if kind is not Absent)
"""What stands in the log; votes do not, and are changed in test_away.py."""
NOWHERE: Final[Mapping[str, str]] = {
    **{f"{kind.__name__}.session": "It is for another table, where it may be right." for kind in LOGGED},
    **{f"{kind.__name__}.epoch": OTHER_LOG for kind in LOGGED if kind is not Expel},
    **{f"{kind.__name__}.head": OTHER_LOG for kind in LOGGED if kind is not Expel},
    **{f"{kind.__name__}.slot": OTHER_PLACE for kind in (*SLOT_BODIES, *DUE_BODIES) if kind is not Expel},
    **{f"{kind.__name__}.deal": OTHER_PLACE for kind in DEAL_BODIES},
    **{f"{kind.__name__}.step": OTHER_PLACE for kind in DUE_BODIES},
    **{f"{kind.__name__}.part": OTHER_PLACE for kind in DUE_BODIES if kind is not Seals},
    "Dealt.transcript": OTHER_LOG,
    "Yield.seen": "Perhaps its event is only late. Said twice, it is said once.",
    "Expel.accused": "Nobody is out by one voice; with two accused nothing is left to agree on, and the match is void.",
}
CHOICE: Final[Mapping[str, str]] = {
    "NameMove.colour": "Another colour named.",
    "SwapMove.seat": "Another seat to swap with.",
    "Answer.guilty": "A confession counts, true or not; a plea of innocence has to be proved next.",
    "Expel.epoch": "As for its slot.",
    "Expel.slot": "Where its own log ends, as far as honest ones can be apart.",
    "Expel.rounds": "As for its slot.",
    "Expel.deal": "As for its slot.",
}
LATER: Final[Mapping[str, str]] = {
    "Commit.commitment": "It binds to a seed nobody has seen yet: cheats/test_wrong_seed.py.",
}
NOTHING: Final[Mapping[str, str]] = {
    "Expel.head": "What all agree on is computed from these letters, not from where each of them was.",
}


MEANING: Final[tuple[Mapping[str, str], ...]] = (NOWHERE, CHOICE, LATER, NOTHING)


def expelled() -> Switchboard:
    """A match in which somebody is put out."""
    board = small()
    Forger(board, on(Shares, lambda body: changed(body, proof=flipped(body.proof))))
    return board


def jumping() -> Switchboard:
    return Switchboard(3, 5, house_rules(jump_in=True, hand_size=10), player=eager(Jump))


def swapping() -> Switchboard:
    return Switchboard(3, 2, house_rules(seven_zero=True, hand_size=7), player=eager(Swap, otherwise=laying("7")))


GAMES = (reshuffled, expelled, jumping, swapping)
KINDS = {kind.__name__ for kind in LOGGED if kind is not Event} | {
    move.__name__ for move in get_args(WireMove) if move.__struct_fields__
}


@pytest.fixture(scope="module")
def found() -> dict[str, Sample]:
    """One letter of every kind, out of as few matches as have them all."""
    kinds: dict[str, Sample] = {}
    for game in GAMES:
        board = game()
        board.run()
        for sample in samples(board, lambda body: kind_of(body) not in kinds):
            kinds[kind_of(sample.body)] = sample
    return kinds


def takes(sample: Sample, data: bytes) -> tuple[Referee, Admission]:
    """Show a letter to a referee that awaits one of this sender."""
    referee = copied(sample.referee)
    try:
        return referee, feed(referee, data)
    except Malformed as fault:
        # As the session does it: whoever signed what is no message is to blame for it, where it was meant for us.
        for letter in fault.evidence:
            referee.take_malformed(letter)
        return referee, Admission.PASSED


@pytest.mark.slow
def test_a_field_that_is_another_names_who_signed_it(found: dict[str, Sample]) -> None:
    """And what the lists excuse is in need of an excuse."""
    assert set(found) >= KINDS
    excused: set[str] = set()
    for sample in found.values():
        true, admission = takes(sample, sample.data)
        assert admission is Admission.OPEN
        assert true.barred == sample.referee.barred
        excused |= {mutant.path for mutant in mutants(sample.body) if not names_its_sender(sample, mutant)}
    assert excused == {path for meaning in MEANING for path in meaning}


def names_its_sender(sample: Sample, mutant: Mutant) -> bool:
    """Whether a letter that says something else names its sender; if not, it is one of those that may."""
    told = f"{mutant.path}, {mutant.how}"
    data = signed(sample.identity, mutant.message)
    referee, _ = takes(sample, data)
    named = referee.barred - sample.referee.barred
    if named:
        assert named == {sample.referee.seat_of(sample.identity.public)}, told
        return True
    assert any(mutant.path in meaning for meaning in MEANING), told
    if mutant.path in NOWHERE:
        fits_nowhere(sample, referee, data, told)
    return False


def fits_nowhere(sample: Sample, referee: Referee, data: bytes, told: str) -> None:
    """Nothing was entered: what was awaited is awaited still, or nothing is any more that it could spoil."""
    if referee.over or told.startswith("Yield.seen, doubled"):
        return
    held = [letter.data for docket in referee.dockets for letter in docket.log.letters()]
    assert data not in held, told
    assert sample.data not in held, told


# ---- the envelope of a letter, and what is not signed


@pytest.mark.slow  # the letters of all kinds are there for the test above
def test_an_envelope_that_is_another_is_nobodys_letter(found: dict[str, Sample]) -> None:
    """So it proves nothing against anybody; whoever it came from is hung up on."""
    for kind in ("Yield", "Remix", "Statements"):
        envelope = wire.decode(found[kind].data, *LETTERS)
        for mutant in mutants(envelope):
            with pytest.raises(Malformed) as refused:
                letters.read(wire.encode(mutant.message))
            assert not refused.value.evidence, mutant.path


def unsigned() -> Iterator[Mutant]:
    yield from mutants(Want(bytes(32), 5, (Address(1, 0, 0, 0), Address(2, 0, 1, 0))))
    yield from mutants(Have(bytes(32), 5, bytes(32)))


UNSIGNED_PATHS = sorted({mutant.path for mutant in unsigned()})
SOME_PATHS = ("Want.slot", "Address.seat", "Have.slot")


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=() if path in SOME_PATHS else pytest.mark.slow) for path in UNSIGNED_PATHS],
)
def test_a_question_that_is_another_disturbs_nobody(path: str) -> None:
    """Where letters get lost, a peer asks for others than it lacks; or says that it has what it has not."""
    board = Switchboard(2, 3, QUICK, loss=0.05)
    asked: list[bool] = []

    def tap(source: int, target: int, data: bytes) -> bytes:
        if source != CHEAT or data[1] not in wire.tags(*UNSIGNED):
            return data
        message = wire.decode(data, *UNSIGNED)
        some = [wire.encode(mutant.message) for mutant in mutants(message) if mutant.path == path]
        other = [each for each in some if readable(each)]
        if not other:
            return data
        # One in two, or it would never come to know what it lacks.
        asked.append(not asked or not asked[-1])
        return other[len(asked) % len(other)] if asked[-1] else data

    board.tap = tap
    undisturbed(board)
    assert any(asked)


def readable(data: bytes) -> bool:
    try:
        wire.decode(data, *UNSIGNED)
    except Malformed:
        return False
    return True


# ---- the lobby


class Bent:
    """Changes every letter of one kind that a peer signs in the lobby, always in the same way, given by its number.

    What no program reads is left out: whoever sends that is hung up on.
    """

    def __init__(self, kind: type[LobbyBody], number: int) -> None:
        self.path = ""
        self._kind, self._number = kind, number

    def __call__(self, body: Body) -> Body | bytes | None:
        if not isinstance(body, self._kind):
            return None
        some = [mutant for mutant in mutants(body) if legible(mutant.message)]
        if self._number >= len(some):
            return None
        mutant = some[self._number]
        self.path = f"{mutant.path}, {mutant.how}"
        return cast("Body", mutant.message)


def legible(message: msgspec.Struct) -> bool:
    try:
        wire.decode(wire.encode(message), *LOBBY_BODIES)
    except Malformed:
        return False
    return True


def lobby_with(kind: type[LobbyBody], number: int, cheat: int) -> tuple[Switchboard, Bent]:
    """Three in a lobby, one of whom comes late, so that all it says goes over the wire of the test."""
    board = Switchboard(3, 4, QUICK)
    bent = Bent(kind, number)
    AlwaysForger(board, bent, cheat=cheat)
    board.cut(CHEAT)
    board.at(0.5, board.cuts.clear)
    board.at(0.6, board.tick_all)
    return board, bent


@pytest.mark.parametrize("kind", [kind for kind in LOBBY_BODIES if kind is not Seats])
def test_a_letter_of_the_lobby_that_is_another_is_its_senders_loss(kind: type[LobbyBody]) -> None:
    """All come to the table, or all but the sender; of the others nobody is left out, and nobody is misled."""
    tried = 0
    for number in itertools.count():
        board, bent = lobby_with(kind, number, CHEAT)
        rest = honest(board)
        if kind is Rise:
            board.at(2.0, lambda board=board: leave_lobby(board))
        board.run(lambda board=board, rest=rest: over(board, rest, 25))
        if not bent.path:
            break
        tried = number + 1
        for peer in rest:
            assert peer.ended is None, (bent.path, peer.ended)
            assert not [n for n in peer.notices if isinstance(n, LeftOut) and set(n.names) - {f"Bo{CHEAT}"}], bent.path
        sessions = {peer.session.referee.session for peer in rest if peer.session.referee is not None}
        seats = board.peers[0].session.lobby.seats
        assert seats is not None
        absent = board.peers[CHEAT].key not in {member.key for member in seats.members}
        waiting = board.peers[0].session.lobby.missing() == (board.peers[CHEAT].key,)
        assert len(sessions) == 1 or absent or waiting, bent.path
    assert tried > 2


def over(board: Switchboard, peers: list[Peer], after: float) -> bool:
    return board.now > after or all(peer.session.referee is not None for peer in peers)


def test_a_seat_list_that_is_another_misleads_nobody() -> None:
    """The clerk tells everybody something that it does not hold itself: no two ever sit at different tables unseen."""
    tried = 0
    for number in itertools.count():
        board, bent = lobby_with(Seats, number, 0)
        rest = honest(board, 0)
        board.run(lambda board=board: over(board, board.peers, 12))
        if not bent.path:
            break
        tried = number + 1
        charters = {peer.session.referee.session for peer in rest if peer.session.referee is not None}
        assert len(charters) < 2, bent.path
        words = {n.words for peer in rest for n in peer.notices if isinstance(n, Began)}
        assert len(words) < 2, bent.path
    assert tried > 10


class AlwaysForger(Forger):
    """Changes every letter that can be changed, and not one alone."""

    def __call__(self, source: int, target: int, data: bytes) -> bytes | None:
        self.done = None
        return super().__call__(source, target, data)


def leave_lobby(board: Switchboard) -> None:
    board.peers[CHEAT].session.leave(board.now)


# ---- the link

PROVED_BY_NOBODY = "It is shown to anybody, and proved by nobody: a list of tables at most looks odd."
LINK: Final[Mapping[str, str]] = {
    **{f"Poster.{name}": PROVED_BY_NOBODY for name in ("name", "seats", "wanted", "state", "rules", "locked")},
    "Greeting.version": "The link judges it before it says anything: test_link.py.",
    "Heartbeat.slot": "A sign of life; who says something false of itself is asked for letters, or is not.",
    "Heartbeat.head": "As for its slot.",
    "Heartbeat.around": "Whom it hears; somebody's silence is named later at most.",
    **{f"Heartbeat.{name}": "For milliseconds that are shown, and nothing else." for name in ("sent", "echo", "held")},
    "Goodbye.reason": "What a person may read, and nothing else: the link is over either way.",
}


def test_a_greeting_that_is_another_opens_no_link() -> None:
    """The server's certificate, its nonce and the table are signed by who dials; the secret is proved both ways."""
    identity, server, join = Identity(bytes(32)), b"certificate", b"k" * 32
    poster = Poster(bytes(16), "Kitchen", 1, 3, TableState.OPEN, bytes(32), locked=True)
    greeting = Greeting(VERSION, bytes(range(32)), poster)
    hello = make_hello(identity, server, greeting, Purpose.SEAT, bytes(32), join)
    welcome = make_welcome(hello, server, greeting, join)
    check_hello(hello, server, greeting, join)
    check_welcome(welcome, hello, server, greeting, join)
    excused: set[str] = set()
    for message in (greeting, hello, welcome, Heartbeat(1, bytes(32), (bytes(32),), 2, 3, 4), Goodbye("bye")):
        for mutant in mutants(message):
            try:
                other = wire.decode(wire.encode(mutant.message), type(message))
                match other:
                    case Greeting():
                        answer = make_hello(identity, server, other, Purpose.SEAT, bytes(32), join)
                        check_hello(answer, server, greeting, join)
                    case Hello():
                        check_hello(other, server, greeting, join)
                    case Welcome():
                        check_welcome(other, hello, server, greeting, join)
                    case _:
                        pass
            except (Malformed, PeerFault):
                continue
            excused.add(mutant.path)
    assert excused == set(LINK)


# ---- what stands in a record and nowhere else


def test_a_charter_or_a_blame_that_is_another_is_found_in_the_record() -> None:
    board = expelled()
    board.run()
    taken = record.read(bytes(board.peers[0].record))
    rest = b"".join(frame(entry) if isinstance(entry, bytes) else record.accuse(entry) for entry in taken.entries)
    assert record.begin(taken.charter, taken.accords) + rest == bytes(board.peers[0].record)
    name = name_of(board, CHEAT)
    true = verify(bytes(board.peers[0].record))
    assert [finding.seat for finding in true.faults] == [name]
    assert true.complete
    for mutant in mutants(taken.charter):
        verdict = verify(record.MAGIC + frame(wire.encode(mutant.message)) + b"".join(map(frame, taken.accords)) + rest)
        assert not verdict.complete, mutant.path
        assert {finding.seat for finding in verdict.faults} == {None}, mutant.path
    (blame,) = [entry for entry in taken.entries if isinstance(entry, record.Blame)]
    for mutant in mutants(blame):
        assert isinstance(mutant.message, record.Blame)
        entries = [mutant.message if entry is blame else entry for entry in taken.entries]
        other = b"".join(frame(entry) if isinstance(entry, bytes) else record.accuse(entry) for entry in entries)
        verdict = verify(record.begin(taken.charter, taken.accords) + other)
        assert not verdict.complete, f"{mutant.path}, {mutant.how}"
        assert {finding.seat for finding in verdict.faults} <= {None, name}, f"{mutant.path}, {mutant.how}"
        assert None in {finding.seat for finding in verdict.faults}, f"{mutant.path}, {mutant.how}"


def test_no_message_was_forgotten() -> None:
    """Whatever a program can send or write is changed somewhere in this file."""
    modules = (messages, hello_module, record)
    kinds = {
        kind.__name__
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
    }
    base = {"Message", "InLobby", "OfList", "InGame", "OfDeal", "OfSlot", "OfDue"}
    letters_and_parts = {kind.__name__ for kind in LETTERS} | {"Address", "Member", "Place", "Claim", "Poster"}
    whole = KINDS | {"Event", "Want", "Have", "Charter", "Blame"} | {kind.__name__ for kind in LOBBY_BODIES}
    beside = {"Say", "Again", "Absent"}  # no letters of lobby or log; they have tests of their own
    link = {"Greeting", "Hello", "Welcome", "Heartbeat", "Goodbye"} | {"Watch", "Piece"}
    without = {move.__name__ for move in get_args(WireMove) if not move.__struct_fields__}
    assert kinds == base | letters_and_parts | whole | beside | link | without
