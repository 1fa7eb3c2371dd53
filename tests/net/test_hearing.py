"""How the others are heard, as it is told to people."""

from fliptable.p2p.messages import Member
from fliptable.p2p.net.hearing import QUIET_SECONDS, Hearing
from fliptable.p2p.notices import LinkState

ADA, BO, CHIDI, EVE = (bytes([number]) * 32 for number in range(4))
MEMBERS = tuple(Member(key, name, ()) for key, name in ((ADA, "Ada"), (BO, "Bo"), (CHIDI, "Chidi")))


def states(hearing: Hearing, now: float, via: bytes | None = None) -> dict[str, LinkState]:
    return hearing.states(MEMBERS, {BO: 18}.get, lambda key: via if key == CHIDI else None, now)


def test_each_other_seat_is_told_with_its_way() -> None:
    hearing = Hearing(ADA)
    assert states(hearing, 0.0, via=BO) == {"Bo": LinkState(18, None, 0), "Chidi": LinkState(None, "Bo", 0)}


def test_silence_is_counted_from_the_last_sign_of_life_and_is_no_news_at_first() -> None:
    hearing = Hearing(ADA)
    states(hearing, 10.0)
    hearing.heard(BO, 11.0)
    hearing.heard(EVE, 11.0)
    assert {name: state.silent for name, state in states(hearing, 10.0 + QUIET_SECONDS - 0.1).items()} == dict.fromkeys(
        ("Bo", "Chidi"), 0
    )
    assert {name: state.silent for name, state in states(hearing, 15.5).items()} == {"Bo": 4, "Chidi": 5}
    hearing.heard(CHIDI, 16.0)
    assert states(hearing, 16.5)["Chidi"].silent == 0


def test_somebody_who_helps_and_sits_elsewhere_has_no_name() -> None:
    assert states(Hearing(ADA), 0.0, via=EVE)["Chidi"].via is None
