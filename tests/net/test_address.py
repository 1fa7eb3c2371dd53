import ipaddress

import pytest

from fliptable.p2p.errors import Misuse
from fliptable.p2p.invite import DEFAULT_PORT
from fliptable.p2p.net.address import Address, BadAddress, nearest_first, parse_address
from fliptable.p2p.net.interfaces import Interface, Network, interfaces


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.23", "192.168.1.23", DEFAULT_PORT),
        (" 192.168.1.23:5000 ", "192.168.1.23", 5000),
        ("kitchen.local:1", "kitchen.local", 1),
        ("[fe80::1%eth0]:27113", "fe80::1%eth0", 27113),
        ("[fe80::1%eth0]", "fe80::1%eth0", DEFAULT_PORT),
        ("fe80::1%eth0", "fe80::1%eth0", DEFAULT_PORT),
        ("::1", "::1", DEFAULT_PORT),
    ],
)
def test_addresses_as_people_write_them(text: str, host: str, port: int):
    assert parse_address(text) == Address(host, port)
    assert parse_address(str(parse_address(text))) == Address(host, port)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":27112",
        "host:",
        "host:0",
        "host:70000",
        "host:x",
        "ho st",
        "[::1",
        "[::1]x",
        "[::1]:",
        "[host]:1",
        "a:b:c",
        "host:²",
        "h\x1b[2J",
    ],
)
def test_what_is_no_address_is_said_in_one_sentence(text: str):
    with pytest.raises(BadAddress) as caught:
        parse_address(text)
    assert "\x1b" not in str(caught.value)


def lan(name: str, *networks: str) -> Interface:
    return Interface(name, 1, tuple(_network(each) for each in networks))


def _network(text: str) -> Network:
    return ipaddress.ip_interface(text)


def test_the_nearest_address_is_dialled_first():
    near = [lan("eth0", "10.0.0.5/24", "fe80::5/64"), lan("wlan0", "192.168.1.5/24")]
    addresses = [
        Address(host) for host in ("172.17.0.1", "fe80::9", "2001:db8::9", "192.168.1.9", "10.0.1.9", "10.0.0.9")
    ]
    assert [each.host for each in nearest_first(addresses, near)] == [
        "192.168.1.9",
        "10.0.0.9",
        "fe80::9%eth0",
        "fe80::9%wlan0",
        "172.17.0.1",
        "10.0.1.9",
        "2001:db8::9",
    ]


def test_this_machine_has_an_interface_and_says_which_it_has_not():
    assert interfaces()
    with pytest.raises(Misuse, match="there is no interface nosuch0"):
        interfaces(["nosuch0"])
    loopback = interfaces(["127.0.0.1"])
    assert [each.is_loopback for each in loopback] == [True]
