"""Signs and letters in plain ASCII."""

import pytest

from fliptable.cli.language import ENGLISH, choose
from fliptable.cli.look.glyphs import GLYPHS


@pytest.mark.parametrize(
    ("text", "shown"),
    [("←→ pick", "<> pick"), ("↑↓ …", "^v ..."), ("Sørenæ", "Sorenae"), ("Žan Győző", "Zan Gyozo"), ("„so“", '"so"')],
)
def test_signs_and_letters_have_a_spelling_in_ascii(text: str, shown: str) -> None:
    assert GLYPHS["ascii"].clean(text) == shown


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("de", "Plaetze fuer Soren"),
        ("da", "Platze fur Soeren"),
        ("hu", "Platze fur Soren"),
        (ENGLISH, "Platze fur Soren"),
    ],
)
def test_ascii_is_written_as_the_language_writes_it(language: str, shown: str) -> None:
    choose(language)
    try:
        assert GLYPHS["ascii"].clean("Pl\u00e4tze fu\u0308r S\u00f8ren") == shown
    finally:
        choose(ENGLISH)
