"""`play`, `open` and `join`: seating peers, playing the match, and ending it.

Each function is the whole evening of one command, from the first socket to the last goodbye. Must never know how
anything is shown, or what a move is.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from ..p2p.errors import Misuse
from ..p2p.identity import Identity
from ..p2p.invite import Invite, format_invite, new_secret
from ..p2p.journal import Journal
from ..p2p.net.address import Address
from ..p2p.net.mesh import Refused
from ..p2p.net.tcp import NoAnswer
from ..p2p.notices import Ended
from .endings import Exit, Stop
from .evening import Evening, Helper
from .front import Front, Input, Opened, PeerReport
from .journals import JournalFile
from .jsonl import result_line
from .language import _, p_
from .peer import Peer
from .rematch import another, go, word_after
from .seat import Pace
from .settings import passing_identity
from .summary import MatchSummary
from .talk import talk
from .troubles import as_sentence, why_refused
from .typed import LEAVING
from .where import Place
from .wishes import RecordFile, bot_names

LOOPBACK = "127.0.0.1"
OTHERS_SECONDS = 6.0
"""How long the other peers of this program may take to reach the end that our own has reached."""
LEAVE_SECONDS = 1.0
ANNOUNCE_SECONDS = 4.0
RETRY_SECONDS = 0.5
LOOK_SECONDS = 0.1
CODES = {"finished": Exit.DONE, "refused": Exit.REFUSED}


async def play(evening: Evening) -> Exit:
    """Play against AI players on this machine, every seat a peer of its own over loopback."""
    only = evening.wishes.interfaces or (LOOPBACK,)
    pace = evening.pace(company=False)
    identity = evening.identity()
    with_record = RecordFile(evening.wishes.record, kept=evening.person)
    own = _own_peer(evening, identity, with_record, pace, only)
    peers = [own]

    async def seat() -> None:
        await _open(own, p_("name of a table", "Table"), evening, 1 + len(evening.bots), announce=False)
        await _bring_bots(own, peers, evening, pace, only, "")
        for peer in peers:
            await peer.do(lambda session, now: session.ready(now))

    return await _evening(evening, peers, with_record, seat, alone=True)


async def open_table(evening: Evening, called: str, seats: int, *, secret: bool, start: bool) -> Exit:
    """Open a table on the network, sit down at it, and play."""
    import secrets

    word = new_secret(secrets.token_bytes(4)) if secret else ""
    only = evening.wishes.interfaces
    pace = evening.pace(company=True)
    identity = evening.identity()
    with_record = RecordFile(evening.wishes.record, kept=evening.person)
    journal = JournalFile()
    own = _own_peer(evening, identity, with_record, pace, only, word, journal)
    peers = [own]

    async def seat() -> None:
        await _open(own, called, evening, seats, announce=True)
        addresses = [str(each) for each in own.pump.addresses]
        host = next(iter(own.pump.addresses), None)
        code = format_invite(Invite(host.host, host.port, word)) if host is not None else None
        evening.front.opened(Opened(called, tuple(addresses), code))
        await _bring_bots(own, peers, evening, pace, only, word)
        for peer in peers[1:]:
            await peer.do(lambda session, now: session.ready(now))
        if start:
            await own.do(lambda session, now: session.ready(now))
        else:
            evening.front.advise(_("Type start to begin: with all seats taken, or sooner with those who sit here."))

    return await _evening(evening, peers, with_record, seat, alone=False, journal=journal)


async def join_table(evening: Evening, find: Callable[[], Awaitable[Place]], wait: float) -> Exit:
    """Sit down at somebody's table and play; ``wait``: how many seconds to try when nobody answers."""
    identity = evening.identity()
    with_record = RecordFile(evening.wishes.record, kept=evening.person)
    journal = JournalFile()
    peers: list[Peer] = []
    wishes = evening.wishes

    async def seat() -> None:
        place = await find()
        loop = asyncio.get_running_loop()
        deadline = loop.time() + wait
        while True:
            pace = evening.pace(company=True)
            peer = _own_peer(evening, identity, with_record, pace, wishes.interfaces, place.secret, journal)
            rules = evening.rules if wishes.own_rules else None
            try:
                await peer.pump.join(place.addresses, wishes.nickname(), rules=rules, port=wishes.port)
            except NoAnswer as error:
                await peer.pump.close()
                if loop.time() >= deadline:
                    raise Stop(Exit.UNREACHED, as_sentence(str(error))) from None
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except BaseException:
                await peer.pump.close()
                raise
            break
        peers.append(peer)
        peer.start()
        if evening.person:
            evening.front.advise(_("Wait for the game to begin, or type leave to get up."))
        await peer.do(lambda session, now: session.ready(now))

    return await _evening(evening, peers, with_record, seat, alone=False, journal=journal)


async def resume_table(
    evening: Evening, kept: Callable[[], tuple[JournalFile, Journal]], addresses: Sequence[Address], wait: float
) -> Exit:
    """Come back to a table; ``wait``: how many seconds to look for the others, who may be anywhere by now."""
    journal, read = kept()
    with_record = RecordFile(evening.wishes.record, kept=evening.person)
    peers: list[Peer] = []
    wishes = evening.wishes

    async def seat() -> None:
        pace = evening.pace(company=True)
        peer = _own_peer(evening, read.identity, with_record, pace, wishes.interfaces, read.join_secret, journal)
        try:
            await peer.pump.resume(read, addresses, port=wishes.port)
            peer.start()
            deadline = asyncio.get_running_loop().time() + wait
            while not peer.pump.linked:
                if asyncio.get_running_loop().time() >= deadline:
                    text = _("Nobody of that table answers: try again while they wait for you, or name an address.")
                    raise Stop(Exit.UNREACHED, text)
                await asyncio.sleep(LOOK_SECONDS)
        except BaseException:
            await peer.close()
            raise
        peers.append(peer)

    return await _evening(evening, peers, with_record, seat, alone=False, journal=journal)


# The steps they share.


def _own_peer(
    evening: Evening,
    identity: Identity,
    with_record: RecordFile,
    pace: Pace,
    only: Sequence[str],
    secret: str = "",
    journal: JournalFile | None = None,
) -> Peer:
    """The peer of whoever started the program; with a journal it can come back when that is killed."""
    return Peer(
        identity,
        evening.wishes.nickname(),
        evening.front,
        player=evening.player,
        pace=pace,
        tier=evening.tier,
        secret=secret,
        only=only,
        recorded=with_record.write,
        journaled=journal.write if journal is not None else lambda data, sent: None,
        observers=evening.observers,
    )


async def _cancel(tasks: Sequence[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _open(own: Peer, called: str, evening: Evening, seats: int, *, announce: bool) -> None:
    wishes = evening.wishes
    await own.pump.open(called, own.name, evening.rules, seats, port=wishes.port, announce=announce)
    own.start()


async def _bring_bots(
    own: Peer, peers: list[Peer], evening: Evening, pace: Pace, only: Sequence[str], secret: str
) -> None:
    """Seat our AI players: they dial our door like anybody else."""
    names = bot_names(own.name, len(evening.bots))
    door = Address(LOOPBACK, own.pump.port)
    if only and own.pump.addresses:
        door = own.pump.addresses[0]
    helper = Helper(evening.front)
    for name, player in zip(names, evening.bots, strict=True):
        bot = Peer(
            passing_identity(),
            name,
            helper,
            player=player,
            pace=pace,
            tier=evening.tier,
            secret=secret,
            only=only,
            watchers=0,  # there is our own door for them
        )
        peers.append(bot)
        await bot.pump.join([door], name)
        bot.start()
    own.others = lambda: [
        _("{name} is played by {player}.").format(name=bot.name, player=bot.player.name)
        for bot in peers
        if bot.player is not None
    ]


async def _evening(
    evening: Evening,
    peers: list[Peer],
    with_record: RecordFile,
    seat: Callable[[], Awaitable[None]],
    *,
    alone: bool,
    journal: JournalFile | None = None,
) -> Exit:
    """Seat everybody, play, tell how it ended, and say goodbye however that happens."""
    listener: asyncio.Task[None] | None = None
    watcher: asyncio.Task[None] | None = None
    attending: list[asyncio.Task[Ended]] = []
    code = Exit.UNFINISHED
    done = False
    try:
        try:
            await seat()
        except Refused as error:
            raise Stop(Exit.REFUSED, why_refused(error.reason)) from None
        except NoAnswer as error:
            raise Stop(Exit.UNREACHED, as_sentence(str(error))) from None
        except Misuse as error:
            raise Stop(Exit.MISUSE, as_sentence(str(error))) from None
        own = peers[0]
        if evening.lines is not None:
            listener = asyncio.create_task(_listen(evening, peers, evening.lines, lobby=not alone))
        watcher = asyncio.create_task(_watch_announcing(own, evening.front))
        playing = list(peers)
        while playing:
            done = False
            await asyncio.gather(*(peer.stay(after=evening.front.stays or own.again) for peer in playing))
            attending = [asyncio.create_task(peer.attend()) for peer in playing]
            ended = await attending[0]
            done = alone or ended.outcome == "finished"
            code = await _tell_end(evening, playing, attending, ended, with_record, alone=alone)
            playing = await another(playing)
            evening.began = time.monotonic()
        await asyncio.gather(*(peer.linger() for peer in peers if peer.ended is not None))
        return code
    finally:
        try:
            await _cancel([*attending, *(task for task in (listener, watcher) if task is not None)])
            if not done:
                await _get_up(peers[:1] if alone else peers)
            await go(peers)
        finally:  # who is told twice to end does not wait for goodbyes, but leaves no door open
            await asyncio.gather(*(peer.close() for peer in peers), return_exceptions=True)
            with_record.close()
        if journal is not None:
            journal.close(over=bool(peers) and peers[0].ended is not None)
            if journal.trouble:
                evening.front.remark(journal.trouble)


async def _tell_end(
    evening: Evening,
    peers: Sequence[Peer],
    attending: Sequence[asyncio.Task[Ended]],
    ended: Ended,
    with_record: RecordFile,
    *,
    alone: bool,
) -> Exit:
    """Tell how it ended, where we hold all seats with what every peer reports; gives the exit code."""
    reports: list[PeerReport] = []
    if alone and ended.outcome == "finished":
        await asyncio.wait(attending, timeout=OTHERS_SECONDS)
        reports = [
            PeerReport(peer.name, peer.ended.result)
            for peer in peers
            if peer.ended is not None and peer.ended.result is not None
        ]
        order = ended.result.seats if ended.result else ()
        reports.sort(key=lambda report: order.index(report.seat))
    seconds = time.monotonic() - evening.began
    evening.front.ended(ended, seconds, reports)
    summary = peers[0].tally.ended(ended, peers[0].table, seconds, None if with_record.trouble else with_record.path)
    if summary is not None:
        evening.front.match_over(summary)
        await _keep(evening, peers, summary, alone=alone)
    evening.observers.finished(result_line(ended, seconds, reports))
    if with_record.trouble:
        evening.front.remark(with_record.trouble)
    elif with_record.path is not None and ended.result is not None:
        evening.front.remark(
            _("fliptable verify checks the record of this match: {path}").format(path=with_record.path)
        )
    if alone and ended.outcome == "finished":
        ends = {(report.result.head, report.result.table) for report in reports}
        if len(ends) != 1 or len(reports) != len(peers):
            return Exit.DEFECT
    return CODES.get(ended.outcome, Exit.UNFINISHED)


async def _keep(evening: Evening, peers: Sequence[Peer], summary: MatchSummary, *, alone: bool) -> None:
    """Write the match into the history of this machine, unless a script played it."""
    if evening.wishes.json:
        return
    from .history import keep, match_of

    keys = await peers[0].do(lambda session, now: session.referee.keys if session.referee is not None else ())
    ours = {peer.name: peer.player.name for peer in peers if peer.player is not None}
    match = match_of(summary, keys, [ours.get(name) for name in summary.seats], solo=alone)
    remark = await asyncio.to_thread(keep, match)
    if remark:
        evening.front.remark(remark)


async def _get_up(peers: Sequence[Peer]) -> None:
    """Leave in order, as far as that goes quickly: the others learn it by our goodbye anyway.

    The own seat goes first: what the others of ours leave behind is no news to it.
    """

    async def leave(peer: Peer) -> None:
        if peer.running and peer.ended is None:
            await peer.leave()
            await peer.attend()

    with suppress(TimeoutError):
        async with asyncio.timeout(LEAVE_SECONDS):
            await asyncio.gather(*map(leave, peers[:1]), return_exceptions=True)
            await asyncio.gather(*map(leave, peers[1:]), return_exceptions=True)


async def _listen(evening: Evening, peers: Sequence[Peer], lines: Input, *, lobby: bool) -> None:
    """Take what is typed: before the match the words of the lobby, then moves, and after it what may follow."""
    own = peers[0]
    if not lobby:
        await own.begun.wait()  # what was piped in beforehand is meant for the table
    while (line := await lines.get()) is not None:
        word = line.strip().lower()
        if word in LEAVING:
            await own.leave()
        elif await talk(evening.front, peers, line):
            pass
        elif own.ended is not None:
            await word_after(own, word)
        elif not own.begun.is_set():
            await _lobby_word(evening, own, word)
        elif evening.person:
            await own.typed(line)
    # The end of input: a person who cannot type any more leaves; an AI player plays on.
    if evening.person:
        await own.leave()
    elif not own.begun.is_set():
        await own.do(lambda session, now: session.ready(now))


async def _lobby_word(evening: Evening, own: Peer, word: str) -> None:
    if word in ("start", "s"):
        try:
            await own.do(lambda session, now: session.start(now))
        except Misuse as error:
            evening.front.remark(as_sentence(str(error)))
        else:
            await own.do(lambda session, now: session.ready(now))
    elif word:
        evening.front.remark(_("Nobody plays yet: who opened the table types start, and everybody may leave."))


async def _watch_announcing(own: Peer, front: Front) -> None:
    """Say when the network does not hear of our table."""
    await asyncio.sleep(ANNOUNCE_SECONDS)
    if own.pump.announced:
        text = _("The table is not announced ({why}): others join by address or by invite code.")
        front.remark(text.format(why=own.pump.announced))
