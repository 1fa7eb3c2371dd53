"""How everything looks: a theme, a palette for one kind of vision, a set of signs, and the colours a terminal has.

Nothing is converted behind anybody's back: every depth has its own colours, since automatic ones put two cards into one
colour. Without colours only bold, reverse and underline are left. Must never know what is drawn.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, cast

from rich.color import Color, ColorSystem
from rich.style import Style

from ..language import _
from .glyphs import GLYPHS, Glyphs, GlyphSet

Depth = Literal["true", "256", "16", "none"]
Vision = Literal["normal", "protan", "deutan", "tritan"]
Styles = Mapping[str, Style]
"""By role: those of a theme, and ``face:r``, ``bold:r``, ``edge:r`` and ``chip:r`` for each colour letter in notation.

Colour ``w`` is a wild, ``?`` a face that is not known.
"""

LETTERS: Final = "rygbptouw?"
ROLES: Final = ("table", "text", "faint", "accent", "warning", "bar", "words", "turn")
_FOLDER: Final = Path(__file__).parent
_BLACK: Final = "#000000"
_WHITE: Final = "#FFFFFF"


class BadTheme(Exception):
    """A theme that cannot be used; the message is one sentence that says why and what to do."""


@dataclass(frozen=True, eq=False)
class Look:
    """Styles by role for both sides of the table, and signs."""

    theme: str
    vision: Vision
    depth: Depth
    glyphs: Glyphs
    light: Styles
    dark: Styles

    def style(self, role: str, dark: bool = False) -> Style:
        """The style of a role while the light side or the dark one is up; raises KeyError for no role."""
        return (self.dark if dark else self.light)[role]


def theme_names(folder: Path | None = None) -> tuple[str, ...]:
    """Our themes, and those in a folder of the user's own."""
    folders = [_FOLDER / "themes", *([folder] if folder else [])]
    return tuple(sorted({file.stem for place in folders for file in place.glob("*.toml")}))


def load_look(
    theme: str = "felt",
    vision: Vision = "normal",
    glyphs: GlyphSet = "unicode",
    depth: Depth = "true",
    folder: Path | None = None,
) -> Look:
    """A look by names; ``theme`` is one of ours, the name of a file in ``folder``, or a path ending in ``.toml``.

    Raises `BadTheme`.
    """
    file = _theme_file(theme, folder)
    sides = _read_theme(file)
    fills = _palette(vision, depth)
    light, dark = (_styles(sides[side], fills, depth) for side in ("light", "dark"))
    return Look(file.stem, vision, depth, GLYPHS[glyphs], light, dark)


def _theme_file(theme: str, folder: Path | None) -> Path:
    if theme.endswith(".toml"):
        return Path(theme).expanduser()
    if theme not in theme_names(folder):
        said = _("There is no theme {theme}: choose one of {there}, or name a .toml file.")
        raise BadTheme(said.format(theme=theme, there=", ".join(theme_names(folder))))
    own = folder / f"{theme}.toml" if folder else None
    return own if own and own.is_file() else _FOLDER / "themes" / f"{theme}.toml"


_Colour = tuple[str, int | None, int | None]
"""A colour as ``#rrggbb``, of 256 and of 16; empty and None leave it to the terminal."""


def _read_theme(file: Path) -> dict[str, dict[str, _Colour]]:
    """Roles to colours for both sides; the dark side takes what it does not say from the light one."""
    try:
        values = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise BadTheme(_("There is no theme file {file}.").format(file=file)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadTheme(_("The theme file {file} cannot be read: {error}.").format(file=file, error=error)) from None
    except tomllib.TOMLDecodeError as error:
        raise BadTheme(_("The theme file {file} is no TOML: {error}.").format(file=file, error=error)) from None
    for name, part in values.items():
        if name not in ("light", "dark") or not isinstance(part, dict):
            said = _("The theme file {file} says {name}: a theme has the tables [light] and [dark] only.")
            raise BadTheme(said.format(file=file, name=name))
    light = _read_side(file, "light", values.get("light", {}))
    if missing := [role for role in ROLES if role not in light]:
        said = _("The theme file {file} says no {role} below [light]: it needs {roles}.")
        raise BadTheme(said.format(file=file, role=missing[0], roles=", ".join(ROLES)))
    return {"light": light, "dark": {**light, **_read_side(file, "dark", values.get("dark", {}))}}


def _read_side(file: Path, side: str, part: dict[str, Any]) -> dict[str, _Colour]:
    found: dict[str, _Colour] = {}
    for role, value in part.items():
        if role not in ROLES:
            said = _("The theme file {file} says {role} below [{side}]: there are {roles} only.")
            raise BadTheme(said.format(file=file, role=role, side=side, roles=", ".join(ROLES)))
        try:
            found[role] = _colour(value)
        except (ValueError, TypeError):
            said = _(
                'In the theme file {file}, {role} below [{side}] is no colour: write "#rrggbb", '
                'or ["#rrggbb", 0 to 255, 0 to 15], or "" for the terminal\'s own.'
            )
            raise BadTheme(said.format(file=file, role=role, side=side)) from None
    return found


def _colour(value: object) -> _Colour:
    """A colour as a theme spells it; raises ValueError or TypeError."""
    if value == "":
        return "", None, None
    if isinstance(value, str):
        return _hex(value), Color.parse(value).downgrade(ColorSystem.EIGHT_BIT).number, None
    text, eight, four = cast("list[object]", value)
    if not isinstance(text, str) or type(eight) is not int or type(four) is not int:
        raise TypeError
    if not 0 <= eight <= 255 or not -1 <= four <= 15:
        raise ValueError
    return _hex(text), eight, None if four < 0 else four


def _hex(text: str) -> str:
    if len(text) != 7 or text[0] != "#":
        raise ValueError
    int(text[1:], 16)
    return text


# A fill and the ink on it; of 16 colours both are told, since what those look like is the terminal's affair.
_Fills = dict[str, tuple[Color, Color]]


@cache
def _palettes() -> dict[str, Any]:
    return tomllib.loads((_FOLDER / "palettes.toml").read_text("utf-8"))


def _palette(vision: Vision, depth: Depth) -> _Fills:
    """The fill of each card colour and the ink that stands out on it; nothing without colours."""
    match depth:
        case "true":
            hexes: dict[str, str] = _palettes()[vision]["true"]
            return {letter: (Color.parse(fill), Color.parse(_ink(Color.parse(fill)))) for letter, fill in hexes.items()}
        case "256":
            numbers: dict[str, int] = _palettes()[vision]["256"]
            fills = {letter: Color.from_ansi(number) for letter, number in numbers.items()}
            inks = {_BLACK: Color.from_ansi(16), _WHITE: Color.from_ansi(231)}
            return {letter: (fill, inks[_ink(fill)]) for letter, fill in fills.items()}
        case "16":
            pairs: dict[str, list[int]] = _palettes()["16"]
            return {letter: (Color.from_ansi(fill), Color.from_ansi(ink)) for letter, (fill, ink) in pairs.items()}
        case "none":
            return {}


def _seen_on(fill: Color, ground: Color | None, depth: Depth) -> Color:
    """A colour to draw lines in: a fill, brought so near to black or white that it stands out on the ground 3 to 1."""
    if ground is None or depth == "16":
        return fill
    below, colour = _luminance(ground), fill
    end = 0 if below > 0.18 else 255
    for step in range(1, 11):
        high, low = sorted((_luminance(colour), below), reverse=True)
        if high + 0.05 >= 3 * (low + 0.05):
            break
        mixed = (round(part + (end - part) * step / 10) for part in fill.get_truecolor())
        colour = Color.from_rgb(*mixed)
        colour = colour if depth == "true" else colour.downgrade(ColorSystem.EIGHT_BIT)
    return colour


def _luminance(colour: Color) -> float:
    """Relative luminance, 0 to 1 (WCAG 2)."""
    parts = [part / 255 for part in colour.get_truecolor()]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def _ink(fill: Color) -> str:
    """Black or white, whichever stands out more; that is never less than 4.58 to 1 (WCAG 2 contrast)."""
    return _BLACK if (_luminance(fill) + 0.05) ** 2 > 1.05 * 0.05 else _WHITE


def _styles(theme: Mapping[str, _Colour], fills: _Fills, depth: Depth) -> Styles:
    """All styles of one side of the table."""
    if depth == "none":
        return _MONOCHROME
    at = ("true", "256", "16").index(depth)

    def colour(role: str) -> Color | None:
        value = theme[role][at]
        return None if value in ("", None) else Color.parse(value) if isinstance(value, str) else Color.from_ansi(value)

    def style(ink: str, ground: str, bold: bool = False, reverse: bool = False) -> Style:
        return Style(color=colour(ink), bgcolor=colour(ground), bold=bold or None, reverse=reverse or None)

    styles = {
        "table": style("text", "table"),
        "strong": style("text", "table", bold=True),
        "faint": style("faint", "table"),
        "accent": style("accent", "table", bold=True),
        "warning": style("warning", "table", bold=True),
        "bar": style("words", "bar"),
        "bar:strong": style("words", "bar", bold=True),
        "turn": style("text", "turn", bold=True),
        "turn:accent": style("accent", "turn", bold=True),
        "turn:faint": style("text", "turn"),
        "chosen": style("accent", "table", bold=True, reverse=True),
        "side:light": Style(color=_plain(16, 0, depth), bgcolor=_plain(230, 15, depth), bold=True),
        "side:dark": Style(color=_plain(231, 15, depth), bgcolor=_plain(54, 5, depth), bold=True),
    }
    ground = colour("table")
    for letter, (fill, ink) in fills.items():
        styles[f"face:{letter}"] = styles[f"edge:{letter}"] = Style(color=ink, bgcolor=fill)
        styles[f"bold:{letter}"] = styles[f"chip:{letter}"] = Style(color=ink, bgcolor=fill, bold=True)
        styles[f"on:{letter}"] = Style(color=_seen_on(fill, ground, depth), bgcolor=ground)
    return styles


def _plain(eight: int, four: int, depth: Depth) -> Color:
    """A fixed colour; truecolor takes it from the 256, which are the same everywhere."""
    number = four if depth == "16" else eight
    return Color.from_triplet(Color.from_ansi(number).get_truecolor()) if depth == "true" else Color.from_ansi(number)


_REVERSED: Final = Style(reverse=True)
_LOUD: Final = Style(reverse=True, bold=True)
_MONOCHROME: Final[Styles] = {
    **dict.fromkeys(("table", "faint", "turn:faint"), Style.null()),
    **dict.fromkeys(("strong", "accent", "warning", "turn", "turn:accent"), Style(bold=True)),
    **dict.fromkeys(("bar",), _REVERSED),
    **dict.fromkeys(("bar:strong", "chosen"), _LOUD),
    "side:light": Style(bold=True, underline=True),
    "side:dark": Style(bold=True, underline=True),
    **{f"face:{letter}": _REVERSED for letter in LETTERS},
    **{f"edge:{letter}": _REVERSED for letter in LETTERS},
    **{f"bold:{letter}": _LOUD for letter in LETTERS},
    **{f"chip:{letter}": Style.null() for letter in LETTERS},
    **{f"on:{letter}": Style.null() for letter in LETTERS},
}
