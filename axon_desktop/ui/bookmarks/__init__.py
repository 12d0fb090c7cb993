"""Bookmarks: files, headings and searches to come back to, with those of Obsidian."""
