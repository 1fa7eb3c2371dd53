"""The two families of errors of the peers: ours and theirs.

Ours is wrong use: an exception for the program that called us, `Misuse`. Theirs is a verdict: something a
peer sent breaks the protocol, `PeerFault`, with a short reason in kebab case and the signed bytes anybody can
check. A verdict is raised inside the checks, where nobody knows yet whose message it is; whoever does know
turns it into a notice with a name.

This module must never know a message, a card or a rule: everything in p2p stands on it.
"""

from __future__ import annotations


class Misuse(Exception):
    """The calling program asked for something that makes no sense now; the text says what and why."""


class PeerFault(Exception):
    """What a peer sent breaks the protocol or the rules.

    `reason` is a code in kebab case ("share-proof", "equivocation"); `evidence` holds the signed messages
    that prove it to anybody, as bytes, and is empty as long as the check does not know them.
    """

    def __init__(self, reason: str, evidence: tuple[bytes, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.evidence = evidence


class Malformed(PeerFault):
    """These bytes are no message at all: unreadable, of the wrong shape, too long, or not in canonical form.

    Malformed is not illegal: unsigned bytes prove nothing against anybody, they only end the link they came
    over.
    """


class Unreadable(Exception):
    """A card opened to something that is no face although every share was proved.

    Then the proof of some shuffle says less than it should; who shuffled falsely shows when the seeds are shown.
    """

    def __init__(self, place: int, side: int) -> None:
        super().__init__(f"place {place}, side {side}, opened to no face")
        self.place = place
        self.side = side
