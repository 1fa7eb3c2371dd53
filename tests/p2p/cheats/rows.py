"""The attacks this game was built against, by the numbers of the research on card games without a host.

Each has liars here that try it among honest peers, or a reason why no test can. Where `tests/p2p/deal` or others have
more of the kind, the path says so. `test_rows` holds the list against the disk: no row is without either, no file
without a row.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Row(NamedTuple):
    """An attack, and the files in which it is tried, or why it is tried nowhere."""

    number: int
    title: str
    files: tuple[str, ...] = ()
    reason: str = ""


ROWS: Final = (
    Row(
        1,
        "all others put together what they know",
        reason="Nothing they send differs from what honest peers send, so there is nothing to see; that all but one "
        "learn no card of that one is what tests/p2p/test_leaks.py searches for.",
    ),
    Row(2, "a wrong share for a card", ("test_wrong_share.py", "test_other_card.py")),
    Row(3, "no share, for all or for one", ("test_silent.py",)),
    Row(4, "cards exchanged, doubled or removed in a shuffle", ("test_substituted.py", "test_copied.py")),
    Row(5, "a card marked by a ratio between cards", ("test_tagged.py",)),
    Row(6, "a card marked by a part of small order", ("test_no_point.py",)),
    Row(7, "a card marked by the twist", ("test_no_point.py",)),
    Row(8, "face points that hang together", ("test_own_faces.py",)),
    Row(9, "two spellings of a point, or of a number", ("test_no_point.py", "test_no_scalar.py")),
    Row(10, "a key that cancels the others'", ("test_rogue_key.py",)),
    Row(11, "parameters of proofs chosen by somebody", ("test_own_generators.py",)),
    Row(12, "a challenge that does not bind the whole statement", ("test_weak_challenge.py", "test_replay.py")),
    Row(13, "letters, shares and proofs of another place, used again", ("test_replay.py", "test_other_card.py")),
    Row(14, "somebody's hidden card fed into a deck", ("test_fed.py",)),
    Row(15, "two letters for one address", ("test_equivocation.py", "test_late.py", "test_astray.py")),
    Row(16, "two stories, to get more shares, or in the last slot", ("test_fork.py", "test_last_slot.py")),
    Row(17, "a toss of the coin that somebody dislikes", ("test_withheld_nonce.py", "test_clerk.py")),
    Row(18, "leaving with bad cards", ("test_leaves_losing.py", "test_leave.py")),
    Row(19, "a seed that is not shown, or is another one", ("test_withheld_seed.py", "test_wrong_seed.py")),
    Row(
        20,
        "a move that is illegal, out of turn, or with cards not held",
        ("test_illegal_move.py", "test_false_letter.py"),
    ),
    Row(
        21,
        "a lie about a hidden hand",
        (
            "test_lying_drawer.py",
            "test_lying_accused.py",
            "test_lying_challenger.py",
            "test_false_confession.py",
            "test_pass.py",
            "test_house_rules.py",
        ),
    ),
    Row(22, "floods, monsters and bombs", ("test_flood.py", "test_malformed.py", "test_stranger.py")),
    Row(23, "slowness on purpose", ("test_stall.py",)),
    Row(24, "a peer that is gone with its key", ("test_vanishes.py",)),
    Row(25, "other letters for the same places after a crash", ("test_equivocation.py",)),
    Row(26, "somebody in the middle", ("test_middleman.py",)),
    Row(
        27,
        "one person on two seats",
        reason="Two keys on two machines are two peers: no message tells them from two people.",
    ),
    Row(
        28,
        "secrets read out of running times",
        reason="What a test could time here is Python and the machine's other work; the arithmetic on secrets is "
        "libsodium's, in constant time.",
    ),
    Row(29, "weak chance", ("test_badly_random.py",)),
    Row(
        30,
        "listening",
        reason="Who listens hears what every peer is sent, and that is searched in tests/p2p/test_leaks.py; that TLS "
        "hides it from others is not ours to test.",
    ),
)

BESIDE: Final = {
    "test_any_lie.py": "whatever can be changed in a letter, at any moment",
    "test_bad_network.py": "liars of many rows over a network that loses and delays",
    "test_chat.py": "who misuses what people say to each other",
    "test_false_accusation.py": "who wants somebody honest put out",
    "test_honest.py": "the same tables without a liar",
    "test_liar_record.py": "who writes records and has all the keys",
    "test_rematch.py": "who wants others to play again that do not",
    "test_rows.py": "this list",
}
"""Files of this folder that belong to no row."""
