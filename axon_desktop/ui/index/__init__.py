"""The index in the window."""
