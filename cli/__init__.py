"""Everything a person touches: commands, settings, words, and the tables on the screen."""
