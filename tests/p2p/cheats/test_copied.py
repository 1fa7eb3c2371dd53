"""A shuffler that copies a hidden position onto another one: who draws the one card would know the other.

It is the second attack on commutative keys that this protocol was built against; there it is seen by nobody.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fliptable.p2p.deal.elgamal import Ciphertext

from .crooked import EVERYWHERE, Moment, Work, caught


def copied(work: Work) -> Sequence[Ciphertext]:
    """The first card becomes the second, hidden anew, so that nobody sees that they are the same."""
    return [work.again(work.made[1]), *work.made[1:]]


@pytest.mark.parametrize(("moment", "seat"), EVERYWHERE)
def test_a_card_that_is_the_copy_of_another(moment: Moment, seat: int) -> None:
    caught(copied, moment, seat, whole=seat == 0 and moment is not Moment.BACKGROUND)


def verbatim(work: Work) -> Sequence[Ciphertext]:
    """The lazy kind, which can be seen by looking."""
    return [work.made[1], *work.made[1:]]


@pytest.mark.parametrize("moment", Moment)
def test_a_copy_that_is_not_even_hidden(moment: Moment) -> None:
    caught(verbatim, moment, 1, frozenset({"repeated-ciphertext"}))
