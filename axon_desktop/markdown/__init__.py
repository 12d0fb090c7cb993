"""Obsidian's Markdown: scanning its blocks, and rendering them as HTML and drawings."""
