"""The only place of the peers with sockets, the clock and entropy: it carries bytes and decides nothing."""
