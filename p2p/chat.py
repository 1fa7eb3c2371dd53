"""The chat of a table: signed, outside the log, and bound to one table or one session.

Theory of operation. Whoever speaks signs a line with a number that grows, and sends it to everybody; those it has no
link to get it as they get letters. Who hears a line takes it once: of every speaker the highest number heard is
remembered, and which of the 64 up to it. A line of another table or session, of nobody here, or one too many is passed
over without a word: what is said decides nothing, so nobody is put out for it.

Must never know the game, or who may hear what.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from . import letter as letters
from .errors import Misuse
from .frames import Bucket
from .identity import Identity
from .letter import Letter
from .messages import TALK_MAX, Say
from .text import clean

HEARD_RATE, HEARD_BURST = 1.0, 10.0
"""How many lines a second are heard of one speaker, and how many at once. We say half as many."""
WINDOW: Final = 64
"""How far a line may come behind a later one of its speaker."""
VOICES_MAX: Final = 64
"""How many speakers are remembered; a lobby may see more of them come and go."""


class Voice:
    """What is remembered of one speaker: a bit for each of the last `WINDOW` numbers up to `highest`."""

    def __init__(self, now: float) -> None:
        self.bucket = Bucket(HEARD_RATE, HEARD_BURST, now)
        self.highest = 0
        self.heard = 0
        self.dropped = 0

    def first_time(self, number: int) -> bool:
        """Say whether this number is new, and remember it."""
        if number > self.highest:
            self.heard = (self.heard << min(number - self.highest, WINDOW)) & ((1 << WINDOW) - 1)
            self.highest = number
        bit = 1 << (self.highest - number) if self.highest - number < WINDOW else 0
        new = bool(bit) and not self.heard & bit
        self.heard |= bit
        return new


class Chat:
    """Our peer's part in the chat of a table."""

    def __init__(self, identity: Identity, now: float) -> None:
        self._identity = identity
        self._voices: dict[bytes, Voice] = {}
        self._own = Bucket(HEARD_RATE / 2, HEARD_BURST / 2, now)
        self._number = 0

    @property
    def dropped(self) -> dict[bytes, int]:
        """How many lines were passed over, by speaker."""
        return {key: voice.dropped for key, voice in self._voices.items() if voice.dropped}

    def say(self, context: bytes, text: str, now: float, stamp: int) -> tuple[str, Letter]:
        """Sign a line, and give it as others will see it.

        `stamp` are seconds since 1970, so that a program which comes back does not begin again with a low number.
        Raises Misuse for a line without text, one that is too long, and for too many.
        """
        shown = clean(text, len(text))
        if not shown:
            raise Misuse("there is nothing to say in that line")
        if len(shown) > TALK_MAX:
            raise Misuse(f"a line of chat has at most {TALK_MAX} characters, and this one {len(shown)}")
        if not self._own.take(1, now):
            raise Misuse("that is more than anybody can read: wait some seconds")
        self._number = max(self._number + 1, stamp)
        return shown, letters.write(self._identity, Say(context, self._number, shown))

    def hear(self, letter: Letter, line: Say, contexts: Collection[bytes], now: float) -> str | None:
        """Give the text of a line of somebody who sits here; None where it is none, old, or one too many."""
        if letter.sender == self._identity.public:
            return None
        voice = self._voices.setdefault(letter.sender, Voice(now))
        if len(self._voices) > VOICES_MAX:
            del self._voices[next(iter(self._voices))]
        text = clean(line.text, TALK_MAX)
        heard = line.context in contexts and voice.first_time(line.number) and bool(text)
        if heard and voice.bucket.take(1, now):
            return text
        voice.dropped += 1
        return None
