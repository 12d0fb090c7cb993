"""Search by meaning in the window: the life of its index, and related notes."""
