"""What a person means by a typed line: a move, a question, or nothing that can be understood.

Everything of the notation is understood, and shorter ways: a number for a card of the hand or for one of the numbered
choices, single letters, a face alone. Must never know how the table is drawn, or whether a move is sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..core.cards import NO_COLOUR, PLAIN_WILD, UNKNOWN
from ..core.errors import BadNotation, IllegalMove
from ..core.law import refusal
from ..core.moves import Catch, Jump, Leave, Move, Name, Play, Swap
from ..core.notation import KEYWORDS, parse_move
from ..core.table import Table
from .deeper import retold
from .language import _, n_
from .present import Asked, HandCard, Scene, only_choice
from .refusal_words import refuse
from .words import listed

SHORT: Final = {
    "p": "play",
    "d": "draw",
    "k": "keep",
    "n": "name",
    "x": "challenge",
    "a": "accept",
    "u": "call",
    "c": "catch",
    "j": "jump",
    "s": "swap",
    "h": "hint",
    "t": "table",
    "?": "help",
    "q": "quit",
}
"""Letters for words; with the names of seats and cards there is no clash, they come after these."""

LEAVING: Final = frozenset({"leave", "quit", "exit", "q"})
"""What says, where nothing is played, that one gets up."""

SHOWN: Final = frozenset({"hand", "table", "help", "scores", "hint"})


@dataclass(frozen=True, slots=True)
class Act:
    """Make this move."""

    move: Move


@dataclass(frozen=True, slots=True)
class AskColour:
    """The wild at ``place`` still needs its colour."""

    place: int
    call: bool


@dataclass(frozen=True, slots=True)
class Show:
    """Show the hand, the table, the scores, what `steady` would do, or how to play."""

    what: str


@dataclass(frozen=True, slots=True)
class Wrong:
    """This cannot be done or understood; one sentence says why."""

    sentence: str


Meaning = Act | AskColour | Show | Wrong


def understand(line: str, scene: Scene, table: Table, seat: int, asked: AskColour | None = None) -> Meaning | None:
    """What ``line`` means to ``seat``; an empty one the only thing there is to do, None where there is more.

    Args:
        line: as typed.
        scene: what the seat is shown.
        table: the table as this seat knows it.
        seat: who typed.
        asked: the wild whose colour was asked for in the line before.
    """
    words = line.split()
    if not words:
        only = only_choice(scene) if asked is None else None
        return _judge(only.move, table, seat) if only is not None else None
    if asked is not None:
        colour = _colour(words[-1], scene, numbers=True) if len(words) == 1 else None
        if colour is not None:
            return _judge(Play((asked.place,), colour, asked.call), table, seat)
    head = words[0].lower()
    head = SHORT.get(head, head)
    alone = len(words) == 1
    if head.isdecimal():
        return _number(int(head), words[1:], scene, table, seat)
    if not alone:
        meaning = _numbered(head, words[1:], scene, table, seat)
        if meaning is not None:
            return meaning
    if alone:
        meaning = _word(head, scene, table, seat)
        if meaning is not None:
            return meaning
    return _notation([head, *words[1:]] if head in KEYWORDS else words, table, seat, scene)


def _numbered(head: str, rest: list[str], scene: Scene, table: Table, seat: int) -> Meaning | None:
    """A word of a move with what is no notation: a number of a card, a letter of a colour."""
    if head == "play" and rest[0].isdecimal():
        return _play_number(int(rest[0]), rest[1:], scene, table, seat)
    if head == "jump" and rest[0].isdecimal():
        return _jump_number(int(rest[0]), rest[1:], scene, table, seat)
    if head == "name" and len(rest) == 1:
        return _name(rest[0], scene, table, seat)
    return None


def _word(word: str, scene: Scene, table: Table, seat: int) -> Meaning | None:
    """A word that stands alone and is no move of the notation."""
    if word in ("quit", "exit"):
        return Act(Leave())
    if word in SHOWN:
        return Show(word)
    if word == "catch":
        return _catch_anybody(table, seat)
    if word == "jump":
        return _jump_somehow(scene, table, seat)
    if scene.asked is Asked.SWAP:
        target = next((other for other, name in enumerate(table.seats) if name.lower() == word), None)
        return None if target is None else _judge(Swap(target), table, seat)
    if scene.asked is Asked.COLOUR and _colour(word, scene) is not None:
        return _name(word, scene, table, seat)
    return None


def _colour(word: str, scene: Scene, *, numbers: bool = False) -> int | None:
    """The colour of the active side that a name, the letter of its cards, or a number stands for."""
    word = word.lower()
    for names in (scene.colours, scene.words, scene.letters):
        found = [name.lower() for name in names]
        if word in found:
            return found.index(word)
    if numbers and word in ("1", "2", "3", "4"):
        return int(word) - 1
    return None


def _no_colour(word: str, scene: Scene) -> Wrong:
    return Wrong(_("{word} is no colour: {colours}.").format(word=word, colours=listed(scene.colours, "or")))


def _judge(move: Move, table: Table, seat: int) -> Meaning:
    """The move, or why the rules refuse it."""
    reason = refusal(table, seat, move, own=True)
    return Act(move) if reason is None else Wrong(refuse(table, seat, move, reason, seat))


def _number(number: int, rest: list[str], scene: Scene, table: Table, seat: int) -> Meaning:
    choices = {choice.number: choice.move for choice in scene.choices if choice.number is not None}
    if choices and not rest:
        if number in choices:
            return _judge(choices[number], table, seat)
        return Wrong(
            _("There is no choice {number}: type {numbers}.").format(
                number=number, numbers=listed(map(str, choices), "or")
            )
        )
    return _play_number(number, rest, scene, table, seat)


def _play_number(number: int, rest: list[str], scene: Scene, table: Table, seat: int) -> Meaning:
    """Cards by their numbers, then perhaps a colour, then perhaps the call."""
    places: list[int] = []
    words = [str(number), *(word.lower() for word in rest)]
    while words and words[0].isdecimal():
        card = _card(words.pop(0), scene)
        if isinstance(card, Wrong):
            return card
        places.append(card.place)
    wild = any(card.wild for card in scene.hand if card.place in places)
    call = bool(words) and words[-1] in ("call", "u") and not (len(words) == 1 and wild and words[-1] == "u")
    if call:
        words.pop()
    colour = NO_COLOUR
    if words:
        found = _colour(words[0], scene)
        if found is None or len(words) > 1:
            return _no_colour(" ".join(rest), scene)
        colour = found
    return _play(Play(tuple(places), colour, call), table, seat)


def _card(number: str, scene: Scene) -> HandCard | Wrong:
    card = next((card for card in scene.hand if card.number == int(number)), None)
    return card or Wrong(
        n_(
            "There is no card {number}: your hand has {cards}.",
            "There is no card {number}: your hand has {cards}.",
            len(scene.hand),
        ).format(number=number, cards=len(scene.hand))
    )


def _jump_number(number: int, rest: list[str], scene: Scene, table: Table, seat: int) -> Meaning:
    card = _card(str(number), scene)
    if isinstance(card, Wrong):
        return card
    if [word.lower() for word in rest] not in ([], ["call"], ["u"]):
        return Wrong(
            _("{words} does not go with a jump: write jump {number}, or jump {number} call.").format(
                words=" ".join(rest), number=number
            )
        )
    return _judge(Jump(card.place, bool(rest)), table, seat)


def _jump_somehow(scene: Scene, table: Table, seat: int) -> Meaning:
    """The one card that jumps in; without a call, as it was not typed."""
    jumps = {choice.move.place for choice in scene.choices if isinstance(choice.move, Jump)}
    if len(jumps) == 1:
        return _judge(Jump(jumps.pop()), table, seat)
    return Wrong(_("With which card? Type jump and its number.") if jumps else _("You hold no card that jumps in now."))


def _play(move: Play, table: Table, seat: int) -> Meaning:
    """Ask for the colour of a wild that may be played."""
    place = move.places[0]
    face = table.faces[table.side][place]
    if face != UNKNOWN and face >= PLAIN_WILD and move.colour == NO_COLOUR and len(move.places) == 1:
        trial = _judge(Play(move.places, 0, move.call), table, seat)
        return AskColour(place, move.call) if isinstance(trial, Act) else trial
    return _judge(move, table, seat)


def _name(word: str, scene: Scene, table: Table, seat: int) -> Meaning:
    colour = _colour(word, scene, numbers=True)
    if colour is None:
        return _no_colour(word, scene)
    return _judge(Name(colour), table, seat)


def _catch_anybody(table: Table, seat: int) -> Meaning:
    targets = [other for other in range(len(table.seats)) if table.catchable >> other & 1 and other != seat]
    if len(targets) == 1:
        return _judge(Catch(targets[0]), table, seat)
    names = listed((table.seats[other] for other in targets), "or")
    return Wrong(_("Whom? Type catch {names}.").format(names=names) if targets else _("Nobody can be caught now."))


def _notation(words: list[str], table: Table, seat: int, scene: Scene) -> Meaning:
    """A move as scripts spell it; a card alone is played, and a wild may have its colour by letter."""
    verb = words[0].lower()
    if verb not in KEYWORDS and _is_card(words[0], table):
        words = ["play", *words]
        verb = "play"
    if verb == "play" and len(words) > 2:  # a colour may stand there by its letter
        at = -2 if words[-1].lower() == "call" and len(words) > 3 else -1
        colour = _colour(words[at], scene)
        if colour is not None:
            words[at] = scene.words[colour]
    text = " ".join(words)
    try:
        who, move = parse_move(table, text, seat)
    except BadNotation as error:
        if verb in KEYWORDS or words[0].lower() in (name.lower() for name in table.seats):
            return Wrong(retold(str(error)))
        return Wrong(_("{word} is nothing I know: type help.").format(word=words[0]))
    except IllegalMove as error:
        return Wrong(refuse(table, seat, None, error.reason, seat))
    if who != seat:
        return Wrong(_("You sit at {name}, not at {other}.").format(name=table.seats[seat], other=table.seats[who]))
    return _play(move, table, seat) if isinstance(move, Play) else _judge(move, table, seat)


def _is_card(word: str, table: Table) -> bool:
    faces = word.split("/")
    return all(any(face in sheet.by_name for sheet in table.sheets) for face in faces)
