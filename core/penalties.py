"""Draw cards: what they make a seat draw, how it answers, and the challenge (rows 31 to 44, 58; H110 to H114).

Must never read a face that is not public, except through what its owner says of it.
"""

from __future__ import annotations

from typing import Final

from .agenda import plan, tell
from .cards import ALL_FACES, DRAWN_BY, NO_COLOUR, SKIPS, WILD_DRAWS, WILDS, FaceSet, Kind, of
from .disclose import accuse, known_in, open_face, seal, state
from .drawing import draw_out, draw_until, pay
from .events import Accepted, Reversed, Verdict
from .events import Challenged as ChallengeMade
from .phases import Challenged, Pending
from .table import BARRIER, Step, Table
from .turns import begin_turn, serve

LOST_CHALLENGE: Final = 2
"""Cards that a lost challenge costs on top (rows 37, 39)."""


def summed(table: Table, kind: Kind) -> tuple[int, int]:
    """What a draw card that was just laid makes its victim draw with all that is pending: a number, until a colour."""
    phase = table.phase
    total, until = (phase.total, phase.until) if isinstance(phase, Pending | Challenged) else (0, NO_COLOUR)
    if kind is Kind.WILD_DRAW_COLOR:
        until = table.colour
    return total + DRAWN_BY[kind], until


def penalty(table: Table, seat: int, total: int, until: int, more: int = 0) -> Step:
    """The step by which ``seat`` draws until a colour comes, if one is meant, and then a number of cards."""
    if until == NO_COLOUR:
        return (draw_out, seat, total + more)
    rules = table.rules
    stop = of(until) | (WILDS if rules.draw_color_wild_stops else 0)
    most = rules.draw_color_cap if isinstance(rules.draw_color_cap, int) else sum(table.inventory[table.side])
    return (draw_until, seat, stop, most, total + more)


def attack(table: Table, seat: int, before: int, kind: Kind) -> None:
    """A draw card was laid: its victim answers it where the rules have answers, else it draws."""
    rules, victim = table.rules, table.after(seat)
    total, until = summed(table, kind)
    if kind in WILD_DRAWS and rules.wild_draw_mode == "bluff":
        table.turn = victim
        table.phase = Challenged(seat, before, table.discard[-1], total, until)
    elif rules.answers_draws:
        table.turn = victim
        table.phase = Pending(kind, total, until)
    elif until == NO_COLOUR and total <= len(table.draw) and not rules.mercy:
        draw_out(table, victim, total)  # Nothing can come between.
        serve(table, victim)
    else:
        plan(table, penalty(table, victim, total, until), (serve, victim))


def last_attack(table: Table, seat: int, kind: Kind) -> None:
    """Who goes out with a draw card makes the next seat draw the whole sum; nobody answers it (rows 44, 59; H114)."""
    plan(table, penalty(table, table.after(seat), *summed(table, kind)))


def deflects(table: Table, kind: Kind) -> bool:
    """Whether the card just laid sends a pending draw away."""
    return isinstance(table.phase, Pending | Challenged) and (kind is Kind.REVERSE or kind in SKIPS)


def deflect(table: Table, seat: int, kind: Kind) -> None:
    """A pending draw goes to the next seat, after a Reverse in the other direction."""
    phase = table.phase
    assert isinstance(phase, Pending | Challenged)
    if kind is Kind.REVERSE:
        table.direction = -table.direction
        tell(table, Reversed, seat, table.direction)
    victim = table.after(seat)
    if not table.hands[seat]:
        plan(table, penalty(table, victim, phase.total, phase.until))
        return
    table.turn = victim
    table.phase = Pending(pending_kind(table, phase), phase.total, phase.until)


def pending_kind(table: Table, phase: Pending | Challenged) -> Kind:
    """The kind of draw card that waits for an answer."""
    if isinstance(phase, Pending):
        return phase.kind
    return table.sheets[table.side].kinds[table.read(phase.place, table.side)]


def give_in(table: Table, seat: int) -> None:
    """The victim takes it all."""
    phase = table.phase
    assert isinstance(phase, Pending | Challenged)
    if isinstance(phase, Challenged):
        tell(table, Accepted, seat)
    plan(table, penalty(table, seat, phase.total, phase.until), (pay,), (serve, seat))


def challenge(table: Table, seat: int) -> None:
    """The accused answers for the cards it held at the play and shows them (rows 31 to 39).

    Cards it has to draw for a missing call are still owed, so its hand is what it was (H44).
    """
    phase, rules = table.phase, table.rules
    assert isinstance(phase, Challenged)
    tell(table, ChallengeMade, seat, phase.by)
    side, accused = table.side, phase.by
    below = table.read(table.discard[-2], side) if len(table.discard) > 1 else table.top
    guilty = table.ruling.guilty(rules.wild_draw_test, below, phase.before)
    hand = table.hands[accused]
    hidden = tuple(place for place in hand if not table.public(place, side))
    known = {place: known_in(table, place, side, guilty) for place in hand}
    shown = True in known.values()
    asked = () if shown else tuple(place for place in hidden if known[place] is None)
    accuse(table, accused, asked, side, guilty)
    table.answer = table.answer or shown
    for place in hidden:
        if rules.challenge_reveal == "all":
            open_face(table, place, side)
        else:
            seal(table, place, side, accused, seat)
    plan(table, BARRIER, (_clear, accused, asked, side, guilty), BARRIER, (_judge, seat, phase))


def _clear(table: Table, accused: int, places: tuple[int, ...], side: int, guilty: FaceSet) -> None:
    """Who says that it is innocent has to state so of each card that it was asked about."""
    if not table.answer:
        for place in places:
            state(table, place, side, accused, ALL_FACES & ~guilty, 0)


def _judge(table: Table, seat: int, phase: Challenged) -> None:
    accused, total, until = phase.by, phase.total, phase.until
    tell(table, Verdict, seat, accused, table.answer)
    if not table.answer:
        plan(table, penalty(table, seat, total, until, LOST_CHALLENGE), (pay,), (serve, seat))
        return
    if until != NO_COLOUR and table.rules.draw_color_guilty == "two":
        total, until = total + 2, NO_COLOUR
    # Nothing is drawn by an accused seat that has left.
    drawing = (penalty(table, accused, total, until),) if table.out[accused] is None else ()
    plan(table, *drawing, (pay,), (begin_turn, seat))
