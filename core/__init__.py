"""The game: cards, rules, table, moves. Pure; knows no peers, plugins, screens, clocks, dice or sockets."""
