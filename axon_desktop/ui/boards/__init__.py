"""Canvases and bases as views to read."""
