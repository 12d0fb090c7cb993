"""Buttons and chips."""
