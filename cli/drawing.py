"""A scene as lines of text that fit 80 columns, in letters and words alone.

Must never know where the lines go, or what is typed.
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from .language import _, mark, n_
from .present import Asked, HandCard, Row, Scene, only_choice
from .words import listed

WIDTH: Final = 80
LEAST: Final = 20
COLUMN: Final = 40

HELP: Final = mark("""\
Type what you do. Cards of your hand that fit now are marked *.
  3  or  play r5        play a card, by its number or its name
  3 red  or  play W red play a wild and name its colour (3 alone: it asks)
  3 call                play a card and call that one is left, in one go
  draw, keep            take a card; keep it (or play it, when it fits)
  Enter alone           the only thing there is to do; else: whose turn it is
  call                  call your last card
  catch Bo              Bo has one card and did not call
  challenge, accept     answer a wild draw card that was played at you
  name red              name a colour, when you are asked
  hint                  what the AI player steady would do, and why
  hand, table, scores   show them again
  say hi, mute Bo       write to the others; hear Bo no more, or hear Bo again
  links, rematch        how the others are heard; play again after a match
  leave                 leave the match
Some rules have more: 3 4 plays two cards of one number, jump r5 a red 5 out of
turn on a red 5 just played, swap Bo swaps hands, a draw card answers another.
A call, a catch or a jump may be typed while somebody else thinks.
One letter is enough: p d k x a n j s t q ?, u for call, c catch, h hint.
Cards are a colour and a symbol: r y g b, on the dark side p t o u (purple);
D1 D2 D5 draw, SK SE skip, RV reverse, FL flip, W wild, W2 W4 WC wild draw.""")
"""What may be typed, still to be translated; the words in the first column stay."""


def _room() -> int:
    """The columns there are: those of a narrow terminal, never more than `WIDTH`."""
    return max(min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns), LEAST)


def draw_table(scene: Scene) -> list[str]:
    """The whole table: what lies on top, the piles, everybody, the own hand."""
    title = _("{side} side, {direction}").format(side=scene.side, direction=scene.direction)
    lines = [f"--- {title if scene.side else scene.direction} ".ljust(_room() - 1, "-")]
    top = (
        _("On top: {card} [{name}], back {back}. Colour in force: {colour}.")
        if scene.top_back
        else _("On top: {card} [{name}]. Colour in force: {colour}.")
    )
    lines += _wrap(_filled(top, scene))
    pile = _("Draw pile: {size}, top back {back}.") if scene.draw_size and scene.draw_back else _("Draw pile: {size}.")
    lines.append(pile.format(size=scene.draw_size, back=scene.draw_back))
    if scene.pending:
        lines += _wrap(_("To be drawn: {burden}.").format(burden=scene.pending))
    width = max(len(_("{name} (you)").format(name=row.name)) for row in scene.rows)
    for row in scene.rows:
        lines += _row(row, width)
    return [*lines, *draw_hand(scene)]


def _filled(text: str, scene: Scene) -> str:
    """What lies on top, put into a sentence."""
    colour = scene.colour or _("none yet")
    return text.format(card=scene.top, name=scene.top_name, back=scene.top_back, colour=colour)


def _shown(row: Row) -> str:
    return _("{name} (you)").format(name=row.name) if row.me else row.name


def _row(row: Row, width: int) -> list[str]:
    """A seat: ``Bo  1 card, to play, called: t5`` and so on, in as many lines as its backs need."""
    cards = n_("{number} card", "{number} cards", row.cards).format(number=row.cards)
    marks = [_("to play"), *row.marks] if row.turn else row.marks
    head = f"  {_shown(row):<{width}} {', '.join([cards, *marks])}"
    backs = " ".join(row.backs)
    if row.me or not backs:  # the own backs stand beside the own cards
        return [head]
    return textwrap.wrap(f"{head}: {backs}", _room() - 1, subsequent_indent=" " * (width + 3))


def draw_hand(scene: Scene) -> list[str]:
    """The own hand in two columns, numbered; ``*`` marks what may be played."""
    if not scene.hand:
        return [_("Your hand is empty.")]
    fits = scene.asked in (Asked.CARD, Asked.DRAWN) or any(card.playable for card in scene.hand)
    title = _("Your hand (* fits):") if fits else _("Your hand:")
    cells = [cell(card) for card in scene.hand]
    if max(map(len, cells)) >= COLUMN or _room() < WIDTH:  # where names are long, or the terminal is narrow
        return [title, *cells]
    half = (len(cells) + 1) // 2
    pairs = zip(cells[:half], [*cells[half:], ""], strict=False)
    return [title, *(f"{left:<{COLUMN}}{right}".rstrip() for left, right in pairs)]


def cell(card: HandCard) -> str:
    """A card of the hand in at most 39 columns: ``12* purple skip everyone [uSE] back gFL``."""
    sign = "*" if card.playable else " "
    text = _("{card} [{name}] back {back}") if card.back else _("{card} [{name}]")
    return f"{card.number:>2}{sign} {text.format(card=card.text, name=card.name, back=card.back)}"


def draw_asking(scene: Scene) -> list[str]:
    """What the own seat is asked for, and what it may answer; empty when nothing is asked."""
    if not scene.prompt:
        return []
    numbered = [f"{choice.number} {choice.text}" for choice in scene.choices if choice.number is not None]
    if numbered:
        return [*_wrap(scene.prompt), *_packed(numbered)]
    fitting = [card.number for card in scene.hand if card.playable]
    words = [_("a number")] if fitting else []
    if fitting and scene.calls:
        words.append(_("{number} call (plays and calls)").format(number=fitting[0]))
    words += [choice.text for choice in scene.choices if choice.number is None]
    only = only_choice(scene)
    typed = (
        _("{prompt} You may type: {words}. Enter: {only}.")
        if only is not None
        else _("{prompt} You may type: {words}.")
    )
    return _wrap(
        typed.format(prompt=scene.prompt, words=", ".join([*words, "help"]), only=only.text if only is not None else "")
    )


def _packed(items: Sequence[str]) -> list[str]:
    """Items side by side, none of them broken, in as many lines as they need."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 3 + len(item) < _room():
            lines[-1] += f"   {item}"
        else:
            lines.append(f"  {item}")
    return lines


def draw_waiting(scene: Scene) -> list[str]:
    """Whose turn it is and what lies on top, while nothing is asked; empty when the round is over."""
    names = [row.name for row in scene.rows if row.turn]
    if not names:
        return []
    turn = n_("It is {names}'s turn.", "It is {names}'s turn.", len(names)).format(names=listed(names))
    sentences = [turn, _filled(_("On top: {card} [{name}]. Colour in force: {colour}."), scene)]
    if scene.pending:
        sentences.append(_("To be drawn: {burden}.").format(burden=scene.pending))
    return _wrap(" ".join(sentences))


def draw_scores(scene: Scene) -> list[str]:
    """Everybody's points of the match."""
    points = ", ".join(f"{row.name} {row.score}" for row in scene.rows)
    text = _("Points (the lowest win): {points}.") if scene.lowest else _("Points: {points}.")
    return _wrap(text.format(points=points))


def wrapped(sentences: Iterable[str]) -> list[str]:
    """Sentences as lines, each beginning a new one."""
    return [line for sentence in sentences for line in _wrap(sentence) or [""]]


def indented(sentences: Iterable[str]) -> list[str]:
    """Sentences as lines below something that they tell more about."""
    return [line for sentence in sentences for line in _wrap(sentence, "    ")]


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text, _room() - 1, initial_indent=indent, subsequent_indent=f"{indent}  ", break_long_words=True
    )
