"""Hidden cards: two decks shuffled by everybody, opened place by place, audited at the end.

Knows places, sides, seats and face numbers. Must never know the rules of the game, the order of events or the
wire.
"""
