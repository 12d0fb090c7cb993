"""The quick switcher and the command palette."""
