"""The editor of notes: plain text with highlighting, saved automatically, never over somebody else's changes."""
