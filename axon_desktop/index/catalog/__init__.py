"""The databases of the index: entries of files, links, and texts."""
