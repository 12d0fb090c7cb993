"""The editor of notes: plain text with highlighting, saved by itself, never over somebody else's changes."""
