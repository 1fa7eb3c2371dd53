"""The languages: catalogs that are whole and fit their source, and a game told in another one than English."""

import ast
import gettext
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from fliptable.cli.deeper import DEEPER, PATTERNS, retold
from fliptable.cli.drawing import HELP, draw_asking, draw_scores, draw_table, draw_waiting
from fliptable.cli.event_words import Teller
from fliptable.cli.language import CATALOGS, DOMAIN, ENGLISH, choose, languages
from fliptable.cli.lobby import HELP as LOBBY_HELP
from fliptable.cli.look.board import draw_board
from fliptable.cli.present import present
from fliptable.cli.reasons import REASONS
from fliptable.cli.refusal_words import refuse
from fliptable.cli.typed import Act, AskColour, Wrong, understand
from fliptable.core.errors import Reason
from fliptable.core.moves import Name, Play
from fliptable.core.view import View

from .command import Command
from .games import any_rules, random_game
from .look.boards import LOOK, board, exact, position, size
from .terminal import play_along, terminal

ROOT = Path(__file__).parents[2]
COMPLETE = ("da", "de", "hu", "sl")
"""Languages in which nothing may be missing. It grows."""
SAME = Path(__file__).with_name("same_as_english.json")
"""For each language what reads as in English, and may."""
LETTERS = ("red", "yellow", "green", "blue", "pink", "teal", "orange", "purple")
CARD_WIDTH = 7
WIDTH = 79


class Message(NamedTuple):
    """An entry of a catalog: context, the English forms, and the translated ones."""

    context: str | None
    source: tuple[str, ...]
    texts: tuple[str, ...]


def catalog(language: str) -> list[Message]:
    """A catalog in text, read without any library; the header is no message."""
    lines = (CATALOGS / language / "LC_MESSAGES" / f"{DOMAIN}.po").read_text("utf-8").splitlines()
    found: list[Message] = []
    parts: dict[str, str] = {}
    key = ""
    for line in [*lines, ""]:
        if not line and parts:
            source = tuple(parts[name] for name in ("msgid", "msgid_plural") if name in parts)
            texts = tuple(text for name, text in parts.items() if name.startswith("msgstr"))
            found.append(Message(parts.get("msgctxt"), source, texts))
            parts = {}
        elif line and not line.startswith("#"):
            name, _, text = line.partition(" ") if not line.startswith('"') else (key, "", line)
            parts[name] = ("" if name != key else parts[name]) + ast.literal_eval(text)
            key = name
    return [message for message in found if message.source != ("",)]


def spoken(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, str(CATALOGS), languages=[language])


def forms(language: str) -> int:
    header = spoken(language).gettext("")
    (number,) = re.findall(r"nplurals=(\d)", header)
    return int(number)


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def has_words(text: str) -> bool:
    """Whether there is anything to translate between the holes."""
    return any(map(str.isalpha, re.sub(r"\{[^}]*\}", "", text)))


OTHERS = [code for code in languages() if code != ENGLISH]


@pytest.fixture
def german() -> Iterator[None]:
    choose("de")
    yield
    choose(ENGLISH)


# The catalogs.


def test_there_are_the_languages_of_the_founding_documents() -> None:
    assert languages() == ("en", "da", "de", "hu", "sl")
    assert set(COMPLETE) <= set(languages())


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    speaks = spoken(language)
    for context, source, texts in catalog(language):
        one = source[0]
        if len(source) == 1:
            said = speaks.gettext(one) if context is None else speaks.pgettext(context, one)
            assert said == (texts[0] or one)
        elif all(texts):
            said = {speaks.ngettext(one, source[1], number) for number in range(120)}
            assert said == set(texts)
        else:
            assert speaks.ngettext(one, source[1], 1) == one


@pytest.mark.parametrize("language", OTHERS)
def test_every_translation_has_the_holes_of_its_source_and_all_its_forms(language: str) -> None:
    for _, source, texts in catalog(language):
        if not any(texts):
            continue
        if len(source) == 1:
            assert holes(texts[0]) == holes(source[0]), texts
            continue
        assert len(texts) == forms(language)
        # Only where English leaves the number out of the singular, another language may.
        assert all(holes(text) in (holes(source[0]), holes(source[1])) for text in texts), texts
        assert holes(texts[-1]) == holes(source[1]), texts


@pytest.mark.parametrize("language", COMPLETE)
def test_a_complete_language_misses_nothing_and_says_nothing_in_english(language: str) -> None:
    same = set(json.loads(SAME.read_text("utf-8"))[language])
    messages = catalog(language)
    missing = [source for _, source, texts in messages if not all(texts)]
    assert missing == []
    equal = {source[0] for _, source, texts in messages if set(texts) & set(source) and has_words(source[0])}
    assert equal - same == set(), "translate it, or allow it in same_as_english.json"
    assert same - equal == set(), "these are allowed to be equal and are not"


@pytest.mark.parametrize("language", COMPLETE)
def test_the_letters_of_the_colours_differ(language: str) -> None:
    texts = {(context, source[0]): text[0] for context, source, text in catalog(language)}
    letters = [text for (context, _), text in texts.items() if context is not None and context.startswith("letter of ")]
    assert len(letters) == len(LETTERS) + 1
    assert len(set(letters)) == len(letters)
    assert all(len(letter) == 1 for letter in letters)


@pytest.mark.parametrize("language", COMPLETE)
def test_what_stands_on_a_card_fits_on_it(language: str) -> None:
    for context, _, texts in catalog(language):
        if context == "on a card":
            words = texts[0].split()
            assert len(words) <= 2
            assert max(map(len, words)) <= CARD_WIDTH


@pytest.mark.parametrize("language", COMPLETE)
def test_help_keeps_its_commands_and_its_width(language: str) -> None:
    speaks = spoken(language)
    for source in (HELP, LOBBY_HELP):
        lines = speaks.gettext(source).splitlines()
        assert max(map(len, lines)) <= WIDTH
        for line in source.splitlines():
            if line.startswith("  "):
                command = re.split(r"[ ,]", line.strip(), maxsplit=1)[0]
                assert any(command in other for other in lines), command


@pytest.mark.tools
def test_the_catalogs_have_all_that_is_said() -> None:
    pytest.importorskip("babel", reason="babel comes with the dev extra; scripts/check runs this")
    done = subprocess.run(
        [sys.executable, "scripts/languages", "check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.returncode) == ("", 0)


# The source.


def test_what_is_translated_is_written_out() -> None:
    """A text put together before it is translated is in no catalog."""
    for file in (ROOT / "cli").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id in ("n_", "p_", "mark", "marks"):
                    texts = node.args[: 1 if node.func.id == "mark" else 2]
                    written = all(isinstance(text, ast.Constant) for text in texts)
                    assert written or isinstance(texts[0], ast.Starred), f"{file.name}:{node.lineno}"
                if node.func.id == "_":
                    assert not isinstance(node.args[0], ast.JoinedStr | ast.BinOp), f"{file.name}:{node.lineno}"
            if isinstance(node, ast.JoinedStr):  # Python 3.11 does not see what is called inside of one
                for call in ast.walk(node):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("_", "p_"):
                        assert not isinstance(call.args[0], ast.Constant), f"{file.name}:{call.lineno}"


def test_what_deeper_floors_say_is_still_said_there() -> None:
    source = " ".join(file.read_text("utf-8") for floor in ("core", "p2p") for file in (ROOT / floor).rglob("*.py"))
    for sentence in (*DEEPER, *PATTERNS):
        begins = sentence if sentence[0] == "{" else sentence[1:]
        parts = re.split(r"\{\w+\}|: (?:write )?|, |\. ", begins.rstrip(".?"))
        assert all(part.strip("(): ") in source for part in parts), sentence


def test_what_deeper_floors_say_is_not_changed_in_english() -> None:
    for sentence in (*DEEPER, *PATTERNS, "Nobody has ever said that."):
        said = sentence.replace("{", "").replace("}", "")
        assert retold(said) == said


def test_a_language_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="There is no language xx: choose one of en, da, de"):
        choose("xx")
    assert choose(ENGLISH) == ENGLISH


def test_the_system_says_which_language(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        for value, code in {"sl_SI.UTF-8": "sl", "fr:da:de": "da", "de-AT": "de", "C.UTF-8": "en", "fr": "en"}.items():
            monkeypatch.setenv("LANGUAGE", value)
            assert choose() == code
    finally:
        choose(ENGLISH)


# What is said in German.


def test_the_rules_in_german(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLIPTABLE_LANGUAGE", "de")
    try:
        done = command("rules", "party")
        assert "Eine Ziehkarte darf mit ihresgleichen gekontert werden" in done.out
        assert "(stacking=same)" in done.out
        everything = command("rules").out
        assert "draw_rule=one  (one or until_playable; Quelle: " in everything
        assert max(map(len, everything.splitlines())) <= 80
        assert "Wer zuerst gibt" in everything
        scripted = command("rules", "--json")
        assert scripted.json["reasons"]["round-over"] == "The round is over."
        wrong = command("play", "--port", "99999")
        assert (wrong.code, wrong.err) == (2, "fliptable: --port 99999 ist kein Port: wähle einen von 1 bis 65535.\n")
    finally:
        choose(ENGLISH)


@pytest.mark.usefixtures("german")
def test_a_game_in_german_has_no_english_in_it_and_fits_80_columns() -> None:
    english = re.compile(r"\b(the|you|your|is|are|draws?|plays?|cards?|hand|not|round|wins?|points?|and|or|to)\b")
    chance = random.Random(3)
    told: set[str] = set()
    for seed in range(14):
        for table, events in random_game(chance, 2 + seed % 4, 120, any_rules(chance)):
            for me in (None, 0):
                said = [Teller(table, me).tell(event) for event in events]
                told |= {event.type for event in events}
                assert not any(english.search(text) or "{" in text for text in said), said
            view = View(table, 0)
            if not view.discard:
                continue
            scene = present(view)
            lines = [*draw_table(scene), *draw_asking(scene), *draw_waiting(scene), *draw_scores(scene)]
            assert max(map(len, lines)) <= WIDTH, lines
            notation = {choice.text for choice in scene.choices}
            prompt = scene.prompt + scene.hint
            assert not english.search(prompt.replace("Hand", "")) or notation, prompt
            for move in view.legal:
                if isinstance(move, Name):  # by the word, by the letter of notation, and by its English name
                    for names in (scene.colours, scene.letters, scene.words):
                        assert understand(f"name {names[move.colour]}", scene, table, 0) == Act(move)
                if isinstance(move, Play) and len(move.places) == 1 and not move.call:
                    number = next(card.number for card in scene.hand if card.place == move.places[0])
                    assert isinstance(understand(str(number), scene, table, 0), Act | AskColour)
    assert len(told) > 12


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("line", ["play r99", "catch Nobody", "name mauve", "draw draw", "jump", "swap", "drw", "play"])
def test_what_cannot_be_read_is_told_in_german(line: str) -> None:
    table, _ = next(random_game(random.Random(3), 3))
    meaning = understand(line, present(View(table, 0)), table, 0)
    assert isinstance(meaning, Wrong)
    assert not re.search(r"\b(is|are|the|write|no)\b", meaning.sentence), meaning


@size
@pytest.mark.usefixtures("german")
def test_the_table_in_german_is_as_wide_as_asked(size: tuple[int, int]) -> None:
    for seats in (2, 4, 10):
        for dark in (False, True):
            picture = draw_board(board(position(seats, 9, seats, dark=dark)), LOOK, *size)
            exact(picture, *size)
            assert f" {'DUNKLE' if dark else 'HELLE'} Seite " in picture.text()[0]


@pytest.mark.net
@pytest.mark.usefixtures("german")
@pytest.mark.slow
def test_a_whole_round_in_german_in_a_terminal(tmp_path: Path) -> None:
    options = ("--bots", "2", "--rounds", "1", "--set", "hand_size=3", "--pace", "0", "--name", "Ada")
    with terminal(tmp_path, "play", *options, variables={"FLIPTABLE_LANGUAGE": "de"}) as screen:
        text = play_along(screen)
    assert screen.exitstatus == 0, text
    assert max(len(line) for line in text.split("\n") if str(tmp_path) not in line) < 80
    for said in ("Lest einander vor: ", "Deine Hand", "Du bist dran: ", "Prüfung von Runde 1: sauber", "Geben geprüft"):
        assert said in text, said
    assert not re.search(r"\b(the|you|draws|plays)\b", text)


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("reason", list(Reason))
def test_every_refusal_in_german_is_a_sentence_of_its_own(reason: Reason) -> None:
    table, _ = next(random_game(random.Random(3), 3))
    for move in (None, Play((table.hands[1][0],)), Name(0)):
        for me in (None, 1):
            text = refuse(table, 1, move, reason, me)
            assert text[-1] == "."
            assert "{" not in text
            assert text != REASONS[reason]
