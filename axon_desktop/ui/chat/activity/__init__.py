"""The calls of a finished turn: one row that unfolds to its calls."""
