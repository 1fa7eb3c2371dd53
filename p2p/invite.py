"""Invite codes: where a table is and the secret to get in, short enough to be read aloud.

`+` and Crockford base32 in groups of four: case does not matter, I and L are read as 1, O as 0, spaces and
hyphens are skipped. Bits, highest first: kind of address (3), kind of port (2), address, port, zeros up to a
whole character; then six characters of join secret or none, and a check character. Must never know whether
anybody is there.
"""

from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from .errors import Misuse

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
DEFAULT_PORT: Final = 27112
SECRET_LENGTH: Final = 6
_LOOKALIKES: Final = str.maketrans("ILO", "110", "- ")

# Kind of address -> (its fixed first bits, how many bits are fixed, how many follow). The private ranges of a
# home network cost little; link-local IPv6 leaves its 54 zero bits out.
_KINDS: Final = (
    (0xC0A8, 16, 16),  # 192.168.x.x
    (0x0A, 8, 24),  # 10.x.x.x
    (0xAC1, 12, 20),  # 172.16.x.x to 172.31.x.x
    (0xA9FE, 16, 16),  # 169.254.x.x
    (0, 0, 32),  # any IPv4
    (0xFE80 << 48, 64, 64),  # fe80::x
    (0, 0, 128),  # any IPv6
)
_FIRST_V6: Final = 5
_PORT_BITS: Final = (0, 4, 16)  # the default port; the distance from it; any other


class BadInvite(Misuse):
    """This is no invite code; the text says in one sentence what to do."""


@dataclass(frozen=True, slots=True)
class Invite:
    """What a code carries: an IP address without a zone, a port, and the join secret or ""."""

    host: str
    port: int = DEFAULT_PORT
    secret: str = field(default="", repr=False)


def new_secret(random: bytes) -> str:
    """Spell the first 30 of at least 32 random bits as a join secret."""
    number = int.from_bytes(random[:4], "big") >> 2
    return _spell(number, SECRET_LENGTH)


def format_invite(invite: Invite) -> str:
    """Write the code; a zone (`%eth0`) is left out, since it means something on its own machine only.

    Raises Misuse for a host that is no address, a port out of range, or a secret `new_secret` cannot make.
    """
    try:
        address = ip_address(invite.host.partition("%")[0])
    except ValueError as error:
        raise Misuse(f"{invite.host!r} is no IP address, and a code carries nothing else") from error
    if not 0 < invite.port < 65536:
        raise Misuse(f"{invite.port} is no port")
    if invite.secret and not (len(invite.secret) == SECRET_LENGTH and set(invite.secret) <= set(ALPHABET)):
        raise Misuse("this join secret does not fit into a code")
    kind = _kind(address)
    following = _KINDS[kind][2]
    port_kind, port = _port(invite.port)
    number = ((kind << 2 | port_kind) << following) | (int(address) & ((1 << following) - 1))
    number = number << _PORT_BITS[port_kind] | port
    length, rest = _length(kind, port_kind)
    text = _spell(number << rest, length) + invite.secret
    text += ALPHABET[_check(text)]
    return "+" + "-".join(text[at : at + 4] for at in range(0, len(text), 4))


def parse_invite(text: str) -> Invite:
    """Read a code, as people type it. Raises BadInvite."""
    code = text.strip().removeprefix("+").upper().translate(_LOOKALIKES)
    if not text.strip().startswith("+") or not set(code) <= set(ALPHABET):
        raise BadInvite("an invite code is a + and letters and digits without I, L, O and U: please check it")
    if len(code) < 3 or ALPHABET[_check(code[:-1])] != code[-1]:
        raise BadInvite("this invite code has a typing error or is incomplete: please compare it again")
    head = ALPHABET.index(code[0])
    kind, port_kind = head >> 2, head & 3
    if kind >= len(_KINDS) or port_kind >= len(_PORT_BITS):
        raise BadInvite("this invite code is of a newer version of fliptable: please update")
    length, rest = _length(kind, port_kind)
    secret = code[length:-1]
    if len(code) <= length or len(secret) not in (0, SECRET_LENGTH):
        raise BadInvite("this invite code is too short or too long: please compare it again")
    number = _number(code[:length])
    invite = Invite(_host(kind, number >> rest >> _PORT_BITS[port_kind]), _read_port(port_kind, number >> rest), secret)
    if not 0 < invite.port < 65536 or format_invite(invite).replace("-", "") != "+" + code:
        raise BadInvite("this invite code is spelled in a way no table writes it: please compare it again")
    return invite


def _kind(address: IPv4Address | IPv6Address) -> int:
    bits = address.max_prefixlen
    for kind, (first, fixed, _) in enumerate(_KINDS):
        if (kind >= _FIRST_V6) == (bits == 128) and int(address) >> (bits - fixed) == first:
            return kind
    raise AssertionError("the last kind of either family takes every address")


def _host(kind: int, number: int) -> str:
    first, _, following = _KINDS[kind]
    value = first << following | number & ((1 << following) - 1)
    return str(IPv6Address(value) if kind >= _FIRST_V6 else IPv4Address(value))


def _port(port: int) -> tuple[int, int]:
    """Kind of port and the number that is written."""
    distance = port - DEFAULT_PORT
    if distance == 0:
        return 0, 0
    return (1, distance) if 0 < distance < 16 else (2, port)


def _read_port(port_kind: int, number: int) -> int:
    written = number & ((1 << _PORT_BITS[port_kind]) - 1)
    return written if port_kind == 2 else DEFAULT_PORT + written


def _length(kind: int, port_kind: int) -> tuple[int, int]:
    """How many characters address and port take, and how many zero bits fill the last of them."""
    bits = 5 + _KINDS[kind][2] + _PORT_BITS[port_kind]
    return -(-bits // 5), -bits % 5


def _spell(number: int, length: int) -> str:
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(length)))


def _number(text: str) -> int:
    number = 0
    for character in text:
        number = number << 5 | ALPHABET.index(character)
    return number


def _check(text: str) -> int:
    """A checksum over GF(32): every single wrong character and every swap of neighbours changes it."""
    total = 0
    for character in text:
        total ^= ALPHABET.index(character)
        total = total << 1 ^ (0b100101 if total & 16 else 0)  # times x, modulo x^5 + x^2 + 1
    return total
