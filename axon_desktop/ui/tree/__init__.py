"""The file tree."""
