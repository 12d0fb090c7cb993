"""Obsidian canvases."""
