"""Liars sit at the same few tables again and again: what was computed there for one is remembered for the next."""

from collections.abc import Generator

import pytest

from ..conftest import memory


@pytest.fixture(scope="package", autouse=True)
def remembering() -> Generator[None]:
    """As for other tests of peers, but for all of this folder at once."""
    with memory(2**17):
        yield
