"""fliptable: a card game for 2 to 10 people on one network, without a server and without a host.

The repository root is this package. This file holds no import on purpose: test runners may load it under
the name of the checkout's folder, and whatever it imported would then exist twice. Import what you need from
`fliptable.core` (the game), `fliptable.p2p` (the peers), `fliptable.plugins` (AI players) or `fliptable.cli`.
"""
