"""``fliptable verify``: check a recorded game, trusting nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ..p2p.verify import Verdict
from ..p2p.verify import verify as check
from .endings import Exit, Stop
from .language import _, mark, n_
from .output import emit, say, state
from .progress import Bar
from .troubles import tell_fault
from .words import listed

RECORD_MAX: Final = 256 * 1024 * 1024
"""A longer file is no record of a game."""
PEOPLE: Final = mark("A record proves what was played with these keys, not who the people were that held them.")
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
        raise Stop(Exit.MISUSE, _("{file} cannot be read: {error}.").format(file=file, error=error.strerror)) from None
    if data is None or len(data) > RECORD_MAX:  # a device tells no size
        raise Stop(Exit.MISUSE, _("{file} is too long to be a record.").format(file=file))
    return data


def _holds(verdict: Verdict) -> str:
    """The sentence on a record that holds, to be filled in."""
    match verdict.complete, verdict.ok:
        case True, True:
            return _("{file} holds, to the end of the match: slots {slots}, rounds {rounds}.")
        case True, False:
            return _(
                "{file} holds, to the end of the match, and proves who broke the protocol: slots {slots}, rounds "
                "{rounds}."
            )
        case _, True:
            return _("{file} holds, as far as it goes: the match was not finished: slots {slots}, rounds {rounds}.")
        case _:
            return _(
                "{file} holds, as far as it goes: the match was not finished, and proves who broke the protocol: slots "
                "{slots}, rounds {rounds}."
            )


def _print(file: str, verdict: Verdict) -> None:
    result = verdict.result
    if verdict.ok or verdict.complete:
        state(_holds(verdict).format(file=file, slots=verdict.slots, rounds=verdict.rounds))
    else:
        state(_("{file} does not hold.").format(file=file))
    for fault in verdict.faults:
        found = tell_fault(fault.seat, fault.reason)  # no slot of a file that could not be read
        state(_("Slot {slot}: {fault}").format(slot=fault.slot, fault=found) if verdict.keys else found)
    if verdict.keys:
        say(_("Signed with the keys of"))
    for name, key in verdict.keys.items():
        told = {"name": name, "key": key.hex()[:16]}
        if result is not None and name in result.scores:
            text = n_("{name}: key {key}, {number} point", "{name}: key {key}, {number} points", result.scores[name])
            say(f"  {text.format(number=result.scores[name], **told)}")
        else:
            text = _("{name}: key {key}")
            say(f"  {text.format(**told)}")
    if result is not None and (verdict.ok or verdict.complete):
        blamed = [name for name in verdict.keys if any(fault.seat == name for fault in verdict.faults)]
        if not verdict.rounds:
            text = _("No round to audit; head {head}.")
        elif blamed:
            text = _("Audit {audit}, because of {names}; head {head}.")
        else:
            text = _("Audit {audit}; head {head}.")
        state(text.format(audit=result.audit, names=listed(blamed), head=result.head.hex()[:16]))
    if verdict.keys:
        state(_(PEOPLE))
