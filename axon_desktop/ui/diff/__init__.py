"""Diffs: two texts side by side."""
