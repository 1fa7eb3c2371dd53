"""The matches of this machine, in one SQLite file: written at the end of an evening, read by ``fliptable stats``.

A match is kept when somebody sat in front of it: a person or the AI player in their place, on the full screen or in
plain text; ``--json`` is for scripts, which keep what they want themselves. Two programs may write at once. Whatever is
wrong with the file costs a remark, and never a game. Must never hold a card, a secret or a whole key.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from ..core.position import rules_field
from ..core.rules import Rules
from .folders import data_folder
from .language import _
from .rule_words import setting
from .summary import MatchSummary, RoundSummary

VERSION: Final = 1
"""Of the tables below, as ``PRAGMA user_version`` has it."""
PATIENCE_SECONDS: Final = 5.0
"""How long one program waits for another that is writing."""
FINGERPRINT: Final = 16
"""So many hexadecimal digits of a key name it, as ``verify`` prints them."""

SCHEMA: Final = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY, session TEXT NOT NULL, at INTEGER NOT NULL, solo INTEGER NOT NULL,
    "table" TEXT NOT NULL, rules TEXT NOT NULL, digest TEXT NOT NULL, seat INTEGER NOT NULL,
    outcome TEXT NOT NULL, played INTEGER NOT NULL, seconds REAL NOT NULL, audit TEXT NOT NULL,
    faults INTEGER NOT NULL, record TEXT, UNIQUE (session, seat)
);
CREATE TABLE seats (
    match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT NOT NULL,
    key TEXT NOT NULL, ai TEXT, score INTEGER NOT NULL, won INTEGER NOT NULL, PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE TABLE rounds (
    match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE, number INTEGER NOT NULL, winner INTEGER,
    blocked INTEGER NOT NULL, gained TEXT NOT NULL, flips INTEGER NOT NULL, audit TEXT NOT NULL,
    proofs INTEGER NOT NULL, PRIMARY KEY (match, number)
) WITHOUT ROWID;
"""
"""``at`` is in seconds since 1970, ``seats.ai`` who played a seat where that was an AI player of ours, ``gained`` the
points of a round by seat as JSON."""
_COLUMNS: Final = (
    *("session", "at", "solo", "table", "rules", "digest", "seat", "outcome", "played", "seconds"),
    *("audit", "faults", "record"),
)
_INSERT: Final = (
    'INSERT INTO matches (session, at, solo, "table", rules, digest, seat, outcome, played, seconds, audit, faults, '
    "record) VALUES (:session, :at, :solo, :table, :rules, :digest, :seat, :outcome, :played, :seconds, :audit, "
    ":faults, :record)"
)


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sat there: name, fingerprint of the key, the AI player if it was one of ours, points, whether it won."""

    name: str
    key: str
    ai: str | None
    score: int
    won: bool


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the winner's seat, the points of each seat in it, Flips, the audit, and how many proofs held."""

    number: int
    winner: int | None
    blocked: bool
    gained: tuple[int, ...]
    flips: int
    audit: str
    proofs: int


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it is kept.

    Attributes:
        session: its id in hexadecimal.
        at: when it ended, in seconds since 1970.
        solo: whether all other seats were AI players of this program.
        table: what the table was called.
        rules: the nearest preset and what differs from it, as typed; ``digest`` names them exactly.
        seat: ours.
        seats, rounds: in order.
        outcome: as scripts read it.
        played: how many rounds were played.
        seconds: how long it was.
        audit, faults: the worst audit, and how many faults were proved.
        record: where its record was written, if it was.
    """

    session: str
    at: int
    solo: bool
    table: str
    rules: str
    digest: str
    seat: int
    seats: tuple[Seat, ...]
    rounds: tuple[Round, ...]
    outcome: str
    played: int
    seconds: float
    audit: str
    faults: int
    record: str | None

    @property
    def own(self) -> Seat:
        """Our seat."""
        return self.seats[self.seat]

    @property
    def finished(self) -> bool:
        """Whether it was played to its end."""
        return self.outcome == "finished"


class BadHistory(Exception):
    """The file cannot be used; the message is one sentence that says why and what to do."""


def history_file() -> Path:
    """Where the history is; it need not exist."""
    return data_folder() / "history.db"


def match_of(summary: MatchSummary, keys: Sequence[bytes], ais: Sequence[str | None], *, solo: bool) -> Match:
    """What is kept of a match.

    Args:
        summary: the match.
        keys: the public keys of the seats.
        ais: the AI players of ours by seat, None for everybody else.
        solo: whether all other seats were AI players of this program.
    """
    seats = tuple(
        Seat(name, key.hex()[:FINGERPRINT], ai, score, name in summary.winners)
        for name, key, ai, score in zip(summary.seats, keys, ais, summary.scores, strict=True)
    )
    return Match(
        session=summary.session.hex(),
        at=round(time.time()),
        solo=solo,
        table="" if solo else summary.table,
        rules=spell_rules(summary.rules),
        digest=summary.rules.digest().hex(),
        seat=summary.me,
        seats=seats,
        rounds=tuple(map(_round_of, summary.rounds)),
        outcome=summary.outcome,
        played=summary.played,
        seconds=round(summary.seconds, 1),
        audit=summary.audit,
        faults=len(summary.faults),
        record=str(summary.record.absolute()) if summary.record is not None else None,
    )


def _round_of(summary: RoundSummary) -> Round:
    names = [row.seat for row in summary.rows]
    winner = None if summary.winner is None else names.index(summary.winner)
    gained = tuple(row.gained for row in summary.rows)
    return Round(summary.number, winner, summary.blocked, gained, summary.flips, summary.audit, summary.proofs)


def spell_rules(rules: Rules) -> str:
    """The nearest preset and what differs from it, as one would type it: ``flip hand_size=5``."""
    field = rules_field(rules)
    if isinstance(field, str):
        return field
    return " ".join([field["preset"], *(setting(key, value) for key, value in field.items() if key != "preset")])


# The file.


def keep(match: Match, path: Path | None = None) -> str:
    """Write a match down, in place of what was kept of the same one before; gives a remark, or ""."""
    path = path or history_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _opened(path) as database, database:
            _write(database, match)
    except BadHistory as error:
        return _("This match is not in your history. {why}").format(why=error)
    except (sqlite3.Error, OSError) as error:
        return _("This match is not in your history: {path} cannot be written ({why}).").format(path=path, why=error)
    return ""


def read(path: Path | None = None) -> list[Match]:
    """All matches, the oldest first; raises `BadHistory`."""
    path = path or history_file()
    if not path.exists():
        return []
    try:
        with _opened(path) as database:
            return _read(database)
    except (sqlite3.Error, OSError, ValueError, IndexError, RecursionError, msgspec.ValidationError) as error:
        raise BadHistory(_unreadable(path, error)) from None


def forget(path: Path | None = None) -> int:
    """Delete the history; gives how many matches that were. Records stay where they are. Raises `BadHistory`."""
    path = path or history_file()
    if not path.exists():
        return 0
    try:
        with _opened(path) as database:
            with database:
                forgotten = database.execute("DELETE FROM matches").rowcount
            database.execute("VACUUM")  # nothing of them is left in the file
            return forgotten
    except (sqlite3.Error, OSError) as error:
        raise BadHistory(_unreadable(path, error)) from None


def _unreadable(path: Path, error: Exception) -> str:
    return _("{path} is no history that can be read ({why}): move it away, and a new one is begun.").format(
        path=path, why=error
    )


@contextmanager
def _opened(path: Path) -> Generator[sqlite3.Connection]:
    """The file with the tables in it; raises `BadHistory`, `sqlite3.Error`."""
    with closing(sqlite3.connect(path, timeout=PATIENCE_SECONDS)) as database:
        database.execute("PRAGMA foreign_keys = ON")
        version = _version(database)
        if version == 0:
            # While one program makes the tables another that wants to waits, and finds them.
            database.execute("BEGIN IMMEDIATE")
            if _version(database) == 0:
                for statement in SCHEMA.split(";"):
                    database.execute(statement)
                database.execute(f"PRAGMA user_version = {VERSION}")
            database.commit()
        elif version != VERSION:
            raise BadHistory(
                _("{path} was written by a newer fliptable: update this one to read it.").format(path=path)
            )
        yield database


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def _write(database: sqlite3.Connection, match: Match) -> None:
    database.execute("DELETE FROM matches WHERE session = ? AND seat = ?", (match.session, match.seat))
    values = {name: getattr(match, name) for name in _COLUMNS}
    number = database.execute(_INSERT, values).lastrowid
    database.executemany(
        "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(number, at, one.name, one.key, one.ai, one.score, one.won) for at, one in enumerate(match.seats)],
    )
    database.executemany(
        "INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (number, one.number, one.winner, one.blocked, json.dumps(one.gained), one.flips, one.audit, one.proofs)
            for one in match.rounds
        ],
    )


def _read(database: sqlite3.Connection) -> list[Match]:
    """All there is, every value of its type; raises `msgspec.ValidationError` and ValueError where one is not."""
    database.row_factory = sqlite3.Row
    seats: dict[int, list[dict[str, Any]]] = {}
    for row in database.execute("SELECT * FROM seats ORDER BY match, seat"):
        seats.setdefault(row["match"], []).append(dict(row))
    rounds: dict[int, list[dict[str, Any]]] = {}
    for row in database.execute("SELECT * FROM rounds ORDER BY match, number"):
        values = dict(row)
        rounds.setdefault(row["match"], []).append(values | {"gained": json.loads(values.get("gained") or "")})
    return [
        _match(dict(row) | {"seats": seats.get(row["id"], []), "rounds": rounds.get(row["id"], [])})
        for row in database.execute("SELECT * FROM matches ORDER BY at, id")
    ]


def _match(values: dict[str, Any]) -> Match:
    match = msgspec.convert(values, Match, strict=False)
    if not 0 <= match.seat < len(match.seats):
        raise ValueError("a match without our seat")
    return match
