"""Addresses as people write them, and the order to try several in.

Must never resolve a name or open a socket.
"""

import ipaddress
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..errors import Misuse
from ..invite import DEFAULT_PORT
from .interfaces import Interface


class BadAddress(Misuse):
    """This is no address; the text is one sentence that says what one looks like."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where to dial: a name or an IP address, with its zone where it needs one, and a port."""

    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """Read `host`, `host:port`, `[v6%zone]`, `[v6%zone]:port` or a bare IPv6 address. Raises BadAddress."""
    text = text.strip()
    host, port = text, ""
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise BadAddress(f"{text!r} is no address; an IPv6 one with a port looks like [fe80::1%eth0]:27112")
        port = rest[1:]
        _check_v6(text, host)
    elif text.count(":") > 1:
        _check_v6(text, host)
    else:
        host, _, port = text.partition(":")
    if not host or any(character.isspace() or not character.isprintable() for character in host):
        raise BadAddress(f"{text!r} is no address; one looks like 192.168.1.23 or 192.168.1.23:27112")
    if text.endswith(":") or (port and not (port.isascii() and port.isdigit() and 0 < int(port) < 65536)):
        raise BadAddress(f"{text!r} has no port between 1 and 65535")
    return Address(host, int(port) if port else DEFAULT_PORT)


def _check_v6(text: str, host: str) -> None:
    try:
        ipaddress.IPv6Address(host)
    except ValueError as error:
        raise BadAddress(f"{text!r} is no IPv6 address; one looks like [fe80::1%eth0]:27112") from error


def nearest_first(addresses: Iterable[Address], near: Sequence[Interface]) -> list[Address]:
    """Order addresses to dial: those in a subnet of ours first, then IPv4, then the rest. Drops doubles.

    A link-local IPv6 address without a zone says nothing by itself: it is tried on every interface.
    """
    spelled = [Address(host, each.port) for each in addresses for host in _zoned(each.host, near)]

    def distance(address: Address) -> tuple[bool, bool]:
        try:
            ip = ipaddress.ip_address(address.host.partition("%")[0])
        except ValueError:
            return True, True
        return not any(ip in each.network for one in near for each in one.networks), ip.version == 6

    return sorted(dict.fromkeys(spelled), key=distance)


def _zoned(host: str, near: Sequence[Interface]) -> list[str]:
    if host.lower().startswith("fe80:") and "%" not in host:
        return [f"{host}%{each.name}" for each in near if not each.is_loopback]
    return [host]
