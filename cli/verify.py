"""``fliptable verify``: check a recorded game, trusting nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ..p2p.verify import Verdict
from ..p2p.verify import verify as check
from .endings import Exit, Stop
from .output import emit, say, state
from .progress import Bar
from .troubles import tell_fault
from .words import listed

RECORD_MAX: Final = 256 * 1024 * 1024
"""A longer file is no record of a game."""
PEOPLE: Final = "A record proves what was played with these keys, not who the people were that held them."
"""What nobody can read out of a record."""


def run(file: str, *, as_json: bool) -> Exit:
    """Say whether the record holds, and if not what is wrong first and whose it is; raises `Stop`."""
    data = read(file)
    with Bar("Checking") as bar:
        verdict = check(data, bar)
    if as_json:
        emit(
            {
                "type": "verify",
                "ok": verdict.ok,
                "complete": verdict.complete,
                "slots": verdict.slots,
                "rounds": verdict.rounds,
                "keys": {name: key.hex() for name, key in verdict.keys.items()},
                "faults": [
                    {"slot": fault.slot, "seat": fault.seat, "reason": fault.reason} for fault in verdict.faults
                ],
                "audit": verdict.result.audit if verdict.result else None,
                "head": verdict.result.head.hex() if verdict.result else None,
            }
        )
    else:
        _print(file, verdict)
    return Exit.DONE if verdict.ok else Exit.REFUSED


def read(file: str) -> bytes:
    """The bytes of a file that may be a record; raises `Stop`."""
    path = Path(file)
    try:
        with path.open("rb") as opened:
            data = opened.read(RECORD_MAX + 1) if path.stat().st_size <= RECORD_MAX else None
    except OSError as error:
        raise Stop(Exit.MISUSE, f"{file} cannot be read: {error.strerror}.") from None
    if data is None or len(data) > RECORD_MAX:  # a device tells no size
        raise Stop(Exit.MISUSE, f"{file} is too long to be a record.")
    return data


def _print(file: str, verdict: Verdict) -> None:
    result = verdict.result
    if verdict.ok or verdict.complete:
        end = "to the end of the match" if verdict.complete else "as far as it goes: the match was not finished"
        proves = "" if verdict.ok else ", and proves who broke the protocol"
        state(f"{file} holds, {end}{proves}: slots {verdict.slots}, rounds {verdict.rounds}.")
    else:
        state(f"{file} does not hold.")
    for fault in verdict.faults:
        where = f"Slot {fault.slot}: " if verdict.keys else ""  # no slot of a file that could not be read
        state(f"{where}{tell_fault(fault.seat, fault.reason)}")
    if verdict.keys:
        say("Signed with the keys of")
    for name, key in verdict.keys.items():
        score = f", {result.scores[name]} points" if result is not None and name in result.scores else ""
        say(f"  {name}: key {key.hex()[:16]}{score}")
    if result is not None and (verdict.ok or verdict.complete):
        audit = f"Audit {result.audit}" if verdict.rounds else "No round to audit"
        blamed = [name for name in verdict.keys if any(fault.seat == name for fault in verdict.faults)]
        because = f", because of {listed(blamed)}" if blamed and verdict.rounds else ""
        state(f"{audit}{because}; head {result.head.hex()[:16]}.")
    if verdict.keys:
        state(PEOPLE)
