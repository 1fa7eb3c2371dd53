"""The charter: what all seats of a table have signed, and everything that follows from it by computing.

Its hash is the session. From the nonces, which all committed to before any was shown, come the order of the
seats and the cut for the first dealer; so whoever holds a charter can check both. Also here: nicknames and
their one spelling, because a name in a charter has to be one that every program can type.

Must never know who is connected, or how the charter came about (that is the lobby).
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from ..core.cut import draw_dealer
from ..core.errors import BadOption
from ..core.notation import KEYWORDS, MAX_SEAT_NAME, is_seat_name
from ..core.rules import Rules, Value
from . import letter as letters
from . import wire
from .errors import Malformed, PeerFault
from .identity import statement, words
from .messages import VERSION, Accord, Charter, Options, Place, Seats


def spelled(number: int) -> bytes:
    """Spell a count for hashing: 8 bytes, big-endian."""
    return number.to_bytes(8, "big")


def stream(seed: bytes) -> Callable[[int], int]:
    """Make `below(n)`: uniform numbers in 0 .. n-1 from SHA-256 over the seed and a counter, without bias.

    Each number takes the first 8 bytes of one hash; values past the last whole multiple of n are skipped.
    """
    counter = 0

    def below(limit: int) -> int:
        nonlocal counter
        while True:
            block = hashlib.sha256(statement("stream", seed, spelled(counter))).digest()
            counter += 1
            value = int.from_bytes(block[:8], "big")
            if value < 2**64 - 2**64 % limit:
                return value % limit

    return below


def commitment(table: bytes, revision: int, key: bytes, nonce: bytes) -> bytes:
    """Give the hash that binds a member to its nonce."""
    return hashlib.sha256(statement("nonce", table, spelled(revision), key, nonce)).digest()


def agreed(seats: Seats) -> bytes:
    """Hash what READY agrees to: the members with their names, and every field of the rules."""
    fields = [
        seats.table,
        spelled(seats.revision),
        seats.name.encode(),
        *(field for member in seats.members for field in (member.key, member.name.encode())),
        *(field for key, value in seats.rules for field in (key.encode(), _text(value).encode())),
    ]
    return hashlib.sha256(statement("agreed", *fields)).digest()


def _text(value: Value) -> str:
    """Spell the value of an option as people do: yes, no, digits or a word."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def options_of(rules: Rules) -> Options:
    """Spell rules as pairs of id and value, in the order of the table."""
    return tuple(rules.to_dict().items())


def rules_of(options: Options) -> Rules:
    """Read rules; raises PeerFault("rules") unless they are exactly one of our spellings."""
    try:
        rules = Rules.from_dict(dict(options))
    except BadOption as error:
        raise PeerFault("rules") from error
    if options_of(rules) != options:
        raise PeerFault("rules")
    return rules


def check_seats(seats: Seats) -> None:
    """Check a seat list; raises PeerFault "rules" for rules we do not know, else "seat-list"."""
    keys = {member.key for member in seats.members}
    if not len(keys) == len(seats.members) <= seats.wanted:
        raise PeerFault("seat-list")
    if not good_names([member.name for member in seats.members]) or not good_title(seats.name):
        raise PeerFault("seat-list")
    try:
        rules_of(seats.rules).check_seats(seats.wanted)
    except BadOption as error:
        raise PeerFault("rules") from error


def only_shrinks(before: Seats, after: Seats) -> bool:
    """Say whether a list that follows on a closed one differs from it by members that are gone, and only by them."""
    rest = tuple(member for member in before.members if member in after.members)
    same = (after.closed, after.wanted, after.name, after.rules) == (True, before.wanted, before.name, before.rules)
    return same and rest == after.members and len(rest) < len(before.members)


def draw_up(seats: Seats, nonces: Mapping[bytes, bytes]) -> Charter:
    """Write the charter of a closed seat list; `nonces` has one for every member's key."""
    names = {member.key: member.name for member in seats.members}
    order = _seat_order(seats.table, seats.revision, {key: nonces[key] for key in names})
    return Charter(
        VERSION,
        seats.table,
        seats.revision,
        seats.rules,
        tuple(Place(key, names[key], nonces[key]) for key in order),
        (),
    )


def session_of(charter: Charter) -> bytes:
    """Give the session: the hash of the charter's bytes (32)."""
    return hashlib.sha256(wire.encode(charter)).digest()


def next_table(session: bytes) -> bytes:
    """Give the id of the table at which those of a session play again (16 bytes)."""
    return hashlib.sha256(statement("next table", session)).digest()[:16]


def session_words(session: bytes) -> tuple[str, str, str, str]:
    """Give the four words that the players read out to each other."""
    return words(session)


def first_dealer(charter: Charter) -> tuple[int, list[list[tuple[int, int]]]]:
    """Cut for the dealer of the first round: the seat, and each draw as (seat, face of the first side).

    There are no draws where the rules leave it to chance alone.
    """
    coin = _coin(charter.table, charter.revision, {seat.key: seat.nonce for seat in charter.seats})
    return draw_dealer(rules_of(charter.rules), len(charter.seats), stream(statement("cut", coin)))


def check_charter(charter: Charter) -> None:
    """Check all of a charter that can be computed; raises PeerFault with the first thing that is wrong."""
    nonces = {seat.key: seat.nonce for seat in charter.seats}
    names = [seat.name for seat in charter.seats]
    if charter.version != VERSION:
        raise PeerFault("charter-version")
    if len(nonces) != len(charter.seats):
        raise PeerFault("charter-keys")
    if not good_names(names):
        raise PeerFault("charter-names")
    if tuple(nonces) != _seat_order(charter.table, charter.revision, nonces):
        raise PeerFault("charter-order")
    try:
        rules_of(charter.rules).check_seats(len(names))
    except BadOption as error:
        raise PeerFault("charter-rules") from error


def check_accords(charter: Charter, accords: Sequence[bytes]) -> None:
    """Check that every seat signed the charter; raises PeerFault("accord")."""
    session = session_of(charter)
    if len(accords) != len(charter.seats):
        raise PeerFault("accord")
    for seat, data in zip(charter.seats, accords, strict=True):
        try:
            letter = letters.read(data)
        except Malformed as error:
            raise PeerFault("accord") from error
        if letter.sender != seat.key or letter.body != Accord(charter.table, charter.revision, session):
            raise PeerFault("accord")


def good_names(names: Collection[str]) -> bool:
    """Say whether every name is spelled as a seat's must be, and no two look alike."""
    return len({_look(name) for name in names}) == len(names) and all(is_seat_name(name) for name in names)


def good_title(name: str) -> bool:
    """Say whether the name of a table can be shown: printable, and no space but single ones between words."""
    return name.isprintable() and bool(name) and " ".join(name.split()) == name


def seat_name(wish: str, taken: Iterable[str]) -> str:
    """Spell a nickname so that it can be typed, and make it different from those that are taken.

    Letters, digits, - and _ stay, at most 20; a keyword, or a name that looks like one that is taken, gets a number.
    """
    used = {_look(name) for name in taken}
    name = base = _spell(wish) or "seat"
    number = 2
    while name.lower() in KEYWORDS or _look(name) in used:
        tail = f"-{number}"
        name = base[: MAX_SEAT_NAME - len(tail)] + tail
        number += 1
    return name


def _spell(wish: str) -> str:
    # Accents come apart from their letters, so that Zoë is Zoe and not Zo.
    signs = unicodedata.normalize("NFKD", wish)
    return "".join(sign for sign in signs if sign.isascii() and (sign.isalnum() or sign in "-_"))[:MAX_SEAT_NAME]


def _look(name: str) -> str:
    """Reduce a name to what the eye tells apart: no case, no - and _, and one of each group of lookalikes."""
    return name.lower().translate(_LOOKALIKES).replace("rn", "m").replace("vv", "w")


_LOOKALIKES = str.maketrans("ilo", "110", "-_")


def _coin(table: bytes, revision: int, nonces: Mapping[bytes, bytes]) -> bytes:
    fields = [field for key in sorted(nonces) for field in (key, nonces[key])]
    return hashlib.sha256(statement("coin", table, spelled(revision), *fields)).digest()


def _seat_order(table: bytes, revision: int, nonces: Mapping[bytes, bytes]) -> tuple[bytes, ...]:
    coin = _coin(table, revision, nonces)
    return tuple(sorted(nonces, key=lambda key: hashlib.sha256(statement("seat", coin, key)).digest()))
