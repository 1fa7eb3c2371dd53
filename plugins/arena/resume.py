"""The file of a tournament under way: JSON Lines, first what is played, then a line a game, in the order they end.

A tournament that is started again with its file goes on where it stopped, also with more games than before. A last
line that was cut off is dropped. Must never know who plays.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

from ..errors import BadSchedule
from ..guard import Fault
from ..tiers.tier import FaultKind, one_line
from .game import Game, Statistics
from .schedule import Schedule

TYPE: Final = "fliptable-arena"
LINE_MAX: Final = 1_000_000
"""Bytes; what begins with a longer line is no such file."""
FIGURE_MAX: Final = 2**53
"""Nothing in a game is counted further."""
BUCKET_MAX: Final = 1_000
"""No decision takes as long as a bucket beyond this one says."""
DIGEST_LENGTH: Final = 64
"""Hexadecimal digits."""


class ResumeFile:
    """A context that holds the file open.

    Args:
        path: the file; made when it is not there.
        schedule: the tournament.

    Raises:
        BadSchedule: the file cannot be read or written, or is not of this tournament.
    """

    def __init__(self, path: Path, schedule: Schedule) -> None:
        self._path, self._schedule = path, schedule
        self._head = {"type": TYPE, "fingerprint": schedule.fingerprint(), "players": schedule.players}
        try:
            path.touch()
            if not path.is_file():
                raise BadSchedule(f"{path} cannot be used to resume: it is no file.")
            self._file: IO[bytes] = path.open("r+b")
        except OSError as error:
            raise BadSchedule(f"{path} cannot be used to resume: {error.strerror}.") from None
        try:
            self.games = dict(self._read())
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        with suppress(OSError):  # What could not be written would fail once more, and is known already.
            self._file.close()

    def add(self, games: Iterable[tuple[int, Game]]) -> None:
        """Write down what was played; raises `BadSchedule` where the disk does not want it."""
        lines = [json.dumps(self._line(number, game)) for number, game in games]
        self._write("".join(f"{line}\n" for line in lines))

    def _line(self, number: int, game: Game) -> dict[str, Any]:
        """A game as a line: counted from 1, as people do, and with the names of its seats."""
        names = [self._schedule.players[who] for who in self._schedule.order(number)]
        return {"game": number + 1, "players": names, **game_to_dict(game)}

    def _write(self, text: str) -> None:
        try:
            self._file.write(text.encode())
            self._file.flush()
        except OSError as error:
            raise BadSchedule(f"{self._path} cannot be written: {error.strerror}.") from None

    def _read(self) -> Iterator[tuple[int, Game]]:
        """The games of the file, which is cut behind the last whole line; a new file gets its first one."""
        head = self._file.readline(LINE_MAX)
        if not head.endswith(b"\n"):
            if head and not json.dumps(self._head).encode().startswith(head):
                raise BadSchedule(self._damage(1))
            self._file.seek(0)
            self._file.truncate()
            self._write(json.dumps(self._head) + "\n")
            return
        found = self._decoded(head, 1)
        if found.get("type") != TYPE:
            raise BadSchedule(self._damage(1))
        if found.get("fingerprint") != self._head["fingerprint"]:
            raise BadSchedule(
                f"{self._path} belongs to another tournament (other players, rules, seed or time, or a player's file "
                "has changed): choose another one to resume."
            )
        end = self._file.tell()
        for number, line in enumerate(iter(self._file.readline, b""), 2):
            if not line.endswith(b"\n"):
                break
            values = self._decoded(line, number)
            try:
                game = int(values["game"]) - 1, game_from_dict(values, self._schedule.seats)
            except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
                raise BadSchedule(self._damage(number)) from None
            if game[0] < 0:
                raise BadSchedule(self._damage(number))
            yield game
            end += len(line)
        self._file.seek(end)
        self._file.truncate()

    def _decoded(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            found = json.loads(line)
            return dict(found)
        except (ValueError, TypeError, RecursionError):
            raise BadSchedule(self._damage(number)) from None

    def _damage(self, number: int) -> str:
        if number == 1:
            return f"{self._path} is no file of a tournament: choose another one to resume."
        return f"{self._path} is damaged in line {number}: take that line out, or choose another file to resume."


def game_to_dict(game: Game) -> dict[str, Any]:
    """A game as JSON values."""
    return {
        "winners": game.winners,
        "scores": game.scores,
        "faults": [[fault.player, fault.seat, fault.kind.value, fault.text, fault.strikes] for fault in game.faults],
        "forfeited": game.forfeited,
        "times": [{str(number): count for number, count in times.items()} for times in game.times],
        "statistics": game.statistics._asdict(),
        "digest": game.digest,
    }


def game_from_dict(values: dict[str, Any], seats: int) -> Game:
    """The game again, if there can be such a one between so many seats: a file or a process may say anything.

    Raises:
        KeyError, TypeError, ValueError, AttributeError, OverflowError: the values are none.
    """
    game = Game(
        winners=tuple(map(int, values["winners"])),
        scores=tuple(map(int, values["scores"])),
        faults=tuple(
            Fault(one_line(player), int(seat), FaultKind(kind), one_line(text), int(strikes))
            for player, seat, kind, text, strikes in values["faults"]
        ),
        forfeited=tuple(map(int, values["forfeited"])),
        times=tuple({int(number): int(count) for number, count in times.items()} for times in values["times"]),
        statistics=Statistics(**{name: int(count) for name, count in values["statistics"].items()}),
        digest=bytes.fromhex(values["digest"]).hex(),
    )
    named = (*game.winners, *game.forfeited, *(fault.seat for fault in game.faults))
    counted = (*game.statistics, *(figure for times in game.times for item in times.items() for figure in item))
    if (
        len(game.scores) != seats
        or len(game.times) != seats
        or len(set(game.winners)) != len(game.winners)
        or len(set(game.forfeited)) != len(game.forfeited)
        or not all(0 <= seat < seats for seat in named)
        or not all(0 <= figure <= FIGURE_MAX for figure in counted)
        or any(number > BUCKET_MAX for times in game.times for number in times)
        or len(game.digest) != DIGEST_LENGTH
    ):
        raise ValueError("no game between so many seats")
    return game
