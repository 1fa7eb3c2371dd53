"""The table as lines of text: everything said in words, one line after the other, nothing ever drawn over.

It serves screen readers, simple terminals, pipes and tests; no escape sequence is written. Must never know sessions,
sockets or what a move does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from ..core.moves import Catch, Leave, Move
from ..core.phases import Opening
from ..core.rules import Rules
from ..core.table import Table
from ..core.view import View
from ..p2p.notices import Audited, Began, DealtAgain, Dropped, Ended, Fault, Happened, LeftOut, PlayAgain, Seated
from ..plugins.players.steady import SteadyPlayer
from .charts import BLOCKS
from .drawing import HELP, cell, draw_asking, draw_hand, draw_scores, draw_table, draw_waiting, indented, wrapped
from .event_words import Teller, tell_winners
from .front import Front, Opened, PeerReport
from .gathering_words import tell_began, tell_ceremony, tell_left_out, tell_opened, tell_seated
from .hint import hint
from .language import _, n_
from .output import encodes, prompt, say
from .present import Asked, Scene, present
from .rule_words import describe, name_rules
from .summary import MatchSummary, RoundSummary
from .summary_words import tell_match, tell_round, tell_wanting
from .troubles import as_sentence, tell_audit, tell_fault, why_dropped
from .typed import LEAVING, Act, AskColour, Show, Wrong, understand
from .words import listed


class Plain(Front):
    """The line front end.

    Args:
        asks: whether a person sits here; otherwise it only tells what happens.
    """

    def __init__(self, *, asks: bool = True) -> None:
        self._asks = asks
        self.stays = asks and sys.stdin is not None and sys.stdin.isatty()
        self._names: tuple[str, ...] = ()
        self._wild: AskColour | None = None
        self._shown: tuple[object, ...] | None = None
        self._hint = ""
        self._round = 1
        self._put_out = False  # somebody, since cards were last turned up
        self._laid = False
        self._prompted = False
        self._lowest = False
        self._agreed: Rules | None = None
        self._adviser = SteadyPlayer()  # remembers who bluffs, as it would at the seat

    # Before the match.

    def opened(self, table: Opened) -> None:
        """See `Front`."""
        self._tell(tell_opened(table))

    def remark(self, text: str) -> None:
        """See `Front`."""
        self._interject(text)

    def lesson(self, number: int, count: int, text: str, task: str) -> None:
        """See `Front`."""
        self._tell(["", _("Lesson {number} of {count}. {text}").format(number=number, count=count, text=text), task])
        self._shown = None  # the cards may lie quite differently

    def seated(self, notice: Seated) -> None:
        """See `Front`."""
        self._tell(tell_seated(notice, self._names))
        self._names = notice.names

    def agreed(self, rules: Rules) -> None:
        """See `Front`."""
        self._agreed = rules
        differs = describe(rules)
        text = _("Rules: {rules}. What differs from flip:") if differs else _("Rules: {rules}.")
        self._tell([text.format(rules=name_rules(rules))])
        self._tell_lines(indented(differs))

    def left_out(self, notice: LeftOut) -> None:
        """See `Front`."""
        self._tell([tell_left_out(notice)])
        self._names = tuple(name for name in self._names if name not in notice.names)

    def began(self, notice: Began, rules: Rules, players: Sequence[str]) -> None:
        """See `Front`."""
        self._tell(["", tell_began(notice)])
        self._tell(players)
        self._lowest = rules.scoring != "winner"
        self._wild, self._shown, self._hint, self._round = None, None, "", 1
        self._put_out, self._laid, self._adviser = False, False, SteadyPlayer()
        if rules != self._agreed:
            self._tell([_("Rules: {rules}.").format(rules=name_rules(rules))])
        if rules.turn_seconds and self._asks:
            self._tell([_("You have {seconds} s a turn.").format(seconds=rules.turn_seconds)])
        if notice.back:
            return
        self._tell(tell_ceremony(notice, rules))
        if self._asks:
            self.advise(_("Type help to see what you can type."))
        self._tell([_("All seats shuffle and deal ...")])

    # The game.

    def happened(self, notice: Happened, table: Table, me: int) -> None:
        """See `Front`."""
        self._put_out = False
        if table.round != self._round:
            self._round, self._laid = table.round, False
            self._tell([_("Round {number}. {name} deals.").format(number=table.round, name=table.seats[table.dealer])])
        for event in notice.events:
            self._adviser.observe(event)
        teller = Teller(table, me if self._asks else None)
        self._tell(teller.tell(event) for event in notice.events)

    def settled(self, view: View) -> None:
        """See `Front`."""
        if not self._asks or not view.discard:
            return
        scene = present(view)
        turn = (view.acts, view.phase, view.side, view.draw_size, len(view.discard))
        if scene.hint and scene.hint != self._hint:
            self._tell([scene.hint])
        self._hint = scene.hint
        if scene.asked is Asked.NOTHING:
            self._wild = None
            if not self._laid:  # who waits for the first turn looks at the cards meanwhile
                self._tell_lines(draw_table(scene))
        elif turn != self._shown:
            self._wild = None
            self._ask(scene)
        elif not self._prompted:
            self._tell_lines(draw_asking(scene))
            self._prompt()
        self._shown, self._laid = turn, True

    def rematch(self, notice: PlayAgain) -> None:
        """See `Front`."""
        if len(notice.wanting) + len(notice.undecided) < 2:
            self._tell([_("Nobody else is left at the table.")])
        elif not notice.wanting:
            self._tell([_("Type rematch to play again with those who are here, or leave.")])
        else:
            self._tell(tell_wanting(notice))
            if notice.undecided and notice.clerk and len(notice.wanting) > 1:
                self._tell([_("Type start to begin without them.")])

    def watched(self, number: int) -> None:
        """See `Front`."""
        if not number:
            self._interject(_("Nobody watches any more."))
            return
        sentence = n_(
            "{number} spectator watches, and sees no hand.", "{number} spectators watch, and see no hand.", number
        )
        self._interject(sentence.format(number=number))

    def said(self, name: str, text: str) -> None:
        """See `Front`."""
        self._interject(_("{name} says: {text}").format(name=name, text=text))

    def waiting(self, names: tuple[str, ...]) -> None:
        """See `Front`."""
        self._interject(_("Waiting for {names} ...").format(names=listed(names)))

    def away(self, names: tuple[str, ...], seconds: int, ending: tuple[str, ...]) -> None:
        """See `Front`."""
        if ending:
            sentence = n_(
                "{ending} wants to go on without {names}.", "{ending} want to go on without {names}.", len(ending)
            )
            self._interject(sentence.format(ending=listed(ending), names=listed(names)))
            return
        since = f"{seconds // 60}:{seconds % 60:02}"
        sentence = n_("{names} has been away for {since}.", "{names} have been away for {since}.", len(names))
        self._interject(sentence.format(names=listed(names), since=since))
        if self._asks:
            self._interject(_("Type end to go on without, when all others want that too; or wait."))

    def back(self, names: tuple[str, ...]) -> None:
        """See `Front`."""
        self._interject(n_("{names} is back.", "{names} are back.", len(names)).format(names=listed(names)))

    def audited(self, notice: Audited, scores: dict[str, int]) -> None:
        """See `Front`."""
        points = ", ".join(f"{name} {points}" for name, points in scores.items())
        noted = [_("{name} confessed to a bluff that was none.").format(name=name) for name in notice.innocent]
        self._tell(
            [
                tell_audit(notice.round, notice.result, notice.names),
                *noted,
                _("Points: {points}.").format(points=points),
                "",
            ]
        )

    def round_over(self, summary: RoundSummary) -> None:
        """See `Front`."""
        self._tell(tell_round(summary))

    def fault(self, notice: Fault) -> None:
        """See `Front`."""
        self._tell([tell_fault(notice.seat, notice.reason)])

    def dealt_again(self, notice: DealtAgain) -> None:
        """See `Front`."""
        text = (
            _("{name} is put out of the match, and this round so far does not count; who is left goes on.")
            if notice.round == self._round
            else _("{name} is put out of the match; who is left goes on.")
        )
        self._tell([text.format(name=notice.without)])
        self._wild, self._shown, self._hint = None, None, ""
        self._round, self._laid, self._put_out = 0, False, True

    def player_failed(self, seat: str, reason: str, text: str) -> None:
        """See `Front`."""
        self._interject(_("At the seat of {name}: {text}").format(name=seat, text=text))

    def dropped(self, notice: Dropped) -> None:
        """See `Front`."""
        text = (
            _("Your catch came to nothing. {why}")
            if isinstance(notice.move, Catch)
            else _("Your move came to nothing. {why}")
        )
        self._tell([text.format(why=why_dropped(notice.reason))])
        self._shown = None

    def ended(self, notice: Ended, seconds: float, peers: Sequence[PeerReport]) -> None:
        """See `Front`."""
        self._tell([as_sentence(notice.text)])
        result = notice.result
        if result is not None and notice.outcome == "finished":
            if self._put_out and result.winners:  # perhaps no event has said so
                self._tell([tell_winners(result.winners)])
            points = sorted(result.scores.items(), key=lambda entry: entry[1], reverse=not self._lowest)
            self._tell(
                [_("Final points: {points}.").format(points=", ".join(f"{name} {score}" for name, score in points))]
            )
        if peers:
            same = all(
                (peer.result.head, peer.result.table) == (peers[0].result.head, peers[0].result.table) for peer in peers
            )
            text = (
                n_(
                    "All {number} peers ended with the same log and the same table ({head}).",
                    "All {number} peers ended with the same log and the same table ({head}).",
                    len(peers),
                )
                if same
                else n_(
                    "All {number} peers ended with DIFFERENT logs or tables ({head}).",
                    "All {number} peers ended with DIFFERENT logs or tables ({head}).",
                    len(peers),
                )
            )
            self._tell([text.format(number=len(peers), head=peers[0].result.head.hex()[:16])])

    def match_over(self, summary: MatchSummary) -> None:
        """See `Front`."""
        self._tell_lines(tell_match(summary, you=self._asks, ascii_only=not encodes(BLOCKS)))

    # What is typed.

    def typed(self, line: str, table: Table | None, seat: int) -> Move | None:
        """See `Front`."""
        self._prompted = False
        if table is None or isinstance(table.phase, Opening) or not table.discard:
            return self._between(line)
        view = View(table, seat)
        scene = present(view)
        meaning = understand(line, scene, table, seat, self._wild)
        self._wild = None
        match meaning:
            case Act(move):
                return move
            case AskColour():
                self._wild = meaning
                numbered = "   ".join(f"{number} {name}" for number, name in enumerate(scene.colours, 1))
                self._tell([_("Which colour? {colours}").format(colours=numbered)])
            case Show("hint"):
                self._tell([hint(view, self._adviser)])
            case Show(what):
                self._show(what, scene)
            case Wrong(sentence):
                self._tell([sentence])
            case None:
                self._tell_lines(draw_asking(scene) or draw_waiting(scene))
        if scene.asked is not Asked.NOTHING:
            self._prompt()
        return None

    def _between(self, line: str) -> Move | None:
        word = line.strip().lower()
        if word in LEAVING:
            return Leave()
        if word in ("help", "?"):
            self._tell_lines(_(HELP).splitlines())
        elif word:  # also a hint: there is nothing to look at
            self._tell([_("The cards are being dealt: one moment.")])
        return None

    def _show(self, what: str, scene: Scene) -> None:
        match what:
            case "hand":
                self._tell_lines(draw_hand(scene))
            case "table":
                self._tell_lines(draw_table(scene))
            case "scores":
                self._tell_lines(draw_scores(scene))
            case _:
                self._tell_lines(_(HELP).splitlines())

    # Lines.

    def _interject(self, sentence: str) -> None:
        """Say something that changes nothing: who was asked is still asked."""
        asked = self._prompted
        self._tell([sentence])
        if asked:
            self._prompt()

    def _ask(self, scene: Scene) -> None:
        match scene.asked:
            case Asked.CARD:
                self._tell_lines(draw_table(scene))
            case Asked.DRAWN:
                self._tell_lines([cell(card) for card in scene.hand if card.drawn])
            case _:
                self._tell_lines(draw_hand(scene))
        self._tell_lines(draw_asking(scene))
        self._prompt()

    def _prompt(self) -> None:
        prompt("> ")
        self._prompted = True

    def _tell(self, sentences: Iterable[str]) -> None:
        self._tell_lines(wrapped(sentences))

    def _tell_lines(self, lines: Iterable[str]) -> None:
        """Write lines; after a prompt that nobody has answered yet they begin on a new one."""
        for line in lines:
            if self._prompted:
                say()
                self._prompted = False
            say(line)
