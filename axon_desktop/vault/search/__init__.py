"""Searching in the files."""
