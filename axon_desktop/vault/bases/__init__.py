"""Obsidian Bases: tables of the notes that fit a filter."""
