"""Drag and drop, and pasting of files."""
