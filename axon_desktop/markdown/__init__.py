"""Markdown as Obsidian means it: finding its blocks, and turning them into HTML and drawings."""
