"""Who a peer is: an Ed25519 key, what it signs, its certificate, and how people read it aloud.

Signed bytes are always a label and length-prefixed fields, so a signature made for one purpose is worth
nothing for another. Must never know files, sockets or the clock: keys come in and go out as bytes.
"""

import datetime
import hashlib
from collections.abc import Callable

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID

from .errors import Misuse, PeerFault

DOMAIN = b"fliptable/1"

# Encodings of points of small order, sign bit cleared (RFC 8032 says how to get them; libsodium refuses the
# same ones). One signature under such a key fits many messages, so it proves nothing about its owner.
_SMALL_ORDER = frozenset(
    bytes.fromhex(point)
    for point in (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    )
)

# One word a byte: short, common, far from each other in sound.
_SPOKEN = """
acid actor agent alarm album amber anchor angle apple apron arrow atlas autumn axle bacon badge
baker balcony bamboo banjo barrel basket beacon beard beetle bell bishop blanket blossom boat
bonfire border bottle bowl branch bread bridge broom bubble bucket butter button cabin cactus camel
candle canyon captain carpet castle cedar cellar chalk cherry chimney cinema circus clay cliff clock
cloud clover cobra coconut coffee comet compass copper coral cotton cousin cradle crater cricket
crown curtain cushion dagger daisy dancer desert diamond dinner doctor dolphin donkey dragon drawer
drum eagle earth easel echo elbow elephant ember engine evening fabric falcon feather fiddle finger
fjord flame flute forest fossil fountain fox gadget galaxy garden garlic ginger giraffe glacier
glove goblet gravel guitar gumdrop hammer harbor harvest hazel helmet hermit hollow honey hotel
hunter husky icicle igloo insect island ivory jacket jaguar jelly jersey jewel jigsaw jungle juniper
kayak kernel kettle kitchen kitten ladder lagoon lantern laundry lemon leopard library lizard
lobster locket lumber magnet mango marble market meadow melon mirror mitten monkey morning mosaic
mountain muffin museum napkin nectar needle nephew nickel noodle nugget nutmeg oasis ocean olive
onion orbit orchid otter oxygen oyster paddle palace panda parrot pencil pepper piano pickle pigeon
pillow pirate planet pocket potato prairie puddle pumpkin puzzle python quarry quartz quilt rabbit
radar radish raven ribbon river robot rocket saddle salmon sandal scarf school scooter shadow shovel
silver skeleton sofa spider squirrel stadium sugar sunset tadpole teapot temple thunder ticket tiger
timber tomato tornado tractor trumpet tulip tunnel turtle umbrella uncle valley
"""
WORDS = tuple(_SPOKEN.split())


def statement(label: str, *fields: bytes) -> bytes:
    """Spell what is signed or hashed: the label and every field, each with its length before it."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in (DOMAIN, label.encode(), *fields))


class Identity:
    """A peer's own key; `secret` is its 32 private bytes, which nothing here ever prints."""

    def __init__(self, secret: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public: bytes = self._key.public_key().public_bytes_raw()

    def __repr__(self) -> str:
        return f"Identity({fingerprint(self.public)})"

    @classmethod
    def generate(cls, entropy: Callable[[int], bytes]) -> "Identity":
        """Make a new one; `entropy(n)` gives n bytes nobody can predict."""
        return cls(entropy(32))

    @classmethod
    def from_pem(cls, pem: bytes) -> "Identity":
        """Read what `to_pem` wrote; raises Misuse where that is not an Ed25519 key."""
        try:
            key = load_pem_private_key(pem, password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm) as error:
            raise Misuse("this identity file cannot be read; move it away and a new one is made") from error
        if not isinstance(key, Ed25519PrivateKey):
            raise Misuse("this identity file holds another kind of key; move it away and a new one is made")
        return cls(key.private_bytes_raw())

    def to_pem(self, password: bytes | None = None) -> bytes:
        """Give the private key as PEM, encrypted where there is a password; whoever stores it guards it."""
        encryption = BestAvailableEncryption(password) if password else NoEncryption()
        return self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption)

    def sign(self, label: str, *fields: bytes) -> bytes:
        """Sign the statement made of `label` and `fields`: 64 bytes, always the same for the same words."""
        return self._key.sign(statement(label, *fields))

    def certificate(self) -> bytes:
        """Make the DER certificate that carries this key, signed by itself.

        It never runs out, because a table on a bare switch has no clock to be trusted. Always the same bytes.
        """
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "fliptable")])
        builder = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(self._key.public_key())
            .serial_number(int.from_bytes(hashlib.sha256(self.public).digest()[:16], "big") >> 1)
            .not_valid_before(datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC))
            .not_valid_after(datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=datetime.UTC))
        )
        return builder.sign(self._key, None).public_bytes(Encoding.DER)


def verify(public: bytes, signature: bytes, label: str, *fields: bytes) -> bool:
    """Say whether `signature` is the key's own over that statement; never raises for a stranger's bytes."""
    if len(public) != 32 or len(signature) != 64 or public[:31] + bytes([public[31] & 0x7F]) in _SMALL_ORDER:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, statement(label, *fields))
    except (InvalidSignature, ValueError):
        return False
    return True


def certificate_key(der: bytes) -> bytes:
    """Read the identity key out of a peer's certificate.

    Raises PeerFault("bad-certificate") unless it is an Ed25519 certificate signed by its own key.
    """
    try:
        certificate = x509.load_der_x509_certificate(der)
        key = certificate.public_key()
        if not isinstance(key, Ed25519PublicKey) or certificate.issuer != certificate.subject:
            raise PeerFault("bad-certificate")
        key.verify(certificate.signature, certificate.tbs_certificate_bytes)
    except PeerFault:
        raise
    # The parser meets a stranger's bytes here: whatever it has to say is that stranger's fault.
    except Exception as error:
        raise PeerFault("bad-certificate") from error
    return key.public_bytes_raw()


def fingerprint(public: bytes) -> str:
    """Shorten a key for the eye: twelve hex digits in groups of four. A hint, never a proof."""
    text = hashlib.sha256(statement("fingerprint", public)).hexdigest()[:12]
    return "-".join(text[at : at + 4] for at in (0, 4, 8))


def words(digest: bytes) -> tuple[str, str, str, str]:
    """Give the four words for the first four bytes of a digest, for reading aloud."""
    first, second, third, fourth = (WORDS[byte] for byte in digest[:4])
    return first, second, third, fourth
