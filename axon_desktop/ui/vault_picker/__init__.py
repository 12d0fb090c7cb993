"""Choosing a vault."""
