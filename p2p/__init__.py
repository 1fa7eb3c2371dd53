"""The peers: hidden cards, the common log and the network. Decides no rule of the game."""
