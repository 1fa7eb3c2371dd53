"""Every message that peers exchange about a table, as types, with exact sizes where they are fixed.

On the wire each is the MessagePack array of its tag and its fields (`wire`). What a seat says about the game
is signed: the bytes of a *body* travel in one of three *letters* (`Signed`, `SignedMix`, `SignedStatements`:
the tag tells how long the frame may be), are kept as they came, forwarded and recorded as they came, and
never made twice. `Want` and `Have`, `Watch` and `Piece` are unsigned: they ask and confirm, and prove nothing.

The numbers of the tags are the protocol: a number is never used for anything else. 0 to 15 belong to the
link.

This module must never know what makes a message right: who may send it when, and what its proofs prove, is
said elsewhere. Bounds here are about memory: no field can be longer than anything the protocol could need.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

VERSION: Final = 1
"""The protocol version; peers of different versions do not play together."""

SEATS_MAX: Final = 10
STATEMENTS_A_PART: Final = 16
TALK_MAX: Final = 200
"""The longest line of chat, in characters."""
PIECE_MAX: Final = 7 * 1024
"""How many bytes of a record go into one `Piece`."""

Bytes32 = Annotated[bytes, Meta(min_length=32, max_length=32)]
Bytes64 = Annotated[bytes, Meta(min_length=64, max_length=64)]
TableId = Annotated[bytes, Meta(min_length=16, max_length=16)]
Count = Annotated[int, Meta(ge=0, le=2**32 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=SEATS_MAX - 1)]
CardPlace = Annotated[int, Meta(ge=0, le=2**16 - 1)]
Colour = Annotated[int, Meta(ge=-1, le=3)]
Nickname = Annotated[str, Meta(min_length=1, max_length=64)]
Hint = Annotated[str, Meta(pattern=r"^[!-~]{1,64}\Z")]  # ASCII: ten members with six each fit into one frame
Hints = Annotated[tuple[Hint, ...], Meta(max_length=6)]
Deck = Annotated[bytes, Meta(min_length=64, max_length=112 * 64)]
Decks = Annotated[tuple[Deck, ...], Meta(min_length=1, max_length=2)]
Proof = Annotated[bytes, Meta(max_length=16 * 1024)]
Proofs = Annotated[tuple[Proof, ...], Meta(max_length=2)]
Points = Annotated[bytes, Meta(max_length=224 * 32)]
Option = Annotated[tuple[Annotated[str, Meta(max_length=32)], str | int | bool], Meta()]
Options = Annotated[tuple[Option, ...], Meta(max_length=100)]


class Message(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What all have in common: an array on the wire, with exactly its fields."""


# ---- letters


class Signed(Message, frozen=True, tag=16):
    """A body with the key that signed it; `signature` is over the label "letter" and the bytes of `body`."""

    body: bytes
    sender: Bytes32
    signature: Bytes64


class SignedMix(Signed, frozen=True, tag=17):
    """The letter of `Mix` and `Remix`: two decks of 112 cards and their proofs are some 37 KB."""


class SignedStatements(Signed, frozen=True, tag=18):
    """The letter of `Statements`: sixteen proofs about all but one of 54 faces are some 41 KB."""


FRAME_LIMITS: Final = {17: 64 * 1024, 18: 48 * 1024}
"""The largest payload by tag, in bytes; every other tag may have 8 KiB."""

FIRST_TAG: Final = 16
"""Frames with this tag or a higher one are for the session; lower ones belong to the link."""


# ---- unsigned


class Address(Message, frozen=True, order=True):
    """Where in its slot, or in its deal, a message stands; the order of addresses is the order in the log.

    `stage` is 0 for a message of a deal, 1 for the slot's own message of a seat, 2 for what is due after it, 3 for the
    expulsion that breaks the slot off. `step` counts items within a stage, for an expulsion it is the seat that is put
    out; `part` counts the messages one seat owes in an item.
    """

    stage: Annotated[int, Meta(ge=0, le=3)]
    step: Count
    seat: SeatNumber
    part: Annotated[int, Meta(ge=0, le=255)]


class Want(Message, frozen=True, tag=19):
    """Whoever holds one of these letters of that slot, please send it to me.

    `slot` is the number of the deal where the addresses are of stage 0, in the lobby the revision. `context` is the
    session, in the lobby the table id.
    """

    context: Annotated[bytes, Meta(min_length=16, max_length=32)]
    slot: Count
    addresses: Annotated[tuple[Address, ...], Meta(max_length=64)]


class Have(Message, frozen=True, tag=20):
    """I hold everything up to this slot and its head: nobody has to stay for me."""

    session: Bytes32
    slot: Count
    head: Bytes32


# ---- for who watches


class Watch(Message, frozen=True, tag=21):
    """Please send me the public record of this session from this byte on, as soon as there is more of it.

    `session` is empty from whoever does not know yet what is played; there is one question at a time.
    """

    session: Annotated[bytes, Meta(max_length=32)]
    offset: Count


class Piece(Message, frozen=True, tag=22):
    """The bytes of the record that begin at `offset`; `total` is how many there are by now."""

    session: Bytes32
    total: Count
    offset: Count
    data: Annotated[bytes, Meta(min_length=1, max_length=PIECE_MAX)]


# ---- the lobby


class Member(Message, frozen=True):
    """One line of the seat list: identity key, name made unique, addresses to try."""

    key: Bytes32
    name: Nickname
    hints: Hints


class InLobby(Message, frozen=True):
    """What every body of the lobby begins with."""

    table: TableId


class Sit(InLobby, frozen=True, tag=24):
    """I want to sit down, under this name, reachable there."""

    name: Nickname
    hints: Hints


class Rise(InLobby, frozen=True, tag=25):
    """I get up and go; `revision` is that of the newest list I have, or 0: an old letter gets nobody up."""

    revision: Count


class Seats(InLobby, frozen=True, tag=26):
    """The seat list, by the clerk, who is its first member; every change has a new `revision`.

    `closed`: nobody sits down any more, and the charter follows as soon as everybody is ready.
    """

    revision: Count
    closed: bool
    wanted: Annotated[int, Meta(ge=2, le=SEATS_MAX)]
    name: Nickname
    rules: Options
    members: Annotated[tuple[Member, ...], Meta(min_length=1, max_length=SEATS_MAX)]


class OfList(InLobby, frozen=True):
    """What every body about one revision of the seat list begins with."""

    revision: Count


class Ready(OfList, frozen=True, tag=27):
    """I play with these members by these rules; `agreed` hashes both."""

    agreed: Bytes32


class NonceCommit(OfList, frozen=True, tag=28):
    """The hash of my nonce."""

    commitment: Bytes32


class NonceReveal(OfList, frozen=True, tag=29):
    """My nonce."""

    nonce: Bytes32


class Accord(OfList, frozen=True, tag=30):
    """I sign the charter that has this hash, which is the session."""

    session: Bytes32


class Place(Message, frozen=True):
    """One seat of the charter."""

    key: Bytes32
    name: Nickname
    nonce: Bytes32


class Charter(Message, frozen=True, tag=31):
    """What all have signed: version, table, every field of the rules, the seats in order, options of absence.

    `revision` is that of the seat list, so that the signatures can be read without the lobby. `absence` is
    empty: without a seat that vanished others go on by their votes, see `Absent`.
    """

    version: Count
    table: TableId
    revision: Count
    rules: Options
    seats: Annotated[tuple[Place, ...], Meta(min_length=2, max_length=SEATS_MAX)]
    absence: Annotated[tuple[Option, ...], Meta(max_length=0)]


# ---- beside lobby and game


class Say(Message, frozen=True, tag=32):
    """What a member says to the table. `context` is the session, in the lobby the table id.

    `number` grows with everything its sender says, so that nothing is heard twice.
    """

    context: Annotated[bytes, Meta(min_length=16, max_length=32)]
    number: Count
    text: Annotated[str, Meta(min_length=1, max_length=TALK_MAX)]


class Again(Message, frozen=True, tag=34):
    """The match of this session is over for me; I want another one with whoever wants it too, or I go."""

    session: Bytes32
    wants: bool


# ---- the game: what every body begins with


class InGame(Message, frozen=True):
    """Session, epoch, the sender's seat, and the hash of what the message rests on."""

    session: Bytes32
    epoch: Count
    seat: SeatNumber
    head: Bytes32


class OfDeal(InGame, frozen=True):
    """Bodies of a deal, which is made beside the slots; deal numbers grow with every attempt."""

    deal: Count


class OfSlot(InGame, frozen=True):
    """Bodies of a slot."""

    slot: Count


class Commit(OfDeal, frozen=True, tag=40):
    """The hash of my seed of this deal. Step 0."""

    commitment: Bytes32


class Key(OfDeal, frozen=True, tag=41):
    """My round key with the proof that I know its secret. Step 1."""

    point: Bytes32
    proof: Bytes64


class Mix(OfDeal, frozen=True, tag=42):
    """Both decks as I re-encrypted and permuted them, with a proof each. Step 2 + the seat."""

    decks: Decks
    proofs: Proofs


# ---- the game: one message a seat in every slot


class Dealt(OfSlot, frozen=True, tag=48):
    """All letters of the deal, in one hash, every proof in them checked: the first slot of a round."""

    transcript: Bytes32


class Event(OfSlot, frozen=True, tag=49):
    """I move. `table` is the digest of the public table as the slot began."""

    table: Bytes32
    move: WireMove


class Yield(OfSlot, frozen=True, tag=50):
    """I have nothing in this slot. `seen`: the hashes of the letters of the events that I have seen in it."""

    seen: Annotated[tuple[Bytes32, ...], Meta(min_length=1, max_length=SEATS_MAX)]


class Seed(OfSlot, frozen=True, tag=51):
    """My seed of the round that is over, or nothing: then I refuse the audit."""

    seed: Annotated[bytes, Meta(max_length=32)]


class Close(OfSlot, frozen=True, tag=52):
    """The match is over with this table; the head I sign is the one every body carries."""

    table: Bytes32


# ---- the game: somebody is put out


class Expel(OfSlot, frozen=True, tag=53):
    """I hold the proof that `accused` broke the protocol, and go on without it.

    My log ends before `slot`; I count `rounds` rounds as played, and `deal` is the last deal I know of.
    """

    accused: SeatNumber
    rounds: Count
    deal: Count


# ---- the game: somebody is away


class Absent(OfSlot, frozen=True, tag=54):
    """I do not hear the seats `away`, in this slot: end the round without them, or wait for them.

    Of my votes the one with the highest `number` counts.
    """

    away: Annotated[tuple[SeatNumber, ...], Meta(min_length=1, max_length=SEATS_MAX - 1)]
    end: bool
    number: Count


# ---- the game: what is due after a slot


class OfDue(OfSlot, frozen=True):
    """Bodies of what is due: `step` is the item, `part` the message within what the seat owes in it."""

    step: Count
    part: Annotated[int, Meta(ge=0, le=255)]


class Shares(OfDue, frozen=True, tag=56):
    """My shares for every card of this item whose lock asks me, 32 bytes each, with one proof."""

    points: Points
    proof: Bytes64


class Seals(OfDue, frozen=True, tag=57):
    """My shares for one reader, 64 bytes each; everybody checks them, one reads them."""

    pairs: Points
    proof: Annotated[bytes, Meta(max_length=128)]


class Claim(Message, frozen=True):
    """What is claimed of one hidden face, with the proof: that it lies in the first set asked for, or in the second."""

    first: bool
    proof: Annotated[bytes, Meta(max_length=3 * 1024)]


class Statements(OfDue, frozen=True, tag=58):
    """What I claim of cards of mine, at most sixteen a part, in the order asked."""

    claims: Annotated[tuple[Claim, ...], Meta(min_length=1, max_length=STATEMENTS_A_PART)]


class Answer(OfDue, frozen=True, tag=59):
    """My answer to a challenge. Innocent means: no card I held at the play was in the guilty set, as I state next."""

    guilty: bool


class Remix(OfDue, frozen=True, tag=60):
    """The cards of a reshuffle as I re-encrypted and permuted them, with a proof a side."""

    decks: Decks
    proofs: Proofs


# ---- moves as they travel


class PlayMove(Message, frozen=True, tag=80):
    """Lay cards; `colour` is -1 without a wild. `points` and `proof` open what is not public yet."""

    places: Annotated[tuple[CardPlace, ...], Meta(min_length=1, max_length=16)]
    colour: Colour
    call: bool
    points: Annotated[bytes, Meta(max_length=16 * 32)]
    proof: Annotated[bytes, Meta(max_length=64)]


class DrawMove(Message, frozen=True, tag=81):
    """Draw."""


class KeepMove(Message, frozen=True, tag=82):
    """Keep the drawn card."""


class PassMove(Message, frozen=True, tag=83):
    """Nothing to draw, nothing fits."""


class NameMove(Message, frozen=True, tag=84):
    """Name a colour."""

    colour: Annotated[int, Meta(ge=0, le=3)]


class ChallengeMove(Message, frozen=True, tag=85):
    """Doubt a wild draw card."""


class AcceptMove(Message, frozen=True, tag=86):
    """Take the cards."""


class CallMove(Message, frozen=True, tag=87):
    """Announce the last card."""


class CatchMove(Message, frozen=True, tag=88):
    """Catch a seat that did not."""

    seat: SeatNumber


class LeaveMove(Message, frozen=True, tag=89):
    """Leave the match."""


class JumpMove(Message, frozen=True, tag=90):
    """Lay a card out of turn. `points` and `proof` open it if it is not public yet."""

    place: CardPlace
    call: bool
    points: Annotated[bytes, Meta(max_length=32)]
    proof: Annotated[bytes, Meta(max_length=64)]


class SwapMove(Message, frozen=True, tag=91):
    """Swap hands with a seat."""

    seat: SeatNumber


WireMove = (
    PlayMove
    | DrawMove
    | KeepMove
    | PassMove
    | NameMove
    | ChallengeMove
    | AcceptMove
    | CallMove
    | CatchMove
    | LeaveMove
    | JumpMove
    | SwapMove
)

LETTERS: Final = (Signed, SignedMix, SignedStatements)
UNSIGNED: Final = (Want, Have)
WATCHING: Final = (Watch, Piece)
LOBBY_BODIES: Final = (Sit, Rise, Seats, Ready, NonceCommit, NonceReveal, Accord)
DEAL_BODIES: Final = (Commit, Key, Mix)
SLOT_BODIES: Final = (Dealt, Event, Yield, Seed, Close, Expel)
DUE_BODIES: Final = (Shares, Seals, Statements, Answer, Remix)
GAME_BODIES: Final = (*DEAL_BODIES, *SLOT_BODIES, Absent, *DUE_BODIES)
BODIES: Final = (*LOBBY_BODIES, Say, Again, *GAME_BODIES)

LobbyBody = Sit | Rise | Seats | Ready | NonceCommit | NonceReveal | Accord
DealBody = Commit | Key | Mix
SlotBody = Dealt | Event | Yield | Seed | Close | Expel
DueBody = Shares | Seals | Statements | Answer | Remix
GameBody = DealBody | SlotBody | Absent | DueBody
Body = LobbyBody | Say | Again | GameBody


def letter_of(body: type[Struct]) -> type[Signed]:
    """Say in which letter a body of this type travels."""
    if body in (Mix, Remix):
        return SignedMix
    return SignedStatements if body is Statements else Signed
