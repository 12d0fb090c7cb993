"""Creating, renaming, moving and trashing notes."""
