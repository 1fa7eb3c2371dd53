"""``fliptable position``: set up a position, apply moves, print what came of it."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ..core import events
from ..core.cards import NO_COLOUR, SIDE_NAMES, UNKNOWN
from ..core.dealer import TrustedDealer
from ..core.errors import BadNotation, IllegalMove, Reason
from ..core.legal import legal
from ..core.moves import Move
from ..core.notation import card_at, format_colour, format_move, parse_move
from ..core.phases import Challenged, Opening, Pending, RoundResult
from ..core.play import attempt, open_position
from ..core.position import DIRECTIONS, PHASES, Position, position
from ..core.position_reader import read_position
from ..core.report import report
from ..core.table import Table
from .endings import Exit, Stop
from .event_words import Teller
from .output import emit, say, tell
from .refusal_words import refuse
from .words import burden


def run(file: str, moves: Sequence[str], *, seed: int, show_legal: bool, as_json: bool) -> Exit:
    """Print the position after ``moves``, or the one before the first move that is refused.

    Raises:
        Stop: the file, the position or a move cannot be read.
    """
    table = set_up(_load(file), seed)
    happened: list[dict[str, Any]] = []
    sentences: list[str] = []
    # The moves of the game, each a name and what it does to the table; an opening goes on by itself.
    opening = [""] if isinstance(table.phase, Opening) else []
    for text in [*opening, *moves]:
        try:
            table, news = _play(table, text)
        except IllegalMove as error:
            if not as_json:
                _draw(table, sentences, show_legal=False)
            return _refused(table, text, error.reason, as_json=as_json)
        except BadNotation as error:
            raise Stop(Exit.MISUSE, str(error)) from None
        happened += [report(table, event) for event in news]
        teller = Teller(table)
        sentences += [teller.tell(event) for event in news]
    if as_json:
        emit(_answer(table, happened))
    else:
        _draw(table, sentences or _outcome(table), show_legal=show_legal)
    return Exit.DONE


def set_up(values: object, seed: int) -> Table:
    """The table that decoded JSON describes, all chance in it following ``seed``.

    Raises:
        Stop: it is no position.
    """
    try:
        return read_position(values, TrustedDealer(random.Random(seed)))
    except BadNotation as error:
        raise Stop(Exit.MISUSE, f"This position cannot be read: {error}") from None


def load(file: str, seed: int) -> Table:
    """The settled table that a file describes, after its opening; raises `Stop`."""
    table = set_up(_load(file), seed)
    if not isinstance(table.phase, Opening):
        return table
    try:
        return _play(table, "")[0]
    except IllegalMove as error:
        raise Stop(Exit.MISUSE, refuse(table, None, None, error.reason)) from None


def _called(file: str) -> str:
    return "Standard input" if file == "-" else file


def _load(file: str) -> object:
    try:
        text = _standard_input() if file == "-" else Path(file).read_text("utf-8")
        text = text.removeprefix("\ufeff")  # some editors begin a file with it
    except UnicodeDecodeError:
        raise Stop(Exit.MISUSE, f"{_called(file)} is no position: it is no UTF-8 text.") from None
    except OSError as error:
        raise Stop(Exit.MISUSE, f"{file} cannot be read: {error.strerror}.") from None
    try:
        return json.loads(text, object_pairs_hook=partial(_object, _called(file)))
    except json.JSONDecodeError as error:
        raise Stop(Exit.MISUSE, f"{_called(file)} is no JSON: {error.msg} in line {error.lineno}.") from None
    except (ValueError, RecursionError):
        raise Stop(Exit.MISUSE, f"{_called(file)} is no position: a value in it is too large.") from None


def _standard_input() -> str:
    return "" if sys.stdin is None else sys.stdin.read()


def _object(called: str, fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object as JSON means it; which of two equal fields counts nobody could say."""
    found = dict(fields)
    if len(found) < len(fields):
        twice = next(name for number, (name, _) in enumerate(fields) if name in dict(fields[:number]))
        raise Stop(Exit.MISUSE, f"{called} is no position: the field {twice!r} stands there twice.")
    return found


def _play(table: Table, text: str) -> tuple[Table, list[events.Event]]:
    """The table after a move in notation, or after its opening when the text is empty; the old one stays."""
    if isinstance(table.phase, Opening):
        after = table.clone()
        after.listening = True
        return after, open_position(after)
    seat, move = parse_move(table, text)
    return attempt(table, seat, move)


def _moves(table: Table) -> dict[str, list[str]]:
    """The legal moves of every seat that has one, without those that would read a face nobody wrote down."""
    found: dict[str, list[str]] = {}
    for seat, name in enumerate(table.seats):
        moves = [format_move(table, seat, move) for move in legal(table, seat) if _readable(table, seat, move)]
        if moves:
            found[name] = moves
    return found


def _readable(table: Table, seat: int, move: Move) -> bool:
    """Whether a move can be applied to what is known; only a position with a ``?`` says no."""
    if all(UNKNOWN not in faces for faces in table.faces):
        return True
    trial = table.clone()
    # Dice of its own: looking at a move must not change what a later reshuffle brings.
    trial.discloser = TrustedDealer(random.Random(0))
    try:
        attempt(trial, seat, move)
    except IllegalMove:
        return False
    return True


def _answer(table: Table, happened: list[dict[str, Any]]) -> dict[str, Any]:
    found = position(table)
    answer: dict[str, Any] = {
        "position": found,
        "events": happened,
        "to_act": [table.seats[seat] for seat in table.to_act],
        "legal": _moves(table),
    }
    return answer | {key: found[key] for key in ("round", "match") if key in found}


def _refused(table: Table, text: str, reason: Reason, *, as_json: bool) -> Exit:
    """Say why; the position is the one before the move."""
    seat: int | None = None
    move: Move | None = None
    try:
        seat, move = parse_move(table, text)
    except (IllegalMove, BadNotation):
        first = text.partition(" ")[0].lower()
        seat = next((s for s, name in enumerate(table.seats) if name.lower() == first), next(iter(table.to_act), None))
    sentence = refuse(table, seat, move, reason)
    if as_json:
        emit({"refused": {"move": text, "reason": reason.value, "text": sentence}, "position": position(table)})
    else:
        tell(f"fliptable: {text}: {sentence}" if text else f"fliptable: {sentence}")
    return Exit.REFUSED


# The text form.


def _draw(table: Table, sentences: Sequence[str], *, show_legal: bool) -> None:
    for sentence in sentences:
        say(sentence)
    found: Position = position(table)
    sheet = table.sheets[table.side]
    phase = PHASES[type(table.phase)]
    act = ", ".join(table.seats[seat] for seat in table.to_act)
    side = f"{SIDE_NAMES[table.side]} side, " if len(table.sheets) > 1 else ""
    say(f"{side}{DIRECTIONS[table.direction]}, phase {phase}{f', {act} to act' if act else ''}")
    if table.discard:
        colour = NO_COLOUR if table.faces[table.side][table.discard[-1]] == UNKNOWN else table.colour_in_force
        force = "no colour" if colour == NO_COLOUR else format_colour(sheet, colour)
        say(f"top {card_at(table, table.discard[-1])}, {force} in force")
    say(f"draw pile {len(table.draw)}, discard pile {len(table.discard)}")
    if isinstance(table.phase, Pending) or (isinstance(table.phase, Challenged) and table.rules.answers_draws):
        say(f"to be drawn: {burden(sheet, table.phase.total, table.phase.until)}")
    if table.places:
        say(f"places: {', '.join(table.seats[seat] for seat in table.places)}")
    width = max(map(len, table.seats))
    for seat, name in enumerate(table.seats):
        marks = [word for word, on in _marks(table, seat).items() if on]
        cards = " ".join(found["hands"][name]) or "-"
        say(f"  {name:<{width}}  {cards}" + (f"  ({', '.join(marks)})" if marks else ""))
    if show_legal:
        for name, moves in _moves(table).items():
            say(f"{name} may: {', '.join(moves)}")


def _outcome(table: Table) -> list[str]:
    """How a round that was over already had ended."""
    teller, result, match = Teller(table), table.result, table.match_result
    found: list[str] = []
    if result is not None:
        found.append(teller.tell(_round_over(result)))
    if match is not None:
        found.append(teller.tell(events.MatchOver(match.winners, match.scores)))
    return found


def _round_over(result: RoundResult) -> events.RoundOver:
    return events.RoundOver(result.winner, result.points, result.by, result.blocked, result.places)


def _marks(table: Table, seat: int) -> dict[str, bool]:
    return {
        "dealer": seat == table.dealer,
        "to act": seat in table.to_act,
        "called": bool(table.called >> seat & 1),
        "can be caught": bool(table.catchable >> seat & 1),
        f"draws {table.owed.get(seat, 0)} more": seat in table.owed,
        f"out: {table.out[seat]}": table.out[seat] is not None,
        f"{table.scores[seat]} points": table.scores[seat] > 0,
    }
