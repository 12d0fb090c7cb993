"""The conversation that is open, its agent and its model."""
