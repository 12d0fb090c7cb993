"""The tools that read, search, write and move notes."""
