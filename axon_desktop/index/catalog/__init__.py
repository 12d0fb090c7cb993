"""The databases of the index: files with what they say about themselves, links, and texts."""
