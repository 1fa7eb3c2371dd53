"""Tournaments between AI players: single games, schedules, ratings. Imports core and the rest of plugins; no screen."""
