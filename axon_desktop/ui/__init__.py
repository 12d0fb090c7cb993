"""The user interface: the only Qt code."""
