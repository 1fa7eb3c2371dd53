"""A table on which everything that one seat may not know is different."""

from random import Random

from fliptable.core.cards import FACES
from fliptable.core.table import Table


def change_everything_hidden(table: Table, seat: int, chance: Random) -> Table:
    """A copy in which every face that ``seat`` has no right to is another one, retired cards and all.

    What other seats have a right to besides is not its affair either: those rights are dealt out anew. Such a table
    cannot be played on: there need be no such cards.
    """
    other = table.clone()
    other.history = table.history
    for faces, rights in zip(other.faces, other.rights, strict=True):
        for place, holders in enumerate(rights):
            if not holders >> seat & 1:
                faces[place] = (faces[place] + chance.randrange(1, FACES)) % FACES
                rights[place] = chance.getrandbits(len(table.seats)) & ~(1 << seat)
            elif holders != table.everyone:
                rights[place] = chance.getrandbits(len(table.seats)) | 1 << seat
    return other


def mix_the_hidden_pile(table: Table, seat: int, chance: Random) -> Table:
    """A copy in which the cards of the draw pile that ``seat`` knows nothing of lie in another order."""
    other = table.clone()
    other.history = table.history
    unknown = [
        index
        for index, place in enumerate(table.draw)
        if not any(rights[place] >> seat & 1 for rights in table.rights) and not any(place in f for f in table.facts)
    ]
    places = [table.draw[index] for index in unknown]
    chance.shuffle(places)
    for index, place in zip(unknown, places, strict=True):
        other.draw[index] = place
    return other
