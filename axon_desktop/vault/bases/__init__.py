"""Obsidian Bases: tables of the notes that match a filter."""
