"""All peers of a test sit in one process and compute the same: what one has worked out the others need not again.

Peers check each other's signatures, shares, keys and shuffles, and after the round everybody does everybody's work
once more. The same bytes always give the same, so here that is remembered for a while, which makes a game several
times as fast. What is refused is refused anew each time.
"""

from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache

import nacl.bindings
import pytest

from fliptable.p2p import letter

REMEMBERED = (
    "crypto_scalarmult_ed25519_noclamp",
    "crypto_scalarmult_ed25519_base_noclamp",
    "crypto_core_ed25519_is_valid_point",
    "crypto_core_ed25519_add",
    "crypto_core_ed25519_sub",
)


@contextmanager
def memory(size: int) -> Generator[None]:
    """Let the group remember so many results of each kind, and letters what was read."""
    with pytest.MonkeyPatch.context() as patch:
        for name in REMEMBERED:
            patch.setattr(nacl.bindings, name, lru_cache(size)(getattr(nacl.bindings, name)))
        patch.setattr(letter, "read", lru_cache(2**12)(letter.read))
        yield


@pytest.fixture(scope="module", autouse=True)
def remembering() -> Generator[None]:
    """Let the group remember what it has computed in this module."""
    with memory(2**16):
        yield
