"""What every test gets: Hypothesis profiles, and no network unless it asks for one by the mark `net`."""

import os
import sys
from collections.abc import Generator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

TESTS = Path(__file__).parent

# `quick` is for the desk and for the README's command, `thorough` for a night. Chosen by HYPOTHESIS_PROFILE.
# No deadline: the machines that run this are shared, and a slow example is no wrong example.
settings.register_profile("quick", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

os.environ["LANGUAGE"] = "en"  # what the tests read, whoever runs them

NETWORK_EVENTS = frozenset({"socket.bind", "socket.connect", "socket.sendto", "socket.getaddrinfo"})


NIGHT = {
    *(
        "p2p/test_silence.py",
        "p2p/test_expulsion.py",
        "p2p/test_journal.py",
        "p2p/test_mutation.py",
        "p2p/test_away.py",
    ),
    *("p2p/test_turn_seconds.py", "p2p/test_rematch.py", "p2p/test_dealing.py", "p2p/test_options.py"),
    *("p2p/cheats/test_any_lie.py", "p2p/cheats/test_vanishes.py", "p2p/cheats/test_false_accusation.py"),
    *("p2p/cheats/test_equivocation.py", "p2p/cheats/test_false_letter.py", "p2p/cheats/test_house_rules.py"),
}
"""The long tests of these say again, with other seats, seeds and moments, what their short ones say: for a night."""


class NetworkRefused(RuntimeError):
    """A test without the mark `net` reached for the network."""


class Gate:
    """Whether the running test may open sockets of the internet families; Unix pairs are always fine."""

    open = True


def _refuse_network(event: str, arguments: tuple[Any, ...]) -> None:
    # An audit hook, so nothing is patched and no library can go round it. It cannot be taken out again,
    # hence the gate; outside of tests (collection, plugins of pytest) the gate is open.
    if Gate.open or event not in NETWORK_EVENTS:
        return
    if event == "socket.getaddrinfo":
        host = arguments[0]
        try:
            ip_address(str(host).partition("%")[0])
        except ValueError:
            pass
        else:
            return  # a numeric address is parsed, nobody is asked
    elif not isinstance(arguments[1], tuple):
        return
    raise NetworkRefused(f"{event}{arguments[-4:]!r}: mark the test `net` if it needs real sockets")


sys.addaudithook(_refuse_network)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than processors: one of them has what uses the network, and that mostly waits."""
    return (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give everything in tests/net the mark `net`, and keep in one process what belongs together.

    That is a file, because its tests remember what was computed in it; and all that uses the network, because there
    is one: ports, namespaces, names of tables.
    """
    for item in items:
        if item.path.is_relative_to(TESTS / "net"):
            item.add_marker(pytest.mark.net)
        if item.path.relative_to(TESTS).as_posix() in NIGHT and item.get_closest_marker("slow") is not None:
            item.add_marker(pytest.mark.night)
        if config.pluginmanager.hasplugin("xdist"):
            net = item.get_closest_marker("net") is not None
            item.add_marker(pytest.mark.xdist_group("net" if net else str(item.path.relative_to(TESTS))))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Shut the gate around a test and all its fixtures, unless it has the mark."""
    Gate.open = item.get_closest_marker("net") is not None
    try:
        return (yield)
    finally:
        Gate.open = True
