"""The language that people are spoken to in: the one door to gettext.

A sentence is translated when it is said, not when its module is read. English is the source, and costs no file. Must
never know who says what.
"""

from __future__ import annotations

import gettext
import os
from pathlib import Path
from typing import Final

DOMAIN: Final = "fliptable"
CATALOGS: Final = Path(__file__).with_name("locale")
ENGLISH: Final = "en"
VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which languages its user reads, the first that is set."""

_spoken: list[gettext.NullTranslations] = [gettext.NullTranslations()]
_code: list[str] = [ENGLISH]


def languages() -> tuple[str, ...]:
    """The codes of the languages there are, English first."""
    return (ENGLISH, *sorted(folder.name for folder in CATALOGS.glob("*") if (folder / "LC_MESSAGES").is_dir()))


def choose(language: str = "") -> str:
    """Speak a language from now on; gives its code.

    Args:
        language: a code as of `languages`; "" for the first of the system's that there is, else English.

    Raises:
        ValueError: there is no such language; the sentence says which there are.
    """
    if language and language not in languages():
        raise ValueError(f"There is no language {language}: choose one of {', '.join(languages())}.")
    code = language or next((wanted for wanted in _wanted() if wanted in languages()), ENGLISH)
    _code[0] = code
    _spoken[0] = (
        gettext.NullTranslations() if code == ENGLISH else gettext.translation(DOMAIN, str(CATALOGS), languages=[code])
    )
    return code


def spoken() -> str:
    """The code of the language spoken."""
    return _code[0]


def _wanted() -> list[str]:
    value = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), "")
    return [entry.replace("-", "_").partition(".")[0].partition("_")[0].lower() for entry in value.split(":")]


def _(message: str) -> str:
    """The message in the language spoken."""
    return _spoken[0].gettext(message)


def n_(one: str, many: str, number: int) -> str:
    """The message for so many."""
    return _spoken[0].ngettext(one, many, number)


def p_(context: str, message: str) -> str:
    """The message as it is said in a context."""
    return _spoken[0].pgettext(context, message)


def mark(message: str) -> str:
    """The message itself: what is to be translated where it is said."""
    return message


def marks(one: str, many: str) -> tuple[str, str]:
    """The same for a message with a number, as `n_` takes it."""
    return one, many
