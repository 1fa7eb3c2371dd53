"""Liars sit at the same few tables again and again: what was computed there for one is remembered for the next."""

from collections.abc import Generator
from functools import lru_cache

import nacl.bindings
import pytest

from fliptable.p2p import letter

from ..conftest import REMEMBERED


@pytest.fixture(scope="package", autouse=True)
def remembering() -> Generator[None]:
    """As for other tests of peers, but for all of this folder at once."""
    with pytest.MonkeyPatch.context() as patch:
        for name in REMEMBERED:
            patch.setattr(nacl.bindings, name, lru_cache(2**17)(getattr(nacl.bindings, name)))
        patch.setattr(letter, "read", lru_cache(2**12)(letter.read))
        yield
