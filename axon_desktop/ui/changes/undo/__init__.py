"""Undoing turns, with a preview, and what was rescued."""
