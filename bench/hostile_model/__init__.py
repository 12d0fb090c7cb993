"""A model that obeys whoever wrote what it reads: what gets through to vault, machine and network."""
