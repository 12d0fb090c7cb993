"""Markdown to safe HTML, block by block; no Qt."""
