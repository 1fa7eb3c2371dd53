"""A player in any language: a program that is told and asked in lines of JSON (docs/isolated.md).

It gets what `View.to_dict` and `core.report` say to its seat, so it cannot see more. Like any other player in a process
of its own it is killed when it is late, and started again and told all that happened when it is asked next. Must never
know who wrote it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from time import monotonic
from typing import Any, cast

from ...core.events import Event
from ...core.moves import Move
from ...core.phases import MatchResult
from ...core.report import winner_field
from ...core.view import View
from ..spec import API_VERSION, Context
from .child import Child, Gone, Lines
from .limits import limited
from .telling import deck, told
from .tier import TEXT_LIMIT, Died, Failed, FaultKind, Late, Wrong


class Command:
    """The tier of one program a player."""

    def __init__(self, command: Sequence[str]) -> None:
        # Who puts limits on itself before it becomes the program needs no code of ours between fork and exec.
        self._command = limited(command)
        self._context: Context | None = None
        self._past: list[bytes] = []
        self._program: Child | None = None
        self.spent = 0.0

    def start(self, context: Context, seconds: float) -> None:
        """See `Tier`."""
        self._context = context
        deadline = monotonic() + seconds
        try:
            self._program = program = Child(self._command, Lines())
        except OSError as error:
            raise Failed(f"it cannot be run ({error.strerror})") from None
        major, minor = API_VERSION
        _say(program, {"type": "hello", "api": [major, minor]})
        hello = self._hear("hello", deadline)
        api = hello.get("api")
        if not isinstance(api, list) or cast("list[object]", api)[:1] != [major]:
            self.close()
            raise Failed(f"it speaks version {json.dumps(api)[:20]} of the protocol, and this is {major}.{minor}")
        budget = context.budget
        _say(
            program,
            {
                "type": "start",
                "seat": context.seats[context.seat],
                "seats": list(context.seats),
                "rules": context.rules.to_dict(),
                "deck": deck(context.rules),
                "seed": context.rng.getrandbits(32),
                "budget": {"move": budget.move, "bank": budget.bank, "start": budget.start, "nodes": budget.nodes},
            },
        )
        self._hear("ready", deadline)

    def choose(self, events: Sequence[Event], view: View, seconds: float) -> object:
        """See `Tier`."""
        news = [json.dumps({"type": "observe", "event": event}).encode() for event in told(view, events)]
        self._past += news
        self.spent = 0.0
        if self._program is None and self._context is not None:
            news = self._past
            self.start(self._context, self._context.budget.start)
        program = self._running()
        began = monotonic()
        try:
            for line in news:
                program.send(line)
            _say(program, {"type": "choose", "seconds": seconds, "view": view.to_dict()})
            return _chosen(self._hear("move", began + seconds), view)
        finally:
            self.spent = monotonic() - began

    def finish(self, events: Sequence[Event], result: MatchResult | None, seconds: float) -> None:
        """See `Tier`; the program may end by itself, and is ended otherwise."""
        del events  # The table on which they happened is gone; how it ended the result says.
        if self._program is None or self._context is None:
            return
        seats = self._context.seats
        found = result and {
            "winner": winner_field([seats[seat] for seat in result.winners]),
            "scores": dict(zip(seats, result.scores, strict=True)),
        }
        _say(self._program, {"type": "finish", "result": found})
        self._program.finish(seconds)

    def close(self) -> None:
        """See `Tier`."""
        if self._program is not None:
            self._program.kill()
            self._program = None

    def _running(self) -> Child:
        if self._program is None:
            raise Failed("it was never started")
        return self._program

    def _hear(self, kind: str, deadline: float) -> dict[str, Any]:
        """The answer of this type.

        Raises:
            Late, Failed, Died: there is none; but for an error that it owns up to the program has ended then.
        """
        try:
            line = self._running().receive(deadline - monotonic())
        except Late:
            self.close()
            raise
        except Gone as gone:
            self.close()
            raise Died(str(gone)) from None
        answer = _read(line)
        if answer is not None and answer.get("type") == "error":
            raise Failed(str(answer.get("text", "it gave no reason"))[:TEXT_LIMIT])
        if answer is None or answer.get("type") != kind:
            self.close()  # Nobody knows any more which answer would belong to which question.
            said = line[:60].decode("utf-8", "replace").strip()
            raise Failed(f"it said {said!r} where its {kind} was waited for")
        return answer


def _say(program: Child, value: dict[str, Any]) -> None:
    program.send(json.dumps(value).encode())


def _read(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _chosen(answer: dict[str, Any], view: View) -> Move | None:
    """The move that an answer spells; raises `Wrong`."""
    move = answer.get("move")
    if move is None and not view.acts:
        return None
    if not isinstance(move, str):
        raise Wrong(FaultKind.WRONG_TYPE, f"with {'nothing' if move is None else type(move).__name__}")
    for legal in view.legal:
        if view.spell(legal) == move:
            return legal
    raise Wrong(FaultKind.ILLEGAL, f"a move that is not legal ({move[:40]})")
