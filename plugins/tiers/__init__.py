"""Where a player runs: in the calling thread, in a thread of its own, or in another process.

`tier` says what each of them promises. Must never know who asks, or what a fault costs (`guard`).
"""
