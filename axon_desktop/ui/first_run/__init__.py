"""The first run: helps a new user to a vault, a model, a way of asking, and a first question."""
