"""Shortcuts: which keys do what, seen and changed."""
