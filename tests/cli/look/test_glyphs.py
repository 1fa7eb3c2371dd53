"""Signs and letters in plain ASCII."""

import pytest

from fliptable.cli.look.glyphs import GLYPHS


@pytest.mark.parametrize(
    ("text", "shown"),
    [("←→ pick", "<> pick"), ("↑↓ …", "^v ..."), ("Sørenæ", "Sorenae"), ("Žan Győző", "Zan Gyozo"), ("„so“", '"so"')],
)
def test_signs_and_letters_have_a_spelling_in_ascii(text: str, shown: str) -> None:
    assert GLYPHS["ascii"].clean(text) == shown
