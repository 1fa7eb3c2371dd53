"""The four founding documents, sentence by sentence: each is playable as it is written.

``tests/rules/documents/00N.toml`` tells every sentence of document 00N in our own words and in its order. A sentence
that states a rule is played as a case (see `cases`) by a preset of that document, or by an option on top of it; one
that states none says why. What is written there comes from the documents, never from what the program does.

Besides the keys of a case an entry may have ``printed`` (faces of a side and how many of each), ``points`` (symbols of
a side and what each counts), ``size`` (cards of the deck), ``players`` (how many may sit down) or ``deal`` (a round
dealt from the pack); the deck is that of the document's first preset.
"""

from __future__ import annotations

import json
import random
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fliptable.core.cards import DECKS, FACES, LIGHT, Kind, Sheet
from fliptable.core.dealer import TrustedDealer
from fliptable.core.errors import BadOption
from fliptable.core.play import start
from fliptable.core.position import position
from fliptable.core.rules import PRESETS

from .cases import SEEDS, Case, play

FOLDER = Path(__file__).parent.parent / "rules" / "documents"
DOCUMENTS = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.toml"))}
# What each document is played by; 001 has a quick game besides.
PLAYED_BY = {"000": ["flip"], "001": ["flip", "quick"], "002": ["flip-dk"], "003": ["classic-hu"]}
# Points of a whole side, by our own sum over the counts and points of the rules reference.
CHECKSUMS = {("flip", "light"): 1280, ("flip", "dark"): 1480, ("classic", "classic"): 1240}


@dataclass(frozen=True)
class Sentence:
    """One sentence of a document."""

    document: str
    number: int
    says: str
    values: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.document}-{self.number}"

    @property
    def sheets(self) -> dict[str, Sheet]:
        """The printed sides of the document's deck, by name."""
        return {sheet.name: sheet for sheet in PRESETS[PLAYED_BY[self.document][0]].cards.sheets}

    def case(self, **values: Any) -> Case:
        """The sentence as a case with these values."""
        return Case(self.document, (str(self.number),), f"document {self.document}", self.says, values)


SENTENCES = [
    Sentence(name, entry["number"], entry["says"], {key: entry[key] for key in entry if key not in ("number", "says")})
    for name, document in DOCUMENTS.items()
    for entry in document["sentence"]
]
KINDS = {"position", "cut", "deal", "printed", "points", "size", "players", "no_rule"}


@pytest.mark.parametrize("sentence", SENTENCES, ids=str)
def test_sentence(sentence: Sentence) -> None:
    """Every sentence is one kind of entry, and holds."""
    kind = KINDS & set(sentence.values)
    assert len(kind) == 1, f"{sentence}: {sorted(sentence.values)}"
    match kind.pop():
        case "no_rule":
            assert sentence.values["no_rule"].endswith(".")
        case "printed":
            check_printed(sentence)
        case "points":
            check_points(sentence)
        case "size":
            assert PRESETS[PLAYED_BY[sentence.document][0]].cards.size == sentence.values["size"], sentence.says
        case "players":
            check_players(sentence)
        case "deal":
            for seed in SEEDS:
                text = dealt(sentence.values["deal"], seed)
                play(sentence.case(position=text, step=sentence.values["step"]), seed)
        case _:
            for seed in SEEDS:
                play(sentence.case(**sentence.values), seed)


def check_printed(sentence: Sentence) -> None:
    """As many are printed of each face, or of each symbol in all colours, as the sentence says."""
    for side, wanted in sentence.values["printed"].items():
        sheet = sentence.sheets[side]
        found = {name: sum(sheet.copies[face] for face in named(sheet, name)) for name in wanted}
        assert found == wanted, sentence.says


def check_points(sentence: Sentence) -> None:
    """Every face with the symbol counts what the sentence says."""
    for side, wanted in sentence.values["points"].items():
        sheet = sentence.sheets[side]
        found = {name: {sheet.points[face] for face in named(sheet, name)} for name in wanted}
        assert found == {name: {points} for name, points in wanted.items()}, sentence.says


def check_players(sentence: Sentence) -> None:
    """So many may sit down, from the first number to the last, and no others."""
    first, last = sentence.values["players"]
    rules = PRESETS[PLAYED_BY[sentence.document][0]]
    for seats in range(first, last + 1):
        rules.check_seats(seats)
    for seats in (first - 1, last + 1):
        with pytest.raises(BadOption):
            rules.check_seats(seats)


def named(sheet: Sheet, name: str) -> list[int]:
    """The face of that name, or all coloured faces with that symbol."""
    if name in sheet.by_name:
        return [sheet.by_name[name]]
    return [face for face, full in enumerate(sheet.faces) if full[1:] == name and not full.startswith("W")]


def dealt(values: dict[str, Any], seed: int) -> str:
    """A round dealt from the pack, as a position: the next seed that turns up a number, so nothing has acted yet."""
    rules = PRESETS[values["rules"]]
    seats: int = values["seats"]
    while True:
        table = TrustedDealer(random.Random(seed)).new_table(rules, "ABCDEFGHIJ"[:seats], 0)
        first = table.faces[LIGHT][seats * rules.hand_size]
        if table.sheets[LIGHT].kinds[first] is Kind.NUMBER:
            start(table)
            return json.dumps(position(table))
        seed += 1000


def test_every_document_has_its_file() -> None:
    assert {name: document["presets"] for name, document in DOCUMENTS.items()} == PLAYED_BY


@pytest.mark.parametrize("document", DOCUMENTS)
def test_sentences_are_numbered_without_a_gap(document: str) -> None:
    numbers = [sentence.number for sentence in SENTENCES if sentence.document == document]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(sentence.says.endswith((".", "...")) for sentence in SENTENCES)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_preset_of_a_document_is_played(document: str) -> None:
    """A position is played by a preset of its document, alone or with options on top; each preset comes up."""
    found: set[str] = set()
    for sentence in SENTENCES:
        if sentence.document == document and "position" in sentence.values:
            rules: str | dict[str, Any] = json.loads(sentence.values["position"])["rules"]
            found.add(rules if isinstance(rules, str) else rules["preset"])
    assert found == set(PLAYED_BY[document])


@pytest.mark.parametrize("document", ["000", "002"])
def test_the_lists_of_cards_are_complete(document: str) -> None:
    """These two documents count every card of both sides; the counts add up to the deck."""
    for side, sheet in Sentence(document, 0, "", {}).sheets.items():
        listed: dict[str, int] = {}
        for sentence in SENTENCES:
            if sentence.document == document and "printed" in sentence.values:
                listed |= sentence.values["printed"].get(side, {})
        assert {face for name in listed for face in named(sheet, name)} == set(range(FACES))
        assert sum(listed.values()) == 112


@pytest.mark.parametrize(("deck", "side"), CHECKSUMS)
def test_the_points_of_a_side_add_up(deck: str, side: str) -> None:
    sheet = next(sheet for sheet in DECKS[deck].sheets if sheet.name == side)
    points = [count * copies for count, copies in zip(sheet.points, sheet.copies, strict=True)]
    assert sum(points) == CHECKSUMS[deck, side]
