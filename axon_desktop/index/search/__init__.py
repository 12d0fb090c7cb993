"""Queries, and the searches that answer them from the index or from the files."""
