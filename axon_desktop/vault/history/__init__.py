"""The journal of changes."""
