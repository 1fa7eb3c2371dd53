"""What eyes make of colours: how far apart two are, for each kind of vision, and how well ink stands out on a fill.

A colour is three whole numbers 0 to 255, sRGB. Sources: CIEDE2000 as in Sharma, Wu and Dalal (2005), with their test
pairs; kinds of vision by the matrices of Machado, Oliveira and Fernandes (2009) at full severity, applied to linear
light; contrast as in WCAG 2.
"""

import math
from functools import lru_cache
from typing import Final

RGB = tuple[int, int, int]
Lab = tuple[float, float, float]

VISIONS: Final[dict[str, tuple[float, ...]]] = {
    "normal": (1, 0, 0, 0, 1, 0, 0, 0, 1),
    "protan": (0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
    "deutan": (0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
    "tritan": (1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900),
}


def rgb(text: str) -> RGB:
    """From ``#rrggbb``."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def rgb_of_number(number: int) -> RGB:
    """One of the 240 fixed colours of a 256-colour terminal (16 to 255)."""
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return grey, grey, grey
    steps = (0, 95, 135, 175, 215, 255)
    rest = number - 16
    return steps[rest // 36], steps[rest // 6 % 6], steps[rest % 6]


def linear(colour: RGB) -> tuple[float, float, float]:
    """Light instead of sRGB, 0 to 1."""
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return red, green, blue


def luminance(colour: RGB) -> float:
    """Relative luminance, 0 to 1."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """From 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=100_000)
def seen(colour: RGB, vision: str) -> Lab:
    """CIE L*a*b* (D65) of a colour as a kind of vision sees it."""
    light = linear(colour)
    matrix = VISIONS[vision]
    red, green, blue = (
        min(1.0, max(0.0, sum(matrix[3 * row + column] * light[column] for column in range(3)))) for row in range(3)
    )
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one: Lab, other: Lab) -> float:
    """The distance of two colours; about 1 is just noticeable side by side."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(mean7 / (mean7 + 25**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 if a or b else 0.0 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    lightness, chroma = l2 - l1, c2 - c1
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    l_mean, c_mean = (l1 + l2) / 2, (c1 + c2) / 2
    if c1 * c2 == 0:
        h_mean = h1 + h2
    else:
        h_mean = ((h1 + h2) / 2 + (180 if abs(h1 - h2) > 180 and h1 + h2 < 360 else 0)) - (
            180 if abs(h1 - h2) > 180 and h1 + h2 >= 360 else 0
        )
    t = (
        1
        - 0.17 * math.cos(math.radians(h_mean - 30))
        + 0.24 * math.cos(math.radians(2 * h_mean))
        + 0.32 * math.cos(math.radians(3 * h_mean + 6))
        - 0.20 * math.cos(math.radians(4 * h_mean - 63))
    )
    s_l = 1 + 0.015 * (l_mean - 50) ** 2 / math.sqrt(20 + (l_mean - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c_mean, 1 + 0.015 * c_mean * t
    c7 = c_mean**7
    r_t = -2 * math.sqrt(c7 / (c7 + 25**7)) * math.sin(math.radians(60 * math.exp(-(((h_mean - 275) / 25) ** 2))))
    terms = (lightness / s_l, chroma / s_c, hue / s_h)
    return math.sqrt(sum(term**2 for term in terms) + r_t * terms[1] * terms[2])


def distance(one: RGB, other: RGB, vision: str) -> float:
    """How far apart two colours are for a kind of vision."""
    return ciede2000(seen(one, vision), seen(other, vision))
