"""The LAN of namespaces as a fixture."""

from collections.abc import Callable, Generator
from contextlib import ExitStack

import pytest

from .lan import Lan, lan, why_not


@pytest.fixture
def make_lan() -> Generator[Callable[..., Lan]]:
    """Give a function that makes a LAN of so many machines; it is gone after the test, whatever happens."""
    reason = why_not()
    if reason:
        pytest.skip(f"no LAN of namespaces: {reason}")
    with ExitStack() as stack:

        def make(count: int, *, link_local: bool = False) -> Lan:
            return stack.enter_context(lan(count, link_local=link_local))

        yield make
