"""Undoing turns, with a preview, and rescued texts."""
