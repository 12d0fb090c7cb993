"""The first run: guides a new user to a vault, a model, a safety mode, and a first question."""
