from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fliptable.p2p.errors import Misuse
from fliptable.p2p.invite import (
    ALPHABET,
    DEFAULT_PORT,
    BadInvite,
    Invite,
    format_invite,
    new_secret,
    parse_invite,
)

private = st.sampled_from([0xC0A80000, 0x0A000000, 0xAC100000, 0xA9FE0000]).flatmap(
    lambda base: st.integers(0, 0xFFFF).map(lambda low: str(IPv4Address(base | low)))
)
v4 = st.integers(0, 2**32 - 1).map(lambda number: str(IPv4Address(number)))
v6 = st.integers(0, 2**128 - 1).map(lambda number: str(IPv6Address(number)))
local = st.integers(0, 2**64 - 1).map(lambda number: str(IPv6Address((0xFE80 << 112) | number)))
ports = st.just(DEFAULT_PORT) | st.integers(DEFAULT_PORT, DEFAULT_PORT + 16) | st.integers(1, 65535)
secrets = st.just("") | st.binary(min_size=4, max_size=4).map(new_secret)
invites = st.builds(Invite, private | v4 | v6 | local, ports, secrets)


@given(invites)
def test_a_code_says_what_was_put_in(invite: Invite):
    assert parse_invite(format_invite(invite)) == invite


@given(invites)
def test_a_code_is_read_as_people_type_it(invite: Invite):
    code = format_invite(invite)
    typed = " " + code.replace("-", " ").lower().replace("0", "o").replace("1", "l") + " "
    assert parse_invite(typed) == invite


@given(invites, st.data())
def test_one_wrong_character_is_found(invite: Invite, data: st.DataObject):
    code = format_invite(invite)
    at = data.draw(st.sampled_from([at for at in range(1, len(code)) if code[at] != "-"]))
    other = data.draw(st.sampled_from(ALPHABET))
    assume(other != code[at])
    with pytest.raises(BadInvite):
        parse_invite(code[:at] + other + code[at + 1 :])


@given(invites, st.data())
def test_swapped_neighbours_are_found(invite: Invite, data: st.DataObject):
    code = format_invite(invite).replace("-", "")
    at = data.draw(st.integers(1, len(code) - 2))
    assume(code[at] != code[at + 1])
    with pytest.raises(BadInvite):
        parse_invite(code[:at] + code[at + 1] + code[at] + code[at + 2 :])


@given(st.text(max_size=30) | st.text(ALPHABET + "+-ilou ", max_size=20).map("+".__add__))
def test_anything_else_is_refused_in_one_sentence(text: str):
    try:
        invite = parse_invite(text)
    except BadInvite as error:
        sentence = str(error)
    else:
        sentence = format_invite(invite)
    assert "\n" not in sentence


def test_codes_of_a_home_network_are_short():
    assert len(format_invite(Invite("192.168.1.23")).replace("-", "")) == 1 + 6
    assert len(format_invite(Invite("192.168.1.23", DEFAULT_PORT, "K7QW2M")).replace("-", "")) == 1 + 12
    assert len(format_invite(Invite("10.1.2.3", DEFAULT_PORT + 3, "K7QW2M")).replace("-", "")) == 1 + 14


def test_a_known_code_stays_what_it_is():
    assert format_invite(Invite("192.168.1.23", DEFAULT_PORT, "K7QW2M")) == "+004B-GK7Q-W2M8"


def test_a_zone_stays_at_home():
    assert parse_invite(format_invite(Invite("fe80::1%eth0"))) == Invite("fe80::1")


@pytest.mark.parametrize(
    "invite",
    [
        Invite("kitchen.local"),
        Invite("10.0.0.1", 0),
        Invite("10.0.0.1", 70000),
        Invite("10.0.0.1", 1, "short"),
    ],
)
def test_what_fits_no_code_is_wrong_use(invite: Invite):
    with pytest.raises(Misuse):
        format_invite(invite)
