"""Obsidian's own settings, templates, daily notes and addresses."""
