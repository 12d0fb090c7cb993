"""How costs grow with the vault, the note, the conversation and the servers."""

FLAT = 0.1
"""Exponent that still counts as none: at a hundred times the size less than 1.6 times the cost, noise included."""
LINEAR = 1.05
"""Where the work itself is as large: every name is looked at, every server is started."""
