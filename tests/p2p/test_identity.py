import datetime
import json
import random
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.errors import Misuse, PeerFault
from fliptable.p2p.identity import (
    WORDS,
    Identity,
    certificate_key,
    fingerprint,
    statement,
    verify,
    words,
)

ADA, BO = (Identity.generate(random.Random(seed).randbytes) for seed in (1, 2))


def test_a_signature_holds_for_its_statement_only():
    signature = ADA.sign("hello", b"a", b"b")
    assert verify(ADA.public, signature, "hello", b"a", b"b")
    assert not verify(ADA.public, signature, "hello", b"ab", b"")
    assert not verify(ADA.public, signature, "hello", b"b", b"a")
    assert not verify(ADA.public, signature, "goodbye", b"a", b"b")
    assert not verify(BO.public, signature, "hello", b"a", b"b")


@given(st.lists(st.binary(max_size=5), max_size=4), st.lists(st.binary(max_size=5), max_size=4))
def test_no_two_statements_have_one_spelling(one: list[bytes], other: list[bytes]):
    assert (statement("x", *one) == statement("x", *other)) == (one == other)


@given(st.binary(max_size=40), st.binary(max_size=80))
def test_a_strangers_bytes_verify_as_false_and_never_raise(public: bytes, signature: bytes):
    assert not verify(public, signature, "hello")


@pytest.mark.parametrize("sign", [0x00, 0x80])
def test_keys_of_small_order_prove_nothing(sign: int):
    # Under the identity point every R = sB with any s verifies: take s = 0, R = the identity.
    public = b"\x01" + b"\x00" * 30 + bytes([sign])
    assert not verify(public, b"\x01" + b"\x00" * 63, "anything")


def test_a_key_survives_its_file():
    assert Identity.from_pem(ADA.to_pem()).public == ADA.public


def test_other_files_are_wrong_use():
    other = ec.generate_private_key(ec.SECP256R1())
    pem = other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    for data in (b"", b"nonsense", pem, ADA.to_pem(b"password")):
        with pytest.raises(Misuse):
            Identity.from_pem(data)


def test_nothing_private_is_printed():
    key = Ed25519PrivateKey.from_private_bytes(b"\x07" * 32).private_bytes_raw()
    assert key.hex() not in repr(Identity(key))
    assert str(key) not in repr(Identity(key))


def test_the_certificate_is_the_key():
    assert certificate_key(ADA.certificate()) == ADA.public
    assert ADA.certificate() == ADA.certificate()


def certificate(key: Ed25519PrivateKey | ec.EllipticCurvePrivateKey, issuer: str, signer: Ed25519PrivateKey) -> bytes:
    day = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)

    def name(text: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])

    builder = (
        x509.CertificateBuilder()
        .subject_name(name("fliptable"))
        .issuer_name(name(issuer))
        .public_key(key.public_key())
        .serial_number(5)
        .not_valid_before(day)
        .not_valid_after(day)
    )
    if isinstance(key, ec.EllipticCurvePrivateKey):
        return builder.sign(key, SHA256()).public_bytes(Encoding.DER)
    return builder.sign(signer, None).public_bytes(Encoding.DER)


def test_certificates_of_another_kind_are_faults():
    ours, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    curve = ec.generate_private_key(ec.SECP256R1())
    bad = [
        certificate(ours, "fliptable", other),  # names one key, signed by another
        certificate(ours, "somebody", ours),
        certificate(curve, "fliptable", ours),
        b"",
        ADA.certificate()[:-3],
        ADA.certificate() + b"\x00",
        ADA.certificate().replace(ADA.public, BO.public),
    ]
    for der in bad:
        with pytest.raises(PeerFault, match="bad-certificate"):
            certificate_key(der)


@given(st.binary(max_size=300))
def test_garbage_is_no_certificate(der: bytes):
    with pytest.raises(PeerFault):
        certificate_key(der)


def test_words_are_256_different_short_ones():
    assert len(WORDS) == len(set(WORDS)) == 256
    known = Path(__file__).parents[1] / "vectors/words.json"
    assert json.loads(known.read_text(encoding="utf-8")) == list(WORDS)
    assert all(3 <= len(word) <= 8 and word.isalpha() and word.islower() for word in WORDS)
    assert words(bytes([0, 1, 254, 255]) + b"\x00" * 28) == (WORDS[0], WORDS[1], WORDS[254], WORDS[255])


def test_a_fingerprint_is_short_and_fits_a_txt_record():
    assert len(fingerprint(ADA.public)) == 14
    assert fingerprint(ADA.public) != fingerprint(BO.public)
