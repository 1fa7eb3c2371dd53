"""TLS 1.3 under every link, with certificates that are nobody's business but the two ends'.

TLS hides and protects the bytes and makes the server prove its key; who that key is, the hello says. So any
certificate passes here. Must never know a peer's name or a table.
"""

import os
import secrets
import ssl
import tempfile
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import load_der_x509_certificate

from ..identity import Identity


def server_context(identity: Identity) -> ssl.SSLContext:
    """Build the context of the end that is dialled; its certificate is `identity.certificate()`.

    Raises OSError where no temporary file can be written.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # no session is ever resumed: every link proves everything anew
    _load(context, identity)
    return context


def client_context() -> ssl.SSLContext:
    """Build the context of the end that dials. It accepts every certificate: the hello judges it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _load(context: ssl.SSLContext, identity: Identity) -> None:
    # `ssl` reads keys from files only. This one is private, encrypted under a password that was never anywhere
    # else, and gone a moment later.
    password = secrets.token_hex(32)
    certificate = load_der_x509_certificate(identity.certificate()).public_bytes(Encoding.PEM)
    handle, name = tempfile.mkstemp(prefix="fliptable-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(identity.to_pem(password.encode()) + certificate)
        context.load_cert_chain(name, password=password)
    finally:
        Path(name).unlink()
