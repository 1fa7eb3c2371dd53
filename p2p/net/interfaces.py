"""The network interfaces of this machine, without asking a router or the internet.

A table works on a bare switch: no default route is looked for, and link-local addresses are as good as any.
Must never send anything.
"""

import ipaddress
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import ifaddr

from ..errors import Misuse

Network = ipaddress.IPv4Interface | ipaddress.IPv6Interface

# Interfaces of containers, virtual machines and tunnels: others at the table do not sit there. `--interface`
# takes one of them all the same.
_NOT_A_LAN = re.compile(
    r"docker|br-|veth|virbr|vmnet|vboxnet|vethernet|lxc|lxd|cni|flannel|podman|kube|tun|tap|wg|tailscale|zt|utun|awdl|llw",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Interface:
    """One interface that has addresses; `networks` hold each address with its subnet, without a zone."""

    name: str
    index: int
    networks: tuple[Network, ...]

    @property
    def addresses(self) -> tuple[str, ...]:
        """Its addresses as text, the link-local IPv6 ones with their zone."""
        return tuple(
            f"{each.ip}%{self.name}" if each.version == 6 and each.is_link_local else str(each.ip)
            for each in self.networks
        )

    @property
    def is_loopback(self) -> bool:
        """Whether nobody else can be reached here."""
        return all(each.is_loopback for each in self.networks)


def interfaces(only: Sequence[str] = ()) -> list[Interface]:
    """List the interfaces to play on: those named or addressed in `only`, else all that look like a LAN.

    Where none looks so, the loopback serves: peers of one machine still find each other. Takes some
    milliseconds of system calls. Raises Misuse where `only` names what is not there.
    """
    found = _all()
    if only:
        chosen = [each for each in found if _named(each, only)]
        for wanted in only:
            if not any(_named(each, [wanted]) for each in found):
                names = ", ".join(each.name for each in found)
                raise Misuse(f"there is no interface {wanted}; this machine has {names}")
        return chosen
    lan = [each for each in found if not each.is_loopback and not _NOT_A_LAN.match(each.name)]
    return lan or [each for each in found if each.is_loopback]


def _named(interface: Interface, wanted: Iterable[str]) -> bool:
    own = {interface.name, *(str(each.ip) for each in interface.networks), *interface.addresses}
    return any(name in own for name in wanted)


def _all() -> list[Interface]:
    found: dict[str, tuple[int, list[Network]]] = {}
    for adapter in ifaddr.get_adapters():
        index, networks = found.setdefault(adapter.nice_name, (adapter.index or 0, []))
        for ip in adapter.ips:
            # ifaddr: an IPv4 address is text, an IPv6 one is (address, flow, scope).
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0].partition("%")[0]
            networks.append(ipaddress.ip_interface(f"{text}/{ip.network_prefix}"))
        found[adapter.nice_name] = index, networks
    return [Interface(name, index, tuple(nets)) for name, (index, nets) in found.items() if nets]
