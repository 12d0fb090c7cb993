"""What the agent did in a finished turn: one row that unfolds to its calls."""
