"""Shortcuts: the keys of the commands, shown and changed."""
