"""The table for scripts: JSON Lines on standard output and nothing else there, moves from standard input.

Must never know sessions or sockets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.errors import BadNotation, IllegalMove
from ..core.law import refusal
from ..core.moves import Leave, Move
from ..core.notation import format_move, parse_move
from ..core.phases import Opening
from ..core.report import report, winner_field
from ..core.rules import Rules
from ..core.table import Table
from ..core.view import View
from ..p2p.notices import (
    Audited,
    Began,
    DealtAgain,
    Dropped,
    Ended,
    Fault,
    Happened,
    LeftOut,
    PlayAgain,
    Result,
    Seated,
)
from .front import Front, Opened, PeerReport
from .output import emit, tell
from .refusal_words import refuse
from .troubles import tell_fault, why_dropped


class JsonLines(Front):
    """The front end for scripts.

    Args:
        asks: whether moves come from standard input; otherwise an AI player has the seat.
    """

    def __init__(self, *, asks: bool = True) -> None:
        self._asks = asks
        self._names: tuple[str, ...] = ()
        self._seats: tuple[str, ...] = ()
        self._asked: list[str] = []
        self._table: Table | None = None
        self._me = 0

    def opened(self, table: Opened) -> None:
        """See `Front`."""
        emit({"type": "table", "name": table.name, "addresses": list(table.addresses), "code": table.code})

    def remark(self, text: str) -> None:
        """See `Front`."""
        tell(text)

    def seated(self, notice: Seated) -> None:
        """See `Front`."""
        for name in notice.names:
            if name not in self._names:
                emit({"type": "joined", "seat": name, "seats": list(notice.names), "wanted": notice.wanted})
        self._names = notice.names

    def left_out(self, notice: LeftOut) -> None:
        """See `Front`."""
        emit({"type": "left-out", "seats": list(notice.names), "reason": notice.reason})

    def began(self, notice: Began, rules: Rules, players: Sequence[str]) -> None:
        """See `Front`."""
        self._seats = notice.seats
        self._asked, self._table = [], None
        values: dict[str, Any] = {"session": notice.session.hex(), "words": list(notice.words)}
        values |= {"seats": list(notice.seats), "seat": notice.seats[notice.me]}
        values |= {"dealer": notice.seats[notice.dealer], "back": notice.back}
        emit({"type": "began", **values, "rules": rules.to_dict()})

    def happened(self, notice: Happened, table: Table, me: int) -> None:
        """See `Front`."""
        for event in notice.events:
            emit({"type": "event", "slot": notice.slot, "event": report(table, event, me)})

    def settled(self, view: View) -> None:
        """See `Front`."""
        if not self._asks:
            return
        moves = [view.spell(move) for move in view.legal]
        if view.acts:
            values = view.to_dict()
            # The log grows with the round, and every event has been printed already.
            emit({"type": "your-turn", "legal": moves, "view": {k: v for k, v in values.items() if k != "log"}})
        elif moves and moves != self._asked:
            emit({"type": "chance", "legal": moves})
        self._asked = moves

    def rematch(self, notice: PlayAgain) -> None:
        """See `Front`."""
        values = {"seats": list(notice.wanting), "undecided": list(notice.undecided), "start": notice.clerk}
        emit({"type": "rematch", **values})

    def watched(self, number: int) -> None:
        """See `Front`."""
        emit({"type": "watched", "number": number})

    def said(self, name: str, text: str) -> None:
        """See `Front`."""
        emit({"type": "said", "seat": name, "text": text})

    def waiting(self, names: tuple[str, ...]) -> None:
        """See `Front`."""
        emit({"type": "waiting", "seats": list(names)})

    def away(self, names: tuple[str, ...], seconds: int, ending: tuple[str, ...]) -> None:
        """See `Front`."""
        emit({"type": "away", "seats": list(names), "seconds": seconds, "ending": list(ending)})

    def back(self, names: tuple[str, ...]) -> None:
        """See `Front`."""
        emit({"type": "back", "seats": list(names)})

    def audited(self, notice: Audited, scores: dict[str, int]) -> None:
        """See `Front`."""
        values = {"round": notice.round, "result": notice.result, "seats": list(notice.names), "scores": scores}
        proofs = sum(one.proofs for one in notice.checked)
        emit({"type": "audit", **values, "innocent": list(notice.innocent), "proofs": proofs})

    def fault(self, notice: Fault) -> None:
        """See `Front`."""
        text = tell_fault(notice.seat, notice.reason)
        emit({"type": "fault", "seat": notice.seat, "reason": notice.reason, "slot": notice.slot, "text": text})

    def dealt_again(self, notice: DealtAgain) -> None:
        """See `Front`."""
        self._asked, self._table = [], None
        emit({"type": "dealt-again", "without": notice.without, "round": notice.round})

    def player_failed(self, seat: str, reason: str, text: str) -> None:
        """See `Front`."""
        emit({"type": "fault", "seat": seat, "reason": f"player-{reason}", "text": text})

    def dropped(self, notice: Dropped) -> None:
        """See `Front`."""
        move = format_move(self._table, self._me, notice.move) if self._table else ""
        emit({"type": "refused", "move": move, "reason": notice.reason, "text": why_dropped(notice.reason)})

    def ended(self, notice: Ended, seconds: float, peers: Sequence[PeerReport]) -> None:
        """See `Front`."""
        emit(result_line(notice, seconds, peers))

    def typed(self, line: str, table: Table | None, seat: int) -> Move | None:
        """See `Front`."""
        text = line.strip()
        if not text:
            return None
        if text == "leave":
            return Leave()
        if table is None or isinstance(table.phase, Opening):
            emit({"type": "refused", "move": text, "reason": "not-settled", "text": "The cards are being dealt."})
            return None
        self._table, self._me = table, seat
        try:
            who, move = parse_move(table, text, seat)
            reason = "not-your-seat" if who != seat else None
            sentence = f"You sit at {table.seats[seat]}."
            refused = refusal(table, seat, move, own=True) if reason is None else None
            if refused is not None:
                reason, sentence = refused.value, refuse(table, seat, move, refused, seat)
        except BadNotation as error:
            move, reason, sentence = None, "unreadable", str(error)
        except IllegalMove as error:
            move, reason, sentence = None, error.reason.value, refuse(table, seat, None, error.reason, seat)
        if reason is None:
            return move
        emit({"type": "refused", "move": text, "reason": reason, "text": sentence})
        return None


def result_line(notice: Ended, seconds: float, peers: Sequence[PeerReport]) -> dict[str, Any]:
    """The last line: how the match ended, as scripts and observers read it."""
    values: dict[str, Any] = {"type": "result", **_fields(notice.result), "seconds": round(seconds, 2)}
    values |= {"outcome": notice.outcome, "text": notice.text}
    if peers:
        values["peers"] = [
            {"seat": peer.seat, "head": peer.result.head.hex(), "table": peer.result.table.hex()} for peer in peers
        ]
    return values


def _fields(result: Result | None) -> dict[str, Any]:
    """What a signed charter brings; without one there is nothing to tell."""
    if result is None:
        nothing = dict.fromkeys(("session", "winner", "head", "table", "audit"))
        return {**nothing, "seats": [], "rounds": 0, "scores": {}, "slots": 0}
    return {
        "session": result.session.hex(),
        "seats": list(result.seats),
        "rounds": result.rounds,
        "scores": dict(result.scores),
        "winner": winner_field(result.winners),
        "slots": result.slots,
        "head": result.head.hex(),
        "table": result.table.hex(),
        "audit": result.audit,
    }
